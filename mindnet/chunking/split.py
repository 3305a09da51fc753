"""The one cascade: what is too large is cut at its own joints, then ever finer.

    Block  →  Units, each within the limit

Knows the joints (`strategies.md` C14): items of a list with their children, rows of a table, lines
of code, paragraphs of a quote.
Leaves what comes below them to `finer`, and how many units make a part to the strategies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from mindnet.chunking.finer import LEVELS, Finer, Span
from mindnet.model import Block, BlockKind, Item

_BAR = re.compile(r"\\.|\|", re.DOTALL)
_LEADING_BAR = re.compile(r"(?:\A|[\r\n])[ \t]*\|")
_QUOTES = frozenset({BlockKind.QUOTE, BlockKind.CALLOUT})
_TEXTS = frozenset({BlockKind.PARAGRAPH, BlockKind.HEADING})


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


class Splitter(Finer):
    """Cuts the blocks of one note."""

    def whole_or_parts(self, number: int) -> list[Unit]:
        """A block as one unit if it fits, else cut at its joints."""
        block = self.sheet.blocks[number]
        span = (block.char_start, block.char_end)
        return [self._unit(number, span)] if self.fits(span, "") else self.parts(number)

    def parts(self, number: int) -> list[Unit]:
        """A block cut at its joints."""
        block = self.sheet.blocks[number]
        whole = (block.char_start, block.char_end)
        return self._absorb(
            [self._unit(number, span, lead, whole) for span, lead in self._cut(block)]
        )

    def sentences(self, number: int) -> list[Unit]:
        """A text as sentences, and a sentence that is too large cut finer."""
        block = self.sheet.blocks[number]
        return self.sentences_in(number, (block.char_start, block.char_end))

    def sentences_in(self, number: int, span: Span) -> list[Unit]:
        """A span as sentences, whatever it holds."""
        spans = self.sheet.sentences(*span)
        return self._absorb([unit for each in spans for unit in self.finer(number, each)])

    def items(self, number: int) -> list[Unit]:
        """A list as items, and an item that is too large cut finer."""
        block = self.sheet.blocks[number]
        units: list[Unit] = []
        for item, span in self._item_spans(block.items, block.char_end):
            parts = [span] if self.fits(span, "") else list(self._cut_item(item, span))
            whole = span if len(parts) > 1 else None
            units += [self._unit(number, part, "", whole) for part in parts]
        return self._absorb(units)

    def finer(self, number: int, span: Span) -> list[Unit]:
        """A span of text, cut below its sentences if it is too large."""
        parts = list(self.finer_spans(span, "", LEVELS[1:]))
        whole = span if len(parts) > 1 else None
        return [self._unit(number, part, "", whole) for part in parts]

    def _unit(self, number: int, span: Span, lead: str = "", whole: Span | None = None) -> Unit:
        tokens = self.sheet.count(self.sheet.normal(*span).strip())
        too_large = self.sheet.is_embed(*span) and not self.fits(span, lead)
        return Unit(*span, number, tokens, lead, whole, too_large, span[0])

    def _absorb(self, units: list[Unit]) -> list[Unit]:
        """Gives what says nothing by itself, a block id or a comment, to the unit beside it."""
        kept: list[Unit] = []
        for unit in units:
            last = kept[-1] if kept else None
            if last and unit.tokens == 0:
                last.end = self._end_with(last, unit.end)
                continue
            if last and last.tokens == 0 and self.fits((last.start, unit.end), unit.lead):
                unit.start = kept.pop().start
            kept.append(unit)
        return kept

    def _end_with(self, unit: Unit, end: int) -> int:
        """How far a unit may go without being larger than before, or than the limit."""
        if self.sheet.length(unit.end, end) == 0 or self.fits((unit.start, end), unit.lead):
            return end
        return self.sheet.silent_end(unit.end, end)

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
            yield from ((each, "") for each in self.finer_spans(span, "", LEVELS))
        else:
            lines = self.lines(block.char_start, block.char_end)
            yield from ((span, "") for each in lines for span in self.finer_spans(each, "", LEVELS))

    def _cut_items(self, items: tuple[Item, ...], end: int) -> Iterator[Span]:
        """Items with everything nested in them; those too large cut further."""
        for item, span in self._item_spans(items, end):
            if self.fits(span, ""):
                yield span
            else:
                yield from self._cut_item(item, span)

    def _cut_item(self, item: Item, span: Span) -> Iterator[Span]:
        """An item's own text, then the items nested in it."""
        own = self.trim(span[0], item.items[0].char_start if item.items else span[1])
        yield from self.finer_spans(own, "", LEVELS)
        yield from self._cut_items(item.items, span[1])

    def _item_spans(self, items: tuple[Item, ...], end: int) -> Iterator[tuple[Item, Span]]:
        stops = [*(item.char_start for item in items[1:]), end]
        for item, stop in zip(items, stops, strict=False):
            yield item, self.trim(item.char_start, stop)

    def _cut_table(self, block: Block) -> Iterator[tuple[Span, str]]:
        """Rows, each led by the header; the first has it already."""
        header = block.header
        assert header is not None  # only tables come here
        lead = self.sheet.normal(header.char_start, header.delimiter_end)
        rows = [(row.char_start, row.char_end) for row in block.rows] or [(0, 0)]
        rows[0] = (block.char_start, rows[0][1])
        rows[-1] = (rows[-1][0], block.char_end)  # a block id may stand under the last
        for number, row in enumerate(rows):
            each = lead if number else ""
            if self.fits(row, each):
                yield row, each
            else:
                yield from self._cut_row(row, each, lead)

    def _cut_row(self, row: Span, each: str, lead: str) -> Iterator[tuple[Span, str]]:
        edges = [row[0], *_cell_edges(self.sheet.source, *row), row[1]]
        for number, span in enumerate(pairwise(edges)):
            front = each if number == 0 else lead
            yield from ((cell, front) for cell in self.finer_spans(self.trim(*span), front, LEVELS))

    def _cut_code(self, block: Block) -> Iterator[tuple[Span, str]]:
        """Lines, led by the line that opens the code; the fences go with the lines beside them."""
        lines = self.lines(block.char_start, block.char_end)
        opening = self.sheet.source[lines[0][0] : lines[0][1]]
        fence = opening.lstrip(" \t")[:3]
        lead = opening if fence in ("```", "~~~") else ""
        if lead and len(lines) > 1:
            lines[:2] = [(lines[0][0], lines[1][1])]
        if lead and len(lines) > 1 and self.words(lines[-1]).lstrip(" \t").startswith(fence):
            lines[-2:] = [(lines[-2][0], lines[-1][1])]
        for number, line in enumerate(lines):
            front = lead if number else ""
            yield from ((span, front) for span in self.finer_spans(line, front, LEVELS))

    def _cut_quote(self, block: Block) -> Iterator[Span]:
        """Paragraphs, then lines; a line of bare marks goes with what stands before it."""
        lines = self.lines(block.char_start, block.char_end)
        for paragraph in self._group(lines, apart=self._is_bare):
            span = (paragraph[0][0], paragraph[-1][1])
            if self.fits(span, ""):
                yield span
                continue
            for group in self._group(paragraph, apart=lambda _: True):
                line = (group[0][0], group[-1][1])
                parts = [line] if self.fits(line, "") else group
                for part in parts:
                    yield from self.finer_spans(part, "", LEVELS)

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
        return not self.words(line).strip("> \t")


def _cell_edges(source: str, start: int, end: int) -> Iterator[int]:
    """Where cells end: behind each bar but those at the ends of a line."""
    text = source[start:end]
    leading = {match.end() for match in _LEADING_BAR.finditer(text)}
    for match in _BAR.finditer(text):
        if match[0] == "|" and match.end() not in leading and match.end() < len(text):
            yield start + match.end()
