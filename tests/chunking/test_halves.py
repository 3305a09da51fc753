"""Spans that are too large: `strategies.md` S10–S14."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import Chunk
from mindnet.chunking.finer import WORD_BREAKS
from mindnet.chunking.sentences import CLOSING, ENDINGS
from tests.chunking.notes import cores, flags, full, paged, sentences, sizes


def a_word(size: int) -> str:
    """Without any break."""
    letters = ascii_letters + digits
    return "".join(letters[place % len(letters)] for place in range(size))


def lent(chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.overlap_prev, chunk.overlap_next) for chunk in chunks]


# Another reading, word for word.


def is_stop(text: str, place: int) -> bool:
    """C16."""
    behind = text[place + 1 : place + 2]
    before_white = not behind or behind.isspace() or behind in CLOSING
    return text[place] in ENDINGS[3:] or (text[place] in ENDINGS[:3] and before_white)


def is_break(text: str, place: int) -> bool:
    """C18."""
    return text[place] in WORD_BREAKS


def walk(text: str, wins: Callable[[str, int], bool]) -> int | None:
    """S11."""
    middle, third, position = len(text) // 2, len(text) // 3, 0
    while middle - position > third:
        for place in (middle - position, middle + position):
            if wins(text, place):
                return place
        position += 1
    return None


def halve(text: str, most: int) -> list[str]:
    """S10–S14, in characters."""
    if len(text) <= most or len(text) == 1:
        return [text]
    found = None
    if len(text) >= 4:
        found = walk(text, is_stop)
        found = walk(text, is_break) if found is None else found
    cut = len(text) // 2 if found is None else found + 1
    return [*halve(text[:cut], most), *halve(text[cut:], most)]


@given(
    st.text(st.sampled_from('aaaabbbb好,;—) .!。"\n\r\t'), min_size=1, max_size=60),
    st.integers(1, 9),
)
@tries(deadline=None, max_examples=500)
def test_pieces_as_told(text: str, limit: int) -> None:
    """S10–S13: for the one span of a text that strict characters cut."""
    spans = sentences(text, path="a.txt", max_chars=1, overflow=10_000, side="none")
    told = [piece for span in spans for piece in halve(span.md_text, limit)]
    keys = {"max_chars": limit, "overflow": 10_000, "strict_chars": True, "side": "none"}
    alone = [sentences(span.md_text, path="a.txt", **keys) for span in spans]

    assert [core for chunks in alone for core in cores(chunks)] == [
        piece for piece in told if piece.strip()
    ]


# Rule by rule.


def test_a_span_that_fits_is_not_cut() -> None:
    """S10: 24 characters are six tokens."""
    assert cores(paged("aaaaaaaaaaa bbbbbbbbbbbb", max=6)) == ["aaaaaaaaaaa bbbbbbbbbbbb"]
    assert cores(paged("aaaaaaaaaaa bbbbbbbbbbbbb", max=6)) == ["aaaaaaaaaaa ", "bbbbbbbbbbbbb"]


def test_each_half_is_treated_again() -> None:
    """S10: 23 + 24 characters, of these 11 + 12 and 13 + 11, of the 13 at last 8 + 5."""
    chunks = paged("alpha beta gamma delta epsilon zeta eta theta i", max=3, side="none")

    assert cores(chunks) == ["alpha beta ", "gamma delta ", "epsilon ", "zeta ", "eta theta i"]


def test_one_character_is_always_emitted() -> None:
    """S10, C6: a tree has three tokens."""
    chunks = paged("🌳🌳🌳", max=1, tokenizer="cl100k_base")

    assert cores(chunks) == ["🌳", "🌳", "🌳"]
    assert sizes(chunks) == [3, 3, 3]
    assert all("oversize" not in each for each in flags(chunks))


def test_the_stop_nearest_to_the_middle_wins() -> None:
    """S11: before every word break; here the stop of a heading's number."""
    text = "## Aaaa bbbb 3. Cccc dddd eeee\n\nFfff gggg"

    assert cores(sentences(text, max=7, side="none"))[0] == "## Aaaa bbbb 3."


def test_a_stop_outside_of_the_middle_third_does_not_count() -> None:
    """S11: nor one that ends no sentence."""
    assert cores(paged("aaa bbb 3.14 ccc ddd eee", max=5, side="none"))[0] == "aaa bbb 3.14 "
    text = "## A. bbbbbbbb cccccccc dddddddd"
    assert cores(sentences(text, max=7, side="none"))[0] == "## A. bbbbbbbb "


def test_of_two_equally_near_the_earlier_wins() -> None:
    """S11, S12: `mid − pos` is looked at first; else the nearer."""
    assert cores(paged("aaaaa,b,ccccc", max=3, side="none")) == ["aaaaa,", "b,ccccc"]
    assert cores(paged("aaaaa,bb,ccccc", max=3, side="none")) == ["aaaaa,bb,", "ccccc"]


