"""An index that cannot be written, or not even read: a sentence, and nothing is lost."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.faults.drives import mount
from tests.faults.runs import COMMAND, a_vault, run

ASK = (("search", "zanzibar"), ("export",), ("status",), ("get", "A"), ("chunks", "A"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault", {"A.md": "zanzibar\n"})


@pytest.fixture
def db(tmp_path: Path, vault: Path) -> Path:
    db = tmp_path / "state" / "index.db"
    run("reindex", vault, "--db", db)
    (vault / "B.md").write_text("more\n")
    return db


def check_refused(vault: Path, db: Path, command: tuple[str, ...]) -> None:
    answer = run("reindex", vault, "--db", db, command=command)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"mindnet: cannot use {db} as the index: ")
    assert answer.err.count("\n") == 1


def check_recovered(vault: Path, db: Path) -> None:
    assert run("reindex", vault, "--db", db).out.startswith("1 added, 2 notes")


def test_a_file_that_cannot_be_written_can_be_asked(
    vault: Path, db: Path, bound: tuple[str, ...]
) -> None:
    db.chmod(0o400)
    check_refused(vault, db, bound)
    for words in ASK:
        assert run(*words, "--vault", vault, "--db", db, command=bound).code == 0
    db.chmod(0o600)
    check_recovered(vault, db)


@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_folder_that_cannot_be_written_is_told(
    vault: Path, db: Path, bound: tuple[str, ...], mode: int
) -> None:
    for beside in db.parent.glob("index.db?*"):
        beside.unlink()  # where they are there, nothing has to be made in the folder
    db.parent.chmod(mode)
    check_refused(vault, db, bound)
    for words in ASK:
        answer = run(*words, "--vault", vault, "--db", db, command=bound)
        assert answer.code == 0 or answer.err.startswith(f"mindnet: cannot use {db} as the index: ")
    db.parent.chmod(0o700)
    check_recovered(vault, db)


def test_a_file_that_cannot_be_read_is_told(vault: Path, db: Path, bound: tuple[str, ...]) -> None:
    db.chmod(0o000)
    check_refused(vault, db, bound)
    for words in ASK:
        answer = run(*words, "--vault", vault, "--db", db, command=bound)
        assert (answer.code, answer.out) == (2, "")
        assert "check the permissions" in answer.err
    db.chmod(0o600)
    check_recovered(vault, db)


def test_a_lock_that_cannot_be_opened_is_told(
    vault: Path, db: Path, bound: tuple[str, ...]
) -> None:
    lock = db.with_name("index.db.lock")
    lock.chmod(0o000)
    check_refused(vault, db, bound)
    lock.unlink()
    lock.mkdir()
    check_refused(vault, db, bound)
    lock.rmdir()
    check_recovered(vault, db)


def test_a_state_folder_that_cannot_be_made_is_told(
    vault: Path, tmp_path: Path, bound: tuple[str, ...]
) -> None:
    home = tmp_path / "xdg_state_home"
    home.mkdir(mode=0o500)
    answer = run("reindex", vault, command=bound)
    assert answer.code == 2
    assert answer.err.endswith(" as the index: Permission denied\n")
    assert list(home.iterdir()) == []

    home.chmod(0o700)
    assert run("reindex", vault, command=bound).code == 0


def test_a_file_in_the_way_of_the_state_folder_is_told(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "xdg_state_home").write_text("a file")
    answer = run("reindex", vault)

    assert answer.code == 2
    assert answer.err.startswith("mindnet: cannot use ")


def test_a_disk_that_is_read_only_is_told(vault: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    db = disk / "index.db"
    if not mount("-t", "tmpfs", "none", disk):
        pytest.skip("nothing can be mounted here")
    try:
        run("reindex", vault, "--db", db)
        (vault / "B.md").write_text("more\n")
        assert mount("-o", "remount,ro", disk)
        check_refused(vault, db, COMMAND)
        assert mount("-o", "remount,rw", disk)
        check_recovered(vault, db)
    finally:
        subprocess.run(["umount", disk], check=True)
