"""Rows go into the index, a note whole or not at all.

    NoteRows  →  the index

Knows the order of statements, and that a batch is one transaction: a reader, or one who comes
after a crash, sees all of it or nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mindnet.cuts import Profile
from mindnet.errors import Problem
from mindnet.keeping import FileState, SeenFile, Stamp
from mindnet.names import name_key
from mindnet.store.connection import open_to_write, told_of
from mindnet.store.kept_text import normal_text
from mindnet.store.links import DueEdge, KeptAnswer
from mindnet.store.rows import NoteRows, Row, chunk_words, plain_json, problem_row
from mindnet.store.store import Store
from mindnet.store.unsettled import Known, Unsettled


def _insert(table: str, columns: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"


_NOTE = _insert("notes", 25)
_FILE = _insert("files", 12)
_SECTION, _BLOCK, _CHUNK = _insert("sections", 5), _insert("blocks", 10), _insert("chunks", 31)
_EDGE = _insert("edges", 18)
_TAG, _ALIAS, _ANCHOR = _insert("tags", 9), _insert("aliases", 4), _insert("anchors", 11)
_ANSWER = _insert("answers", 7)
_OTHER_ANSWER = """
    UPDATE answers SET note = ?2, file = ?3, chunk = ?4, fragment_ok = ?5, rule = ?6, via = ?7
    WHERE edge = ?1
"""
_PROBLEM = "INSERT INTO problems (path, line, code, message, severity) VALUES (?, ?, ?, ?, ?)"
_WORDS = """
    INSERT INTO chunks_fts (rowid, title, aliases, headings, tags, text)
    VALUES (?, ?, ?, ?, ?, ?)
"""
_UNWORD = """
    INSERT INTO chunks_fts (chunks_fts, rowid, title, aliases, headings, tags, text)
    VALUES ('delete', ?, ?, ?, ?, ?, ?)
"""
_OF_NOTE = ("tags", "aliases", "anchors", "chunks", "blocks", "sections")
_ANSWERS_FROM = "DELETE FROM answers WHERE edge IN (SELECT id FROM edges WHERE source = ?)"
_ANCHORS_OF = "SELECT kind, level, text, title, chunk FROM anchors WHERE note = ? ORDER BY id"
_WORDS_OF = """
    SELECT c.id, s.headings_path, c.md_text, c.kept
    FROM chunks c JOIN sections s ON s.note = c.note AND s.section = c.section
    WHERE c.note = ? ORDER BY c.id
"""
_ALIASES_OF = "SELECT alias, key FROM aliases WHERE note = ? ORDER BY id"
_TAGS_OF = "SELECT tag FROM tags WHERE note = ? GROUP BY key ORDER BY min(id)"


class Writer(Store):
    """An index that is being written; one at a time."""

    _wrote = False

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        super().__init__(connection, path)
        self._unsettled = Unsettled(connection)

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
        path, *facts, content_hash = rows.note
        old = self._take_out(path)
        note = old.id if old.state is FileState.NOTE else self._next("notes")
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
        aliases = frozenset(key for _, key in rows.aliases)
        anchors = tuple((*row[:4], row[-1]) for row in rows.anchors)
        self._unsettled.note_change(path, old, Known(FileState.NOTE, note, aliases, anchors))
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
        old = self._take_out(file.path)
        was_note = old.state is FileState.NOTE
        new = Known(file.state, self._next("files") if was_note or not old.state else old.id)
        row = (new.id, file.path, file.place, name_key(file.path), file.state.value)
        stamps = (None,) * 5 if stamp is None else tuple(stamp)
        self.connection.execute(_FILE, (*row, *stamps, content_hash, recipe))
        self.connection.executemany(_PROBLEM, map(problem_row, problems))
        self._unsettled.note_change(file.path, old, new)
        self._wrote = True

    def forget(self, path: str) -> None:
        """Lets go of everything that is known of a path."""
        self._unsettled.note_change(path, self._take_out(path), Known())
        self._wrote = True

    def heed_aliases(self, heed: bool) -> None:
        """Whether a link may lead to a note by its alias."""
        if self.find_meta("resolve_aliases") != heed:
            self.set_meta("resolve_aliases", heed)
            self._unsettled.note_all()
        self._unsettled.heeds_aliases = heed

    def put_answers(self, answers: Collection[tuple[DueEdge, KeptAnswer]]) -> None:
        """Writes down where edges lead, unless it is the same as before."""
        news = sorted((edge.id, *answer) for edge, answer in answers if edge.kept is None)
        others = [(edge.id, *answer) for edge, answer in answers if edge.kept not in (None, answer)]
        self.connection.executemany(_ANSWER, news)
        self.connection.executemany(_OTHER_ANSWER, others)
        self._wrote |= bool(news or others)

    def is_settled(self) -> bool:
        """Whether nothing happened that has still to have its consequences."""
        return not self.connection.execute("SELECT 1 FROM unsettled LIMIT 1").fetchall()

    def settle(self) -> None:
        """Whatever happened has had its consequences."""
        self.connection.execute("DELETE FROM unsettled")

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
        loose = " AND ".join(
            f"NOT EXISTS (SELECT 1 FROM {table} WHERE {table}.path = problems.path)"
            for table in ("notes", "files")
        )
        columns = "path, line, code, message, severity"
        kept = self.connection.execute(f"SELECT {columns} FROM problems WHERE {loose}").fetchall()
        if sorted(kept) != sorted(told):
            self.connection.execute(f"DELETE FROM problems WHERE {loose}")
            self.connection.executemany(_PROBLEM, told)
            self._wrote = True

    def gone_texts(self) -> set[str]:
        """The hashes of all texts that went from a path since the last run came to its end."""
        rows = self.connection.execute("SELECT key FROM unsettled WHERE kind = 'text'")
        return {row[0] for row in rows}

    def forget_words(self) -> None:
        """What was forgotten leaves the file: the words of chunks that went are let go of."""
        self.connection.execute("INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize')")

    def tidy(self) -> None:
        """The file of the last writes is emptied."""
        with told_of(self.path):
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _take_out(self, path: str) -> Known:
        """Removes all rows of a path; what was known of it until now."""
        run = self.connection.execute
        run("DELETE FROM problems WHERE path = ?", (path,))
        found = run("SELECT id, state FROM files WHERE path = ?", (path,)).fetchone()
        if found is not None:
            run("DELETE FROM files WHERE id = ?", found[:1])
            return Known(FileState(found[1]), found[0])
        found = run("SELECT id, title, content_hash FROM notes WHERE path = ?", (path,)).fetchone()
        if found is None:
            return Known()
        note, title, text = found
        aliases = run(_ALIASES_OF, (note,)).fetchall()
        anchors = tuple(run(_ANCHORS_OF, (note,)))
        self._unword(note, title, [alias for alias, _ in aliases])
        run(_ANSWERS_FROM, (note,))
        run("DELETE FROM edges WHERE source = ?", (note,))
        for table in _OF_NOTE:
            run(f"DELETE FROM {table} WHERE note = ?", (note,))
        run("DELETE FROM notes WHERE id = ?", (note,))
        return Known(FileState.NOTE, note, frozenset(key for _, key in aliases), anchors, text)

    def _unword(self, note: int, title: str, aliases: Iterable[str]) -> None:
        """Takes a note's words out again, as they were put in."""
        run = self.connection.execute
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
    chunk, *rest = row
    return (None, note, None if chunk is None else first + chunk, *rest)


def _tag(row: Row, note: int, first: int) -> Row:
    chunk, *rest = row
    return (None, note, *rest, None if chunk is None else first + chunk)
