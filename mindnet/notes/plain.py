"""A plain text becomes blocks: paragraphs and figures, page by page.

    Lines, source  →  Blocks

Knows form feeds, blank lines and `<figure>` (`notes.md` N49, N50), and no Markdown.
Linear, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindnet.model import Block, BlockKind
from mindnet.notes.lines import Lines

_PAGE_END = "\f"
_INK = re.compile(r"[^ \t\n\f]")
_REST_OF_PARAGRAPH = re.compile(r"[^\n]*+(?:\n[ \t]*+[^ \t\n][^\n]*+)*+")
_OPENING = re.compile("<figure", re.IGNORECASE | re.ASCII)
_CLOSING = re.compile("</figure>", re.IGNORECASE | re.ASCII)

_Run = tuple[BlockKind, int, int]


def split_pages(lines: Lines, source: str) -> tuple[Block, ...]:
    """The blocks of a text in reading order, each with the number of its page."""
    runs = (
        (page, run)
        for page, start, end in _find_pages(lines.text, lines.start)
        for run in _split_page(lines.text, start, end)
    )
    return tuple(_block(lines, source, i, page, *run) for i, (page, run) in enumerate(runs))


def _find_pages(text: str, place: int) -> Iterator[tuple[int, int, int]]:
    """Number, start and end of each page that is not blank."""
    number = 0
    while ink := _INK.search(text, place):
        number += text.count(_PAGE_END, place, ink.start())
        start = max(place, text.rfind(_PAGE_END, place, ink.start()) + 1)
        end = text.find(_PAGE_END, ink.start())
        place = len(text) if end < 0 else end
        yield number, start, place


def _split_page(text: str, start: int, end: int) -> Iterator[_Run]:
    indented = True  # a page begins a line, what follows a figure does not
    while opening := _OPENING.search(text, start, end):
        closing = _CLOSING.search(text, opening.end(), end)
        if closing is None:
            break  # nor has any later one an end
        yield from _split_paragraphs(text, start, opening.start(), indented)
        yield BlockKind.FIGURE, opening.start(), closing.end()
        start, indented = closing.end(), False
    yield from _split_paragraphs(text, start, end, indented)


def _split_paragraphs(text: str, place: int, end: int, indented: bool) -> Iterator[_Run]:
    while ink := _INK.search(text, place, end):
        start = text.rfind("\n", place, ink.start()) + 1  # 0: on the line we stand in
        start = start or (place if indented else ink.start())
        rest = _REST_OF_PARAGRAPH.match(text, ink.start(), end)
        place = rest.end() if rest else end
        yield BlockKind.PARAGRAPH, start, start + len(text[start:place].rstrip(" \t"))


def _block(
    lines: Lines, source: str, index: int, page: int, kind: BlockKind, start: int, end: int
) -> Block:
    char_start, char_end = lines.at(start), lines.at(end)
    return Block(
        index=index,
        kind=kind,
        level=None,
        char_start=char_start,
        char_end=char_end,
        line_start=lines.line(start),
        line_end=lines.line(end - 1),
        text=source[char_start:char_end],
        headings_path=(),
        section_type=None,
        page=page,
    )
