"""Killed anywhere, the index opens, is sound, and ends where a fresh one does (`index.md` §3)."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from mindnet import open_library
from tests.laws.histories import PATHS, TEXTS
from tests.laws.test_index_laws import dump, fresh_dump

REINDEX = """
import sys
from mindnet import indexer, open_library
indexer._BATCH = 3000
with open_library(sys.argv[1], db=sys.argv[2]) as library:
    print("ready", flush=True)
    while True:
        library.reindex(full=True, jobs=int(sys.argv[3]) or None)
"""


def grow(root: Path, chance: Random) -> None:
    """Some notes come, change and go."""
    for _ in range(40):
        folder = root / f"Folder {chance.randrange(6)}"
        file = folder / f"{chance.randrange(30)} {chance.choice(PATHS).rpartition('/')[2]}"
        if chance.random() < 0.2:
            file.unlink(missing_ok=True)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(chance.choice(TEXTS) + b"\n\nOne more line.\n" * chance.randrange(20))


def kill(root: Path, db: Path, chance: Random, jobs: int) -> None:
    """A reindex, ended by SIGKILL at some moment."""
    command = [sys.executable, "-c", REINDEX, str(root), str(db), str(jobs)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(chance.random() * 0.25)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


def check_kills(folder: Path, number: int, seed: int) -> None:
    chance = Random(seed)
    root, db = folder / "vault", folder / "index.db"
    root.mkdir()
    for count in range(number):
        grow(root, chance)
        kill(root, db, chance, jobs=count % 5 == 4)
        if db.exists():
            connection = sqlite3.connect(db)
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            connection.close()
        if count % 5 == 0:
            with open_library(root, db=db) as library:
                library.reindex()
            assert dump(root, db) == fresh_dump(root)
    with open_library(root, db=db) as library:
        library.reindex()
    assert dump(root, db) == fresh_dump(root)


@pytest.mark.parametrize("seed", range(2))
def test_a_kill_at_any_moment_does_no_harm(tmp_path: Path, seed: int) -> None:
    check_kills(tmp_path, 25, seed)


@pytest.mark.soak
def test_a_thousand_kills_do_no_harm(tmp_path: Path) -> None:
    check_kills(tmp_path, 1000, 7)
