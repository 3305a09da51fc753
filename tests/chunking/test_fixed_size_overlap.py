"""What chunks of `fixed_size` lend each other: `strategies.md` F9, C20–C23."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mindnet import Chunk
from tests.chunking.notes import A, B, C, D, E, blocks, cores, fixed, full, many, sizes

X = "> [!section] x"


def two(first: str, second: str, **keys: object) -> Chunk:
    """The second of two chunks, of which the first lends half of its tokens."""
    keys = {"target": 12, "max": 40, "min": 0, "ratio": 0.5, "tokens": None, **keys}
    before, chunk = fixed(blocks(first, second), **keys)
    assert before.full_text == first
    return chunk


# How much.


def test_the_budget_is_a_share_of_the_core_before() -> None:
    """F9: floor(0.12 × 10) is one token, floor(0.12 × 25) are three."""
    assert two(A, B, ratio=0.12).overlap_prev == ""
    assert two(A, B, ratio=0.3).overlap_prev == "gggg hhhh."
    assert two(A, B, ratio=0.29).overlap_prev == "hhhh."


def test_the_budget_is_capped() -> None:
    """F9, C22: `tokens` is the cap of the ratio, and the budget itself without one."""
    assert two(A, B, tokens=3).overlap_prev == "gggg hhhh."
    assert two(A, B, tokens=3, ratio=None).overlap_prev == "gggg hhhh."
    assert two(A, B, tokens=75, ratio=None).overlap_prev == A
    assert two(A, B, tokens=0).overlap_prev == two(A, B, ratio=None).overlap_prev == ""


def test_the_core_before_counts_and_not_what_it_borrowed() -> None:
    """F9: overlap of overlap does not exist."""
    chunks = fixed(blocks(A, B, C), target=12, max=40, min=0, ratio=0.5, tokens=None)

    assert [chunk.overlap_prev for chunk in chunks] == ["", A[-20:], B[-20:]]


def test_words_and_not_sentences() -> None:
    """F9: the nearest sentence is over the budget, and lends its end all the same."""
    assert two(f"{A} {B}", C, target=21, ratio=0.4).overlap_prev == B[-30:]
    assert two("No. " + "x" * 36, C).overlap_prev == ""


@pytest.mark.parametrize("mark", list(",;:()[]{}\t\n、，；：「」『』–—‘’“”‹›"))
def test_every_word_break_is_one(mark: str) -> None:
    """F9, C18: the overlap begins behind it."""
    assert two(f"{'x' * 20}{mark}{'y' * 16}z", B).overlap_prev == "y" * 16 + "z"


@pytest.mark.parametrize("mark", [*"/-|<>.", "\u00a0", "\u3000"])
def test_nothing_else_is_a_word_break(mark: str) -> None:
    """C18."""
    assert two(f"{'x' * 20}{mark}{'y' * 16}z", B).overlap_prev == ""


def test_the_longest_end_may_begin_with_white_space() -> None:
    """F9: behind a comma and before the blank, or between two line feeds."""
    assert two(f"{'x' * 19}, {'y' * 18}z", B).overlap_prev == f" {'y' * 18}z"


def test_the_overlap_may_be_the_whole_core() -> None:
    """F9: it starts at its beginning."""
    assert two("Oak", B, target=10, tokens=75, ratio=None).overlap_prev == "Oak"


def test_it_reaches_over_paragraphs_and_the_quote_between() -> None:
    """F9: the longest end of the core, with the white space of the source."""
    first = blocks("One two.", "> three four", "Five six.")

    assert two(first, B, tokens=6, ratio=None).overlap_prev == "\n> three four\n\nFive six."
    assert two(first, B, tokens=5, ratio=None).overlap_prev == "four\n\nFive six."


# Where it stops.


def test_it_stays_within_a_section() -> None:
    """F9: none where a chunk starts with a heading, and not back over one."""
    assert two(A, blocks("# H", B), target=15).overlap_prev == ""
    assert two(blocks("# H", "One two."), B, tokens=75, ratio=None).overlap_prev == "One two."
    first = blocks("Zero.", "# H", "One two.")
    assert two(first, B, min=3, tokens=75, ratio=None).overlap_prev == "One two."


@pytest.mark.parametrize(
    "other", ["- one two", "| a |\n|---|\n| b |", "```\nx = 1\n```", "![[oak.png]]", "$$\nx\n$$"]
)
def test_tables_lists_code_and_figures_lend_nothing(other: str) -> None:
    """C20: neither do they take, and no word is taken from beyond them."""
    assert two(other, B, target=11, tokens=75, ratio=None).overlap_prev == ""
    assert two(B, other, target=11, tokens=75, ratio=None).overlap_prev == ""
    first = blocks("Zero.", other, "One two.")
    assert two(first, B, target=13, tokens=75, ratio=None).overlap_prev == "One two."


def test_a_rule_at_the_seam_reads_as_a_blank_line() -> None:
    """C22: the section goes on behind it; inside the core before it ends the walk (C20)."""
    chunk = two(blocks("Zero.", "***", "One two."), B, tokens=75, ratio=None)
    assert chunk.overlap_prev == "One two."

    _, chunk = fixed(blocks(A, "***", B), target=12, max=40, min=0, tokens=3, ratio=None)
    assert chunk.full_text == blocks("gggg hhhh.", B)


def test_nothing_is_lent_over_a_change_of_type() -> None:
    """C13: none → type, and type → none."""
    chunks = fixed(blocks(A, X, B, "# Next", C), min=0, tokens=75, ratio=None)

    assert [chunk.section_type for chunk in chunks] == [None, "x", None]
    assert [chunk.overlap_prev for chunk in chunks] == ["", "", ""]


def test_an_embed_is_lent_whole_or_not_at_all() -> None:
    """C15: its blanks are no places to begin."""
    first = "Oak ![an old tree](oak.png) tree."

    assert two(first, B, tokens=7, ratio=None).overlap_prev == " tree."
    assert two(first, B, tokens=8, ratio=None).overlap_prev == "![an old tree](oak.png) tree."


def test_what_is_not_read_is_not_lent() -> None:
    """`chunks.md` §1: the overlap is a slice of the normal text before."""
    first = "One two %% so it is %% three. ^oak"
    chunks = fixed(blocks(first, B), target=12, min=0, tokens=3, ratio=None)

    assert full(chunks) == ["One two three.", blocks("two three.", B)]


# It yields.


def test_it_yields_to_max_word_by_word() -> None:
    """C21: what is left beside a core of ten tokens, a blank line between."""
    for limit, words in ((21, 8), (20, 7), (16, 4), (13, 2), (12, 1), (11, 0)):
        chunk = two(A, B, max=limit, target=11, tokens=75, ratio=None)
        assert chunk.overlap_prev == A[len(A) - 5 * words :]
        assert chunk.token_count <= limit


def words(number: int) -> str:
    """A sentence of words, some of which are three tokens at a start and one behind a blank."""
    some = (
        "a",
        "guarantees",
        "of",
        "themselves,",
        "enthusiast",
        "(happier",
        "or",
        "not)",
        "Miguel",
    )
    return " ".join(some[at * at * 7 % 9] for at in range(number, 2 * number)) + "."


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@pytest.mark.parametrize(
    "texts",
    [
        [words(number) for number in range(40, 60)],
        [f"{A} {B}, so {C} (and {D}) is: {E} {many('oak', 9)}"] * 8,
        [many("responsibilities", 50)] * 4,
    ],
)
def test_no_longer_end_would_hold(tokenizer: str, texts: list[str]) -> None:
    """F9: each is the longest, tried one by one."""
    chunks = fixed(blocks(*texts), target=90, max=300, min=0, tokenizer=tokenizer, ratio=0.2)

    assert len(chunks) >= 4
    for before, chunk in pairwise(chunks):
        core, count = before.normalized_text, chunk.count
        budget = int(0.2 * count(core))
        ends = [core[at:] for at in range(1, len(core)) if core[at - 1] in ",: ()\n"]
        assert chunk.overlap_prev == max((end for end in ends if count(end) <= budget), key=len)


# The other sides.


def test_no_overlap() -> None:
    """`overlap.side`."""
    assert full(fixed(blocks(A, B), target=12, min=0, side="none")) == [A, B]


def test_the_words_of_the_next_chunk() -> None:
    """F9 the other way round: its longest start that ends behind a word break."""
    chunks = fixed(blocks(A, B), target=12, max=40, min=0, side="next", ratio=None, tokens=3)

    assert [chunk.overlap_next for chunk in chunks] == ["Bbbb cccc ", ""]
    assert full(chunks) == [blocks(A, "Bbbb cccc "), B]
    headed = fixed(blocks(A, "# H", B), target=15, min=0, side="next", ratio=None, tokens=3)
    assert full(headed) == cores(headed) == [A, blocks("# H", B)]


def test_both_sides_lend_blocks_or_sentences() -> None:
    """C23: for any strategy; the next side yields first (C21)."""
    texts = ("Zero.", "One. Two.", A, "Three. Four.", "Five.")
    keys = {"target": 10, "max": 40, "min": 0, "side": "both", "ratio": None}
    text = blocks(*texts)

    assert cores(fixed(text, **keys, tokens=4)) == [blocks(*texts[:2]), A, blocks(*texts[3:])]
    for tokens, before, behind in ((5, blocks(*texts[:2]), blocks(*texts[3:])), (1, "Two.", "")):
        chunk = fixed(text, **keys, tokens=tokens)[1]
        assert (chunk.overlap_prev, chunk.overlap_next) == (before, behind)
    tight = fixed(text, **{**keys, "max": 14}, tokens=5)[1]
    assert (tight.overlap_prev, tight.overlap_next) == ("One. Two.", "")
    assert sizes([tight]) == [13]


# Pages.


def test_the_seam_of_pages_reads_as_a_blank_line() -> None:
    """C22, C2: as between the cores, so inside what is lent."""
    chunks = fixed(f"{A}\f{B}", path="doc.txt", target=12, min=0, ratio=0.3, tokens=None)
    assert full(chunks) == [A, blocks("gggg hhhh.", B)]

    text = f"One two.\fThree four.\n \f\n{A}"
    for tokens, lent in (
        (3, "Three four."),
        (5, "two.\n\nThree four."),
        (6, "One two.\n\nThree four."),
    ):
        chunks = fixed(text, path="doc.txt", target=10, min=0, ratio=None, tokens=tokens)
        assert chunks[1].overlap_prev == lent


def test_no_part_of_a_seam_is_lent() -> None:
    """Law 5: behind the blank stands a form feed, which no chunk shows."""
    text = f"One two. \f Three four.\f{A}"
    chunks = fixed(text, path="doc.txt", target=10, min=0, ratio=None, tokens=4)

    assert chunks[1].overlap_prev == "Three four."
