"""Plain slices, for text that is data: `strategies.md` F10."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import Chunk
from tests.chunking.notes import A, B, C, blocks, cores, fixed, flags, full, normal, sizes, types

DATA = json.dumps([{"name": f"oak {number}", "old": True} for number in range(200)])
TEXTS = st.text("ab.好🌳 \t\n\r\f{}", max_size=200)


def sliced(text: str, size: int, **keys: Any) -> list[Chunk]:
    return fixed(text, **{"path": "data.txt", "slice_chars": size, **keys})


def pages(chunks: list[Chunk]) -> list[int | None]:
    return [chunk.page for chunk in chunks]


def test_slices_have_exactly_so_many_characters() -> None:
    """F10: but the last; each is numbered like a page, and none lends anything."""
    for side in ("previous", "next", "both"):
        chunks = sliced(DATA, 1000, side=side, tokens=75)

        assert [len(core) for core in cores(chunks)] == [*[1000] * 6, 690]
        assert "".join(full(chunks)) == DATA
        assert pages(chunks) == list(range(len(chunks)))


def test_a_text_of_so_many_characters_is_one_chunk() -> None:
    """F10: of page 0, whatever white space it has."""
    for size in (len(DATA), len(DATA) + 1):
        chunks = sliced(DATA, size, max=6000)
        assert (cores(chunks), pages(chunks), flags(chunks)) == ([DATA], [0], [set()])
    assert cores(sliced("\n {}\n", 1000)) == ["\n {}\n"]


def test_form_feeds_are_not_read() -> None:
    """F10: nothing stands for them; where a slice begins or ends they are in none."""
    text = "aaa\fb\f\fbb\fcc\f"
    chunks = sliced(text, 3)

    assert full(chunks) == normal(chunks) == ["aaa", "bbb", "cc"]
    assert cores(chunks) == ["aaa", "b\f\fbb", "cc"]
    assert pages(chunks) == [0, 1, 2]


def test_blank_slices_give_nothing_and_are_counted() -> None:
    """C4: the page is the number of the slice."""
    chunks = sliced("aaa" + " " * 7 + "bbb", 3)

    assert (cores(chunks), pages(chunks)) == (["aaa", " bb", "b"], [0, 3, 4])
    assert sliced(" \f\n" * 100, 7) == sliced("", 7) == []


def test_max_still_holds() -> None:
    """F10, C14: a slice that is too large is cut further, and its parts have its number."""
    chunks = sliced(f"{A} {B} {C}", 82, target=12, max=20)

    assert cores(chunks) == [A, B, C]
    assert pages(chunks) == [0, 0, 1]
    chunks = sliced("x" * 100, 90, target=10, max=12)
    assert [len(core) for core in cores(chunks)] == [40, 40, 10, 10]
    assert pages(chunks) == [0, 0, 0, 1]


def test_slices_are_parts_of_what_they_cut() -> None:
    """C9: a slice that ends where a paragraph ends cuts nothing."""
    chunks = sliced("aaa\n\nbbbb", 5)

    assert cores(chunks) == ["aaa\n\n", "bbbb"]
    assert flags(chunks) == [set(), set()]
    assert flags(sliced("aaa\n\nbbbb", 7)) == [{"split"}, {"split", "continued"}]


def test_a_figure_is_never_cut() -> None:
    """C15: the slice ends before it, or behind it."""
    figure = "<figure>one two</figure>"
    chunks = sliced(f"aaaa {figure} bbbb", 10)

    assert cores(chunks) == ["aaaa ", figure, " bbbb"]
    chunks = sliced(f"aaaa {figure} bbbb", 10, max=5)
    assert flags(chunks)[1] == {"oversize"}


def test_a_byte_order_mark_is_in_no_slice() -> None:
    """F10: it is no part of a page's text."""
    assert cores(sliced("\ufeffaaabbb", 3)) == ["aaa", "bbb"]


def test_a_note_is_sliced_between_its_types_and_rules() -> None:
    """C13, F2: it has no pages, and what is not read is not counted."""
    text = blocks("aa%% hidden %%aab ^id", "***", "ccc", "> [!section] x", "dddd")
    chunks = sliced(text, 3, path="data.md")

    assert [each.strip() for each in normal(chunks)] == ["aaa", "ab", "ccc", "ddd", "d"]
    assert types(chunks) == [None, None, None, "x", "x"]
    assert set(pages(chunks)) == {None}
    assert chunks[1].block_ids == ("id",)


def test_what_is_not_read_goes_with_the_slice_before() -> None:
    """Law 1: also over blank slices."""
    (chunk,) = sliced("a\n\n^id", 1, path="data.md")

    assert (chunk.md_text, chunk.normalized_text, chunk.block_ids) == ("a\n\n^id", "a", ("id",))


@given(TEXTS, st.integers(1, 40))
@tries(deadline=None, max_examples=200)
def test_every_slice_is_where_it_should_be(text: str, size: int) -> None:
    """F10: the text without form feeds, cut by a ruler; lines are those of the file."""
    read = text.replace("\f", "")
    slices = {at // size: read[at : at + size] for at in range(0, len(read), size)}
    chunks = sliced(text, size)

    assert dict(zip(pages(chunks), normal(chunks), strict=True)) == {
        number: words for number, words in slices.items() if words.strip()
    }
    for chunk in chunks:
        assert chunk.md_text == text[chunk.char_start : chunk.char_end]
        assert chunk.line_start == line(text, chunk.char_start)
        assert chunk.line_end == line(text, chunk.char_end - 1)


@given(TEXTS, st.integers(1, 60), st.sampled_from((1, 3, 8)))
@tries(deadline=None, max_examples=200)
def test_nothing_is_lost_and_nothing_passes_max(text: str, size: int, limit: int) -> None:
    """F10, laws 1 and 2."""
    chunks = sliced(text, size, max=limit)

    assert "".join("".join(cores(chunks)).split()) == "".join(text.split())
    assert max(sizes(chunks), default=0) <= limit


def line(text: str, place: int) -> int:
    """The line of a character."""
    before = text[:place].replace("\r\n", "\n")
    within = text[place - 1 : place + 1] == "\r\n"
    return 1 + before.count("\n") + before.count("\r") - within
