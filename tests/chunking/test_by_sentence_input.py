"""`by_sentence` and any input: `strategies.md` §7, the cases of all strategies among them."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import Chunk
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    flags,
    full,
    normal,
    paged,
    sentences,
    sizes,
)

FIGURE = "<figure>a. b\n\nc</figure>"
WORDS = (
    *("valve", "Stays", "open.", "Noon!", "3.14", "(the", "heap)", '"stop."', "好。", "漢字", "x,"),
    *(FIGURE, FIGURE.upper(), "<figure", "</figure>", "<figure>", "IV.", "# H", "…", "—", "🌳"),
    *(
        "\n",
        "\r\n",
        "\n\n",
        "   ",
        "\t",
        "\xa0",
        "e\u0301",
        "word;word",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
    ),
)


def squeezed(texts: list[str]) -> str:
    return "".join("".join(texts).split())


# What always holds.


@given(
    st.lists(
        st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=5
    ).map("\f".join),
    st.sampled_from((500, 60, 16, 8, 4)),
    st.sampled_from((1000, 100, 30, 10)),
    st.fixed_dictionaries(
        {
            "ratio": st.sampled_from((0.1, 0.5)),
            "midpoint_overlap": st.sampled_from((0.1, 0.4)),
            "strict_chars": st.booleans(),
            "tokenizer": st.sampled_from(("chars4", "cl100k_base")),
        }
    ),
)
@tries(deadline=None, max_examples=300)
def test_for_any_text(text: str, limit: int, chars: int, keys: dict[str, Any]) -> None:
    """§7: order, every character, whole figures, overlap from beside the seam, `max`."""
    chunks = paged(text, max=limit, max_chars=chars, **keys)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert all(chunk.md_text == text[chunk.char_start : chunk.char_end] for chunk in chunks)
    assert [chunk.page for chunk in chunks] == sorted(chunk.page or 0 for chunk in chunks)
    for before, after in pairwise(chunks):
        assert before.char_end <= after.char_start
        assert before.normalized_text.endswith(after.overlap_prev)
        assert after.normalized_text.startswith(before.overlap_next)
    assert squeezed(cores(chunks)).count(squeezed([FIGURE])) == sum(
        squeezed([core]).count(squeezed([FIGURE])) for core in cores(chunks)
    )
    for chunk in chunks:
        assert chunk.token_count <= limit or "oversize" in chunk.flags
        assert "oversize" not in chunk.flags or "<figure" in chunk.md_text.lower()


# The cases of all strategies.


@pytest.mark.parametrize("limit", [600, 60, 9, 1])
@pytest.mark.parametrize(
    "text",
    [
        "## Why so?\n\n" + "\n".join(f"- item number {number}" for number in range(300)),
        "## 3. Start\n\n" + "word " * 700,
        "## A heading of many words that is far too long for any limit\n\n" + A,
        blocks(
            "# A b", f"{A} ^id", "- a\n- b", "|a|b|\n|-|-|\n|c|d|", "```py\nx = 1\n```", "$$\na\n$$"
        ),
    ],
    ids=["a question", "a number", "a long heading", "all kinds"],
)
def test_notes_that_must_end(text: str, limit: int) -> None:
    """§7: whatever the limit."""
    chunks = sentences(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit


@pytest.mark.parametrize("text", [f"   {A}", f"  - {A}\n  - {B}", f"    {A}\n    {B}"])
def test_a_first_line_that_is_indented(text: str) -> None:
    """C5: stays so."""
    assert cores(sentences(f"\n{text}\n\n{C}"))[0] == f"\n{text}\n\n{C}"


@pytest.mark.parametrize("path", ["a.md", "a.txt"])
@pytest.mark.parametrize("letters", ["a", "ab-c/", "好", "🌳"])
def test_a_line_of_a_megabyte_without_a_space(letters: str, path: str) -> None:
    """S10, S14: pieces of one size, in no time, each with what is doubled."""
    text = letters * (1_000_000 // len(letters))
    start = time.process_time()
    chunks = sentences(text, path=path)

    assert time.process_time() - start < 5
    assert "".join(cores(chunks)) == text
    assert {len(core) for core in cores(chunks)} <= {1953, 1954}
    assert max(sizes(chunks)) <= 500


def test_chinese_without_ascii_stops() -> None:
    """C16: and without any stop at all."""
    text = "今天天气很好。我们去公园吧！你呢？好的，走吧。" * 20
    chunks = paged(text, max=12)

    assert "".join(cores(chunks)) == text
    assert all(core[-1] in "。！？" for core in cores(chunks))
    assert max(sizes(paged("漢字" * 500, max=12, tokenizer="cl100k_base"))) <= 12


def test_crlf_throughout() -> None:
    """C3: the same sentences, and no line end is lost or made."""
    text = blocks(f"{A}\n{B}", C, "it goes on")
    for path in ("a.md", "a.txt"):
        plain = sentences(text, path=path, max_chars=50, side="none")
        other = sentences(text.replace("\n", "\r\n"), path=path, max_chars=50, side="none")
        assert [core.replace("\n", "\r\n") for core in cores(plain)] == cores(other)
        places = [[(each.line_start, each.line_end) for each in way] for way in (plain, other)]
        assert places[0] == places[1]


def test_a_short_note_and_a_sentence_without_a_stop() -> None:
    """C16: one chunk as it is, white space included."""
    for text in (
        "a",
        "Hello.",
        "# A\n\nb",
        "- a",
        "|a|\n|-|",
        "```\n```",
        "> a",
        f"{A} and so on\n",
    ):
        assert full(sentences(text)) == [text]


# Bad input.


@pytest.mark.parametrize("text", ["", " \n", "\f", "\f\f\f", "\ufeff", "\ufeff\f \f", "\r\n\t\f\n"])
def test_a_text_without_text(text: str) -> None:
    """C4."""
    assert paged(text) == []
    assert sentences(text.replace("\f", "")) == []


def test_a_limit_below_one_character() -> None:
    """C6: each tree is a chunk of three tokens; words are within the limit."""
    chunks = paged("🌳🌳 oak.", max=1, tokenizer="cl100k_base")

    assert cores(chunks)[:2] == ["🌳", "🌳"]
    assert sizes(chunks)[:2] == [3, 3]
    assert set(sizes(chunks)[2:]) == {1}
    assert all("oversize" not in each for each in flags(chunks))


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
def test_characters_below_everything(tokenizer: str) -> None:
    """S8: a limit of one character, strict and not; no share is left to look ahead."""
    text = f"{A} {FIGURE}\f{B}"

    assert squeezed(cores(paged(text, max_chars=1, tokenizer=tokenizer))) == squeezed([text])
    strict = paged(text, max_chars=1, strict_chars=True, tokenizer=tokenizer)
    assert squeezed(cores(strict)) == squeezed([text])
    assert {len(core.strip()) for core in cores(strict)} == {1, len(FIGURE)}


def test_special_tokens_are_plain_text() -> None:
    """C7."""
    text = f"<|endoftext|> {A} <|fim_prefix|>."
    for limit in (500, 9, 1):
        chunks = paged(text, max=limit, tokenizer="cl100k_base")
        assert squeezed(normal(chunks)) == squeezed([text])
        assert max(sizes(chunks)) <= limit


def test_a_byte_order_mark_is_in_no_core() -> None:
    """N3: nor is it a page."""
    (chunk,) = paged(f"\ufeff{A}")

    assert (chunk.md_text, chunk.char_start, chunk.page) == (A, 1, 0)


def test_the_same_every_time() -> None:
    """Law 6."""
    text = f"{A} It is\fopen {FIGURE} and\f{'a' * 300} {B}"

    def told() -> list[dict[str, Any]]:
        return [chunk.to_dict() for chunk in paged(text, max=30, max_chars=60)]

    assert told() == told()


def grow(text: str, size: int, **keys: Any) -> tuple[float, list[Chunk]]:
    start = time.process_time()
    chunks = paged(text * (size // len(text)), **keys)
    return time.process_time() - start, chunks


@pytest.mark.parametrize(
    "text",
    [
        *("It is an old tree. ", "word ", "a", "好", ". ", '." ', "\n", "word\n\n", "a\f", "\f"),
        *("valve stays\f", "It is.\f", FIGURE, f"{FIGURE}\fand ", "<figure ", "</figure>", ") "),
    ],
)
def test_time_grows_with_the_length(text: str) -> None:
    """§8: four times the text takes about four times as long; sixteen would be quadratic."""
    for keys in ({}, {"max": 16, "max_chars": 40}):
        grow(text, 8_000, **keys)
        short, long = (min(grow(text, size, **keys)[0] for _ in "ab") for size in (8_000, 32_000))
        assert long < 10 * short + 0.05
