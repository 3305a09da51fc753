"""Notes become rows, and words find them again.

    Note  →  rows  →  Hits

Knows SQL and nothing of files or Markdown.
Readers open the index read-only; the writer writes everything anew in one transaction, so a
reader sees the old index or the new one.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mindnet.errors import IndexLocked, IndexUnusable
from mindnet.model import Block, BlockKind, Hit, Note
from mindnet.store import schema
from mindnet.store.place import make_index_file

_NO_CONTENT = frozenset({BlockKind.RULE, BlockKind.COMMENT})
_MOST_WORDS = 64  # of a query; what is pasted by mistake is longer
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_INSERT = """
    INSERT INTO blocks
        (path, title, line_start, line_end, kind, headings_path, section_type, text)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_FIND = """
    SELECT blocks.path, blocks.title, line_start, line_end, kind, blocks.headings_path,
           section_type, -bm25(blocks_fts, 2.0, 1.0, 1.0) AS score,
           snippet(blocks_fts, 2, '', '', '…', 24), blocks.text
    FROM blocks_fts JOIN blocks ON blocks.id = blocks_fts.rowid
    WHERE blocks_fts MATCH ?
    ORDER BY kind = 'heading', score DESC, path, line_start
    LIMIT ?
"""


class Store:
    """An open index."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @contextmanager
    def rewriting(self) -> Iterator[None]:
        """All notes added inside replace all that were there, or none does."""
        with _told_of(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for statement in schema.TABLES:
                    self._connection.execute(statement)
                yield
                self._connection.execute("INSERT INTO blocks_fts(blocks_fts) VALUES ('rebuild')")
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def add_note(self, note: Note) -> int:
        """Writes the content of a note, and says how many blocks that were."""
        rows = [_row(note, block) for block in note.blocks if _is_content(block)]
        self._connection.executemany(_INSERT, rows)
        return len(rows)

    def find_hits(self, query: str, limit: int) -> tuple[Hit, ...]:
        """The blocks that hold all the words, the best first, and headings after what they say."""
        words = _storable(query).replace("\0", " ").replace('"', '""').split()
        if not words:
            return ()
        match = " ".join(f'"{word}"' for word in words[:_MOST_WORDS])
        with _told_of(self._path):
            return tuple(_hit(row) for row in self._connection.execute(_FIND, (match, limit)))

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()


def find_store(path: Path) -> Store | None:
    """The index at this path, to be read; None where there is none yet."""
    if not os.path.exists(path):
        return None
    connection = _open(path, "ro")
    if _is_empty(connection):
        connection.close()
        return None
    return Store(connection, path)


def open_writer(path: Path) -> Store:
    """The index at this path, to be written; made where it is missing."""
    make_index_file(path)
    connection = _open(path, "rw")
    with _told_of(path):
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
    return Store(connection, path)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    with _told_of(path):
        name = f"{path.as_uri()}?mode={mode}"
        connection = sqlite3.connect(name, uri=True, isolation_level=None)
        try:
            _refuse_foreign(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    (ours,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if ours != schema.APPLICATION_ID and not _is_empty(connection):
        raise IndexUnusable(path, "it is a database of another program")
    if version > schema.VERSION:
        raise IndexUnusable(path, "a newer mindnet wrote it: update mindnet, or delete the file")


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return not tables


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """What SQLite cannot do becomes a sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.ProgrammingError | sqlite3.IntegrityError):
            raise  # a bug of ours
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
            raise IndexLocked(path) from None
        raise IndexUnusable(path, str(error)) from None


def _is_content(block: Block) -> bool:
    if block.directive and "\n" not in block.text:
        return False
    return block.kind not in _NO_CONTENT


def _row(note: Note, block: Block) -> tuple[Any, ...]:
    return (
        note.path,
        _storable(note.title),
        block.line_start,
        block.line_end,
        block.kind.value,
        _storable(json.dumps(block.headings_path, ensure_ascii=False)),
        block.section_type,
        _storable(block.text),
    )


def _hit(row: tuple[Any, ...]) -> Hit:
    path, title, start, end, kind, headings, section_type, score, snippet, text = row
    headings_path = tuple(json.loads(headings))
    return Hit(path, title, start, end, kind, headings_path, section_type, score, snippet, text)


def _storable(text: str) -> str:
    """The text without lone surrogates, which JSON can hold and UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
