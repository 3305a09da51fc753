"""A text that is data becomes slices of one length.

    Sheet  →  Drafts

Knows that form feeds are not read, that slices are numbered like pages, and that `max` still
holds (`strategies.md` F10).
Leaves what is finer than a slice to `split`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from mindnet.chunking.even import Parts
from mindnet.chunking.finer import Room
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.split import Splitter
from mindnet.cuts import Draft
from mindnet.model import BlockKind

_PAGE_END = "\f"

Span = tuple[int, int]


def cut_slices(sheet: Sheet, runs: Sequence[Sequence[Piece]]) -> list[Draft]:
    """Slices of exactly `slice_chars` characters, but for the last of each text."""
    if sheet.pages:
        ends = re.finditer(_PAGE_END, sheet.source)
        sheet.read_seams([(*match.span(), "") for match in ends])
    return [
        draft
        for start, end, section_type in _texts(sheet, runs)
        for draft in _Slices(sheet, section_type).cut(start, end)
    ]


def _texts(sheet: Sheet, runs: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, int, str | None]]:
    """All pages as one text; of a note what stands between rules and changes of type."""
    if sheet.pages and runs:
        source = sheet.source
        yield int(source[:1] == "\ufeff"), len(source.rstrip(_PAGE_END)), None
        return
    for run in runs:
        for rule, group in groupby(run, key=lambda piece: piece.block.kind is BlockKind.RULE):
            pieces = list(group)
            if not rule:
                yield pieces[0].start, pieces[-1].end, pieces[0].section_type


class _Slices:
    """One text on its way into slices."""

    def __init__(self, sheet: Sheet, section_type: str | None) -> None:
        self.sheet, self.section_type = sheet, section_type
        room = Room(fits=sheet.fits, aims=lambda text: sheet.fits(text, sheet.target))
        self.splitter = Splitter(sheet, room)

    def cut(self, start: int, end: int) -> Iterator[Draft]:
        """The slices in order, and their parts where they are too large."""
        for number, span in enumerate(self._split(start, end)):
            for part in self._finer(span):
                yield self._draft(part, number)

    def _split(self, start: int, end: int) -> list[Span]:
        """The slices in order; those of pages are numbered, so blank ones count there."""
        source, spans = self.sheet.source, list[Span]()
        while (start := self._behind_page_ends(start)) < end:
            stop = self._stop(start, end)
            if self.sheet.pages or self.sheet.normal(start, stop).strip():
                spans.append((start, stop))
            elif spans and source[start:stop].strip():
                spans[-1] = (spans[-1][0], stop)  # what is not read must not be lost
            start = stop
        return spans

    def _behind_page_ends(self, place: int) -> int:
        """A form feed belongs to no slice where one begins."""
        while self.sheet.pages and self.sheet.source.startswith(_PAGE_END, place):
            place += 1
        return place

    def _finer(self, span: Span) -> Iterator[Span]:
        """A slice, or its parts up to `target` if it is too large."""
        sheet, number = self.sheet, self._block(span[0])
        text = sheet.normal(*span)
        if sheet.fits(text) or not text.strip():
            yield span
            return
        units = self.splitter.sentences_in(number, span)
        for first, stop in Parts(sheet, units, units[0].start).fill(0, len(units)):
            yield units[first].start, units[stop - 1].end

    def _draft(self, span: Span, number: int) -> Draft:
        sheet = self.sheet
        first = self._block(span[0])
        block, last = sheet.blocks[first], sheet.blocks[self._block(span[1] - 1)]
        continued = block.char_start < span[0]
        return Draft(
            *span,
            first,
            self.section_type,
            split=continued or last.char_start < span[1] < last.char_end,
            continued=continued,
            oversize=not sheet.fits(sheet.normal(*span)) and sheet.is_embed(*span),
            page=number if sheet.pages else None,
            whole=(block.char_start, block.char_end) if continued else None,
        )

    def _stop(self, start: int, end: int) -> int:
        """The place behind so many characters that are read, and behind what is not read there."""
        stop = self.sheet.place(start, self.sheet.profile.slice_chars)
        stop = self._whole(start, min(stop, end), end)
        return stop if self.sheet.pages else min(self.sheet.place(stop, 1) - 1, end)

    def _whole(self, start: int, stop: int, end: int) -> int:
        """The nearest place before that, else behind it, where nothing is cut that is whole."""
        before, behind = range(stop, start, -1), range(stop + 1, end)
        places = (place for each in (before, behind) for place in each)
        return next((place for place in places if self.sheet.may_cut((place,))), end)

    def _block(self, place: int) -> int:
        """The block of a place; between two the one behind it, at the end the last."""
        blocks = self.sheet.blocks
        number = max(0, bisect_right(self.sheet.starts, place) - 1)
        return min(number + (blocks[number].char_end <= place), len(blocks) - 1)
