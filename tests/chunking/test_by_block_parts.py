"""`by_block`: what is too large, what is lent, what may be small (`strategies.md` B7–B10)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings as tries

from mindnet import Chunk
from mindnet.model import BlockKind
from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    E,
    a_note,
    blocks,
    cores,
    flags,
    full,
    kinds,
    sizes,
    spans,
    structured,
    types,
)
from tests.laws.generated import notes

HEADER = "| Tree | Place |\n|------|-------|"
EMBED = "![[A very long name. Of a picture! Is it? of an oak.png|and so on, and so on]]"
SHORT = {"min": 0, "target": 21, "max": 32}


def items(*texts: str) -> str:
    return "\n".join(f"- {text}" for text in texts)


def lent(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.overlap_prev, chunk.overlap_next) for chunk in chunks]


# B7: what is too large. Sentences of ten tokens; two are 21, three 31, four 41.


def test_a_part_closes_as_soon_as_it_has_reached_target() -> None:
    """B7."""
    text = f"{A} {B} {C} {D} {E} {A} {B}"

    assert full(structured(text, **SHORT)) == [f"{A} {B}", f"{C} {D}", f"{E} {A}", B]
    assert full(structured(text, **SHORT | {"target": 22})) == [f"{A} {B} {C}", f"{D} {E} {A}", B]


def test_a_piece_that_would_take_it_over_max_opens_the_next() -> None:
    """B7: three would be 31."""
    text = f"{A} {B} {C} {D}"

    assert full(structured(text, min=0, target=22, max=30)) == [f"{A} {B}", f"{C} {D}"]


def test_a_block_over_max_closes_the_chunk() -> None:
    """B7: though its first part would fit, and the chunk is below `min`."""
    chunks = structured(blocks("Short.", f"{A} {B} {C} {D}"), min=20, target=21, max=40)

    assert full(chunks) == ["Short.", f"{A} {B}", f"{C} {D}"]
    assert flags(chunks) == [set(), {"split"}, {"split", "continued"}]


def test_the_last_part_of_a_paragraph_stays_open() -> None:
    """B5, B7: it is a chunk like others."""
    text = f"{A} {B} {C} {D} {E}"

    for block, expected in ((A, "paragraph"), (f"- {A}"[:36], "mixed")):
        chunks = structured(blocks(text, block, B), min=12, target=21, max=32)
        assert full(chunks) == [f"{A} {B}", f"{C} {D}", blocks(E, block), B]
        assert kinds(chunks)[2] == expected
        assert flags(chunks)[2:] == [{"split", "continued"}, set()]
        assert [chunk.block_span for chunk in chunks][1:3] == ["doc-1:0-0.2", "doc-1:0-1"]
    assert full(structured(blocks(text, "# Next", A), **SHORT))[2:] == [E, A]
    assert types(structured(blocks(text, "> [!section] x", A), **SHORT))[2:] == [None, "x"]


@pytest.mark.parametrize(
    "block",
    [
        items(A, B, C, D, E),
        f"> {A}\n>\n> {B}\n>\n> {C}\n>\n> {D}\n>\n> {E}",
        f"```\n{A}\n{B}\n{C}\n{D}\n{E}\n```",
        "\n".join((HEADER, *(f"| {each} |" for each in (A, B, C, D, E)))),
    ],
    ids=["list", "quote", "code", "table"],
)
def test_other_last_parts_do_not(block: str) -> None:
    """B7: however small they are."""
    chunks = structured(blocks(block, "a"), min=20, target=22, max=32)

    assert full(chunks)[-1] == "a"
    assert len(set(kinds(chunks)[:-1])) == 1
    assert max(sizes(chunks)) <= 32


def test_the_last_part_of_what_counts_as_a_paragraph_stays_open() -> None:
    """B2, B7."""
    for block in (
        f"$$\n{A}\n{B}\n{C}\n$$",
        f"<div>\n{A}\n{B}\n{C}\n</div>",
        f"[^1]: {A} {B} {C} {D}",
    ):
        chunks = structured(blocks(block, "Short."), min=12, target=22, max=30)
        assert full(chunks)[-1].endswith("\n\nShort.")
        assert (chunks[-1].block_start_idx, kinds(chunks)[-1]) == (0, "paragraph")


def test_each_kind_has_its_own_pieces() -> None:
    """B7: a part of two pieces has reached 22, but for rows, which never pass it."""
    keys = {"min": 0, "target": 22, "max": 40}
    quote = f"> {A}\n>\n> {B}\n>\n> {C}\n>\n> {D}"
    rows = [f"| {each} |" for each in (A, B, C, D)]
    code = "\n".join(("```py", A, B, C, D, "```"))

    assert full(structured(items(A, B, C, D), **keys)) == [items(A, B), items(C, D)]
    assert full(structured(quote, **keys)) == [f"> {A}\n>\n> {B}\n>", f"> {C}\n>\n> {D}"]
    assert full(structured("\n".join((HEADER, *rows)), **keys)) == [
        f"{HEADER}\n{row}" for row in rows
    ]
    assert full(structured(code, **keys)) == [f"```py\n{A}\n{B}", f"```py\n{C}\n{D}\n```"]


def test_one_row_may_pass_target() -> None:
    """B7: twenty tokens with the header."""
    rows = [f"| {each} |" for each in (A, B, C, D)]
    chunks = structured("\n".join((HEADER, *rows)), min=0, target=10, max=40)

    assert full(chunks) == [f"{HEADER}\n{row}" for row in rows]
    assert sizes(chunks) == [20] * 4


def test_an_item_that_is_too_large_is_cut_further() -> None:
    """B7, C14: its own text, then its nested items."""
    text = f"- one\n  - {A}\n  - {B}\n  - {C}\n- two"

    assert full(structured(text, min=0, target=24, max=26)) == [
        *(f"- one\n  - {A}\n  - {B}", f"  - {C}\n- two"),
    ]


def test_an_embed_over_max_stands_alone() -> None:
    """C15: as a block, and inside a paragraph; without overlap."""
    for text in (blocks(A, EMBED, B), f"{A} {EMBED} {B}"):
        chunks = structured(text, min=5, target=10, max=16, side="both", tokens=10)
        assert full(chunks) == [A, EMBED, B]
        assert [each & {"oversize"} for each in flags(chunks)] == [set(), {"oversize"}, set()]


def test_an_embed_over_max_in_a_table_has_no_header() -> None:
    """C15: without prefix."""
    embed = EMBED.replace("|", " ")
    chunks = structured(f"|a|b|\n|-|-|\n|c|d|\n|{embed}|e|", min=0, target=12, max=16)

    (alone,) = (chunk for chunk in chunks if "oversize" in chunk.flags)
    assert alone.full_text.strip("|") == embed


def test_a_prefix_is_left_out_where_the_core_starts_with_it() -> None:
    """C8: here a line of code that looks like the opening one."""
    chunks = structured(f"```py\n{A}\n```py\n{B}\n```", min=0, target=12, max=14)

    assert full(chunks) == [f"```py\n{A}", f"```py\n{B}\n```"]


def test_what_says_nothing_goes_with_the_parts_beside_it() -> None:
    """C5, C7: it has no size."""
    note = "%% x %%"
    chunks = structured(blocks(note, f"{A} {B} {C} {D}", note), **SHORT)

    assert cores(chunks) == [blocks(note, f"{A} {B}"), blocks(f"{C} {D}", note)]
    assert sizes(chunks) == [21, 21]


def test_a_figure_over_max_stands_alone() -> None:
    """C15, B4."""
    figure = f"<figure>\n{A}\n</figure>"
    chunks = structured(blocks("a", figure, "b"), max=8, target=8, min=4)

    assert (full(chunks), kinds(chunks)[1]) == (["a", figure, "b"], "figure")
    assert flags(chunks) == [set(), {"oversize"}, set()]


def test_parts_keep_the_names_of_what_was_cut() -> None:
    """C9, C10."""
    chunks = structured(blocks("# Oak", f"{A} {B} {C} {D} ^oak", "a ^b"), **SHORT)

    assert [chunk.block_id for chunk in chunks] == ["oak"] * 2 + ["b"]
    assert [chunk.block_ids for chunk in chunks] == [(), ("oak",), ("b",)]
    assert {chunk.headings_path for chunk in chunks} == {("Oak",)}


# B8: what is lent.


def test_whole_sentences_from_the_end_of_the_chunk_before() -> None:
    """B8: up to the budget, over blocks, and between the parts of a paragraph."""
    for tokens, expected in ((9, ""), (10, B), (19, B), (20, blocks(A, B))):
        keys = {"min": 0, "target": 21, "max": 46, "side": "previous", "tokens": tokens}
        assert lent(structured(blocks(A, B, f"{C} {D}"), **keys)) == [("", ""), (expected, "")]
    parts = structured(f"{A} {B} {C} {D} {E}", **SHORT, side="previous", tokens=10)
    assert lent(parts) == [("", ""), (B, ""), (D, "")]


@pytest.mark.parametrize("block", [items(A, B), f"> {A} {B}", f"```\n{A}\n{B}\n```"])
def test_never_for_lists_quotes_and_code(block: str) -> None:
    """B8: on either side of the seam."""
    for text in (blocks(block, f"{C} {D}"), blocks(f"{C} {D}", block)):
        chunks = structured(text, min=0, target=21, max=40, side="both", tokens=20)
        assert lent(chunks) == [("", ""), ("", "")]


@pytest.mark.parametrize("mark", ["-", ">"])
def test_mixed_chunks_lend_where_paragraphs_stand_at_the_seam(mark: str) -> None:
    """B8, C20: and no further than to the first block of another kind."""
    keys = {"min": 0, "target": 33, "max": 60, "side": "both", "tokens": 80}
    chunks = structured(blocks(f"{mark} {B}", A, C, D), **keys)
    assert (spans(chunks), kinds(chunks)) == ([(0, 2), (3, 3)], ["mixed", "paragraph"])
    assert lent(chunks) == [("", D), (blocks(A, C), "")]

    chunks = structured(blocks(A, C, f"{mark} {B}", D), **keys)
    assert (spans(chunks), kinds(chunks)) == ([(0, 2), (3, 3)], ["mixed", "paragraph"])
    assert lent(chunks) == [("", ""), ("", "")]


def test_only_within_a_section_and_a_type() -> None:
    """B8, C13: a rule is no end of a section."""
    keys = {"side": "both", "tokens": 80}

    for text in (blocks(A, "###### B", B), blocks(A, "> [!section] x", B)):
        assert lent(structured(text, **keys)) == [("", ""), ("", "")]
    chunks = structured(blocks(A, "%% x %%", "---", B), **keys)
    assert (lent(chunks), cores(chunks)[1]) == ([("", B), (A, "")], B)
    assert full(chunks) == [blocks(A, B)] * 2


def test_what_counts_as_a_paragraph_lends_like_one_and_math_is_whole() -> None:
    """B2, B8: half of a formula would open one that never ends."""
    math = f"$$\n{C}\n{D}\n$$"

    for tokens, expected in ((21, ""), (22, math)):
        keys = {"min": 0, "target": 21, "max": 60, "side": "previous", "tokens": tokens}
        chunks = structured(blocks(math, f"{A} {B}"), **keys)
        assert lent(chunks) == [("", ""), (expected, "")]


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("none", [("", ""), ("", ""), ("", "")]),
        ("previous", [("", ""), (B, ""), (D, "")]),
        ("next", [("", C), ("", E), ("", "")]),
        ("both", [("", C), (B, E), (D, "")]),
    ],
)
def test_either_side(side: str, expected: list[tuple[str, str]]) -> None:
    """C20–C23."""
    keys = {"min": 0, "target": 21, "max": 43, "side": side, "tokens": 10}

    assert lent(structured(f"{A} {B} {C} {D} {E}", **keys)) == expected


# B9, B10.


@given(notes())
@tries(deadline=None, max_examples=150)
def test_what_may_be_below_min(text: str) -> None:
    """B9: else the chunk would have taken in what follows."""
    note = a_note(text)
    chunks = structured(text, min=12, target=30, max=60)
    for chunk, after in pairwise(chunks):
        if chunk.token_count >= 12 or kinds([chunk])[0] not in ("paragraph", "mixed"):
            continue
        between = note.blocks[chunk.block_end_idx : after.block_start_idx + 1]
        ends = any(each.kind in (BlockKind.HEADING, BlockKind.RULE) for each in between)
        may_not = after.chunk_type in ("table", "code", "figure") or "split" in after.flags
        both = note.source[chunk.char_start : between[-1].char_end]
        other = chunk.section_type != after.section_type or "oversize" in chunk.flags
        assert ends or may_not or other or (len(both) + 3) // 4 > 60


def test_places_are_those_of_the_core() -> None:
    """B10: not those of what is lent or what leads it."""
    text = blocks("# A", f"{A} {B}", f"{C} {D}")
    chunks = structured(text, min=0, target=21, max=60, side="previous", tokens=80)
    alone = structured(text, min=0, target=21, max=60)

    assert chunks[1].overlap_prev == f"{A} {B}"
    assert [chunk.chunk_id for chunk in chunks] == [chunk.chunk_id for chunk in alone]
    assert (spans(chunks), chunks[1].block_indices) == ([(1, 1), (2, 2)], (1, 2))
    assert [text[each.char_start : each.char_end] for each in chunks] == cores(chunks)
