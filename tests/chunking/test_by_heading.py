"""`by_heading`: `strategies.md` H1–H15, and the examples of §2."""

from __future__ import annotations

import pytest

from mindnet import Profile
from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    blocks,
    cores,
    flags,
    full,
    normal,
    sizes,
    smart,
    spans,
    strict,
    types,
)

FACT = "> [!section] fact"
TOP = blocks("# Top", "## A", A, "## End")


def titles(text: str, **keys: object) -> list[str | None]:
    return [chunk.section_title for chunk in smart(text, **keys)]


# The examples of §2, row by row.


def test_example_1_sections_are_packed_up_to_max() -> None:
    """H6."""
    chunks = smart(blocks("## A", A, "## B", B, "## C", C), target=20, max=25)

    assert full(chunks) == [blocks("## A", A, "## B", B), blocks("## C", C)]
    assert sizes(chunks) == [24, 12]
    assert [chunk.section_title for chunk in chunks] == ["A", "C"]


def test_example_2_a_section_that_is_too_large_is_cut_and_led_by_its_heading() -> None:
    """H8, H10, H11, C8, C9."""
    chunks = smart(blocks("## A", f"{A} {B} {C} {A} {B}"), target=25, max=30)

    assert full(chunks) == [blocks("## A", f"{A} {B}"), blocks("## A", f"{C} {A}"), f"## A\n\n{B}"]
    assert sizes(chunks) == [22, 22, 12]
    assert [chunk.section_title for chunk in chunks] == ["A", "A", "A"]
    assert [chunk.prefix for chunk in chunks] == ["", "## A", "## A"]
    assert cores(chunks) == [blocks("## A", f"{A} {B}"), f"{C} {A}", B]
    assert flags(chunks) == [{"split"}, {"split", "continued"}, {"split", "continued"}]


def test_example_3_the_rest_of_a_cut_section_is_packed_with_the_next() -> None:
    """H11."""
    text = blocks("## A", f"{A} {B} {C}", "## B", "Short end.")
    chunks = smart(text, target=22, max=28)

    assert full(chunks) == [blocks("## A", f"{A} {B}"), blocks("## A", C, "## B", "Short end.")]
    assert sizes(chunks) == [22, 16]
    assert [chunk.section_title for chunk in chunks] == ["A", "A"]
    assert chunks[1].md_text == blocks(C, "## B", "Short end.")
    assert spans(chunks) == [(0, 1), (1, 3)]


def test_example_4_strict_gives_each_section_a_chunk() -> None:
    """H13."""
    chunks = strict(TOP)

    assert full(chunks) == ["# Top", blocks("## A", A), "## End"]
    assert flags(chunks) == [{"heading_only"}, set(), {"heading_only"}]


def test_example_5_smart_packs_the_same_into_one() -> None:
    """H6, H12."""
    (chunk,) = smart(TOP)

    assert (chunk.full_text, chunk.flags, chunk.section_title) == (TOP, (), "Top")


def test_example_6_a_change_of_type_parts_what_would_fit() -> None:
    """H5, C13."""
    chunks = smart(blocks("## A", FACT, A, "## B", B))

    assert full(chunks) == [blocks("## A", A), blocks("## B", B)]
    assert types(chunks) == ["fact", None]
    assert chunks[0].md_text == blocks("## A", FACT, A)


def test_example_7_a_type_holds_to_the_end_of_its_section() -> None:
    """C11."""
    (chunk,) = smart(blocks("## A", FACT, A, B))

    assert (chunk.full_text, chunk.section_type) == (blocks("## A", A, B), "fact")


def test_example_8_items_without_stops_hold_together_up_to_max() -> None:
    """H9: heading and 59 items of 40 characters are 593 tokens, with one more 603."""
    items = [f"- {number:03} an item of the list without stops" for number in range(70)]
    chunks = smart("## Why so?\n\n" + "\n".join(items), target=400, max=600)

    assert {len(item) for item in items} == {39}
    assert full(chunks) == [
        "## Why so?\n\n" + "\n".join(items[:59]),
        "## Why so?\n\n" + "\n".join(items[59:]),
    ]
    assert sizes(chunks) == [593, 113]


# Defaults and sections.


