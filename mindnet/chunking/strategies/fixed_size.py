"""Packs blocks into even pieces around a target.

    Sheet  →  Drafts

Knows that a heading goes with the block after it and is a good place to cut, and when a chunk
that is small goes on, or joins the one before it (`strategies.md` F1–F8).
Leaves how a block is cut to `even`, plain slices to `slices`, and lending to `overlap`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mindnet.chunking.even import Part, Parts
from mindnet.chunking.finer import Room
from mindnet.chunking.overlap import Lending
from mindnet.chunking.parts import NO_LEAD, Growing
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.slices import cut_slices
from mindnet.chunking.split import Splitter, Unit
from mindnet.chunking.units import attach
from mindnet.cuts import Draft
from mindnet.model import BlockKind

LENDING = Lending(words=True)


def cut(sheet: Sheet) -> list[Draft]:
    """The chunks of a note."""
    runs = _runs(sheet)
    if sheet.profile.slice_chars:
        return cut_slices(sheet, runs)
    units = _Units(sheet)
    return [chunk.close() for run in runs for chunk in _Packing(sheet).pack(units.of(run))]


def _runs(sheet: Sheet) -> list[list[Piece]]:
    """The blocks between changes of type, over which nothing is joined (C13)."""
    runs: list[list[Piece]] = []
    run: list[Piece] = []
    for piece in sheet.pieces:
        if not run or piece.apart or piece.section_type != run[-1].section_type:
            run = []
            runs.append(run)
        elif piece.block.kind is BlockKind.RULE and piece.start < piece.block.char_start:
            end = sheet.blocks[piece.number - 1].char_end  # a rule is in no unit, and takes nothing
            run[-1] = run[-1]._replace(end=end)
        run.append(piece)
    return runs


class _Packing:
    """Units of one type on their way into chunks."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.chunks: list[Growing] = []

    def pack(self, units: Sequence[Growing]) -> list[Growing]:
        growing: Growing | None = None
        for unit in units:
            if growing is None:
                growing = unit
            elif not self._takes(growing, unit):
                self._close(growing, unit)
                growing = unit
        if growing:
            self._close(growing, None)
        return self.chunks

    def _takes(self, growing: Growing, unit: Growing) -> bool:
        """Takes a unit into the growing chunk: up to `target`, and up to `max` while it is small.

        A heading is a preferred boundary (F3, F4).
        """
        if self._has_heading(unit) and not self._is_small(growing):
            return False
        if self._join(growing, unit, self.sheet.target):
            return True
        return self._is_small(growing) and self._join(growing, unit, self.sheet.max)

    def _close(self, chunk: Growing, unit: Growing | None) -> None:
        """Ends a chunk; one that is small joins the one before it if both fit (F4, F7)."""
        joins = self.chunks and self._is_small(chunk) and not self._is_held(chunk, unit)
        if not (joins and self._join(self.chunks[-1], chunk, self.sheet.max)):
            self.chunks.append(chunk)

    def _is_held(self, chunk: Growing, unit: Growing | None) -> bool:
        """Whether a small chunk would stay, had the note ended with a heading right behind it.

        What follows that heading must not change the chunks before it (law 6).
        """
        if unit is None or not self._has_heading(unit):
            return False
        sheet, before = self.sheet, self.chunks[-1]
        pieces = sheet.pieces_in(unit.start, unit.end)
        bare = [one.end for one, two in pairwise(pieces) if two.block.kind is BlockKind.HEADING]
        for end in bare:
            text = chunk.lead.before(sheet.normal(chunk.start, end))
            if not sheet.fits(text):
                break
            both = before.lead.before(sheet.normal(before.start, end))
            if sheet.count(text) >= sheet.profile.min or not sheet.fits(both):
                return True
        return False

    def _join(self, first: Growing, second: Growing, most: int) -> bool:
        """Makes two one, from the first's start to the second's end, if that is not too large."""
        if first.alone or second.alone:
            return False
        bound = first.tokens + second.tokens + self._rules(first.end, second.start)
        if not self._is_within(most, bound, first, second.end):
            return False
        first.end, first.tokens = second.end, bound
        first.split = first.split or second.split
        return True

    def _is_small(self, chunk: Growing) -> bool:
        least = self.sheet.profile.min
        return least > 0 and self._is_within(least - 1, chunk.tokens, chunk, chunk.end)

    def _is_within(self, most: int, bound: int, chunk: Growing, end: int) -> bool:
        """Whether a chunk up to this end is within a limit."""
        sheet, start, lead = self.sheet, chunk.start, chunk.lead
        if lead is NO_LEAD and not sheet.seams and end - start <= most * sheet.cheap:
            return True
        return sheet.joins(bound, lead, start, end, most=most)

    def _has_heading(self, unit: Growing) -> bool:
        """Whether a unit begins with a heading."""
        return self.sheet.blocks[unit.block].kind is BlockKind.HEADING and not unit.continued

    def _rules(self, end: int, start: int) -> int:
        """The tokens of the rules that stand between two units."""
        if self.sheet.cheap or start - end <= 2:
            return 0
        between = self.sheet.normal(end, start)
        return self.sheet.count(between) if between.strip() else 0


