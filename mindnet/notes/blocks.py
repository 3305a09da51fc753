"""A text becomes blocks: line by line, each with its exact place.

    text  →  Layout

Knows the way through the lines: what a line continues, then what it opens, then whose text
it is. One pass without recursion.
Leaves types and ids to `sections`.
"""

from __future__ import annotations

import re

from mindnet.model import BlockKind
from mindnet.notes import grammar
from mindnet.notes.columns import skip_blanks
from mindnet.notes.layout import Layout
from mindnet.notes.openers import OPENERS, OPENERS_UNDER_TEXT
from mindnet.notes.tables import add_row
from mindnet.notes.walk import VERBATIM, OpenLeaf, Walk

_SPECIAL = frozenset(OPENERS_UNDER_TEXT) | {" ", "\t"}
_NEVER_TEXT = _SPECIAL - set("%$[*")
_TEXT_LINE = (  # that begins with nothing a block begins with
    rf"(?:[^{re.escape(''.join(sorted(_SPECIAL)))}\n]|%(?!%)|%%(?=[^\n]*%%)"
    r"|\$(?!\$)|\$\$(?=[^\n]*\$\$)|\[(?!\^)|\*\*?(?=[^*\s]))[^\n]*+"
)
_PARAGRAPH = re.compile(rf"{_TEXT_LINE}(?:\n{_TEXT_LINE})*+(?=\n[ \t]*+(?:\n|\Z)|\Z)")


def lay_out(text: str, start: int) -> Layout:
    """The blocks of a body that begins at `start`."""
    walk = Walk(text, start)
    size, find = len(text), text.find
    while start < size:
        if walk.leaf is None and not walk.stack:  # between blocks: whole paragraphs are usual
            sign = text[start]
            if sign == "\n":
                start += 1
                continue
            if sign not in _NEVER_TEXT and (whole := _PARAGRAPH.match(text, start)):
                walk.add_paragraph(start, whole.end())
                start = whole.end() + 1
                continue
        end = find("\n", start)
        if end < 0:
            end = size
        walk.line = start
        leaf = walk.leaf
        if walk.stack or (leaf is not None and leaf.kind != "paragraph"):
            _take_line(walk, start, end)
        elif start == end:
            walk.close_leaf()
        elif text[start] in _SPECIAL:
            _open_or_add(walk, 0, start, 0, end)
        else:
            _add_text(walk, start, end)
        if start < end:
            last = end if text[end - 1] not in " \t" else walk.trim(end)
            if last > start:
                walk.last_end = last
        start = end + 1
    walk.close_all()
    return walk.layout


def _take_line(walk: Walk, start: int, end: int) -> None:
    """Reads one line with all its marks."""
    matched, place, column = walk.match_holders(start, end, walk.stack)
    leaf = walk.leaf
    if leaf is not None and leaf.kind in VERBATIM and matched == len(walk.stack):
        text_start, text_column = skip_blanks(walk.text, place, column, end)
        if _continue(walk, leaf, place, (text_start, text_column - column), end):
            return
    _open_or_add(walk, matched, place, column, end)


def _continue(walk: Walk, leaf: OpenLeaf, place: int, words: tuple[int, int], end: int) -> bool:
    """Whether code, HTML, math or a comment takes the line as it is."""
    text_start, indent = words
    blank = text_start == end
    if leaf.kind == "fence":
        mark = walk.text[text_start:end].rstrip(" \t") if indent < 4 else ""
        if len(mark) >= len(leaf.fence) and mark == leaf.fence[0] * len(mark):
            walk.leaf = None
    elif leaf.kind == "indented":
        return blank or indent >= 4
    elif leaf.kind == "html":
        if leaf.until is None:
            return not blank
        if leaf.until.search(walk.text, place, end):
            walk.leaf = None
    else:
        leaf.spans.append((place, end))
        if end >= leaf.stop:
            walk.close_leaf()
    return True


def _open_or_add(walk: Walk, matched: int, place: int, column: int, end: int) -> None:
    """Opens what the line begins, and gives the rest to a text."""
    text, spot = walk.text, walk.spot
    while True:
        start, text_column = place, column
        if start < end and text[start] in " \t":
            start, text_column = skip_blanks(text, place, column, end)
        if start == end:
            walk.close_to(matched)
            return
        indent = text_column - column
        above = walk.leaf.kind if walk.leaf else ""
        if indent >= 4 and above != "paragraph":
            walk.close_to(matched)
            walk.open_leaf("indented", BlockKind.CODE, start)
            return
        under = above if matched == len(walk.stack) else ""
        known = OPENERS if under != "paragraph" else OPENERS_UNDER_TEXT
        openers = known.get(text[start]) if indent < 4 else None
        if openers is None:
            break
        spot.place, spot.column, spot.indent, spot.end = start, text_column, indent, end
        spot.matched, spot.under = matched, under
        for opener in openers:
            if position := opener(walk, spot):
                break
        else:
            break
        place, column = position
        if place < 0:
            return
        matched = len(walk.stack)
    if above != "paragraph" and matched < len(walk.stack):
        walk.close_to(matched)
    _add_text(walk, start, end)


def _add_text(walk: Walk, start: int, end: int) -> None:
    """Gives a line of text to the open table or paragraph, or to a new paragraph."""
    leaf = walk.leaf
    if leaf is not None and leaf.kind == "table":
        add_row(walk, leaf, start, end)
        return
    if leaf is None or leaf.kind != "paragraph":
        walk.close_leaf()
        leaf = walk.open_leaf("paragraph", BlockKind.PARAGRAPH, start)
        if leaf.own and (box := grammar.TASK.match(walk.text, start, end)):
            walk.stack[-1].task = box[1]
            walk.layout.tasks.append(box[1])
            start = box.end()
    leaf.spans.append((start, end))
