"""Blocks that count: what is nothing by itself goes with another.

    Note  →  Pieces

Knows which blocks are nothing by themselves and with whom they go (`strategies.md` C5), and which
type an empty heading counts with (C12). The data of a drawing goes with none (`index.md` §3.1).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from mindnet.model import Block, BlockKind, Note

Normal = Callable[[int, int], str]  # what a reader sees of a span


class Piece(NamedTuple):
    """A block that counts, with the blocks around it that do not."""

    number: int  # of the block
    block: Block
    start: int  # of the first block that goes with it
    end: int  # of the last
    section_type: str | None
    apart: bool = False  # something of another type, or a drawing, stands right before it


def gather(note: Note, types: Sequence[str | None], normal: Normal) -> list[Piece]:
    """The blocks that count, each with those around it that go with it."""
    return _Gatherer(note, types, normal).gather()


def types_for_cutting(blocks: Sequence[Block]) -> list[str | None]:
    """Each block's type; an empty heading counts with the deeper heading under it (C12)."""
    types = [block.section_type for block in blocks]
    if types.count(types[0] if types else None) == len(types):
        return types  # most notes have one type, and nothing to count with another
    below: int | None = None  # the heading that follows with nothing between
    for number in range(len(blocks) - 1, -1, -1):
        block = blocks[number]
        if block.kind is BlockKind.HEADING:
            deeper = below is not None and (blocks[below].level or 0) > (block.level or 0)
            if below is not None and deeper and not block.typed:
                types[number:below] = [types[below]] * (below - number)
            below = number
        elif block.kind is not BlockKind.COMMENT and not block.data:
            below = None if not block.directive else below
    return types


class _Gatherer:
    """One way through the blocks of a note."""

    def __init__(self, note: Note, types: Sequence[str | None], normal: Normal) -> None:
        self.blocks, self.types, self.normal = note.blocks, types, normal
        self.asides = note.asides

    def gather(self) -> list[Piece]:
        """The blocks that count, each with those around it that go with it."""
        blocks, types = self.blocks, self.types
        starts = [block.char_start for block in blocks]
        ends = [block.char_end for block in blocks]
        nothing = self._find_nothing(starts, ends)
        if not nothing:
            every = zip(range(len(blocks)), blocks, starts, ends, types, repeat(False))
            return list(map(Piece._make, every))
        counting = [number for number in range(len(blocks)) if number not in nothing]
        apart: set[int] = set()
        self._attach(counting, starts, ends, apart)
        self._leave_blanks(counting, starts)
        return [
            Piece(each, blocks[each], starts[each], ends[each], types[each], each in apart)
            for each in counting
        ]

    def _find_nothing(self, starts: list[int], ends: list[int]) -> set[int]:
        """The blocks that say nothing; of the others only those with an aside are looked at."""
        comment = BlockKind.COMMENT
        nothing = {
            number
            for number, block in enumerate(self.blocks)
            if block.kind is comment or block.text.isspace()
        }
        holders = {
            number
            for aside in self.asides
            if (number := bisect_right(starts, aside.char_start) - 1) >= 0
            and aside.char_start < ends[number]
        }
        for number in holders - nothing:
            if not self.normal(starts[number], ends[number]).strip():
                nothing.add(number)
        return nothing

    def _attach(
        self, counting: list[int], starts: list[int], ends: list[int], apart: set[int]
    ) -> None:
        """Gives each block that counts nothing to the one after it, or to the one before (C5)."""
        edges = [-1, *counting, len(self.blocks)]
        for before, after in pairwise(edges):
            last = after - 1
            if last == before:
                continue  # nothing stands between them
            while last > before and after < len(self.blocks) and self._goes_on(last, after):
                starts[after] = starts[last]
                last -= 1
            first = before + 1
            while before >= 0 and first <= last and self._goes_back(first, before):
                ends[before] = ends[first]
                first += 1
            if before >= 0 and any(self._parts(each, before) for each in range(first, last + 1)):
                apart.add(after)

    def _leave_blanks(self, counting: list[int], starts: list[int]) -> None:
        """Lets go of what stands before a block where odd white space of it would be read."""
        for number in counting:
            own = self.blocks[number].char_start
            begin = starts[number]
            if begin < own and self.normal(begin, own + 1) != self.normal(own, own + 1):
                starts[number] = own

    def _parts(self, number: int, before: int) -> bool:
        """Whether nothing is joined over a block: it is of another type, or a drawing."""
        return self.types[number] != self.types[before] or self.blocks[number].data

    def _goes_back(self, number: int, before: int) -> bool:
        return not self._parts(number, before) and not self.blocks[number].text.isspace()

    def _goes_on(self, number: int, after: int) -> bool:
        """Whether a block and the one after it are of one section and one type."""
        if self._parts(number, after) or self.blocks[number].text.isspace():
            return False
        following = self.blocks[after]
        if following.kind is not BlockKind.HEADING:
            return True
        inside = len(self.blocks[number].headings_path)
        return 0 < inside < len(following.headings_path)
