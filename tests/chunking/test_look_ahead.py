"""What chunks of sentences borrow: `strategies.md` S25–S29, and C20–C23 for the other sides."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mindnet import Chunk
from mindnet.chunking.lookahead import reach_ahead
from mindnet.chunking.tokens import token_counter
from tests.chunking.notes import A, B, C, D, blocks, cores, full, normal, paged, sentences, sizes


def ahead(chunks: list[Chunk]) -> list[str]:
    return [chunk.overlap_next for chunk in chunks]


def before(chunks: list[Chunk]) -> list[str]:
    return [chunk.overlap_prev for chunk in chunks]


# S25: who looks ahead.


def test_a_chunk_has_the_start_of_the_next_behind_it() -> None:
    """S25: the last has none; nothing stands between them on one page."""
    chunks = paged(f"{A} {B} {C}", max_chars=41, overflow=1.0, ratio=0.6)

    assert cores(chunks) == [A, f" {B}", f" {C}"]
    assert ahead(chunks) == [f" {B}", f" {C}", ""]
    assert full(chunks) == [f"{A} {B}", f" {B} {C}", f" {C}"]
    assert [chunk.overlap_next_block_indices for chunk in chunks] == [(0,), (0,), ()]


def test_a_blank_that_left_a_core_is_not_read() -> None:
    """S25, S22: nothing stands between core and overlap."""
    text = (
        "Alpha beta gamma delta epsilon zeta. Eta theta."
        " Iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon."
    )

    assert full(paged(text, max_chars=50))[0] == f"{text[:47]}Iota "
    assert full(sentences(text, max_chars=50))[0] == f"{text[:47]}Iota "


def test_a_sentence_that_goes_on_is_looked_at_over_the_end_of_a_page() -> None:
    """S25: here nothing can be moved, for the word has no break; the seam reads as a blank."""
    chunks = paged("Thevalvestaysandstays", "open until the noon is.", max=11, max_chars=100)

    assert cores(chunks) == ["Thevalvestaysandstays", "open until the noon is."]
    assert ahead(chunks) == ["open until the noon ", ""]
    assert full(chunks)[0] == "Thevalvestaysandstays open until the noon "


@pytest.mark.parametrize(
    ("previous", "following"),
    [
        ("It is done.", "and on it goes."),
        ("It is done", "And on it goes."),
        ("It is", "7 of them."),
    ],
)
def test_other_pages_are_not_looked_at(previous: str, following: str) -> None:
    """S25."""
    assert ahead(paged(previous, following)) == ["", ""]


def test_pages_are_those_of_the_chunks() -> None:
    """S25: a chunk that was joined over a page end has the page of its first part."""
    chunks = paged("The valve is open", "until noon. Then it shuts.", max_chars=20, overflow=0.5)

    assert [chunk.page for chunk in chunks] == [0, 1]
    assert ahead(chunks) == ["", ""]


def test_nothing_is_lent_over_a_change_of_type() -> None:
    """C13."""
    chunks = sentences(blocks(A, "> [!section] x", B, C), max_chars=41, overflow=1.0, ratio=0.5)

    assert [chunk.section_type for chunk in chunks] == [None, "x", "x"]
    assert [text != "" for text in ahead(chunks)] == [False, True, False]


@pytest.mark.parametrize("block", [f"- {B}", f"|{B}|\n|-|", f"```\n{B}\n```"], ids=["-", "|", "`"])
def test_lists_tables_and_code_neither_give_nor_get(block: str) -> None:
    """chunks.md §5: the walk ends before them."""
    chunks = sentences(blocks(A, block, C), max_chars=41, overflow=2.0, ratio=0.5)
    assert ahead(chunks) == [""] * len(chunks)

    behind = sentences(blocks(A, "Oak and so on", block), max_chars=41, overflow=2.0, ratio=0.9)
    assert ahead(behind)[0] == "\n\nOak and so on"


def test_headings_and_quotes_are_looked_at() -> None:
    """S25: a note is one page."""
    chunks = sentences(blocks(A, "# Oak", f"> {B}"), max_chars=60, overflow=1.0, ratio=0.2)

    assert cores(chunks) == [A, f"\n\n# Oak\n\n> {B}"]
    assert ahead(chunks)[0] == "\n\n# Oak\n\n> Bbbb cccc "


# S26, S27: how far.


@pytest.mark.parametrize(
    ("text", "wanted", "copied"),
    [
        ("abcd ef. gh", 6, "abcd ef."),  # S26: up to the first stop
        ("abcd! e f g h i j", 6, "abcd! e f g "),  # not one before the wanted ones
        ("abcd ef.gh ij kl", 6, "abcd ef.gh "),  # nor one that ends no sentence
        ("ab cd ef。gh ij", 6, "ab cd ef。"),
        ("ab cd ef.) gh ij kl", 6, "ab cd ef."),  # a closing mark is no ending
        (" ab" * 9 + ".", 22, " ab" * 9 + "."),  # before a word break is far enough
        ("ab " * 40, 30, "ab " * 18),  # the first break whose index is over 50
        ("ab " * 40, 10, "ab " * 6),  # twice as many are the most, whole words of them
        (" Seven.", 3, " "),  # S27: back to the last break
        ("abcdefghijkl", 4, ""),
        ("ab cdefghijkl", 5, "ab "),
        ("ab。cdefghijkl", 5, "ab。"),
        ("ab.cdefghijkl", 5, ""),
        ("abcd efghijkl", 4, "abcd "),  # not inside a word
        ("abcd-efghijkl", 4, "abcd-"),
        ("abcd'", 4, "abcd'"),
        ("abc def ghi", 8, "abc def "),  # a word at the end goes too
        ("abc", 8, "abc"),  # less is taken whole
        ("abcdefgh", 8, "abcdefgh"),
        ("        ab.", 8, ""),  # S26: blank
        ("漢字仮名交文章", 3, ""),
        ("漢、字仮名交文章", 3, "漢、"),
        ("abc.", 0, ""),
    ],
)
def test_how_far_a_chunk_looks(text: str, wanted: int, copied: str) -> None:
    """S26, S27."""
    assert text[: reach_ahead(text, wanted)] == copied


def test_a_copy_of_white_space_alone_is_none() -> None:
    """S26, S27: example 1, and a next chunk that begins with more than the wanted."""
    assert ahead(
        paged("Aaaaaaaaa.\n\n\n\n\n\nBbb ccc.", max_chars=12, overflow=9.0, ratio=0.4)
    ) == [
        "",
        "",
    ]


def test_the_copy_is_a_share_of_the_characters_rounded_down() -> None:
    """S26: int(45 × 0.1) = 4; a ratio of 0 is none."""
    text = f"{A} Bb cc dd ee ff gg hh ii jj kk ll mm."

    assert ahead(paged(text, max_chars=45, overflow=1.0)) == [" Bb cc ", ""]
    assert ahead(paged(text, max_chars=45, overflow=1.0, ratio=0.0)) == ["", ""]


def test_a_page_seam_in_the_next_chunk_counts_as_it_reads() -> None:
    """S16, S26: the first fifteen characters go over it."""
    chunks = paged(f"{A} It is", "open. Bbb ccc.", max_chars=45, overflow=1.0, ratio=0.2)

    assert normal(chunks) == [A, " It is open. Bbb ccc."]
    assert ahead(chunks) == [" It is open.", ""]
    assert chunks[0].overlap_next_block_indices == (0, 1)


# S28, S29: what is not added.


def test_text_that_stands_there_already_is_not_added() -> None:
    """S28."""
    assert ahead(paged(f"{A} {A} {A}", max_chars=82, overflow=1.0, ratio=0.5)) == ["", ""]
    assert ahead(paged(f"{B} {A} {B}", max_chars=82, overflow=1.0, ratio=0.5)) == [f" {B}", ""]


SHORT = "Alpha beta gamma delta epsilon zeta. Eta theta."  # 47 characters


def test_a_copy_over_the_soft_limit_is_shortened_to_a_stop() -> None:
    """S29: 20 characters, and room for 13; a word break farther on does not count."""
    chunks = paged(f"{SHORT} Bb cc. Dd ee ff gg.", max_chars=50, ratio=0.3)

    assert cores(chunks)[0] == SHORT
    assert ahead(chunks)[0] == " Bb cc."


def test_or_else_to_a_word_break() -> None:
    """S29: room for 13."""
    chunks = paged(f"{SHORT} Bb cc dd ee ff gg.", max_chars=50, ratio=0.3)

    assert ahead(chunks)[0] == " Bb cc dd ee "


def test_or_it_goes() -> None:
    """S29: a chunk that is full, and one with room for a blank alone."""
    full_up = f"{'A' * 59}."
    for text in (full_up, full_up[1:]):
        chunks = paged(f"{text} Bb cc dd ee ff gg.", max_chars=50, ratio=0.3)
        assert cores(chunks)[0] == text
        assert ahead(chunks)[0] == ""


@pytest.mark.parametrize(
    ("limit", "copied"), [(17, " Bb cc dd ee ff gg."), (15, " Bb cc dd ee "), (12, "")]
)
def test_a_copy_yields_to_max(limit: int, copied: str) -> None:
    """S29, C6: 47 characters are twelve tokens."""
    chunks = paged(f"{SHORT} Bb cc dd ee ff gg.", max=limit, max_chars=50, overflow=1.0, ratio=0.3)

    assert ahead(chunks)[0] == copied
    assert sizes(chunks)[0] <= limit


def test_a_copy_yields_to_max_in_tokens_of_another_kind() -> None:
    """S29: up to the last break that has room, and the next one has none."""
    text = "今天天气很好，我们去公园吧。你呢，好的，走吧。" * 20
    chunks = paged(text, max=50, max_chars=1000, tokenizer="cl100k_base")
    count = token_counter("cl100k_base")

    assert max(sizes(chunks)) == 50
    for one, other in pairwise(chunks[:-1]):
        size = len(one.overlap_next)
        assert one.overlap_next == other.md_text[:size]
        assert one.overlap_next[-1] == "，"
        longer = other.md_text.index("，", size) + 1
        assert count(one.md_text + other.md_text[:longer]) > 50


def test_a_number_of_tokens_caps_the_share() -> None:
    """C22: five tokens are twenty characters."""
    text = f"{A} Bb cc dd ee ff gg hh ii jj kk ll mm."

    assert ahead(paged(text, max_chars=45, overflow=1.0, ratio=0.6))[0] == text[40:]
    assert ahead(paged(text, max_chars=45, overflow=1.0, ratio=0.6, tokens=5))[0] == text[40:59]


# The other sides.


def test_no_side() -> None:
    """chunks.md §5."""
    chunks = paged(f"{A} {B} {C}", max_chars=41, side="none")

    assert (ahead(chunks), before(chunks)) == ([""] * 3, [""] * 3)


def test_the_side_before_takes_whole_sentences() -> None:
    """C20: as many as are within the share, here forty characters."""
    chunks = paged(f"{A} {B} {C} {D}", max_chars=82, side="previous", ratio=0.5)

    assert cores(chunks) == [f"{A} {B}", f" {C} {D}"]
    assert before(chunks) == ["", B]
    assert full(chunks)[1] == f"{B} {C} {D}"
    assert ahead(chunks) == ["", ""]
    assert before(paged(f"{A} {B} {C} {D}", max_chars=82, side="previous", ratio=0.4)) == ["", ""]


def test_both_sides_take_whole_blocks() -> None:
    """C23: and sentences where not even the first block is within the share."""
    chunks = paged(blocks(f"{A} {B}", C, D), max_chars=90, side="both", ratio=0.5)
    assert cores(chunks) == [f"{A} {B}", f"\n\n{C}\n\n{D}"]
    assert ahead(chunks) == [f"\n\n{C}", ""]
    assert before(chunks) == ["", B]


def test_of_both_sides_the_next_yields_first() -> None:
    """C21: 40 characters, 40 before them, and no room for 40 behind."""
    chunks = paged(f"{A} {B} {C}", max_chars=41, max=21, side="both", ratio=1.0)

    assert before(chunks) == ["", A, B]
    assert ahead(chunks) == [f" {B}", "", ""]
    assert max(sizes(chunks)) <= 21


def test_a_budget_of_tokens_alone_takes_whole_sentences() -> None:
    """C20, C22: for a profile without a share."""
    text = f"{A} {B} {C}"

    assert ahead(paged(text, max_chars=41, ratio=None, tokens=10)) == [f" {B}", f" {C}", ""]
    assert ahead(paged(text, max_chars=41, ratio=None, tokens=9)) == ["", "", ""]
    assert ahead(paged(text, max_chars=41, ratio=None)) == ["", "", ""]


def test_what_stands_between_two_chunks_does_not_depend_on_others() -> None:
    """C22: a comment was cut through; further down, a blank leaves a core that is too long."""
    text = "> [!note]- A title\n> - oak\n>\n>   %%\n>   # oak\n>\n>   oak\n>   %%\n>\n>   oak \n"
    keys = {"max": 16, "max_chars": 20, "overflow": 0.0, "tokenizer": "cl100k_base"}
    alone = sentences(text, side="next", ratio=0.1, **keys)
    longer = sentences(f"{text}\n###### Then\n\n- more of it\n", side="next", ratio=0.1, **keys)

    assert longer[-1].char_start > alone[-1].char_end
    assert full(longer)[:2] == full(alone)[:2]
    assert full(alone)[1] == ">\n\n>"
