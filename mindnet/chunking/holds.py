"""What no cut goes through: embeds, comments and block ids.

    Note  →  Holds

Knows where they are (`strategies.md` C15, `chunks.md` §1), and that a comment or an id inside a
block goes with what stands before it, or behind it at its start.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from mindnet.model import LinkKind, Note

Place = tuple[int, int]

_INK = re.compile(r"\S")


class Holds:
    """Spans in the order of the text, none over another."""

    def __init__(self, spans: Iterable[Place]) -> None:
        self._spans: list[Place] = []
        for span in sorted(spans):
            first, last = self._spans[-1] if self._spans else (0, 0)
            if span[0] < last:
                self._spans[-1] = (first, max(last, span[1]))
            else:
                self._spans.append(span)
        self._starts = [start for start, _ in self._spans]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def around(self, place: int) -> Place | None:
        """The one that a cut here would go through."""
        number = bisect_left(self._starts, place) - 1
        inside = number >= 0 and place < self._spans[number][1]
        return self._spans[number] if inside else None

    def at(self, place: int) -> Place | None:
        """The one that holds the character here."""
        return self.around(place + 1)

    def spare(self, places: Iterable[int]) -> list[int]:
        """Those of these places where nothing would be cut through."""
        if not self._spans:
            return list(places)
        return [place for place in places if self.around(place) is None]

    def has_any(self, start: int, end: int) -> bool:
        """Whether a whole one lies in a span."""
        number = bisect_left(self._starts, start)
        return number < len(self._spans) and self._spans[number][1] <= end


def find_embeds(note: Note) -> Iterator[Place]:
    """The embeds of a note."""
    for link in note.links:
        start, end = link.char_start, link.char_end
        if link.kind is LinkKind.EMBED and start is not None and end is not None:
            yield start, end


def find_asides(note: Note) -> Iterator[Place]:
    """Its comments and ids, each with the last character before it in its block, or the next."""
    starts = [block.char_start for block in note.blocks]
    for start, end, _ in note.asides:
        block = note.blocks[max(0, bisect_right(starts, start) - 1)]
        place = start
        while place > block.char_start and note.source[place - 1].isspace():
            place -= 1
        if place > block.char_start:
            yield place - 1, end
        else:
            ink = _INK.search(note.source, end, max(end, block.char_end))
            yield start, ink.end() if ink else end
