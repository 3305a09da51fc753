"""`mindnet chunks`: how a note of the index was cut (`interfaces.md` §3)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.edge.cli.output import width_of
from mindnet.library import open_library
from tests.store.vaults import a_vault, an_index

A = "Aaaa bbbb cccc dddd eeee ffff gggg hhhh."  # 10 tokens of chars4
TINY = 'extends = "heading_smart"\ntokenizer = "chars4"\ntarget = 22\nmax = 28\n'
OAK = f"""---
up: "[[Trees]]"
---
## A

{A} {A} {A}

## B

up:: [[Trees]]

See [[#A]] and [the web](https://a.example). ![[oak.png]]

## C

> [!section] decision

We did. {"[[x]] " * 10}
"""
NOTES = {
    "Garden/Oak.md": OAK,
    "Garden/Log.md": A,
    "Tower/Log.md": A,
    "Empty.md": "",
    "Trees.md": A,
    "oak.png": "",
    "x.md": A,
    "Odd.md": "# \x1b[31mred\n\nBell \x07 and NUL \0.\n",
}


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "index.db"))
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = a_vault(tmp_path / "vault", NOTES, TINY)
    an_index(root, tmp_path / "index.db").close()
    monkeypatch.chdir(root)
    return root


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    return code, *capsys.readouterr()


def test_a_kept_note_is_drawn_like_one_that_is_cut_now(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    """But for its links, and for the rule that chose its profile."""
    code, kept, err = call(capsys, "chunks", "Garden/Oak.md")
    now = call(capsys, "chunk", str(vault / "Garden" / "Oak.md"))[1]

    assert (code, err) == (0, "")
    added = [line for line in kept.splitlines() if line not in now.splitlines()]
    assert added[0].startswith("own · ")
    led = " ".join(" ".join(added[1:]).replace(".md", "").split())
    assert led == (
        "leads to Trees (up), [[#A]], https://a.example (external), oak.png (embeds) "
        "leads to x, x, x, x, x, x, x, x and 2 more"
    )
    missing = [line for line in now.splitlines() if line not in kept.splitlines()]
    assert missing == [now.splitlines()[1]]
    assert "begins here: the section type changes from none to decision" in kept
    assert all(width_of(line) <= 80 for line in kept.splitlines())


def test_json_gives_the_records_and_the_edges_of_each_chunk(
    capsys: pytest.CaptureFixture[str],
    vault: Path,  # noqa: ARG001  # indexed
) -> None:
    code, out, _ = call(capsys, "chunks", "Oak", "--json")
    answer = json.loads(out)

    assert code == 0
    assert {"generation", "fresh", "pending", "as_of"} <= answer["index"].keys()
    with open_library() as library:
        assert answer["chunks"] == [chunk.to_dict() for chunk in library.chunks("Garden/Oak")]
        edges = [each for each in library.export("edges") if each["source"] == "Garden/Oak.md"]
    told = [each for chunk in answer["chunks"] for each in chunk["edges"]]
    assert told == [
        {key: each[key] for key in each if key != "rec"} for each in edges if each["source_chunk"]
    ]
    assert len(told) == 14
    for chunk in answer["chunks"]:
        assert {each["source_chunk"] for each in chunk["edges"]} <= {chunk["chunk_id"]}


@pytest.mark.usefixtures("vault")
def test_a_note_without_chunks_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "chunks", "Empty")

    assert code == 0
    assert out == "Empty.md\nown · 0 chunks · 0 tokens (chars4)\n"
    assert json.loads(call(capsys, "chunks", "Empty", "--json")[1])["chunks"] == []


@pytest.mark.usefixtures("vault")
def test_a_terminal_gets_nothing_to_obey(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "chunks", "Odd")[1]

    assert {"\x1b", "\x07", "\0"}.isdisjoint(out)


@pytest.mark.usefixtures("vault")
def test_a_name_of_several_notes_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "chunks", "log", "--json")
    error = json.loads(err)["error"]

    assert (code, out) == (5, "")
    assert error["code"] == "ambiguous_ref"
    assert error["candidates"] == ["Garden/Log.md", "Tower/Log.md"]


@pytest.mark.usefixtures("vault")
def test_an_unknown_name_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "chunks", "Gardn/Oaak")

    assert (code, out) == (5, "")
    assert "did you mean Garden/Oak" in err
    assert err.count("\n") == 1


def test_without_an_index_the_command_to_run_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = call(capsys, "chunks", "Oak", "--vault", str(a_vault(tmp_path / "new", NOTES)))

    assert code == 3
    assert "mindnet reindex" in err


def test_a_note_that_has_changed_is_shown_as_it_was_and_that_is_said(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "Garden" / "Log.md").write_text("Quite another text.\n")
    code, out, err = call(capsys, "chunks", "Garden/Log")

    assert code == 0
    assert A in out
    assert err == "Garden/Log.md has changed since it was indexed: run mindnet reindex\n"
    assert json.loads(call(capsys, "chunks", "Garden/Log", "--json")[1])["index"]["fresh"] is False


def test_a_note_that_is_gone_or_private_by_now_is_not_shown(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "Garden" / "Log.md").unlink()
    (vault / "Tower" / "Log.md").write_text(f"---\nprivate: true\n---\n{A}\n")

    for name in ("Garden/Log.md", "Tower/Log.md"):
        code, out, err = call(capsys, "chunks", name)
        assert (code, out) == (5, "")
        assert "Aaaa" not in err
