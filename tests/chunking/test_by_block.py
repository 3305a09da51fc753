"""`by_block`: where chunks end and what joins (`strategies.md` B1–B6), and the examples of §4."""

from __future__ import annotations

import pytest

from mindnet import Chunk, chunk_text
from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    blocks,
    cores,
    full,
    kinds,
    sizes,
    spans,
    structured,
    types,
)

X = "> [!section] x"
TABLE = "| k | v |\n| - | - |\n| a | 1 |"
CODE = "```py\nx = 1\n```"
FIGURE = "<figure>\noak.png\n</figure>"


def lent(chunks: list[Chunk]) -> list[str]:
    return [chunk.overlap_prev for chunk in chunks]


def a_text(size: int, letter: str = "a") -> str:
    """One sentence of so many characters."""
    return f"{letter.upper()}{letter * (size - 2)}."


def items(*sizes: int) -> str:
    """A list of items of so many characters, with their line breaks."""
    return "\n".join(f"- {'x' * (size - 3)}" for size in sizes)


# The examples of §4.


def test_example_1() -> None:
    """B3, B10: places and ids are those of the core."""
    text = blocks("# Guide", "First paragraph here.", "Second paragraph here.", "## Table", TABLE)
    chunks = structured(f"{text}\n", side="previous", tokens=80)

    assert len(text) + 1 == 96
    assert [(each.chunk_type, each.headings_path) for each in chunks] == [
        ("paragraph", ("Guide",)),
        ("table", ("Guide", "Table")),
    ]
    assert [(each.char_start, each.char_end) for each in chunks] == [(9, 54), (66, 95)]
    assert spans(chunks) == [(1, 2), (4, 4)]
    assert full(chunks)[0] == "First paragraph here.\n\nSecond paragraph here."
    assert [chunk.chunk_id for chunk in chunks] == [
        "a5fb08336983b33cc9dbebd932de712bf01e8b0ae7c6c4277a198251f46b7181",
        "3de4512196c7edb8e4bd00de40593dfecb0f842e775e79d72d5165c965134078",
    ]


@pytest.mark.parametrize(("size", "expected"), [(1198, [(0, 2), (3, 3)]), (1200, [(0, 1), (2, 3)])])
def test_example_2(size: int, expected: list[tuple[int, int]]) -> None:
    """B5: three joined are 900 tokens, or 901."""
    assert spans(structured(blocks(*(a_text(size),) * 4), side="both", tokens=80)) == expected


def test_example_3() -> None:
    """B5, B9: closed at 650; the last of its section may be below `min`."""
    chunks = structured(blocks(a_text(1600), a_text(1200), a_text(400)))

    assert spans(chunks) == [(0, 1), (2, 2)]
    assert sizes(chunks) == [701, 100]


def test_example_4() -> None:
    """B4, B8: a table stands alone, and nothing is lent over it."""
    table = "| k | v |\n| - | - |\n" + f"| {'a' * 136} |"
    chunks = structured(blocks(a_text(200), table, a_text(240)), side="previous", tokens=80)

    assert kinds(chunks) == ["paragraph", "table", "paragraph"]
    assert (sizes(chunks), lent(chunks)) == ([50, 40, 60], ["", "", ""])


def test_example_5() -> None:
    """B5, B6: the paragraph is below `min`, both are within `max`."""
    chunks = structured(blocks(a_text(400), items(*(100,) * 24)))

    assert (kinds(chunks), spans(chunks)) == (["mixed"], [(0, 1)])


def test_example_6() -> None:
    """B7: rows never pass `target`, header included."""
    header = "| key of 17 letters  |\n| -------------------- |"
    rows = [f"| {number:035} |" for number in range(250)]
    chunks = structured("\n".join((header, *rows)))

    assert (len(header) + 1, {len(row) + 1 for row in rows}) == (48, {40})
    assert cores(chunks)[1:] == [
        "\n".join(rows[a:b]) for a, b in ((63, 126), (126, 189), (189, 250))
    ]
    assert full(chunks)[0] == "\n".join((header, *rows[:63]))
    assert [chunk.prefix for chunk in chunks] == ["", header, header, header]
    assert (len(full(chunks)[0]), sizes(chunks)[0]) == (2567, 642)


