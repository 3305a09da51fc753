"""Whole sentences up to a number of characters, page by page; for long texts with figures.

    Sheet  →  Drafts

Knows when a chunk is closed (`strategies.md` S4, S7–S9), what leaves its ends (S21–S24), and the
order of the steps.
Leaves what a span is to `spans`, those too large to `halves` and `joints`, sentences torn by the
end of a page to `pages`, and lending to `lookahead`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from mindnet.chunking.halves import Halves
from mindnet.chunking.holds import Holds
from mindnet.chunking.joints import cut_at_joints
from mindnet.chunking.limits import Limits
from mindnet.chunking.lookahead import LookAhead
from mindnet.chunking.normal import Seam
from mindnet.chunking.pages import Repair, find_seams
from mindnet.chunking.parts import says_something
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.spans import Span, Spans, Stretch
from mindnet.cuts import Draft

LENDING = None  # its chunks borrow by rules of their own

_FEW = 3  # characters too many that white space at the end makes up for


def cut(sheet: Sheet) -> list[Draft]:
    """The chunks of a note."""
    spans, limits = Spans(sheet), Limits(sheet)
    halves = Halves(sheet, limits, spans.holds)
    seams = find_seams(sheet.source, spans.stretches) if sheet.pages else []
    sheet.read_seams(seams)
    drafts = _join_pages(sheet, spans, limits, halves)
    trimmed = [_trim(sheet, limits, draft, spans) for draft in drafts]
    gaps = list(_gaps(sheet, spans, drafts, trimmed))
    if gaps:
        sheet.read_seams([*seams, *gaps])
    return LookAhead(sheet, limits, spans, halves.midpoints).lend(trimmed)


def _join_pages(sheet: Sheet, spans: Spans, limits: Limits, halves: Halves) -> list[Draft]:
    """The chunks of all pages, sentences that a page end tore mended."""
    repair = Repair(sheet, limits, spans, halves)
    drafts: list[Draft] = []
    for stretch in spans.stretches:
        chunks = _Accumulator(sheet, limits, halves, spans.embeds, stretch)
        fresh = chunks.fill(spans.read(stretch))
        if sheet.pages:
            repair.mend(drafts, fresh)
        drafts += fresh
    return drafts


def _trim(sheet: Sheet, limits: Limits, draft: Draft, spans: Spans) -> Draft:
    """A chunk over the soft limit without so many of the blanks at its ends (S21–S23)."""
    over = len(sheet.core(draft.start, draft.end)) - limits.soft
    if over <= 0 or spans.has_figure(draft.start, draft.end):
        return draft
    source, start, end = sheet.source, draft.start, draft.end
    while over and source[start] == " ":
        start, over = start + 1, over - 1
    if 1 <= over <= _FEW and source[end - 1] in " \n":
        end = start + len(source[start:end].rstrip())
    if (start, end) == (draft.start, draft.end) or not sheet.fits(sheet.normal(start, end)):
        return draft  # a word may have more tokens without the blank before it
    return replace(draft, start=start, end=end)


def _gaps(sheet: Sheet, spans: Spans, drafts: list[Draft], trimmed: list[Draft]) -> Iterable[Seam]:
    """What left the chunks of a page: nothing stands there for those who look ahead (S25).

    Pieces of a block that was cut at its joints never touched.
    """
    touching = (one.end == two.start or sheet.pages for one, two in pairwise(drafts))
    for (before, after), touched in zip(pairwise(trimmed), touching, strict=True):
        apart = before.end < after.start and not sheet.source[before.end : after.start].strip()
        if touched and apart and spans.is_within_page(before.end, after.start):
            yield before.end, after.start, ""


class _Accumulator:
    """Fills chunks with the spans of one stretch."""

    def __init__(
        self, sheet: Sheet, limits: Limits, halves: Halves, embeds: Holds, stretch: Stretch
    ) -> None:
        self.sheet, self.limits, self.halves = sheet, limits, halves
        self.embeds, self.stretch = embeds, stretch
        self.drafts: list[Draft] = []
        self.queue: deque[Span] = deque()
        self.held: list[Span] = []
        self.chars = self.tokens = 0
        self.counted: tuple[Span, int, int] | None = None  # a span, its characters and tokens

    def fill(self, spans: Iterable[Span]) -> list[Draft]:
        self.queue.extend(spans)
        while self.queue or self.held:
            if self.queue:
                self._take(self.queue.popleft())
            else:
                self._close()
        return self.drafts

    def _take(self, span: Span) -> None:
        if span.figure:
            self._close_with(span)
            return
        chars, tokens = self._measure(span)
        cut_at = self.limits.cut_at
        large = tokens > self.limits.max or (cut_at is not None and chars > cut_at)
        room = self.chars + chars <= self.limits.chars and self.tokens + tokens <= self.limits.max
        if room and not large:
            self.held.append(span)
            self.chars, self.tokens = self.chars + chars, self.tokens + tokens
        elif self.held:
            self.queue.appendleft(span)
            self._close()
        elif large:
            self._cut(span)
        else:
            self._add(span.start, span.end)

    def _measure(self, span: Span) -> tuple[int, int]:
        """Characters and tokens of a span, which is looked at again when it closes a chunk."""
        if self.counted is None or self.counted[0] is not span:
            text = self.sheet.normal(span.start, span.end)
            self.counted = span, len(text), self.sheet.count(text)
        return self.counted[1:]

    def _close_with(self, figure: Span) -> None:
        """Closes the chunk with a figure, whatever it holds and at any size (S4)."""
        start = self.held[0].start if self.held else figure.start
        oversize = not self.sheet.fits(self.sheet.normal(start, figure.end))
        self._add(start, figure.end, oversize=oversize)
        self._empty()

    def _close(self) -> None:
        """Closes the chunk; a last span that makes it too large after all returns (C7)."""
        held, start, stop = self.held, self.held[0].start, len(self.held)
        while stop > 1 and not self.sheet.fits(self.sheet.normal(start, held[stop - 1].end)):
            stop -= 1
        self.queue.extendleft(reversed(held[stop:]))
        self._add(start, held[stop - 1].end)
        self._empty()

    def _empty(self) -> None:
        self.held, self.chars, self.tokens = [], 0, 0

    def _cut(self, span: Span) -> None:
        """Cuts a span that is too large; each piece is a chunk (S7)."""
        if span.block is not None:
            section_type = self.stretch.section_type
            self.drafts += cut_at_joints(self.sheet, self.limits, span, section_type)
            return
        pieces = self.halves.cut(span.start, span.end)
        ends = (each.block.char_end for each in self.sheet.pieces_in(span.start, span.end)[-1:])
        whole = span.start, min((span.end, *ends))  # without a directive that goes with it
        for start, end in pieces:
            embed = self.embeds.has_any(start, end)
            self._add(
                start,
                end,
                oversize=embed and not self.sheet.fits(self.sheet.normal(start, end)),
                split=len(pieces) > 1,
                continued=start > span.start,
                whole=whole if len(pieces) > 1 else None,
            )

    def _add(
        self,
        start: int,
        end: int,
        *,
        oversize: bool = False,
        split: bool = False,
        continued: bool = False,
        whole: tuple[int, int] | None = None,
    ) -> None:
        """Adds a chunk, unless it is blank (S9)."""
        if not says_something(self.sheet, start, end):
            self._absorb(start, end)
            return
        self.drafts.append(
            Draft(
                start,
                end,
                self.sheet.pieces_in(start, end)[0].number,
                self.stretch.section_type,
                split=split,
                continued=continued,
                oversize=oversize,
                page=self.stretch.page,
                whole=whole,
            )
        )

    def _absorb(self, start: int, end: int) -> None:
        """Gives an id or a comment behind a figure to the chunk with the figure."""
        inked = start + len(self.sheet.source[start:end].rstrip())
        if self.drafts and inked > start and self.sheet.length(self.drafts[-1].end, inked) == 0:
            self.drafts[-1] = replace(self.drafts[-1], end=inked)
