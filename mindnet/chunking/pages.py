"""Pages become one text again where their end tore a sentence.

    the chunks so far, the chunks of a page  →  chunks

Knows which sentences are torn, how the seam between two pages reads, and how much of a sentence
moves to the page where it ends (`strategies.md` S15–S20).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from mindnet.chunking.halves import WORD_BREAK, Halves
from mindnet.chunking.limits import Limits
from mindnet.chunking.normal import Seam
from mindnet.chunking.sentences import CLOSING, ENDINGS, find_stops
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.spans import Spans, Stretch
from mindnet.cuts import Draft

_LINE = re.compile(r"[^\r\n]*")
_NUMBERED = re.compile(r"(?:\d+|[IVXLCM]+)[.)]\s")
_BULLETS = ("- ", "* ", "• ")
_LONGEST, _MOST_WORDS = 80, 12  # of a heading
_EARLY = 20  # characters in which a figure begins early
_NEAR = 16  # tokens by which more words may count less


def find_seams(source: str, pages: Sequence[Stretch]) -> list[Seam]:
    """What stands between pages, and how it reads (S16)."""
    edges = ((before.end, after.start) for before, after in pairwise(pages))
    return [(end, start, _seam(source, end, start)) for end, start in edges]


def _seam(source: str, end: int, start: int) -> str:
    """A blank between two words; white space and other marks need none."""
    return " " if source[end - 1].isalnum() and source[start].isalnum() else ""


def is_unfinished(text: str, start: int, end: int) -> bool:
    """Whether a part of a text ends before its last sentence does."""
    while end > start and (text[end - 1].isspace() or text[end - 1] in CLOSING):
        end -= 1
    return end > start and text[end - 1] not in ENDINGS


def goes_on(text: str) -> bool:
    """Whether a text begins inside a sentence, as it seems."""
    text = text.lstrip()
    line = _LINE.match(text)
    return text[:1].islower() and not is_heading_like(line[0] if line else text)


def is_heading_like(line: str) -> bool:
    """Whether a line looks like a heading, or like an item of a list (S20)."""
    line = line.strip()
    if line.startswith(("#", *_BULLETS)) or _NUMBERED.match(line):
        return True
    if len(line) > _LONGEST:
        return False
    return line.isupper() or (line.istitle() and len(line.split()) <= _MOST_WORDS)


class Repair:
    """Mends the sentences of one text."""

    def __init__(self, sheet: Sheet, limits: Limits, spans: Spans, halves: Halves) -> None:
        self.sheet, self.limits, self.spans, self.halves = sheet, limits, spans, halves
        self.starts = [page.start for page in spans.stretches]
        self.known = (-1, -1)  # the end of the last chunk that was mended, and its last sentence

    def mend(self, done: list[Draft], fresh: list[Draft]) -> None:
        """Joins the last chunk so far and the first of a new page, or moves what is torn."""
        if not done or not fresh or not self._is_torn(done[-1], fresh[0]):
            return
        previous, first = done[-1], fresh[0]
        fragment = self._find_fragment(previous)
        if self.limits.has_room(previous.start, first.end):
            del done[-1]
            fresh[0] = replace(previous, end=first.end, split=previous.split or first.split)
            self._remember(first, fragment)
            return
        moved = self._find_moved(fragment, previous.end, first)
        if moved is None or not self.sheet.fits(self.sheet.normal(previous.start, fragment)):
            return
        del done[-1]
        done += self._leave_behind(previous, fragment, moved)
        fresh[0] = replace(
            first,
            start=moved,
            split=previous.split or first.split or moved > fragment,
            continued=moved > fragment or (previous.continued and moved == previous.start),
        )
        self._remember(first, moved)

    def _is_torn(self, previous: Draft, first: Draft) -> bool:
        """Whether a sentence goes on over the end of the page (S15)."""
        source = self.sheet.source
        if not is_unfinished(source, previous.start, previous.end):
            return False
        text = source[first.start : first.end]
        return goes_on(text) and "<figure" not in text.lstrip()[:_EARLY].lower()

    def _find_fragment(self, previous: Draft) -> int:
        """Where the torn sentence begins: behind the last stop, and behind a figure (S18)."""
        if self.known[0] == previous.end:
            return self.known[1]
        return self._last_sentence(previous.start, previous.end)

    def _remember(self, first: Draft, fragment: int) -> None:
        """Keeps where the last sentence of a mended chunk begins: it may be torn again."""
        start = self._last_sentence(first.start, first.end)
        self.known = first.end, start if start > first.start else fragment

    def _last_sentence(self, start: int, end: int) -> int:
        number = bisect_left(self.spans.figures, (end, 0)) - 1
        if number >= 0:
            start = max(start, self.spans.figures[number][1])
        for stop in find_stops(self.sheet.source, start, end):
            start = stop.end()
        return start

    def _find_moved(self, fragment: int, end: int, first: Draft) -> int | None:
        """Where that part of the fragment begins that moves in front of the new page (S19)."""
        end = fragment + len(self.sheet.source[fragment:end].rstrip())
        if fragment == end or not self.limits.has_room(first.start, first.end):
            return None
        if self.limits.has_room(fragment, first.end):
            return fragment
        place = bisect_left(
            range(end), True, fragment, key=lambda place: self._is_short(place, first.end)
        )
        words = self._words(fragment, place, end)
        if self.sheet.cheap:
            return next(words, None)
        places = list(words)
        low = bisect_left(places, True, key=lambda place: self._is_near(place, first.end))
        return next((each for each in places[low:] if self.limits.has_room(each, first.end)), None)

    def _words(self, fragment: int, place: int, end: int) -> Iterator[int]:
        """The places in a fragment behind word breaks, from a place on; a seam may read as one."""
        source, pages = self.sheet.source, self.spans.stretches
        for number in range(bisect_right(self.starts, place) - 1, len(pages)):
            start, stop = pages[number].start, min(pages[number].end, end)
            if start >= end:
                return
            if max(fragment + 1, place) <= start and _seam(source, pages[number - 1].end, start):
                yield start
            inside = max(start, fragment, place - 1)
            breaks = (match.end() for match in WORD_BREAK.finditer(source, inside, stop))
            yield from (each for each in breaks if each < end)

    def _before_seam(self, place: int) -> int:
        """A place, or the end of the page before where it begins a page: no core ends in a seam."""
        page = bisect_right(self.starts, place) - 1
        return self.spans.stretches[page - 1].end if page and self.starts[page] == place else place

    def _is_short(self, place: int, end: int) -> bool:
        return self.sheet.length(place, end) <= self.limits.most

    def _is_near(self, place: int, end: int) -> bool:
        """Whether what stands from here on is within `max`, or nearly."""
        return self.sheet.fits(self.sheet.normal(place, end), self.limits.max + _NEAR)

    def _leave_behind(self, previous: Draft, fragment: int, moved: int) -> list[Draft]:
        """What stays of the last chunk, and the head of its fragment as a chunk of its own."""
        drafts = [replace(previous, end=fragment)]
        for start, end in self.halves.cut(fragment, self._before_seam(moved)):
            page = self._page(start)
            continued = start > fragment or (previous.continued and start == previous.start)
            drafts.append(
                replace(previous, start=start, end=end, page=page, split=True, continued=continued)
            )
        source = self.sheet.source
        return [draft for draft in drafts if source[draft.start : draft.end].strip()]

    def _page(self, place: int) -> int | None:
        return self.spans.stretches[bisect_right(self.starts, place) - 1].page
