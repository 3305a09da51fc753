"""A span that is too large becomes halves, and these halves again.

    a span  →  pieces within the limits

Knows where a half ends (`strategies.md` S10–S14): at the stop or the word break that is nearest to
the middle, and in the middle itself only where the middle third has neither.
Leaves what such halves lend each other to `lookahead`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from mindnet.chunking.finer import WORD_BREAKS
from mindnet.chunking.holds import Holds, Place
from mindnet.chunking.limits import Limits
from mindnet.chunking.sentences import find_stops
from mindnet.chunking.sheet import Sheet

WORD_BREAK = re.compile(f"[{re.escape(WORD_BREAKS)}]")

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_FEWEST = 4  # characters that have a middle third


class Halves:
    """Cuts the spans of one note."""

    def __init__(self, sheet: Sheet, limits: Limits, holds: Holds) -> None:
        self.sheet, self.limits, self.holds = sheet, limits, holds
        self.midpoints: dict[int, int] = {}  # cuts without any break, and how much is doubled there

    def cut(self, start: int, end: int) -> list[Place]:
        """The pieces of a span in order; together they are the span, but for what says nothing."""
        seen = end
        if self.holds:  # what is not read at the end moves no middle
            seen = self.sheet.place(start, len(self.sheet.normal(start, end)))
        pieces = self._halve(start, seen)
        if seen < end:
            pieces.append((seen, end))
        return self._absorb(pieces) if self.holds else pieces

    def _halve(self, start: int, end: int) -> list[Place]:
        marks = self._find_marks(start, end)
        pieces: list[Place] = []
        rest = [(start, end)]
        while rest:
            piece = rest.pop()
            place = self._find_cut(*piece, marks)
            if place is None:
                pieces.append(piece)
            else:
                rest += [(place, piece[1]), (piece[0], place)]
        return pieces

    def _find_marks(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """The places behind stops, and behind word breaks; found once for all halves."""
        source = self.sheet.source
        stops = (match.start() + 1 for match in find_stops(source, start, end))
        breaks = (match.end() for match in WORD_BREAK.finditer(source, start, end))
        return self.holds.spare(stops), self.holds.spare(breaks)

    def _find_cut(self, start: int, end: int, marks: Sequence[list[int]]) -> int | None:
        """Where a piece is cut; None if it fits, or cannot be cut."""
        size = end - start
        if size < 2 or not self.limits.is_too_large(self.sheet.normal(start, end)):
            return None
        if size >= _FEWEST:
            reach = size // 2 - size // 3
            for places in marks:
                place = _nearest(places, start + size // 2 + 1, reach)
                if place is not None:
                    return place
        return self._find_midpoint(start, end)

    def _find_midpoint(self, start: int, end: int) -> int | None:
        """The middle, or the edge of what must not be cut through there."""
        size = end - start
        middle = start + size // 2
        hold = self.holds.around(middle)
        if hold:
            edges = [edge for edge in hold if start < edge < end]
            nearest = min(edges, key=lambda edge: abs(edge - middle), default=None)
            return self._find_end(start, end) if nearest is None else nearest
        if _PAIR.match(self.sheet.source, middle - 1):
            middle += 1
        if middle >= end:
            return None
        self.midpoints[middle] = int(size * self.sheet.profile.midpoint_overlap)
        return middle

    def _find_end(self, start: int, end: int) -> int | None:
        """Where the white space begins that is still read before a comment."""
        seen = self.sheet.normal(start, end)
        size = len(seen.rstrip())
        return self.sheet.place(start, size) if 0 < size < len(seen) else None

    def _absorb(self, pieces: list[Place]) -> list[Place]:
        """Gives a comment or an id that was left alone to the piece before it, if that has room."""
        kept: list[Place] = []
        for start, end in pieces:
            inked = start + len(self.sheet.source[start:end].rstrip())
            if self.sheet.normal(start, end).strip():
                kept.append((start, end))
            elif kept and inked > start:
                kept[-1] = (kept[-1][0], self._reach(kept[-1], inked))
        return kept

    def _reach(self, piece: Place, end: int) -> int:
        """How far a piece may go without being larger than before, or than the limits."""
        start, own_end = piece
        is_same = self.sheet.length(own_end, end) == 0
        if is_same or not self.limits.is_too_large(self.sheet.normal(start, end)):
            return end
        return self.sheet.silent_end(own_end, end)


def _nearest(places: list[int], middle: int, reach: int) -> int | None:
    """The place nearest to the middle, and less than so far from it; of two the earlier."""
    number = bisect_left(places, middle)
    near = places[max(0, number - 1) : number + 1]
    place = min(near, key=lambda each: abs(each - middle), default=None)
    return place if place is not None and abs(place - middle) < reach else None