def test_the_defaults() -> None:
    """H1."""
    profile = Profile(name="x", strategy="by_heading")

    assert (profile.target, profile.max, profile.split_level) == (400, 600, 2)
    assert (profile.strict_heading_split, profile.enable_smart_edge_allocation) == (False, True)
    assert profile.overlap.side == "none"


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        ({}, 1),
        ({"strict_heading_split": True}, 3),
        ({"enable_smart_edge_allocation": False}, 3),
        ({"strict_heading_split": True, "enable_smart_edge_allocation": False}, 3),
    ],
)
def test_either_key_makes_it_strict(keys: dict[str, bool], number: int) -> None:
    """H1."""
    assert len(smart(TOP, **keys)) == number


def test_deeper_headings_are_content_of_their_section() -> None:
    """H2."""
    text = blocks("# One", A, "## Two", B, "### Three", C, "#### Four", D)

    assert len(strict(text, split_level=1)) == 1
    assert full(strict(text)) == [
        blocks("# One", A),
        blocks("## Two", B, "### Three", C, "#### Four", D),
    ]
    assert len(strict(text, split_level=3)) == 3
    assert len(strict(text, split_level=6)) == 4


def test_setext_headings_and_the_preamble_make_sections_too() -> None:
    """H2."""
    text = blocks(A, "One\n===", B, "Two\n---", C)

    assert full(strict(text)) == [A, blocks("One\n===", B), blocks("Two\n---", C)]
    assert [chunk.headings_path for chunk in strict(text)] == [(), ("One",), ("One", "Two")]


def test_a_type_in_mid_section_opens_a_section_without_heading() -> None:
    """H3: it is titled like the block, and nothing is repeated where it is cut."""
    chunks = strict(blocks("## A", A, FACT, f"{B} {C} {D}"), target=20, max=24)

    assert full(chunks) == [blocks("## A", A), f"{B} {C}", D]
    assert [chunk.headings_path for chunk in chunks] == [("A",)] * 3
    assert types(chunks) == [None, "fact", "fact"]
    assert [chunk.prefix for chunk in chunks] == ["", "", ""]


def test_a_type_that_changes_at_a_deeper_heading_makes_that_its_own() -> None:
    """H3, H8: of any level."""
    chunks = strict(blocks("## A", A, "### B", FACT, f"{B} {C} {D}"), target=24, max=26)

    assert full(chunks) == [blocks("## A", A), blocks("### B", f"{B} {C}"), blocks("### B", D)]
    assert [chunk.headings_path for chunk in chunks] == [("A",), ("A", "B"), ("A", "B")]


def test_a_section_of_headings_alone_takes_the_type_over() -> None:
    """H3, C12."""
    text = blocks("## A", "### B", FACT, A)

    assert types(strict(text)) == ["fact"]
    assert types(smart(text)) == ["fact"]
    assert normal(smart(text)) == [blocks("## A", "### B", A)]


@pytest.mark.parametrize("hidden", ["%% a comment %%", "> [!edge] up [[X]]", "%%\na\n\nb\n%%"])
def test_a_heading_with_nothing_but_directives_and_comments_is_empty(hidden: str) -> None:
    """H4."""
    chunks = strict(blocks("## A", hidden, "## B", B))

    assert full(chunks) == ["## A", blocks("## B", B)]
    assert flags(chunks) == [{"heading_only"}, set()]


# Smart.


def test_packing_goes_to_max_and_over_headings_of_any_level() -> None:
    """H6, C7: 143 characters with their separators are 36 tokens."""
    text = blocks("## A", A, "# B", B, "## C", C)

    assert sizes(smart(text, target=10, max=36)) == [36]
    assert sizes(smart(text, target=10, max=35)) == [24, 12]


def test_a_chunk_is_closed_at_the_section_that_does_not_fit() -> None:
    """H7: that is not cut as long as it fits alone."""
    text = blocks("## A", A, "## B", f"{A} {B} {C}", "## C", C)

    assert full(smart(text, target=20, max=33)) == [
        blocks("## A", A),
        blocks("## B", f"{A} {B} {C}"),
        blocks("## C", C),
    ]


def test_a_preamble_is_cut_without_a_heading() -> None:
    """H8."""
    chunks = smart(f"{A} {B} {C}", target=20, max=24)

    assert full(chunks) == [f"{A} {B}", C]
    assert [chunk.prefix for chunk in chunks] == ["", ""]


