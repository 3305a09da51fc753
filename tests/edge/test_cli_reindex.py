"""`mindnet reindex`, as people and programs see it."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mindnet.edge.cli.progress import progress_line
from mindnet.edge.cli.reindex import problem_lines
from mindnet.errors import a_problem
from tests.edge.commands import NOTE, a_vault, ask, call


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.delenv("MINDNET_DB", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = a_vault(tmp_path / "vault")
    monkeypatch.chdir(root)
    return root


def test_a_reindex_tells_what_it_did(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    code, out, err = call(capsys, "reindex")
    assert code == 0
    assert out.startswith("2 added, 2 notes, 2 chunks, 1 skipped (1 not_utf8), 1 problem, ")
    assert err == "Odd.md:1 error not_utf8 this is not UTF-8: save the file as UTF-8\n"

    (vault / "Rain.md").rename(vault / "Wet.md")
    (vault / "Odd.md").unlink()
    (vault / "Garden" / "Compost.md").write_text(NOTE + "More.\n")
    code, out, err = call(capsys, "reindex")
    assert (code, err) == (0, "")
    assert out.startswith("1 changed, 1 moved, 2 notes, 2 chunks, ")


def test_a_dry_run_writes_nothing(
    capsys: pytest.CaptureFixture[str], vault: Path, tmp_path: Path
) -> None:
    code, out, _ = call(capsys, "reindex", "--dry-run")
    assert (code, out) == (0, "to do: 3 added (nothing was written)\n")
    assert not (tmp_path / "state").exists()
    answer = ask(capsys, "reindex", "--dry-run")
    assert (answer["index"], answer["report"]["dry_run"]) == (None, True)

    call(capsys, "reindex")
    (vault / "Rain.md").unlink()
    answer = ask(capsys, "reindex", "--dry-run")
    assert answer["report"]["removed"] == 1
    assert answer["index"]["fresh"] is False
    assert ask(capsys, "search", "wet")["hits"]


def test_full_reads_every_note_again(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    past = time.time() - 60
    for file in vault.rglob("*.md"):
        os.utime(file, (past, past))
    call(capsys, "reindex")
    assert ask(capsys, "reindex")["report"]["unchanged"] == 2
    report = ask(capsys, "reindex", "--full", "--jobs", "2")["report"]
    assert (report["changed"], report["unchanged"]) == (2, 0)


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5", ""])
@pytest.mark.usefixtures("vault")
def test_jobs_are_a_number_above_0(capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    code, out, err = call(capsys, "reindex", f"--jobs={jobs}")

    assert (code, out) == (2, "")
    assert "no number above 0" in err


def test_what_was_not_found_is_spared_and_told(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    for number in range(30):
        (vault / f"n{number:02}.md").write_text("x\n")
    call(capsys, "reindex")
    for file in vault.rglob("*.md"):
        file.unlink()
    code, out, err = call(capsys, "reindex")
    assert code == 0
    assert err == (
        "Garden/Compost.md, Odd.md, Rain.md and 31 more: not found, and not forgotten: "
        "run mindnet reindex --full if they are really gone\n"
    )
    assert "32 notes" in out
    assert ask(capsys, "reindex")["index"]["fresh"] is None

    code, out, err = call(capsys, "reindex", "--full")
    assert (code, err) == (0, "")
    assert "32 removed, 0 notes" in out


def test_no_more_problems_are_told_than_can_be_read() -> None:
    problems = [a_problem(f"n{each}.md", 1, "not_utf8", "no text") for each in range(25)]
    notices = [a_problem("x.md", 1, "table_pipe", "a pipe") for _ in range(25)]
    lines = list(problem_lines([*notices, *problems]))

    assert len(lines) == 21
    assert lines[0].startswith("n0.md:1 error not_utf8")
    assert lines[-1] == "and 5 more: mindnet status"


def test_a_terminal_sees_how_far_the_work_is(vault: Path) -> None:
    for number in range(400):
        (vault / f"n{number}.md").write_text(f"# Note {number}\n\nwords and words\n\n" * 30)
    shown = _on_a_terminal(vault, "reindex", "--full", "--jobs", "1")

    assert re.search(r"\d+ %, \d+ files?, \d+\.\d MB/s, \d+:\d\d left", shown)
    assert shown.rstrip("\r\n").rpartition("\r")[2].startswith(("\x1b[K", "Odd.md"))


def test_a_pipe_sees_nothing_of_it(vault: Path) -> None:
    for number in range(400):
        (vault / f"n{number}.md").write_text(f"# Note {number}\n\nwords and words\n\n" * 30)
    whole = [sys.executable, "-m", "mindnet", "reindex", "--jobs", "1"]
    done = subprocess.run(whole, capture_output=True, text=True, cwd=vault)

    assert done.stderr == "Odd.md:1 error not_utf8 this is not UTF-8: save the file as UTF-8\n"
    assert "\r" not in done.stdout


def test_progress_reads_like_a_sentence() -> None:
    assert progress_line(500, 0.25, 3_000_000, 2.0) == "25 %, 500 files, 1.5 MB/s, 0:06 left"
    assert progress_line(1, 0.0002, 100, 0.5) == "0 %, 1 file, 0.0 MB/s, 41:40 left"
    assert progress_line(2000, 1.0, 100, 0.5) == "100 %, 2,000 files, 0.0 MB/s, 0:00 left"
    assert progress_line(0, 0, 0, 0.0) == "0 %, 0 files, 0.0 MB/s, 0:00 left"


def _on_a_terminal(folder: Path, *words: str) -> str:
    """What a command writes to stderr where that is a terminal."""
    ours, theirs = pty.openpty()
    whole = [sys.executable, "-m", "mindnet", *words]
    process = subprocess.Popen(
        whole, stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other end was closed
        pass
    os.close(ours)
    assert process.wait() == 0
    return shown.decode()
