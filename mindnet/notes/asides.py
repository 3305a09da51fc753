"""What stands in a note and is not said to its reader: directives, comments, drawings, block ids.

    Layout, Finds, Marks  →  Asides

Knows which characters `normalized_text` leaves out (`chunks.md` §1); leaves leaving them out to
`chunking`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mindnet.model import Aside, BlockKind
from mindnet.notes.finds import Finds
from mindnet.notes.ids import Mark
from mindnet.notes.layout import Holder, Layout
from mindnet.notes.lines import Lines

_Span = tuple[int, int, bool]  # start, -end, whether it leaves the rest of its lines: they sort


def find_asides(
    lines: Lines,
    layout: Layout,
    finds: Sequence[Finds],
    marks: Sequence[Mark],
    directives: Sequence[int],
) -> tuple[Aside, ...]:
    """All of them in reading order, none inside another."""
    spans = [(mark.place, -mark.place - 1 - len(mark.id), True) for mark in marks]
    spans += [(top.start, -top.end, False) for top in layout.tops if top.data]
    if "%%" in lines.text:
        spans += _of_comments(layout, finds)
    spans += _of_directives(lines.text, layout, directives)
    spans += _of_edges(lines.text, layout)
    spans.sort()
    asides: list[Aside] = []
    last = -1
    for start, stop, beside in spans:
        if start >= last:
            last = -stop
            asides.append(Aside(start, last, not beside))
    if lines.plain:
        return tuple(asides)
    return tuple(Aside(lines.at(start), lines.at(end), whole) for start, end, whole in asides)


def _of_comments(layout: Layout, finds: Sequence[Finds]) -> list[_Span]:
    tops, comment = layout.tops, BlockKind.COMMENT
    spans = [(top.start, -top.end, False) for top in tops if top.kind is comment]
    for leaf, found in zip(layout.leaves, finds, strict=True):
        if leaf.kind == "comment":
            spans.append((leaf.spans[0][0], -leaf.spans[-1][1], True))
        elif found.comments and tops[leaf.top].kind is not comment:  # else it lies in the block
            spans += [(leaf.place(a), -leaf.place(b), True) for a, b in found.comments]
    return spans


def _of_directives(text: str, layout: Layout, directives: Sequence[int]) -> Iterator[_Span]:
    """The lines that give a section its type."""
    for number in directives:
        top = layout.tops[number]
        end = text.find("\n", top.start, top.end)
        yield top.start, -(top.end if end < 0 or top.holder is None else end), False


def _of_edges(text: str, layout: Layout) -> Iterator[_Span]:
    for holder in layout.callouts:
        if holder.callout and holder.callout.type == "edge":
            yield _lines_of(text, holder), -holder.end, False


def _lines_of(text: str, holder: Holder) -> int:
    """Where the lines of a quote begin: with the marks of the quotes around it, if no other."""
    before = text[holder.line_start : holder.start]
    return holder.start if before.strip("> \t") else holder.line_start
