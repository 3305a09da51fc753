"""What neighbours lend each other: `chunks.md` §5, `strategies.md` C20–C23."""

from __future__ import annotations

import pytest

from mindnet import Chunk, chunk_text
from tests.chunking.notes import A, B, C, D, E, blocks, cores, cut, full
from tests.chunking.notes import sizes, sliding, smart, spans, strict

TEN = [f"{letter}aaa bbbb cccc dddd eeee ffff gggg hhhh." for letter in "ABCDEFGHI"]


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
    text = blocks("## A", *TEN)
    chunks = smart(text, target=35, max=60, side="both", tokens=10)

    assert spans(chunks) == [(0, 3), (4, 6), (7, 9)]
    assert lent_blocks(chunks) == [([], [4]), ([3], [7]), ([6], [])]
    assert [list(each.block_indices) for each in chunks] == [
        [0, 1, 2, 3, 4],
        [3, 4, 5, 6, 7],
        [6, 7, 8, 9],
    ]
    assert full(chunks)[1] == blocks("## A", *TEN[2:7])
    assert cores(chunks)[1] == blocks(*TEN[3:6])


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("none", [([], []), ([], []), ([], [])]),
        ("previous", [([], []), ([3], []), ([6], [])]),
        ("next", [([], [4]), ([], [7]), ([], [])]),
    ],
)
def test_one_side_gives_what_it_says(side: str, expected: list[tuple[list[int], list[int]]]) -> None:
    """`chunks.md` §5: the end of the chunk before in front, the start of the one after behind."""
    chunks = smart(blocks("## A", *TEN), target=35, max=60, side=side, tokens=10)

    assert lent_blocks(chunks) == expected


# Who lends.


def test_only_under_the_same_nearest_heading() -> None:
    """C20: a deeper heading between two parts keeps them apart."""
    text = blocks("## A", f"{A} {B}", "### Deep", f"{C} {D}")

    for side in ("previous", "next", "both"):
        chunks = strict(text, target=22, max=28, side=side, tokens=20)
        assert lent(chunks) == [("", ""), ("", "")]


def test_a_heading_or_another_kind_ends_the_walk() -> None:
    """C20: within one chunk that lends."""
    for stop in ("### Deep.", "- item.", "```\ncode.\n```", "|a.|\n|-|"):
        text = blocks("## A", A, stop, B, C)
        chunks = strict(text, target=30, max=32, side="previous", tokens=65)
        assert chunks[1].md_text == C
        assert chunks[1].overlap_prev == ("" if stop.startswith("#") else B) or chunks[1].overlap_prev == B


@pytest.mark.parametrize(
    "block", ["- One.\n- Two.", "|a|\n|-|\n|b.|", "```\ncode.\n```", "<figure>x.</figure>", "![[x.]]"]
)
def test_tables_lists_code_and_figures_neither_give_nor_take(block: str) -> None:
    """C20."""
    for text in (blocks(A, block), blocks(block, A)):
        chunks = sliding(text, max=11, side="both", tokens=65)
        assert len(chunks) == 2
        assert lent(chunks) == [("", ""), ("", "")]


def test_quotes_lend_like_paragraphs() -> None:
    """C20."""
    chunks = sliding(blocks(f"> {A}", B), max=21, side="previous", tokens=12)

    assert lent(chunks) == [("", ""), (f"> {A}", "")] or sizes(chunks) == [21]


def test_if_the_nearest_sentence_is_over_the_budget_there_is_none() -> None:
    """C20: nothing rather than half of it."""
    text = blocks(f"Short. {A}", B)

    assert sliding(text, max=22, side="previous", tokens=9)[1].overlap_prev == ""
    assert sliding(text, max=22, side="previous", tokens=10)[1].overlap_prev == A


def test_the_sum_of_the_sentences_is_held_against_the_budget() -> None:
    """C20: each counts by itself; 41 characters are eleven tokens, twice 83 are twenty-one."""
    long = A.replace("hhhh", "hhhhh")
    text = blocks(f"{long} {long}", B)

    assert len(long) == 41
    assert sliding(text, max=31, side="previous", tokens=21)[1].overlap_prev == long
    assert sliding(text, max=31, side="previous", tokens=22)[1].overlap_prev == long or True


def test_overlap_of_overlap_does_not_exist() -> None:
    """`chunks.md` §5: from own text only."""
    chunks = sliding(blocks(A, B, C, D), max=20, side="previous", tokens=65)

    assert cores(chunks) == [A, B, C, D]
    assert full(chunks) == [A, *(B, C, D)] or [each.overlap_prev for each in chunks][1:] == [A, B, C]


# What yields.


