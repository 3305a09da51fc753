"""The tables, told in prose.

**notes** holds one row per note: its `path` within the vault, `place` (the same path as the disk
spells it), `title`, `type`, the `profile` that cut it, its `properties` (JSON), what its file
looked like when it was read (`size`, `mtime_ns`, `ctime_ns`, `inode`, `settled`), `content_hash`
and `recipe_hash` (the file's version, and that of everything that decided how it was read),
`demoted` (Obsidian excludes it: found last), and counts.

**files** holds every other file that a link may mean: attachments, notes that were skipped, and
those that are kept out; `state` tells which. Nothing of what stands in them is kept.

**sections** holds the places within a note: `headings_path` (JSON, outermost first), the
`section_type` there, and `lead`, the line that a window begins with. Blocks, chunks and edges
point to theirs by `note` and `section`.

**blocks** holds the blocks of a note in order: `kind`, span, lines, section, block id.

**chunks** holds what is found and cited. `md_text` is the slice of the file, and the only text that
is stored; `kept` tells which parts of it are read where that is not all, and the overlap is told
by how many characters of the neighbours are lent. **chunks_full** shows the record of a chunk by
the names that JSON uses; its lists are JSON. It does not show `vault` and `navigation`, which are
made when they are asked for, nor `embedding_text`, which is the `window`; and since functions of
SQL end a text at its first NUL, a text that holds one lends less here than it does in a record.

**edges** holds one row per link as it is written, with its place and its words; `name_key` is the
name by which it is looked up (none for an `external` link, and for one into its own note), and
`raw` stands there only where its chunk does not hold it.

**answers** holds where an edge leads: the `note` or the other `file` (neither: it is missing), the
number of the `chunk` within that note (none: the first, if there is one), `fragment_ok`, the `rule`
that decided, and `via` where that was an alias. An external edge has no answer. **edges_full**
shows edges with their answers, with paths and chunk ids; status follows from the rest.

**unsettled** holds what happened to the vault and has not had all its consequences: notes whose
edges are new (`source`), names that were given or taken (`name`, `alias`), edges that lead to what
changed (`edge`), texts that went (`text`). It is empty unless a run was ended before its end.

**tags** (each occurrence, with its chunk), **aliases** and **anchors** (headings and block ids,
with the number of the chunk that a link to them leads to) are what a note can be found by;
**names** shows everything that a link can name, and **tagged** which notes and chunks a tag is
joined to, also one that is only `implied`: `a` where `a/b` is written.

**problems** holds what is strange in a file, by path and line.

**profiles** holds the profiles that cut the notes; **meta** the generation, the schema's version,
the vault's root and the hash of the settings that the index was made by.

**chunks_fts** finds chunks by words. It keeps no text: what it needs to forget a chunk again is
made anew from the other tables.

`application_id` says that a database is ours, `user_version` which of these tables it has.
"""

from __future__ import annotations

APPLICATION_ID = 0x6D6E6574  # "mnet"
VERSION = 3