class _Units:
    """Blocks on their way into units (F2)."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.short = sheet.max * sheet.cheap  # characters that fit in any case
        room = Room(fits=sheet.fits, aims=lambda text: sheet.fits(text, sheet.target))
        self.splitter = Splitter(sheet, room)

    def of(self, run: Sequence[Piece]) -> list[Growing]:
        """A heading is one with the block after it; a rule divides, and is in none."""
        units: list[Growing] = []
        headings: list[Piece] = []
        for piece in run:
            kind = piece.block.kind
            if kind is BlockKind.HEADING:
                headings.append(piece)
                continue
            units += self._bare(headings) if kind is BlockKind.RULE else self._led(headings, piece)
            if headings:
                headings = []
        return units + self._bare(headings)

    def _led(self, headings: list[Piece], piece: Piece) -> list[Growing]:
        """A block with the headings right before it, or with the last if all leave no room."""
        if whole := self._whole(headings[0] if headings else piece, piece.end):
            return [whole]
        if not headings or self._leave_room(headings):
            return self._cut(headings, piece)
        if len(headings) > 1:
            return self._bare(headings[:-1]) + self._led(headings[-1:], piece)
        return self._bare(headings) + self._led([], piece)

    def _leave_room(self, headings: list[Piece]) -> bool:
        """Whether headings leave at least a quarter of `max`."""
        start, end = headings[0].start, headings[-1].end
        most = 3 * self.sheet.max // 4
        return self.sheet.joins(self._tokens(start, end), NO_LEAD, start, end, most=most)

    def _bare(self, headings: list[Piece]) -> list[Growing]:
        """Headings with no block after them: as many as fit are one unit."""
        units: list[Growing] = []
        for heading in headings:
            tokens = self._tokens(heading.start, heading.end)
            if units and self._goes_on(units[-1], heading, tokens):
                units[-1].end, units[-1].tokens = heading.end, units[-1].tokens + tokens
            elif whole := self._whole(heading, heading.end):
                units.append(whole)
            else:
                units += self._cut([], heading)
        return units

    def _goes_on(self, unit: Growing, heading: Piece, tokens: int) -> bool:
        """Whether a unit of headings has room for one more."""
        bound = unit.tokens + tokens
        return not unit.split and self.sheet.joins(bound, NO_LEAD, unit.start, heading.end)

    # -- a block that is too large -------------------------------------------------------------

    def _cut(self, headings: list[Piece], piece: Piece) -> list[Growing]:
        """The parts of a block; the first begins with its headings."""
        evenly = piece.block.kind is BlockKind.PARAGRAPH
        split = self.splitter.sentences if evenly else self.splitter.parts
        units = split(piece.number)
        attach(piece, units)
        if headings and not self._makes_room(headings[0].start, units):
            return self._bare(headings) + self._led([], piece)
        parts = Parts(self.sheet, units, headings[0].start if headings else units[0].start)
        cuts = list(parts.even() if evenly else parts.fill(0, len(units)))
        grown = [self._part(piece, parts, part) for part in cuts]
        for number, part in enumerate(grown):
            part.split, part.continued = len(grown) > 1, number > 0
            part.whole = (piece.block.char_start, piece.block.char_end) if part.split else None
        grown[0].block = headings[0].number if headings else piece.number
        return grown

    def _makes_room(self, start: int, units: list[Unit]) -> bool:
        """Whether a first unit fits behind its headings, cut finer if it must and can be."""
        sheet, first = self.sheet, units[0]
        if first.too_large:
            return False
        if sheet.fits(sheet.normal(start, first.end)):
            return True
        if any(unit.lead for unit in units[1:2]):  # rows and lines of code stay whole
            return False
        before = sheet.normal(start, first.start)
        most = sheet.target if 2 * sheet.count(before) <= sheet.target else sheet.max
        room = Room(
            fits=lambda text: sheet.fits(before + text),
            aims=lambda text: sheet.fits(before + text, most),
        )
        finer = Splitter(sheet, room).finer(first.block, (first.start, first.end))
        for unit in finer:
            unit.whole = first.whole or unit.whole  # all are of one sentence
        units[:1] = finer
        return not finer[0].too_large and sheet.fits(sheet.normal(start, finer[0].end))

    def _part(self, piece: Piece, parts: Parts, part: Part) -> Growing:
        first, start, end = parts.units[part[0]], parts.start(part[0]), parts.units[part[1] - 1].end
        lead = parts.lead(part[0])
        text = self.sheet.normal(start, end)
        return Growing(
            start,
            end,
            piece.number,
            piece.section_type,
            lead=lead,
            tokens=0 if self.sheet.cheap else self.sheet.count(f"{lead.before(text)}\n\n"),
            oversize=first.too_large and not self.sheet.fits(text),
            alone=first.too_large,
        )

    def _whole(self, first: Piece, end: int) -> Growing | None:
        """One unit from a block on, if it fits."""
        whole = Growing(first.start, end, first.number, first.section_type)
        if end - whole.start > self.short:
            whole.tokens = self._tokens(whole.start, end)
            if not self.sheet.joins(whole.tokens, NO_LEAD, whole.start, end):
                return None
        return whole

    def _tokens(self, start: int, end: int) -> int:
        """At most so many tokens, with the line breaks behind it; 0 where lengths tell."""
        if self.sheet.cheap:
            return 0
        return self.sheet.count(self.sheet.normal(start, end) + "\n\n")
