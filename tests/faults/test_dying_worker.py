"""A process that reads notes and dies, hangs or never begins: it costs its note, and no more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mindnet.errors import ReadersFailed
from mindnet.indexer import Progress
from mindnet.keeping import Report
from mindnet.library import Library, open_library
from mindnet.model import NotePath
from mindnet.settings import Settings
from mindnet.vault.files import read_source
from tests.faults.runs import COMMAND, a_vault, many_notes, run
from tests.laws.test_index_laws import dump, fresh_dump

NUMBER = 90
POISON = """
import os, time
from mindnet.vault import files

read_source = files.read_source

def read_or_fall(path, data, settings):
    if b"FALL" in data:
        os.kill(os.getpid(), 9)
    if b"SLEEP" in data:
        time.sleep(60)
    if b"RAISE" in data:
        raise RuntimeError("RAISE")
    return read_source(path, data, settings)

files.read_source = read_or_fall
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault", many_notes(NUMBER))


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        yield library


def poison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Every process that is started runs this code first; none is a copy of ours."""
    monkeypatch.setattr("mindnet.workers.may_copy", lambda: False)
    (tmp_path / "poison").mkdir()
    (tmp_path / "poison" / "sitecustomize.py").write_text(code)
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'poison'}{os.pathsep}{before}")


def children(process: int | str = "self") -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task").glob("*/children")
    try:
        return [int(each) for file in found for each in file.read_text().split()]
    except OSError:
        return []


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="nobody tells which processes there are"
)


def kill_at(*moments: int) -> Progress:
    """Kills all readers when so many notes are done."""

    def progress(done: int, *_: object) -> None:
        if done in moments:
            for child in children():
                os.kill(child, signal.SIGKILL)

    return progress


@needs_proc
def test_a_worker_that_is_killed_from_outside_costs_nothing(library: Library) -> None:
    report = library.reindex(jobs=2, progress=kill_at(5))

    assert (report.added, report.problems) == (NUMBER, ())
    assert dump(library.root, library.db) == fresh_dump(library.root)


@needs_proc
def test_a_copy_of_ourselves_that_falls_is_replaced_by_a_new_process(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_vault(library.root, {"Odd.md": "FALL\n"})
    ours = os.getpid()

    def read_or_fall(path: NotePath, data: bytes, settings: Settings) -> Any:
        if b"FALL" in data and os.getpid() != ours:
            os.kill(os.getpid(), signal.SIGKILL)
        return read_source(path, data, settings)

    monkeypatch.setattr("mindnet.reading.read_source", read_or_fall)
    report = library.reindex(jobs=2)

    assert (report.added, report.skipped) == (NUMBER + 1, {})


def test_workers_that_are_killed_over_and_over_cost_their_notes_until_the_next_run(
    library: Library,
) -> None:
    report = library.reindex(jobs=1, progress=kill_at(5, 6, 7, 8, 9, 10))
    assert report.added + report.skipped.get("crashed", 0) == NUMBER
    library.reindex()

    assert dump(library.root, library.db) == fresh_dump(library.root)


def fall_over(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> Report:
    """A reindex in which one note brings its reader down, or keeps it forever."""
    a_vault(library.root, {"Odd.md": text})
    poison(tmp_path, monkeypatch, POISON)
    monkeypatch.setattr("mindnet.workers._LEAST", 1.0)
    monkeypatch.setattr("mindnet.vault.walk.GRAIN_NS", -(10**15))  # every stamp has settled
    return library.reindex(jobs=2)


@pytest.mark.parametrize(
    ("text", "code"), [("FALL\n", "crashed"), ("SLEEP\n", "too_slow"), ("RAISE\n", "crashed")]
)
def test_a_note_that_brings_its_reader_down_costs_itself_alone(
    library: Library,
    tmp_path: Path,
    text: str,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as patches:
        report = fall_over(library, patches, tmp_path, text)
    assert (report.added, report.skipped) == (NUMBER, {code: 1})
    assert [(each.path, each.code) for each in report.problems] == [("Odd.md", code)]
    assert capfd.readouterr() == ("", "")
    assert library.file_status("Odd.md").reason == code

    assert library.reindex().added == 1  # it is tried again, though its stamp is the same
    assert dump(library.root, library.db) == fresh_dump(library.root)


@pytest.mark.parametrize("word", ["FALL", "RAISE"])
def test_nothing_is_told_of_a_private_note_that_brings_its_reader_down(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    report = fall_over(library, monkeypatch, tmp_path, f"---\nprivate: true\n---\n{word}\n")

    assert (report.added, report.skipped, report.problems) == (NUMBER, {}, ())
    assert "Odd" not in str(dump(library.root, library.db))


def test_a_note_that_was_read_before_and_now_falls_is_skipped_until_it_can_be_read(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_vault(library.root, {"Odd.md": "harmless\n"})
    library.reindex()
    report = fall_over(library, monkeypatch, tmp_path, "FALL\n")

    assert (report.removed, report.notes) == (1, NUMBER)
    assert library.search("harmless") == ()


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_readers_that_cannot_be_started_are_told_and_nothing_is_forgotten(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    library.reindex()
    before = dump(library.root, library.db)
    poison(tmp_path, monkeypatch, code)
    with pytest.raises(ReadersFailed, match="what was indexed is kept"):
        library.reindex(full=True, jobs=2)

    assert dump(library.root, library.db) == before


def test_a_python_that_is_gone_is_told(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindnet.workers.may_copy", lambda: False)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(ReadersFailed, match="No such file"):
        library.reindex(full=True, jobs=2)


def begin(vault: Path, db: Path) -> subprocess.Popen[bytes]:
    """A long reindex, and its readers, in a group of their own."""
    words = "Some words about [[this]] and that. " * 300
    a_vault(vault, {f"Long {number}.md": words for number in range(200)})
    process = subprocess.Popen(
        [*COMMAND, "reindex", vault, "--db", db, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    end = time.monotonic() + 20
    while len(children(process.pid)) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    return process


def are_gone(processes: list[int]) -> bool:
    end = time.monotonic() + 20
    while any(map(is_alive, processes)) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(map(is_alive, processes))


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@needs_proc
def test_an_interrupt_ends_all_quietly_and_the_next_run_goes_on(
    vault: Path, tmp_path: Path
) -> None:
    process = begin(vault, tmp_path / "index.db")
    readers = children(process.pid)
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert (process.returncode, out, err) == (130, b"", b"")
    assert len(readers) == 2
    assert are_gone(readers)
    for file in vault.glob("Long *"):
        file.unlink()
    assert run("reindex", vault, "--db", tmp_path / "index.db").code == 0
    assert dump(vault, tmp_path / "index.db") == fresh_dump(vault)


@needs_proc
def test_readers_end_when_nobody_waits_for_them(vault: Path, tmp_path: Path) -> None:
    process = begin(vault, tmp_path / "index.db")
    readers = children(process.pid)
    process.kill()
    _, err = process.communicate(timeout=30)

    assert err == b""
    assert len(readers) == 2
    assert are_gone(readers)


def test_code_that_lies_in_a_vault_is_not_run(tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'trapped')!r}, 'w').close()\n"
    names = ("queue", "select", "json", "pickle", "sitecustomize", "yaml", "mistune", "mindnet")
    vault = a_vault(tmp_path / "vault", {"Note.md": "word\n"})
    a_vault(vault, {f"{name}.py": trap for name in names})
    safe = (sys.executable, "-P", "-m", "mindnet")
    answer = run("reindex", "--vault", ".", "--jobs", "2", cwd=vault, command=safe)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("1 added")
    assert not (tmp_path / "trapped").exists()
