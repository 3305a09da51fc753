"""Rows go into the index, a note whole or not at all.

    NoteRows  →  the index

Knows the order of statements, and that a batch is one transaction: a reader, or one who comes
after a crash, sees all of it or nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mindnet.cuts import Profile
from mindnet.errors import Problem
from mindnet.keeping import SeenFile, Stamp
from mindnet.names import name_key
from mindnet.store.connection import open_to_write, told_of
from mindnet.store.kept_text import normal_text
from mindnet.store.rows import NoteRows, Row, chunk_words, plain_json, problem_row
from mindnet.store.store import Store


def _insert(table: str, columns: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"


_NOTE = _insert("notes", 25)
_FILE = _insert("files", 12)
_SECTION, _BLOCK, _CHUNK = _insert("sections", 5), _insert("blocks", 10), _insert("chunks", 31)
_EDGE = _insert("edges", 23)
_TAG, _ALIAS, _ANCHOR = _insert("tags", 9), _insert("aliases", 4), _insert("anchors", 10)
_PROBLEM = "INSERT INTO problems (path, line, code, message, severity) VALUES (?, ?, ?, ?, ?)"
_WORDS = """
    INSERT INTO chunks_fts (rowid, title, aliases, headings, tags, text)
    VALUES (?, ?, ?, ?, ?, ?)
"""
_UNWORD = """
    INSERT INTO chunks_fts (chunks_fts, rowid, title, aliases, headings, tags, text)
    VALUES ('delete', ?, ?, ?, ?, ?, ?)
"""
_OF_NOTE = ("edges", "tags", "aliases", "anchors", "chunks", "blocks", "sections")
_WORDS_OF = """
    SELECT c.id, s.headings_path, c.md_text, c.kept
    FROM chunks c JOIN sections s ON s.note = c.note AND s.section = c.section
    WHERE c.note = ? ORDER BY c.id
