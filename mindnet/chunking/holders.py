"""Which chunk a place of the note belongs to.

    Note, Chunks  →  Holders

Knows what to do where no core holds a place (`links.md` L44, L45): a heading that is in none, a
comment, a directive.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from mindnet.cuts import Chunk
from mindnet.model import BlockKind, Heading, Note


class Holders:
    """The chunks of one note, asked by place."""

    def __init__(self, note: Note, chunks: Sequence[Chunk]) -> None:
        self._note, self._chunks = note, chunks
        self._starts = [chunk.char_start for chunk in chunks]

    def find(self, place: int) -> int | None:
        """The number of the chunk that a place belongs to; None where there is no chunk."""
        if not self._chunks:
            return None
        before = bisect_right(self._starts, place) - 1
        if before >= 0 and place < self._chunks[before].char_end:
            return before
        section, after = self._section(self.block(place)), before + 1
        if before >= 0 and self._section(self._chunks[before].block_end_idx) == section:
            return before
        if after < len(self._chunks):
            first = self._chunks[after].block_start_idx
            if before < 0 or self._section(first) == section:
                return after
        return before

    def find_target(self, place: int) -> int | None:
        """The number of the chunk that a link to the heading or block at a place leads to."""
        if not self._chunks:
            return None
        before = bisect_right(self._starts, place) - 1
        if before >= 0 and place < self._chunks[before].char_end:
            return before
        after, end = before + 1, self._ends.get(place, 0)
        return after if after < len(self._chunks) and self._starts[after] < end else 0

    def block(self, place: int) -> int:
        """The number of the block that holds a place."""
        return max(0, bisect_right(self._blocks, place) - 1)

    @cached_property
    def _blocks(self) -> list[int]:
        return [block.char_start for block in self._note.blocks]

    @cached_property
    def _headings(self) -> list[int]:
        heading = BlockKind.HEADING
        return [block.index for block in self._note.blocks if block.kind is heading]

    @cached_property
    def _ends(self) -> dict[int, float]:
        return _section_ends(self._note.headings)

    def _section(self, block: int) -> int:
        """The nearest heading at or above a block."""
        return bisect_left(self._headings, block + 1)


def _section_ends(headings: Sequence[Heading]) -> dict[int, float]:
    """Where the section ends that begins with the heading at a place."""
    ends: dict[int, float] = {}
    around: list[Heading] = []
    for heading in headings:
        while around and around[-1].level >= heading.level:
            ends[around.pop().char_start] = heading.char_start
        around.append(heading)
    return ends | {heading.char_start: float("inf") for heading in around}
