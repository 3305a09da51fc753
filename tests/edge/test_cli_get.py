"""`mindnet get`, as people and programs see it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.usefixtures("vault")
def test_get_prints_the_text_alone(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")

    assert call(capsys, "get", "Rain")[:2] == (0, "Rain keeps the compost wet.\n")
    code, out, err = call(capsys, "get", "Compost#Why")
    assert (code, out) == (0, "## Why\n\nHeat.\n")
    assert err.startswith("Garden/Compost:8-10@")
    assert err.endswith(" Compost > Why\n")
    assert call(capsys, "get", "Compost")[1] == NOTE


@pytest.mark.usefixtures("vault")
def test_get_as_json_has_one_shape(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")
    parts = "outline, links,backlinks,frontmatter"
    answer = ask(capsys, "get", "Compost#c00", "--with", parts)
    (text,) = answer["texts"]

    assert list(answer) == ["mindnet", "index", "texts"]
    assert list(text)[-4:] == ["outline", "links", "backlinks", "frontmatter"]
    assert (text["kind"], text["state"], text["path"]) == ("chunk", None, "Garden/Compost.md")
    assert [each["raw"] for each in text["links"]] == ["[[Rain]]"]
    assert ask(capsys, "get", text["ref"])["texts"][0]["state"] == "holds"


@pytest.mark.usefixtures("vault")
def test_get_shows_what_was_asked_for_beside(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")
    _, out, _ = call(capsys, "get", "Compost#Why", "--with", "outline,frontmatter")
    text, outline, front = out.split("\n\n", 3)[0], *out.split("\n\n")[-2:]

    assert text == "## Why"
    assert outline.startswith("Outline (2)\n  Garden/Compost:4-10@")
    assert outline.endswith("##  Why")
    assert front == 'Frontmatter (1)\n  tags  ["soil"]\n'


def test_get_says_what_became_of_a_text(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    call(capsys, "reindex")
    ref = ask(capsys, "get", "Rain:1")["texts"][0]["ref"]

    (vault / "Rain.md").write_text("First.\n\nRain keeps the compost wet.\n")
    code, out, err = call(capsys, "get", ref)
    assert (code, out) == (0, "Rain keeps the compost wet.\n")
    assert err.endswith("\nmoved: the text that was cited stands here now\n")

    (vault / "Rain.md").write_text("Rain keeps it wet.\n")
    code, out, err = call(capsys, "get", ref)
    assert (code, out) == (1, "Rain keeps it wet.\n")
    assert err.endswith("\nchanged: another text stands here now\n")

    (vault / "Rain.md").write_text("")
    code, out, err = call(capsys, "get", ref)
    assert (code, out) == (1, "")
    assert err.endswith("\ngone: nothing stands there any longer\n")
    code, out, err = call(capsys, "get", ref, "--json")
    assert (code, err) == (1, "")
    answer = json.loads(out)
    assert (answer["texts"][0]["state"], answer["texts"][0]["text"]) == ("gone", None)
    assert (answer["index"]["fresh"], answer["index"]["pending"]) == (False, 1)


def test_an_address_that_fits_several_notes_lists_them(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "Shore").mkdir()
    for folder in ("Garden", "Shore"):
        (vault / folder / "Log.md").write_text("x\n")
    call(capsys, "reindex")
    code, out, err = call(capsys, "get", "Log")
    assert (code, out) == (5, "")
    assert "Garden/Log.md, Shore/Log.md" in err

    code, out, err = call(capsys, "get", "Log", "--json")
    error = json.loads(err)["error"]
    assert (code, out, error["code"]) == (5, "", "ambiguous_ref")
    assert error["candidates"] == ["Garden/Log.md", "Shore/Log.md"]


@pytest.mark.usefixtures("vault")
def test_an_unknown_address_is_exit_code_5(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")
    code, out, err = call(capsys, "get", "Compots")
    assert (code, out) == (5, "")
    assert "did you mean Garden/Compost?" in err

    for ref in ("Secret", "Secret.md", "Nothing", "../vault/Rain.md", "a\0b", "x" * 10_240):
        code, out, err = call(capsys, "get", ref, "--json")
        assert (code, out) == (5, "")
        assert json.loads(err)["error"]["code"] == "unknown_ref"
        assert "zanzibar" not in err


@pytest.mark.usefixtures("vault")
def test_a_part_that_does_not_exist_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "reindex")
    code, _, err = call(capsys, "get", "Rain", "--with", "outlines")

    assert code == 2
    assert "only outline, links, backlinks, frontmatter" in err


def test_a_terminal_obeys_nothing_that_a_note_says(vault: Path) -> None:
    (vault / "Evil.md").write_text("# Evil\n\n\x1b]0;owned\x07 text \u202e\n")
    subprocess.run([sys.executable, "-m", "mindnet", "reindex"], cwd=vault, capture_output=True)
    ours, theirs = pty.openpty()
    whole = [sys.executable, "-m", "mindnet", "get", "Evil"]
    done = subprocess.run(whole, stdout=theirs, stderr=subprocess.DEVNULL, cwd=vault)
    os.close(theirs)
    shown = os.read(ours, 4096).decode()
    os.close(ours)

    assert done.returncode == 0
    assert "owned" in shown
    assert {"\x1b", "\x07", "\u202e"}.isdisjoint(shown)
