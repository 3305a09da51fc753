"""Values become rows.

    Note, Chunks  →  NoteRows

Knows which value stands in which column, and that a row holds nothing but text, numbers and
bytes: rows travel between processes.
What a row points to is told by its number within the note; `store` hands out the ids.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from json.encoder import encode_basestring
from typing import Any, NamedTuple

from mindnet.cuts import Chunk
from mindnet.errors import Problem
from mindnet.model import Link, LinkKind, Note, Tag
from mindnet.names import name_key, normalise
from mindnet.store.kept_text import tell_kept

Row = tuple[Any, ...]
FindHolder = Callable[[int], int | None]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
_PROPERTY = LinkKind.PROPERTY


class NoteRows(NamedTuple):
    """All rows of one note; ids are still to come."""

    note: Row
    sections: list[Row]
    blocks: list[Row]
    chunks: list[Row]
    edges: list[Row]
    tags: list[Row]
    aliases: list[Row]
    anchors: list[Row]
    words: list[Row]  # what each chunk is found by


def note_rows(
    note: Note,
    chunks: Sequence[Chunk],
    profile: str,
    smallest: int,
    holder: FindHolder,
    target: FindHolder,
    lead: Callable[[tuple[str, ...], str | None], str],
) -> NoteRows:
    """The rows of a note.

    `holder` finds the chunk that a place belongs to, `target` the one that a link to it leads to;
    `lead` begins a window.
    """
    sections = _Sections(lead)
    blocks = _blocks(note, sections)
    chunk_rows = [_chunk(chunk, sections) for chunk in chunks]
    return NoteRows(
        note=_note(note, chunks, profile, sum(row[19] < smallest for row in chunk_rows)),
        blocks=blocks,
        chunks=chunk_rows,
        edges=_edges(note, holder, blocks, chunk_rows),
        tags=[_tag(each, holder) for each in note.tag_occurrences],
        aliases=[(clean(each), clean(normalise(each))) for each in note.aliases],
        anchors=_anchors(note, target),
        words=chunk_words(note.title, note.aliases, note.tags, chunks),
        sections=sections.rows,
    )


def problem_row(problem: Problem) -> Row:
    """A problem as it is kept."""
    return (
        problem.path,
        problem.line,
        problem.code,
        clean(problem.message),
        problem.severity.value,
    )


def chunk_words(
    title: str, aliases: Iterable[str], tags: Iterable[str], chunks: Iterable[Any]
) -> list[Row]:
    """What each chunk is found by: title, aliases, headings, tags, text."""
    around = clean(title), clean("\n".join(aliases)), clean("\n".join(tags))
    return [
        (around[0], around[1], clean("\n".join(each.headings_path)), around[2],
         clean(each.normalized_text))
        for each in chunks
    ]  # fmt: skip


def clean(text: str) -> str:
    """The text without lone surrogates, which JSON can hold and UTF-8 cannot."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def plain_json(value: Any) -> str:
    """JSON as it is stored: short, and readable in every script."""
    return clean(_encode(value))


class _Sections:
    """The places within one note, numbered as they are met."""

    def __init__(self, lead: Callable[[tuple[str, ...], str | None], str]) -> None:
        self._lead = lead
        self._numbers: dict[tuple[tuple[str, ...], str | None], int] = {}
        self.rows: list[Row] = []

    def number(self, headings: tuple[str, ...], section_type: str | None) -> int:
        """The number of the section with this path and type."""
        key = headings, section_type
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rows)
            lead = clean(self._lead(headings, section_type))
            path = f"[{','.join(map(encode_basestring, headings))}]"  # JSON of words is so plain
            self.rows.append((number, clean(path), section_type, lead))
        return number


def _note(note: Note, chunks: Sequence[Chunk], profile: str, below_min: int) -> Row:
    return (
        note.path,
        name_key(note.path),
        note.document_id,
        clean(note.title),
        None if note.type is None else clean(note.type),
        profile,
        plain_json(note.properties),
        note.frontmatter_ok,
        None if note.first_heading is None else clean(note.first_heading),
        len(note.blocks),
        len(chunks),
        len(note.links),
        below_min,
        note.tasks_open,
        note.tasks_done,
        note.content_hash,
    )


def _blocks(note: Note, sections: _Sections) -> list[Row]:
    rows: list[Row] = []
    headings: tuple[str, ...] | None = None
    section_type, section = None, 0
    for block in note.blocks:
        # the blocks of a section stand together, and share its path: few are asked for a number
        if block.headings_path is not headings or block.section_type is not section_type:
            headings, section_type = block.headings_path, block.section_type
            section = sections.number(headings, section_type)
        rows.append((
            block.index,
            str(block.kind),
            block.level,
            block.char_start,
            block.char_end,
            block.line_start,
            block.line_end,
            section,
            block.block_ids[0] if block.block_ids else None,
        ))  # fmt: skip
    return rows


