"""`by_block` on whole notes: those of `strategies.md` §7, and bad input."""

from __future__ import annotations

import time
from typing import Any

import pytest

from mindnet import Chunk
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    flags,
    full,
    kinds,
    normal,
    sizes,
    structured,
    types,
)

SENTENCES = " ".join((A, B, C) * 9)  # 1106 characters, 277 tokens


def squeezed(texts: list[str]) -> str:
    """All that is no white space."""
    return "".join("".join(texts).split())


def cut_twice(text: str, **keys: Any) -> list[Chunk]:
    """The chunks by the profile that ships; within its limits, and the same the second time."""
    given = {"side": "previous", "tokens": 80, **keys}
    chunks, again = structured(text, **given), structured(text, **given)

    assert [chunk.to_dict() for chunk in chunks] == [chunk.to_dict() for chunk in again]
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    assert max(sizes(chunks)) <= chunks[0].knife.max
    return chunks


# The seven.


def test_headings_of_three_levels_with_paragraphs() -> None:
    """§7 (1)."""
    text = blocks("# A", A, B, "## B", *(SENTENCES,) * 4, "### C", C, "## D", A)
    chunks = cut_twice(text)

    assert kinds(chunks) == ["paragraph"] * 5
    assert [chunk.section_path for chunk in chunks] == ["/A", "/A/B", "/A/B", "/A/B/C", "/A/D"]
    assert normal(chunks)[0] == blocks(A, B)
    assert [chunk.core_token_count for chunk in chunks] == [21, 831, 277, 10, 10]
    assert [bool(chunk.overlap_prev) for chunk in chunks] == [False, False, True, False, False]
    assert (chunks[2].overlap_prev, sizes(chunks)[2]) == (SENTENCES[-327:], 359)


def test_nested_lists() -> None:
    """§7 (2)."""
    item = f"- {A}\n  1. {B}\n     - {C}\n  2. {A}"
    chunks = cut_twice("\n".join([item] * 40))

    assert kinds(chunks) == ["list"] * 3
    assert "\n".join(cores(chunks)) == "\n".join([item] * 40)
    assert [core.count("\n- ") + 1 for core in cores(chunks)] == [15, 15, 10]
    assert all(650 <= size <= 900 for size in sizes(chunks)[:-1])


def test_a_table_of_more_than_200_rows() -> None:
    """§7 (3)."""
    header = "| tree | place |\n|------|-------|"
    rows = [f"| oak {number:03} | {A} |" for number in range(210)]
    chunks = cut_twice("\n".join((header, *rows)))

    assert kinds(chunks) == ["table"] * 5
    assert all(text.startswith(f"{header}\n| oak ") for text in full(chunks))
    assert "\n".join(cores(chunks)) == "\n".join((header, *rows))
    assert max(sizes(chunks)) <= 650
    assert {chunk.overlap_prev for chunk in chunks} == {""}


def test_no_headings() -> None:
    """§7 (4)."""
    chunks = cut_twice(blocks(*(SENTENCES,) * 5, "- a\n- b"))

    assert kinds(chunks) == ["paragraph", "mixed"]
    assert [chunk.headings_path for chunk in chunks] == [(), ()]
    assert [chunk.core_token_count for chunk in chunks] == [831, 556]


def test_a_code_block() -> None:
    """§7 (5): between two texts that stay apart."""
    code = "\n".join(("```py", *(f"x{number:03} = '{A}'" for number in range(80)), "```"))
    chunks = cut_twice(blocks("# A", A, code, B))

    assert kinds(chunks) == ["paragraph", "code", "code", "paragraph"]
    assert [chunk.prefix for chunk in chunks] == ["", "", "```py", ""]
    assert "\n".join(cores(chunks)[1:3]) == code
    assert flags(chunks)[1:3] == [{"split"}, {"split", "continued"}]


