from __future__ import annotations

from dataclasses import replace

import pytest

from mindnet import Note, Profile
from mindnet.comparison import Comparison, compare
from mindnet.pipeline import cut_note
from tests.chunking.notes import A, B, C, D, a_note, a_profile, blocks

SMART = a_profile("by_heading", max=25)
STRICT = a_profile("by_heading", strict_heading_split=True)
SLIDING = a_profile("sliding_window", max=25)
BLOCKS = a_profile("by_block")
SENTENCES = a_profile("by_sentence", max=12, max_chars=42, overflow=0.0)


def compared(note: Note, *profiles: Profile) -> Comparison:
    return compare(note, [(profile, cut_note(note, profile)) for profile in profiles])


def cuts(comparison: Comparison) -> list[tuple[int, str]]:
    """The line of each cut, and a sign per profile: `x` cuts there, `.` does not."""
    return [
        (line, "".join("x" if here else "." for here in who)) for _, line, who in comparison.cuts()
    ]


def bins(comparison: Comparison) -> list[tuple[int, int | None, list[int]]]:
    rows = zip(*(trial.sizes.histogram for trial in comparison.trials), strict=True)
    return [(row[0].low, row[0].high, [each.chunks for each in row]) for row in rows]


def test_each_profile_has_its_number_of_chunks_and_their_sizes() -> None:
    smart, strict = compared(a_note(blocks("## A", A, "## B", B, "## C", C)), SMART, STRICT).trials

    assert (smart.chunks, strict.chunks) == (2, 3)
    assert (smart.sizes.smallest, smart.sizes.median, smart.sizes.largest) == (12, 12, 24)
    assert (strict.sizes.smallest, strict.sizes.median, strict.sizes.largest) == (12, 12, 12)


def test_chunks_below_min_and_over_target_are_counted() -> None:
    note = a_note(blocks("## A", A, "## B", f"{B} {C}", "## C", f"{B} {C} {D}"))
    sizes = [replace(STRICT, min=least, target=25) for least in (0, 12, 13, 25)]

    assert [trial.sizes.below_min for trial in compared(note, *sizes).trials] == [0, 0, 1, 2]
    assert [trial.sizes.over_target for trial in compared(note, *sizes).trials] == [1] * 4


def test_profiles_cut_at_the_same_place_or_not() -> None:
    note = a_note(blocks("## A", A, B, "## B", C))

    assert cuts(compared(note, SMART, STRICT, SLIDING)) == [(7, "xx."), (9, "..x")]


def test_a_cut_inside_a_line_has_the_line_it_stands_in() -> None:
    note = a_note(blocks("## A", f"{A} {B} {C}"))
    comparison = compared(note, a_profile("by_heading", max=25, target=22))
    (boundary,) = comparison.trials[0].boundaries

    assert boundary.line == 3
    assert (boundary.char_end, boundary.char_start) == (boundary.place - 1, boundary.place)
    assert note.source[boundary.place :] == C


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_heading_that_one_leaves_out_and_another_begins_with_is_one_place(end: str) -> None:
    text = blocks("## A", A, "## B", B).replace("\n", end)
    comparison = compared(a_note(text), STRICT, BLOCKS)

    assert list(comparison.cuts()) == [(text.index("## B"), 5, (True, True))]
    assert [trial.boundaries[0].char_start for trial in comparison.trials] == [
        text.index("## B"),
        text.index(B),
    ]


def test_a_cut_that_leaves_out_more_goes_with_one_that_leaves_out_less() -> None:
    """A rule goes with what stands before it, and in `by_block` with nothing."""
    note = a_note(blocks("## A", A, "***", "## B", B))

    assert cuts(compared(note, STRICT, BLOCKS)) == [(7, "xx")]
    assert cuts(compared(note, BLOCKS)) == [(5, "x")]


def test_empty_headings_are_left_out_once() -> None:
    note = a_note(blocks("## A", A, "## B", "## C", C))

    assert cuts(compared(note, STRICT, BLOCKS)) == [(5, "xx"), (7, "x.")]


def test_white_space_that_a_chunk_begins_with_is_before_its_place() -> None:
    text = blocks(A, B)
    comparison = compared(a_note(text), a_profile("sliding_window", max=12), SENTENCES)

    assert list(comparison.cuts()) == [(text.index(B), 3, (True, True))]
    assert [trial.boundaries[0].char_start for trial in comparison.trials] == [42, 40]


def test_a_strategy_without_a_target_is_over_none() -> None:
    comparison = compared(a_note(blocks(A, B)), SENTENCES, BLOCKS)

    assert [trial.sizes.over_target for trial in comparison.trials] == [None, 0]
    assert [trial.to_dict()["target"] for trial in comparison.trials] == [None, 400]


@pytest.mark.parametrize(
    ("lengths", "told"),
    [
        ([1, 2, 2, 9], [(1, 1, 1), (2, 2, 2), *((n, n, 0) for n in range(3, 9)), (9, 9, 1)]),
        ([4, 14], [(3, 4, 1), (5, 6, 0), (7, 8, 0), (9, 10, 0), (11, 12, 0), (13, 14, 1)]),
        ([250, 260], [(201, 250, 1), (251, 300, 1)]),
        ([1, 600], [(1, 100, 1), *((n, n + 99, 0) for n in range(101, 500, 100)), (501, 600, 1)]),
    ],
)
def test_bins_are_few_and_their_ends_round(
    lengths: list[int], told: list[tuple[int, int, int]]
) -> None:
    sections = (blocks("# A", "x" * (4 * length - 5)).strip() for length in lengths)
    comparison = compared(a_note(blocks(*sections)), STRICT)

    assert bins(comparison) == [(low, high, [number]) for low, high, number in told]


def test_all_profiles_share_the_bins() -> None:
    note = a_note(blocks("## A", A, "## B", B, "## C", C))

    assert bins(compared(note, SMART, STRICT)) == [
        (11, 15, [1, 3]),
        (16, 20, [0, 0]),
        (21, 25, [1, 0]),
    ]


def test_what_passes_max_has_a_bin_of_its_own() -> None:
    """An embed is never cut, and would make all other bins too wide."""
    note = a_note(blocks(A, f"![[{'x' * 40_000}]]"))
    comparison = compared(note, SLIDING)

    assert bins(comparison) == [(10, 10, [1]), (11, None, [1])]


def test_a_note_without_text_has_nothing_to_compare() -> None:
    comparison = compared(a_note("---\na: b\n---\n"), SMART, SLIDING)

    assert list(comparison.cuts()) == []
    assert [trial.chunks for trial in comparison.trials] == [0, 0]
    sizes = comparison.trials[0].sizes
    assert (sizes.smallest, sizes.median, sizes.largest, sizes.histogram) == (None, None, None, ())
