"""A disk without room: a sentence, no loss, and all is well once there is room again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.drives import mount
from tests.faults.runs import COMMAND, a_vault, many_notes, run

WORDS = "Some words about soil, rain and compost that fill a page. " * 40
LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
os.execv(sys.executable, [sys.executable, "-m", "mindnet", *sys.argv[2:]])
"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    notes = {name: f"{text}\n{WORDS}\n" for name, text in many_notes(150).items()}
    return a_vault(tmp_path_factory.mktemp("full") / "vault", notes)


@pytest.fixture(scope="module")
def wanted(vault: Path) -> str:
    """What a fresh index on a large disk dumps."""
    db = vault.with_name("wanted.db")
    run("reindex", vault, "--db", db)
    return run("export", "--vault", vault, "--db", db).out


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, whose size can be changed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=4k", "none", folder):
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


def resize(disk: Path, size: str) -> None:
    assert mount("-o", f"remount,size={size}", disk)


def fill(disk: Path) -> None:
    """Takes up all the room that is left."""
    with open(disk / "filler", "wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"x" * 4096)
        except OSError:
            return


@pytest.mark.parametrize("size", ["4k", "32k", "128k", "1m"])
def test_a_first_index_that_finds_no_room_is_made_later(
    vault: Path, disk: Path, wanted: str, size: str
) -> None:
    db = disk / "index.db"
    resize(disk, size)
    answer = run("reindex", vault, "--db", db)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"mindnet: the disk of {db} is full: make room and run")

    resize(disk, "50m")
    answer = run("reindex", vault, "--db", db)
    assert (answer.code, answer.err) == (0, "")
    assert run("export", "--vault", vault, "--db", db).out == wanted


def test_an_index_that_finds_no_more_room_stays_as_it_was(
    vault: Path, disk: Path, wanted: str, tmp_path: Path
) -> None:
    db, own = disk / "index.db", tmp_path / "vault"
    resize(disk, "8m")
    run("reindex", a_vault(own, {"First.md": "zanzibar\n"}), "--db", db)
    places = "--vault", own, "--db", db
    before = run("export", *places).out
    for file in vault.rglob("*.md"):
        a_vault(own, {str(file.relative_to(vault)): file.read_bytes()})
    fill(disk)
    for _ in range(2):
        answer = run("reindex", *places)
        assert (answer.code, answer.out) == (2, "")
        assert "is full" in answer.err

    (disk / "filler").unlink()
    assert run("export", *places).out == before
    assert run("search", *places, "zanzibar").code == 0
    (own / "First.md").unlink()
    assert run("reindex", *places).code == 0
    assert run("export", *places).out == wanted


def test_who_only_asks_is_answered_or_told_while_there_is_no_room(
    disk: Path, tmp_path: Path
) -> None:
    db, vault = disk / "index.db", a_vault(tmp_path / "vault", {"First.md": "zanzibar\n"})
    resize(disk, "8m")
    places = "--vault", vault, "--db", db
    run("reindex", *places)
    fill(disk)
    for words in (("search", "zanzibar"), ("export",), ("status",), ("get", "First")):
        answer = run(*words, *places)
        assert answer.code == 0 or "is full" in answer.err


@pytest.mark.parametrize("size", [8_000, 300_000])
def test_files_that_may_not_grow_are_told(
    vault: Path, tmp_path: Path, wanted: str, size: int
) -> None:
    db = tmp_path / "index.db"
    limited = (sys.executable, "-c", LIMITED, str(size))
    answer = run("reindex", vault, "--db", db, command=limited)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"mindnet: cannot use {db} as the index: disk I/O error")

    assert run("reindex", vault, "--db", db).code == 0
    assert run("export", "--vault", vault, "--db", db).out == wanted


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_answer_that_finds_no_room_is_told(vault: Path, tmp_path: Path) -> None:
    run("reindex", vault, "--db", tmp_path / "index.db")
    words = *COMMAND, "export", "--vault", str(vault), "--db", str(tmp_path / "index.db")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE)

    assert done.returncode == 2
    assert done.stderr == b"mindnet: cannot write the answer: No space left on device\n"
