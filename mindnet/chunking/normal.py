"""What a reader sees of a note: its text without directives, comments and block ids.

    source, Asides, Seams  →  NormalText

Knows how much goes with what is left out (`chunks.md` §1): inside a line the blanks before it, and
where nothing else stands in its lines the line breaks behind it, at the end those before it.
The seam between two pages reads as a blank line, unless a strategy reads it otherwise.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from mindnet.model import Aside

_BREAKS_BEHIND = re.compile(r"(?:[ \t]*(?:\r\n|\n|\r))+")
_BLANKS = " \t\r\n"
_REST = re.compile(r"[ \t]*\Z")
_FAR = 4096  # characters within which blanks are looked for
_PAGE_END = re.compile(r"\f[ \t\r\n\f]*")

Seam = tuple[int, int, str]  # start, end, and what it reads as
_Gap = tuple[int, int, str | None, bool]  # reads as nothing if None; whether it takes whole lines


def page_seams(source: str) -> list[Seam]:
    """The white space between pages, each as a blank line."""
    seams: list[Seam] = []
    place = 0
    for match in _PAGE_END.finditer(source):
        start = place + len(source[place : match.start()].rstrip(_BLANKS))
        seams.append((start, match.end(), "\n\n"))
        place = match.end()
    return seams


class NormalText:
    """A source, with gaps where something is left out or read otherwise."""

    def __init__(self, source: str, asides: Sequence[Aside], seams: Sequence[Seam] = ()) -> None:
        self.source = source
        self._gaps = [*_find_gaps(source, asides), *((*seam, False) for seam in seams)]
        self._gaps.sort(key=lambda gap: gap[:2])
        self._starts = [start for start, _, _, _ in self._gaps]
        self._ends = [end for _, end, _, _ in self._gaps]
        gone = (end - start - len(text or "") for start, end, text, _ in self._gaps)
        self._gone = [0, *accumulate(gone)]

    def text(self, start: int, end: int) -> str:
        """What is left of a span."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first < last:
            return self._leave_out(start, end, self._gaps[first:last])
        return self.source[start:end]

    def gaps(self, start: int, end: int) -> list[int]:
        """Where something is left out of a span, or read otherwise."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        return self._starts[first:last]

    def place(self, start: int, length: int) -> int:
        """Where the text from `start` on has this length."""
        for number in range(bisect_right(self._ends, start), len(self._gaps)):
            left, right, text, _ = self._gaps[number]
            if length <= left - start:
                break
            length -= max(0, left - start) + len(text or "")
            start = right
        return start + length

    def length(self, start: int, end: int) -> int:
        """How long that is."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first >= last:
            return end - start
        gone = self._gone[last] - self._gone[first]
        gone -= max(0, start - self._starts[first]) + max(0, self._ends[last - 1] - end)
        left, right, _, whole = self._gaps[last - 1]
        if whole and right >= end:  # line breaks before it go with it
            before = self.source[max(start, left - _FAR) : left]
            gone += len(before) - len(before.rstrip())
        return end - start - gone

    def _leave_out(self, start: int, end: int, gaps: Sequence[_Gap]) -> str:
        kept: list[str] = []
        place = start
        for left, right, text, _ in gaps:
            if text is not None and (left < start or right > end):
                continue  # only a part of the seam: white space as it stands
            kept.append(self.source[place:left])
            kept.append(text or "")
            place = max(place, right)
        if place >= end and gaps[-1][3]:
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
        full = bool(before.strip()) or (full and line_start == line)
        breaks = _BREAKS_BEHIND.match(source, right)
        behind = breaks or _REST.match(source, right)
        whole = not full and behind is not None
        if whole and behind:
            right = behind.end()
        gaps.append((left - len(before) + len(before.rstrip()), right, None, whole))
        place, line = right, line_start
    return gaps


def _strip_end(texts: list[str]) -> None:
    """Takes the line breaks, and blanks before them, away from the end of what was kept."""
    while texts:
        texts[-1] = texts[-1].rstrip()
        if texts[-1]:
            return
        texts.pop()
