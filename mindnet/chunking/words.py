"""The words of a text that stand nearest to a seam.

    a span, a budget  →  its longest end, or its longest start

Knows where words part (`strategies.md` C18), and that no embed and no comment is cut through.
Leaves who may lend to `overlap`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable

from mindnet.chunking.finer import WORD_BREAKS
from mindnet.chunking.sheet import Sheet

Span = tuple[int, int]

_WORD_BREAK = re.compile(f"[{re.escape(WORD_BREAKS)}]")
_NEAR = 4  # tokens by which more words may count less
_LONG = 8  # characters of a token, at first


def nearest_words(
    sheet: Sheet, span: Span, back: bool, budget: int, holds: Callable[[Span], bool]
) -> Span | None:
    """The longest end of a span, or its longest start, that holds; None if there is none.

    It begins, or ends, behind a word break, unless it is the whole span.
    """
    if budget <= 0:
        return None
    spans = _by_length(sheet, span, back, budget + _NEAR)
    low, high = 0, len(spans)
    while low < high:  # passes those that are far over the budget
        middle = (low + high) // 2
        if sheet.fits(sheet.normal(*spans[middle]), budget + _NEAR):
            high = middle
        else:
            low = middle + 1
    return next((each for each in spans[low:] if holds(each)), None)


def _by_length(sheet: Sheet, span: Span, back: bool, budget: int) -> list[Span]:
    """The ends of a span, or its starts, the longest first, as far as the budget may reach."""
    start, end = span
    window = _LONG * budget
    while window < end - start:
        near = (end - window, end) if back else (start, start + window)
        if not sheet.fits(sheet.normal(*near), budget):
            break
        window *= 2
    else:
        near = span
    places = sheet.may_cut(match.end() for match in _WORD_BREAK.finditer(sheet.source, *near))
    if sheet.pages:  # a page ends with no word break, and reads as if it did
        first, last = (bisect_left(sheet.starts, place) for place in near)
        places = sorted({*places, *sheet.starts[first:last]})
    ends = [(place, end) if back else (start, place) for place in places if start < place < end]
    return [*([span] if near == span else []), *(ends if back else reversed(ends))]
