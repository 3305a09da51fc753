"""Pieces of a note while they become a chunk.

    spans, prefixes  →  Draft

Knows how a prefix stands before a text (`strategies.md` C8), and which text is none (C4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Lead, Sheet
from mindnet.chunking.split import Unit
from mindnet.cuts import Draft
from mindnet.model import BlockKind

BLANK_LINE, LINE_BREAK = "\n\n", "\n"

NO_LEAD = Lead()


def choose_lead(sheet: Sheet, heading: str, lead: str) -> Lead:
    """The heading of a cut section and the first line of a cut block, as far as there is room.

    More than half of `max` is too much; a table needs its header more than its heading.
    """
    both = f"{heading}{BLANK_LINE}{lead}" if heading and lead else ""
    for text, joint in ((both, LINE_BREAK), (lead, LINE_BREAK), (heading, BLANK_LINE)):
        if text and 2 * sheet.count(text) <= sheet.max:
            return Lead(text, joint)
    return NO_LEAD


def says_something(sheet: Sheet, start: int, end: int) -> bool:
    """Whether a core holds more than white space and rules (C4)."""
    blocks = (piece.block for piece in sheet.pieces_in(start, end))
    spans = (
        (max(start, block.char_start), min(end, block.char_end))
        for block in blocks
        if block.kind is not BlockKind.RULE
    )
    return any(sheet.normal(*span).strip() for span in spans)


def farthest(first: int, last: int, fits: Callable[[int], bool]) -> int:
    """The last of these numbers that fits, the first at least; most often it is the last."""
    low, high = first, last
    middle = last
    while low < high:
        if fits(middle):
            low = middle
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return low


@dataclass(slots=True)
class Growing:
    """A chunk that may still grow."""

    start: int
    end: int
    block: int  # whose section names it
    section_type: str | None
    lead: Lead = NO_LEAD
    split: bool = False
    continued: bool = False
    headings: tuple[Piece, ...] = ()  # all of it, while it is nothing but headings
    whole: tuple[int, int] | None = None  # what was cut, if it is a part
    tokens: int = 0  # at most so many, by a sum
    oversize: bool = False
    alone: bool = False  # nothing may join it

    def close(self) -> Draft:
        """The chunk as it is now."""
        return Draft(
            self.start,
            self.end,
            self.block,
            self.section_type,
            prefix=self.lead.text,
            joint=self.lead.joint,
            split=self.split,
            continued=self.continued,
            heading_only=bool(self.headings),
            oversize=self.oversize,
            whole=self.whole,
        )


def lead_part(sheet: Sheet, unit: Unit) -> Lead:
    """What a part that begins with this unit is led by, unless the text has it already."""
    if unit.too_large:
        return NO_LEAD
    lead = choose_lead(sheet, "", unit.lead)
    has_it = lead.text and sheet.source.startswith(lead.text, unit.start)
    return NO_LEAD if has_it else lead


def make_part(
    sheet: Sheet, piece: Piece, units: list[Unit], number: int, stop: int, lead: Lead
) -> Growing:
    """The units from one number up to another, as a part of the block that was cut into all."""
    first, last = units[number], units[stop - 1]
    text = sheet.normal(first.start, last.end)
    cut_up = len(units) > 1
    return Growing(
        first.start,
        last.end,
        piece.number,
        piece.section_type,
        lead=lead,
        split=cut_up,
        continued=number > 0,
        whole=(piece.block.char_start, piece.block.char_end) if cut_up else None,
        tokens=sheet.count(lead.before(text) + BLANK_LINE),
        oversize=first.too_large and not sheet.fits(text),
    )
