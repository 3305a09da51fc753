"""The data of a drawing stands in its note, and is no content.

    text, Layout  →  Layout whose drawings are marked, and hold no links

Knows where Excalidraw keeps it (`index.md` §3.1): in a fence of JSON under the heading `Drawing`,
most often within a comment. The fence counts by its lines alone: a comment ends at the first `%%`,
and the words of a drawing may hold one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mindnet.model import BlockKind
from mindnet.notes.ids import strip_id
from mindnet.notes.layout import Layout, Leaf, Top

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_OPENING = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*(?:compressed-)?json[ \t]*", re.IGNORECASE)
_CLOSING = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*(?:%%)?[ \t]*")
_TITLE = "Drawing"

_Span = tuple[int, int]


def has_drawings(path: str) -> bool:
    """Whether a file is a drawing by its name."""
    return path.lower().endswith(".excalidraw.md")


def mark_drawings(text: str, layout: Layout, start: int) -> None:
    """Marks the blocks of a body that begins at `start`, and takes drawings out of its texts."""
    spans = list(_find_drawings(text, start))
    if not spans:
        return
    for top in layout.tops:
        top.data = any(_is_of(top, span) for span in spans)
    for leaf in layout.leaves:
        leaf.spans = _without(leaf, spans)
    layout.leaves = [leaf for leaf in layout.leaves if leaf.spans]


def _find_drawings(text: str, place: int) -> Iterator[_Span]:
    """From the line that opens a fence to the one that closes it."""
    under, above, fence, begin = False, "", "", 0
    for line in text[place:].split("\n"):
        if fence:
            closing = _CLOSING.fullmatch(line)
            if closing and closing[1].startswith(fence):
                yield begin, place + len(line)
                fence = ""
        elif heading := _HEADING.fullmatch(line):
            under = strip_id(heading[1]) == _TITLE
        elif _UNDERLINE.fullmatch(line) and above:
            under = strip_id(above) == _TITLE
        elif under and (opening := _OPENING.fullmatch(line)):
            fence, begin = opening[1], place
        place += len(line) + 1
        above = line.strip(" \t")
    if fence:
        yield begin, len(text)


def _is_of(top: Top, span: _Span) -> bool:
    """Whether a block begins in a drawing, or is a comment that holds a part of it."""
    if top.kind is BlockKind.COMMENT:
        return top.start < span[1] and span[0] < top.end
    return span[0] <= top.start < span[1]


def _without(leaf: Leaf, drawings: Sequence[_Span]) -> list[_Span]:
    """The lines of a text that are not of a drawing."""
    kept = leaf.spans
    for left, right in drawings:
        parts = (((a, min(b, left - 1)), (max(a, right + 1), b)) for a, b in kept)
        kept = [part for pair in parts for part in pair if part[0] < part[1]]
    return kept
