"""A block that is too large becomes parts, cut at its own joints.

    Block  →  Drafts

Knows how many rows or lines make a part beside sentences (`strategies.md` S2, S7): as many as are
within the limits, led by what the cascade asks for.
Leaves where the joints are to `split`.
"""

from __future__ import annotations

from bisect import bisect_right

from mindnet.chunking.finer import Room
from mindnet.chunking.limits import Limits
from mindnet.chunking.parts import lead_part
from mindnet.chunking.sheet import Lead, Sheet
from mindnet.chunking.spans import Span
from mindnet.chunking.split import Splitter, Unit
from mindnet.chunking.units import attach
from mindnet.cuts import Draft


def cut_at_joints(
    sheet: Sheet, limits: Limits, span: Span, section_type: str | None
) -> list[Draft]:
    """The parts of a block; without the white space before it where that leaves no room."""
    piece = sheet.pieces[bisect_right(sheet.piece_starts, span.end - 1) - 1]
    whole = (piece.block.char_start, piece.block.char_end)
    if not limits.is_too_large(sheet.normal(piece.start, piece.end)):
        return [Draft(piece.start, piece.end, piece.number, section_type)]

    def fits(text: str) -> bool:
        return not limits.is_too_large(text)

    units = Splitter(sheet, Room(fits=fits, aims=fits)).parts(piece.number)
    attach(piece, units)
    drafts: list[Draft] = []
    number = 0
    while number < len(units):
        lead = lead_part(sheet, units[number])
        stop = _reach(sheet, limits, units, number, lead)
        first, last = units[number], units[stop - 1]
        drafts.append(
            Draft(
                first.start,
                last.end,
                piece.number,
                section_type,
                prefix=lead.text,
                joint=lead.joint,
                split=len(units) > 1,
                continued=number > 0,
                oversize=first.too_large and not sheet.fits(sheet.normal(first.start, last.end)),
                whole=whole if len(units) > 1 else None,
            )
        )
        number = stop
    return drafts


def _reach(sheet: Sheet, limits: Limits, units: list[Unit], number: int, lead: Lead) -> int:
    """How far a part goes: its sum within `max`, its characters and its text within the limits."""
    start, stop = units[number].start, number + 1
    total = sheet.count(lead.text) + units[number].tokens
    while not units[number].too_large and stop < len(units) and not units[stop].too_large:
        total += units[stop].tokens
        if total > limits.max or units[stop].end - start > limits.chars:
            break
        stop += 1
    while stop > number + 1 and limits.is_too_large(
        lead.before(sheet.normal(start, units[stop - 1].end))
    ):
        stop -= 1
    return stop
