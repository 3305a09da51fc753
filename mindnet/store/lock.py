"""One writer at a time.

    index path  →  the right to write it

Knows that a lock dies with the process that holds it: what stands in its file serves only the
sentence that tells who it is.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mindnet.errors import IndexLocked, IndexUnusable
from mindnet.store.place import make_folder

_PAUSE = 0.05  # seconds between two looks


def lock_path(db: Path) -> Path:
    """The file that is locked, beside the index."""
    return db.with_name(db.name + ".lock")


@contextmanager
def writing(db: Path, what: str = "reindex", patience: float = 0.0) -> Iterator[None]:
    """The right to write the index, waited for so many seconds."""
    make_folder(db)
    try:
        handle = os.open(lock_path(db), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise IndexUnusable(db, str(error.strerror)) from None
    try:
        _wait(handle, db, patience)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()} {what}\n".encode(), 0)
        yield
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


def find_holder(db: Path) -> tuple[int, str] | None:
    """Who writes the index now: process and command; None if nobody does."""
    try:
        handle = os.open(lock_path(db), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        words = os.pread(handle, 200, 0).decode("utf-8", "replace").split()
        pid = int(words[0]) if words and words[0].isdigit() else 0
        return pid, words[1] if len(words) > 1 else "mindnet"
    finally:
        os.close(handle)
    return None


def _wait(handle: int, db: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() >= end:
                raise IndexLocked(db, find_holder(db)) from None
            time.sleep(_PAUSE)