"""
_ALIASES_OF = "SELECT alias FROM aliases WHERE note = ? ORDER BY id"
_TAGS_OF = "SELECT tag FROM tags WHERE note = ? GROUP BY key ORDER BY min(id)"


class Writer(Store):
    """An index that is being written; one at a time."""

    removed = False  # something was forgotten that must leave the file
    _wrote = False

    @contextmanager
    def batch(self) -> Iterator[None]:
        """What is written inside is there whole, or not at all."""
        with told_of(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            self._wrote = False
            try:
                yield
                if self._wrote:
                    self.connection.execute(
                        "UPDATE meta SET value = value + 1 WHERE key = 'generation'"
                    )
                self.connection.execute("COMMIT")
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def put_note(
        self,
        rows: NoteRows,
        file: SeenFile,
        stamp: Stamp,
        recipe: str | None,
        problems: Iterable[Problem],
    ) -> None:
        """Writes a note in place of whatever was known at its path."""
        note = self._forget(rows.note[0]) or self._next("notes")
        path, *facts, content_hash = rows.note
        head, counts = facts[:8], facts[8:]
        run, chunk = self.connection.executemany, self._next("chunks")
        self.connection.execute(
            _NOTE,
            (note, path, file.place, *head, file.demoted, *counts, *stamp, content_hash, recipe),
        )
        run(_SECTION, ((note, *row) for row in rows.sections))
        run(_BLOCK, ((note, *row) for row in rows.blocks))
        run(_CHUNK, ((chunk + row[0], note, *row) for row in rows.chunks))
        run(_EDGE, (_edge(row, note, chunk) for row in rows.edges))
        run(_TAG, (_tag(row, note, chunk) for row in rows.tags))
        run(_ALIAS, ((None, note, *row) for row in rows.aliases))
        run(_ANCHOR, ((None, note, *row) for row in rows.anchors))
        run(_PROBLEM, map(problem_row, problems))
        run(_WORDS, ((chunk + number, *row) for number, row in enumerate(rows.words)))
        self._wrote = True

    def put_file(
        self,
        file: SeenFile,
        *,
        stamp: Stamp | None = None,
        content_hash: str | None = None,
        recipe: str | None = None,
        problems: Iterable[Problem] = (),
    ) -> None:
        """Writes down that there is a file which is no note of the index."""
        self.removed |= self._forget(file.path) is not None
        row = (None, file.path, file.place, name_key(file.path), file.state.value)
        stamps = (None,) * 5 if stamp is None else tuple(stamp)
        self.connection.execute(_FILE, (*row, *stamps, content_hash, recipe))
        self.connection.executemany(_PROBLEM, map(problem_row, problems))
        self._wrote = True

    def forget(self, path: str) -> None:
        """Lets go of everything that is known of a path."""
        self.removed |= self._forget(path) is not None
        self._wrote = True

    def set_stamp(self, path: str, stamp: Stamp) -> None:
        """The file was touched, and what stands in it is the same."""
        for table in ("notes", "files"):
            self.connection.execute(
                f"UPDATE {table} SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, settled = ?"
                " WHERE path = ?",
                (*stamp, path),
            )

    def set_demoted(self, path: str, demoted: bool) -> None:
        """Whether Obsidian excludes a note."""
        self.connection.execute("UPDATE notes SET demoted = ? WHERE path = ?", (demoted, path))
        self._wrote = True

    def set_meta(self, key: str, value: Any) -> None:
        """Notes something about the index itself."""
        self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def put_profiles(self, profiles: Iterable[Profile]) -> None:
        """Writes down the profiles that notes are cut by."""
        self.connection.executemany(
            "INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?, ?)",
            (
                (
                    each.name,
                    each.strategy,
                    each.tokenizer,
                    each.window.max_heading_levels,
                    plain_json(each.to_dict()),
                )
                for each in profiles
            ),
        )

    def put_problems(self, problems: Iterable[Problem]) -> None:
        """Replaces what is told of paths that are no files of the index: folders, odd names."""
        told = [problem_row(each) for each in problems]
        loose = "path NOT IN (SELECT path FROM notes UNION ALL SELECT path FROM files)"
        columns = "path, line, code, message, severity"
        kept = self.connection.execute(f"SELECT {columns} FROM problems WHERE {loose}").fetchall()
        if sorted(kept) != sorted(told):
            self.connection.execute(f"DELETE FROM problems WHERE {loose}")
            self.connection.executemany(_PROBLEM, told)
            self._wrote = True

    def tidy(self) -> None:
        """What was forgotten leaves the file, and the file of the last writes is emptied."""
        with told_of(self.path):
            if self.removed:
                self.connection.execute("INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize')")
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.removed = False

    def _forget(self, path: str) -> int | None:
        """Removes all rows of a path; the id of the note that was there."""
        run = self.connection.execute
        run("DELETE FROM problems WHERE path = ?", (path,))
        run("DELETE FROM files WHERE path = ?", (path,))
        found = run("SELECT id, title FROM notes WHERE path = ?", (path,)).fetchone()
        if found is None:
            return None
        note, title = found
        self._unword(note, title)
        for table in _OF_NOTE:
            column = "source" if table == "edges" else "note"
            run(f"DELETE FROM {table} WHERE {column} = ?", (note,))
        run("DELETE FROM notes WHERE id = ?", (note,))
        return int(note)

    def _unword(self, note: int, title: str) -> None:
        """Takes a note's words out again, as they were put in."""
        run = self.connection.execute
        aliases = [
            row[0] for row in run("SELECT alias FROM aliases WHERE note = ? ORDER BY id", (note,))
        ]
        tags = [row[0] for row in run(_TAGS_OF, (note,))]
        rows = run(_WORDS_OF, (note,)).fetchall()
        texts = (
            SimpleNamespace(headings_path=json.loads(headings), normalized_text=normal_text(*texts))
            for _, headings, *texts in rows
        )
        words = chunk_words(title, aliases, tags, texts)
        self.connection.executemany(
            _UNWORD, ((row[0], *each) for row, each in zip(rows, words, strict=True))
        )

    def _next(self, table: str) -> int:
        (last,) = self.connection.execute(f"SELECT max(id) FROM {table}").fetchone()
        return (last or 0) + 1


def open_writer(path: Path) -> Writer:
    """The index at this path, to be written; made where it is missing."""
    return Writer(open_to_write(path), path)


def _edge(row: Row, note: int, first: int) -> Row:
    chunk, *rest, status = row
    holder = None if chunk is None else first + chunk
    return (None, note, holder, *rest, None, None, None, status, None, None)


def _tag(row: Row, note: int, first: int) -> Row:
    chunk, *rest = row
    return (None, note, *rest, None if chunk is None else first + chunk)
