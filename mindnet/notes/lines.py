"""A text becomes lines: every place keeps its number and its way back to the file.

    str  →  Lines

Knows the three ways a line can end.
Everybody in this room counts in `Lines.text`, where each of them is one `\\n`; `at` leads back.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import partial
from itertools import accumulate, count
from operator import add

BLANKS = " \t\n"  # in `Lines.text`; nothing else is blank

_BOM = "\ufeff"


class Lines:
    """The text of a note with plain line ends."""

    __slots__ = ("_collapsed", "line", "plain", "start", "text")

    line: Callable[[int], int]  # the number of the line that holds a place, from 1

    def __init__(self, source: str) -> None:
        self.start = 1 if source.startswith(_BOM) else 0  # a BOM belongs to no line
        self._collapsed: list[int] = []  # places in `text` whose line end was \r\n
        self.plain = "\r" not in source  # the text is the file's own
        if not self.plain:
            ends = re.finditer("\r\n", source)
            self._collapsed = [end.start() - i for i, end in enumerate(ends)]
            source = source.replace("\r\n", "\n").replace("\r", "\n")
        self.text = source
        lengths = map(len, source.split("\n"))
        starts = [0, *map(add, accumulate(lengths), count(1))]
        self.line = partial(bisect_right, starts)  # asked for of everything: no method is as quick

    def at(self, place: int) -> int:
        """The place in the file."""
        return place + bisect_left(self._collapsed, place) if self._collapsed else place
