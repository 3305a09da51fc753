"""What people see who look into the index with SQL: the records by the names that JSON uses.

`schema` tells in prose what each view shows, and what it does not.
"""

from __future__ import annotations

STATUS = """
    CASE
        WHEN e.external THEN 'external'
        WHEN a.edge IS NULL THEN NULL
        WHEN a.note IS NULL AND a.file IS NULL THEN 'missing'
        WHEN a.rule = 'path_order' THEN 'ambiguous'
        WHEN a.file IS NOT NULL THEN 'attachment'
        WHEN a.fragment_ok = 0 THEN 'fragment_missing'
        WHEN a.rule = 'self' THEN 'self'
        ELSE 'resolved'
    END
"""
VIA = "CASE WHEN a.note IS NOT NULL OR a.file IS NOT NULL THEN coalesce(a.via, 'name') END"
ANSWERS = """
    LEFT JOIN answers a ON a.edge = e.id
    LEFT JOIN notes t ON t.id = a.note
    LEFT JOIN files f ON f.id = a.file
    LEFT JOIN chunks ended ON ended.note = a.note AND ended."index" = coalesce(a.chunk, 0)
"""

VIEWS = (
    """
    CREATE VIEW names AS
    SELECT name_key AS key, path, 'note' AS kind FROM notes
    UNION ALL SELECT name_key, path, state FROM files WHERE state NOT IN ('ignored', 'private')
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
    f"""
    CREATE VIEW edges_full AS
    SELECT
        n.path AS source,
        nullif(lower(hex(began.chunk_id)), '') AS source_chunk,
        CASE WHEN s.note IS NOT NULL THEN '/' || (SELECT coalesce(group_concat(value, '/'), '')
            FROM json_each(s.headings_path)) END AS section_path,
        s.section_type,
        e.line, e.char_start, e.char_end,
        coalesce(e.raw, substr(began.md_text, e.char_start - began.char_start + 1,
            e.char_end - e.char_start)) AS raw,
        e.kind, e.syntax, e.key, e.relation,
        e.target_text, e.heading, e.block, e.alias,
        coalesce(t.path, f.path) AS resolved,
        nullif(lower(hex(ended.chunk_id)), '') AS resolved_chunk,
        a.fragment_ok, {STATUS} AS status, a.rule, {VIA} AS via
    FROM edges e
    JOIN notes n ON n.id = e.source
    LEFT JOIN sections s ON s.note = e.source AND s.section = e.section
    LEFT JOIN chunks began ON began.id = e.source_chunk
    {ANSWERS}
    """,
    """
    CREATE VIEW tagged AS
    WITH RECURSIVE named (id, tag, parent, implied) AS (
        SELECT id, key, rtrim(rtrim(key, replace(key, '/', '')), '/'), 0 FROM tags
        UNION ALL
        SELECT id, parent, rtrim(rtrim(parent, replace(parent, '/', '')), '/'), 1
        FROM named WHERE parent <> ''
    )
    SELECT named.tag, nullif(named.parent, '') AS parent, n.path,
        nullif(lower(hex(c.chunk_id)), '') AS chunk_id, min(named.implied) AS implied
    FROM named
    JOIN tags t ON t.id = named.id
    JOIN notes n ON n.id = t.note
    LEFT JOIN chunks c ON c.id = t.chunk
    GROUP BY named.tag, t.note, t.chunk
    """,
)
