"""What holds for every note: `notes.md` N3–N6, N20–N29, N54 and `links.md` L9, L42, L43.

`check` reads a text and holds it against all laws; the tests hand it notes that are generated,
random, real, and real ones that were tampered with.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import read_note
from mindnet.model import Block, BlockKind, Item, LinkKind, Note
from tests.laws.generated import mutations, notes, plain_notes, second_reading, wild_texts
from tests.laws.vaults import example_notes, real_notes, some_of, text_of

BLANKS = " \t\r\n"
LINE_END = re.compile(r"\r\n|\r|\n")
LONE_IDS = re.compile(r"(?:[ \t\r\n]*\^[A-Za-z0-9-]+)*[ \t\r\n]*")
OFFSETS = {"char_start", "char_end", "delimiter_start", "delimiter_end"}
SETTINGS = {"links": {"list_relations": True}, "heading_types": {"a*": "plan"}}
EXAMPLES = [text_of(note) for note in example_notes()]
REAL = real_notes()


def read(text: str) -> Note:
    return read_note(text, path="Garden/Oak.md", settings=SETTINGS)


# The laws, each about one note.


def blocks_hold_the_whole_body_once(note: Note) -> None:
    """N20, N21: slices in order, each from the start of a line, only blanks between them."""
    place = body_start(note.source)
    for number, block in enumerate(note.blocks):
        assert (block.index, block.text) == (number, note.source[block.char_start : block.char_end])
        assert place <= block.char_start < block.char_end
        assert note.source[place : block.char_start].strip(BLANKS) == ""
        assert note.source[: block.char_start].removeprefix("\ufeff")[-1:] in ("", "\r", "\n")
        assert block.text[-1] not in BLANKS
        place = block.char_end
    assert note.source[place:].strip(BLANKS) == ""


def frontmatter_is_told(note: Note) -> None:
    """N7, N11."""
    assert (note.frontmatter_ok is None) == (body_start(note.source) <= 1)


def lines_are_right(note: Note) -> None:
    """N4, N20: counted from 1, for everything that has a line."""
    line = line_counter(note.source)
    for block in note.blocks:
        spans: tuple[Block | Item, ...] = (block, *block.items)
        for each in spans:
            assert each.line_start == line(each.char_start)
            assert each.line_end == line(each.char_end - 1)
        assert [row.line for row in block.rows] == [line(row.char_start) for row in block.rows]
    assert all(heading.line == line(heading.char_start) for heading in note.headings)
    assert all(link.line == line(link.char_start or 0) for link in note.links)
    for callout in note.callouts:
        assert any(block.line_start <= callout.line <= block.line_end for block in note.blocks)


def items_follow_one_another(note: Note) -> None:
    """N24: they hold all of their list but a block id that joined it."""
    for block in note.blocks:
        assert bool(block.items) == (block.kind is BlockKind.LIST)
        place = block.char_start
        for item in block.items:
            assert place <= item.char_start < item.char_end <= block.char_end
            assert note.source[place : item.char_start].strip(BLANKS) == ""
            assert note.source[item.char_start :].lstrip(" \t").startswith(item.marker)
            place = item.char_end
        assert not block.items or LONE_IDS.fullmatch(note.source, place, block.char_end)


def rows_lie_in_their_table(note: Note) -> None:
    """N25: header, delimiter, rows, each in a line of its own."""
    for block in note.blocks:
        assert (block.header is not None) == (block.kind is BlockKind.TABLE)
        if block.header is not None:
            spans = [(block.header.char_start, block.header.char_end)]
            spans += [(block.header.delimiter_start, block.header.delimiter_end)]
            spans += [(row.char_start, row.char_end) for row in block.rows]
            assert spans == sorted(spans)
            assert block.char_start <= spans[0][0]
            assert all(not LINE_END.search(note.source, start, end) for start, end in spans)


def links_and_tags_lie_in_blocks(note: Note) -> None:
    """L9, L42, L43, N48: as written, in their order, in the section of their block."""
    front = body_start(note.source)
    starts = [block.char_start for block in note.blocks]
    places = [each.char_start or 0 for each in note.links]
    assert places == sorted(places)
    for link in note.links:
        assert link.char_start is not None
        assert link.char_end is not None
        if link.kind is LinkKind.PROPERTY:
            assert link.char_start < link.char_end <= front
            continue
        block = note.blocks[bisect_right(starts, link.char_start) - 1]
        assert block.char_start <= link.char_start < link.char_end <= block.char_end
        assert link.raw == note.source[link.char_start : link.char_end] != ""
        assert link.section_path == "/" + "/".join(block.headings_path)
        assert link.section_type == block.section_type
    for tag in note.tag_occurrences:
        if tag.char_start is not None and tag.char_end is not None and tag.block is not None:
            block = note.blocks[tag.block]
            assert block.char_start <= tag.char_start < tag.char_end <= block.char_end
            assert note.source[tag.char_start : tag.char_end] == f"#{tag.tag}"


def names_point_at_what_they_name(note: Note) -> None:
    """N31, N38: headings and block ids know their blocks."""
    assert [each.block for each in note.headings] == [
        block.index for block in note.blocks if block.kind is BlockKind.HEADING
    ]
    for heading in note.headings:
        block = note.blocks[heading.block]
        assert (heading.level, heading.char_start) == (block.level, block.char_start)
        assert block.headings_path[-1] == heading.title
    for each in note.block_ids:
        block = note.blocks[each.block]
        assert each.id in block.block_ids
        assert block.line_start <= each.line <= block.line_end
        assert block.char_start <= each.char_start < each.char_end <= len(note.source)
    assert len({each.id.lower() for each in note.block_ids}) == len(note.block_ids)


def problems_are_in_order(note: Note) -> None:
    """N54: by line, then code, at most a hundred, each with a sentence."""
    order = [(each.line, each.code) for each in note.problems]
    assert order == sorted(order)
    assert len(order) <= 100
    last = len(LINE_END.findall(note.source)) + 1
    assert all(0 <= each.line <= last and each.message for each in note.problems)


def it_can_be_told_as_json(note: Note) -> None:
    assert json.dumps(note.to_dict()).encode()


def reading_twice_gives_the_same(note: Note) -> None:
    assert read(note.source) == note


def line_ends_change_offsets_alone(note: Note) -> None:
    r"""N6: the same text with `\n`, `\r\n` or `\r`."""
    text = LINE_END.sub("\n", note.source)
    shapes = [
        without_offsets(read(text.replace("\n", end)).to_dict()) for end in ("\n", "\r\n", "\r")
    ]
    assert shapes[0] == shapes[1] == shapes[2]


LAWS: tuple[Callable[[Note], None], ...] = (
    blocks_hold_the_whole_body_once,
    frontmatter_is_told,
    lines_are_right,
    items_follow_one_another,
    rows_lie_in_their_table,
    links_and_tags_lie_in_blocks,
    names_point_at_what_they_name,
    problems_are_in_order,
    it_can_be_told_as_json,
    reading_twice_gives_the_same,
    line_ends_change_offsets_alone,
)


def check(text: str) -> None:
    note = read(text)
    assert note.source == text
    for law in LAWS:
        law(note)


def check_files(files: Iterable[Path]) -> None:
    for file in files:
        try:
            check(text_of(file))
        except Exception as error:
            raise AssertionError(f"{file} breaks a law") from error


def body_start(source: str) -> int:
    """Where the body begins, found without asking mindnet (N3, N7)."""
    start = place = 1 if source.startswith("\ufeff") else 0
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n|\Z)", source[start:])
    for number, line in enumerate(lines):
        place += len(line)
        if number == 0 and line.rstrip("\r\n") != "---":
            return start
        if number > 0 and line.startswith("---") and not line[3:].strip(BLANKS):
            return place
    return start


def line_counter(source: str) -> Callable[[int], int]:
    starts = [0, *(end.end() for end in LINE_END.finditer(source))]
    return lambda place: bisect_right(starts, place)


def without_offsets(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_offsets(each) for key, each in value.items() if key not in OFFSETS}
    if isinstance(value, list):
        return [without_offsets(each) for each in value]
    return LINE_END.sub("\n", value) if isinstance(value, str) else value


# The notes they are held against.


@given(notes())
@tries(deadline=None, max_examples=150)
def test_every_law_holds_for_notes_as_people_write_them(text: str) -> None:
    check(text)


@given(wild_texts())
@tries(deadline=None, max_examples=800)
def test_every_law_holds_for_any_text(text: str) -> None:
    check(text)


@given(mutations(EXAMPLES))
@tries(deadline=None, max_examples=150)
def test_every_law_holds_for_notes_that_were_tampered_with(text: str) -> None:
    check(text)


def test_every_law_holds_for_the_vault_that_ships() -> None:
    check_files(example_notes())


@pytest.mark.skipif(not REAL, reason="no real vaults: name their folder in MINDNET_VAULTS")
def test_every_law_holds_for_some_real_notes() -> None:
    check_files(some_of(REAL, 300))


@pytest.mark.soak
@pytest.mark.skipif(not REAL, reason="no real vaults: name their folder in MINDNET_VAULTS")
def test_every_law_holds_for_all_real_notes() -> None:
    check_files(REAL)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("texts", "number"),
    [(notes(), 30_000), (wild_texts(), 50_000), (mutations(EXAMPLES), 20_000)],
    ids=["written", "wild", "tampered with"],
)
def test_every_law_holds_for_a_hundred_thousand_texts(
    texts: st.SearchStrategy[str], number: int
) -> None:
    tries(deadline=None, max_examples=number)(given(texts)(check))()


@given(plain_notes())
@tries(deadline=None, max_examples=150)
def test_a_second_reader_sees_the_same_blocks(text: str) -> None:
    """N19."""
    blocks = [(each.kind.value, each.line_start, each.line_end) for each in read(text).blocks]

    assert blocks == second_reading(text)
