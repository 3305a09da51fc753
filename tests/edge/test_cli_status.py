"""`mindnet status`, `init` and `indexes`, as people and programs see them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.edge.commands import a_vault, ask, call


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


def test_status_shows_the_index_on_one_screen(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "oak.png").write_bytes(b"")
    call(capsys, "reindex")
    code, out, err = call(capsys, "status")
    rows = dict(
        line.split(maxsplit=1) for line in out.replace("left out", "left_out").splitlines()[:11]
    )

    assert (code, err) == (0, "")
    assert rows["vault"] == str(vault)
    assert rows["freshness"] == "fresh"
    assert (rows["notes"], rows["chunks"], rows["links"], rows["tags"]) == ("2", "2", "1", "1")
    assert (rows["skipped"], rows["problems"]) == ("1 not_utf8", "1 error")
    assert rows["left_out"] == "1 attachment"
    assert rows["profiles"] == "heading_smart 2"
    assert out.endswith("Odd.md:1 error not_utf8 this is not UTF-8: save the file as UTF-8\n")
    assert "Secret" not in out


def test_status_tells_what_to_do_where_the_index_is_behind(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    call(capsys, "reindex")
    (vault / "New.md").write_text("new\n")
    (vault / "Rain.md").unlink()
    _, out, _ = call(capsys, "status")
    answer = ask(capsys, "status")

    assert "behind: 1 to read, 1 to forget; run mindnet reindex" in out
    assert (answer["index"]["fresh"], answer["index"]["pending"]) == (False, 2)
    assert answer["status"]["pending"]["read"] == ["New.md"]


def test_status_as_json_has_one_shape(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    call(capsys, "reindex", vault)
    answer = ask(capsys, "status")

    assert list(answer) == ["mindnet", "index", "status"]
    assert list(answer["index"]) == ["generation", "fresh", "pending", "as_of"]
    assert list(answer["status"]) == [
        "vault", "db", "bytes", "notes", "chunks", "below_min", "links", "demoted", "tags",
        "skipped", "severities", "profiles", "left_out", "pending", "problems", "settings",
        "writer",
    ]  # fmt: skip
    assert list(ask(capsys, "status", "Rain.md")["status"]) == [
        "path", "indexed", "fresh", "reason", "message", "profile", "rule", "demoted",
        "problems", "near",
    ]  # fmt: skip


@pytest.mark.usefixtures("vault")
def test_status_without_an_index_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["status"], ["status", "Rain.md"]):
        code, out, err = call(capsys, *words)
        assert (code, out) == (3, "")
        assert "mindnet reindex" in err


@pytest.mark.usefixtures("vault")
def test_status_of_a_path_tells_why(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")

    def told(path: str) -> str:
        code, out, err = call(capsys, "status", path)
        assert (code, err) == (0, "")
        return out

    assert told("Rain.md") == (
        "Rain.md is in the index, cut by the profile heading_smart (default_profile)\n"
    )
    assert told("Secret.md") == (
        "Secret.md is private by the rule property private of the settings\n"
    )
    assert told("Odd.md").splitlines() == [
        "Odd.md is skipped: this is not UTF-8: save the file as UTF-8",
        "Odd.md:1 error not_utf8 this is not UTF-8: save the file as UTF-8",
    ]
    assert told("Compst.md") == "Compst.md is not there\ndid you mean Garden/Compost?\n"
    assert told("/etc/passwd") == "/etc/passwd is outside of the vault\n"


def test_init_shows_the_outlook_and_writes_one_file(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "oak.png").write_bytes(b"")
    before = {each for each in vault.rglob("*") if each.is_file()}
    code, out, err = call(capsys, "init", vault)
    config = vault / ".mindnet" / "config.toml"

    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "to index  2 notes, 0.0 MB",
        "profiles  heading_smart 2",
        "skipped   1 not_utf8",
        "left out  1 attachment",
        "",
        f"wrote {config}: every setting stands in it, with its default",
        f'next: mindnet reindex "{vault}"',
    ]
    assert {each for each in vault.rglob("*") if each.is_file()} - before == {config}


def test_init_writes_over_nothing(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    answer = ask(capsys, "init")
    assert answer["outlook"]["notes"] == 2
    assert answer["index"] is None
    Path(answer["config"]).write_text("ignore = []\n")

    code, out, err = call(capsys, "init")
    assert (code, out) == (2, "")
    assert "move it away and run mindnet init again" in err
    assert Path(answer["config"]).read_text() == "ignore = []\n"
    assert call(capsys, "init", vault, "--vault", vault.parent)[0] == 2


def test_indexes_are_listed_and_removed(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    assert call(capsys, "indexes") == (0, "no index yet: run mindnet reindex\n", "")
    call(capsys, "reindex")
    (index,) = ask(capsys, "indexes")["indexes"]
    assert (index["vault"], index["exists"], index["notes"]) == (str(vault), True, 2)

    os.chdir(vault.parent)
    shutil.rmtree(vault)
    _, out, _ = call(capsys, "indexes", "list")
    assert out.endswith(f"2 notes  {vault} (no longer there)\n")

    code, out, err = call(capsys, "indexes", "remove", index["name"])
    assert (code, out, err) == (0, f"removed {index['path']}\n", "")
    assert ask(capsys, "indexes")["indexes"] == []


@pytest.mark.parametrize("words", [["remove"], ["remove", "nothing"], ["list", "x"]])
def test_what_indexes_cannot_understand_is_told(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    code, out, err = call(capsys, "indexes", *words)

    assert (code, out) == (2, "")
    assert err.startswith("mindnet: ")
