"""Names become notes, and notes what is known of their places.

    "Oak", "Trees/Oak.md", "9f3ac1d2"  →  KnownNotes, KnownChunks

Knows by what a note can be called: its path, its file's name, its title, its aliases.
Leaves to others which of several is meant.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mindnet.kept import Edge
from mindnet.model import Heading, NotePath
from mindnet.names import nearest, normalise
from mindnet.store.connection import one_moment, told_of
from mindnet.store.records import LEADS_TO_NOTE, find_edges
from mindnet.store.rows import clean
from mindnet.store.store import Store

_NOTE = "SELECT path, place, document_id, title, content_hash FROM notes"
_CHUNKS = """
    SELECT n.path, c."index", c.chunk_id, c.char_start, c.char_end, c.line_start, c.line_end,
        s.headings_path, s.section_type, c.md_text
    FROM chunks c
    JOIN notes n ON n.id = c.note
    JOIN sections s ON s.note = c.note AND s.section = c.section
"""
_HEADINGS = """
    SELECT level, text, title, line, char_start, char_end, block
    FROM anchors WHERE note = (SELECT id FROM notes WHERE path = ?) AND kind = 'heading'
    ORDER BY id
"""
_BLOCK_IDS = """
    SELECT text, line, char_start, char_end
    FROM anchors WHERE note = (SELECT id FROM notes WHERE path = ?) AND kind = 'block'
    ORDER BY id
"""
_FRONT = """
    SELECT title, type, properties, frontmatter_ok,
        (SELECT json_group_array(alias) FROM
            (SELECT alias FROM aliases WHERE note = notes.id ORDER BY id)),
        (SELECT json_group_array(tag) FROM
            (SELECT tag FROM tags WHERE note = notes.id GROUP BY key ORDER BY min(id)))
    FROM notes WHERE path = ?
"""
_TRAIL = """
    SELECT headings_path, section_type FROM blocks JOIN sections USING (note, section)
    WHERE note = (SELECT id FROM notes WHERE path = ?) AND char_start <= ?
    ORDER BY "index" DESC LIMIT 1
"""
_MOST = 50  # candidates that are told


@dataclass(frozen=True, slots=True)
class KnownNote:
    """A note by its names, and the version of it that was read."""

    path: NotePath
    place: str  # the same path, as the disk spells it
    document_id: str
    title: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class KnownChunk:
    """A chunk by its place."""

    path: NotePath
    index: int
    chunk_id: str
    char_start: int
    char_end: int
    line_start: int
    line_end: int
    headings_path: tuple[str, ...]
    section_type: str | None
    md_text: str


@dataclass(frozen=True, slots=True)
class KnownAnchor:
    """A block id, and the span of what it names."""

    id: str
    line: int
    char_start: int
    char_end: int


class Lookup:
    """An open index, asked by names."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Whatever is asked inside is answered from one generation."""
        with one_moment(self._store.connection, self._store.path):
            yield

    def find_exact(self, name: str) -> KnownNote | None:
        """The note with this path or `document_id`, else the one whose path it is with `.md`."""
        name = clean(name)
        composed = unicodedata.normalize("NFC", name)
        for path in dict.fromkeys((name, f"{name}.md", composed, f"{composed}.md")):
            for note in self._notes("WHERE path = ?", path):
                return note
        return None

    def find_by_title(self, name: str) -> tuple[list[KnownNote], int]:
        """The notes with this title or alias, whatever its case: some of them, and their number."""
        wanted = normalise(clean(name))
        rows = self._run(
            "SELECT path FROM aliases JOIN notes ON notes.id = note WHERE key = ?", wanted
        )
        paths = sorted({row[0] for row in rows}.union(self._titles.get(wanted, ())))
        notes = [note for path in paths[:_MOST] for note in self._notes("WHERE path = ?", path)]
        return notes, len(paths)

    @cached_property
    def _titles(self) -> dict[str, list[str]]:
        """The paths of all notes by their titles; nothing else is looked up this way so seldom."""
        titles: dict[str, list[str]] = {}
        for note in self._notes():
            titles.setdefault(normalise(note.title), []).append(note.path)
        return titles

    def find_nearest(self, name: str) -> tuple[str, ...]:
        """The notes whose names are most like this one."""
        documents = (row[0] for row in self._run("SELECT document_id FROM notes"))
        return nearest(name, documents)

    def find_chunks_by_id(self, start: str) -> list[KnownChunk]:
        """The chunks whose id begins so."""
        bounds = bytes.fromhex(start.ljust(64, "0")), bytes.fromhex(start.ljust(64, "f"))
        where = f"WHERE c.chunk_id BETWEEN ? AND ? ORDER BY c.chunk_id LIMIT {_MOST}"
        return [_chunk(row) for row in self._run(f"{_CHUNKS} {where}", *bounds)]

    def chunks_of(self, path: str) -> list[KnownChunk]:
        """The chunks of a note, in order."""
        return [_chunk(row) for row in self._run(f"{_CHUNKS} WHERE n.path = ? ORDER BY 2", path)]

    def headings_of(self, path: str) -> tuple[Heading, ...]:
        """The headings of a note, in order."""
        return tuple(Heading(*row) for row in self._run(_HEADINGS, path))

    def block_ids_of(self, path: str) -> tuple[KnownAnchor, ...]:
        """The block ids of a note, in order."""
        return tuple(KnownAnchor(*row) for row in self._run(_BLOCK_IDS, path))

    def front_of(self, path: str) -> dict[str, Any]:
        """What a note says of itself before its body."""
        ((title, kind, properties, ok, aliases, tags),) = self._run(_FRONT, path)
        return {
            "title": title,
            "type": kind,
            "aliases": json.loads(aliases),
            "tags": json.loads(tags),
            "properties": json.loads(properties),
            "frontmatter_ok": None if ok is None else bool(ok),
        }

    def trail_of(self, path: str, place: int) -> tuple[tuple[str, ...], str | None]:
        """The headings above a place in a note, and the type of its section."""
        for headings, section_type in self._run(_TRAIL, path, place):
            return tuple(json.loads(headings)), section_type
        return (), None

    def edges_from(self, path: str) -> list[Edge]:
        """The edges that begin in a note, in order."""
        return find_edges(self._store, "n.path = ?", path)

    def edges_to(self, path: str) -> list[Edge]:
        """The edges that lead to a note, in the order of edges."""
        return find_edges(self._store, LEADS_TO_NOTE, path)

    def _notes(self, where: str = "", *values: Any) -> Iterator[KnownNote]:
        return (KnownNote(*row) for row in self._run(f"{_NOTE} {where}", *values))

    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with told_of(self._store.path):
            return self._store.connection.execute(statement, values).fetchall()


def _chunk(row: tuple[Any, ...]) -> KnownChunk:
    path, index, chunk_id, start, end, first, last, headings, section_type, text = row
    path_down = tuple(json.loads(headings))
    return KnownChunk(
        path, index, chunk_id.hex(), start, end, first, last, path_down, section_type, text
    )
