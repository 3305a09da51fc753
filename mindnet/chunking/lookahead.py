"""What chunks of sentences borrow from each other.

    Drafts  →  Drafts with overlap

Knows how far a chunk looks ahead into the next (`strategies.md` S25–S29), and what is doubled where
a word was cut in the middle (S14). Where the profile asks for another side, whole sentences are
lent as elsewhere (C20–C23).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from mindnet.chunking.halves import WORD_BREAK
from mindnet.chunking.joining import between, full_text
from mindnet.chunking.limits import Limits
from mindnet.chunking.neighbours import Neighbours
from mindnet.chunking.sentences import find_stops
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.spans import Spans
from mindnet.cuts import Draft

_OF_SENTENCES = frozenset({"paragraph", "quote"})
_AHEAD = _OF_SENTENCES | {"heading", "rule", "comment"}
_INK = re.compile(r"\S")
_FAR = 20  # characters behind the wanted ones, from where on a word break is good enough
_NEAR = 8  # tokens by which the sum of two texts may miss the whole


class LookAhead:
    """Lends between the chunks of one note."""

    def __init__(
        self, sheet: Sheet, limits: Limits, spans: Spans, midpoints: dict[int, int]
    ) -> None:
        self.sheet, self.limits, self.midpoints = sheet, limits, midpoints
        overlap = sheet.profile.overlap
        self.side, self.cap = overlap.side, overlap.tokens
        self.wanted = None if overlap.ratio is None else int(limits.chars * overlap.ratio)
        self.ahead = self.side == "next" and self.wanted is not None
        lenders = _AHEAD if self.ahead else _OF_SENTENCES
        self.neighbours = Neighbours(sheet, spans, lenders)

    def lend(self, drafts: list[Draft]) -> list[Draft]:
        """The chunks with what they borrow; first from the one before, since that yields last."""
        borrowed: list[Draft] = []
        behind = [*drafts[1:], None]
        for before, draft, after in zip([None, *drafts], drafts, behind, strict=False):
            half = self._borrow(draft, before, back=True) if before else draft
            borrowed.append(self._borrow(half, after, back=False) if after else half)
        return borrowed

    def _borrow(self, draft: Draft, giver: Draft, back: bool) -> Draft:
        before, after = (giver, draft) if back else (draft, giver)
        if self.neighbours.stands_alone(before) or self.neighbours.stands_alone(after):
            return draft
        middle = before.end if before.end in self.midpoints else after.start
        if middle in self.midpoints:
            ends_there = middle == (draft.start if back else draft.end)
            return self._double(draft, giver, back, middle) if ends_there else draft
        if self.side not in ("both", "previous" if back else "next"):
            return draft
        if not self.neighbours.read_on(before, after):
            return draft
        return self._look_ahead(draft, giver) if self.ahead else self._take(draft, giver, back)

    # -- at a midpoint -------------------------------------------------------------------------

    def _double(self, draft: Draft, giver: Draft, back: bool, middle: int) -> Draft:
        """With the characters behind a cut that found no break, or before it (S14)."""
        own = middle - giver.start if back else giver.end - middle
        most = max(0, min(self.midpoints[middle], own))

        def doubled(size: int) -> Draft:
            place = middle - size if back else middle + size
            return self.neighbours.lend(draft, giver, back, place)

        size = _most(most, lambda size: self.sheet.fits(full_text(self.sheet, doubled(size))))
        return doubled(size)

    # -- looking ahead -------------------------------------------------------------------------

    def _look_ahead(self, draft: Draft, giver: Draft) -> Draft:
        """With a copy of how the next chunk begins."""
        start, end = self.neighbours.lent_part(giver, back=False)
        text = self.sheet.core(start, end)
        length = reach_ahead(text, self.wanted or 0)
        embed = self.neighbours.embeds.around(self.sheet.place(start, length))
        if embed:
            length = len(self.sheet.normal(start, embed[0]))
        core = self.sheet.core(draft.start, draft.end)
        if not text[:length].strip() or core.endswith(text[:length]):
            return draft
        length = self._shorten(draft, start, text, length)
        return self.neighbours.lend(draft, giver, False, self.sheet.place(start, length))

    def _shorten(self, draft: Draft, start: int, text: str, length: int) -> int:
        """As much as there is room for: up to a stop, else up to a word break (S29)."""
        body = full_text(self.sheet, draft) + between(self.sheet, draft.end, start)
        has_room = _Room(self.sheet, self.limits, body, self.cap).has_room
        if has_room(text[:length]):
            return length
        embeds = self.neighbours.embeds
        for edges in (_stops(text, length), _breaks(text, length)):
            for edge in reversed(edges):
                cut = embeds.around(self.sheet.place(start, edge))
                if not cut and text[:edge].strip() and has_room(text[:edge]):
                    return edge
        return 0

    # -- whole sentences -----------------------------------------------------------------------

    def _take(self, draft: Draft, giver: Draft, back: bool) -> Draft:
        """With whole sentences of a neighbour, as many as the budget and the limit allow."""
        for place in self._edges(giver, back):
            tried = self.neighbours.lend(draft, giver, back, place)
            if self.sheet.fits(full_text(self.sheet, tried)):
                return tried
        return draft

    def _edges(self, giver: Draft, back: bool) -> list[int]:
        """Where sentences begin or end, the farthest first; whole blocks for both sides (C23)."""
        source, (start, end) = self.sheet.source, self.neighbours.lent_part(giver, back)
        pieces = self.sheet.pieces_in(start, end)
        blocks = {max(each.start, start) if back else min(each.end, end) for each in pieces}
        stops = {match.end() for match in find_stops(source, start, end)}
        if back:
            blocks, stops = (_inked(source, places, end) for places in (blocks, stops))
        edges = sorted(blocks | stops, reverse=not back)
        edges = self.neighbours.embeds.spare(edges)
        near = [edge for edge in edges if self._is_within(giver, back, edge)]
        whole = [edge for edge in near if edge in blocks] if self.side == "both" else []
        return near[near.index(whole[0]) :] if whole else near

    def _is_within(self, giver: Draft, back: bool, edge: int) -> bool:
        lent = (edge, giver.end) if back else (giver.start, edge)
        text = self.sheet.normal(*lent).strip()
        if self.wanted is None:
            return text != "" and self.sheet.fits(text, self.cap or 0)
        return 0 < len(text) <= self.wanted and self.sheet.fits(text, self.cap)


class _Room:
    """What is left of the limits behind a text."""

    def __init__(self, sheet: Sheet, limits: Limits, body: str, cap: int | None) -> None:
        self.sheet, self.body = sheet, body
        self.chars = limits.soft - len(body)
        self.cap = limits.max if cap is None else cap
        self.tokens: int | None = None  # that are left, or nearly, once they are counted

    def has_room(self, lent: str) -> bool:
        if len(lent) > self.chars or not self.sheet.fits(lent, self.cap):
            return False
        if self.tokens is not None and not self.sheet.fits(lent, self.tokens):
            return False
        if self.sheet.fits(self.body + lent):
            return True
        if self.tokens is None:
            self.tokens = self.sheet.max - self.sheet.count(self.body) + _NEAR
        return False


def reach_ahead(text: str, wanted: int) -> int:
    """How much of a text is copied: about so many characters, up to a good place (S26, S27)."""
    if len(text) < wanted:
        return len(text)
    if not text[:wanted].strip():
        return 0
    limit = min(len(text), 2 * wanted)
    stop = next((edge for edge in _stops(text, limit, wanted)), limit + 1)
    word = next((edge for edge in _breaks(text, limit, wanted + _FAR + 1)), limit + 1)
    length = min(stop, word)
    return length if length <= limit else _whole_words(text, limit, wanted)


def _whole_words(text: str, length: int, wanted: int) -> int:
    """Less of a text, so that it does not end inside a word."""
    while length > wanted and text[length - 1].isalnum():
        length -= 1
    if text[length - 1].isalnum() and text[length : length + 1].isalnum():
        length = max((*_stops(text, length), *_breaks(text, length)), default=0)
    return length


def _stops(text: str, end: int, start: int = 0) -> list[int]:
    """The places behind the stops of a text, up to a place."""
    found = find_stops(text, start, min(end + 1, len(text)))
    return [match.start() + 1 for match in found if match.start() < end]


def _breaks(text: str, end: int, start: int = 0) -> list[int]:
    """The places behind its word breaks."""
    return [match.end() for match in WORD_BREAK.finditer(text, start, end)]


def _inked(source: str, places: Iterable[int], end: int) -> set[int]:
    """The first places from these on that are no white space."""
    return {ink.start() for place in places if (ink := _INK.search(source, place, end))}


def _most(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `most` that fits."""
    low, high = 0, most
    while low < high:
        middle = high if low == 0 and high == most else (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low
