"""Where a block may begin, and what becomes of the line."""

from __future__ import annotations

from typing import NamedTuple

Position = tuple[int, int]  # a place and its column
TAKEN: Position = (-1, 0)  # the block took the whole line


class Spot(NamedTuple):
    """Where a block may begin."""

    place: int
    column: int
    indent: int
    end: int  # of the line
    matched: int  # holders that the line continues
    under: str  # kind of the leaf right above, in the same holder
    rest: str  # of the line
