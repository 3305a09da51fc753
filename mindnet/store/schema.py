"""The tables, told in prose.

`blocks` holds one row per block of a note that is content: where it stands (`path`,
`line_start`, `line_end`), what it is (`kind`, `section_type`), what it hangs under (`title`,
`headings_path`, a JSON list) and its `text` as written.
`blocks_fts` finds them by the words of title, headings and text; the words point back into
`blocks`, so no text is stored twice.

`application_id` says that a database is ours, `user_version` which of these tables it has.
"""

from __future__ import annotations

APPLICATION_ID = 0x6D6E6574  # "mnet"
VERSION = 1

TABLES = (
    "DROP TABLE IF EXISTS blocks_fts",
    "DROP TABLE IF EXISTS blocks",
    """
    CREATE TABLE blocks (
        id            INTEGER PRIMARY KEY,
        path          TEXT NOT NULL,
        title         TEXT NOT NULL,
        line_start    INTEGER NOT NULL,
        line_end      INTEGER NOT NULL,
        kind          TEXT NOT NULL,
        headings_path TEXT NOT NULL,
        section_type  TEXT,
        text          TEXT NOT NULL
    )
    """,
    """
    CREATE VIRTUAL TABLE blocks_fts USING fts5(
        title, headings_path, text,
        content = 'blocks', content_rowid = 'id',
        tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)
