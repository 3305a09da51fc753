"""`notes.md` N1–N8, N21, N29: a file is read to its last character, and never refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mindnet import Note, read_note
from mindnet.errors import Severity
from mindnet.library import read_file
from mindnet.model import Item, Row

BLANKS = " \t\r\n"
PLACES = {"char_start", "char_end", "delimiter_start", "delimiter_end"}
EVERYTHING = """\
---
tags: [soil, 7]
---
# Compost ^c

> [!section] decision

Turn it [[Weekly]] #often
and %% not [[Daily]] %% more. ^turn

- [ ] heat
  - [x] air ^air
  - > [!tip]- deep
    > lazy
goes on

| a | b |
|---|---|
| [[x\\|y]] | [[x|y]] |
^table

Over
two lines
---

%%
# no heading
%%
$$
x
$$

[^1]: one
    two

[r]: Soil.md
See [r].

<div>

again ^turn

bad ^my_id

> [!section]

```py
open"""


def spans(text: str) -> list[tuple[int, int]]:
    return [(each.char_start, each.char_end) for each in read_note(text).blocks]


def texts(text: str) -> list[str]:
    return [each.text for each in read_note(text).blocks]


def without_places(value: Any) -> Any:
    """A note's JSON without offsets, and with one kind of line end."""
    if isinstance(value, dict):
        return {key: without_places(each) for key, each in value.items() if key not in PLACES}
    if isinstance(value, list):
        return [without_places(each) for each in value]
    return value.replace("\r\n", "\n").replace("\r", "\n") if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("name", "headings"), [("Oak.md", 1), ("a.b/Oak.Md", 1), ("Oak.txt", 0), ("Oak.TXT", 0)]
)
def test_what_is_markdown_is_known_by_its_extension_in_any_case(name: str, headings: int) -> None:
    """N1."""
    assert len(read_note("# Big oak", path=name).headings) == headings


@pytest.mark.parametrize(
    ("path", "document_id"),
    [
        ("Garden/Oak.md", "Garden/Oak"),
        ("Garden/Oak.MD", "Garden/Oak.MD"),
        ("Oak.txt", "Oak.txt"),
        ("Oak.canvas", "Oak.canvas"),
        ("a.txt.md", "a.txt.md"),
        ("a.MD.md", "a.MD.md"),
    ],
)
def test_no_two_notes_share_a_document_id(path: str, document_id: str) -> None:
    """`chunks.md` §2."""
    assert read_note("", path=path).document_id == document_id


@pytest.mark.parametrize(
    ("data", "code"), [(b"# Oak\n\xff\xfe", "not_utf8"), (b"x" * 10_000_001, "too_large")]
)
def test_what_is_no_text_or_too_much_is_skipped(tmp_path: Path, data: bytes, code: str) -> None:
    """N2."""
    (tmp_path / "Oak.md").write_bytes(data)
    note = read_file(tmp_path / "Oak.md")

    assert (note.blocks, note.headings) == ((), ())
    assert [(each.code, each.severity) for each in note.problems] == [(code, Severity.ERROR)]


def test_offsets_are_code_points_of_the_file_as_it_is() -> None:
    """N3: a BOM counts as one character and `\\r\\n` as two."""
    note = read_note("\ufeff# Öl 🌱\r\n\r\nein\r\nzwei\r\n")

    assert [(each.char_start, each.char_end, each.text) for each in note.blocks] == [
        (1, 7, "# Öl 🌱"),
        (11, 20, "ein\r\nzwei"),
    ]


def test_a_bom_belongs_to_no_block() -> None:
    """N3."""
    assert spans("\ufeff") == []
    assert spans("\ufeff---\na: 1\n---\nx") == [(14, 15)]


def test_only_one_bom_is_passed_over() -> None:
    """N3: the second is a character like others, so there is no heading behind it."""
    note = read_note("\ufeff\ufeff# Oak")

    assert [(each.kind, each.text) for each in note.blocks] == [("paragraph", "\ufeff# Oak")]


@pytest.mark.parametrize("sign", ["\f", "\v", "\x85", "\u2028", "\u2029", "\x1c", "\x00"])
def test_only_three_signs_end_a_line(sign: str) -> None:
    """N4, N5: a line of nothing but such a sign is no blank line either."""
    text = f"one{sign}# two\n{sign}\nthree{sign}"
    (block,) = read_note(text).blocks

    assert (block.text, block.line_start, block.line_end) == (text, 1, 3)


@pytest.mark.parametrize("blank", ["", " ", "\t", " \t "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_of_blanks_parts_paragraphs(blank: str, end: str) -> None:
    """N4, N5."""
    note = read_note(f"one{end}{blank}{end}three{blank}{end}four")

    assert [each.text for each in note.blocks] == ["one", f"three{blank}{end}four"]
    assert [(each.line_start, each.line_end) for each in note.blocks] == [(1, 1), (3, 4)]


def test_a_no_break_space_is_no_blank() -> None:
    """N5: neither between paragraphs nor behind the mark of a heading."""
    assert texts("one\n\u00a0\ntwo\n#\u00a0three") == ["one\n\u00a0\ntwo\n#\u00a0three"]


def test_line_ends_may_be_mixed() -> None:
    """N4: `\\n\\r` are two line ends, `\\r\\n` is one."""
    blocks = read_note("a\n\rb\r\nc\r\r\nd").blocks

    assert [(each.text, each.line_start, each.line_end) for each in blocks] == [
        ("a", 1, 1),
        ("b\r\nc", 3, 4),
        ("d", 6, 6),
    ]


@pytest.mark.parametrize(
    "text", ["# Oak", "- a\n- b", "| a |\n|---|\n| b |", "> q", "a\n===", "%%"]
)
def test_a_file_without_a_final_line_end_is_whole(text: str) -> None:
    """N4."""
    assert read_note(text).to_dict() == read_note(text + "\n").to_dict()
    assert texts(text) == [text]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_nothing_but_offsets(end: str) -> None:
    """N6."""
    note, other = read_note(EVERYTHING), read_note(EVERYTHING.replace("\n", end))

    assert len(note.blocks) == 15
    assert len(note.problems) == 6
    assert without_places(other.to_dict()) == without_places(note.to_dict())
    assert [each.text for each in other.blocks] == [
        each.text.replace("\n", end) for each in note.blocks
    ]
    assert_blocks_hold_the_body(other, other.blocks[0].char_start)


def test_the_body_begins_after_the_closing_line_of_the_frontmatter() -> None:
    """N7, N8: also where the frontmatter cannot be read."""
    assert spans("---\n# Oak\n---\nbody") == [(14, 18)]
    assert spans("---\n[[Oak\n---\nbody") == [(14, 18)]
    note = read_note("---\n# Oak #tag\n- [ ] [[Link]] ^id\n: x\n---")
    assert (note.blocks, note.headings, note.links, note.tags) == ((), (), (), ())
    assert (note.block_ids, note.tasks_open) == ((), 0)


def test_frontmatter_without_a_closing_line_is_body() -> None:
    """N7: `...`, `----` and an indented `---` close nothing."""
    note = read_note("---\na: 1\n...\n----\n\n  ---\n")

    assert [(each.kind, each.line_start) for each in note.blocks] == [
        ("rule", 1),
        ("heading", 2),
        ("rule", 6),
    ]
    assert [each.code for each in note.problems] == ["unclosed_frontmatter"]


def test_three_dashes_on_a_later_line_are_what_commonmark_says() -> None:
    """N8: a rule, a setext underline or text."""
    note = read_note("---\na: 1\n---\n---\n\nOak\n---\n\n    ---\n")

    assert [each.kind for each in note.blocks] == ["rule", "heading", "code"]


def assert_blocks_hold_the_body(note: Note, start: int) -> None:
    source = note.source
    for number, block in enumerate(note.blocks):
        assert block.index == number
        assert block.text == source[block.char_start : block.char_end] != ""
        assert source[start : block.char_start].strip(BLANKS) == ""
        assert block.char_start == start or source[block.char_start - 1] in "\r\n"
        assert block.text[-1] not in BLANKS
        inside = block.char_start
        parts: tuple[Item | Row, ...] = block.items or block.rows
        for part in parts:
            assert inside <= part.char_start < part.char_end <= block.char_end
            if block.items:
                assert source[inside : part.char_start].strip(BLANKS) == ""
            inside = part.char_end
        if block.items:
            assert all(word[0] == "^" for word in source[inside : block.char_end].split())
        start = block.char_end
    assert source[start:].strip(BLANKS) == ""


MARKS = (
    "-|*|+|1.|2)|>|#|##|---|===|```|~~~|%%|$$|^id|^a_b|<div>|<!--|-->|<figure>|[!note]|[ ]|[x]|"
    "[!section] x|section-type:: y|[^1]:|[r]: u|[[L]]|![[e]]|[r]|#t|a|word|\t|    |\f|\u2028|\0|\\"
)
TABLES = ["| a | b |", "|---|---|", "| x", "a | b", "--|--"]
words = st.sampled_from([*MARKS.split("|"), *TABLES])
lines = st.lists(words, max_size=4).map(" ".join) | st.text(max_size=5)
notes = st.lists(lines, max_size=9).map("\n".join).filter(lambda text: text[:3] != "---")


@settings(deadline=None)
@given(notes, st.sampled_from(["\n", "\r\n", "\r"]))
@example("[r]: u\n  Oak\n===", "\n")
@example("one\ntwo", "\r")
def test_every_character_that_is_no_blank_lies_in_one_block(text: str, end: str) -> None:
    """N21, N24, N29: whatever is written, nothing is lost and nothing raises."""
    text = text.replace("\n", end)

    assert_blocks_hold_the_body(read_note(text), 1 if text[:1] == "\ufeff" else 0)


@settings(deadline=None)
@given(notes.filter(lambda text: "\r" not in text), st.sampled_from(["\r\n", "\r"]))
def test_line_ends_change_nothing_in_any_note(text: str, end: str) -> None:
    """N6."""
    note, other = read_note(text), read_note(text.replace("\n", end))

    assert without_places(other.to_dict()) == without_places(note.to_dict())