def _chunk(chunk: Chunk, sections: _Sections) -> Row:
    normal, md_text = clean(chunk.normalized_text), clean(chunk.md_text)
    size = chunk.core_token_count
    whole = size if chunk.full_text == chunk.normalized_text else chunk.token_count
    joint, gap_prev, gap_next = _gaps(chunk)
    return (
        chunk.index,
        bytes.fromhex(chunk.chunk_id),
        bytes.fromhex(chunk.content_id),
        chunk.char_start,
        chunk.char_end,
        chunk.line_start,
        chunk.line_end,
        chunk.block_start_idx,
        chunk.block_end_idx,
        chunk.part,
        _list(chunk.overlap_prev_block_indices),
        _list(chunk.overlap_next_block_indices),
        chunk.page,
        sections.number(chunk.headings_path, chunk.section_type),
        chunk.nearest_heading,
        chunk.block_id,
        _list(chunk.block_ids),
        chunk.chunk_type,
        _list(chunk.flags),
        whole,
        size,
        md_text,
        tell_kept(md_text, normal, chunk.gaps),
        clean(chunk.prefix) or None,
        joint or None,
        len(chunk.overlap_prev) or None,
        gap_prev or None,
        len(chunk.overlap_next) or None,
        gap_next or None,
    )


def _gaps(chunk: Chunk) -> tuple[str, str, str]:
    """What stands behind the prefix, before the core and behind it in the full text."""
    if chunk.full_text == chunk.normalized_text:
        return "", "", ""
    rest = chunk.full_text.removeprefix(chunk.prefix)
    free = len(rest) - len(chunk.overlap_prev + chunk.normalized_text + chunk.overlap_next)
    most = min(2, free) if chunk.prefix else 0
    for joint in range(most + 1):
        core = joint + len(chunk.overlap_prev)
        for gap in range(free - joint + 1):
            if rest.startswith(chunk.overlap_prev, joint) and rest.startswith(
                chunk.normalized_text, core + gap
            ):
                end = core + gap + len(chunk.normalized_text)
                behind = rest[end : len(rest) - len(chunk.overlap_next)]
                return rest[:joint], rest[core : core + gap], behind
    raise AssertionError("a chunk's texts do not make its full text")


def _edges(note: Note, holder: FindHolder, blocks: list[Row], chunks: list[Row]) -> list[Row]:
    starts = [row[3] for row in blocks]
    return [_edge(link, holder, blocks, starts, chunks) for link in note.links]


def _edge(
    link: Link, holder: FindHolder, blocks: list[Row], starts: list[int], chunks: list[Row]
) -> Row:
    section = chunk = None
    start, target = link.char_start, link.target_text
    if start is not None and link.kind is not _PROPERTY:
        chunk = holder(start)
        if link.section_path is not None and blocks:
            section = blocks[max(0, bisect_right(starts, start) - 1)][7]
    named = link.status is None and target and not target.isspace()
    return (
        chunk,
        section,
        link.line,
        start,
        link.char_end,
        None if chunk is not None and _holds(chunks[chunk], link) else clean(link.raw),
        str(link.kind),
        str(link.syntax),
        None if link.key is None else clean(link.key),
        link.relation,
        clean(target),
        None if link.heading is None else clean(link.heading),
        None if link.block is None else clean(link.block),
        None if link.alias is None else clean(link.alias),
        clean(name_key(target)) if named else None,
        link.status is not None,
    )


def _holds(chunk: Row, link: Link) -> bool:
    """Whether a chunk has the words of a link in its text, where SQL can find them."""
    if link.char_start is None or link.char_end is None or link.char_end > chunk[4]:
        return False
    place, text = link.char_start - chunk[3], chunk[21]
    return place >= 0 and text.startswith(link.raw, place) and "\0" not in text


def _tag(tag: Tag, holder: FindHolder) -> Row:
    words = clean(tag.tag)
    chunk = None if tag.char_start is None else holder(tag.char_start)
    return (chunk, words, words.lower(), tag.line, tag.char_start, tag.char_end, tag.block)


def _anchors(note: Note, target: FindHolder) -> list[Row]:
    headings = [
        ("heading", each.level, clean(each.text), clean(each.title), each.line,
         each.char_start, each.char_end, each.block, target(each.char_start) or None)
        for each in note.headings
    ]  # fmt: skip
    blocks = [
        ("block", None, each.id, each.id, each.line, each.char_start, each.char_end, each.block,
         target(each.char_start) or None)
        for each in note.block_ids
    ]  # fmt: skip
    return [*headings, *blocks]


def _list(values: tuple[Any, ...]) -> str | None:
    return plain_json(values) if values else None
