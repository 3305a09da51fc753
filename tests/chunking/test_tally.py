"""A tally counts as its counter does, whatever the lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.chunking.tally import Tally
from mindnet.chunking.tokens import token_counter

COUNT = token_counter("cl100k_base")

# What a tokenizer may join over a line end: marks, white space of every kind, halves of words.
ODD = st.sampled_from(
    ["\n", "\n\n", "\r\n", "\r", " ", "  ", "\t", "\u2028", "\u00a0", "\x85", "\x1c", "/", "//",
     ".", "...", "?!", "'s", "'", "- ", "# ", "> ", "| a | b |", "](x)", "12345", "é", "日本", "🌱",
     "\u0301", "_", "”", "word", "Oak", " oak", "a" * 40, "=" * 12, "`x`", "[[Oak]]"]
)  # fmt: skip
TEXTS = st.lists(ODD | st.text(max_size=4), max_size=60).map("".join)


def test_lines_that_come_again_are_counted_once() -> None:
    asked: list[str] = []

    def count(text: str) -> int:
        asked.append(text)
        return COUNT(text)

    text = "The oak stands at the gate, and has done so for years.\n" * 2 + "It is old."
    tally = Tally(count)

    assert tally(text) == tally(text) == COUNT(text)
    assert asked.count("The oak stands at the gate, and has done so for years.") == 1


@pytest.mark.parametrize(
    "text",
    [
        "Water it in the morning, when the ground is cool and the air still.\n\nThen rest.",
        "What comes before a slash may be joined with it, so nothing is cut.\n/home/oak",
        "A line that ends in marks that take its end in with them ...\n\n- and a list",
        "Blanks before a mark at the end of a long line belong to that mark !?\nnext",
        "A line with blanks behind it keeps them: they are joined with its end.  \n  \nnext",
    ],
)
def test_a_text_counts_as_a_whole(text: str) -> None:
    assert Tally(COUNT)(text) == COUNT(text)


@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_every_text_counts_as_a_whole(texts: list[str]) -> None:
    tally = Tally(COUNT)

    for text in (*texts, "".join(texts)):
        assert tally(text) == COUNT(text)