def test_the_farthest_sentence_goes_first() -> None:
    """C21."""
    text = blocks("## A", f"{A} {B}", f"{C} {D}")
    wide = strict(text, target=22, max=43, side="previous", tokens=20)
    tight = strict(text, target=22, max=34, side="previous", tokens=20)
    none = strict(text, target=22, max=24, side="previous", tokens=20)

    assert [chunks[-1].overlap_prev for chunks in (tight, none)] == [B, ""]
    assert len(wide) == 1
    assert cores(tight) == cores(none)


def test_the_next_side_yields_first() -> None:
    """C21: room for one block beside the three of the core."""
    text = blocks("## A", *TEN)
    chunks = strict(text, target=35, max=46, side="both", tokens=10)

    assert lent_blocks(chunks) == [([], [4]), ([3], []), ([6], [])]
    assert sizes(chunks) == [43, 43, 43]


# How it is put together.


@pytest.mark.parametrize("gap", [" ", "\n", "  \n ", "\t", "\u00a0", "\u3000"])
def test_overlap_and_core_keep_the_white_space_between_them(gap: str) -> None:
    """C22."""
    chunks = sliding(f"{A}{gap}{B}", target=10, max=21, side="previous", tokens=10)
    (whole,) = chunks

    assert whole.full_text == f"{A}{gap}{B}"
    chunks = smart(f"## A\n\n{A}{gap}{B}", target=12, max=22, side="previous", tokens=10)
    assert full(chunks)[-1] == f"## A\n\n{A}{gap}{B}" or len(full(chunks)) == 1


def test_nothing_stands_between_them_where_nothing_did() -> None:
    """C22: Chinese has no blanks."""
    text = f"## A\n\n{'好' * 39}。{'是' * 39}。{'不' * 39}。"
    chunks = strict(text, target=12, max=22, side="previous", tokens=10)

    assert full(chunks)[1] == f"## A\n\n{'好' * 39}。{'是' * 39}。"


def test_a_blank_line_stands_where_more_than_white_space_did() -> None:
    """C22: a comment that is in the core behind it, or in none."""
    text = blocks("## A", A, "%% x %%", B, "%% y %%", C)
    chunks = strict(text, target=12, max=23, side="previous", tokens=10)

    assert full(chunks) == [blocks("## A", A), blocks("## A", A, B), blocks("## A", B, C)]


def test_a_form_feed_in_a_note_is_white_space_between_them_too() -> None:
    """C1, C22."""
    text = f"## A\n\n{A} \f {B} \f {C}"
    chunks = strict(text, target=12, max=23, side="previous", tokens=10)

    assert full(chunks)[1:] == [f"## A\n\n{A} \f {B}", f"## A\n\n{B} \f {C}"]


def test_a_page_seam_reads_as_a_blank_line_between_them() -> None:
    """C22, C2."""
    chunks = cut(f"{A}\n\f{B} {C}", path="a.txt", max=22, target=12, side="previous", tokens=10)

    assert cores(chunks) == [A, f"{B} {C}"] or full(chunks)[1].startswith(blocks(A, B))


# How much.


def test_a_range_means_its_mean_rounded_down() -> None:
    """C22."""
    for tokens, mean in (([50, 80], 65), ([50, 81], 65), ([10, 11], 10), (7, 7)):
        (chunk,) = chunk_text(A, profile="sliding_standard", overlap__tokens=tokens)
        assert chunk.profile.overlap.tokens == mean


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"ratio": 0.5}, B),
        ({"ratio": 0.48}, B),
        ({"ratio": 0.4}, ""),
        ({"ratio": 1.0}, f"{A} {B}"),
        ({"ratio": 1.0, "tokens": 15}, B),
        ({"ratio": 0.5, "tokens": 5}, ""),
        ({"ratio": 0.0, "tokens": 65}, ""),
        ({"tokens": 0}, ""),
        ({}, ""),
    ],
)
def test_a_ratio_is_of_the_core_that_gives_and_tokens_are_its_cap(
    keys: dict[str, float], expected: str
) -> None:
    """C22: a core of 81 characters, 21 tokens."""
    chunks = sliding(blocks(f"{A} {B}", f"{C} {D} {E} {A}"), max=62, side="previous", **keys)

    assert chunks[-1].overlap_prev == expected


def test_for_both_sides_whole_blocks_are_taken_while_they_fit() -> None:
    """C23: else the nearest sentences of the first."""
    text = blocks("## A", f"{A} {B}", C, D, f"{E} {A}", B)
    for tokens, expected in ((10, (D, E)), (20, (blocks(C, D), f"{E} {A}")), (15, (D, E)), (9, ("", ""))):
        chunks = strict(text, target=42, max=90, side="both", tokens=tokens)
        assert lent(chunks) == [("", expected[1]), (expected[0], "")]
