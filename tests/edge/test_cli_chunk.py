from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mindnet.edge.cli import draw
from mindnet.edge.cli.main import main
from mindnet.edge.cli.output import width_of
from mindnet.library import chunk_file, cut_file

A = "Aaaa bbbb cccc dddd eeee ffff gggg hhhh."  # 10 tokens of chars4
NOTE = f"""---
type: concept
---
## A

{A} {A} {A}

## B

Short end.

## C

> [!section] decision

We did.
"""


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def note(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".mindnet" / "profiles").mkdir(parents=True)
    tiny = 'extends = "heading_smart"\ntokenizer = "chars4"\ntarget = 22\nmax = 28\n'
    (root / ".mindnet" / "profiles" / "tiny.toml").write_text(tiny)
    config = 'base_url = "https://notes.example"\n[types]\nconcept = "tiny"\n'
    (root / ".mindnet" / "config.toml").write_text(config)
    (root / "Garden").mkdir()
    (root / "Garden" / "Oak.md").write_text(NOTE)
    return root / "Garden" / "Oak.md"


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def test_the_note_is_drawn_with_its_chunks(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    code, out, err = call(capsys, "chunk", note)

    assert (code, err) == (0, "")
    assert (
        out
        == """\
Garden/Oak.md
tiny (type concept) · 3 chunks · 42 tokens (chars4)

── Garden/Oak#c00 ─────────────────────────────── lines 4-6 ── ██████░░ 22/28 ──
    paragraph split · Oak > A
│ ## A
│
│ Aaaa bbbb cccc dddd eeee ffff gggg hhhh. Aaaa bbbb cccc dddd eeee ffff gggg
│ hhhh.

── Garden/Oak#c01 ────────────────────────────── lines 6-10 ── ████░░░░ 16/28 ──
    paragraph split continued · Oak > A
    begins here: the whole section would pass 28
    continues § A, heading repeated, then § B
┊ ## A
│ Aaaa bbbb cccc dddd eeee ffff gggg hhhh.
│
│ ## B
│
│ Short end.

── Garden/Oak#c02 ────────────────────────────── lines 12-16 ── █░░░░░░░ 4/28 ──
    paragraph [decision] · Oak > C
    begins here: the section type changes from none to decision
│ ## C
│
│ > [!section] decision
│
│ We did.
"""
    )


def test_the_chunks_are_those_of_python(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    code, out, err = call(capsys, "chunk", note, "--json")
    answer = json.loads(out)

    assert (code, err) == (0, "")
    assert list(answer) == ["mindnet", "index", "chunks"]
    assert answer["index"] is None
    assert answer["chunks"] == [chunk.to_dict() for chunk in chunk_file(note)]


def test_keys_may_be_set_one_by_one(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    sets = ["--set", "max=600", "--set", "target = 400", "--set", 'tokenizer="chars4"']
    code, out, _ = call(capsys, "chunk", note, "--profile", "sliding_short", *sets)

    assert code == 0
    assert out.splitlines()[1].startswith("sliding_short (asked for) · 2 chunks · ")
    assert "/600" in out


def test_overlap_is_marked_as_what_it_is(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    note.write_text("First one. Then two.\n\nThree is last.\n")
    sets = ["max=8", "overlap.side=both", "overlap.tokens=3", "tokenizer=chars4"]
    words = [word for each in sets for word in ("--set", each)]
    code, out, _ = call(capsys, "chunk", note, "--profile", "sliding_standard", *words)

    assert code == 0
    assert "│ First one. Then two.\n" in out
    assert "\n    3 tokens of overlap before it\n┊ Then two.\n│ Three is last.\n" in out


def test_standard_input_is_cut_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTE.encode())))
    code, out, err = call(capsys, "chunk", "-", "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["chunks"][0]["ref"] == "stdin#c00"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--set", "max"], "--set takes KEY=VALUE, such as --set max=200, not 'max'"),
        (["--set", "=5"], "--set takes KEY=VALUE"),
        (["--set", "max=0"], "in the profile: max should be a whole number above 0, not 0"),
        (["--set", "max=1e3"], "max should be a whole number above 0, not 1000.0"),
        (["--set", "target=9", "--set", "max=8"], "target (9) is above max (8)"),
        (["--set", "overlap.sid=both"], "no key sid in overlap; did you mean side?"),
        (["--set", "strategy=by_hedding"], "did you mean by_heading?"),
        (["--set", "tokenizer=o200k"], "did you mean o200k_base?"),
        (["--profile", "heading_smrt"], "did you mean heading_smart?"),
        (["--profile", "gone.md"], "there is no profile 'gone.md'"),
    ],
)
def test_what_is_wrong_is_told_before_any_work(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    for more in ([], ["--json"]):
        code, out, err = call(capsys, "chunk", "gone.md", *words, *more)

        assert (code, out) == (2, "")
        assert sentence in (json.loads(err)["error"]["message"] if more else err)


def test_a_missing_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "chunk", "gone.md") == (
        2,
        "",
        "mindnet: cannot read gone.md: No such file or directory\n",
    )


