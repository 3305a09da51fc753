"""`fixed_size` on all that it has to bear: `strategies.md` §7, and bad input."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    fixed,
    flags,
    full,
    many,
    normal,
    sizes,
    spans,
    types,
)

WORDS = ("alfa", "beta", "ceta", "data", "etas")
X, Y = "> [!section] x", "> [!section] y"


def squeezed(texts: list[str]) -> str:
    """All that is no white space."""
    return "".join("".join(texts).split())


# The required tests of §7.

Form = tuple[str, Callable[[list[str]], str]]


def pages(paragraphs: list[str]) -> str:
    """As out of a PDF: a form feed behind every third paragraph."""
    ends = ("\f" if number % 3 == 2 else "\n\n" for number in range(len(paragraphs)))
    return "".join(text + end for text, end in zip(paragraphs, ends, strict=True))


FORMS: dict[str, Form] = {
    "Markdown": ("doc.md", lambda texts: blocks(*texts)),
    "plain text": ("doc.txt", lambda texts: blocks(*texts)),
    "pages": ("doc.txt", pages),
}
forms = pytest.mark.parametrize(("path", "write"), FORMS.values(), ids=FORMS)


@forms
def test_a_small_paragraphs(path: str, write: Callable[[list[str]], str]) -> None:
    """(a): 2,000 tokens → 4–5 chunks of 400–600, overlap about 12 %."""
    texts = [many(WORDS[number % 5], 40) for number in range(40)]
    chunks = fixed(write(texts), path=path)

    assert len(chunks) in (4, 5)
    assert all(400 <= size <= 600 for size in sizes(chunks)[:-1])
    for before, chunk in pairwise(chunks):
        share = len(chunk.overlap_prev) / len(before.normalized_text)
        assert 0.11 < share <= 0.12
    assert blocks(*normal(chunks)) == blocks(*texts)


@forms
def test_b_three_paragraphs(path: str, write: Callable[[list[str]], str]) -> None:
    """(b): paragraphs of 200 tokens → 1–2, and 3 with overlap."""
    texts = [many("alfa", 160), many("beta", 160), many("ceta", 160)]
    chunks = fixed(write(texts), path=path)

    assert spans(chunks) == [(0, 1), (2, 2)]
    assert full(chunks) == [blocks(*texts[:2]), blocks(many("beta", 38), texts[2])]


@forms
def test_c_one_long_paragraph(path: str, write: Callable[[list[str]], str]) -> None:
    """(c): 1,000 tokens → two chunks, cut between sentences."""
    sentences = [many(WORDS[number % 5], 20) for number in range(40)]
    chunks = fixed(write(["", "", " ".join(sentences)]), path=path)

    assert normal(chunks) == [" ".join(sentences[:20]), " ".join(sentences[20:])]
    assert chunks[1].overlap_prev == f"{many('ceta', 7)} {many('data', 20)} {many('etas', 20)}"
    assert flags(chunks) == [{"split"}, {"split", "continued"}]


@forms
def test_d_headings(path: str, write: Callable[[list[str]], str]) -> None:
    """(d): they divide where sections are large enough; a plain text has none (C2)."""
    texts = ["# One", many("alfa", 100), "# Two", many("beta", 100), "# Three", many("ceta", 10)]
    chunks = fixed(write(texts), path=path)

    if path.endswith(".md"):
        assert full(chunks) == [blocks(*texts[:2]), blocks(*texts[2:])]
    else:
        assert normal(chunks) == [blocks(*texts)]
        assert chunks[0].headings_path == ()


# The cases for all strategies.


@pytest.mark.parametrize("limit", [750, 60, 9, 1])
def test_a_question_heading_over_a_long_list(limit: int) -> None:
    """Must end; every chunk but the first begins with an item where one fits."""
    text = "## Why so?\n\n" + "\n".join(f"- item number {number}" for number in range(300))
    chunks = fixed(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit
    assert {chunk.prefix for chunk in chunks} == {""}
    if limit >= 9:
        assert chunks[0].md_text.startswith("## Why so?\n\n- item number 0")
        assert all(core.startswith("- item") for core in cores(chunks)[1:])


@pytest.mark.parametrize("limit", [750, 60, 9, 1])
def test_a_numbered_heading_over_a_long_sentence(limit: int) -> None:
    """Must end, and is not cut behind its number."""
    text = "## 3. Start\n\n" + "word " * 700
    chunks = fixed(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit
    if limit >= 9:
        assert chunks[0].md_text.startswith("## 3. Start\n\nword")


@pytest.mark.parametrize("text", [f"   {A}", f"  - {A}\n  - {B}", f"    {A}\n    {B}"])
def test_a_first_line_that_is_indented(text: str) -> None:
    """C5: stays so, also where a part begins with it."""
    assert cores(fixed(f"\n{text}\n\n{C}", side="none"))[0].startswith(text)
    assert cores(fixed(f"\n{text}\n\n{C}", max=13, min=0)) == [*text.split("\n"), C]


@pytest.mark.parametrize("letters", ["a", "ab-c/", "好", "🌳"])
def test_a_line_of_a_megabyte_without_a_space(letters: str) -> None:
    """C14, law 7: one sentence, so pieces up to `target`, and no word to lend."""
    text = letters * (1_000_000 // len(letters))
    start = time.process_time()
    chunks = fixed(text)

    assert time.process_time() - start < 5
    assert "".join(cores(chunks)) == "".join(full(chunks)) == text
    assert {len(core) for core in cores(chunks)[:-1]} == {2000}


def test_chinese_without_ascii_stops() -> None:
    """C16: `。！？` end sentences without a blank behind them; F9: a comma ends a word."""
    text = "今天天气很好。我们去公园吧！你呢？好的，走吧。" * 20
    chunks = fixed(text, target=10, max=14, min=3, tokens=2)

    assert "".join(cores(chunks)) == text
    assert all(core[-1] in "。！？" for core in cores(chunks))
    assert max(sizes(chunks)) <= 14
    assert {chunk.overlap_prev for chunk in chunks} == {"", "走吧。"}


def test_chinese_without_any_stop() -> None:
    """C14: cut between characters."""
    chunks = fixed("漢字" * 5000, max=12)

    assert "".join(cores(chunks)) == "漢字" * 5000
    assert {len(core) for core in cores(chunks)[:-1]} == {48}


def test_crlf_throughout() -> None:
    """C3: the same cut, and no line end is lost or made."""
    text = blocks("# A", f"{A}\n{B}", f"- {A}\n- {B}\n  - {C}", f"> {A}\n>\n> {B}", "## B", C)
    for limit in (750, 30, 14, 5):
        plain, other = fixed(text, max=limit), fixed(text.replace("\n", "\r\n"), max=limit)
        if limit == 750:
            assert [each.replace("\n", "\r\n") for each in full(plain)] == full(other)
        assert squeezed(cores(other)) == squeezed([text])
        assert all(not core.endswith("\r") for core in cores(other))
        assert max(sizes(other)) <= limit


def test_a_type_change_in_mid_section_and_under_an_untyped_heading() -> None:
    """C12, C13: starts a new chunk, however small, and nothing is lent over it."""
    chunks = fixed(blocks("# H", A, X, B, "# Two", "## Three", Y, C))

    assert normal(chunks) == [blocks("# H", A), B, blocks("# Two", "## Three", C)]
    assert types(chunks) == [None, "x", "y"]
    assert {chunk.overlap_prev for chunk in chunks} == {""}
    assert cores(fixed(blocks(A, X, "# Next", B))) == [A, blocks("# Next", B)]


@pytest.mark.parametrize("limit", [10, 4, 2, 1])
def test_a_limit_smaller_than_a_heading(limit: int) -> None:
    """C6: the heading is cut like a text."""
    text = blocks("## A heading of many words that is far too long for any limit", A, B)
    chunks = fixed(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit


def test_a_short_note() -> None:
    """C4: is one chunk as it is."""
    for text in ("a", "Hello.", "# A\n\nb", "- a", "|a|\n|-|", "```\n```", "> a", "# A"):
        assert full(fixed(f"{text}\n")) == [text]


def test_a_trailing_sentence_without_a_stop() -> None:
    """C16: a rest is a last sentence."""
    chunks = fixed(f"{A} {B} and so on", target=10, max=12, min=0, side="none", tokens=0)

    assert full(chunks) == [A, B, "and so on"]


# Bad input.


def test_a_table_with_one_cell_of_a_megabyte() -> None:
    """C14: its words up to `target`, led by the header; what is small joins them (F4, F7)."""
    text = f"| a | b |\n|---|---|\n| x | {'word ' * 200_000}|\n| y | z |"
    start = time.process_time()
    chunks = fixed(text)

    assert time.process_time() - start < 10
    assert squeezed(cores(chunks)) == squeezed([text])
    assert (sizes(chunks)[0], set(sizes(chunks)[1:-1])) == (502, {500})
    assert {chunk.prefix for chunk in chunks[1:]} == {"| a | b |\n|---|---|"}


def test_a_list_with_one_item_of_a_megabyte() -> None:
    """C14: its sentences, filled up to `target`."""
    text = f"- a\n- {'It is old. ' * 90_000}\n- b"
    start = time.process_time()
    chunks = fixed(text)

    assert time.process_time() - start < 10
    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= 500
    assert all(core.endswith("old.") for core in cores(chunks)[:-1])
    assert {chunk.overlap_prev for chunk in chunks} == {""}


def test_nothing_to_cut() -> None:
    """C4: no input, blank input, frontmatter, rules."""
    for text in ("", " \n\t\n" * 1000, "---\ntitle: x\n---\n", "***\n\n---\n"):
        assert fixed(text) == []
    assert fixed(" \f\n\f" * 1000, path="doc.txt") == []


def test_a_limit_of_one_token() -> None:
    """C6: everything is cut to pieces of up to four characters, and nothing is lost."""
    table, code = "|a|b|\n|-|-|\n|c|d|", "```py\nx = 1\n```"
    text = blocks("# A b", f"{A} ^id", "- a\n- b", table, code, "$$\na\n$$")
    chunks = fixed(text, max=1)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert set(sizes(chunks)) == {1}


def test_a_limit_smaller_than_the_tokens_of_a_character() -> None:
    """C6: a tree has three tokens, and cannot be cut."""
    chunks = fixed("🌳🌳 oak", max=1, tokenizer="cl100k_base")

    assert full(chunks)[:2] == ["🌳", "🌳"]
    assert sizes(chunks)[:2] == [3, 3]
    assert all(size == 1 for size in sizes(chunks)[2:])


def test_the_time_to_cut() -> None:
    """§8: under 100 ms for 100,000 characters."""
    for text in (many("alfa", 10) + " ") * 2000, (many("alfa", 50) + "\n\n") * 400, "a" * 100_000:
        fixed(text[:1000])
        start = time.process_time()
        fixed(text)
        assert time.process_time() - start < 0.1
