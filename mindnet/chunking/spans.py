"""A text becomes spans: sentences, whole figures, and blocks that have joints of their own.

    Sheet  →  Stretches  →  Spans

Knows what nothing is joined over, the end of a page and a change of type (`strategies.md` S2), what
a figure is (S3), and that white space goes with the span after it (S6).
Leaves how many spans make a chunk to the strategy.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from mindnet.chunking.holds import Holds, Place, find_asides, find_embeds
from mindnet.chunking.sentences import ends_in_stop, find_stops, sentence_ends
from mindnet.chunking.sheet import Sheet
from mindnet.model import BlockKind

_OPENING = re.compile("<figure", re.IGNORECASE | re.ASCII)
_CLOSING = re.compile("</figure>", re.IGNORECASE | re.ASCII)
_INK = re.compile(r"\S")
_LINE_END = re.compile(r"[ \t]*(?:\r\n|\n|\r)?")
_JOINTED = frozenset({BlockKind.TABLE, BlockKind.CODE, BlockKind.CALLOUT, BlockKind.MATH})
_LITERAL = frozenset({BlockKind.CODE, BlockKind.MATH})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A page, or what stands between two changes of type."""

    start: int
    end: int
    first: int  # of its blocks that count
    last: int
    section_type: str | None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence, or something that is one by itself."""

    start: int
    end: int
    figure: bool = False
    block: int | None = None  # one that is cut at its own joints


def _pages(sheet: Sheet) -> Iterator[Stretch]:
    source = sheet.source
    start = int(source[:1] == "\ufeff")
    for number, text in enumerate(source[start:].split("\f")):
        end = start + len(text)
        if text and not text.isspace():
            first, last = (bisect_left(sheet.piece_starts, place) for place in (start, end))
            yield Stretch(start, end, first, last, None, number)
        start = end + 1


def _runs(sheet: Sheet) -> Iterator[Stretch]:
    """Blocks of one type; white space before them is theirs."""
    pieces, first = sheet.pieces, 0
    for number, piece in enumerate(pieces):
        last = number + 1
        if last < len(pieces):
            after = pieces[last]
            if not after.apart and after.section_type == piece.section_type:
                continue
            end = piece.end
        else:
            all_of_it = piece.end >= sheet.blocks[-1].char_end
            end = len(sheet.source) if all_of_it else piece.end
        start = _behind_block(sheet, pieces[first].start)
        yield Stretch(start, end, first, last, piece.section_type)
        first = last


def _behind_block(sheet: Sheet, place: int) -> int:
    """The end of the block before a place, or the start of the body."""
    number = bisect_left(sheet.starts, place)
    if number:
        return sheet.blocks[number - 1].char_end
    front = len(sheet.source[:place].rstrip())
    if sheet.note.frontmatter_ok is None or not front:
        return front
    line = _LINE_END.match(sheet.source, front)
    return line.end() if line else front


class Spans:
    """Reads the spans of one note."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.source = sheet, sheet.source
        self.embeds = Holds(find_embeds(sheet.note))
        self.holds = Holds((*find_embeds(sheet.note), *find_asides(sheet.note)))
        self.stretches = list(_pages(sheet) if sheet.pages else _runs(sheet))
        self.figures: list[Place] = []  # those that were read so far
        self._has_figures = _OPENING.search(self.source) is not None
        self._asides = {aside.char_start: aside.char_end for aside in sheet.note.asides}
        literal = (
            (block.char_start, block.char_end)
            for block in (sheet.blocks if self._has_figures else ())
            if block.kind in _LITERAL
        )
        self._literal = Holds((*literal, *self._asides.items()))

    def read(self, stretch: Stretch) -> Iterator[Span]:
        """The spans of a stretch in order; joined they are its text."""
        figures = list(self._find_figures(stretch)) if self._has_figures else []
        self.figures += figures
        units = [Span(*figure, figure=True) for figure in figures]
        heads: list[Place] = []
        if not self.sheet.pages:
            units += self._jointed(stretch, figures)
            units.sort(key=lambda unit: unit.start)
            heads = self._heads(stretch)
        place = stretch.start
        for unit in units:
            yield from self._sentences(place, unit.start, heads)
            yield unit
            place = unit.end
        yield from self._sentences(place, stretch.end, heads)

    def is_within_page(self, start: int, end: int) -> bool:
        """Whether a span lies inside one stretch."""
        number = bisect_right(self.stretches, start, key=lambda stretch: stretch.start) - 1
        return number >= 0 and end <= self.stretches[number].end

    def has_figure(self, start: int, end: int) -> bool:
        """Whether a figure lies in what was read between two places."""
        number = bisect_left(self.figures, (start, 0))
        return number < len(self.figures) and self.figures[number][0] < end

    # -- what is one by itself -----------------------------------------------------------------

    def _find_figures(self, stretch: Stretch) -> Iterator[Place]:
        place = stretch.start
        while opening := self._find_tag(_OPENING, place, stretch.end):
            closing = self._find_tag(_CLOSING, opening.end(), stretch.end)
            if closing is None:
                return  # nor has any later one an end
            yield opening.start(), closing.end()
            place = closing.end()

    def _find_tag(self, tag: re.Pattern[str], place: int, end: int) -> re.Match[str] | None:
        """The next one that is meant: none in code, math or a comment."""
        while match := tag.search(self.source, place, end):
            literal = self._literal.at(match.start())
            if literal is None:
                return match
            place = literal[1]
        return None

    def _jointed(self, stretch: Stretch, figures: list[Place]) -> Iterator[Span]:
        """Tables, code, callouts and math, unless a figure lies in them."""
        for number in range(stretch.first, stretch.last):
            piece = self.sheet.pieces[number]
            if piece.block.kind in _JOINTED:
                start = self._joint(stretch, number)
                near = bisect_left(figures, (piece.end, 0)) - 1
                if near < 0 or figures[near][1] <= start:
                    yield Span(start, piece.end, block=piece.number)

    def _heads(self, stretch: Stretch) -> list[Place]:
        """Where headings begin, white space included, and end; and where the last block does."""
        pieces = self.sheet.pieces
        heads = [
            (self._joint(stretch, number), pieces[number].block.char_end)
            for number in range(stretch.first, stretch.last)
            if pieces[number].block.kind is BlockKind.HEADING
        ]
        end = pieces[stretch.last - 1].end
        return [*heads, (end, end)]

    def _joint(self, stretch: Stretch, number: int) -> int:
        """Where the white space before a block begins."""
        return self.sheet.pieces[number - 1].end if number > stretch.first else stretch.start

    # -- sentences -----------------------------------------------------------------------------

    def _sentences(self, start: int, end: int, heads: list[Place]) -> Iterator[Span]:
        for stop in self._stops(start, end, heads):
            yield Span(start, stop)
            start = stop
        if start < end:
            yield Span(start, end)

    def _stops(self, start: int, end: int, heads: list[Place]) -> Iterator[int]:
        """Where sentences end, and before headings; in a heading and right behind it nothing."""
        ends, place = self._ends(start, end), start
        near = bisect_left(heads, (start, start)), bisect_left(heads, (end, end))
        number = 0
        for joint, behind in (*heads[slice(*near)], (end, end)):
            while number < len(ends) and ends[number] < joint:
                if ends[number] > place:
                    yield ends[number]
                number += 1
            if start < joint < end:
                yield joint
            place = behind

    def _ends(self, start: int, end: int) -> list[int]:
        """The ends of sentences; an id or a comment goes with the one before it."""
        if self.sheet.profile.sentences == "linguistic":
            ends = list(self._linguistic_ends(start, end))
        else:
            ends = [match.end() for match in find_stops(self.source, start, end)]
        if not self.holds:
            return ends
        return self.holds.spare(sorted({self._with_asides(place) for place in ends}))

    def _linguistic_ends(self, start: int, end: int) -> Iterator[int]:
        """By block; a span may run over its end if there is no stop."""
        for piece in self.sheet.pieces_in(start, end):
            block = piece.block
            left, right = max(start, block.char_start), min(end, block.char_end)
            text = self.source[left:right]
            ends = sentence_ends(text, self.sheet.language(block))
            yield from (left + each for each in ends if each < len(text) or ends_in_stop(text))

    def _with_asides(self, place: int) -> int:
        block = self.sheet.blocks[max(0, bisect_right(self.sheet.starts, place - 1) - 1)]
        while ink := _INK.search(self.source, place, block.char_end):
            end = self._asides.get(ink.start(), 0)
            if not place < end <= block.char_end:
                break
            place = end
        return place
