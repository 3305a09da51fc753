"""What neighbours lend each other: `chunks.md` §5, `strategies.md` C20–C23."""

from __future__ import annotations

import pytest

from mindnet import Chunk, chunk_text
from tests.chunking.notes import A, B, C, D, E, blocks, cores, full, sliding, smart, spans, strict

NINE = [f"{letter}aaa bbbb cccc dddd eeee ffff gggg hhhh." for letter in "ABCDEFGHI"]


def lent(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.overlap_prev, chunk.overlap_next) for chunk in chunks]


def lent_blocks(chunks: list[Chunk]) -> list[tuple[list[int], list[int]]]:
    return [
        (list(each.overlap_prev_block_indices), list(each.overlap_next_block_indices))
        for each in chunks
    ]


# The picture of §5.


def test_the_picture_of_both_sides() -> None:
    """C23: cores [0–3] [4–6] [7–9], and one block of overlap."""
    chunks = smart(blocks("## A", *NINE), target=35, max=60, side="both", tokens=10)

    assert spans(chunks) == [(0, 3), (4, 6), (7, 9)]
    assert lent_blocks(chunks) == [([], [4]), ([3], [7]), ([6], [])]
    assert [list(each.block_indices) for each in chunks] == [
        [0, 1, 2, 3, 4],
        [3, 4, 5, 6, 7],
        [6, 7, 8, 9],
    ]
    assert full(chunks)[1] == blocks("## A", *NINE[2:7])
    assert cores(chunks)[1] == blocks(*NINE[3:6])


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("none", [([], []), ([], []), ([], [])]),
        ("previous", [([], []), ([3], []), ([6], [])]),
        ("next", [([], [4]), ([], [7]), ([], [])]),
    ],
)
def test_one_side_gives_what_it_says(
    side: str, expected: list[tuple[list[int], list[int]]]
) -> None:
    """`chunks.md` §5: the end of the chunk before in front, the start of the one after behind."""
    chunks = smart(blocks("## A", *NINE), target=35, max=60, side=side, tokens=10)

    assert lent_blocks(chunks) == expected


# Who lends.


def test_only_under_the_same_nearest_heading() -> None:
    """C20: a deeper heading at the seam keeps two parts apart."""
    text = blocks("## A", f"{A} {B}", "### Deep", f"{C} {D}")

    for side in ("previous", "next", "both"):
        chunks = strict(text, target=24, max=44, side=side, tokens=10)
        assert cores(chunks)[1].startswith("### Deep")
        assert lent(chunks) == [("", ""), ("", "")]


@pytest.mark.parametrize("stop", ["### Deep.", "- item.", "```\ncode.\n```", "|a.|\n|-|"])
def test_a_heading_or_another_kind_ends_the_walk(stop: str) -> None:
    """C20: there is room for it, and for more."""
    chunks = strict(blocks("## A", A, stop, B, C), target=30, max=34, side="previous", tokens=65)

    assert cores(chunks) == [blocks("## A", A, stop, B), C]
    assert lent(chunks) == [("", ""), (B, "")]


@pytest.mark.parametrize(
    "block",
    [
        "- One.\n- Two.",
        "|a|\n|-|\n|b.|",
        "```\ncode.\n```",
        "<figure>x.</figure>",
        "![[oak one.png]]",
    ],
)
def test_tables_lists_code_and_figures_neither_give_nor_take(block: str) -> None:
    """C20: though both sides have the room."""
    chunks = strict(blocks("## A", f"{A} {B}", block), target=22, max=25, side="both", tokens=10)

    assert cores(chunks) == [blocks("## A", f"{A} {B}"), block]
    assert lent(chunks) == [("", ""), ("", "")]


@pytest.mark.parametrize("block", ["- One.\n- Two.", "|a|\n|-|\nb.", "    code.", "![[oak.]]"])
def test_nor_do_they_to_what_stands_behind_them(block: str) -> None:
    """C20."""
    chunks = strict(blocks("## A", block, f"{A} {B}"), target=12, max=22, side="both", tokens=10)

    assert cores(chunks) == [blocks("## A", block), A, B]
    assert lent(chunks) == [("", ""), ("", B), (A, "")]


