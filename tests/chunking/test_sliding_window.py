"""`sliding_window`: `strategies.md` W1–W4, and the example of §3."""

from __future__ import annotations

from mindnet import Profile
from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    E,
    blocks,
    cores,
    flags,
    full,
    normal,
    sizes,
    sliding,
    spans,
    types,
)

X = "> [!section] x"
Y = "> [!section] y"


def a_sentence(size: int, letter: str) -> str:
    return f"{letter.upper()}{letter * (size - 2)}."


FOUR = [a_sentence(100, "a"), a_sentence(100, "b"), a_sentence(100, "c"), a_sentence(30, "d")]


# The example of §3.


def test_the_example_without_overlap() -> None:
    """W1: 202 characters are 51 tokens, 304 would be 76; 132 are 33."""
    chunks = sliding(blocks(*FOUR), max=60)

    assert spans(chunks) == [(0, 1), (2, 3)]
    assert full(chunks) == [blocks(*FOUR[:2]), blocks(*FOUR[2:])]
    assert sizes(chunks) == [51, 33]


def test_the_example_with_overlap() -> None:
    """W4: block 0 would still be within the 65, but not within `max`."""
    chunks = sliding(blocks(*FOUR), max=60, side="previous", tokens=65)

    assert [chunk.overlap_prev for chunk in chunks] == ["", FOUR[1]]
    assert [chunk.overlap_prev_block_indices for chunk in chunks] == [(), (1,)]
    assert full(chunks)[1] == blocks(*FOUR[1:])
    assert (len(full(chunks)[1]), sizes(chunks)[1]) == (234, 59)
    assert chunks[1].block_indices == (1, 2, 3)


# Filling.


def test_the_defaults() -> None:
    """W1: what a profile leaves open."""
    profile = Profile(name="x", strategy="sliding_window")

    assert (profile.target, profile.max) == (400, 600)


def test_headings_mean_nothing() -> None:
    """W1: they are blocks like others."""
    chunks = sliding(blocks("# A", A, "# B", B, "# C", C), max=24)

    assert full(chunks) == [blocks("# A", A, "# B", B), blocks("# C", C)]
    assert full(sliding(blocks(A, "# B", B), max=12)) == [blocks(A, "# B"), B]


def test_target_is_no_limit_for_blocks() -> None:
    """W1."""
    assert sizes(sliding(blocks(A, B, C), target=5, max=31)) == [31]
    assert sizes(sliding(blocks(A, B, C), target=5, max=30)) == [21, 10]


def test_the_text_is_counted_where_a_sum_would_round_up() -> None:
    """W1, C7: thirty paragraphs of one character are 88 characters, 22 tokens."""
    text = blocks(*"abcdefghijklmnopqrstuvwxyzabcd")

    assert sizes(sliding(text, max=22)) == [22]
    assert sizes(sliding(text, max=21)) == [21, 1]


def test_a_new_type_starts_a_new_chunk() -> None:
    """W2: typed blocks x, y, y give two chunks; x, y, x three."""
    two = sliding(blocks(X, A, Y, B, C))
    three = sliding(blocks(X, A, Y, B, X, C))

    assert (normal(two), types(two)) == ([A, blocks(B, C)], ["x", "y"])
    assert (normal(three), types(three)) == ([A, B, C], ["x", "y", "x"])
    assert types(sliding(blocks(A, X, B, "# Next", C))) == [None, "x", None]


def test_a_block_that_is_too_large_is_cut_and_its_last_piece_stays_open() -> None:
    """W3: pieces by the sum of their sentences up to `target`; the rest is filled up to `max`."""
    chunks = sliding(blocks(A, f"{A} {B} {C} {D} {E}", "Short."), target=20, max=24)

    assert full(chunks) == [A, f"{A} {B}", f"{C} {D}", blocks(E, "Short.")]
    assert flags(chunks) == [set(), {"split"}, *({"split", "continued"},) * 2]
    assert [chunk.block_span for chunk in chunks] == [
        *("doc-1:0-0", "doc-1:1-1.1", "doc-1:1-1.2", "doc-1:1-2"),
    ]


def test_a_block_that_is_too_large_closes_the_chunk() -> None:
    """W3: though its first piece would still fit."""
    chunks = sliding(blocks("Short.", f"{A} {B} {C}"), target=20, max=24)

    assert full(chunks) == ["Short.", f"{A} {B}", C]


def test_the_last_piece_is_not_open_for_another_type() -> None:
    """W3, C13."""
    chunks = sliding(blocks(f"{A} {B} {C}", X, "Short."), target=20, max=24)

    assert normal(chunks) == [f"{A} {B}", C, "Short."]
    assert types(chunks) == [None, None, "x"]


# Overlap.


def test_overlap_goes_over_headings_and_a_heading_counts_as_a_sentence() -> None:
    """W4: at the seam, and on the way."""
    text = blocks(A, "# Seam? No. 1", B, C)
    chunks = sliding(text, max=28, side="previous", tokens=17)

    assert cores(chunks) == [blocks(A, "# Seam? No. 1", B), C]
    assert chunks[1].overlap_prev == blocks("# Seam? No. 1", B)
    assert sliding(text, max=28, side="previous", tokens=13)[1].overlap_prev == B

    at_seam = sliding(blocks(A, "# Seam? No. 1", B), max=16, side="previous", tokens=5)
    assert cores(at_seam) == [blocks(A, "# Seam? No. 1"), B]
    assert at_seam[1].overlap_prev == "# Seam? No. 1"


def test_overlap_never_goes_over_a_change_of_type() -> None:
    """W4."""
    chunks = sliding(blocks(A, X, B, "# Next", C), side="previous", tokens=65)

    assert [chunk.overlap_prev for chunk in chunks] == ["", "", ""]


def test_overlap_takes_whole_sentences_within_its_budget() -> None:
    """W4, C20: the whole would have 72 tokens."""
    text = blocks(f"{A} {B} {C}", f"{D} {E} {A} {B}")

    for tokens, lent in ((9, ""), (10, C), (19, C), (20, f"{B} {C}"), (65, f"{B} {C}")):
        chunks = sliding(text, target=44, max=71, side="previous", tokens=tokens)
        assert chunks[1].overlap_prev == lent
