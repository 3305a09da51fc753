"""Symlinks, pipes, sockets, devices, folders that look like notes, and paths without end."""

from __future__ import annotations

import os
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.edge.commands import call
from tests.faults.runs import a_vault, run
from tests.laws.test_index_laws import dump, fresh_dump


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    a_vault(tmp_path / "outside", {"Secret.md": "zanzibar\n", "Deep/Secret.md": "zanzibar\n"})
    return a_vault(tmp_path / "vault", {"Note.md": "word\n", "Folder/Inner.md": "word\n"})


def indexed(vault: Path) -> Any:
    """The paths of all notes; nothing is told of anything else."""
    db = vault.with_name("index.db")
    answer = run("reindex", vault, "--db", db)
    assert (answer.code, answer.err) == (0, "")
    whole = run("export", "--vault", vault, "--db", db)
    assert "zanzibar" not in whole.out
    assert dump(vault, db) == fresh_dump(vault)
    return [each["path"] for each in whole.records if each["rec"] == "note"]


def test_no_symlink_leads_out_of_the_vault(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ways = {
        "File.md": "../outside/Secret.md",
        "Absolute.md": str(vault.parent / "outside" / "Secret.md"),
        "Dots": "..",
        "Linked": "../outside",
        "Linked.md": "../outside/Deep",
        "Round.md": "../vault/../outside/Secret.md",
        "Chain.md": "File.md",
        "Device.md": "/dev/zero",
        "Missing.md": "nowhere.md",
        "Folder/Up.md": "../../outside/Secret.md",
    }
    for name, target in ways.items():
        (vault / name).symlink_to(target)

    assert indexed(vault) == ["Folder/Inner.md", "Note.md"]
    for name in (*ways, "Linked/Secret.md", "Dots/outside/Secret.md", "../outside/Secret.md"):
        code, out, _ = call(
            capsys, "get", "--vault", vault, "--db", vault.with_name("index.db"), "--", name
        )
        assert (code, out) == (5, "")


def test_a_symlink_within_the_vault_is_a_note_of_its_own(vault: Path) -> None:
    (vault / "Also.md").symlink_to("Folder/Inner.md")
    (vault / "Folder" / "Up.md").symlink_to("../Note.md")
    (vault / "Whole.md").symlink_to(vault / "Note.md")

    assert indexed(vault) == ["Also.md", "Folder/Inner.md", "Folder/Up.md", "Note.md", "Whole.md"]


def test_loops_come_to_an_end(vault: Path) -> None:
    (vault / "Self.md").symlink_to("Self.md")
    (vault / "One.md").symlink_to("Two.md")
    (vault / "Two.md").symlink_to("One.md")
    (vault / "Folder" / "Again").symlink_to("..")
    (vault / "Here").symlink_to(".")

    assert indexed(vault) == ["Folder/Inner.md", "Note.md"]


def test_what_is_no_file_is_no_note_and_keeps_nobody_waiting(vault: Path) -> None:
    os.mkfifo(vault / "Pipe.md")
    (vault / "Piped.md").symlink_to("Pipe.md")
    (vault / "Folder.md").mkdir()
    a_vault(vault, {"Folder.md/Inner.md": "word\n"})
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(os.path.relpath(vault / "Socket.md"))
    if os.geteuid() == 0:
        with suppress(OSError):  # not in every container
            os.mknod(vault / "Device.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))

    assert indexed(vault) == ["Folder.md/Inner.md", "Folder/Inner.md", "Note.md"]
    for name in ("Pipe.md", "Piped.md", "Folder.md", "Socket.md"):
        told = run("status", "--vault", vault, "--db", vault.with_name("index.db"), name)
        assert told.code == 0
        assert (
            "no file that can be read" in told.out or "a folder" in told.out or "link" in told.out
        )


def test_a_thousand_folders_one_in_the_other(vault: Path) -> None:
    folders = [os.path.join(vault, *["d"] * depth) for depth in range(1, 1001)]
    for folder in folders:
        os.mkdir(folder)
    note = Path(folders[-1], "Deep.md")
    note.write_text("[[Note]] word\n")
    try:
        assert indexed(vault)[-1] == note.relative_to(vault).as_posix()
        got = run("get", "--vault", vault, "--db", vault.with_name("index.db"), "Deep")
        assert (got.code, got.out) == (0, "[[Note]] word\n")
    finally:
        note.unlink()
        for folder in reversed(folders):  # more than whoever tidies up after tests can follow
            os.rmdir(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="others end paths elsewhere")
def test_a_path_that_is_too_long_for_any_call_is_told(vault: Path) -> None:
    """Such folders are made and removed step by step, each from within the one above."""
    steps = 30
    db = vault.with_name("index.db")
    handle = os.open(vault, os.O_RDONLY)
    handles = [handle]
    for _ in range(steps):
        os.mkdir("y" * 200, dir_fd=handle)
        handle = os.open("y" * 200, os.O_RDONLY, dir_fd=handle)
        handles.append(handle)
    os.close(os.open("Lost.md", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    try:
        answer = run("reindex", vault, "--db", db)
        assert answer.code == 0
        assert answer.err.count("error unreadable this folder cannot be opened (File name") == 1
        assert run("reindex", vault, "--db", db).code == 0
        assert dump(vault, db) == fresh_dump(vault)
    finally:
        os.unlink("Lost.md", dir_fd=handle)
        for above in reversed(handles[:-1]):
            os.close(handles.pop())
            os.rmdir("y" * 200, dir_fd=above)
        os.close(handles.pop())
