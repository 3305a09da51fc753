"""Fills up to `max` with whole blocks, whatever the headings say.

    Sheet  →  Drafts

Knows that a change of type starts a new chunk, and that the last piece of a block that was cut
stays open for the blocks after it (`strategies.md` W1–W3).
"""

from __future__ import annotations

from mindnet.chunking.finer import Room
from mindnet.chunking.overlap import Lending
from mindnet.chunking.parts import (
    NO_LEAD,
    Growing,
    choose_lead,
    farthest,
    lead_part,
    make_part,
)
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.split import Splitter, Unit
from mindnet.chunking.units import attach
from mindnet.cuts import Draft

LENDING = Lending(over_headings=True)


def cut(sheet: Sheet) -> list[Draft]:
    """The chunks of a note."""
    return _Window(sheet).cut()


class _Window:
    """One way through the blocks."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.drafts: list[Draft] = []
        self.growing: Growing | None = None
        room = Room(fits=sheet.fits, aims=lambda text: sheet.count(text) <= sheet.target)
        self.splitter = Splitter(sheet, room)

    def cut(self) -> list[Draft]:
        pieces = self.sheet.pieces
        if not self.sheet.cheap and self.sheet.is_one():
            first = pieces[0]
            return [Growing(first.start, pieces[-1].end, first.number, first.section_type).close()]
        for piece in pieces:
            own = self._tokens(piece)
            if self.growing and not self._takes(piece, own):
                self._close()
            if self.growing is None:
                self._start(piece, own)
        self._close()
        return self.drafts

    def _takes(self, piece: Piece, own: int) -> bool:
        """Takes a block into the growing chunk if both fit and are of one type."""
        growing = self.growing
        if growing is None or growing.alone or piece.apart:
            return False
        if growing.section_type != piece.section_type:
            return False
        bound = growing.tokens + own
        if not self.sheet.joins(bound, growing.lead, growing.start, piece.end):
            return False
        growing.end, growing.tokens = piece.end, bound
        return True

    def _start(self, piece: Piece, own: int) -> None:
        whole = Growing(piece.start, piece.end, piece.number, piece.section_type, tokens=own)
        if self.sheet.joins(own, NO_LEAD, piece.start, piece.end):
            self.growing = whole
        else:
            self._split(piece)

    def _split(self, piece: Piece) -> None:
        """Cuts a block that is too large; its last part stays open (W3)."""
        units = self.splitter.parts(piece.number)
        attach(piece, units)
        number = 0
        while number < len(units):
            self._close()
            stop = self._reach(units, number)
            lead = lead_part(self.sheet, units[number])
            self.growing = make_part(self.sheet, piece, units, number, stop, lead)
            self.growing.alone = units[number].too_large
            number = stop

    def _reach(self, units: list[Unit], number: int) -> int:
        """How far a part goes: its sum within `target`, and the text within `max`."""
        if units[number].too_large:
            return number + 1
        lead = choose_lead(self.sheet, "", units[number].lead)
        total, stop = self.sheet.count(lead.text) + units[number].tokens, number + 1
        while stop < len(units) and not units[stop].too_large:
            total += units[stop].tokens
            if total > self.sheet.target:
                break
            stop += 1
        start = units[number].start

        def fits(stop: int) -> bool:
            return self.sheet.fits(lead.before(self.sheet.normal(start, units[stop - 1].end)))

        return farthest(number + 1, stop, fits)

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
