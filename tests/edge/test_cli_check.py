"""`mindnet check`, as people and programs see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.asking.vaults import FILES, a_vault
from tests.edge.commands import ask, call


@pytest.fixture(autouse=True)
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "index.db"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = a_vault(tmp_path / "vault", FILES)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def index(capsys: pytest.CaptureFixture[str], vault: Path) -> Path:
    call(capsys, "reindex")
    return vault


@pytest.mark.usefixtures("index")
def test_check_reads_like_a_list_of_things_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "check")

    assert (code, err) == (1, "6 links\n")
    assert out == (
        "missing: 6 links to 4 files not there\n"
        "  Elm: 3 links in Log.md:1, Trees/Oak.md:6\n"
        "  Log.md:1  [[Diary]]\n"
        "  Trees/Oak.md:2  [[Trees]]\n"
        "  Trees/Oak.md:6  [[Loam]]\n"
    )


def test_check_fails_on_what_it_is_told_to(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    a_vault(vault, {"Twice.md": "One ^a\n\nTwo ^a\n\n[[Oak#Bark]]\n"})
    call(capsys, "reindex")

    for kinds, expected in (
        ("missing", 1),
        ("ambiguous", 0),
        ("fragment_missing,ambiguous", 1),
        ("duplicate_block_id", 1),
        ("warning", 1),
        (" error , notice ", 0),
        ("", 0),
    ):
        code, out, _ = call(capsys, "check", "--fail-on", kinds)
        assert code == expected, kinds
        assert "duplicate_block_id: 1 warning\n  Twice.md:3  ^a stands" in out
    code, out, err = call(capsys, "check", "--fail-on", "mising")
    assert (code, out) == (2, "")
    assert "did you mean missing?" in err


def test_a_vault_in_order_is_told_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    root = a_vault(tmp_path / "tidy", {"Oak.md": "[[Oak]]\n"})
    call(capsys, "reindex", root)

    assert call(capsys, "check", "--vault", root) == (0, "", "nothing to put right\n")
    answer = ask(capsys, "check", "--vault", root)
    assert (answer["problems"], answer["edges"]) == ([], [])


def test_a_long_list_is_shortened_and_says_how_to_see_all(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    ghosts = "".join(f"[[Ghost {number}]]\n\n" for number in range(30))
    a_vault(vault, {"Many.md": ghosts, "Same.md": "[[Oak#Bark]]\n\n" * 30})
    call(capsys, "reindex")
    _, short, _ = call(capsys, "check")
    _, whole, _ = call(capsys, "check", "--all")

    assert "  and 14 more: mindnet check --all\n" in short
    assert "heading Bark, not in Trees/Oak.md: 30 links in Same.md:1, Same.md:3, Same.md:5" in short
    assert " and 27 other places\n" in short
    assert "more: mindnet check --all" not in whole
    assert all(f"Same.md:{line}" in whole for line in range(1, 60, 2))
    assert all(f"[[Ghost {number}]]" in whole for number in range(30))
    assert len(json.loads(call(capsys, "check", "--json")[1])["edges"]) == 66
