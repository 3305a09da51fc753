"""Sentences torn by the end of a page: `strategies.md` S15–S20, and S28."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet import Chunk
from mindnet.chunking.pages import is_heading_like
from tests.chunking.notes import cut


def pages(*texts: str, **keys: Any) -> list[Chunk]:
    given = {"max": 500, "max_chars": 100, "sentences": "punctuation", **keys}
    return cut("\f".join(texts), "by_sentence", path="doc-1.txt", **given)


def told(chunks: list[Chunk]) -> list[tuple[str, int | None]]:
    return [(chunk.normalized_text, chunk.page) for chunk in chunks]


def test_a_sentence_goes_on_over_the_end_of_a_page() -> None:
    """S15–S17."""
    assert told(pages("The valve stays", "open. Done.")) == [("The valve stays open. Done.", 0)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It ends here.", "and this is new."),
        ('He said "stop."', "and this is new."),
        ("它结束了。", "and this is new."),
        ("The valve stays", "Open until noon."),
        ("The valve stays", "1. open until noon."),
        ("The valve stays", "- open until noon."),
        ("The valve stays", "open <figure>x</figure> until noon."),
    ],
)
def test_what_is_not_torn_stays_apart(before: str, after: str) -> None:
    """S15: finished, closing marks aside; no lower case; a figure that begins early."""
    assert told(pages(before, after))[0] == (before, 0)


def test_blank_pages_do_not_part_a_sentence() -> None:
    """S16."""
    assert told(pages("The valve stays", " \n", "", "open.")) == [("The valve stays open.", 0)]


def test_what_does_not_fit_is_carried_forward() -> None:
    """S18: from behind the last stop; it takes the new page's number."""
    chunks = pages("First one. The valve stays", "open until noon.", max_chars=36, overflow=0.0)

    assert told(chunks) == [("First one.", 0), (" The valve stays open until noon.", 1)]


def test_a_sentence_goes_on_behind_a_figure() -> None:
    """S17, S5: the figure stands alone before it, though it holds a stop."""
    text = "<figure>A plan. It</figure>"
    chunks = pages(f"{text} the valve stays", "open until noon.", max_chars=36, overflow=0.0)

    assert told(chunks) == [(text, 0), (" the valve stays open until noon.", 0)]


def test_as_many_words_move_as_fit() -> None:
    """S19: the head of the fragment is a chunk of its own."""
    chunks = pages("First one. The valve stays", "open until noon.", max_chars=25, overflow=0.0)

    assert told(chunks) == [("First one.", 0), (" The valve ", 0), ("stays open until noon.", 1)]


def test_nothing_moves_to_a_page_that_is_full() -> None:
    """S19."""
    chunks = pages("The valve stays", "open until noon.", max_chars=12, overflow=0.0)

    assert told(chunks) == [("The valve stays", 0), ("open until noon.", 1)]


@pytest.mark.parametrize(
    "line",
    ["# a", "WARNING", "The Old Oak", "3. start", "12) start", "IV. start", "- a", "* a", "• a"],
)
def test_what_looks_like_a_heading(line: str) -> None:
    """S20."""
    assert is_heading_like(f"  {line}\n")


@pytest.mark.parametrize(
    "line", ["", "the old oak", "W" * 81, " ".join(["Oak"] * 13), "iv. start", "3.14 euros", "-a"]
)
def test_what_does_not(line: str) -> None:
    """S20: too long, too many words, no white space behind the number."""
    assert not is_heading_like(line)


def test_nothing_is_added_that_stands_there_already() -> None:
    """S28."""
    chunks = pages("好。好。坏。", max_chars=2, overflow=5.0, side="next", ratio=0.5)

    assert [chunk.overlap_next for chunk in chunks] == ["", "坏。", ""]
