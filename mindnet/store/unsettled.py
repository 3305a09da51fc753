"""What happens to a file becomes the edges that may lead elsewhere now.

    what was known of a path, what is known now  →  rows in `unsettled`

Knows on what an answer depends (`links.md` L47, L48). What is noted here goes into the index
together with the change itself, so that no change can be forgotten.
Leaves looking links up to whoever settles them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from mindnet.keeping import FileState
from mindnet.names import name_key

_NOTE = "INSERT OR IGNORE INTO unsettled VALUES (?, ?)"
_LED_WITH_FRAGMENT = """
    INSERT OR IGNORE INTO unsettled
    SELECT 'edge', e.id FROM answers a JOIN edges e ON e.id = a.edge
    WHERE a.note = ? AND (e.heading IS NOT NULL OR e.block IS NOT NULL)
"""


class Known(NamedTuple):
    """What links may ask of a path."""

    state: FileState | None = None  # None: there is no such file
    id: int = 0  # among the notes, or among the other files
    aliases: frozenset[str] = frozenset()
    anchors: tuple[tuple[Any, ...], ...] = ()  # with the chunks they lead to
    text: str = ""  # the hash of its content


class Unsettled:
    """The events since links were last looked up."""

    heeds_aliases = False

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def note_change(self, path: str, old: Known, new: Known) -> None:
        """Something else is known of a path from now on."""
        if new.state is FileState.NOTE:
            self._note("source", [new.id])
        elif old.state is FileState.NOTE:
            self._note("text", [old.text])
        if old.state is not new.state:
            if {old.state, new.state} == {FileState.NOTE, FileState.SKIPPED}:
                self._lead_on(old, new)
            else:
                self._lead_nowhere(old)
                key = name_key(path)
                self._note("name", {key, key.removesuffix(".md")})
        elif old.anchors != new.anchors:
            self._connection.execute(_LED_WITH_FRAGMENT, (new.id,))
        if self.heeds_aliases:
            self._note("alias", old.aliases ^ new.aliases)

    def note_all(self) -> None:
        """Every edge may lead elsewhere."""
        self._connection.execute("INSERT OR IGNORE INTO unsettled SELECT 'source', id FROM notes")

    def _note(self, kind: str, keys: Iterable[Any]) -> None:
        self._connection.executemany(_NOTE, ((kind, key) for key in keys))

    def _lead_on(self, old: Known, new: Known) -> None:
        """What led to a note leads to the same file, which cannot be read from now on, or again."""
        before, after = ("note", "file") if old.state is FileState.NOTE else ("file", "note")
        run = self._connection.execute
        run(
            f"INSERT OR IGNORE INTO unsettled SELECT 'edge', edge FROM answers WHERE {before} = ?",
            (old.id,),
        )
        run(
            f"UPDATE answers SET {before} = NULL, {after} = ?, chunk = NULL, fragment_ok = NULL"
            f" WHERE {before} = ?",
            (new.id, old.id),
        )

    def _lead_nowhere(self, old: Known) -> None:
        """No edge points to a row that goes: its id will be given away again."""
        if old.state is not None:
            column = "note" if old.state is FileState.NOTE else "file"
            self._connection.execute(f"DELETE FROM answers WHERE {column} = ?", (old.id,))
