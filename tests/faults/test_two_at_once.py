"""Two who write one index: the second waits, and is told who keeps it waiting."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.store.lock import find_holder, writing
from tests.faults.runs import COMMAND, a_vault, many_notes, run
from tests.laws.test_index_laws import dump, fresh_dump

HOLD = """
import sys, time
from pathlib import Path
from mindnet.store.lock import writing
with writing(Path(sys.argv[1]), "reindex"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault", many_notes(40))


def begin(vault: Path, db: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "reindex", vault, "--db", db, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def end(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_many_who_reindex_at_once_end_with_one_index(vault: Path, tmp_path: Path) -> None:
    db = tmp_path / "index.db"
    processes = [begin(vault, db, "--full", "--jobs", "1") for _ in range(4)]
    for code, out, err in map(end, processes):
        assert (code, err) == (0, b"")
        assert b"40 notes" in out

    assert dump(vault, db) == fresh_dump(vault)


def test_the_second_waits_until_the_first_is_done(vault: Path, tmp_path: Path) -> None:
    db = tmp_path / "index.db"
    with writing(db):
        process = begin(vault, db)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
    code, out, err = end(process)

    assert (code, err) == (0, b"")
    assert out.startswith(b"40 added")


def test_who_waits_in_vain_is_told_for_whom(
    vault: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    db = tmp_path / "index.db"
    run("reindex", vault, "--db", db)
    before = dump(vault, db)
    (vault / "New.md").write_text("new\n")
    monkeypatch.setattr("mindnet.library._PATIENCE", 0.2)
    with writing(db, "watch"):
        code = main(["reindex", str(vault), "--db", str(db)])
        told = capsys.readouterr()
        assert (code, told.out) == (6, "")
        assert told.err.startswith(f"mindnet: mindnet watch (process {os.getpid()}) is writing")
        assert run("search", "--vault", vault, "--db", db, "word7").code == 0
        assert run("reindex", vault, "--db", db, "--dry-run").code == 0
        assert dump(vault, db) == before


def test_one_who_is_killed_keeps_nobody_waiting(vault: Path, tmp_path: Path) -> None:
    db = tmp_path / "index.db"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, db], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    assert find_holder(db) == (holder.pid, "reindex")
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    start = time.monotonic()

    assert find_holder(db) is None
    assert run("reindex", vault, "--db", db).code == 0
    assert time.monotonic() - start < 20  # not the whole patience


def test_an_index_that_is_removed_meanwhile_is_made_again(vault: Path, tmp_path: Path) -> None:
    db = tmp_path / "index.db"
    run("reindex", vault, "--db", db)
    for file in tmp_path.glob("index.db*"):
        file.unlink()

    assert run("reindex", vault, "--db", db).out.startswith("40 added")
    assert dump(vault, db) == fresh_dump(vault)
