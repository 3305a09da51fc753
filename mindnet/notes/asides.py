"""What stands in a note and is not said to its reader: directives, comments, block ids.

    Layout, Finds, Marks  →  Asides

Knows which characters `normalized_text` leaves out (`chunks.md` §1); leaves leaving them out to
`chunking`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mindnet.model import Aside, BlockKind
from mindnet.notes.ids import Mark
from mindnet.notes.inline import Finds
from mindnet.notes.layout import Holder, Layout
from mindnet.notes.lines import Lines

_Span = tuple[int, int, bool]  # start, end, and whether it takes whole lines


def find_asides(
    lines: Lines,
    layout: Layout,
    finds: Sequence[Finds],
    marks: Sequence[Mark],
    directives: Sequence[int],
) -> tuple[Aside, ...]:
    """All of them in reading order, none inside another."""
    spans = [
        *_of_blocks(lines.text, layout, directives),
        *_of_edges(lines.text, layout),
        *_of_comments(layout, finds),
        *((mark.place, mark.place + 1 + len(mark.id), False) for mark in marks),
    ]
    spans.sort(key=lambda span: (span[0], -span[1]))
    asides: list[Aside] = []
    end = -1
    for start, stop, whole in spans:
        if start >= end:
            asides.append(Aside(start, stop, whole))
            end = stop
    if lines.plain:
        return tuple(asides)
    return tuple(Aside(lines.at(start), lines.at(end), whole) for start, end, whole in asides)


def _of_blocks(text: str, layout: Layout, directives: Sequence[int]) -> Iterator[_Span]:
    """Comments that are blocks, and the lines that give a section its type."""
    for top in layout.tops:
        if top.kind is BlockKind.COMMENT:
            yield top.start, top.end, True
    for number in directives:
        top = layout.tops[number]
        end = text.find("\n", top.start, top.end)
        yield top.start, top.end if end < 0 or top.holder is None else end, True


def _of_edges(text: str, layout: Layout) -> Iterator[_Span]:
    for holder in layout.callouts:
        if holder.callout and holder.callout.type == "edge":
            yield _lines_of(text, holder), holder.end, True


def _lines_of(text: str, holder: Holder) -> int:
    """Where the lines of a quote begin: with the marks of the quotes around it, if no other."""
    before = text[holder.line_start : holder.start]
    return holder.start if before.strip("> \t") else holder.line_start


def _of_comments(layout: Layout, finds: Sequence[Finds]) -> Iterator[_Span]:
    for leaf, found in zip(layout.leaves, finds, strict=True):
        if leaf.kind == "comment":
            yield leaf.spans[0][0], leaf.spans[-1][1], False
        elif found.comments:
            for start, end in found.comments:
                yield leaf.place(start), leaf.place(end), False
