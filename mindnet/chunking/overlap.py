"""What neighbours lend each other.

    Drafts  →  Drafts with overlap

Knows who lends to whom and how much (`strategies.md` C20–C23, H15, W4, B8, F9): whole sentences, or
words, from the seam outward, out of the neighbour's own text, never over a change of type, and
never so much that the chunk passes `max`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from mindnet.chunking.joining import full_text
from mindnet.chunking.kinds import kind_of
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.words import nearest_words
from mindnet.cuts import Draft
from mindnet.model import BlockKind

_LENDERS = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.CALLOUT})
_WHOLE = frozenset({BlockKind.HEADING, BlockKind.MATH})  # one sentence, whatever stops they hold
_ROUNDING = 1e-9  # 0.29 of 100 are 29
_JOINT = 2  # tokens that two texts may have fewer when they are one

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lending:
    """The rules of one strategy."""

    over_headings: bool = False  # sections do not matter, and a heading is a sentence
    within_cut: bool = False  # only between parts of one thing that was cut
    paragraphs: bool = False  # no quotes, but everything that counts as a paragraph
    words: bool = False  # words, not sentences, and none where the note is cut into slices


def lend(sheet: Sheet, drafts: list[Draft], rules: Lending) -> list[Draft]:
    """The chunks with what they borrow from their neighbours."""
    side = sheet.profile.overlap.side
    if side == "none" or len(drafts) < 2 or (rules.words and sheet.profile.slice_chars):
        return drafts
    lender = _Lender(sheet, rules)
    return [lender.borrow(drafts, number, side) for number in range(len(drafts))]


class _Lender:
    """Asks neighbours for sentences."""

    def __init__(self, sheet: Sheet, rules: Lending) -> None:
        self.sheet, self.rules, self.pieces = sheet, rules, sheet.pieces
        self.both = sheet.profile.overlap.side == "both"
        self.headings = _nearest_headings(sheet)
        self.known: tuple[int, list[Span]] = (-1, [])

    def borrow(self, drafts: list[Draft], number: int, side: str) -> Draft:
        """A chunk with its overlap, shortened until it fits (C21)."""
        draft = drafts[number]
        if self.rules.words and not self.both:
            return self._borrow_words(drafts, number, back=side == "previous")
        before: list[Span] = []
        after: list[Span] = []
        if side in ("previous", "both") and number:
            before = self._ask(drafts[number - 1], draft, back=True)
        if side in ("next", "both") and number + 1 < len(drafts):
            after = self._ask(drafts[number + 1], draft, back=False)
        while before or after:
            tried = replace(
                draft,
                overlap_prev=self._said(before[-1][0], drafts[number - 1].end) if before else None,
                overlap_next=self._said(drafts[number + 1].start, after[-1][1]) if after else None,
            )
            if self.sheet.fits(full_text(self.sheet, tried)):
                return tried
            (after or before).pop()
        return draft

    def _said(self, start: int, end: int) -> Span | None:
        """A span, unless nothing of it is read."""
        return (start, end) if self.sheet.normal(start, end).strip() else None

    def _borrow_words(self, drafts: list[Draft], number: int, back: bool) -> Draft:
        """A chunk with as many words of a neighbour as the budget and `max` allow (F9)."""
        draft, sheet = drafts[number], self.sheet
        givers = drafts[number - 1 : number] if back else drafts[number + 1 : number + 2]
        lent = self._lent(givers[0], draft, back) if givers else None
        if lent is None:
            return draft
        core, budget = sheet.core(givers[0].start, givers[0].end), self._budget(givers[0])

        def borrow(span: Span) -> Draft:
            return replace(draft, overlap_prev=span) if back else replace(draft, overlap_next=span)

        def holds(span: Span) -> bool:
            text = sheet.normal(*span)
            if not text.strip() or not (core.endswith(text) if back else core.startswith(text)):
                return False  # hidden, or a part of a seam, which reads otherwise
            return sheet.fits(text, budget) and sheet.fits(full_text(sheet, borrow(span)))

        room = sheet.max - sheet.count(full_text(sheet, draft)) + _JOINT
        reach = self._reach(givers[0], lent, back)
        span = nearest_words(sheet, reach, back, min(budget, room), holds)
        return borrow(span) if span else draft

    def _reach(self, giver: Draft, number: int, back: bool) -> Span:
        """A chunk from the seam to the first of its blocks that does not lend."""
        start, end = (giver.end, giver.end) if back else (giver.start, giver.start)
        while 0 <= number < len(self.pieces) and self._lends(self.pieces[number]):
            block = self.pieces[number].block
            if block.char_start >= giver.end or block.char_end <= giver.start:
                break
            start = max(giver.start, min(start, block.char_start))
            end = min(giver.end, max(end, block.char_end))
            number += -1 if back else 1
        return start, end

    def _ask(self, giver: Draft, taker: Draft, back: bool) -> list[Span]:
        """The sentences of a neighbour, the nearest first, as many as the budget allows."""
        lent = self._lent(giver, taker, back)
        if lent is None:
            return []
        budget = self._budget(giver)
        whole = self._blocks_within(giver, lent, back, budget) if self.both else []
        return whole or self._within(self._sentences(giver, lent, back), budget)

    def _lent(self, giver: Draft, taker: Draft, back: bool) -> int | None:
        """The block of a neighbour that stands at the seam, if both may lend there."""
        ends = (giver.end, taker.start) if back else (taker.end, giver.start)
        left, right = self._piece_at(ends[0] - 1), self._piece_at(ends[1])
        if left and self.pieces[left].block.char_start >= ends[0]:
            left -= 1  # a core may end with a comment that stands before a rule
        lent, beside = (left, right) if back else (right, left)
        if left != right and self.pieces[right].apart:
            return None
        return lent if self._may_lend(giver, taker, lent, beside) else None

    def _may_lend(self, giver: Draft, taker: Draft, lent: int, beside: int) -> bool:
        if giver.section_type != taker.section_type or giver.oversize or taker.oversize:
            return False
        if self.rules.within_cut and (giver.whole is None or giver.whole != taker.whole):
            return False
        if not self.rules.over_headings and self.headings[lent] != self.headings[beside]:
            return False
        return self._lends(self.pieces[lent]) and self._lends(self.pieces[beside])

    def _lends(self, piece: Piece) -> bool:
        kind = piece.block.kind
        if self.rules.paragraphs:
            return kind_of(piece.block) == "paragraph"
        return kind in _LENDERS or (self.rules.over_headings and kind is BlockKind.HEADING)

    def _budget(self, giver: Draft) -> int:
        overlap = self.sheet.profile.overlap
        if overlap.ratio is None:
            return overlap.tokens or 0
        tokens = self.sheet.count(self.sheet.normal(giver.start, giver.end))
        share = int(overlap.ratio * tokens + _ROUNDING)
        return share if overlap.tokens is None else min(share, overlap.tokens)

    def _within(self, sentences: Iterator[tuple[int, Span]], budget: int) -> list[Span]:
        """As many sentences as the budget allows, by their sum."""
        taken: list[Span] = []
        total = 0
        for _, span in sentences:
            total += self.sheet.count(self.sheet.normal(*span).strip())
            if total > budget:
                break
            taken.append(span)
        return taken

    def _blocks_within(self, giver: Draft, number: int, back: bool, budget: int) -> list[Span]:
        """Whole blocks from the seam outward while their text is within the budget (C23)."""
        taken: list[Span] = []
        for _, group in groupby(self._sentences(giver, number, back), key=itemgetter(0)):
            spans = [span for _, span in group]
            ends = [*taken, *spans]
            start = min(span[0] for span in ends)
            end = max(span[1] for span in ends)
            if not self.sheet.fits(self.sheet.normal(start, end).strip(), budget):
                break
            taken += spans
        return taken

    def _sentences(self, giver: Draft, number: int, back: bool) -> Iterator[tuple[int, Span]]:
        """From the seam outward, up to the first block that does not lend.

        Whole sentences only: one that was cut lends nothing, and hides those behind it.
        """
        while 0 <= number < len(self.pieces):
            piece = self.pieces[number]
            block = piece.block
            if min(block.char_end, giver.end) <= max(block.char_start, giver.start):
                return
            if not self._lends(piece):
                return
            near = self._sentences_near(piece, giver)
            for span in reversed(near) if back else near:
                if span[0] < giver.start or span[1] > giver.end:
                    return
                yield number, span
            number += -1 if back else 1

    def _sentences_near(self, piece: Piece, giver: Draft) -> list[Span]:
        """The sentences of a block that a chunk has a share in; found once for all its chunks."""
        if piece.number != self.known[0]:
            block = piece.block
            whole = [(block.char_start, block.char_end)]
            spans = whole if block.kind in _WHOLE else self.sheet.sentences(*whole[0])
            self.known = (piece.number, spans)
        spans = self.known[1]
        first = bisect_right(spans, giver.start, key=itemgetter(1))
        return spans[first : bisect_left(spans, giver.end, key=itemgetter(0))]

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
