"""Section types: what a change of type does in every strategy (`strategies.md` C10–C13)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mindnet import Chunk
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
    sliding,
    smart,
    strict,
    types,
)

X, Y = "> [!section] x", "> [!section] y"
NONE = "> [!section] none"

Cutting = Callable[..., list[Chunk]]

both = pytest.mark.parametrize("cut", [smart, sliding])


@both
def test_a_type_change_in_mid_section(cut: Cutting) -> None:
    """C11, C13: what stands before it keeps the type the section began with."""
    chunks = cut(blocks("## A", A, X, B, Y, C, NONE, D))

    assert normal(chunks) == [blocks("## A", A), B, C, D]
    assert types(chunks) == [None, "x", "y", None]
    assert [chunk.headings_path for chunk in chunks] == [("A",)] * 4


@both
def test_a_type_change_under_an_untyped_heading(cut: Cutting) -> None:
    """C12: the heading has the type of the first block under it."""
    chunks = cut(blocks("# Top", A, "## A", X, B, "## B", C))

    assert normal(chunks) == [blocks("# Top", A), blocks("## A", B), blocks("## B", C)]
    assert types(chunks) == [None, "x", None]


@both
def test_a_subsection_begins_with_the_type_around_it(cut: Cutting) -> None:
    """C11: and the next sibling starts again from there."""
    chunks = cut(blocks("# Top", X, A, "## One", Y, B, "## Two", C))

    assert normal(chunks) == [blocks("# Top", A), blocks("## One", B), blocks("## Two", C)]
    assert types(chunks) == ["x", "y", "x"]


@both
@pytest.mark.parametrize("name", ["", '""', " "])
def test_an_empty_type_is_none(cut: Cutting, name: str) -> None:
    """C11: it changes nothing."""
    chunks = cut(blocks("## A", A, f"> [!section] {name}", B))

    assert types(chunks) == [None]


@both
def test_empty_headings_count_with_the_deeper_one_under_them(cut: Cutting) -> None:
    """C12: without passing its type on to other sections under them."""
    chunks = cut(blocks("# Top", "## A", "### Deep", X, A, "## B", B))

    assert normal(chunks) == [blocks("# Top", "## A", "### Deep", A), blocks("## B", B)]
    assert types(chunks) == ["x", None]
    assert [block.section_type for block in chunks[0].note.blocks][:3] == [None, None, "x"]


@both
def test_a_heading_that_declares_its_type_itself_keeps_it(cut: Cutting) -> None:
    """C12: by a directive, a field, or the settings."""
    for declared in (X, "section-type:: x"):
        chunks = cut(blocks("# Top", declared, "## A", Y, A))
        assert (normal(chunks), types(chunks)) == (["# Top", blocks("## A", A)], ["x", "y"])

    chunks = cut(blocks("# Top", "## A", Y, A), types={"top": "x"})
    assert (normal(chunks), types(chunks)) == (["# Top", blocks("## A", A)], ["x", "y"])


@both
def test_the_same_type_declared_again_is_no_change(cut: Cutting) -> None:
    """C13."""
    chunks = cut(blocks("## A", X, A, "## B", X, B))

    assert (normal(chunks), types(chunks)) == ([blocks("## A", A, "## B", B)], ["x"])


@both
def test_nothing_is_packed_or_lent_over_a_change_of_type(cut: Cutting) -> None:
    """C13, C20: whatever the sizes."""
    text = blocks("## A", "One.", X, "Two.", NONE, "Three.")
    for side in ("previous", "next", "both"):
        chunks = cut(text, side=side, tokens=65)
        assert full(chunks) == ["## A\n\nOne.", "Two.", "Three."]


@both
def test_title_path_and_type_are_those_of_the_first_section(cut: Cutting) -> None:
    """C10."""
    (chunk,) = cut(blocks("# Top", A, "## A ^a", f"{B} ^b", "## B", f"{C} ^c"))

    assert (chunk.section_title, chunk.headings_path) == ("Top", ("Top",))
    assert (chunk.section_path, chunk.section_type) == ("/Top", None)
    assert (chunk.block_id, chunk.block_ids) == ("a", ("a", "b", "c"))


def test_strict_sections_part_at_types_too() -> None:
    """C13, H3."""
    chunks = strict(blocks("## A", A, "### B", B, X, C, "### D", D))

    assert normal(chunks) == [blocks("## A", A, "### B", B), C, blocks("### D", D)]
    assert types(chunks) == [None, "x", None]
    assert [chunk.headings_path for chunk in chunks] == [("A",), ("A", "B"), ("A", "D")]


# Parts: C9.


@both
def test_all_parts_keep_the_place_of_what_was_cut(cut: Cutting) -> None:
    """C9: title, path, type and block id; ids are told where their markers stand."""
    text = blocks("# Top", "## A", X, f"{A} {B} {C} {D} ^long")
    chunks = [chunk for chunk in cut(text, target=22, max=26) if "split" in chunk.flags]

    assert len(chunks) == 2
    assert {(each.section_type, each.block_id) for each in chunks} == {("x", "long")}
    assert [each.block_ids for each in chunks] == [(), ("long",)]
    assert flags(chunks) == [{"split"}, {"split", "continued"}]


@both
def test_an_id_in_the_middle_is_told_in_its_part(cut: Cutting) -> None:
    """C9: a list whose items have names."""
    items = "\n".join(f"- {each} ^i{number}" for number, each in enumerate((A, B, C)))
    chunks = cut(items, target=12, max=14)

    assert [each.block_ids for each in chunks] == [("i0",), ("i1",), ("i2",)]
    assert {each.block_id for each in chunks} == {"i0"}


def test_a_chunk_that_begins_before_a_cut_unit_is_not_continued() -> None:
    """C9: `split` marks every part, `continued` those that start inside."""
    chunks = smart(blocks("## A", A, f"{B} {C} {D}"), target=22, max=26)

    assert cores(chunks) == [blocks("## A", A, B), f"{C} {D}"]
    assert flags(chunks) == [{"split"}, {"split", "continued"}]


def test_odd_blanks_in_a_directive_take_no_room() -> None:
    """C5, C6: what is read of it is white space, so it goes with nothing."""
    text = "oak oak.\n\n> [!section] y\n\u2028\n\n^lone\n\n[[Link]] one two; three, four ... five."
    chunks = smart(text, target=6, max=9)

    assert max(chunk.token_count for chunk in chunks) <= 9
    assert chunks[1].md_text.startswith("[[Link]]")