def test_a_page_with_several_sections_and_links() -> None:
    """§7 (6)."""
    links = "- [[Oak]]\n- [elm](Elm.md)\n- https://example.org"
    text = blocks(
        *("# Trees", f"See [[Oak]]. {A}", links, "## Oak", f"![[oak.png]] {B}", "---", C),
        *("## Links", links, "> [[Elm]]", "## See also", "### Books"),
    )
    chunks = cut_twice(text)

    assert kinds(chunks) == ["mixed", "paragraph", "paragraph", "mixed"]
    assert full(chunks)[0] == blocks(f"See [[Oak]]. {A}", links)
    assert [chunk.section_title for chunk in chunks] == ["Trees", "Oak", "Oak", "Links"]
    assert chunks[2].overlap_prev == f"![[oak.png]] {B}"


@pytest.mark.parametrize("path", ["converted.md", "converted.txt"])
def test_a_converted_pdf(path: str) -> None:
    """§7 (7): in a plain text all is paragraphs, and pages end them."""
    pages = (
        blocks(SENTENCES, "| a | b |\n|---|---|\n| 1 | 2 |"),
        blocks("- one\n- two", SENTENCES),
        blocks("1. three\n2. four", f"{A}\n{B}"),
    )
    chunks = cut_twice("\n\f\n".join(pages), path=path)

    if path.endswith(".md"):
        assert kinds(chunks) == ["paragraph", "table", "mixed"]
        assert [chunk.core_token_count for chunk in chunks] == [277, 8, 306]
    else:
        assert kinds(chunks) == ["paragraph"]
        assert [chunk.page for chunk in chunks] == [0]
        assert normal(chunks) == [blocks(*pages)]


# All strategies.


@pytest.mark.parametrize("limit", [600, 60, 9, 1])
def test_a_heading_over_something_long(limit: int) -> None:
    """A question over a list, a number over a sentence; and `max` smaller than either heading."""
    items = "\n".join(f"- item number {number}" for number in range(300))
    for heading, body in (("## Why so?", items), ("## 3. Start of it", "word " * 700)):
        chunks = cut_twice(blocks(heading, body), max=limit, target=limit, min=0)
        assert squeezed(cores(chunks)) == squeezed([body])
        assert {chunk.section_title for chunk in chunks} == {heading[3:]}


@pytest.mark.parametrize("text", [f"   {A}", f"  - {A}\n  - {B}", f"    {A}\n    {B}"])
def test_a_first_line_that_is_indented(text: str) -> None:
    """C5."""
    assert cores(structured(f"\n{text}\n\n# C\n\n{C}")) == [text, C]
    parts = structured(f"\n{text}\n\n{C}", max=13, target=11, min=0)
    assert cores(parts) == [*text.split("\n"), C]


