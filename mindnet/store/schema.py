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

**edges** holds one row per link as it is written, with its place, its words, and (once it is
resolved) its answer; `name_key` is the name by which it is looked up, and `raw` stands there only
where its chunk does not hold it. **edges_full** shows it
with paths and chunk ids.

**tags** (each occurrence, with its chunk), **aliases** and **anchors** (headings and block ids) are
what a note can be found by; **names** shows everything that a link can name.

**problems** holds what is strange in a file, by path and line.

**profiles** holds the profiles that cut the notes; **meta** the generation, the schema's version,
the vault's root and the hash of the settings that the index was made by.

**chunks_fts** finds chunks by words. It keeps no text: what it needs to forget a chunk again is
made anew from the other tables.

`application_id` says that a database is ours, `user_version` which of these tables it has.
"""

from __future__ import annotations

APPLICATION_ID = 0x6D6E6574  # "mnet"
VERSION = 2

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
        resolved       TEXT,
        resolved_chunk INTEGER,
        fragment_ok    INTEGER,
        status         TEXT,
        rule           TEXT,
        via            TEXT
    )
    """,
    "CREATE INDEX edges_by_source ON edges (source)",
    "CREATE INDEX edges_by_target ON edges (resolved) WHERE resolved IS NOT NULL",
    "CREATE INDEX edges_by_name ON edges (name_key) WHERE name_key IS NOT NULL",
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
        block      INTEGER NOT NULL
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

