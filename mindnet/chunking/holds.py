"""What no cut goes through: embeds and comments.

    Note  →  Holds

Knows where they are (`strategies.md` C15, `chunks.md` §1).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from mindnet.model import LinkKind, Note

Place = tuple[int, int]


class Holds:
    """The embeds and comments of one note."""

    def __init__(self, note: Note) -> None:
        spans = [
            (link.char_start, link.char_end)
            for link in note.links
            if link.kind is LinkKind.EMBED
            and link.char_start is not None
            and link.char_end is not None
        ]
        self.embeds = outermost(spans)
        self._spans = outermost([*spans, *(aside[:2] for aside in note.asides)])
        self._starts = [start for start, _ in self._spans]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def around(self, place: int) -> Place | None:
        """The one that a cut here would go through."""
        number = bisect_left(self._starts, place) - 1
        inside = number >= 0 and place < self._spans[number][1]
        return self._spans[number] if inside else None

    def spare(self, places: Iterable[int]) -> list[int]:
        """Those of these places where nothing would be cut through."""
        if not self._spans:
            return list(places)
        return [place for place in places if self.around(place) is None]

    def has_embed(self, start: int, end: int) -> bool:
        """Whether a whole embed lies in a span."""
        number = bisect_left(self.embeds, (start, start))
        return number < len(self.embeds) and self.embeds[number][1] <= end


def outermost(spans: list[Place]) -> list[Place]:
    """Spans in order, none inside another."""
    outer: list[Place] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if outer and start < outer[-1][1]:
            outer[-1] = (outer[-1][0], max(end, outer[-1][1]))
        else:
            outer.append((start, end))
    return outer
