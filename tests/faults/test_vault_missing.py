"""A vault that is not there, is none, is empty, or cannot be read: a sentence, and no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.runs import a_vault, many_notes, run

COMMANDS = (
    ("reindex",),
    ("reindex", "--full"),
    ("reindex", "--dry-run"),
    ("status",),
    ("search", "word"),
    ("get", "Note"),
    ("chunks", "Note"),
    ("export",),
    ("profiles", "list"),
    ("init",),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_vault_that_is_not_there_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    answer = run(*words, "--vault", tmp_path / "gone")

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"mindnet: there is no vault at {tmp_path / 'gone'}\n"
    assert not (tmp_path / "xdg_state_home").exists()


def test_a_file_is_no_vault(tmp_path: Path) -> None:
    (tmp_path / "Note.md").write_text("word")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("Note.md", "pipe", "loop", "Note.md/inner"):
        answer = run("reindex", tmp_path / name)

        assert answer.code == 2
        assert answer.err.startswith("mindnet: there is no vault at ")


def test_an_empty_vault_is_indexed_and_finds_nothing(tmp_path: Path) -> None:
    vault = a_vault(tmp_path / "vault", {})

    assert run("reindex", vault).out.startswith("0 notes, 0 chunks, ")
    assert run("export", "--vault", vault) == (0, "", "")
    assert run("search", "--vault", vault, "word").code == 1
    assert run("status", "--vault", vault).code == 0


def test_a_vault_that_was_emptied_is_forgotten_if_it_was_small(tmp_path: Path) -> None:
    vault = a_vault(tmp_path / "vault", many_notes(20))
    run("reindex", vault)
    for file in vault.rglob("*.md"):
        file.unlink()

    assert "20 removed, 0 notes" in run("reindex", vault).out


def test_a_root_that_cannot_be_listed_is_told_and_nothing_is_lost(
    tmp_path: Path, bound: tuple[str, ...]
) -> None:
    vault = a_vault(tmp_path / "vault", many_notes(3))
    run("reindex", vault)
    before = run("export", "--vault", vault).records
    for mode in (0o000, 0o300, 0o400):
        vault.chmod(mode)
        for words in (("reindex",), ("reindex", "--full"), ("status",)):
            answer = run(*words, "--vault", vault, command=bound)
            assert (answer.code, answer.out) == (2, "")
            assert answer.err.endswith("Permission denied\n")
        vault.chmod(0o700)
        assert run("export", "--vault", vault, command=bound).records == before


def test_a_note_that_cannot_be_opened_costs_nothing_but_itself(
    tmp_path: Path, bound: tuple[str, ...]
) -> None:
    vault = a_vault(tmp_path / "vault", {"A.md": "one\n", "B.md": "two\n"})
    (vault / "A.md").chmod(0o000)
    answer = run("reindex", vault, command=bound)

    assert answer.code == 0
    assert answer.err.startswith("A.md error unreadable this file cannot be opened (Permission")
    assert run("search", "--vault", vault, "two").code == 0

    assert "1 added" in run("reindex", vault).out  # by one who may read it


@pytest.mark.parametrize("name", ["config.toml", "profiles/own.toml"])
def test_settings_that_are_no_file_are_told_before_anything_is_read(
    tmp_path: Path, name: str
) -> None:
    vault = a_vault(tmp_path / "vault", {"Note.md": "word\n"})
    file = vault / ".mindnet" / name
    file.parent.mkdir(parents=True)
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("nowhere", path)):
        make(file)
        answer = run("reindex", vault)

        assert answer.code == 2
        assert answer.err.startswith(f"mindnet: {file}: cannot be read: ")
        assert not (tmp_path / "xdg_state_home").exists()
        os.rmdir(file) if file.is_dir() else file.unlink()


def test_settings_of_obsidian_that_are_no_file_say_nothing(tmp_path: Path) -> None:
    vault = a_vault(tmp_path / "vault", {"Note.md": "word\n"})
    (vault / ".obsidian").mkdir()
    os.mkfifo(vault / ".obsidian" / "app.json")
    os.mkfifo(vault / ".obsidian" / "templates.json")

    assert "1 added" in run("reindex", vault).out
