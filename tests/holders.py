"""Real processes that hold an index, as one who watches a vault does, and those who ask them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mindnet.keeping import Report
from mindnet.store.requests import Asker, Request

WATCH = (1, "watch")  # who holds an index, as an asker sees it

_HOLDER = """
import sys, time
from mindnet.library import open_library

vault, db, serves = sys.argv[1:]
with open_library(vault, db=db) as library, library.hold():
    print("held", flush=True)
    while True:
        served = library.serve() if serves == "serves" else 0
        if served:
            print("served", served, flush=True)
        time.sleep(0.02)
"""


@contextmanager
def a_holder(
    vault: Path, db: Path, *, serves: bool = True, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the index, and answers to others or not."""
    words = [sys.executable, "-c", _HOLDER, str(vault), str(db), "serves" if serves else "sleeps"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Until something is so; an error after so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def requests(db: Path) -> list[str]:
    """What lies beside the index, and is neither of SQLite nor the lock."""
    usual = {db.name, f"{db.name}.lock", f"{db.name}-wal", f"{db.name}-shm"}
    return sorted(each.name for each in db.parent.iterdir() if each.name not in usual)


def an_asker(db: Path, vault: Path, what: str = "reindex", full: bool = False) -> Asker:
    """Somebody who asks one who watches."""
    asker = Asker(db, Request(str(vault), what, full=full))
    assert not asker.look(WATCH)
    return asker


def a_report(generation: int | None = 1) -> Report:
    return Report(0, 0, 0, 0, 3, {}, 3, 3, 0, 0, (), 0.1, generation=generation)