@pytest.mark.parametrize("letters", ["a", "ab-c/", "好", "🌳"])
def test_a_line_of_a_megabyte_without_a_space(letters: str) -> None:
    """C14: pieces up to `target`, in no time."""
    text = letters * (1_000_000 // len(letters))
    start = time.process_time()
    chunks = structured(text)

    assert time.process_time() - start < 5
    assert "".join(cores(chunks)) == text
    assert set(sizes(chunks)[:-1]) == {650}


def test_chinese_without_ascii_stops() -> None:
    """C16: and without any stops at all."""
    text = "今天天气很好。我们去公园吧！你呢？好的，走吧。" * 20
    chunks = cut_twice(text, target=6, max=12, min=0, side="none")

    assert "".join(cores(chunks)) == text
    assert all(core[-1] in "。！？" for core in cores(chunks))
    assert all(size >= 6 for size in sizes(chunks)[:-1])
    assert "".join(cores(cut_twice("漢字" * 500, target=8, max=12, min=0))) == "漢字" * 500


def test_crlf_throughout() -> None:
    """C3: the same cut."""
    text = blocks("# A", f"{A}\n{B}", f"- {A}\n- {B}\n  - {C}", f"> {A}\n>\n> {B}", "---", C)
    other = text.replace("\n", "\r\n")

    assert [each.replace("\n", "\r\n") for each in full(structured(text))] == full(
        structured(other)
    )
    for limit in (30, 14, 5):
        chunks = cut_twice(other, max=limit, target=limit, min=0)
        assert squeezed(cores(chunks)) == squeezed(full(structured(text)))
        assert all(not core.endswith("\r") for core in cores(chunks))


def test_a_type_change_in_mid_section_and_under_an_untyped_heading() -> None:
    """C11–C13."""
    text = blocks("# A", A, "> [!section] x", B, "## B", "> [!section] y", C, "## C", A)
    chunks = structured(text, side="both", tokens=80)

    assert types(chunks) == [None, "x", "y", "x"]
    assert full(chunks) == [A, B, C, A]


def test_a_short_note() -> None:
    """C4."""
    for text in ("a", "Hello.", "- a", "|a|\n|-|", "```\n```", "> a", "$$a$$", "![[a]]"):
        assert full(structured(f"{text}\n")) == [text]


def test_a_trailing_sentence_without_a_stop() -> None:
    """C16: a rest is a last sentence."""
    chunks = structured(f"{A} {B} and so on", target=10, max=12, min=0)

    assert full(chunks) == [A, B, "and so on"]


# Bad input.


@pytest.mark.parametrize(
    "text",
    ["|a|b|\n|-|-|\n|@|c|\n|d|e|", "- one\n- @\n- two", "> one\n>\n> @", "```js\n@\n```"],
    ids=["cell", "item", "quote", "line"],
)
@pytest.mark.parametrize("letters", ["word ", "x"])
def test_one_thing_of_a_megabyte(text: str, letters: str) -> None:
    """Law 7."""
    text = text.replace("@", (letters * (1_000_000 // len(letters))).strip())
    start = time.process_time()
    chunks = structured(text, side="previous", tokens=80)

    assert time.process_time() - start < 5
    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= 900
    assert min(sizes(chunks)[1:-1]) >= 600


@pytest.mark.parametrize(
    "text", ["", " \n\t\n", "\u00a0\n\n\u3000", "---\na: b\n---\n", "# A\n\n## B"]
)
def test_nothing_to_cut(text: str) -> None:
    """C4, B3: no content, or headings only."""
    assert structured(text) == []
    assert structured(blocks(text, "***", "---")) == []


def test_a_limit_of_one_token() -> None:
    """C6: nothing is lost but the heading."""
    body = (f"{A} ^id", "- a\n- b", "|a|b|\n|-|-|\n|c|d|", "```py\nx = 1\n```", "$$\na\n$$")
    chunks = structured(blocks("# A b", *body), max=1, target=1, min=1, side="both", tokens=3)

    assert squeezed(cores(chunks)) == squeezed([*body])
    assert set(sizes(chunks)) == {1}


def test_the_text_is_counted_whatever_stands_between_blocks() -> None:
    """C6, C7: no blank line is for free, and none is counted twice."""
    text = f"Oak.{chr(10) * 40_000}Elm."
    for tokenizer in ("chars4", "cl100k_base"):
        assert full(structured(text, tokenizer=tokenizer)) == ["Oak.", "Elm."]
    text = "\n\n\n".join(["Oak."] * 100)
    for tokenizer, size in (("chars4", 175), ("cl100k_base", 200)):
        keys = {"tokenizer": tokenizer, "max": size, "target": size, "min": size}
        assert sizes(structured(text, **keys)) == [size]


def test_the_end_of_a_page_counts_as_a_blank_line() -> None:
    """C6: thirty pages of one character are 88 characters, 22 tokens."""
    text = "\f".join("abcdefghijklmnopqrstuvwxyzabcd")

    assert sizes(structured(text, path="a.txt", min=0, target=16, max=16)) == [16, 7]