VIEWS = (
    """
    CREATE VIEW names AS
    SELECT name_key AS key, path, 'note' AS kind FROM notes
    UNION ALL SELECT name_key, path, state FROM files
    UNION ALL SELECT key, path, 'alias' FROM aliases JOIN notes ON notes.id = aliases.note
    """,
    """
    CREATE VIEW chunk_texts AS
    SELECT chunks.*, CASE WHEN kept IS NULL THEN md_text ELSE (
        SELECT group_concat(CASE type WHEN 'text' THEN value ELSE substr(
            md_text, json_extract(value, '$[0]') + 1, json_extract(value, '$[1]')) END, '')
        FROM json_each(kept)) END AS normal
    FROM chunks
    """,
    """
    CREATE VIEW chunks_full AS
    SELECT
        lower(hex(c.chunk_id)) AS chunk_id,
        lower(hex(c.content_id)) AS content_id,
        printf('%s#c%02d', n.document_id, c."index") AS ref,
        printf('%s:%d-%d%s', n.document_id, c.block_start_idx, c.block_end_idx,
            coalesce('.' || c.part, '')) AS block_span,
        n.document_id,
        c."index",
        CASE WHEN before.id IS NOT NULL
            THEN printf('%s#c%02d', n.document_id, c."index" - 1) END AS prev_ref,
        CASE WHEN after.id IS NOT NULL
            THEN printf('%s#c%02d', n.document_id, c."index" + 1) END AS next_ref,
        n.path,
        c.char_start, c.char_end, c.line_start, c.line_end,
        c.block_start_idx, c.block_end_idx,
        (SELECT json_group_array("index") FROM (SELECT "index" FROM blocks
            WHERE note = c.note AND "index" BETWEEN c.block_start_idx AND c.block_end_idx
            ORDER BY 1)) AS core_block_indices,
        coalesce(c.overlap_prev_block_indices, '[]') AS overlap_prev_block_indices,
        coalesce(c.overlap_next_block_indices, '[]') AS overlap_next_block_indices,
        (SELECT json_group_array(number) FROM (
            SELECT value AS number FROM json_each(c.overlap_prev_block_indices)
            UNION SELECT "index" FROM blocks
                WHERE note = c.note AND "index" BETWEEN c.block_start_idx AND c.block_end_idx
            UNION SELECT value FROM json_each(c.overlap_next_block_indices)
            ORDER BY 1)) AS block_indices,
        c.page,
        s.headings_path,
        (SELECT json_group_array(value) FROM json_each(s.headings_path)
            WHERE key >= CASE WHEN p.max_heading_levels > 0
                THEN json_array_length(s.headings_path) - p.max_heading_levels
                ELSE 0 END) AS text_headings_path,
        json_extract(s.headings_path, '$[#-1]') AS section_title,
        '/' || coalesce((SELECT group_concat(value, '/')
            FROM json_each(s.headings_path)), '') AS section_path,
        c.nearest_heading,
        s.section_type,
        c.block_id,
        coalesce(c.block_ids, '[]') AS block_ids,
        c.chunk_type,
        coalesce(c.flags, '[]') AS flags,
        c.token_count, c.core_token_count, p.tokenizer,
        n.title,
        n.type AS note_type,
        n.profile,
        p.strategy,
        (SELECT json_group_array(tag) FROM
            (SELECT tag FROM tags WHERE tags.note = n.id GROUP BY key ORDER BY min(id))) AS tags,
        (SELECT json_group_array(alias) FROM
            (SELECT alias FROM aliases WHERE aliases.note = n.id ORDER BY id)) AS aliases,
        strftime('%Y-%m-%dT%H:%M:%S+00:00', n.mtime_ns / 1000000000, 'unixepoch') AS modified,
        n.content_hash,
        c.md_text,
        c.normal AS normalized_text,
        coalesce(c.prefix, '') AS prefix,
        coalesce(substr(before.normal, -nullif(c.lent_prev, 0)), '') AS overlap_prev,
        coalesce(substr(after.normal, 1, c.lent_next), '') AS overlap_next,
        coalesce(c.prefix, '') || coalesce(c.joint, '')
            || coalesce(substr(before.normal, -nullif(c.lent_prev, 0)), '')
            || coalesce(c.gap_prev, '') || c.normal || coalesce(c.gap_next, '')
            || coalesce(substr(after.normal, 1, c.lent_next), '') AS full_text,
        s.lead || coalesce(c.prefix, '') || coalesce(c.joint, '')
            || coalesce(substr(before.normal, -nullif(c.lent_prev, 0)), '')
            || coalesce(c.gap_prev, '') || c.normal || coalesce(c.gap_next, '')
            || coalesce(substr(after.normal, 1, c.lent_next), '') AS window
    FROM chunk_texts c
    JOIN notes n ON n.id = c.note
    JOIN sections s ON s.note = c.note AND s.section = c.section
    JOIN profiles p ON p.name = n.profile
    LEFT JOIN chunk_texts before ON before.note = c.note AND before."index" = c."index" - 1
    LEFT JOIN chunk_texts after ON after.note = c.note AND after."index" = c."index" + 1
    """,
    """
    CREATE VIEW edges_full AS
    SELECT
        n.path AS source,
        nullif(lower(hex(source_chunks.chunk_id)), '') AS source_chunk,
        CASE WHEN s.note IS NOT NULL THEN '/' || (SELECT coalesce(group_concat(value, '/'), '')
            FROM json_each(s.headings_path)) END AS section_path,
        s.section_type,
        e.line, e.char_start, e.char_end,
        coalesce(e.raw, substr(source_chunks.md_text, e.char_start - source_chunks.char_start + 1,
            e.char_end - e.char_start)) AS raw,
        e.kind, e.syntax, e.key, e.relation,
        e.target_text, e.heading, e.block, e.alias,
        e.resolved,
        nullif(lower(hex(target_chunks.chunk_id)), '') AS resolved_chunk,
        e.fragment_ok, e.status, e.rule, e.via
    FROM edges e
    JOIN notes n ON n.id = e.source
    LEFT JOIN sections s ON s.note = e.source AND s.section = e.section
    LEFT JOIN chunks source_chunks ON source_chunks.id = e.source_chunk
    LEFT JOIN chunks target_chunks ON target_chunks.id = e.resolved_chunk
    """,
)
