"""`by_sentence`: the examples of `strategies.md` §5, and S1, S6–S9."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet import Chunk, chunk_text
from mindnet.chunking.chunks import cut_chunks
from mindnet.profile_keys import default_values
from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    E,
    a_note,
    a_profile,
    cores,
    flags,
    full,
    normal,
    paged,
    sentences,
    sizes,
)


def told(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.normalized_text, chunk.overlap_next) for chunk in chunks]


def pages(chunks: list[Chunk]) -> list[int | None]:
    return [chunk.page for chunk in chunks]


# The examples of §5.


def test_example_1() -> None:
    """S7, S27: `k = 3` ends inside a word."""
    chunks = paged("One two three. Four five six. Seven.", max_chars=30)

    assert told(chunks) == [("One two three. Four five six.", ""), (" Seven.", "")]
    assert len(chunks[0].md_text) == 29


def test_example_2() -> None:
    """S26, S27."""
    text = (
        "Alpha beta gamma delta. Epsilon zeta eta theta iota kappa."
        " Lambda mu nu xi omicron pi rho sigma tau."
    )
    chunks = paged(text, max_chars=60)

    assert cores(chunks) == [text[:58], text[58:]]
    assert [chunk.overlap_next for chunk in chunks] == [" Lambda mu ", ""]
    assert full(chunks)[0] == text[:58] + " Lambda mu "


def test_example_3() -> None:
    """S22: 61 characters with a blank before them, and a soft limit of 60."""
    text = (
        "Alpha beta gamma delta epsilon zeta. Eta theta."
        " Iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon."
    )
    chunks = paged(text, max_chars=50)

    assert cores(chunks) == [text[:47], text[48:]]
    assert [chunk.overlap_next for chunk in chunks] == ["Iota ", ""]


def test_example_4() -> None:
    """S17: a sentence over three pages."""
    chunks = paged("The valve stays open", "until noon", "and then it shuts. Done.", max_chars=100)

    assert told(chunks) == [("The valve stays open until noon and then it shuts. Done.", "")]
    assert pages(chunks) == [0]


def test_example_5() -> None:
    """S19."""
    chunks = paged(
        "The procedure continues to operate", "under heavy load for weeks.", max=14, max_chars=60
    )

    assert told(chunks) == [
        ("The procedure ", "continues "),
        ("continues to operate under heavy load for weeks.", ""),
    ]
    assert pages(chunks) == [0, 1]
    assert sizes(chunks)[1] == 12


def test_example_6() -> None:
    """S4, S5."""
    first = 'Text before <figure><img src="plan.png"></figure>'
    text = f"{first}<figure>two</figure> after it."
    chunks = paged(text, max=10, max_chars=20)

    assert told(chunks) == [(first, ""), ("<figure>two</figure>", ""), (" after it.", "")]
    assert flags(chunks) == [{"oversize"}, set(), set()]


def test_example_7() -> None:
    """S14."""
    first, second = paged("a" * 100, max=20, max_chars=1000)

    assert (first.char_start, first.char_end) == (0, 50)
    assert (second.char_start, second.char_end) == (50, 100)
    assert (first.overlap_prev, first.overlap_next) == ("", "a" * 10)
    assert (second.overlap_prev, second.overlap_next) == ("a" * 10, "")
    assert sizes([first, second]) == [15, 15]


def test_example_8() -> None:
    """S12: the break nearest to the middle."""
    chunks = paged("alpha beta gamma delta epsilon zeta eta theta", max=6, max_chars=1000)

    assert told(chunks) == [("alpha beta gamma delta ", ""), ("epsilon zeta eta theta", "")]


# S1: parameters.


def test_the_defaults() -> None:
    """S1."""
    values = default_values("by_sentence")

    assert (values["max"], values["max_chars"], values["overflow"]) == (500, 1000, 0.2)
    assert (values["overlap.ratio"], values["overlap.side"]) == (0.10, "next")
    assert (values["midpoint_overlap"], values["strict_chars"]) == (0.10, False)
    assert values["sentences"] == "punctuation"


def test_the_profile_that_ships() -> None:
    """S1: 24 sentences are 983 characters; the look-ahead is three, its first stop from 100 on."""
    text = " ".join([A, B, C, D, E] * 12)
    chunks = list(chunk_text(text, profile="sentence", tokenizer="chars4"))

    assert [len(core) for core in cores(chunks)] == [983, 984, 492]
    assert "".join(cores(chunks)) == text
    assert chunks[0].overlap_next == f" {E} {A} {B}"


def test_the_soft_limit_is_rounded_down() -> None:
    """S1: floor(15 × 1.25) = 18 characters may be joined, not 19."""
    keys = {"max_chars": 15, "overflow": 0.25}

    assert normal(paged("Aaaaaa bbbbbb", "bbb.", **keys)) == ["Aaaaaa bbbbbb bbb."]
    assert normal(paged("Aaaaaa bbbbbbb", "bbb.", **keys)) == ["Aaaaaa ", "bbbbbbb bbb."]


# S6–S9: spans and accumulation.


def one_by_one(text: str, **keys: Any) -> list[str]:
    """The spans of a text."""
    return cores(sentences(text, **{"max_chars": 1, "overflow": 10_000, "side": "none", **keys}))


def test_spans_are_sentences_with_the_white_space_before_them() -> None:
    """S6, C16."""
    text = 'He paid 3.14 euros. She said "stop." Then v1.2 came... 好。是！\n And so on '

    assert one_by_one(text, path="a.txt") == [
        "He paid 3.14 euros.",
        ' She said "stop."',
        " Then v1.2 came...",
        " 好。",
        "是！",
        "\n And so on ",
    ]


def test_cores_of_one_page_touch_and_are_the_text() -> None:
    """S6: white space at the start and at the end too."""
    text = "  One.\n\nTwo!\tThree?\n"
    for limit in (8, 12, 100):
        chunks = paged(text, max_chars=limit)
        assert "".join(cores(chunks)) == text
        assert chunks[0].char_start == 0


def test_white_space_at_the_end_without_room_is_in_no_core() -> None:
    """S6, S9: it is a span of its own behind a stop, and blank."""
    assert cores(paged("One. Two.\n", max_chars=10)) == ["One. Two.\n"]
    assert cores(paged("One. Two.\n", max_chars=9)) == ["One. Two."]


def test_spans_join_while_their_characters_are_within_the_limit() -> None:
    """S7: 4 + 5 characters."""
    assert cores(paged("One. Two. Six.", max_chars=9, side="none")) == ["One. Two.", " Six."]
    assert cores(paged("One. Two. Six.", max_chars=8, side="none")) == ["One.", " Two.", " Six."]


def test_spans_join_while_the_sum_of_their_tokens_is_within_the_limit() -> None:
    """S7: three spans of one token are three, though their text has two."""
    assert cores(paged("a. b. c.", max=2)) == ["a. b.", " c."]
    assert cores(paged("a. b. c.", max=3)) == ["a. b. c."]


def test_a_span_over_the_characters_is_a_chunk_of_its_own() -> None:
    """S7: nothing joins it, before or behind."""
    text = "Short. A sentence that is longer. Tail. End."
    chunks = paged(text, max_chars=12, overflow=2.0, side="none")

    assert cores(chunks) == ["Short.", " A sentence that is longer.", " Tail. End."]


def test_a_span_over_max_closes_the_chunk_and_its_pieces_stand_alone() -> None:
    """S7: the last is not open for what follows."""
    chunks = paged("One. alpha beta gamma delta epsilon zeta eta theta. Two.", max=7)

    assert cores(chunks) == ["One.", " alpha beta gamma delta ", "epsilon zeta eta theta.", " Two."]
    assert flags(chunks) == [set(), {"split"}, {"split", "continued"}, set()]


def test_a_last_span_that_makes_the_text_too_large_returns() -> None:
    """C7: the finished text is counted as a whole."""

    def grows_together(text: str) -> int:
        return len(text) ** 2 // 10

    profile = a_profile("by_sentence", max=5, sentences="punctuation")
    chunks = cut_chunks(a_note("a. b. c.", "a.txt"), profile, grows_together)

    assert [grows_together(text) for text in ("a.", " b.", "a. b.", "a. b. c.")] == [0, 0, 2, 6]
    assert cores(chunks) == ["a. b.", " c."]


def test_the_characters_cut_a_span_only_where_they_are_strict() -> None:
    """S8: 23 characters and a limit of 12."""
    text = "alpha beta gamma delta."

    assert cores(paged(text, max_chars=12, overflow=1.0)) == [text]
    assert cores(paged(text, max_chars=12, overflow=1.0, strict_chars=True)) == [
        "alpha beta ",
        "gamma delta.",
    ]


def test_the_end_of_a_page_closes_the_chunk() -> None:
    """S9: whatever room there is."""
    chunks = paged("One.", "Two. Six.", "", " \n", "Ten.")

    assert cores(chunks) == ["One.", "Two. Six.", "Ten."]
    assert pages(chunks) == [0, 1, 4]


@pytest.mark.parametrize("blank", ["", " ", " \n\t ", "\f", "\f\f \f", "\u3000\xa0", " " * 5000])
def test_blank_text_gives_no_chunk_of_whatever_length(blank: str) -> None:
    """S9, C4."""
    assert paged(blank) == []
    assert cores(paged(f"One.{blank}\f{blank}", max_chars=4)) == ["One."]
