"""`by_heading`: the rest that is carried over, empty headings, strict and overlap (H11–H15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mindnet import Chunk
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
    smart,
    strict,
    types,
)

Cutting = Callable[..., list[Chunk]]

FACT = "> [!section] fact"
PLAN = "> [!section] plan"
FIVE = blocks("## A", f"{A} {B} {C} {D} {E}")


def test_a_rest_that_fits_is_not_cut_again() -> None:
    """H11: though it passes `target`."""
    assert full(smart(FIVE, target=22, max=33)) == [
        blocks("## A", f"{A} {B}"),
        blocks("## A", f"{C} {D} {E}"),
    ]


def test_sections_are_packed_onto_a_rest_with_its_heading_up_to_max() -> None:
    """H11, C6: 42 tokens with the heading in front."""
    text = blocks("## A", f"{A} {B} {C}", "## B", B, "## C", C)

    assert full(smart(text, target=22, max=24)) == [
        blocks("## A", f"{A} {B}"),
        blocks("## A", C, "## B", B),
        blocks("## C", C),
    ]
    assert full(smart(text, target=22, max=31))[1:] == [
        blocks("## A", C, "## B", B),
        blocks("## C", C),
    ]


def test_a_rest_takes_no_section_of_another_type() -> None:
    """H11, H5."""
    chunks = smart(blocks("## A", f"{A} {B} {C}", "## B", FACT, "Short."), target=22, max=28)

    assert full(chunks) == [blocks("## A", f"{A} {B}"), blocks("## A", C), "## B\n\nShort."]
    assert types(chunks) == [None, None, "fact"]


def test_an_empty_heading_goes_with_the_deeper_one_under_it() -> None:
    """H12: though it would fit the chunk before."""
    text = blocks("# One", A, "# Two", "## Under two", B)

    assert full(smart(text, max=20)) == [blocks("# One", A), blocks("# Two", "## Under two", B)]
    assert smart(text, max=20)[1].headings_path == ("Two",)


def test_it_takes_the_type_of_that_section() -> None:
    """H12, C12."""
    text = blocks("# One", A, "# Two", "## Under two", FACT, B, "## Next", C)
    chunks = smart(text)

    assert normal(chunks) == [
        blocks("# One", A),
        blocks("# Two", "## Under two", B),
        blocks("## Next", C),
    ]
    assert types(chunks) == [None, "fact", None]


def test_any_other_empty_heading_is_packed_with_what_stands_before_it() -> None:
    """H12."""
    text = blocks("## A", A, "## Empty", "## B", B)

    assert full(smart(text, max=16)) == [blocks("## A", A, "## Empty"), blocks("## B", B)]


def test_headings_alone_are_carried_in_front_of_the_next_section() -> None:
    """H12: they are no chunk by themselves, whatever the sizes."""
    text = blocks("## Empty", "## B", f"{A} {B} {C}")
    chunks = smart(text, target=22, max=33)

    assert full(chunks) == [blocks("## Empty", "## B", f"{A} {B}"), blocks("## B", C)]
    assert [chunk.headings_path for chunk in chunks] == [("Empty",), ("B",)]
    assert all("heading_only" not in each for each in flags(chunks))


def test_a_long_heading_in_front_does_not_cost_the_parts_their_own() -> None:
    """H8, H12: what is carried is no prefix, and `## B` is short enough to be one."""
    long = "## A heading that nothing stands under, of sixteen tokens, or more"
    chunks = smart(blocks(long, "## B", f"{A} {B} {C} {D}"), target=22, max=33)

    assert full(chunks) == [blocks(long, "## B", A), blocks("## B", f"{B} {C} {D}")]
    assert [chunk.prefix for chunk in chunks] == ["", "## B"]


def test_carried_headings_take_the_type_of_what_they_are_carried_to() -> None:
    """H12: of the same level, and of another type."""
    chunks = smart(blocks("## Empty", "## B", FACT, B))

    assert normal(chunks) == [blocks("## Empty", "## B", B)]
    assert types(chunks) == ["fact"]


def test_a_heading_that_declares_another_type_itself_stands_alone() -> None:
    """H12."""
    chunks = smart(blocks("## Empty", FACT, "## B", PLAN, B, "## C", C))

    assert normal(chunks) == ["## Empty", blocks("## B", B), blocks("## C", C)]
    assert types(chunks) == ["fact", "plan", None]
    assert flags(chunks) == [{"heading_only"}, set(), set()]


def test_a_heading_that_the_settings_type_declares_it_itself() -> None:
    """H12, C12: `[heading_types]`."""
    chunks = smart(blocks("# Decisions", "# B", B), types={"Decision*": "decision"})

    assert full(chunks) == ["# Decisions", blocks("# B", B)]
    assert types(chunks) == ["decision", None]
    assert flags(chunks) == [{"heading_only"}, set()]


def test_headings_that_nothing_follows_are_a_chunk() -> None:
    """H12."""
    chunks = smart(blocks("## A", A, "## The very end"), max=13)

    assert full(chunks) == [blocks("## A", A), "## The very end"]
    assert flags(chunks) == [set(), {"heading_only"}]
    assert chunks[1].chunk_type == "heading"


def test_a_note_of_headings_is_one_chunk() -> None:
    """H12, C4."""
    (chunk,) = smart("# A\n\n## B\n\n# C\n")

    assert (chunk.full_text, chunk.flags) == ("# A\n\n## B\n\n# C", ("heading_only",))


@pytest.mark.parametrize("cut", [smart, strict])
def test_headings_over_max_are_headings_all_the_same(cut: Cutting) -> None:
    """H12: nothing else follows."""
    chunks = cut(blocks(*(f"## Heading {number}" for number in range(20))), max=33)

    assert all("heading_only" in each for each in flags(chunks))
    assert {chunk.chunk_type for chunk in chunks} == {"heading"}


# Strict.


def test_strict_packs_and_carries_nothing() -> None:
    """H13."""
    text = blocks(A, "# Top", "## A", "### Deep", "## B", B, "# End")

    assert full(strict(text)) == [
        A,
        "# Top",
        blocks("## A", "### Deep"),
        blocks("## B", B),
        "# End",
    ]


def test_strict_cuts_a_section_to_its_end() -> None:
    """H14: the last part is not grown beyond `target`."""
    assert full(strict(FIVE, target=22, max=33)) == [
        blocks("## A", f"{A} {B}"),
        blocks("## A", f"{C} {D}"),
        blocks("## A", E),
    ]


def test_strict_packs_nothing_with_the_last_part() -> None:
    """H14."""
    text = blocks("## A", f"{A} {B} {C}", "## B", "Short end.")

    assert full(strict(text, target=22, max=28)) == [
        *(blocks("## A", f"{A} {B}"), blocks("## A", C)),
        blocks("## B", "Short end."),
    ]


@pytest.mark.parametrize(
    ("heading", "led"), [("## A heading of ten", True), ("## A heading, eleven", False)]
)
def test_a_heading_of_half_of_max_is_repeated_and_no_longer_one(heading: str, led: bool) -> None:
    """C8: ten tokens of twenty, then eleven."""
    heading = heading.ljust(40 if led else 41, "x")
    chunks = strict(blocks(heading, "Oaks are old. Elms are. Limes are too. So are yews."), max=20)

    assert len(chunks) > 1
    assert {chunk.prefix for chunk in chunks[1:]} == {heading if led else ""}


# Overlap.


@pytest.mark.parametrize("cut", [smart, strict])
def test_parts_of_one_section_overlap_behind_the_heading(cut: Cutting) -> None:
    """H15, C8, C20."""
    text = blocks("## A", A, "## B", f"{A} {B} {C} {D}")
    chunks = cut(text, target=22, max=34, side="previous", tokens=10)

    assert [chunk.overlap_prev for chunk in chunks] == ["", "", B]
    assert full(chunks)[1:] == [blocks("## B", f"{A} {B}"), blocks("## B", f"{B} {C} {D}")]
    assert cores(chunks)[2] == f"{C} {D}"
    assert sizes(chunks) == [12, 22, 32]


def test_sections_that_are_whole_lend_nothing() -> None:
    """H15: nor does a part to the section after it."""
    text = blocks("## A", f"{A} {B} {C}", "## B", f"{B} {C}")

    for side in ("previous", "next", "both"):
        chunks = strict(text, target=22, max=26, side=side, tokens=10)
        assert [chunk.overlap_prev for chunk in chunks][2:] == [""]
        assert [chunk.overlap_next for chunk in chunks][1:] == ["", ""]


def test_a_heading_bound_to_a_word_does_not_lose_it() -> None:
    """H9, H12: nothing is lost where the two are the rest of a cut section."""
    text = blocks("One two three four five six.", "### `upper`\n#t", "## Next", "Seven eight nine.")
    chunks = smart(text, target=3, max=4)

    assert "".join("".join(core.split()) for core in cores(chunks)) == "".join(text.split())
