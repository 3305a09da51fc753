"""Which chunks of sentences lend each other text, and which part of it.

    two Drafts  →  whether one reads on from one to the other

Knows that figures stand alone (`strategies.md` S5), what is asked of two pages (S25), and that
nothing is lent over a change of type, nor by tables, lists and code (C13, C20).
Leaves how much is lent to `lookahead`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Set
from dataclasses import replace
from itertools import takewhile

from mindnet.chunking.holds import Place
from mindnet.chunking.kinds import kind_of
from mindnet.chunking.pages import goes_on, is_unfinished
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.spans import Spans
from mindnet.cuts import Draft


class Neighbours:
    """The chunks of one note, two and two."""

    def __init__(self, sheet: Sheet, spans: Spans, lenders: Set[str]) -> None:
        self.sheet, self.spans, self.embeds = sheet, spans, spans.embeds
        self.starts = [stretch.start for stretch in spans.stretches]
        self.lenders = lenders  # the kinds of block that lend

    def stands_alone(self, draft: Draft) -> bool:
        """Whether a chunk has a figure, or an embed that is too large."""
        return draft.oversize or self.spans.has_figure(draft.start, draft.end)

    def read_on(self, before: Draft, after: Draft) -> bool:
        """Whether a reader goes on from one to the other."""
        if before.page != after.page:
            if not is_unfinished(self.sheet.source, before.start, before.end):
                return False
            return goes_on(self.sheet.core(after.start, after.end))
        if self.sheet.pages:
            return True
        last, first = self._pieces(before)[-1], self._pieces(after)[0]
        stretches = {bisect_right(self.starts, draft.start) for draft in (before, after)}
        return len(stretches) == 1 and self._lends(last) and self._lends(first)

    def lent_part(self, giver: Draft, back: bool) -> Place:
        """What may be lent of a chunk: from the seam to the first block that does not lend."""
        if self.sheet.pages:
            return giver.start, giver.end
        pieces = self._pieces(giver)
        lent = list(takewhile(self._lends, reversed(pieces) if back else pieces))
        if len(lent) == len(pieces):
            return giver.start, giver.end
        return (lent[-1].start, giver.end) if back else (giver.start, lent[-1].end)

    def lend(self, draft: Draft, giver: Draft, back: bool, place: int) -> Draft:
        """A chunk with what its neighbour has between their seam and a place."""
        embed = self.embeds.around(place)
        if embed:
            place = embed[1] if back else embed[0]
        start, end = (place, giver.end) if back else (giver.start, place)
        if self.spans.holds and not back:  # white space before a comment at its end is not read
            seen = len(self.sheet.core(giver.start, giver.end))
            end = min(end, self.sheet.place(start, seen))
        if start >= end or not self.sheet.normal(start, end):
            return draft
        if back:
            return replace(draft, overlap_prev=(start, end))
        return replace(draft, overlap_next=(start, end))

    def _pieces(self, draft: Draft) -> list[Piece]:
        return self.sheet.pieces_in(draft.start, draft.end)

    def _lends(self, piece: Piece) -> bool:
        return kind_of(piece.block) in self.lenders
