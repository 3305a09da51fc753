"""What leaves the ends of a core: `strategies.md` S21–S24."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chunking.notes import cores, paged, sizes


def behind(text: str, **keys: Any) -> str:
    """The second core of a text whose first sentence has no room for another."""
    return paged(f"Aaaaaaaaa.{text}", **{"max_chars": 10, **keys})[1].md_text


def test_a_chunk_up_to_the_soft_limit_is_left_alone() -> None:
    """S21: twelve characters."""
    assert behind("   Bbbbbbbb.") == "   Bbbbbbbb."


def test_leading_blanks_leave_a_core_while_it_is_over_the_limit() -> None:
    """S22: one by one; two of three here."""
    assert behind("   Bbbbbbbbbb.") == " Bbbbbbbbbb."
    assert behind("  Bbbbbbbbbbbbbbbbbb.") == "Bbbbbbbbbbbbbbbbbb."


@pytest.mark.parametrize("white", ["\t ", "\n ", "\r\n", "\xa0"])
def test_other_white_space_does_not_leave_it(white: str) -> None:
    """S22: nor a blank behind it."""
    assert behind(f"{white}Bbbbbbbbbbbbbb.") == f"{white}Bbbbbbbbbbbbbb."


def test_trailing_white_space_leaves_a_core_that_is_a_little_too_long() -> None:
    """S23: one to three characters over, and all of it."""
    for end in ("\n", "\n\n", " \t\n", "\r\n "):
        assert behind(f"\nBbbbbbbbbbb{end}") == "\nBbbbbbbbbbb", repr(end)
    assert behind(" Bbbbbbbbbbbbb \n") == "Bbbbbbbbbbbbb"


@pytest.mark.parametrize("end", ["\n" * 4, " \t", "\r", ".."])
def test_it_stays_where_a_core_is_longer_or_ends_in_something_else(end: str) -> None:
    """S23: four over; a tab, a carriage return, no white space at all."""
    assert behind(f"\nBbbbbbbbbbb{end}") == f"\nBbbbbbbbbbb{end}"


def test_nothing_inside_a_core_is_changed() -> None:
    """S24: it may stay over the soft limit, never over `max`."""
    text = "Bbb  bbb\t\nbbb   bbb bbbb."

    assert behind(f" {text}") == text
    assert behind(f" {text}", max=6).startswith("Bbb  bbb")
    assert max(sizes(paged(f"Aaaaaaaaa. {text}", max_chars=10, max=6))) <= 6


def test_a_blank_stays_where_a_word_alone_has_more_tokens() -> None:
    """S24: ` Neuigkeiten` has three tokens, `Neuigkeiten` four."""
    chunks = paged("Aa. Neuigkeiten", max_chars=9, max=3, tokenizer="cl100k_base")

    assert max(sizes(chunks)) <= 3
    assert "".join(cores(chunks)) == "Aa. Neuigkeiten"
