"""The one cascade: what is too large is cut at its own joints, then ever finer.

    Block  →  Units, each within the limit

Knows the joints (`strategies.md` C14): items of a list with their children, rows of a table, lines
of code, paragraphs of a quote; then sentences, lines, words, characters. Never cuts an embed or
a figure (C15), and no cluster of characters that are one on the screen.
Leaves how many units make a part to the strategies.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex  # type: ignore[import-untyped]  # it carries no types

from mindnet.chunking.sheet import Sheet
from mindnet.model import Block, BlockKind, Item

WORD_BREAKS = ",;: ()[]{}\t\n、，；：（）【】「」『』〔〕〈〉《》〖〗〘〙〚〛〝〞〟〰–—‘’‚‛“”„‟‹›"

_WORD_BREAK = re.compile(f"[{re.escape(WORD_BREAKS)}]")
_CLUSTER = regex.compile(r"\X")
_LINE = re.compile(r"[^\r\n]+")
_QUOTES = frozenset({BlockKind.QUOTE, BlockKind.CALLOUT})
_TEXTS = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING})

Span = tuple[int, int]


@dataclass(slots=True)
class Unit:
    """Something that is not cut any further."""

    start: int
    end: int
    block: int
    tokens: int  # its own, without white space around it
    lead: str = ""  # what has to stand before it where a part begins with it
    whole: Span | None = None  # what it was cut from, if it was
    too_large: bool = False  # an embed that passes the limit
    tail: int = -1  # where the last of several begins that hold together
    bound: int = 0  # how many more hold together with it


@dataclass(frozen=True, slots=True)
class Room:
    """How large a unit may be: with the lead of its part, and with its own."""

    fits: Callable[[str], bool]  # whether a text is within the limit
    aims: Callable[[str], bool]  # whether a text is within what a part aims for


class Splitter:
    """Cuts the blocks of one note."""

    def __init__(self, sheet: Sheet, room: Room) -> None:
        self.sheet, self.room = sheet, room

    def whole_or_parts(self, number: int) -> list[Unit]:
        """A block as one unit if it fits, else cut at its joints."""
        block = self.sheet.blocks[number]
        span = (block.char_start, block.char_end)
        return [self._unit(number, span)] if self._fits(span, "") else self.parts(number)

    def parts(self, number: int) -> list[Unit]:
        """A block cut at its joints."""
        block = self.sheet.blocks[number]
        whole = (block.char_start, block.char_end)
        return _absorb([self._unit(number, span, lead, whole) for span, lead in self._cut(block)])

    def sentences(self, number: int) -> list[Unit]:
        """A text as sentences, and a sentence that is too large cut finer."""
        block = self.sheet.blocks[number]
        spans = self.sheet.sentences(block.char_start, block.char_end)
        return _absorb([unit for span in spans for unit in self.finer(number, span)])

    def items(self, number: int) -> list[Unit]:
        """A list as items, and an item that is too large cut finer."""
        block = self.sheet.blocks[number]
        units: list[Unit] = []
        for item, span in self._item_spans(block.items, block.char_end):
            parts = [span] if self._fits(span, "") else list(self._cut_item(item, span))
            whole = span if len(parts) > 1 else None
            units += [self._unit(number, part, "", whole) for part in parts]
        return _absorb(units)

    def finer(self, number: int, span: Span) -> list[Unit]:
        """A span of text, cut below its sentences if it is too large."""
        parts = list(self._finer(span, "", _LEVELS[1:]))
        whole = span if len(parts) > 1 else None
        return [self._unit(number, part, "", whole) for part in parts]

    def _unit(self, number: int, span: Span, lead: str = "", whole: Span | None = None) -> Unit:
        tokens = self.sheet.count(self.sheet.normal(*span).strip())
        too_large = self.sheet.is_embed(*span) and not self._fits(span, lead)
        return Unit(*span, number, tokens, lead, whole, too_large, span[0])

    def _fits(self, span: Span, lead: str) -> bool:
        return self.room.fits(_led(lead, self.sheet.normal(*span)))

    # -- the joints of each kind ---------------------------------------------------------------

    def _cut(self, block: Block) -> Iterator[tuple[Span, str]]:
        if block.kind is BlockKind.LIST and block.items:
            yield from ((span, "") for span in self._cut_items(block.items, block.char_end))
        elif block.header is not None:
            yield from self._cut_table(block)
        elif block.kind is BlockKind.CODE:
            yield from self._cut_code(block)
        elif block.kind in _QUOTES:
            yield from ((span, "") for span in self._cut_quote(block))
        elif block.kind in _TEXTS or self.sheet.is_embed(block.char_start, block.char_end):
            span = (block.char_start, block.char_end)
            yield from ((each, "") for each in self._finer(span, "", _LEVELS))
        else:
            lines = self._lines(block.char_start, block.char_end)
            yield from ((span, "") for each in lines for span in self._finer(each, "", _LEVELS))

    def _cut_items(self, items: tuple[Item, ...], end: int) -> Iterator[Span]:
        """Items with everything nested in them; those too large cut further."""
        for item, span in self._item_spans(items, end):
            if self._fits(span, ""):
                yield span
            else:
                yield from self._cut_item(item, span)

    def _cut_item(self, item: Item, span: Span) -> Iterator[Span]:
        """An item's own text, then the items nested in it."""
        own = self._trim(span[0], item.items[0].char_start if item.items else span[1])
        yield from self._finer(own, "", _LEVELS)
        yield from self._cut_items(item.items, span[1])

    def _item_spans(self, items: tuple[Item, ...], end: int) -> Iterator[tuple[Item, Span]]:
        stops = [*(item.char_start for item in items[1:]), end]
        for item, stop in zip(items, stops, strict=False):
            yield item, self._trim(item.char_start, stop)

    def _cut_table(self, block: Block) -> Iterator[tuple[Span, str]]:
        """Rows, each led by the header; the first has it already."""
        header = block.header
        assert header is not None  # only tables come here
        lead = self.sheet.normal(header.char_start, header.delimiter_end)
        rows = [(row.char_start, row.char_end) for row in block.rows]
        first = (block.char_start, rows[0][1] if rows else block.char_end)
        tail = (rows[-1][0], block.char_end) if len(rows) > 1 else None
        for number, row in enumerate([first, *rows[1:-1], *([tail] if tail else [])]):
            each = "" if number == 0 else lead
            if self._fits(row, each):
                yield row, each
            else:
                yield from self._cut_row(row, each, lead)

    def _cut_row(self, row: Span, each: str, lead: str) -> Iterator[tuple[Span, str]]:
        bars = [place + 1 for place in _bars(self.sheet.source, *row)]
        edges = [row[0], *(bar for bar in bars if row[0] < bar < row[1]), row[1]]
        for number, span in enumerate(pairwise(edges)):
            front = each if number == 0 else lead
            yield from ((cell, front) for cell in self._finer(self._trim(*span), front, _LEVELS))

    def _cut_code(self, block: Block) -> Iterator[tuple[Span, str]]:
        """Lines, led by the line that opens the code; the fences go with the lines beside them."""
        lines = self._lines(block.char_start, block.char_end)
        opening = self.sheet.source[lines[0][0] : lines[0][1]]
        fence = opening.lstrip(" \t")[:3]
        lead = opening if fence in ("```", "~~~") else ""
        if lead and len(lines) > 1:
            lines[:2] = [(lines[0][0], lines[1][1])]
        if lead and len(lines) > 1 and self._text(lines[-1]).lstrip(" \t").startswith(fence):
            lines[-2:] = [(lines[-2][0], lines[-1][1])]
        for number, line in enumerate(lines):
            front = lead if number else ""
            yield from ((span, front) for span in self._finer(line, front, _LEVELS))

    def _cut_quote(self, block: Block) -> Iterator[Span]:
        """Paragraphs, then lines; a line of bare marks goes with what stands before it."""
        lines = self._lines(block.char_start, block.char_end)
        for paragraph in self._group(lines, apart=self._is_bare):
            span = (paragraph[0][0], paragraph[-1][1])
            if self._fits(span, ""):
                yield span
                continue
            for group in self._group(paragraph, apart=lambda _: True):
                line = (group[0][0], group[-1][1])
                parts = [line] if self._fits(line, "") else group
                for part in parts:
                    yield from self._finer(part, "", _LEVELS)

    def _group(self, lines: list[Span], apart: Callable[[Span], bool]) -> list[list[Span]]:
        """Lines in groups; a new one begins behind each line that sets them apart."""
        groups: list[list[Span]] = []
        for number, line in enumerate(lines):
            begins = number == 0 or (apart(lines[number - 1]) and not self._is_bare(line))
            if begins:
                groups.append([])
            groups[-1].append(line)
        return groups

    def _is_bare(self, line: Span) -> bool:
        return not self._text(line).strip("> \t")

    # -- ever finer ----------------------------------------------------------------------------

    def _finer(self, span: Span, lead: str, levels: tuple[_Level, ...]) -> Iterator[Span]:
        """A text as it is if it fits, else cut at the first level that helps."""
        if span[0] >= span[1]:
            return
        if not levels or self._fits(span, lead) or self.sheet.is_embed(*span):
            yield span
            return
        for part in levels[0](self, span, lead):
            yield from self._finer(part, lead, levels[1:])

    def _embeds(self, span: Span, _lead: str) -> Iterable[Span]:
        """The embeds in a text, and what stands between them."""
        edges = [span[0], *self.sheet.edges(*span), span[1]]
        return [self._trim(*each) for each in pairwise(edges)]

    def _sentences(self, span: Span, _lead: str) -> Iterable[Span]:
        return self.sheet.sentences(*span)

    def _text_lines(self, span: Span, _lead: str) -> Iterable[Span]:
        return self._lines(*span)

    def _words(self, span: Span, lead: str) -> Iterator[Span]:
        """Runs of words up to what a part aims for."""
        source = self.sheet.source
        breaks = self.sheet.may_cut(m.end() for m in _WORD_BREAK.finditer(source, *span))
        start, end = span
        while start < end:
            stop = self._reach(start, [*_after(breaks, start), end], lead)
            yield from self._stripped(start, stop)
            start = stop

    def _characters(self, span: Span, lead: str) -> Iterator[Span]:
        """Runs of characters up to what a part aims for."""
        edges = self.sheet.may_cut(m.end() for m in _CLUSTER.finditer(self.sheet.source, *span))
        return self._runs(span, edges, lead)

    def _code_points(self, span: Span, lead: str) -> Iterator[Span]:
        """The last resort: what is one on the screen, and too large all the same."""
        return self._runs(span, list(range(span[0] + 1, span[1])), lead)

    def _runs(self, span: Span, edges: list[int], lead: str) -> Iterator[Span]:
        start, end = span
        while start < end:
            stop = self._reach(start, [*_after(edges, start), end], lead)
            yield from self._stripped(start, stop)
            start = stop

    def _stripped(self, start: int, end: int) -> Iterator[Span]:
        """The span without white space around it; nothing if that is all it holds."""
        text = self.sheet.source[start:end]
        start += len(text) - len(text.lstrip())
        if text.strip():
            yield start, start + len(text.strip())

    def _reach(self, start: int, stops: list[int], lead: str) -> int:
        """The farthest of these places within the aim; at least the first."""
        low, high = 0, 1
        while high < len(stops) and self._aims(start, stops[high], lead):
            low, high = high, high * 2
        high = min(high, len(stops) - 1)
        while low < high:
            middle = (low + high + 1) // 2
            if self._aims(start, stops[middle], lead):
                low = middle
            else:
                high = middle - 1
        return stops[low]

    def _aims(self, start: int, stop: int, lead: str) -> bool:
        return self.room.aims(_led(lead, self.sheet.normal(start, stop).strip()))

    # -- spans ---------------------------------------------------------------------------------

    def _text(self, span: Span) -> str:
        return self.sheet.source[span[0] : span[1]]

    def _lines(self, start: int, end: int) -> list[Span]:
        """The lines that are not blank, with their indentation."""
        spans = (m.span() for m in _LINE.finditer(self.sheet.source, start, end))
        trimmed = ((a, a + len(self._text((a, b)).rstrip())) for a, b in spans)
        return [span for span in trimmed if span[0] < span[1]]

    def _trim(self, start: int, end: int) -> Span:
        """Without white space at the end, and at the start unless it indents a line."""
        text = self.sheet.source[start:end].rstrip()
        inner = text.lstrip()
        indent = len(text) - len(inner)
        if start and self.sheet.source[start - 1] not in "\r\n":
            start += indent
        elif inner:
            lead = text[:indent]
            start += max(lead.rfind("\n"), lead.rfind("\r")) + 1
        return start, max(start, start + len(self.sheet.source[start:end].rstrip()))


_Level = Callable[[Splitter, Span, str], Iterable[Span]]
_LEVELS: tuple[_Level, ...] = (
    Splitter._sentences,
    Splitter._text_lines,
    Splitter._embeds,
    Splitter._words,
    Splitter._characters,
    Splitter._code_points,
)


def _absorb(units: list[Unit]) -> list[Unit]:
    """Gives what says nothing by itself, a block id or a comment, to the unit beside it."""
    kept: list[Unit] = []
    for unit in units:
        if kept and unit.tokens == 0:
            kept[-1].end = unit.end
        elif kept and kept[-1].tokens == 0:
            unit.start = kept.pop().start
            kept.append(unit)
        else:
            kept.append(unit)
    return kept


def _led(lead: str, text: str) -> str:
    return f"{lead}\n{text}" if lead else text


def _after(places: list[int], start: int) -> list[int]:
    first = bisect_right(places, start)
    return places[first : first + 4096]


def _bars(source: str, start: int, end: int) -> Iterator[int]:
    for match in re.finditer(r"\\.|\|", source[start:end], re.DOTALL):
        if match[0] == "|":
            yield start + match.start()