def test_example_7() -> None:
    """B7: nested items included."""
    item = f"- {'a' * 497}\n  - {'b' * 495}"
    chunks = structured("\n".join([item] * 5))

    assert len(item) + 1 == 1000
    assert cores(chunks) == ["\n".join([item] * 3), "\n".join([item] * 2)]
    assert (kinds(chunks), sizes(chunks)) == (["list", "list"], [750, 500])


# B1–B4: where chunks end.


def test_the_defaults() -> None:
    """B1: those of the profile that ships."""
    (chunk,) = chunk_text(A, profile="structured")
    knife = chunk.knife

    assert (knife.strategy, knife.target, knife.max, knife.min) == ("by_block", 650, 900, 120)
    assert (knife.overlap.side, knife.overlap.tokens) == ("previous", 80)


@pytest.mark.parametrize(
    "block",
    ["$$\na\n$$", "<div>a</div>", "[^1]: a", "![[oak.png]]", "![an oak](oak.png)", "![[oak]] ^id"],
)
def test_what_counts_as_a_paragraph(block: str) -> None:
    """B2, B5.2: it takes a paragraph in that passes `target`, as no list or quote would."""
    chunks = structured(blocks(block, A), min=0, target=6, max=40)

    assert (kinds(chunks), spans(chunks)) == (["paragraph"], [(0, 1)])
    assert len(structured(blocks("- a", A), min=0, target=6, max=40)) == 2


def test_a_callout_is_a_quote() -> None:
    """B2."""
    assert kinds(structured("> [!note] Oak\n> It is old.")) == ["quote"]
    assert kinds(structured(blocks("> [!note] Oak", "Text.", "> It is old."))) == ["mixed"]


def test_a_heading_is_never_in_a_core() -> None:
    """B3: a heading without content gives no chunk."""
    chunks = structured(blocks("# A", "## Empty", "## B", A, "Title\n=====", B, "## End"))

    assert full(chunks) == [A, B]
    assert [chunk.headings_path for chunk in chunks] == [("A", "B"), ("Title",)]
    assert [chunk.nearest_heading for chunk in chunks] == [2, 4]
    assert chunks[0].window == f"doc-1 > A > B\n{A}"


def test_headings_only_give_no_chunks() -> None:
    """B3."""
    assert structured(blocks("# A", "## B", "# C")) == []


def test_without_headings_all_paths_are_empty() -> None:
    """B3."""
    assert [chunk.headings_path for chunk in structured(blocks(A, TABLE, B))] == [(), (), ()]


@pytest.mark.parametrize("level", range(1, 7))
def test_a_chunk_ends_before_a_heading_of_any_level(level: int) -> None:
    """B4: however small it is."""
    assert full(structured(blocks("# A", A, f"{'#' * level} B", B))) == [A, B]


def test_a_chunk_ends_at_a_rule_and_the_section_goes_on() -> None:
    """B4: the rule is in no core."""
    chunks = structured(blocks("# A", A, "---", B, "***", "---", C, "---"))

    assert (full(chunks), spans(chunks)) == ([A, B, C], [(1, 1), (3, 3), (6, 6)])
    assert {chunk.headings_path for chunk in chunks} == {("A",)}


def test_a_chunk_ends_at_a_change_of_type() -> None:
    """B4, C13."""
    chunks = structured(blocks("# A", A, X, B, "## B", C, "# D", D))

    assert types(chunks) == [None, "x", "x", None]
    assert cores(chunks) == [A, blocks(X, B), C, D]