def test_deeper_headings_are_not_repeated() -> None:
    """H8."""
    chunks = smart(blocks("## A", "### Deep", f"{A} {B} {C} {D}"), target=25, max=26)

    assert full(chunks) == [blocks("## A", "### Deep", f"{A} {B}"), blocks("## A", f"{C} {D}")]


@pytest.mark.parametrize("heading", ["### 3. Start", "### Is it so? Yes", "### v. 1. A"])
def test_a_heading_is_never_cut_inside_and_goes_with_what_follows(heading: str) -> None:
    """H9."""
    chunks = smart(blocks("## A", A, heading, f"{B} {C}"), target=15, max=20)

    assert full(chunks) == [blocks("## A", A), blocks("## A", heading, B), blocks("## A", C)]


def test_a_lead_in_is_bound_to_what_it_leads_to() -> None:
    """H9: alone it would have gone with the sentence before it."""
    items = "- one.\n- two.\n- three."
    chunks = smart(blocks("## A", A, "Three things:", items), target=16, max=20)

    assert full(chunks) == [blocks("## A", A), blocks("## A", "Three things:", items)]


def test_a_unit_is_bound_only_as_long_as_both_fit() -> None:
    """H9."""
    chunks = smart(blocks("## A", A, B.rstrip("."), C), target=12, max=21)

    assert full(chunks) == [blocks("## A", A), blocks("## A", B.rstrip(".")), blocks("## A", C)]
    assert len(smart(blocks("## A", A, B.rstrip("."), C), target=12, max=22)) == 2


def test_tables_code_callouts_and_math_are_one_unit_each() -> None:
    """H9."""
    for unit in ("|a|b|\n|-|-|\n|c|d|\n|e|f|", "```\na = 1\nb = 2\n```", "> [!note]\n> a\n>\n> b"):
        chunks = smart(blocks("## A", A, unit, B), target=12, max=20)
        assert [chunk for chunk in full(chunks) if unit in chunk]


def test_a_part_takes_units_while_their_sum_is_within_target() -> None:
    """H10: 12, 23, 34, 45 by sum, though four units are 44 as one text."""
    units = [f"Aaaa bbbb cccc dddd eeee ffff gggg hhhh{number}." for number in range(1, 9)]
    text = blocks("## A", " ".join(units))

    assert {len(unit) for unit in units} == {41}
    assert full(smart(text, target=44, max=60))[0] == blocks("## A", " ".join(units[:3]))
    assert full(smart(text, target=45, max=60))[0] == blocks("## A", " ".join(units[:4]))


def test_the_first_unit_is_always_taken() -> None:
    """H10."""
    chunks = smart(blocks("## A", f"{A} {B} {C}"), target=1, max=20)

    assert full(chunks) == [f"## A\n\n{each}" for each in (A, B, C)]


OWN = "## Own head word one Own head word one y"


@pytest.mark.parametrize("first", ["Ok ok.", "Ok."])
def test_headings_carried_in_front_take_no_prefix_away(first: str) -> None:
    """H8, C8: the own heading alone is held against half of `max`."""
    text = blocks("# Top word Top word Top word Top word Top word x", OWN, f"{first} {A} {B} {C}")
    chunks = smart(text, target=26, max=30)

    assert full(chunks)[0].startswith("# Top word")
    assert first[:2] in full(chunks)[0]
    assert [chunk.prefix for chunk in chunks[1:]] == [OWN] * (len(chunks) - 1)


@pytest.mark.parametrize(
    ("heading", "target", "most"),
    [("## Why" + " so long" * 8 + "?", 20, 35), ("## " + "H" * 38, 20, 20)],
)
def test_a_first_part_has_its_heading_and_some_text(heading: str, target: int, most: int) -> None:
    """H8: though the heading is too large to be repeated (C8)."""
    chunks = smart(blocks(heading, f"{A} {B} {C}"), target=target, max=most)

    assert full(chunks)[0].startswith(f"{heading}\n\nAaaa")
    assert not any("heading_only" in chunk.flags or chunk.prefix for chunk in chunks)


def test_what_was_not_cut_is_no_part() -> None:
    """C9."""
    assert [chunk.flags for chunk in smart("![[" + "x" * 100 + "]]", max=20)] == [("oversize",)]
