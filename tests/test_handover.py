"""A reindex beside one who holds the index: `index.md` §4."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mindnet.errors import IndexLocked, RequestRefused
from mindnet.handover import write_or_ask
from mindnet.library import open_library
from mindnet.store.lock import find_holder, lock_path, writing
from mindnet.store.requests import Answer, Request, give_answer, take_requests
from tests.edge.commands import ask, call
from tests.holders import a_holder, a_report, requests, wait_until
from tests.laws.test_index_laws import dump, fresh_dump

COMMAND = [sys.executable, "-m", "mindnet"]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    for name in ("Oak", "Elm", "Ash"):
        (root / f"{name}.md").write_text(f"# {name}\n\nA tree.\n")
        os.utime(root / f"{name}.md", (time.time() - 60,) * 2)
    return root


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "index").mkdir()
    return tmp_path / "index" / "trees.db"


def begin(vault: Path, db: Path) -> subprocess.Popen[str]:
    words = [*COMMAND, "reindex", str(vault), "--db", str(db)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


# Somebody asks, and the holder does it.


def test_a_reindex_beside_a_holder_is_done_by_it(vault: Path, db: Path) -> None:
    with a_holder(vault, db) as holder, open_library(vault, db=db) as library:
        assert library.reindex().added == 3
        (vault / "Fir.md").write_text("# Fir\n\nEvergreen.\n")
        (vault / "Odd.md").write_bytes(b"\xff")
        report = library.reindex()
        state = library.index_state()

        assert (report.added, report.skipped) == (1, {"not_utf8": 1})
        assert [problem.code for problem in report.problems] == ["not_utf8"]
        assert [hit.path for hit in library.search("evergreen")] == ["Fir.md"]
        assert state is not None
        assert (state.generation, state.fresh) == (report.generation, True)
        assert holder.stdout is not None
        assert [holder.stdout.readline() for _ in range(2)] == ["served 1\n"] * 2
        assert requests(db) == []
    assert dump(vault, db) == fresh_dump(vault)


def test_the_command_tells_the_same_as_without_one(vault: Path, db: Path) -> None:
    with a_holder(vault, db):
        done = subprocess.run(
            [*COMMAND, "reindex", vault, "--db", db], capture_output=True, text=True
        )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 added, 3 notes, 3 chunks, ")


def test_what_is_asked_for_travels(vault: Path, db: Path) -> None:
    with a_holder(vault, db), open_library(vault, db=db) as library:
        library.reindex()
        assert library.reindex().unchanged == 3
        assert library.reindex(full=True).changed == 3

        request = Request(str(vault), dry_run=True)
        (vault / "Fir.md").write_text("fir\n")
        report = write_or_ask(db, request, 20.0, lambda: pytest.fail("it is held"))
        assert (report.dry_run, report.added) == (True, 1)
        assert library.search("fir") == ()


def test_a_dry_run_needs_nobody(vault: Path, db: Path) -> None:
    with a_holder(vault, db, serves=False), open_library(vault, db=db) as library:
        assert library.reindex(dry_run=True).added == 3


def test_many_are_served_at_once(vault: Path, db: Path) -> None:
    with a_holder(vault, db):
        askers = [begin(vault, db) for _ in range(5)]
        for asker in askers:
            out, err = asker.communicate(timeout=60)
            assert (asker.returncode, err) == (0, "")
            assert "3 notes" in out
        assert requests(db) == []
    assert dump(vault, db) == fresh_dump(vault)


def test_what_stops_the_holder_is_told_to_the_asker(
    capsys: pytest.CaptureFixture[str], vault: Path, db: Path, tmp_path: Path
) -> None:
    (tmp_path / "mindnet").mkdir()
    (tmp_path / "mindnet" / "config.toml").write_text("ignor = []\n")
    with a_holder(vault, db, env={"XDG_CONFIG_HOME": str(tmp_path), "MINDNET_DB": str(db)}):
        code, out, err = call(capsys, "reindex", vault, "--db", db)

    assert (code, out) == (2, "")
    told = "config.toml:1: there is no key ignor; did you mean ignore?"
    assert err == f"mindnet: {tmp_path}/mindnet/{told}\n"
    assert requests(db) == []


def test_a_holder_serves_its_own_vault_alone(vault: Path, db: Path, tmp_path: Path) -> None:
    (tmp_path / "other" / ".obsidian").mkdir(parents=True)
    with a_holder(vault, db), open_library(tmp_path / "other", db=db) as library:
        with pytest.raises(RequestRefused, match=f"kept for {vault}") as caught:
            library.reindex()
        assert (caught.value.exit_code, caught.value.code) == (2, "other_vault")


# Nobody does it.


def test_who_gets_no_answer_is_told_by_whom(
    capsys: pytest.CaptureFixture[str], vault: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mindnet.library._PATIENCE", 0.3)
    with a_holder(vault, db, serves=False) as holder:
        code, out, err = call(capsys, "reindex", vault, "--db", db)

        assert (code, out) == (6, "")
        who = f"mindnet watch (process {holder.pid})"
        assert err == f"mindnet: {who} is writing {db}: it stays until it is ended\n"
        assert requests(db) == []


def test_an_asker_does_the_work_itself_when_the_holder_dies(vault: Path, db: Path) -> None:
    with a_holder(vault, db, serves=False) as holder:
        asker = begin(vault, db)
        wait_until(lambda: any(".ask-" in name for name in requests(db)))
        holder.send_signal(signal.SIGKILL)
        out, err = asker.communicate(timeout=60)

    assert (asker.returncode, err) == (0, "")
    assert out.startswith("3 added")
    assert requests(db) == []


def test_an_asker_that_died_leaves_nothing_behind(vault: Path, db: Path) -> None:
    with a_holder(vault, db, serves=False):
        asker = begin(vault, db)
        wait_until(lambda: any(".ask-" in name for name in requests(db)))
        asker.kill()
        asker.communicate()
        assert len(requests(db)) == 1
        assert take_requests(db) == []
        assert requests(db) == []


@pytest.mark.parametrize("answer", [Answer(), Answer(1, {"added": 1}), Answer(error={"code": "x"})])
def test_an_answer_that_cannot_be_understood_is_told(vault: Path, db: Path, answer: Answer) -> None:
    with a_holder(vault, db, serves=False):
        asker = begin(vault, db)
        wait_until(lambda: any(".ask-" in name for name in requests(db)))
        give_answer(db, take_requests(db)[0], answer)
        _, err = asker.communicate(timeout=60)

    assert asker.returncode == 2
    assert "of another version" in err


def test_an_index_that_is_not_the_holders_is_told(vault: Path, db: Path) -> None:
    with open_library(vault, db=db) as library:
        library.reindex()
    with a_holder(vault, db, serves=False):
        process = begin(vault, db)
        wait_until(lambda: any(".ask-" in name for name in requests(db)))
        answer = Answer(99, a_report(generation=99).to_dict())
        give_answer(db, take_requests(db)[0], answer)
        _, err = process.communicate(timeout=60)

    assert process.returncode == 2
    assert "writes another file, which was deleted" in err


# Who holds it.


def test_a_second_who_would_hold_it_is_told_who_does(vault: Path, db: Path) -> None:
    with a_holder(vault, db) as holder, open_library(vault, db=db) as library:
        with pytest.raises(IndexLocked, match=rf"mindnet watch \(process {holder.pid}\)") as caught:
            library.hold().__enter__()
        assert caught.value.exit_code == 6


def test_status_tells_who_holds_the_index(
    capsys: pytest.CaptureFixture[str], vault: Path, db: Path
) -> None:
    with a_holder(vault, db) as holder:
        call(capsys, "reindex", vault, "--db", db)
        told = ask(capsys, "status", "--vault", vault, "--db", db)["status"]
        _, out, _ = call(capsys, "status", "--vault", vault, "--db", db)

        assert told["writer"] == {"pid": holder.pid, "command": "watch"}
        assert f"mindnet watch (process {holder.pid})" in out


def test_one_who_holds_the_index_may_write_it(vault: Path, db: Path) -> None:
    with open_library(vault, db=db) as library:
        with library.hold():
            assert library.reindex().added == 3
            assert find_holder(db) == (os.getpid(), "watch")
        assert find_holder(db) is None
        assert library.reindex().unchanged == 3


def test_a_lock_that_was_removed_is_not_taken_for_the_lock(vault: Path, db: Path) -> None:
    with writing(db):
        process = begin(vault, db)
        time.sleep(0.5)  # it waits by now
        lock_path(db).unlink()
    out, _ = process.communicate(timeout=60)

    assert out.startswith("3 added")
    assert lock_path(db).exists()
