"""Where a block may begin, and what becomes of the line."""

from __future__ import annotations

Position = tuple[int, int]  # a place and its column
TAKEN: Position = (-1, 0)  # the block took the whole line


class Spot:
    """Where a block may begin; a walk has one, which moves: most lines would need a new one."""

    __slots__ = ("column", "end", "indent", "matched", "place", "under")

    place: int
    column: int
    indent: int
    end: int  # of the line
    matched: int  # holders that the line continues
    under: str  # kind of the leaf right above, in the same holder
