"""A file becomes an open index.

    path  →  connection

Knows whose database it is, and how each failure of SQLite is told.
Readers open read-only and change nothing; only the writer brings tables up to date.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mindnet.errors import DiskFull, IndexLocked, IndexUnusable, MindnetError
from mindnet.store import schema
from mindnet.store.place import make_index_file

_PATIENCE_MS = 5000
_LEAST_ROOM = 64_000  # bytes
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_WAYS_OUT = {
    sqlite3.SQLITE_NOTADB: "{}: name another file with --db, or move this one away",
    sqlite3.SQLITE_CORRUPT: "{}: delete the file, and run mindnet reindex",
    sqlite3.SQLITE_ERROR: "{}: delete the file, and run mindnet reindex",
    sqlite3.SQLITE_READONLY: "{}: check the permissions of the file and of its folder",
    sqlite3.SQLITE_IOERR: "{}: check its disk, and run mindnet reindex again",
    sqlite3.SQLITE_CANTOPEN: "{}: check the permissions of the file and of its folder",
}
_PRAGMAS = (
    "page_size = 8192",  # of a new file: chunks fill larger pages better
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "secure_delete = ON",
    "foreign_keys = ON",
    "cache_size = -32000",
)


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """The index at this path; None where there is none yet, or only that of an older mindnet."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise IndexUnusable(path, "it is no file, but a directory or a device")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise IndexUnusable(path, str(error.strerror)) from None
    connection = _open(path, "ro")
    with told_of(path):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < schema.VERSION:
        connection.close()
        return None
    return connection


def open_to_write(path: Path) -> sqlite3.Connection:
    """The index at this path; made where it is missing, brought up to date where it is old."""
    make_index_file(path)
    connection = _open(path, "rw")
    try:
        with told_of(path):
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version < schema.VERSION:
                from mindnet.store.migrations import migrate

                migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _open(path: Path, mode: str) -> sqlite3.Connection:
    with told_of(path):
        name = f"{path.as_uri()}?mode={mode}"
        connection = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
        try:
            connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
            _refuse_foreign(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> None:
    (ours,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if ours != schema.APPLICATION_ID and (ours or not _is_empty(connection)):
        raise IndexUnusable(path, "it is a database of another program")
    if version > schema.VERSION:
        raise IndexUnusable(path, "a newer mindnet wrote it: update mindnet, or delete the file")


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute(
        "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE '\\_sqlite\\_%' ESCAPE '\\'"
    ).fetchone()
    return not tables


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """What SQLite cannot do becomes a sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.ProgrammingError | sqlite3.IntegrityError):
            raise  # a bug of ours
        raise _sentence(path, error) from None


def _sentence(path: Path, error: sqlite3.DatabaseError) -> MindnetError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return IndexLocked(path)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return DiskFull(path)
    return IndexUnusable(path, _WAYS_OUT.get(code, "{}").format(error))


def _is_full(path: Path) -> bool:
    """Whether the disk has no room left, even for what SQLite needs beside the file."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < _LEAST_ROOM


@contextmanager
def one_moment(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Whatever is asked inside is answered from one generation; within another it is the same."""
    if connection.in_transaction:
        yield
        return
    with told_of(path):
        connection.execute("BEGIN")
        try:
            yield
        finally:
            if connection.in_transaction:  # SQLite itself ends one that failed
                connection.execute("ROLLBACK")
