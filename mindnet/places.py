"""Where in a note an address leads.

    Page, Address  →  Place

Knows sections, blocks, chunks and lines, and what became of a text that was cited with its
check: it holds, it has moved within the note, it has changed, or it is gone.
Never takes one text for another: without a check the place counts, with one the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindnet.addresses import Address, Ref
from mindnet.answers import State
from mindnet.checks import has_check, spell_lines
from mindnet.errors import RefAmbiguous, RefUnknown
from mindnet.graph.fragments import heading_key
from mindnet.model import Heading
from mindnet.names import nearest
from mindnet.pages import Page
from mindnet.store.lookup import KnownChunk

_EFFORT = 50_000_000  # characters that are looked through for lines that moved


class Place(NamedTuple):
    """A run of a note's text."""

    kind: str  # note, section, block, chunk, lines
    start: int
    end: int
    state: State | None = None  # None where no check was given
    chunk: KnownChunk | None = None
    block: str | None = None  # its id


class Section(NamedTuple):
    """A heading, and the lines of its section."""

    heading: Heading
    above: tuple[Heading, ...]  # from the outermost inwards
    first: int
    last: int  # no blank one


def find_place(page: Page, address: Address, ref: Ref, old: Sequence[KnownChunk]) -> Place:
    """The place that an address means; `old` are the chunks that the index knows."""
    if address.chunk is not None:
        return _find_chunk(page, address.chunk, address.check, ref, old)
    if address.lines is not None:
        return _find_lines(page, address.lines, address.check, ref)
    if address.block is not None:
        return _find_block(page, address.block, ref)
    if address.headings:
        return _find_section(page, address.headings, ref)
    spans = page.spans if page.has_lines else [(0, len(page.source))]
    return Place("note", spans[0][0], spans[-1][1]) if spans else Place("note", 0, 0)


def find_sections(page: Page) -> list[Section]:
    """All sections of a note, each with the sections in it."""
    found: list[tuple[Heading, tuple[Heading, ...]]] = []
    last = [len(page.spans)] * len(page.headings)
    around: list[int] = []
    for number, heading in enumerate(page.headings):
        while around and page.headings[around[-1]].level >= heading.level:
            last[around.pop()] = heading.line - 1
        found.append((heading, tuple(page.headings[each] for each in around)))
        around.append(number)
    return [
        Section(heading, above, heading.line, _last_line(page, heading.line, end))
        for (heading, above), end in zip(found, last, strict=True)
    ]


def spell(page: Page, first: int, last: int) -> str:
    """The address of these lines, with its check."""
    return spell_lines(page.known.document_id, first, last, page.lines(first, last))


def _last_line(page: Page, first: int, last: int) -> int:
    while last > first and not page.lines(last, last).strip():
        last -= 1
    return last


# -- sections and blocks -----------------------------------------------------------------------


def _find_section(page: Page, path: tuple[str, ...], ref: Ref) -> Place:
    found = [section for section in find_sections(page) if _fits(section, path)]
    name = page.known.document_id
    if not found:
        near = nearest(path[-1], (each.title for each in page.headings))
        words = " > ".join(path)
        raise RefUnknown(ref.text, [f"{name}#{each}" for each in near], f"no heading {words} there")
    if len(found) > 1 and not ref.is_link:  # a link takes the first
        raise RefAmbiguous(ref.text, [spell(page, each.first, each.last) for each in found])
    start, _ = page.spans[found[0].first - 1]
    return Place("section", start, page.spans[found[0].last - 1][1])


def _fits(section: Section, path: tuple[str, ...]) -> bool:
    """Whether a section's heading fits the end of a path, and the headings above it the rest."""
    if not _is_called(section.heading, path[-1]):
        return False
    above = iter(section.above)
    return all(any(_is_called(each, name) for each in above) for name in path[:-1])


def _is_called(heading: Heading, name: str) -> bool:
    return heading_key(name) in (heading_key(heading.text), heading_key(heading.title))


def _find_block(page: Page, block: str, ref: Ref) -> Place:
    found = [each for each in page.block_ids if each.id.lower() == block.lower()]
    name = page.known.document_id
    if not found:
        near = [f"{name}#^{each}" for each in nearest(block, (each.id for each in page.block_ids))]
        raise RefUnknown(ref.text, near, f"no block ^{block} there")
    if len(found) > 1 and not ref.is_link:
        lines = ((page.line_at(each.char_start), page.line_at(each.char_end)) for each in found)
        raise RefAmbiguous(ref.text, [spell(page, *each) for each in lines])
    return Place("block", found[0].char_start, found[0].char_end, block=found[0].id)


# -- chunks ------------------------------------------------------------------------------------


def _find_chunk(
    page: Page, number: int, check: str | None, ref: Ref, old: Sequence[KnownChunk]
) -> Place:
    chunks = page.chunks
    here = chunks[number] if number < len(chunks) else None
    if check is None:
        if here is None:
            raise RefUnknown(ref.text, (), f"the last of its {len(chunks)} chunks stands before")
        return _chunk(here)
    if here is not None and has_check(here.md_text, check):
        return _chunk(here, State.HOLDS)
    for chunk in sorted(chunks, key=lambda each: abs(each.index - number)):
        if has_check(chunk.md_text, check):
            return _chunk(chunk, State.MOVED)
    for chunk in old:  # it was cut in another way, and may stand there all the same
        if has_check(chunk.md_text, check) and chunk.md_text in page.source:
            start = page.source.index(chunk.md_text)
            return Place("lines", start, start + len(chunk.md_text), State.MOVED)
    return _chunk(here, State.CHANGED) if here else Place("chunk", 0, 0, State.GONE)


def _chunk(chunk: KnownChunk, state: State | None = None) -> Place:
    return Place("chunk", chunk.char_start, chunk.char_end, state, chunk)


# -- lines -------------------------------------------------------------------------------------


def _find_lines(page: Page, lines: tuple[int, int], check: str | None, ref: Ref) -> Place:
    first, last = lines
    if not page.has_lines:
        why = f"a canvas has no lines; ask for its chunks, such as {page.known.document_id}#c00"
        raise RefUnknown(ref.text, (), why)
    if first < 1 or last < first:
        raise RefUnknown(ref.text, (), "lines count from 1, and the first of a range comes first")
    number = len(page.spans)
    if check is None:
        if first > number:
            raise RefUnknown(ref.text, (), f"the last of its lines is {number}")
        return _lines(page, first, min(last, number))
    for start in _starts(page, first, last - first + 1):
        if has_check(page.lines(start, start + last - first), check):
            state = State.HOLDS if start == first else State.MOVED
            return _lines(page, start, start + last - first, state)
    if first > number:
        return Place("lines", 0, 0, State.GONE)
    return _lines(page, first, min(last, number), State.CHANGED)


def _lines(page: Page, first: int, last: int, state: State | None = None) -> Place:
    return Place("lines", page.spans[first - 1][0], page.spans[last - 1][1], state)


def _starts(page: Page, first: int, size: int) -> Iterator[int]:
    """Where so many lines may begin, the nearest first, as far as it is worth the effort."""
    spans = page.spans
    final = len(spans) - size + 1
    left = _EFFORT
    for start in sorted(range(1, final + 1), key=lambda each: abs(each - first)):
        left -= spans[start + size - 2][1] - spans[start - 1][0] + 1
        if left < 0:
            return
        yield start
