"""The units of a block that is too large become parts: as many as fit, or all of about one size.

    Units  →  Parts, each a run of units

Knows how far the target reaches, and which sentence ends lie nearest to an even cut
(`strategies.md` F5).
Leaves what is a unit to `split`, and what becomes of the parts to the strategy.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mindnet.chunking.parts import NO_LEAD, choose_lead
from mindnet.chunking.sheet import Lead, Sheet
from mindnet.chunking.split import Unit
from mindnet.cuts import Profile

Part = tuple[int, int]  # its first unit, and the first that is no longer in it


class Parts:
    """The units of one block, and where the first part begins: with a heading, if one leads it."""

    def __init__(self, sheet: Sheet, units: Sequence[Unit], front: int) -> None:
        self.sheet, self.units, self.front = sheet, units, front
        self.extra = sheet.count(sheet.normal(front, units[0].start)) if units else 0

    def fill(self, first: int, last: int) -> Iterator[Part]:
        """Parts up to `target`, each of one unit at least."""
        while first < last:
            stop = self._reach(first, last)
            yield first, stop
            first = stop

    def even(self) -> Iterator[Part]:
        """Parts of about one size, cut between sentences as far as those fit."""
        sentences = _Sentences(self.sheet, self.units)
        yield from self._even(sentences, 0, len(sentences.ends) - 1)

    def lead(self, number: int) -> Lead:
        """What a part that begins with this unit is led by."""
        unit = self.units[number]
        if unit.too_large or not unit.lead:
            return NO_LEAD
        lead = choose_lead(self.sheet, "", unit.lead)
        has_it = self.sheet.source.startswith(lead.text, unit.start)
        return NO_LEAD if has_it else lead

    def start(self, number: int) -> int:
        """Where a part begins that begins with this unit."""
        return self.units[number].start if number else self.front

    def _reach(self, first: int, last: int) -> int:
        lead, stop = self.lead(first), first + 1
        if self.units[first].too_large:
            return stop
        bound = self.sheet.count(lead.text) + self.units[first].tokens + 1
        bound += 0 if first else self.extra
        while stop < last and not self.units[stop].too_large:
            bound += self.units[stop].tokens + 1
            span = (self.start(first), self.units[stop].end)
            if not self.sheet.joins(bound, lead, *span, stop - first, most=self.sheet.target):
                break
            stop += 1
        return stop

    def _even(self, sentences: _Sentences, first: int, last: int) -> Iterator[Part]:
        part = sentences.ends[first], sentences.ends[last]
        if self._fits(part, sentences.sums[last] - sentences.sums[first]):
            yield part
        elif last - first == 1:
            yield from self.fill(*part)
        else:
            cuts = sentences.cuts(first, last, self._how_many(part))
            for span in pairwise((first, *cuts, last)):
                yield from self._even(sentences, *span)

    def _fits(self, part: Part, tokens: int) -> bool:
        number = part[1] - part[0]
        bound = tokens + number + (0 if part[0] else self.extra)
        end = self.units[part[1] - 1].end
        return self.sheet.joins(bound, NO_LEAD, self.start(part[0]), end, number)

    def _how_many(self, part: Part) -> int:
        """How many parts make one that is too large: near `target`, with room for the overlap."""
        sheet = self.sheet
        text = sheet.normal(self.units[part[0]].start, self.units[part[1] - 1].end)
        size, twice = sheet.count(text), max(2 * (sheet.max - _most_lent(sheet.profile)), sheet.max)
        return max(2, -(-2 * size // twice), (2 * size + sheet.target) // (2 * sheet.target))


class _Sentences:
    """Where the sentences of a block end, and how many tokens they have so far."""

    def __init__(self, sheet: Sheet, units: Sequence[Unit]) -> None:
        self.ends, self.sums = [0], [0]  # numbers of units; tokens
        self.lines: list[int] = []  # those that end with a line
        for number, unit in enumerate(units):
            following = units[number + 1] if number + 1 < len(units) else None
            if following and unit.whole is not None and following.whole == unit.whole:
                continue  # a piece of a sentence that is too large
            tokens = unit.tokens
            if number > self.ends[-1]:
                start = units[self.ends[-1]].start
                tokens = sheet.count(sheet.normal(start, unit.end).strip())
            gap = sheet.source[unit.end : following.start] if following else ""
            if "\n" in gap or "\r" in gap:
                self.lines.append(len(self.ends))
            self.ends.append(number + 1)
            self.sums.append(self.sums[-1] + tokens)
        self.line_sums = [self.sums[number] for number in self.lines]

    def cuts(self, first: int, last: int, parts: int) -> list[int]:
        """The ends nearest to even cuts, each once; those of lines may change places."""
        before, total = self.sums[first], self.sums[last] - self.sums[first]
        ideals = (before * parts + number * total for number in range(1, parts))
        return sorted({self._nearest(first, last, ideal, parts) for ideal in ideals})

    def _nearest(self, first: int, last: int, ideal: int, parts: int) -> int:
        """Of the ends between two others, the nearest; one that ends a line is half as far.

        Sums are multiplied by the number of parts, so that an even cut is a whole number.
        """
        found: dict[int, int] = {}
        for number in _around(self.sums, -(-ideal // parts), first + 1, last):
            found[number] = 2 * abs(self.sums[number] * parts - ideal)
        low, high = bisect_left(self.lines, first + 1), bisect_left(self.lines, last)
        for each in _around(self.line_sums, -(-ideal // parts), low, high):
            found[self.lines[each]] = abs(self.line_sums[each] * parts - ideal)
        return min(found, key=lambda number: (found[number], number))


def _around(sums: list[int], value: int, low: int, high: int) -> list[int]:
    """The numbers of the last sum below a value and of the first that is not."""
    number = bisect_left(sums, value, low, high)
    return [each for each in (number - 1, number) if low <= each < high]


def _most_lent(profile: Profile) -> int:
    """How much overlap a chunk may get at most, whatever its side."""
    overlap = profile.overlap
    if overlap.tokens is not None:
        return overlap.tokens
    return int((overlap.ratio or 0) * profile.max)
