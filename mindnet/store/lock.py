"""One writer at a time.

    index path  →  the right to write it

Knows that a lock dies with the process that holds it: what stands in its file only tells who that
is, and whether it answers to others.
Leaves what others ask of it to `requests`.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mindnet.errors import IndexLocked, IndexUnusable
from mindnet.store.place import make_folder

SERVING = "watch"  # the command that keeps the right, and does meanwhile what others ask of it

_PAUSE = 0.05  # seconds between two looks
_GLANCE = 0.5  # seconds after which a lock without a holder is none who just looked

Holder = tuple[int, str]  # process and command


def lock_path(db: Path) -> Path:
    """The file that is locked, beside the index."""
    return db.with_name(db.name + ".lock")


@contextmanager
def writing(
    db: Path,
    what: str = "reindex",
    patience: float = 0.0,
    meanwhile: Callable[[Holder | None], bool] = lambda _: False,
) -> Iterator[bool]:
    """The right to write the index, waited for so many seconds.

    `meanwhile` is told who has it, and ends the waiting by saying yes; False is given then.
    """
    make_folder(db)
    handle = _take(db, patience, meanwhile)
    if handle is None:
        yield False
        return
    try:
        os.ftruncate(handle, 0)
        with suppress(OSError):  # a full disk: the lock holds without its sentence
            os.pwrite(handle, f"{os.getpid()} {what}\n".encode(), 0)
        yield True
        os.ftruncate(handle, 0)
    finally:
        os.close(handle)


def find_holder(db: Path) -> Holder | None:
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


def _take(db: Path, patience: float, meanwhile: Callable[[Holder | None], bool]) -> int | None:
    """The lock, or None where the waiting came to an end; an error after the time one may wait."""
    start = time.monotonic()
    while (handle := _try(db)) is None:
        holder = find_holder(db)
        if meanwhile(holder):
            return None
        if time.monotonic() >= start + (patience if holder else max(patience, _GLANCE)):
            raise IndexLocked(db, holder)
        time.sleep(_PAUSE)
    return handle


def _try(db: Path) -> int | None:
    """The lock if nobody has it."""
    try:
        handle = os.open(lock_path(db), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise IndexUnusable(db, str(error.strerror)) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), os.stat(lock_path(db))):
            return handle  # else it was removed with its index, and another may have been made
    except OSError:
        pass
    os.close(handle)
    return None
