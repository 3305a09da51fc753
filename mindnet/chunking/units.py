"""Blocks become units: what a strategy may set apart, and no finer.

    Pieces  →  Units

Knows that paragraphs and quotes part at sentences and lists at items, and that everything else
stays whole as long as it fits (`strategies.md` H9, C14).
"""

from __future__ import annotations

from collections.abc import Sequence

from mindnet.chunking.finer import Room
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.split import Splitter, Unit
from mindnet.model import BlockKind

_TEXTS = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE})


def make_units(sheet: Sheet, pieces: Sequence[Piece], room: Room) -> list[Unit]:
    """The units of these blocks in order; what goes with a block goes with its ends."""
    splitter = Splitter(sheet, room)
    units: list[Unit] = []
    for piece in pieces:
        made = _units_of(splitter, piece)
        attach(piece, made)
        units += made
    return units


def attach(piece: Piece, units: list[Unit]) -> None:
    """Gives the blocks that go with a piece to its first and its last unit.

    Not across an indentation for which there was no room.
    """
    if units and piece.start < piece.block.char_start == units[0].start:
        units[0].start = piece.start
    if units and piece.end > piece.block.char_end:
        units[-1].end = piece.end


def _units_of(splitter: Splitter, piece: Piece) -> list[Unit]:
    if piece.block.kind in _TEXTS:
        return splitter.sentences(piece.number)
    if piece.block.kind is BlockKind.LIST and piece.block.items:
        return splitter.items(piece.number)
    return splitter.whole_or_parts(piece.number)