def test_the_cut_is_behind_what_was_found() -> None:
    """S13: and right behind it."""
    assert cores(paged("aaaaaaaaa; bbbbbbb", max=4, side="none")) == ["aaaaaaaaa;", " bbbbbbb"]
    assert cores(paged("aaaaaaaa; bbbbbbbb", max=4, side="none")) == ["aaaaaaaa; ", "bbbbbbbb"]


@pytest.mark.parametrize("mark", ["/", "-", "|", "<", "\xa0", "\u3000", "\r"])
def test_other_marks_are_no_breaks(mark: str) -> None:
    """C18, S14: the middle is cut, whatever stands near it."""
    text = f"aaaaaaaa{mark}aaaaaaaaaaa"

    assert cores(paged(text, max=4)) == [text[:10], text[10:]]


def test_characters_on_both_sides_of_a_midpoint_are_doubled() -> None:
    """S14: int(50 × 0.25) = 12."""
    text = a_word(50)
    chunks = paged(text, max=10, midpoint_overlap=0.25)

    assert cores(chunks) == [text[:25], text[25:]]
    assert lent(chunks) == [("", text[25:37]), (text[13:25], "")]
    assert full(chunks) == [text[:37], text[13:]]
    assert lent(paged(text, max=10, midpoint_overlap=0.0)) == [("", "")] * 2


def test_doubling_is_limited_to_the_core_of_the_neighbour() -> None:
    """S14: int(40 × 0.4) = 16, and cores of ten."""
    text = a_word(40)
    chunks = paged(text, max=8, max_chars=10, strict_chars=True, midpoint_overlap=0.4)

    assert cores(chunks) == [text[:10], text[10:20], text[20:30], text[30:]]
    assert chunks[1].overlap_next == text[20:30]
    assert chunks[2].overlap_prev == text[10:20]


def test_doubling_yields_to_max_the_next_side_first() -> None:
    """S14, C21: 25 characters, twelve before them and the three behind them that are left."""
    text = a_word(100)
    chunks = paged(text, max=10, midpoint_overlap=0.25)

    assert cores(chunks) == [text[:25], text[25:50], text[50:75], text[75:]]
    assert lent(chunks)[1] == (text[13:25], text[50:53])
    assert lent(chunks)[2] == (text[35:50], "")
    assert max(sizes(chunks)) == 10


def test_a_midpoint_gets_no_other_overlap() -> None:
    """S14: where nothing is left of it, there is no look-ahead either."""
    chunks = paged(a_word(80), max=10, ratio=0.5, max_chars=20)

    assert [len(core) for core in cores(chunks)] == [40, 40]
    assert lent(chunks) == [("", "")] * 2


def test_doubling_does_not_depend_on_the_side() -> None:
    """S14: it belongs to the cut."""
    both = [lent(paged("a" * 100, max=20, side=side)) for side in ("none", "previous", "both")]

    assert both == [[("", "a" * 10), ("a" * 10, "")]] * 3


def test_less_than_four_characters_are_cut_in_the_middle() -> None:
    """S14: three of one token each."""
    assert cores(paged("a b", max_chars=1, overflow=1.0, strict_chars=True)) == ["a", "b"]
    assert cores(paged("ab ", max_chars=2, overflow=1.0, strict_chars=True)) == ["a", "b "]


def test_a_surrogate_pair_is_not_parted() -> None:
    """C14: as JSON may hold it."""
    chunks = paged("a\ud83d\udc10b", max_chars=1, overflow=9.0, strict_chars=True)

    assert cores(chunks) == ["a", "\ud83d\udc10", "b"]


def test_pieces_touch_and_lend_from_beside_them() -> None:
    """§7: each overlap is a slice of the neighbour's core at the seam."""
    chunks = paged("漢字仮名" * 100, max=10)

    assert max(sizes(chunks)) <= 10
    for before, after in pairwise(chunks):
        assert before.char_end == after.char_start
        assert before.md_text.endswith(after.overlap_prev)
        assert after.md_text.startswith(before.overlap_next)
    assert any(chunk.overlap_prev for chunk in chunks)


def test_a_comment_for_which_there_is_no_room_is_in_no_chunk() -> None:
    """§4 law 2: `k` is one token, and two with the line break that is read before the comment."""
    text = "oak\n%%oak%% %%%%%%"

    def cut(most: int) -> list[str]:
        return cores(sentences(text, max=most, tokenizer="cl100k_base"))

    assert cut(1) == ["oa", "k", "%%"]
    assert cut(2) == ["oa", "k\n%%oak%% %%%%", "%%"]


def test_an_id_stays_with_its_text_where_what_stands_behind_it_has_no_room() -> None:
    """§4 law 1: the line break before the directive is read, and the embed is too large already."""
    text = "- oak\n  ![oak](x.png) ^fig\n  > [!edge] up\n  > oak\n\n> [!edge] up\n> oak"

    assert cores(sentences(text, max=1))[-1].startswith("![oak](x.png) ^fig")