def test_quotes_lend_like_paragraphs() -> None:
    """C20."""
    text = blocks("## A", f"> {A} {B}", f"{C} {D}", f"> {E} {A}")
    chunks = strict(text, target=22, max=60, side="both", tokens=11)

    assert lent(chunks) == [("", C), (B, f"> {E}"), (D, "")]


def test_if_the_nearest_sentence_is_over_the_budget_there_is_none() -> None:
    """C20: nothing rather than half of it, and nothing behind it."""
    text = blocks("## A", f"Short. {A}", f"{B} {C}")

    assert lent(strict(text, target=22, max=33, side="previous", tokens=9)) == [("", "")] * 2
    assert lent(strict(text, target=22, max=33, side="previous", tokens=10))[1] == (A, "")


def test_the_sum_of_the_sentences_is_held_against_the_budget() -> None:
    """C20: 41 characters are eleven tokens each, though 83 are twenty-one."""
    long = A.replace("hhhh", "hhhhh")
    text = blocks("## A", f"{long} {long}", C, D, E)

    assert strict(text, target=23, max=53, side="previous", tokens=21)[1].overlap_prev == long
    assert strict(text, target=23, max=53, side="previous", tokens=22)[1].overlap_prev == (
        f"{long} {long}"
    )


def test_overlap_of_overlap_does_not_exist() -> None:
    """`chunks.md` §5: from own text only, and never the heading before it."""
    chunks = strict(blocks("## A", A, B, C, D), target=12, max=42, side="previous", tokens=65)

    assert cores(chunks) == [blocks("## A", A), B, C, D]
    assert lent(chunks) == [("", ""), (A, ""), (B, ""), (C, "")]


def test_what_is_not_said_is_not_lent() -> None:
    """C20, C22: no sentence, no separator."""
    text = blocks("One.", "> > [!edge] up [[X]]", "> Two.")

    for side in ("previous", "next", "both"):
        chunks = sliding(text, max=2, side=side, tokens=9)
        assert full(chunks) == ["One.", "> Two."]
        assert lent(chunks) == [("", ""), ("", "")]


# What yields.


@pytest.mark.parametrize(
    ("limit", "expected"), [(63, f"{A} {B}"), (43, f"{A} {B}"), (42, B), (33, B), (32, "")]
)
def test_the_farthest_sentence_goes_first(limit: int, expected: str) -> None:
    """C21, C6: 43 tokens with both, 33 with one; the cores stay as they are."""
    text = blocks("## A", f"{A} {B}", f"{C} {D}", f"{E} {A}")
    chunks = strict(text, target=22, max=limit, side="previous", tokens=20)

    assert cores(chunks) == [blocks("## A", f"{A} {B}"), f"{C} {D}", f"{E} {A}"]
    assert chunks[1].overlap_prev == expected


def test_the_next_side_yields_first() -> None:
    """C21: room for one block beside the three of the core."""
    chunks = strict(blocks("## A", *NINE), target=35, max=46, side="both", tokens=10)

    assert lent_blocks(chunks) == [([], [4]), ([3], []), ([6], [])]


# How it is put together.


@pytest.mark.parametrize("gap", [" ", "\n", "  \n ", "\t", "\u00a0", "\u3000", "\r\n", " \f "])
def test_overlap_and_core_keep_the_white_space_between_them(gap: str) -> None:
    """C22: a form feed in a note is white space like any other (C1)."""
    text = f"## A\n\n{A}{gap}{B}{gap}{C}"
    keys = {"target": 12, "max": 30, "tokens": 10, "sentences": "punctuation"}
    before, after = strict(text, side="previous", **keys), strict(text, side="next", **keys)

    assert full(before)[1:] == [f"## A\n\n{A}{gap}{B}", f"## A\n\n{B}{gap}{C}"]
    assert full(after)[:2] == [f"## A\n\n{A}{gap}{B}", f"## A\n\n{B}{gap}{C}"]


def test_nothing_stands_between_them_where_nothing_did() -> None:
    """C22: Chinese has no blanks."""
    text = f"## A\n\n{'好' * 39}。{'是' * 39}。{'不' * 39}。"
    chunks = strict(text, target=12, max=22, side="previous", tokens=10)

    assert full(chunks)[1] == f"## A\n\n{'好' * 39}。{'是' * 39}。"


