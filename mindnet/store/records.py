"""Rows become records: what is kept, told by the names of the specification.

    rows  →  notes, chunks, edges, tags, problems

Knows which columns make which record, and in which order the records of a dump come.
A dump holds nothing of the machine: no row ids, no times, no place of the vault.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from mindnet.cuts import Overlap, Profile, WindowStyle
from mindnet.errors import IndexUnusable
from mindnet.kept import Edge, KeptChunk, KeptCut
from mindnet.model import Heading
from mindnet.store.chunk_records import CHUNKS_OF, Home, Record, chunk_records
from mindnet.store.connection import one_moment, open_to_read, told_of
from mindnet.store.store import Store
from mindnet.store.views import ANSWERS, STATUS, VIA

_NOTES = """
    SELECT id, path, place, document_id, title, type, properties, frontmatter_ok, first_heading,
        profile, demoted, blocks, chunks, links, below_min, tasks_open, tasks_done, mtime_ns,
        content_hash
    FROM notes
"""
_BLOCKS_OF = """
    SELECT "index", kind, level, char_start, char_end, line_start, line_end, headings_path,
        section_type, block_id
    FROM blocks JOIN sections USING (note, section) WHERE note = ? ORDER BY "index"
"""
_HEADINGS_OF = """
    SELECT level, text, title, line, char_start, char_end, block
    FROM anchors WHERE note = ? AND kind = 'heading' ORDER BY anchors.id
"""
_BLOCK_IDS_OF = """
    SELECT text AS id, line, block, char_start, char_end
    FROM anchors WHERE note = ? AND kind = 'block' ORDER BY anchors.id
"""
_TAGS_OF = "SELECT tag FROM tags WHERE note = ? GROUP BY key ORDER BY min(id)"
_ALIASES_OF = "SELECT alias FROM aliases WHERE note = ? ORDER BY id"
_EDGES = f"""
    SELECT n.path AS source, began.chunk_id AS source_chunk, s.headings_path AS section_path,
        s.section_type, e.line, e.char_start, e.char_end,
        coalesce(e.raw, substr(began.md_text, e.char_start - began.char_start + 1,
            e.char_end - e.char_start)) AS raw, e.kind, e.syntax, e.key,
        e.relation, e.target_text, e.heading, e.block, e.alias,
        coalesce(t.path, f.path) AS resolved, ended.chunk_id AS resolved_chunk, a.fragment_ok,
        {STATUS} AS status, a.rule, {VIA} AS via
    FROM notes n
    JOIN edges e ON e.source = n.id
    LEFT JOIN sections s ON s.note = e.source AND s.section = e.section
    LEFT JOIN chunks began ON began.id = e.source_chunk
    {ANSWERS}
"""
LEADS_TO_NOTE = "a.note = (SELECT id FROM notes WHERE path = ?)"
LEADS_TO_FILE = "a.file = (SELECT id FROM files WHERE path = ?)"
_TAGS = """
    SELECT t.tag, n.path, t.line, t.char_start, t.char_end, t.block, c.chunk_id
    FROM notes n JOIN tags t ON t.note = n.id LEFT JOIN chunks c ON c.id = t.chunk
    ORDER BY n.path, t.id
"""
_PROBLEMS = """
    SELECT path, line, code, message, severity FROM problems ORDER BY path, line, code, id
