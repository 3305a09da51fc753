"""Cuts at headings and at kinds of block: typed chunks.

    Sheet  →  Drafts

Knows that headings and rules are in no chunk, that paragraphs, lists and quotes join up to a size,
and that tables, code and figures stand alone (`strategies.md` B1–B10).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from mindnet.chunking.finer import Room
from mindnet.chunking.kinds import kind_of
from mindnet.chunking.overlap import Lending
from mindnet.chunking.parts import NO_LEAD, Growing, lead_part, make_part
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Lead, Sheet
from mindnet.chunking.split import Splitter, Unit
from mindnet.chunking.units import attach
from mindnet.cuts import Draft

LENDING = Lending(paragraphs=True)

_ENDS = frozenset({"heading", "rule"})
_JOINING = frozenset({"paragraph", "list", "quote"})


def cut(sheet: Sheet) -> list[Draft]:
    """The chunks of a note."""
    return _Blocks(sheet).cut()


class _Blocks:
    """One way through the blocks."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.drafts: list[Draft] = []
        self.growing: Growing | None = None
        self.kind = ""  # that all blocks of the growing chunk share, else `mixed`
        room = Room(fits=sheet.fits, aims=lambda text: sheet.fits(text, sheet.target))
        self.splitter = Splitter(sheet, room)
        # characters of the source that are below `target` whatever a reader sees of them
        self.few = (sheet.target - 1) * sheet.cheap if not sheet.pages else 0

    def cut(self) -> list[Draft]:
        for piece in self.sheet.pieces:
            kind = kind_of(piece.block)
            if kind in _ENDS:
                self._end(piece)
                continue
            own = self._tokens(piece)
            if self.growing and not self._takes(piece, kind, own):
                self._close()
            if self.growing is None:
                self._start(piece, kind, own)
        self._close()
        return self.drafts

    def _end(self, piece: Piece) -> None:
        """Closes the chunk before a heading or a rule (B4).

        These are in no core, so what would go with them goes with the chunk (C5).
        """
        growing = self.growing
        if growing and piece.start < piece.block.char_start and self._is_alike(growing, piece):
            growing.end = self.sheet.blocks[piece.number - 1].char_end
        self._close()

    # -- joining -------------------------------------------------------------------------------

    def _takes(self, piece: Piece, kind: str, own: int) -> bool:
        """Takes a block into the growing chunk if it is to join, and both fit (B5)."""
        growing = self.growing
        if growing is None or growing.alone or kind not in _JOINING:
            return False
        if not self._is_alike(growing, piece):
            return False
        if piece.end - growing.start > self.few:
            own += growing.tokens
            if not self._joins(growing, kind, piece.end, own):
                return False
        growing.end, growing.tokens = piece.end, own
        self.kind = kind if kind == self.kind else "mixed"
        return True

    def _joins(self, growing: Growing, kind: str, end: int, bound: int) -> bool:
        """Whether the chunk stays small with a block of this kind and end, or needs it."""
        profile, start = self.sheet.profile, growing.start
        if self._is_below(profile.target, bound, start, end):
            return True
        alike = kind == self.kind == "paragraph"
        enough = max(profile.min, profile.target if alike else 0)
        if not self._is_below(enough, growing.tokens, start, growing.end):
            return False
        return self.sheet.joins(bound, NO_LEAD, start, end)

    def _is_below(self, limit: int, bound: int, start: int, end: int) -> bool:
        return limit > 0 and self.sheet.joins(bound, NO_LEAD, start, end, most=limit - 1)

    def _is_alike(self, growing: Growing, piece: Piece) -> bool:
        """Whether no change of type lies between them (C13)."""
        return not piece.apart and growing.section_type == piece.section_type

    def _start(self, piece: Piece, kind: str, own: int) -> None:
        self.kind = kind
        small = piece.end - piece.start <= self.few
        if small or self.sheet.joins(own, NO_LEAD, piece.start, piece.end):
            alone = kind not in _JOINING
            self.growing = Growing(
                piece.start, piece.end, piece.number, piece.section_type, tokens=own, alone=alone
            )
        else:
            self._split(piece, kind)

    # -- cutting -------------------------------------------------------------------------------

    def _split(self, piece: Piece, kind: str) -> None:
        """Cuts a block that is too large; the last part of a paragraph stays open (B7)."""
        units = self.splitter.parts(piece.number)
        attach(piece, units)
        sums, number = self._sums(units), 0
        while number < len(units):
            self._close()
            lead = lead_part(self.sheet, units[number])
            stop = number + 1
            if not units[number].too_large:
                stop = _Part(self.sheet, units, number, lead).reach(sums, kind)
            self.growing = make_part(self.sheet, piece, units, number, stop, lead)
            number = stop
        if self.growing and kind != "paragraph":
            self.growing.alone = True

    def _sums(self, units: list[Unit]) -> list[int]:
        """About how large the units are up to each."""
        if self.sheet.cheap:
            return [(unit.end - units[0].start) // self.sheet.cheap for unit in units]
        return list(accumulate(unit.tokens + 1 for unit in units))

    # -- sizes ---------------------------------------------------------------------------------

    def _tokens(self, piece: Piece) -> int:
        """At most so many tokens, with the line breaks behind it; 0 where lengths tell."""
        if self.sheet.cheap:
            return 0
        return self._count(self.sheet.normal(piece.start, piece.end))

    def _count(self, text: str) -> int:
        return self.sheet.count(text + "\n\n")

    def _close(self) -> None:
        if self.growing:
            self.drafts.append(self.growing.close())
            self.growing = None


class _Part:
    """A part of a block that was cut, from one of its units on."""

    def __init__(self, sheet: Sheet, units: list[Unit], number: int, lead: Lead) -> None:
        self.sheet, self.units, self.number, self.lead = sheet, units, number, lead

    def reach(self, sums: list[int], kind: str) -> int:
        """How far it goes (B7).

        It closes as soon as it has reached `target`, within `max`; rows never pass `target`.
        """
        number, end, target = self.number, len(self.units), self.sheet.target
        before = sums[number - 1] if number else 0
        guess = min(max(bisect_right(sums, before + target, number), number + 1), end)
        if kind == "table":
            return max(_last(lambda stop: self._fits(stop, target), number, guess, end), number + 1)
        stop = _last(lambda stop: self._fits(stop, target - 1), number, guess, end)
        if stop == end:
            return end
        return stop + 1 if stop == number or self._fits(stop + 1, self.sheet.max) else stop

    def _fits(self, stop: int, most: int) -> bool:
        start, end = self.units[self.number].start, self.units[stop - 1].end
        return self.sheet.fits(self.lead.before(self.sheet.normal(start, end)), most)


def _last(holds: Callable[[int], bool], low: int, guess: int, high: int) -> int:
    """The last number for which it holds, or `low`; looked for around a guess, ever farther."""
    step = 1
    upward = holds(guess)
    low, high = (guess, high) if upward else (low, guess - 1)
    while low < high:
        tried = min(high, low + step) if upward else max(low + 1, high - step + 1)
        held = holds(tried)
        low, high = (tried, high) if held else (low, tried - 1)
        if held != upward:
            break
        step *= 2
    while low < high:
        tried = (low + high + 1) // 2
        low, high = (tried, high) if holds(tried) else (low, tried - 1)
    return low