def test_a_blank_line_stands_where_more_than_white_space_did() -> None:
    """C22: a comment between two sentences of one paragraph, or between two blocks."""
    text = blocks("## A", A, "%% x %%", B, "%% y %%", C)
    chunks = strict(text, target=12, max=23, side="previous", tokens=10)

    assert full(chunks) == [blocks("## A", A), blocks("## A", A, B), blocks("## A", B, C)]


def test_a_page_seam_reads_as_a_blank_line_between_them() -> None:
    """C22, C2."""
    chunks = strict(f"{A}\n\f{B}\f{C}", path="a.txt", target=10, max=25, side="previous", tokens=10)

    assert full(chunks) == [A, blocks(A, B), blocks(B, C)]


# How much.


def test_a_range_means_its_mean_rounded_down() -> None:
    """C22."""
    for tokens, mean in (([50, 80], 65), ([50, 81], 65), ([10, 11], 10), (7, 7)):
        (chunk,) = chunk_text(A, profile="sliding_standard", overlap__tokens=tokens)
        assert chunk.knife.overlap.tokens == mean


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"ratio": 0.5}, D),
        ({"ratio": 0.48}, D),
        ({"ratio": 0.4}, ""),
        ({"ratio": 1.0}, f"{C} {D}"),
        ({"ratio": 1.0, "tokens": 15}, D),
        ({"ratio": 0.5, "tokens": 5}, ""),
        ({"ratio": 0.0, "tokens": 65}, ""),
        ({"tokens": 0}, ""),
        ({}, ""),
    ],
)
def test_a_ratio_is_of_the_core_that_gives_and_tokens_are_its_cap(
    keys: dict[str, float], expected: str
) -> None:
    """C22: a core of 81 characters, 21 tokens; a budget of 0 means none."""
    text = blocks("## A", f"{A} {B}", f"{C} {D}", f"{E} {A}")
    chunks = strict(text, target=22, max=44, side="previous", **keys)

    assert chunks[1].core_token_count == 21
    assert chunks[2].overlap_prev == expected


@pytest.mark.parametrize(
    ("tokens", "before", "behind"),
    [(9, "", ""), (10, D, E), (15, D, E), (20, D, f"{E} {A}"), (21, blocks(C, D), f"{E} {A}")],
)
def test_for_both_sides_whole_blocks_are_taken_while_they_fit(
    tokens: int, before: str, behind: str
) -> None:
    """C23: their text, with what stands between; if not even the first fits, its sentences."""
    text = blocks("## A", f"{A} {B}", C, D, f"{E} {A}", B)
    chunks = strict(text, target=42, max=70, side="both", tokens=tokens)

    assert lent(chunks) == [("", behind), (before, "")]


def test_for_both_sides_no_sentence_is_taken_beyond_a_whole_block() -> None:
    """C23: where one side alone would take it (C20)."""
    text = blocks("## A", f"{A} {B}", C, D, f"{E} {A}", B)

    for side, expected in (("both", blocks(C, D)), ("previous", blocks(B, C, D))):
        chunks = strict(text, target=42, max=70, side=side, tokens=30)
        assert chunks[1].overlap_prev == expected


@pytest.mark.parametrize("text", ["a" * 200, " ".join(["abcd"] * 40) + "."])
def test_a_sentence_that_was_cut_lends_nothing(text: str) -> None:
    """`chunks.md` §5: nothing rather than half a word; C20: whole sentences."""
    for chunks in (
        sliding(text, max=20, target=8, side="both", tokens=8),
        strict(f"## A\n\n{text}", max=20, target=8, side="both", tokens=8),
    ):
        assert len(chunks) > 2
        assert lent(chunks) == [("", "")] * len(chunks)


def test_a_sentence_that_is_not_read_is_not_lent() -> None:
    """C22: no separator without an overlap."""
    text = f"{A} {B}\n\n> [!section] z!\n{C} {D}\n\n{E}"
    chunks = sliding(text, max=22, target=20, side="next", tokens=10)

    assert [chunk.full_text for chunk in chunks] == [chunk.normalized_text for chunk in chunks]
