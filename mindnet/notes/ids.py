"""Markers become block ids: `^turn` at the end of what it names.

    Layout  →  BlockIds

Knows what a marker names by its place (`notes.md` N36–N38): a paragraph, an item, a quote, a
table, a heading and its section.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mindnet.model import BlockKind
from mindnet.notes.layout import Holder, Layout, Leaf, Top

_ID = re.compile(r"(?:(?<=[ \t])|(?<=\]\])|(?<![^\n]))\^([A-Za-z0-9-]+)[ \t]*\Z")
_BAD_ID = re.compile(r"(?:(?<=[ \t])|(?<![^\n]))\^([\w-]+)[ \t]*\Z")
_LAST = re.compile(r"\^[\w-]+[ \t]*\Z")  # of both, from the last ^ on: most are no ids
_LONE_ID = re.compile(r"[ \t\n]*\^[A-Za-z0-9-]+[ \t\n]*")


class Mark(NamedTuple):
    """A block id where it is written."""

    place: int
    id: str
    top: int  # number of the top-level block that holds it
    start: int  # span of what it names; of a heading without its section
    end: int
    item: Holder | None = None  # the item that it names


def strip_id(text: str) -> str:
    """A heading's text without the block id behind it."""
    match = _ID.search(text) if "^" in text else None
    return text[: match.start()].rstrip(" \t") if match else text


def id_start(text: str) -> int:
    """Where the block id at the end of a text begins, or the text's end."""
    match = _ID.search(text) if "^" in text else None
    return match.start() if match else len(text)


def is_lone_id(text: str) -> bool:
    """Whether a text is nothing but a block id."""
    return _LONE_ID.fullmatch(text) is not None


def find_marks(text: str, layout: Layout) -> list[Mark]:
    """All block ids of a note, in their order; notes down those that are misspelt."""
    if "^" not in text:
        return []
    return [
        mark
        for leaf in layout.leaves
        if text.rfind("^", *leaf.spans[-1]) >= 0 and (mark := _mark_of_leaf(text, layout, leaf))
    ]


def _mark_of_leaf(text: str, layout: Layout, leaf: Leaf) -> Mark | None:
    start, end = leaf.spans[-1]
    if leaf.kind in ("cell", "comment") or not _LAST.match(text, text.rfind("^", start, end), end):
        return None
    line_start = max(start, text.rfind("\n", start, end) + 1)
    line = text[line_start:end].lstrip(" \t")
    match = _ID.search(line)
    if match is None:
        _note_bad_id(layout, line, end)
        return None
    place = end - len(line) + match.start()
    top = layout.tops[leaf.top]
    lone = leaf.kind == "paragraph" and is_lone_id(leaf.text(text))
    end = place + 1 + len(match[1]) if leaf.kind == "paragraph" else end
    return _name(Mark(place, match[1], leaf.top, top.start, top.end), leaf, end, lone)


def _note_bad_id(layout: Layout, line: str, end: int) -> None:
    if bad := _BAD_ID.search(line):
        sentence = f"^{bad[1]} is no block id: use letters, digits and - only"
        layout.strange.append((end - len(line) + bad.start(), "bad_block_id", sentence))


def _name(mark: Mark, leaf: Leaf, end: int, lone: bool) -> Mark | None:
    """The mark with the span of what it names; None where it is text. `end` is the leaf's."""
    holder = leaf.holder
    if holder is None:
        return mark
    quote = _outermost_quote(holder)
    if quote is not None:
        named = mark._replace(start=quote.start, end=quote.end)
        return named if end == quote.end else None
    if leaf.kind == "glued":
        return mark._replace(start=leaf.start, end=end)
    if holder.kind == "item" and (lone or leaf.own):
        end = holder.end if lone and not leaf.own else end
        return mark._replace(start=holder.start, end=end, item=holder)
    return mark._replace(start=leaf.spans[0][0], end=end)


def _outermost_quote(holder: Holder) -> Holder | None:
    found: Holder | None = None
    each: Holder | None = holder
    while each is not None:
        found = each if each.kind == "quote" else found
        each = each.parent
    return found


def join_lone_ids(text: str, layout: Layout) -> None:
    """Gives a paragraph that is nothing but a block id to the block before it (N27)."""
    if "^" not in text:
        return
    kept: list[Top] = []
    numbers: list[int] = []
    for top in layout.tops:
        if kept and top.kind is BlockKind.PARAGRAPH and is_lone_id(text[top.start : top.end]):
            kept[-1].end = top.end
        else:
            kept.append(top)
        numbers.append(len(kept) - 1)
    layout.tops = kept
    for leaf in layout.leaves:
        leaf.top = numbers[leaf.top]
