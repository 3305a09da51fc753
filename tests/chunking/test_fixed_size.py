"""`fixed_size`: `strategies.md` F1–F4 and F6–F8, and the examples of §6."""

from __future__ import annotations

from mindnet import Chunk, chunk_text
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    fixed,
    flags,
    full,
    many,
    normal,
    sizes,
    spans,
    types,
)

X = "> [!section] x"
WORDS = ("alfa", "beta", "ceta", "data", "etas")


def places(chunks: list[Chunk]) -> list[tuple[int, int]]:
    return [(chunk.char_start, chunk.char_end) for chunk in chunks]


def lent(chunks: list[Chunk]) -> list[int]:
    """How many characters each chunk borrows."""
    return [len(chunk.overlap_prev) for chunk in chunks]


# The examples of §6.


def test_example_1_three_paragraphs() -> None:
    """F4, F9: floor(0.12 × 401) = 48 tokens are 38 words."""
    text = blocks(many("alfa", 160), many("beta", 160), many("ceta", 160))
    chunks = fixed(text)

    assert places(chunks) == [(0, 1602), (1604, 2404)]
    assert chunks[1].overlap_prev == text[1412:1602] == many("beta", 38)
    assert sizes(chunks) == [401, 248]
    assert full(chunks)[1] == text[1412:2404]


def test_example_2_a_short_note() -> None:
    """F7: a whole text below `min` is one chunk."""
    chunks = fixed("Only a short note.")

    assert places(chunks) == [(0, 18)]
    assert lent(chunks) == [0]


def test_example_3_a_small_paragraph_before_a_large_one() -> None:
    """F4: below `min` the next is joined over `target`."""
    text = blocks("Tiny head paragraph of a few words only here.", many("beta", 400))

    assert full(fixed(text)) == [text]
    assert sizes(fixed(text)) == [512]


def test_example_4_a_tail_without_a_stop() -> None:
    """F5: 821 tokens are two pieces."""
    text = f"{many('alfa', 400)} {many('beta', 250)} tail without a stop at its end"
    chunks = fixed(text)

    assert places(chunks) == [(0, 2000), (2001, 3282)]
    assert [chunk.core_token_count for chunk in chunks] == [500, 321]
    assert (lent(chunks), sizes(chunks)) == ([0, 240], [500, 381])


def test_example_5_fifty_sentences() -> None:
    """F5: 1,013 tokens, 25 sentences each."""
    chunks = fixed(" ".join([many("alfa", 16)] * 50))

    assert cores(chunks) == [" ".join([many("alfa", 16)] * 25)] * 2
    assert [chunk.core_token_count for chunk in chunks] == [506, 506]
    assert (lent(chunks), sizes(chunks)) == ([0, 237], [506, 566])


def test_example_6_twenty_paragraphs() -> None:
    """F4: four make 402 tokens, five would be 502."""
    chunks = fixed(blocks(*(many(WORDS[number % 5], 80) for number in range(20))))

    assert spans(chunks) == [(0, 3), (4, 7), (8, 11), (12, 15), (16, 19)]
    assert sizes(chunks) == [402, 450, 450, 450, 450]


def test_example_7_two_sections() -> None:
    """F3: each is large enough, and none borrows over a heading (F9)."""
    one, two = f"## One\n\n{many('alfa', 120)}", f"## Two\n\n{many('alfa', 120)}"
    chunks = fixed(blocks(one, two))

    assert full(chunks) == [one, two]
    assert (sizes(chunks), lent(chunks)) == ([152, 152], [0, 0])


def test_example_8_a_section_below_min() -> None:
    """F3: 77 tokens are not enough to close before a heading."""
    text = blocks("## One", many("alfa", 60), "## Two", many("alfa", 120))

    assert full(fixed(text)) == [text]
    assert sizes(fixed(text)) == [230]


# Units.


def test_the_defaults() -> None:
    """F1: of the profile that ships; no library for sentences is asked."""
    (chunk,) = chunk_text(A, profile="fixed")
    knife = chunk.knife

    assert (knife.target, knife.max, knife.min) == (500, 750, 100)
    assert (knife.overlap.side, knife.overlap.ratio, knife.overlap.tokens) == ("previous", 0.12, 75)
    assert (knife.sentences, knife.slice_chars) == ("punctuation", 0)


def test_a_rule_divides_and_is_in_no_unit() -> None:
    """F2: it stands between two units as white space does, and at no end of a chunk."""
    text = blocks("***", A, "***", B, "---")

    assert cores(fixed(text)) == [blocks(A, "***", B)]
    assert cores(fixed(text, max=15)) == [A, B]
    assert cores(fixed(blocks("# H", "---", A), max=12, min=0)) == ["# H", A]


def test_what_stands_hidden_before_a_rule_is_not_lost() -> None:
    """F2, C5: it goes with the unit before it."""
    text = blocks(A, "%% hidden %%", "---", B)

    assert cores(fixed(text, max=15)) == [blocks(A, "%% hidden %%"), B]
    assert normal(fixed(text, max=15)) == [A, B]


def test_a_heading_is_one_with_the_block_after_it() -> None:
    """F2: though the chunk before has room for it alone."""
    assert cores(fixed(blocks(A, "# H", B), target=20, max=21)) == [A, blocks("# H", B)]


def test_headings_in_a_row_are_one_with_the_block_after_them() -> None:
    """F2: each with the one after it."""
    text = blocks(A, "# T", "## S", B)

    assert cores(fixed(text, target=20, max=22)) == [A, blocks("# T", "## S", B)]


