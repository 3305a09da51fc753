from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.edge.cli.output import width_of
from mindnet.library import chunk_file, compare_file

A = "Aaaa bbbb cccc dddd eeee ffff gggg hhhh."  # 10 tokens of chars4
NOTE = f"""\
## A

{A} {A} {A}

## B

Short end.

## C

> [!section] decision

We did.
"""
THREE = "heading_smart,heading_strict,sliding_short"
SMALL = ("--set", "tokenizer=chars4", "--set", "target=22", "--set", "max=28")


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
    (root / "Oak.md").write_text(NOTE)
    return root / "Oak.md"


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def test_several_profiles_stand_side_by_side(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    code, out, err = call(capsys, "chunk", "--compare", THREE, *SMALL, "--set", "min=5", note)

    assert (code, err) == (0, "")
    assert (
        out
        == """\
Oak.md
sizes in tokens of chars4

   profile         chunks  smallest  median  largest  < min  > target
A  heading_smart        3         4      16       22      1         0
B  heading_strict       4         4       4       22      2         0
C  sliding_short        4         1       4       25      2         1

tokens  A     B     C
   1-5  █ 1   ██ 2  ██ 2
  6-10
 11-15        █ 1
 16-20  █ 1
 21-25  █ 1   █ 1   ██ 2

line  A  B  C  4 places to cut, 2 shared by all
   3  │  │  ●  Aaaa bbbb cccc dddd eeee ffff gggg hhhh. Aaaa bbbb cccc dddd…
   3  ●  ●  ●  …Aaaa bbbb cccc dddd eeee ffff gggg hhhh.
   5  │  ●  │  ## B
   9  ●  ●  ●  ## C
"""
    )


def test_the_same_is_told_as_json(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    code, out, err = call(capsys, "chunk", note, "--compare", THREE, *SMALL, "--json")
    answer = json.loads(out)

    assert (code, err) == (0, "")
    assert list(answer) == ["mindnet", "index", "trials"]
    assert answer["index"] is None
    assert [trial["profile"] for trial in answer["trials"]] == THREE.split(",")
    overrides = {"tokenizer": "chars4", "target": 22, "max": 28}
    trials = compare_file(note, THREE.split(","), overrides).trials
    assert answer["trials"] == [trial.to_dict() for trial in trials]
    for trial in answer["trials"]:
        chunks = chunk_file(note, trial["profile"], overrides)
        assert trial["chunks"] == len(chunks)
        assert [each["char_start"] for each in trial["boundaries"]] == [
            chunk.char_start for chunk in chunks[1:]
        ]
        assert sum(each["chunks"] for each in trial["sizes"]["histogram"]) == len(chunks)


def test_the_shape_of_the_json_stays(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    _, out, _ = call(capsys, "chunk", note, "--compare", "heading_strict", *SMALL, "--json")
    (trial,) = json.loads(out)["trials"]

    assert list(trial) == [
        *("profile", "strategy", "tokenizer", "target", "max", "min"),
        *("chunks", "sizes", "boundaries"),
    ]
    assert list(trial["sizes"]) == [
        *("smallest", "median", "largest", "below_min", "over_target", "histogram"),
    ]
    assert trial["sizes"]["histogram"][0] == {"low": 1, "high": 5, "chunks": 2}
    assert trial["boundaries"][1] == {
        "place": 130,
        "line": 5,
        "char_end": 128,
        "char_start": 130,
    }
    assert NOTE[130:134] == "## B"


def test_a_strategy_without_target_is_over_none(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    _, out, _ = call(capsys, "chunk", note, "--compare", "sentence,heading_smart")
    _, json_out, _ = call(capsys, "chunk", note, "--compare", "sentence", "--json")

    row = next(line for line in out.splitlines() if line.startswith("A  sentence"))
    assert row.endswith("-         -")
    (trial,) = json.loads(json_out)["trials"]
    assert (trial["target"], trial["sizes"]["over_target"]) == (None, None)


def test_a_profile_of_the_vault_and_standard_input_are_compared_too(
    capsys: pytest.CaptureFixture[str], note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = 'extends = "heading_strict"\ntokenizer = "chars4"\nmax = 28\n'
    (note.parent / ".mindnet" / "profiles" / "tiny.toml").write_text(own)
    monkeypatch.chdir(note.parent)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTE.encode())))
    code, out, err = call(capsys, "chunk", "-", "--compare", "tiny , heading_smart,tiny")

    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["stdin.md", "sizes in tokens of A chars4, B cl100k_base"]
    assert [line.split()[:3] for line in out.splitlines()[4:6]] == [
        ["A", "tiny", "4"],
        ["B", "heading_smart", "2"],
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--compare", "heading_smrt,sentence"], "did you mean heading_smart?"),
        (["--compare", "sentence,gone"], "there is no profile 'gone'"),
        (["--compare", "sentence", "--profile", "fixed"], "leave out --profile, or --compare"),
        (["--compare", ""], "such as --compare heading_smart,sentence"),
        (["--compare", "sentence,,fixed"], "takes profiles with commas between them"),
        (["--compare", "sentence", "--set", "max"], "--set takes KEY=VALUE"),
        (["--compare", "sentence", "--set", "maxx=3"], "did you mean max?"),
        (["--compare", ",".join(map(str, range(13)))], "has room for 12 profiles, and got 13"),
    ],
)
def test_what_is_wrong_is_told_before_any_work(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    for more in ([], ["--json"]):
        code, out, err = call(capsys, "chunk", "gone.md", *words, *more)

        assert (code, out) == (2, "")
        assert sentence in (json.loads(err)["error"]["message"] if more else err)


@pytest.mark.parametrize("data", [b"", b"---\na: b\n---\n", b"fine\n\xff"])
def test_a_note_without_text_has_no_cut(
    capsys: pytest.CaptureFixture[str], note: Path, data: bytes
) -> None:
    note.write_bytes(data)
    code, out, err = call(capsys, "chunk", note, "--compare", THREE)

    assert code == 0
    assert out.splitlines()[4].split() == ["A", "heading_smart", "0", "-", "-", "-", "-", "0"]
    assert out.endswith("\n\nno cut: every profile leaves the note in one piece\n")
    assert ("not_utf8" in err) == (b"\xff" in data)


def test_a_canvas_is_cut_between_its_cards(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    card = {"type": "text", "x": 0, "y": 0, "width": 9, "height": 9}
    cards = [{**card, "id": str(number), "y": number, "text": A} for number in range(3)]
    board = note.with_name("Board.canvas")
    board.write_text(json.dumps({"nodes": cards, "edges": []}))
    code, out, _ = call(capsys, "chunk", board, "--compare", "sliding_short", *SMALL)

    assert code == 0
    assert out.splitlines()[-1] == f"card  ●  {A}"


def test_a_cut_inside_a_line_is_led_by_dots(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    pages = note.with_name("Pages.txt")
    pages.write_text(f"{A} {A}\f{A}\n\n{A} {A} Last.\n")
    words = ["--set", "tokenizer=chars4", "--set", "max=10", "--set", "overlap.side=none"]
    _, out, _ = call(capsys, "chunk", pages, "--compare", "sliding_short", *words)

    assert [line.partition("●  ")[2] for line in out.splitlines()[-5:]] == [
        f"…{A}",
        A,
        f"{A} Aaaa bbbb cccc dddd eeee ffff…",
        f"…{A} Last.",
        "…Last.",
    ]


def test_a_page_keeps_to_its_width(capsys: pytest.CaptureFixture[str], note: Path) -> None:
    names = [f"{'大根' * 20}{number}" for number in range(12)]
    for name in names:
        file = note.parent / ".mindnet" / "profiles" / f"{name}.toml"
        file.write_text('extends = "heading_strict"')
    note.write_text("".join(f"## 大根{i}\n\n{'大根を洗う。' * 30} x\n\n" for i in range(1200)))
    code, out, _ = call(capsys, "chunk", note, "--compare", ",".join(names))

    assert code == 0
    assert "1,200" in out
    assert max(map(width_of, out.splitlines())) <= 80
    assert len(out.splitlines()) < 1200 + 30


def test_a_note_gives_the_terminal_no_orders(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    note.write_text("# A\n\n# \x1b[2J\x07 evil \u202e\n")
    _, out, _ = call(capsys, "chunk", note, "--compare", "heading_strict")

    assert "evil" in out
    assert {"\x1b", "\x07", "\u202e"}.isdisjoint(out)


@pytest.mark.parametrize(("encoding", "cut", "bar"), [("ascii", "*", "#"), ("utf-8", "●", "█")])
def test_every_encoding_has_its_marks(note: Path, encoding: str, cut: str, bar: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mindnet", "chunk", str(note), "--compare", THREE, *SMALL],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    lines = done.stdout.decode(encoding).splitlines()

    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[-1] == f"   9  {cut}  {cut}  {cut}  ## C"
    assert f" 21-25  {bar} 1   {bar} 1   {bar}{bar} 2" in lines
    assert b"\\u" not in done.stdout
