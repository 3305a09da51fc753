"""Edges that wait for an answer, what decides about them, and the answers.

    unsettled  →  DueEdges  →  answers

Knows how to find the edges, files, aliases and anchors that are asked for, many at once.
Leaves where a link leads to `graph`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from mindnet.names import name_key, normalise

_PORTION = 1000  # edges that are looked up together
_DUE = """
    WITH due (edge) AS (
        SELECT key FROM unsettled WHERE kind = 'edge'
        UNION
        SELECT e.id FROM unsettled u CROSS JOIN edges e ON e.source = u.key WHERE u.kind = 'source'
        UNION
        SELECT e.id FROM unsettled u CROSS JOIN edges e ON e.name_key = u.key WHERE u.kind = 'name'
    )
    SELECT e.id, e.name_key, e.source, n.path, e.target_text, e.heading, e.block,
        e.syntax = 'canvas', a.edge IS NOT NULL, a.note, a.file, a.chunk, a.fragment_ok, a.rule,
        a.via
    FROM due
    CROSS JOIN edges e ON e.id = due.edge
    JOIN notes n ON n.id = e.source
    LEFT JOIN answers a ON a.edge = e.id
    WHERE NOT e.external
    ORDER BY e.name_key, e.source
"""
_ALIASED = """
    SELECT e.id, e.target_text FROM edges e LEFT JOIN answers a ON a.edge = e.id
    WHERE e.name_key = ? AND e.syntax <> 'canvas'
        AND (a.note IS NULL AND a.file IS NULL AND a.rule IS NOT 'excluded' OR a.via = 'alias')
"""
_NAMED = """
    SELECT name_key, path, 'note', id FROM notes
    WHERE name_key IN (SELECT value FROM json_each(?1))
    UNION ALL
    SELECT name_key, path, state, id FROM files
    WHERE name_key IN (SELECT value FROM json_each(?1))
"""
_CALLED = """
    SELECT key, path, notes.id FROM aliases JOIN notes ON notes.id = aliases.note
    WHERE key IN (SELECT value FROM json_each(?))
"""
_ANCHORS = """
    SELECT note, kind, level, text, title, chunk FROM anchors
    WHERE note IN (SELECT value FROM json_each(?)) ORDER BY note, id
"""


class KeptAnswer(NamedTuple):
    """Where an edge leads, by ids."""

    note: int | None = None
    file: int | None = None
    chunk: int | None = None  # its number within the note; None: the first, if there is one
    fragment_ok: bool | None = None
    rule: str | None = None
    via: str | None = None  # None: by its name, if it leads anywhere


class DueEdge(NamedTuple):
    """An edge that has to be looked up."""

    id: int
    name_key: str | None
    source_id: int
    source: str
    target_text: str
    heading: str | None
    block: str | None
    is_card: bool
    kept: KeptAnswer | None  # what it led to until now


class NamedFile(NamedTuple):
    """A file that a link may mean."""

    path: str
    state: str
    id: int


class KeptHeading(NamedTuple):
    """A heading, and the chunk that a link to it leads to."""

    level: int
    text: str
    title: str
    chunk: int | None


class KeptBlock(NamedTuple):
    """A block id, and the chunk that a link to it leads to."""

    id: str
    chunk: int | None


class Links:
    """The edges of an index that is being written."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def find_due(self) -> Iterator[list[DueEdge]]:
        """The edges to look up, those of one name together."""
        self._find_aliased()
        portion: list[DueEdge] = []
        for row in self._connection.execute(_DUE):
            name = row[1]
            if len(portion) >= _PORTION and (name is None or name != portion[-1].name_key):
                yield portion
                portion = []
            kept = KeptAnswer(*row[9:]) if row[8] else None
            portion.append(DueEdge._make((*row[:8], kept)))
        if portion:
            yield portion

    def find_files(self, names: Collection[str]) -> dict[str, list[NamedFile]]:
        """The files of these names."""
        files: dict[str, list[NamedFile]] = {}
        for name, *file in self._find(_NAMED, names):
            files.setdefault(name, []).append(NamedFile(*file))
        return files

    def find_called(self, aliases: Collection[str]) -> dict[str, list[NamedFile]]:
        """The notes with these aliases."""
        notes: dict[str, list[NamedFile]] = {}
        for alias, path, note in self._find(_CALLED, aliases):
            notes.setdefault(alias, []).append(NamedFile(path, "note", note))
        return notes

    def find_anchors(
        self, notes: Collection[int]
    ) -> dict[int, tuple[list[KeptHeading], list[KeptBlock]]]:
        """The headings and block ids of these notes, in order."""
        anchors: dict[int, tuple[list[KeptHeading], list[KeptBlock]]] = {
            note: ([], []) for note in notes
        }
        for note, kind, level, text, title, chunk in self._find(_ANCHORS, notes):
            if kind == "heading":
                anchors[note][0].append(KeptHeading(level, text, title, chunk))
            else:
                anchors[note][1].append(KeptBlock(text, chunk))
        return anchors

    def _find_aliased(self) -> None:
        """Adds the edges whose whole target is an alias gained or lost, and no file's name."""
        run = self._connection.execute
        aliases: dict[str, set[str]] = {}
        for (alias,) in run("SELECT key FROM unsettled WHERE kind = 'alias'"):
            aliases.setdefault(name_key(alias), set()).add(alias)
        for name, some in aliases.items():
            due = [
                ("edge", edge)
                for edge, target in run(_ALIASED, (name,))
                if normalise(target) in some
            ]
            self._connection.executemany("INSERT OR IGNORE INTO unsettled VALUES (?, ?)", due)

    def _find(self, statement: str, values: Collection[Any]) -> Iterator[tuple[Any, ...]]:
        if not values:
            return iter(())
        return self._connection.execute(statement, (json.dumps(list(values)),))