def test_a_heading_is_one_with_the_first_piece_of_a_block() -> None:
    """F2: thirty tokens are cut behind ten, the earlier of two ends that are equally near."""
    chunks = fixed(blocks("# H", f"{A} {B} {C}"), target=20, max=25, tokens=0)

    assert cores(chunks) == [blocks("# H", A), f"{B} {C}"]
    assert [chunk.section_title for chunk in chunks] == ["H", "H"]
    assert flags(chunks) == [{"split"}, {"split", "continued"}]


def test_a_cut_unit_that_begins_with_a_heading_is_a_boundary_too() -> None:
    """F3, C10: and its first chunk is named by the first heading."""
    text = blocks(A, "# T", "## S", f"{B} {C} {A}")
    chunks = fixed(text, target=26, max=30, min=10, tokens=0)

    assert cores(chunks) == [A, blocks("# T", "## S", B), f"{C} {A}"]
    assert [chunk.headings_path for chunk in chunks] == [(), ("T",), ("T", "S")]


def test_a_heading_leaves_the_block_after_it_some_room() -> None:
    """F2: one of more than three quarters of `max` stands alone."""
    heading = f"# {A} {B[:19]}"

    assert cores(fixed(blocks(heading, f"{A} {B}"), max=21)) == [heading, f"{A} {B}"]


def test_an_atom_that_is_too_large_takes_no_heading() -> None:
    """F2, C15."""
    embed = f"![{A} {B}](oak.png)"
    chunks = fixed(blocks("# H", embed, C), max=20)

    assert cores(chunks) == ["# H", embed, C]
    assert flags(chunks) == [set(), {"oversize"}, set()]


# Packing.


def test_a_heading_closes_a_chunk_that_has_min() -> None:
    """F3: ten tokens; below that the packing goes on over it."""
    text = blocks(A, "# H", B)

    assert cores(fixed(text, min=10)) == [A, blocks("# H", B)]
    assert cores(fixed(text, min=11)) == [text]


def test_a_unit_is_joined_up_to_target() -> None:
    """F4: two paragraphs have 21 tokens."""
    assert cores(fixed(blocks(A, B, C), target=21, min=5)) == [blocks(A, B), C]
    assert cores(fixed(blocks(A, B, C), target=20, min=5)) == [A, B, C]


def test_a_chunk_below_min_goes_on_up_to_max() -> None:
    """F4: the first is joined with the second; the third has no room (F7)."""
    assert cores(fixed(blocks(A, B, C), target=20, max=21, min=11)) == [blocks(A, B), C]
    assert cores(fixed(blocks(A, B, C), target=20, max=20, min=11)) == [A, B, C]


def test_a_small_chunk_that_cannot_go_on_joins_the_one_before() -> None:
    """F4: 22 tokens with the one before, 25 with the next; alone where neither fits."""
    large = f"{C} {A} {'x' * 8}."
    joined = blocks(f"{A} {B}", "Tiny.")

    assert cores(fixed(blocks(joined, large), target=21, max=23, min=5)) == [joined, large]
    text = blocks(large, "Tiny.", large)
    assert cores(fixed(text, target=21, max=23, min=5)) == [large, "Tiny.", large]


def test_a_small_chunk_stays_where_a_heading_might_have_ended_the_note() -> None:
    """F4, law 6: what is written behind the heading does not change the chunks before it."""
    first = "Aaaa bbbb cccc dddd eeee."
    text, behind = blocks(first, "ab", "# Heading"), blocks("# Then", "More of it.")
    keys = {"target": 6, "max": 8, "min": 3}

    assert cores(fixed(text, **keys)) == [first, blocks("ab", "# Heading")]
    assert cores(fixed(blocks(text, behind), **keys))[:2] == [first, "ab"]


def test_a_small_chunk_is_joined_to_the_first_piece_of_a_cut_paragraph() -> None:
    """F6: over `target`, as long as both fit."""
    text = blocks("Tiny words here.", f"{A} {B} {C}")

    chunks = fixed(text, target=12, max=25, min=5, tokens=0)
    assert cores(chunks) == [blocks("Tiny words here.", A), B, C]
    assert flags(chunks) == [{"split"}, *({"split", "continued"},) * 2]
    chunks = fixed(text, target=12, max=14, min=5, tokens=0)
    assert cores(chunks) == ["Tiny words here.", A, B, C]


def test_the_last_piece_of_a_cut_paragraph_goes_on() -> None:
    """F6: pieces are units like others."""
    chunks = fixed(blocks(f"{A} {B} {C}", "End."), target=12, max=25, min=5, tokens=0)

    assert cores(chunks) == [A, B, blocks(C, "End.")]


def test_a_small_end_is_joined_to_the_chunk_before() -> None:
    """F7: 22 tokens in all; before a change of type too, and never over it."""
    text = blocks(f"{A} {B}", "Tiny.")

    assert cores(fixed(text, target=21, max=22, min=5)) == [text]
    assert cores(fixed(text, target=21, max=21, min=5)) == [f"{A} {B}", "Tiny."]
    chunks = fixed(blocks(text, X, C, "# Next", "Tiny."), target=21, max=22, min=5)
    assert normal(chunks) == [text, C, blocks("# Next", "Tiny.")]
    assert types(chunks) == [None, "x", None]


def test_two_chunks_that_are_joined_are_one_core() -> None:
    """F8: led by what led the first; three rows, three rows, and one that is small alone."""
    head, row = "| k | v |\n|---|---|", "| aaaa | bbbb |"
    first, second = fixed("\n".join((head, *[row] * 7)), target=17, max=21, min=10)

    assert full([first, second]) == ["\n".join((head, *[row] * 3)), "\n".join((head, *[row] * 4))]
    assert (first.prefix, second.prefix) == ("", head)
    assert second.md_text == "\n".join([row] * 4)
    assert sizes([first, second]) == [17, 21]