@pytest.mark.parametrize("block", [TABLE, CODE, "    x = 1", FIGURE])
def test_tables_code_and_figures_stand_alone(block: str) -> None:
    """B4: also beside each other."""
    chunks = structured(blocks(A, block, "- a", TABLE, CODE, FIGURE, "> a"))

    assert full(chunks) == [A, block, "- a", TABLE, CODE, FIGURE, "> a"]
    assert kinds(chunks)[2:] == ["list", "table", "code", "figure", "quote"]


def test_what_says_nothing_goes_with_what_stands_before_a_heading_or_a_rule() -> None:
    """C5, B3: these are no units that it could go with."""
    note = "%% x %%"
    chunks = structured(
        blocks("# A", note, A, note, "## B", TABLE, note, "---", note, note, B, note)
    )

    assert cores(chunks) == [
        blocks(note, A, note),
        blocks(TABLE, note),
        blocks(note, note, B, note),
    ]
    assert full(chunks) == [A, TABLE, B]
    assert cores(structured(blocks("# A", A, X, "## B", B))) == [A, B]


# B5, B6: what joins. Sentences of ten tokens; joined by blank lines two are 21, three 31.


def test_a_chunk_below_min_takes_whatever_fits() -> None:
    """B5.1, B6."""
    chunks = structured(blocks("Short.", f"- {A} {B}", C), min=3, target=5, max=24)

    assert (spans(chunks), kinds(chunks)) == ([(0, 1), (2, 2)], ["mixed", "paragraph"])
    assert spans(structured(blocks("Short.", f"- {A} {B}"), min=2, target=5, max=24)) == [
        *((0, 0), (1, 1)),
    ]
    assert spans(structured(blocks("Short.", f"- {A} {B}"), min=3, target=5, max=22)) == [
        *((0, 0), (1, 1)),
    ]


def test_paragraphs_join_while_the_chunk_is_below_target() -> None:
    """B5.2: the chunk may pass `target`, not `max`."""
    text = blocks(A, B, C)

    assert spans(structured(text, min=0, target=21, max=31)) == [(0, 1), (2, 2)]
    assert spans(structured(text, min=0, target=22, max=31)) == [(0, 2)]
    assert spans(structured(text, min=0, target=22, max=30)) == [(0, 1), (2, 2)]


@pytest.mark.parametrize("block", [f"- {C}", f"> {C}"])
def test_others_join_while_the_chunk_stays_below_target(block: str) -> None:
    """B5.3: with it 32 tokens."""
    for text in (blocks(A, B, block), blocks(block, A, B)):
        assert spans(structured(text, min=0, target=33, max=40)) == [(0, 2)]
        assert spans(structured(text, min=0, target=32, max=40)) == [(0, 1), (2, 2)]


def test_a_chunk_is_closed_once_it_has_reached_target() -> None:
    """B5: whatever follows."""
    for block in ("a", "- a", "> a"):
        assert spans(structured(blocks(A, block), min=10, target=10, max=40)) == [(0, 0), (1, 1)]


def test_the_kind_that_all_blocks_share() -> None:
    """B6."""
    for text, kind in (
        (blocks(A, B), "paragraph"),
        (blocks("- a", "* b", "1. c"), "list"),
        (blocks("> a", "> [!note] b"), "quote"),
        (blocks("- a", "> b"), "mixed"),
        (blocks("%% x %%", "- a", X.replace("x", "none"), "- b"), "list"),
    ):
        assert kinds(structured(text)) == [kind]


def test_the_text_is_counted_where_a_sum_would_round_up() -> None:
    """C7: thirty paragraphs of one character are 88 characters, 22 tokens."""
    text = blocks(*"abcdefghijklmnopqrstuvwxyzabcd")

    assert sizes(structured(text, min=0, target=23, max=23)) == [22]
    assert sizes(structured(text, min=21, target=21, max=21)) == [21, 1]