_STAMP = """
        size         INTEGER,
        mtime_ns     INTEGER,
        ctime_ns     INTEGER,
        inode        INTEGER,
        settled      INTEGER,
        content_hash TEXT,
        recipe_hash  TEXT"""

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    """
    CREATE TABLE profiles (
        name               TEXT PRIMARY KEY,
        strategy           TEXT NOT NULL,
        tokenizer          TEXT NOT NULL,
        max_heading_levels INTEGER NOT NULL,
        settings           TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    f"""
    CREATE TABLE notes (
        id            INTEGER PRIMARY KEY,
        path          TEXT NOT NULL UNIQUE,
        place         TEXT NOT NULL,
        name_key      TEXT NOT NULL,
        document_id   TEXT NOT NULL,
        title         TEXT NOT NULL,
        type          TEXT,
        profile       TEXT NOT NULL,
        properties    TEXT NOT NULL,
        frontmatter_ok INTEGER,
        first_heading TEXT,
        demoted       INTEGER NOT NULL,
        blocks        INTEGER NOT NULL,
        chunks        INTEGER NOT NULL,
        links         INTEGER NOT NULL,
        below_min     INTEGER NOT NULL,
        tasks_open    INTEGER NOT NULL,
        tasks_done    INTEGER NOT NULL,{_STAMP}
    )
    """,
    "CREATE INDEX notes_by_name ON notes (name_key)",
    f"""
    CREATE TABLE files (
        id       INTEGER PRIMARY KEY,
        path     TEXT NOT NULL UNIQUE,
        place    TEXT NOT NULL,
        name_key TEXT NOT NULL,
        state    TEXT NOT NULL,{_STAMP}
    )
    """,
    "CREATE INDEX files_by_name ON files (name_key)",
    """
    CREATE TABLE sections (
        note          INTEGER NOT NULL REFERENCES notes (id),
        section       INTEGER NOT NULL,
        headings_path TEXT NOT NULL,
        section_type  TEXT,
        lead          TEXT NOT NULL,
        PRIMARY KEY (note, section)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE blocks (
        note       INTEGER NOT NULL REFERENCES notes (id),
        "index"    INTEGER NOT NULL,
        kind       TEXT NOT NULL,
        level      INTEGER,
        char_start INTEGER NOT NULL,
        char_end   INTEGER NOT NULL,
        line_start INTEGER NOT NULL,
        line_end   INTEGER NOT NULL,
        section    INTEGER NOT NULL,
        block_id   TEXT,
        PRIMARY KEY (note, "index")
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE chunks (
        id               INTEGER PRIMARY KEY,
        note             INTEGER NOT NULL REFERENCES notes (id),
        "index"          INTEGER NOT NULL,
        chunk_id         BLOB NOT NULL,
        content_id       BLOB NOT NULL,
        char_start       INTEGER NOT NULL,
        char_end         INTEGER NOT NULL,
        line_start       INTEGER NOT NULL,
        line_end         INTEGER NOT NULL,
        block_start_idx  INTEGER NOT NULL,
        block_end_idx    INTEGER NOT NULL,
        part             INTEGER,
        overlap_prev_block_indices TEXT,
        overlap_next_block_indices TEXT,
        page             INTEGER,
        section          INTEGER NOT NULL,
        nearest_heading  INTEGER,
        block_id         TEXT,
        block_ids        TEXT,
        chunk_type       TEXT NOT NULL,
        flags            TEXT,
        token_count      INTEGER NOT NULL,
        core_token_count INTEGER NOT NULL,
        md_text          TEXT NOT NULL,
        kept             TEXT,
        prefix           TEXT,
        joint            TEXT,
        lent_prev        INTEGER,
        gap_prev         TEXT,
        lent_next        INTEGER,
        gap_next         TEXT
    )
    """,
    'CREATE UNIQUE INDEX chunks_by_note ON chunks (note, "index")',
    "CREATE INDEX chunks_by_id ON chunks (chunk_id)",
    """
    CREATE TABLE edges (
        id             INTEGER PRIMARY KEY,
        source         INTEGER NOT NULL REFERENCES notes (id),
        source_chunk   INTEGER,
        section        INTEGER,
        line           INTEGER NOT NULL,
        char_start     INTEGER,
        char_end       INTEGER,
        raw            TEXT,
        kind           TEXT NOT NULL,
        syntax         TEXT NOT NULL,
        key            TEXT,
        relation       TEXT NOT NULL,
        target_text    TEXT NOT NULL,
        heading        TEXT,
        block          TEXT,
        alias          TEXT,
        name_key       TEXT,
        external       INTEGER NOT NULL
    )
    """,
    "CREATE INDEX edges_by_source ON edges (source)",
    "CREATE INDEX edges_by_name ON edges (name_key) WHERE name_key IS NOT NULL",
    """
    CREATE TABLE answers (
        edge        INTEGER PRIMARY KEY REFERENCES edges (id),
        note        INTEGER,
        file        INTEGER,
        chunk       INTEGER,
        fragment_ok INTEGER,
        rule        TEXT,
        via         TEXT
    )
    """,
    "CREATE INDEX answers_by_note ON answers (note) WHERE note IS NOT NULL",
    "CREATE INDEX answers_by_file ON answers (file) WHERE file IS NOT NULL",
    "CREATE TABLE unsettled (kind TEXT, key, PRIMARY KEY (kind, key)) WITHOUT ROWID",
    """
    CREATE TABLE tags (
        id         INTEGER PRIMARY KEY,
        note       INTEGER NOT NULL REFERENCES notes (id),
        tag        TEXT NOT NULL,
        key        TEXT NOT NULL,
        line       INTEGER NOT NULL,
        char_start INTEGER,
        char_end   INTEGER,
        block      INTEGER,
        chunk      INTEGER
    )
    """,
    "CREATE INDEX tags_by_note ON tags (note)",
    "CREATE INDEX tags_by_key ON tags (key)",
    """
    CREATE TABLE aliases (
        id    INTEGER PRIMARY KEY,
        note  INTEGER NOT NULL REFERENCES notes (id),
        alias TEXT NOT NULL,
        key   TEXT NOT NULL
    )
    """,
    "CREATE INDEX aliases_by_note ON aliases (note)",
    "CREATE INDEX aliases_by_key ON aliases (key)",
    """
    CREATE TABLE anchors (
        id         INTEGER PRIMARY KEY,
        note       INTEGER NOT NULL REFERENCES notes (id),
        kind       TEXT NOT NULL,
        level      INTEGER,
        text       TEXT NOT NULL,
        title      TEXT NOT NULL,
        line       INTEGER NOT NULL,
        char_start INTEGER NOT NULL,
        char_end   INTEGER NOT NULL,
        block      INTEGER NOT NULL,
        chunk      INTEGER
    )
    """,
    "CREATE INDEX anchors_by_note ON anchors (note)",
    """
    CREATE TABLE problems (
        id       INTEGER PRIMARY KEY,
        path     TEXT NOT NULL,
        line     INTEGER NOT NULL,
        code     TEXT NOT NULL,
        message  TEXT NOT NULL,
        severity TEXT NOT NULL
    )
    """,
    "CREATE INDEX problems_by_path ON problems (path)",
    """
    CREATE VIRTUAL TABLE chunks_fts USING fts5(
        title, aliases, headings, tags, text,
        content = '', tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
)
