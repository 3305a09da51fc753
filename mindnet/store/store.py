"""What is kept can be asked.

    rows  →  KnownFiles, Hits

Knows SQL and nothing of files or Markdown.
Readers open the index read-only, and see it as it was when the last batch was written.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mindnet.checks import spell_chunk
from mindnet.errors import Problem, a_problem
from mindnet.keeping import FileState, KnownFile, Stamp
from mindnet.model import Hit, NotePath
from mindnet.store.connection import open_to_read, told_of
from mindnet.store.kept_text import normal_text
from mindnet.store.rows import clean

_MOST_WORDS = 64  # of a query; what is pasted by mistake is longer
_SNIPPET = 160  # characters
_STAMPS = "size, mtime_ns, ctime_ns, inode, settled, content_hash, recipe_hash"
_KNOWN = f"""
    SELECT path, place, 'note', demoted, {_STAMPS} FROM notes
    UNION ALL SELECT path, place, state, 0, {_STAMPS} FROM files
"""
_FACTS = """
    SELECT path, type, properties,
        (SELECT json_group_array(tag) FROM
            (SELECT tag FROM tags WHERE note = notes.id GROUP BY key ORDER BY min(id))),
        (SELECT json_group_array(title) FROM
            (SELECT title FROM anchors WHERE note = notes.id AND kind = 'heading' ORDER BY id))
    FROM notes
"""
_FIND = """
    SELECT n.path, n.title, n.document_id, c."index", c.chunk_id, c.line_start, c.line_end,
        c.chunk_type, s.headings_path, s.section_type,
        -bm25(chunks_fts, 4.0, 4.0, 2.0, 2.0, 1.0) AS score,
        c.md_text, c.kept
    FROM chunks_fts
    JOIN chunks c ON c.id = chunks_fts.rowid
    JOIN notes n ON n.id = c.note
    JOIN sections s ON s.note = c.note AND s.section = c.section
    WHERE chunks_fts MATCH ?
    ORDER BY n.demoted, score DESC, n.path, c."index"
    LIMIT ?
"""


class Store:
    """An open index."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path

    def close(self) -> None:
        """Lets go of the file."""
        self.connection.close()

    # -- what is remembered of the vault -------------------------------------------------------

    def find_meta(self, key: str) -> Any:
        """What is noted about the index itself; None if nothing is."""
        with told_of(self.path):
            row = self.connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    @property
    def generation(self) -> int:
        """How often the index has changed."""
        return int(self.find_meta("generation") or 0)

    def known_files(self) -> dict[NotePath, KnownFile]:
        """Every file that the index knows of, by path."""
        with told_of(self.path):
            return {row[0]: _known(row) for row in self.connection.execute(_KNOWN)}

    def note_facts(self) -> Iterator[tuple[Any, ...]]:
        """Path, type, properties, tags and headings of each note."""
        with told_of(self.path):
            for path, kind, *lists in self.connection.execute(_FACTS):
                yield (path, kind, *map(json.loads, lists))

    def totals(self) -> tuple[int, int, int]:
        """How many notes and chunks there are, and how many chunks below their `min`."""
        with told_of(self.path):
            (row,) = self.connection.execute(
                "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(below_min), 0) FROM notes"
            )
        return row[0], row[1], row[2]

    def problems_of(self, path: str) -> list[Problem]:
        """What is strange about a file."""
        with told_of(self.path):
            rows = self.connection.execute(
                "SELECT path, line, code, message FROM problems WHERE path = ? ORDER BY id", (path,)
            )
            return [a_problem(*row) for row in rows]

    def count_skipped(self) -> dict[str, int]:
        """How many notes could not be read, by the code of their problem."""
        with told_of(self.path):
            rows = self.connection.execute(
                "SELECT code, count(*) FROM problems JOIN files USING (path)"
                " WHERE state = 'skipped' GROUP BY code ORDER BY code"
            )
            return dict(rows.fetchall())

    # -- what is found -------------------------------------------------------------------------

    def find_hits(self, query: str, limit: int) -> tuple[Hit, ...]:
        """The chunks that hold all the words, the best first."""
        words = clean(query).replace("\0", " ").replace('"', '""').split()
        if not words:
            return ()
        match = " ".join(f'"{word}"' for word in words[:_MOST_WORDS])
        with told_of(self.path):
            rows = self.connection.execute(_FIND, (match, limit))
            return tuple(_hit(row, words) for row in rows)


def find_store(path: Path) -> Store | None:
    """The index at this path, to be read; None where there is none yet."""
    connection = open_to_read(path)
    return None if connection is None else Store(connection, path)


def _known(row: tuple[Any, ...]) -> KnownFile:
    path, place, state, demoted, size, mtime_ns, ctime_ns, inode, settled, content, recipe = row
    stamp = None if size is None else Stamp(size, mtime_ns, ctime_ns, inode, bool(settled))
    return KnownFile(path, place, FileState(state), stamp, content, recipe, bool(demoted))


def _hit(row: tuple[Any, ...], words: list[str]) -> Hit:
    path, title, document, index, chunk_id, start, end, kind, headings, section, score, *texts = row
    text = normal_text(*texts)
    return Hit(
        path=path,
        title=title,
        ref=spell_chunk(document, index, texts[0]),
        chunk_id=chunk_id.hex(),
        line_start=start,
        line_end=end,
        chunk_type=kind,
        headings_path=tuple(json.loads(headings)),
        section_type=section,
        score=score,
        snippet=_snippet(text, words),
        text=text,
    )


def _snippet(text: str, words: list[str]) -> str:
    """The text around the first word that was asked for."""
    found = re.search("|".join(map(re.escape, words)), text, re.IGNORECASE)
    middle = found.start() if found else 0
    start = max(0, min(middle - _SNIPPET // 3, len(text) - _SNIPPET))
    piece = text[start : start + _SNIPPET]
    if start:
        piece = "…" + piece.partition(" ")[2]
    if start + _SNIPPET < len(text):
        piece = piece.rpartition(" ")[0] + "…"
    return piece