"""


def dump(path: Path, kinds: Iterable[str], base_url: str | None) -> Iterator[Record]:
    """The records of these kinds as the index at this path is now, each saying what it is."""
    connection = open_to_read(path)
    if connection is None:  # it went since somebody looked
        raise IndexUnusable(path, "it is gone: run mindnet reindex")
    with closing(connection), one_moment(connection, path):
        records = Records(connection, base_url)
        for kind in kinds:
            rec = {"rec": kind.removesuffix("s")}
            yield from (rec | record for record in records.find(kind))


def kept_cut(store: Store, path: str, home: Home, base_url: str | None) -> KeptCut | None:
    """How the note at a path was cut, with what only this machine can tell; None without one."""
    with one_moment(store.connection, store.path):
        return Records(store.connection, base_url).cut(path, home)


def find_edges(store: Store, where: str, *values: Any) -> list[Edge]:
    """The edges (`e`) of notes (`n`) that fit by their words or answers (`a`), in their order."""
    statement = f"{_EDGES} WHERE {where} ORDER BY n.path, e.id"
    with told_of(store.path):
        return [Edge(**_edge(row)) for row in _rows(store.connection, statement, *values)]


class Records:
    """The records of an open index; each kind comes by path, then by place."""

    def __init__(self, connection: sqlite3.Connection, base_url: str | None) -> None:
        self._connection, self._base_url = connection, base_url
        rows = self._rows("SELECT name, settings FROM profiles")
        self._profiles = {row["name"]: _profile(json.loads(row["settings"])) for row in rows}

    def find(self, kind: str) -> Iterator[Record]:
        """All records of a kind."""
        makers: dict[str, Callable[[], Iterator[Record]]] = {
            "notes": self._notes,
            "chunks": self._chunks,
            "edges": self._edges,
            "tags": self._tags,
            "problems": self._problems,
        }
        return makers[kind]()

    def cut(self, path: str, home: Home) -> KeptCut | None:
        """The chunks of one note, each with the edges that begin in it."""
        row = next(self._rows(f"{_NOTES} WHERE path = ?", path), None)
        if row is None:
            return None
        found = self._rows(f"{_EDGES} WHERE n.id = ? ORDER BY e.id", row["id"])
        edges: dict[str | None, list[Edge]] = {}
        for each in found:
            edge = Edge(**_edge(each))
            edges.setdefault(edge.source_chunk, []).append(edge)
        chunks = (_kept(each, edges.get(each["chunk_id"], ())) for each in self._cut(row, home))
        headings = (Heading(**each) for each in self._headings(row["id"]))
        return KeptCut(row["path"], self._profiles[row["profile"]], tuple(headings), tuple(chunks))

    def _notes(self) -> Iterator[Record]:
        return map(self._note, self._rows(f"{_NOTES} ORDER BY path"))

    def _chunks(self) -> Iterator[Record]:
        for note in self._rows(f"{_NOTES} ORDER BY path"):
            yield from self._cut(note)

    def _edges(self) -> Iterator[Record]:
        return map(_edge, self._rows(f"{_EDGES} ORDER BY n.path, e.id"))

    def _tags(self) -> Iterator[Record]:
        for row in self._rows(_TAGS):
            yield {**dict(row), "chunk_id": _hex(row["chunk_id"])}

    def _problems(self) -> Iterator[Record]:
        return map(dict, self._rows(_PROBLEMS))

    def _note(self, row: sqlite3.Row) -> Record:
        return {
            "path": row["path"],
            "document_id": row["document_id"],
            "title": row["title"],
            "type": row["type"],
            **self._names(row["id"]),
            "properties": json.loads(row["properties"]),
            "frontmatter_ok": _flag(row["frontmatter_ok"]),
            "first_heading": row["first_heading"],
            "headings": self._headings(row["id"]),
            "blocks": [_block(each) for each in self._rows(_BLOCKS_OF, row["id"])],
            "block_ids": list(map(dict, self._rows(_BLOCK_IDS_OF, row["id"]))),
            "tasks_open": row["tasks_open"],
            "tasks_done": row["tasks_done"],
            "profile": row["profile"],
            "demoted": bool(row["demoted"]),
            "content_hash": row["content_hash"],
            "counts": {name: row[name] for name in ("blocks", "chunks", "links", "below_min")},
        }

    def _cut(self, note: sqlite3.Row, home: Home | None = None) -> Iterator[Record]:
        rows = list(self._rows(CHUNKS_OF, note["id"]))
        names, profile = self._names(note["id"]), self._profiles[note["profile"]]
        return chunk_records(note, names, rows, profile, self._base_url, home)

    def _names(self, note: int) -> Record:
        """What a note is found by."""
        return {
            "aliases": [row["alias"] for row in self._rows(_ALIASES_OF, note)],
            "tags": [row["tag"] for row in self._rows(_TAGS_OF, note)],
        }

    def _headings(self, note: int) -> list[Record]:
        return list(map(dict, self._rows(_HEADINGS_OF, note)))

    def _rows(self, statement: str, *values: Any) -> Iterator[sqlite3.Row]:
        return _rows(self._connection, statement, *values)


def _rows(connection: sqlite3.Connection, statement: str, *values: Any) -> Iterator[sqlite3.Row]:
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    return iter(cursor.execute(statement, values))


def _profile(told: Record) -> Profile:
    parts = {"overlap": Overlap(**told["overlap"]), "window": WindowStyle(**told["window"])}
    return Profile(**{**told, **parts})


def _kept(record: Record, edges: Iterable[Edge]) -> KeptChunk:
    told: Record = {
        name: tuple(value) if isinstance(value, list) else value for name, value in record.items()
    }
    return KeptChunk(**told, edges=tuple(edges))


def _block(row: sqlite3.Row) -> Record:
    return {**dict(row), "headings_path": json.loads(row["headings_path"])}


def _edge(row: sqlite3.Row) -> Record:
    path = row["section_path"]
    return {
        **dict(row),
        "source_chunk": _hex(row["source_chunk"]),
        "section_path": None if path is None else "/" + "/".join(json.loads(path)),
        "resolved_chunk": _hex(row["resolved_chunk"]),
        "fragment_ok": _flag(row["fragment_ok"]),
    }


def _hex(digest: bytes | None) -> str | None:
    return None if digest is None else digest.hex()


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)
