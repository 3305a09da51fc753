"""What a reader sees of a note: its text without directives, comments and block ids.

    source, Asides  →  NormalText

Knows how much goes with what is left out (`chunks.md` §1): inside a line the blanks before it, and
where nothing else stands in its lines the line breaks behind it, at the end those before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from mindnet.model import Aside

_BREAKS_BEHIND = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))+")
_PAGE_SEAM = re.compile(r"[ \t\r\n]*\f[ \t\r\n\f]*")
_BLANKS = " \t\r\n"

_Gap = tuple[int, int, bool]  # start, end, and whether it takes whole lines


class NormalText:
    """A source, with gaps where something is left out."""

    def __init__(self, source: str, asides: Sequence[Aside], pages: bool) -> None:
        self.source, self.pages = source, pages
        self._gaps = _find_gaps(source, asides)
        self._starts = [start for start, _, _ in self._gaps]
        self._ends = [end for _, end, _ in self._gaps]
        self._gone = [0, *accumulate(end - start for start, end, _ in self._gaps)]

    def text(self, start: int, end: int) -> str:
        """What is left of a span."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        text = self.source[start:end]
        if first < last:
            text = self._leave_out(start, end, self._gaps[first:last])
        return _PAGE_SEAM.sub("\n\n", text) if self.pages and "\f" in text else text

    def length(self, start: int, end: int) -> int:
        """How long that is, give or take the line breaks at its end."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first >= last:
            return end - start
        gone = self._gone[last] - self._gone[first]
        gone -= max(0, start - self._starts[first]) + max(0, self._ends[last - 1] - end)
        return end - start - gone

    def _leave_out(self, start: int, end: int, gaps: Sequence[_Gap]) -> str:
        kept: list[str] = []
        place = start
        for left, right, _ in gaps:
            kept.append(self.source[place:left])
            place = max(place, right)
        if place >= end and gaps[-1][2]:
            _strip_end(kept)
        kept.append(self.source[place:end])
        return "".join(kept)


def _find_gaps(source: str, asides: Sequence[Aside]) -> list[_Gap]:
    gaps: list[_Gap] = []
    place, line, full = int(source[:1] == "\ufeff"), -1, False  # end of the last gap, its line
    for aside in asides:
        left, right = aside.char_start, aside.char_end
        line_start = max(source.rfind("\n", place, left), source.rfind("\r", place, left)) + 1
        line_start = line_start or line
        before = source[max(place, line_start) : left]
        full = bool(before.strip(" \t")) or (full and line_start == line)
        breaks = _BREAKS_BEHIND.match(source, right)
        whole = not full and (breaks is not None or right == len(source))
        if whole and breaks:
            right = breaks.end()
        gaps.append((left - len(before) + len(before.rstrip(" \t")), right, whole))
        place, line = right, line_start
    return gaps


def _strip_end(texts: list[str]) -> None:
    """Takes the line breaks away from the end of what was kept."""
    while texts:
        texts[-1] = texts[-1].rstrip(_BLANKS)
        if texts[-1]:
            return
        texts.pop()
