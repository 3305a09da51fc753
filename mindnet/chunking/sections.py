"""A section that is too large becomes parts, each led by its heading.

    Pieces, Lead  →  Drafts, and the rest that is carried over

Knows which units hold together, and how many of them make a part (`strategies.md` H8–H11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from mindnet.chunking.finer import Room
from mindnet.chunking.parts import NO_LEAD, Growing, choose_lead, farthest
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sentences import ends_in_stop
from mindnet.chunking.sheet import Lead, Sheet
from mindnet.chunking.split import Splitter, Unit
from mindnet.chunking.units import make_units
from mindnet.cuts import Draft
from mindnet.model import BlockKind


class CutSection:
    """One section on its way into parts."""

    def __init__(
        self,
        sheet: Sheet,
        body: Sequence[Piece],
        lead: Lead,
        names: tuple[Piece, Piece],
        headed: bool,
    ) -> None:
        """`names` are what the first part begins with and what the others are named by.

        A section is headed if the first part begins with headings that are none of its units.
        """
        self.sheet, self.lead, self.headed = sheet, lead, headed
        self.start, self.front, self.block = names[0].start, names[0].number, names[1].number
        room = Room(
            fits=lambda text: sheet.fits(lead.before(text)),
            aims=lambda text: sheet.count(lead.before(text)) <= sheet.target,
        )
        self.units = self._bind(make_units(sheet, body, room))
        self.left = _sums(self.units)
        embeds = (number for number, unit in enumerate(self.units) if unit.too_large)
        self.last_embed = max(embeds, default=-1)  # no rest that holds one is carried over
        if not headed and self.units:
            self.start = self.units[0].start

    def cut(
        self, end: int, section_type: str | None, carries: bool
    ) -> tuple[list[Draft], Growing | None]:
        """The parts in order; the last one open if it may be carried over."""
        drafts: list[Draft] = []
        number, whole = 0, (self.start, end)
        while number < len(self.units):
            if number and carries and self._rest_fits(number, end):
                rest = self._grow(number, len(self.units), section_type, whole)
                rest.end = end
                text = rest.lead.before(self.sheet.normal(rest.start, end))
                rest.tokens = self.sheet.count(text + "\n\n")
                return drafts, rest
            stop = self._reach(number)
            part = self._grow(number, stop, section_type, whole)
            if self.units[number].too_large:
                part.lead = NO_LEAD
                part.oversize = not self.sheet.fits(self.sheet.normal(part.start, part.end))
            drafts.append(part.close())
            number = stop
        if len(drafts) == 1:  # nothing was cut after all
            drafts = [replace(drafts[0], split=False, whole=None)]
        return drafts, None

    def has_room(self) -> bool:
        """Whether what stands before the first unit leaves room for it."""
        if not self.units or self.units[0].too_large:
            return True
        before = self.sheet.normal(self.start, self.units[0].start)
        if not self.sheet.fits(before + "."):  # the least that may follow
            return False
        self._make_room(self.units[0])
        return self._part_fits(0, 1)

    def _bind(self, units: list[Unit]) -> list[Unit]:
        """Units that do not end in a sentence ending go with the one after, as far as both fit."""
        bound: list[Unit] = []
        for unit in units:
            last = bound[-1] if bound else None
            if last and self._holds(last) and not unit.too_large and self._fits(last, unit):
                last.tokens += unit.tokens + 1  # a bound, until the whole is counted
                last.end, last.tail, last.whole = unit.end, unit.tail, unit.whole
                last.bound += 1
            else:
                bound.append(unit)
        for unit in bound:
            if unit.bound:
                unit.tokens = self.sheet.count(self.sheet.normal(unit.start, unit.end).strip())
        return bound

    def _holds(self, unit: Unit) -> bool:
        """Whether a unit wants the one after it."""
        if unit.too_large or unit.whole is not None:  # a piece of what was cut is free
            return False
        return not ends_in_stop(self.sheet.normal(unit.tail, unit.end))

    def _fits(self, unit: Unit, following: Unit) -> bool:
        lead = self._lead(unit)
        bound = self.sheet.count(lead.text) + unit.tokens + following.tokens + 2
        return self.sheet.joins(bound, lead, unit.start, following.end, 2 * unit.bound)

    def _reach(self, number: int) -> int:
        """How far a part goes that begins with this unit: its sum within `target` (H10)."""
        units, sheet = self.units, self.sheet
        first = units[number]
        if first.too_large:
            return number + 1
        if number == 0:
            first = self._make_room(first)
        text = sheet.normal(first.start, first.end).strip()
        if number == 0 and self.headed and not self.lead.text:
            text = sheet.normal(self.start, first.end)
        total = sheet.count(self._lead(first).before(text))
        stop = number + 1
        while stop < len(units) and not units[stop].too_large:
            total += units[stop].tokens
            if total > sheet.target:
                break
            stop += 1
        return farthest(number + 1, stop, lambda stop: self._part_fits(number, stop))

    def _make_room(self, first: Unit) -> Unit:
        """The first unit, cut finer where headings carried in front leave too little room."""
        before = self.sheet.normal(self.start, first.start)
        if self._part_fits(0, 1) or not before.strip():
            return first
        room = Room(
            fits=lambda text: self.sheet.fits(before + text),
            aims=lambda text: self.sheet.count(before + text) <= self.sheet.max,
        )
        self.units[:1] = Splitter(self.sheet, room).finer(first.block, (first.start, first.end))
        self.left = _sums(self.units)
        return self.units[0]

    def _part_fits(self, number: int, stop: int) -> bool:
        lead = self._lead(self.units[number]) if number else NO_LEAD
        start = self.units[number].start if number else self.start
        return self.sheet.fits(lead.before(self.sheet.normal(start, self.units[stop - 1].end)))

    def _rest_fits(self, number: int, end: int) -> bool:
        """Whether what is left is within `max` with the heading (H11); sums decide most cases."""
        if number <= self.last_embed or self.left[number] > 4 * self.sheet.max + 64:
            return False
        if self.left[number] - (len(self.units) - number) > self.sheet.max:
            return False
        lead = self._lead(self.units[number])
        return self.sheet.fits(lead.before(self.sheet.normal(self.units[number].start, end)))

    def _lead(self, unit: Unit) -> Lead:
        return choose_lead(self.sheet, self.lead.text, unit.lead) if unit.lead else self.lead

    def _grow(
        self, number: int, stop: int, section_type: str | None, whole: tuple[int, int]
    ) -> Growing:
        first, end = self.units[number], self.units[stop - 1].end
        lead = self._lead(first) if number else NO_LEAD
        held = self.sheet.pieces_in(first.start, end)
        bare = not self.headed and all(p.block.kind is BlockKind.HEADING for p in held)
        bare = bare and all(unit.whole is None for unit in self.units[number:stop])
        if lead.text and self.sheet.source.startswith(lead.text, first.start):
            lead = NO_LEAD  # the text has it already
        return Growing(
            first.start if number else self.start,
            end,
            self.block if number else self.front,
            section_type,
            lead=lead,
            split=not bare,
            continued=number > 0 and not bare,
            whole=None if bare else whole,
            headings=tuple(held) if bare else (),
        )


def _sums(units: list[Unit]) -> list[int]:
    """How many tokens are left from each unit on."""
    return list(accumulate((unit.tokens for unit in reversed(units)), initial=0))[::-1]