def test_a_note_that_names_no_profile_is_told_and_cut(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    note.write_text("---\nchunk_profile: tinny\n---\nText.\n")
    code, out, err = call(capsys, "chunk", note)

    assert code == 0
    assert "heading_smart (default_profile) · 1 chunk · " in out
    assert "Garden/Oak.md:2 warning unknown_profile" in err
    assert "did you mean tiny?" in err


@pytest.mark.parametrize(
    ("data", "number"),
    [
        (b"", 0),
        (b"---\na: b\n---\n", 0),
        (b"# Only\n\n## Headings\n", 1),
        (b"| a |\n| - |\n| 1 |\n", 1),
        (b"<|endoftext|>\n", 1),
    ],
)
def test_a_strange_note_has_a_defined_result(
    capsys: pytest.CaptureFixture[str], note: Path, data: bytes, number: int
) -> None:
    note.write_bytes(data)
    code, out, err = call(capsys, "chunk", note, "--profile", "heading_smart")
    assert (code, err) == (0, "")
    assert f"· {number} chunk{'' if number == 1 else 's'} ·" in out

    code, out, _ = call(capsys, "chunk", note, "--set", "max=1", "--json")
    assert code == 0
    assert bool(json.loads(out)["chunks"]) == bool(number)


def test_a_file_that_is_no_text_is_told(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    note.write_bytes(b"fine\n\xff")
    code, out, err = call(capsys, "chunk", note)

    assert code == 0
    assert "· 0 chunks · 0 tokens" in out
    assert err == "Garden/Oak.md:2 error not_utf8 this is not UTF-8: save the file as UTF-8\n"


def test_a_long_text_is_shown_by_its_ends(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    note.write_text("".join(f"- item {i}\n" for i in range(40)) + "\n" + "x" * 1_000_000)
    _, out, _ = call(capsys, "chunk", note, "--profile", "sliding_standard", "--set", "max=2000000")

    assert "│ - item 5\n│ …\n│ xxx" in out
    assert max(map(len, out.splitlines())) <= 80
    assert len(out.splitlines()) < 20


def test_a_wide_script_keeps_to_the_page(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    name = "大根" * 30
    wide = note.with_name(f"{name}.md")
    wide.write_text("大根を洗う。" * 30)
    _, out, _ = call(capsys, "chunk", wide)

    rows = [line for line in out.splitlines()[2:] if line]
    assert all(width_of(row) <= 80 for row in rows)
    assert any(row.startswith("── …") for row in rows)


def test_a_note_gives_the_terminal_no_orders(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    note.write_text("# \x1b[2J\x07 evil \u202e\n\n\x1b]0;owned\x07 text\n")
    _, out, _ = call(capsys, "chunk", note)

    assert "evil" in out
    assert {"\x1b", "\x07", "\u202e"}.isdisjoint(out)


def test_colour_is_for_terminals_whose_owners_want_it(
    monkeypatch: pytest.MonkeyPatch, note: Path
) -> None:
    assert not draw.choose_pen().dim
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")

    lines = list(draw.draw(cut_file(note), draw.choose_pen()))
    assert "\x1b[2m┊ ## A\x1b[0m" in lines
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in "".join(draw.draw(cut_file(note), draw.choose_pen()))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_encoding_has_its_marks(note: Path, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mindnet", "chunk", str(note)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    marks = ("│ ## B", "┊ ## A") if encoding == "utf-8" else ("| ## B", ": ## A")

    assert (done.returncode, done.stderr) == (0, b"")
    for mark in marks:
        assert f"\n{mark}\n" in done.stdout.decode(encoding)
    assert b"\\u" not in done.stdout
