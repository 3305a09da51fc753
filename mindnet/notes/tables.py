"""Two lines of a paragraph become a table, and its rows cells.

    header, delimiters, rows  →  cells, each a text of its own

Knows when a line of dashes makes the line above it a header (GFM).
"""

from __future__ import annotations

import re

from mindnet.model import BlockKind
from mindnet.notes import grammar
from mindnet.notes.inline import WORTH_A_LOOK, find_in
from mindnet.notes.spots import TAKEN, Position, Spot
from mindnet.notes.walk import OpenLeaf, Walk

_CUT_LINK = re.compile(r"\[\[[^\[\]]*\|")
_BAR = re.compile(r"(?<!\\)\|")
_LONE_ID = re.compile(r"\^[A-Za-z0-9-]+[ \t]*$")


def open_table(walk: Walk, spot: Spot) -> Position | None:
    """A delimiter row under a header with as many cells."""
    open_leaf, rest = walk.leaf, walk.text[spot.place : spot.end]
    if open_leaf is None or not grammar.DELIMITERS.match(rest):
        return None
    if grammar.SETEXT.match(rest) or grammar.MARKER.match(rest):  # a heading, an item
        return None
    start, end = open_leaf.spans[-1]
    header = walk.text[start:end]
    cells = grammar.cut_cells(header)
    if len(cells) != len(grammar.cut_cells(rest)):
        return None
    _hand_over_header(walk, start)
    top = walk.layout.tops[-1]
    if not walk.stack:
        top.start = max(walk.start, walk.text.rfind("\n", 0, start) + 1)
        ends = start + len(header.rstrip(" \t")), spot.place + len(rest.rstrip(" \t"))
        top.header, top.rows = (start, ends[0], spot.place, ends[1]), []
    _add_cells(walk, start, end)
    return TAKEN


def add_row(walk: Walk, table: OpenLeaf, start: int, end: int) -> None:
    """A line under a header: a row, or the block id of the table if it is the last."""
    if table.id:  # not under the table after all
        place, table.id = table.id, None
        _add_cells_of(walk, *place)
    if walk.text[start] == "^" and _LONE_ID.match(walk.text, start, end):
        table.id = (start, end)
    else:
        _add_cells_of(walk, start, end)


def _add_cells_of(walk: Walk, start: int, end: int) -> None:
    end = start + len(walk.text[start:end].rstrip(" \t"))
    rows = walk.layout.tops[-1].rows
    if not walk.stack and rows is not None:
        rows.append((start, end))
    _add_cells(walk, start, end)


def _hand_over_header(walk: Walk, start: int) -> None:
    """Opens the table that begins with the last line of the open paragraph."""
    paragraph = walk.leaf
    assert paragraph is not None
    paragraph.spans.pop()
    if paragraph.spans:
        walk.last_end = walk.trim(paragraph.spans[-1][1])
        walk.close_leaf()
    else:
        walk.last_end = paragraph.before
        if not walk.stack:
            walk.layout.tops.pop()
    walk.open_leaf("table", BlockKind.TABLE, start)


def _add_cells(walk: Walk, start: int, end: int) -> None:
    """The cells of a row, each a text of its own."""
    row = walk.text[start:end]
    if (
        "[[" in row
        and _CUT_LINK.search(row)
        and any(_BAR.search(link.body) for link in find_in(row, {}).links)
    ):
        sentence = "write \\| instead of | in a link that stands in a table"
        walk.layout.strange.append((start, "table_pipe", sentence))
    if WORTH_A_LOOK.search(row):  # else nothing can be found in them
        for a, b in grammar.cut_cells(row):
            if WORTH_A_LOOK.search(row, a, b):
                walk.add_leaf("cell", [(start + a, start + b)])
