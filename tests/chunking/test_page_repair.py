"""Sentences torn by the end of a page: `strategies.md` S15–S19."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet import Chunk
from tests.chunking.notes import cores, flags, full, normal, paged, sizes


def pages(chunks: list[Chunk]) -> list[int | None]:
    return [chunk.page for chunk in chunks]


# S15: what is torn.


@pytest.mark.parametrize(
    ("previous", "first"),
    [
        ("It is open", "until noon."),
        ("It is open, ", "until noon."),
        ("It is (open)", "until noon."),
        ("It is open\n", "\n  until noon."),
        ("It is 3.14", "until noon."),
        ("One. It is open", "été. Two."),
    ],
)
def test_a_torn_sentence_is_joined(previous: str, first: str) -> None:
    """S15."""
    assert cores(paged(previous, first)) == [f"{previous}\f{first}"]


@pytest.mark.parametrize(
    "previous",
    ["It is open.", "It is open! \n", 'He said "stop."', "Stop.) ” \n", "好。", "Oh‼", "？」"],
)
def test_a_sentence_that_ended_is_not(previous: str) -> None:
    """S15: white space and closing marks aside."""
    assert cores(paged(previous, "until noon.")) == [previous, "until noon."]


@pytest.mark.parametrize(
    "first", ["Until noon.", "3 times.", '"until" noon.', "漢字。", "- until noon."]
)
def test_a_page_that_begins_with_something_else_is_not(first: str) -> None:
    """S15: only a lower-case letter goes on."""
    assert cores(paged("It is open", first)) == ["It is open", first]


@pytest.mark.parametrize("tag", ["<figure>a</figure>", "<FIGURE>a</figure>", "<figure"])
def test_nor_one_with_an_early_figure(tag: str) -> None:
    """S15: within twenty characters, white space before them aside, closed or not."""
    early, late = f"\n{'a' * 13}{tag}", f"\n{'a' * 14}{tag}"

    assert cores(paged("It is open", early)) == ["It is open", early]
    assert cores(paged("It is open", late)) == [f"It is open\f{late}"]


def test_a_page_without_text_does_not_part_its_neighbours() -> None:
    """S15, C2: however many, and whatever white space is on them."""
    chunks = paged("", "It is open", "", " \n\t", "\u3000", "until noon.", "")

    assert normal(chunks) == ["It is open until noon."]
    assert cores(chunks) == ["It is open\f\f \n\t\f\u3000\funtil noon."]
    assert pages(chunks) == [1]


# S16: how a seam reads.


@pytest.mark.parametrize(
    ("previous", "first", "joined"),
    [
        ("It is open", "until noon.", "It is open until noon."),
        ("It is open ", "until noon.", "It is open until noon."),
        ("It is open", "\tuntil noon.", "It is open\tuntil noon."),
        ("It is open\n", "\nuntil noon.", "It is open\n\nuntil noon."),
        ("It is open-", "ended.", "It is open-ended."),
        ("It is <b>", "open.", "It is <b>open."),
        ("It is 7", "metres.", "It is 7 metres."),
        ("漢字", "and so on.", "漢字 and so on."),
    ],
)
def test_a_seam_reads_as_text(previous: str, first: str, joined: str) -> None:
    """S16: and stays in `md_text`."""
    chunks = paged(previous, first)

    assert normal(chunks) == full(chunks) == [joined]
    assert cores(chunks) == [f"{previous}\f{first}"]


def test_a_seam_behind_a_figure_reads_as_nothing() -> None:
    """S16, S17: a chunk with a figure is joined too, where there is room."""
    chunks = paged("One <figure>a</figure>", "and so on.")

    assert normal(chunks) == ["One <figure>a</figure>and so on."]


def test_limits_are_tested_on_that_text() -> None:
    """S16, S17: twelve characters with a blank for three form feeds; 16 are four tokens."""
    assert len(paged("aaaa bbbbb", "", "", "c", max_chars=10)) == 1
    assert len(paged("aaaa bbbbb", "", "", "cc", max_chars=10)) == 2
    assert len(paged("aaaa bbbb", "", "ccc dd", max=4)) == 1
    assert len(paged("aaaa bbbb", "", "ccc ddd", max=4)) == 2


# S17: one chunk.


def test_the_other_chunks_of_the_new_page_stay() -> None:
    """S17: 17 + 1 + 11 characters and a soft limit of 30."""
    chunks = paged("The valve is open", "until noon. Then it shuts.", max_chars=20, overflow=0.5)

    assert normal(chunks) == ["The valve is open until noon.", " Then it shuts."]
    assert pages(chunks) == [0, 1]
    assert [chunk.overlap_next for chunk in chunks] == ["", ""]


def test_only_the_last_chunk_of_a_page_is_held() -> None:
    """S15: the ones before it stay as they are."""
    chunks = paged("One two. It is open", "until noon.", max_chars=12, overflow=1.0)

    assert normal(chunks) == ["One two.", " It is open until noon."]
    assert pages(chunks) == [0, 0]


# S18: what is carried forward.


def test_the_last_sentence_moves_to_the_page_where_it_ends() -> None:
    """S18: 52 characters are too many for 48, 43 are not."""
    chunks = paged("It works. The valve stays", "open until noon and later.", max_chars=40)

    assert normal(chunks) == ["It works.", " The valve stays open until noon and later."]
    assert pages(chunks) == [0, 1]
    assert flags(chunks) == [set(), set()]


def test_a_closing_mark_stays_with_its_sentence() -> None:
    """S18, C16."""
    chunks = paged('"It works." The valve stays', "open until noon and later.", max_chars=40)

    assert normal(chunks) == ['"It works."', " The valve stays open until noon and later."]


def test_a_fragment_begins_behind_a_figure_at_the_earliest() -> None:
    """S18: 25 + 18 characters are joined; then 22 more are too many, but not for the text."""
    figure = "One <figure>a. b</figure>"
    chunks = paged(figure, "and then the valve", "stays open until noon.", max_chars=40)

    assert normal(chunks) == [figure, "and then the valve stays open until noon."]
    assert pages(chunks) == [0, 2]


def test_nothing_moves_behind_a_figure() -> None:
    """S18: there is no fragment."""
    figure = "One. And <figure>a</figure>"
    chunks = paged(figure, "and so on and on.", max_chars=20)

    assert normal(chunks) == [figure, "and so on and on."]
    assert pages(chunks) == [0, 1]


def test_what_moved_is_held_too() -> None:
    """S15, S18: a sentence over three pages, 43 characters on the second and 46 on the third."""
    chunks = paged("It works. The valve stays", "open until noon and later,", "so.", max_chars=40)

    assert normal(chunks) == ["It works.", " The valve stays open until noon and later,so."]
    assert pages(chunks) == [0, 1]


# S19: what is too large for that.


def test_the_longest_end_that_fits_is_moved() -> None:
    """S19: the head is a chunk of its own, between the rest and what moved."""
    chunks = paged(
        "It works. The procedure continues to operate",
        "under heavy load for weeks.",
        max=14,
        max_chars=60,
    )

    assert normal(chunks) == [
        "It works.",
        " The procedure ",
        "continues to operate under heavy load for weeks.",
    ]
    assert pages(chunks) == [0, 0, 1]
    assert flags(chunks) == [set(), {"split"}, {"split", "continued"}]


def test_the_end_is_as_long_as_characters_and_tokens_allow() -> None:
    """S19: to the character."""
    text = "aa bb cc dd ee ff gg hh"
    for limit in range(6, 30):
        chunks = paged(text, "iiii.", max_chars=len(text), overflow=(limit + 0.5) / len(text) - 1)
        moved = normal(chunks)[-1]
        longer = normal(chunks)[-2][-3:] + moved if len(chunks) > 1 else None
        assert len(moved) <= max(limit, len("iiii."))
        assert longer is None or len(longer) > limit


def test_a_seam_that_reads_as_a_blank_is_a_break() -> None:
    """S19: 31 characters on two pages; the end that fits begins with the second.

    The seam is in no core where it lies between two.
    """
    chunks = paged(
        "The valve stays", "open until noon", "and it shuts again.", max_chars=20, overflow=1.0
    )

    assert normal(chunks) == ["The valve stays", "open until noon and it shuts again."]
    assert pages(chunks) == [0, 2]


def test_the_head_has_the_page_it_came_from() -> None:
    """S19, C2: that of its first character, though the chunk began a page before."""
    chunks = paged(
        "One two", "and six. Alpha beta gamma delta", "epsilon zeta eta theta iota.", max_chars=34
    )

    assert normal(chunks) == [
        "One two and six.",
        " Alpha beta ",
        "gamma delta epsilon zeta eta theta iota.",
    ]
    assert pages(chunks) == [0, 1, 2]


def test_nothing_moves_where_the_new_page_is_full() -> None:
    """S19: its first sentence has 60 characters, and 24 are allowed."""
    long = f"open {'a' * 54}."
    chunks = paged("The valve stays", long, max_chars=20)

    assert normal(chunks) == ["The valve stays", long]
    assert pages(chunks) == [0, 1]


def test_nothing_moves_where_nothing_fits() -> None:
    """S19: a word has no break, and white space alone is nothing."""
    for word in ("Thevalvestaysandstays", "Thevalvestaysandsta \n"):
        chunks = paged(word, "open until the noon is.", max_chars=22, side="none")
        assert cores(chunks) == [word, "open until the noon is."]
        assert pages(chunks) == [0, 1]


def test_a_head_that_is_too_large_is_cut() -> None:
    """S19, S10: where characters are strict."""
    chunks = paged(
        *("Aaaaaaaaaaaaaaa-", "bbbbbbbbbbbbbbb-", "cccc ddd", "eeee ffff gggg hhhhh"),
        max_chars=20,
        overflow=2.0,
        strict_chars=True,
        side="none",
    )

    assert normal(chunks)[-1] == "ddd eeee ffff gggg hhhhh"
    assert "".join(normal(chunks)[:-1]) == "Aaaaaaaaaaaaaaa-bbbbbbbbbbbbbbb-cccc "
    assert max(len(text) for text in normal(chunks)[:-1]) <= 20
    assert pages(chunks)[0] == 0


def test_tokens_of_another_kind() -> None:
    """S19: the longest end within them, to the token."""
    keys: dict[str, Any] = {"max": 12, "max_chars": 1000, "tokenizer": "cl100k_base"}
    chunks = paged(
        "The procedure continues to operate as planned", "under heavy load for weeks.", **keys
    )
    words = "".join(normal(chunks)[:-1]).split(" ")

    assert normal(chunks)[-1].endswith(" planned under heavy load for weeks.")
    assert sizes(chunks)[-1] <= 12
    assert words[0] == "The"


def test_a_sentence_over_many_pages_keeps_its_order() -> None:
    """S19: source order, nothing lost, every chunk within the limits."""
    text = [f"word{number} and so on" for number in range(40)]
    chunks = paged("One", *text, max=16, max_chars=60)

    assert "".join("".join(cores(chunks)).split()) == "".join(("One", *text)).replace(" ", "")
    assert pages(chunks) == sorted(number or 0 for number in pages(chunks))
    assert max(sizes(chunks)) <= 16
    assert max(len(text) for text in normal(chunks)) <= 72
