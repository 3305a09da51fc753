"""What neighbours lend each other.

    Drafts  →  Drafts with overlap

Knows who lends to whom and how much (`strategies.md` C20–C23, H15, W4): whole sentences from the
seam outward, out of the neighbour's own text, never over a change of type, and never so much
that the chunk passes `max`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindnet.chunking.joining import full_text
from mindnet.chunking.sheet import Piece, Sheet
from mindnet.cuts import Draft
from mindnet.model import BlockKind

_LENDERS = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.CALLOUT})

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lending:
    """The rules of one strategy."""

    over_headings: bool = False  # sections do not matter, and a heading is a sentence
    within_cut: bool = False  # only between parts of one thing that was cut


def lend(sheet: Sheet, drafts: list[Draft], rules: Lending) -> list[Draft]:
    """The chunks with what they borrow from their neighbours."""
    side = sheet.profile.overlap.side
    if side == "none":
        return drafts
    lender = _Lender(sheet, rules)
    return [lender.borrow(drafts, number, side) for number in range(len(drafts))]


class _Lender:
    """Asks neighbours for sentences."""

    def __init__(self, sheet: Sheet, rules: Lending) -> None:
        self.sheet, self.rules, self.pieces = sheet, rules, sheet.pieces
        self.both = sheet.profile.overlap.side == "both"
        self.headings = _nearest_headings(sheet)

    def borrow(self, drafts: list[Draft], number: int, side: str) -> Draft:
        """A chunk with its overlap, shortened until it fits (C21)."""
        draft = drafts[number]
        before: list[Span] = []
        after: list[Span] = []
        if side in ("previous", "both") and number:
            before = self._ask(drafts[number - 1], draft, back=True)
        if side in ("next", "both") and number + 1 < len(drafts):
            after = self._ask(drafts[number + 1], draft, back=False)
        while True:
            tried = replace(
                draft,
                overlap_prev=(before[-1][0], drafts[number - 1].end) if before else None,
                overlap_next=(drafts[number + 1].start, after[-1][1]) if after else None,
            )
            if not (before or after) or self.sheet.fits(full_text(self.sheet, tried)):
                return tried
            (after or before).pop()

    def _ask(self, giver: Draft, taker: Draft, back: bool) -> list[Span]:
        """The sentences of a neighbour, the nearest first, as many as the budget allows."""
        ends = (giver.end, taker.start) if back else (taker.end, giver.start)
        left, right = self._piece_at(ends[0] - 1), self._piece_at(ends[1])
        lent, beside = (left, right) if back else (right, left)
        if left != right and self.pieces[right].apart:
            return []
        if not self._may_lend(giver, taker, lent, beside):
            return []
        return self._within(self._sentences(giver, lent, back), self._budget(giver))

    def _may_lend(self, giver: Draft, taker: Draft, lent: int, beside: int) -> bool:
        if giver.section_type != taker.section_type or giver.oversize or taker.oversize:
            return False
        if self.rules.within_cut and (giver.whole is None or giver.whole != taker.whole):
            return False
        if not (self._lends(self.pieces[lent]) and self._lends(self.pieces[beside])):
            return False
        return self.rules.over_headings or self.headings[lent] == self.headings[beside]

    def _lends(self, piece: Piece) -> bool:
        kind = piece.block.kind
        return kind in _LENDERS or (self.rules.over_headings and kind is BlockKind.HEADING)

    def _budget(self, giver: Draft) -> int:
        overlap = self.sheet.profile.overlap
        if overlap.ratio is None:
            return overlap.tokens or 0
        share = int(overlap.ratio * self.sheet.count(self.sheet.normal(giver.start, giver.end)))
        return share if overlap.tokens is None else min(share, overlap.tokens)

    def _within(self, sentences: Iterator[tuple[int, Span]], budget: int) -> list[Span]:
        """As many as the budget allows; for both sides whole blocks if one fits (C23)."""
        taken: list[Span] = []
        whole: list[Span] = []  # those of blocks that are taken whole
        total, piece = 0, -1
        for number, span in sentences:
            if number != piece:
                whole, piece = list(taken), number
            total += self.sheet.count(self.sheet.normal(*span).strip())
            if total > budget:
                return (whole or taken) if self.both else taken
            taken.append(span)
        return taken

    def _sentences(self, giver: Draft, number: int, back: bool) -> Iterator[tuple[int, Span]]:
        """From the seam outward, up to the first block that does not lend."""
        while 0 <= number < len(self.pieces):
            block = self.pieces[number].block
            start, end = max(block.char_start, giver.start), min(block.char_end, giver.end)
            if start >= end or not self._lends(self.pieces[number]):
                return
            spans = [(start, end)]
            if block.kind is not BlockKind.HEADING:
                spans = self.sheet.sentences(start, end)
            yield from ((number, span) for span in (reversed(spans) if back else spans))
            number += -1 if back else 1

    def _piece_at(self, place: int) -> int:
        return max(0, bisect_right(self.sheet.piece_starts, place) - 1)


def _nearest_headings(sheet: Sheet) -> list[int]:
    """For each block that counts, the last heading at or above it."""
    nearest, headings = -1, []
    for piece in sheet.pieces:
        if piece.block.kind is BlockKind.HEADING:
            nearest = piece.number
        headings.append(nearest)
    return headings
