"""Prefix, overlap and core become one text (`strategies.md` C8, C22)."""

from __future__ import annotations

from mindnet.chunking.sheet import Sheet
from mindnet.cuts import Draft


def full_text(sheet: Sheet, draft: Draft) -> str:
    """The text of a chunk as it is read and counted."""
    text = sheet.core(draft.start, draft.end)
    if draft.overlap_prev:
        start, end = draft.overlap_prev
        text = sheet.normal(start, end) + between(sheet, end, draft.start) + text
    if draft.overlap_next:
        start, end = draft.overlap_next
        text += between(sheet, draft.end, start) + sheet.normal(start, end)
    return f"{draft.prefix}{draft.joint}{text}" if draft.prefix else text


def between(sheet: Sheet, start: int, end: int) -> str:
    """What stands between a core and what it borrows: white space as it is, else a blank line."""
    return "\n\n" if sheet.source[start:end].strip() else sheet.blanks(start, end)
