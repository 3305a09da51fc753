"""The vault is only ever read: also by processes of ours, and where nobody may write."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.faults.runs import run
from tests.statuses import a_vault


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    vault = a_vault(tmp_path / "vault")
    (vault / "Loose.md").write_text("Anybody may write here.\n")
    (vault / "Loose.md").chmod(0o666)
    (vault / "Firm.md").write_text("Nobody may write here.\n")
    (vault / "Firm.md").chmod(0o444)
    (vault / "Link.md").symlink_to("Oak.md")
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "state" / "index.db"))
    return vault


def everything(vault: Path) -> dict[str, Any]:
    """All that can be seen of a vault without reading it, and all that is in it."""
    found = {}
    for each in (vault, *sorted(vault.rglob("*"))):
        state = os.lstat(each)
        marks = state.st_mode, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns
        plain = each.is_file() and not each.is_symlink()
        found[str(each)] = (*marks, each.read_bytes() if plain else None)
    return found


def test_processes_that_read_notes_do_not_touch_the_vault(vault: Path) -> None:
    before = everything(vault)

    assert run("reindex", "--full", "--jobs", "2", cwd=vault).code == 0
    assert everything(vault) == before


def test_a_vault_that_cannot_be_written_can_be_indexed_and_asked(
    vault: Path, bound: tuple[str, ...]
) -> None:
    for folder in (vault, *(each for each in vault.rglob("*") if each.is_dir())):
        folder.chmod(0o500)
    before = everything(vault)

    assert run("reindex", cwd=vault, command=bound).code == 0
    assert run("get", "Firm", cwd=vault, command=bound).out == "Nobody may write here.\n"
    assert everything(vault) == before


def test_an_index_that_is_named_beside_notes_touches_none_of_them(vault: Path) -> None:
    before = everything(vault)
    run("reindex", "--db", vault / "Journal" / "index.db", cwd=vault)
    run("search", "--db", vault / "Journal" / "index.db", "oak", cwd=vault)
    after = everything(vault)

    folder = str(vault / "Journal")
    assert all(after[name] == before[name] for name in before if name != folder)
