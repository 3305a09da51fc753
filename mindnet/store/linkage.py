"""Files by the names that links give them, and edges by where they lead.

    "oak.md"  →  the files of that name
    "Trees/Oak.md", a ghost's name  →  Edges

Knows which names may be shown: those of files that are kept out serve the rule of links alone.
Leaves which of several files is meant to `graph`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mindnet.errors import Problem, a_problem
from mindnet.keeping import FileState
from mindnet.kept import Edge
from mindnet.store.connection import told_of
from mindnet.store.records import LEADS_TO_FILE, find_edges
from mindnet.store.rows import clean
from mindnet.store.store import Store
from mindnet.store.views import STATUS

_NAMED = """
    SELECT path, 'note' FROM notes WHERE name_key = ?1
    UNION ALL SELECT path, state FROM files WHERE name_key = ?1
"""
_SHOWN = """
    SELECT path, 'note' FROM notes
    UNION ALL SELECT path, state FROM files WHERE state IN ('attachment', 'skipped')
"""
_CALLED = """
    SELECT title, path FROM notes
    UNION ALL SELECT alias, path FROM aliases JOIN notes ON notes.id = note
"""
_PROBLEMS = "SELECT path, line, code, message FROM problems ORDER BY path, line, code, id"
_BROKEN = f"""
    ({STATUS}) IN ('missing', 'ambiguous', 'fragment_missing') AND a.rule IS NOT 'excluded'
"""


class Linkage:
    """An open index, asked for what links need."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def files_named(self, key: str) -> list[tuple[str, FileState]]:
        """The files of a normalised name, also those that are kept out."""
        return [(path, FileState(state)) for path, state in self._run(_NAMED, clean(key))]

    def notes_aliased(self, key: str) -> list[str]:
        """The notes with a normalised alias."""
        statement = "SELECT path FROM aliases JOIN notes ON notes.id = note WHERE key = ?"
        return [path for (path,) in self._run(statement, clean(key))]

    def shown_files(self) -> Iterator[tuple[str, FileState]]:
        """Every file that may be named, in the order of paths."""
        return ((path, FileState(state)) for path, state in sorted(self._run(_SHOWN)))

    def called(self) -> Iterator[tuple[str, str]]:
        """Every title and alias, with the path of its note."""
        return ((name, path) for name, path in self._run(_CALLED))

    def edges_to_file(self, path: str) -> list[Edge]:
        """The edges that lead to a file that is no note, in the order of edges."""
        return find_edges(self._store, LEADS_TO_FILE, path)

    def edges_missing(self, key: str) -> list[Edge]:
        """The edges that lead nowhere, by the name of the note they ask for, without `.md`."""
        where = "e.name_key IN (?, ?) AND a.edge AND a.note IS NULL AND a.file IS NULL"
        return find_edges(self._store, where, clean(key), clean(f"{key}.md"))

    def edges_broken(self) -> list[Edge]:
        """The edges that should be put right; what the settings keep out is meant to be so."""
        return find_edges(self._store, _BROKEN)

    def problems(self) -> list[Problem]:
        """What is strange in files, in the order of paths and lines."""
        return [a_problem(*row) for row in self._run(_PROBLEMS)]

    def _run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with told_of(self._store.path):
            return self._store.connection.execute(statement, values).fetchall()
