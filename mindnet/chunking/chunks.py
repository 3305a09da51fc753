"""Drafts become chunks: the whole record, with names, places and flags.

    Note, Profile, CountTokens  →  Chunks

Knows the record (`chunks.md` §2, §3) and finds the strategy by its name.
Leaves cutting to `strategies`, and lending to `overlap`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from mindnet.chunking.joining import full_text
from mindnet.chunking.overlap import Lending, lend
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.tokens import CountTokens
from mindnet.chunking.windows import frame_window
from mindnet.cuts import Chunk, Draft, Profile
from mindnet.model import Block, BlockKind, Note

_SILENT = frozenset({BlockKind.HEADING, BlockKind.RULE, BlockKind.COMMENT})
_OWN_TYPE = {
    BlockKind.LIST: "list",
    BlockKind.TABLE: "table",
    BlockKind.CODE: "code",
    BlockKind.QUOTE: "quote",
    BlockKind.CALLOUT: "quote",
}


class _Strategy(Protocol):
    """A file in `strategies`."""

    LENDING: Lending

    def cut(self, sheet: Sheet) -> list[Draft]:
        """The chunks of a note."""


def cut_chunks(note: Note, profile: Profile, count: CountTokens) -> tuple[Chunk, ...]:
    """A note, cut the way its profile says."""
    strategy = cast(_Strategy, import_module(f"mindnet.chunking.strategies.{profile.strategy}"))
    sheet = Sheet(note, profile, count)
    drafts = [draft for draft in strategy.cut(sheet) if _says_something(sheet, draft)]
    drafts = [_without_prefix_if_over(sheet, draft) for draft in drafts]
    return _Record(sheet, lend(sheet, drafts, strategy.LENDING)).chunks()


def _without_prefix_if_over(sheet: Sheet, draft: Draft) -> Draft:
    """A prefix gives way where even the least text does not fit behind it (C6)."""
    if not draft.prefix or sheet.fits(full_text(sheet, draft)):
        return draft
    return replace(draft, prefix="", joint="")


def _says_something(sheet: Sheet, draft: Draft) -> bool:
    """Whether a chunk holds more than white space and rules (C4)."""
    kinds = {piece.block.kind for piece in sheet.pieces_in(draft.start, draft.end)}
    return kinds != {BlockKind.RULE} and bool(sheet.core(draft.start, draft.end).strip())


class _Record:
    """Makes chunks of the drafts of one note."""

    def __init__(self, sheet: Sheet, drafts: list[Draft]) -> None:
        self.sheet, self.drafts, self.note = sheet, drafts, sheet.note
        self.twins: Counter[tuple[tuple[str, ...], str]] = Counter()
        self.parts: Counter[int] = Counter()  # chunks that hold a part of a block, so far
        self.holders = Counter(
            number for draft in drafts for number in set(self._ends(draft.start, draft.end))
        )
        self.headings = [b.index for b in sheet.blocks if b.kind is BlockKind.HEADING]
        self.known = (-1, 0)  # a place and its line
        self.markers = [each.place for each in self.note.block_ids]

    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(self._chunk(number, draft) for number, draft in enumerate(self.drafts))

    def _chunk(self, number: int, draft: Draft) -> Chunk:
        sheet, blocks = self.sheet, self.sheet.blocks
        first, last = self._ends(draft.start, draft.end)
        named = blocks[draft.block]
        normalized = sheet.core(draft.start, draft.end)
        twin = self.twins[(named.headings_path, normalized)]
        self.twins[(named.headings_path, normalized)] += 1
        ids = self._ids(draft.start, draft.end)
        text = full_text(sheet, draft)
        return Chunk(
            document_id=self.note.document_id,
            index=number,
            last=number + 1 == len(self.drafts),
            path=self.note.path,
            char_start=draft.start,
            char_end=draft.end,
            line_start=self._line(first, draft.start),
            line_end=self._line(last, draft.end - 1),
            block_start_idx=first,
            block_end_idx=last,
            part=self._part(first, last),
            overlap_prev_block_indices=self._range(draft.overlap_prev),
            overlap_next_block_indices=self._range(draft.overlap_next),
            page=blocks[first].page if draft.page is None else draft.page,
            headings_path=named.headings_path,
            nearest_heading=self._nearest_heading(first),
            section_type=draft.section_type,
            block_id=self._id_of_whole(draft) or (ids[0] if ids else None),
            block_ids=ids,
            chunk_type=_chunk_type(blocks[first : last + 1]),
            flags=_flags(draft),
            md_text=sheet.source[draft.start : draft.end],
            normalized_text=normalized,
            prefix=draft.prefix,
            overlap_prev=sheet.normal(*draft.overlap_prev) if draft.overlap_prev else "",
            overlap_next=sheet.normal(*draft.overlap_next) if draft.overlap_next else "",
            full_text=text,
            window=frame_window(
                sheet.profile.window,
                self.note.title,
                named.headings_path,
                draft.section_type,
                text,
            ),
            twin=twin,
            note=self.note,
            knife=sheet.profile,
            count=sheet.count,
        )

    def _ends(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last block of a span."""
        first = max(0, bisect_right(self.sheet.starts, start) - 1)
        if self.sheet.blocks[first].char_end <= start:
            first += 1
        return first, max(first, bisect_left(self.sheet.starts, end) - 1)

    def _range(self, span: tuple[int, int] | None) -> tuple[int, ...]:
        if span is None:
            return ()
        first, last = self._ends(*span)
        return tuple(range(first, last + 1))

    def _part(self, first: int, last: int) -> int | None:
        """Which part of its last block a chunk holds, where that block is cut."""
        for number in {first, last}:
            self.parts[number] += 1
        return self.parts[last] if self.holders[last] > 1 else None

    def _line(self, number: int, place: int) -> int:
        """The line of a place; asked for in growing order, so that no line is counted twice."""
        block = self.sheet.blocks[number]
        if block.line_start == 0:  # a canvas has no lines
            return 0
        if block.char_start > self.known[0]:
            self.known = (block.char_start, block.line_start)
        source, (start, line) = self.sheet.source, self.known
        line += source.count("\n", start, place)
        if not self.sheet.plain:
            line += source.count("\r", start, place) - source.count("\r\n", start, place)
        self.known = (place, line)
        return line

    def _nearest_heading(self, number: int) -> int | None:
        above = bisect_right(self.headings, number)
        return self.headings[above - 1] if above else None

    def _ids(self, start: int, end: int) -> tuple[str, ...]:
        if not self.markers:
            return ()
        first, last = bisect_left(self.markers, start), bisect_left(self.markers, end)
        return tuple(each.id for each in self.note.block_ids[first:last])

    def _id_of_whole(self, draft: Draft) -> str | None:
        ids = self._ids(*draft.whole) if draft.whole else ()
        return ids[0] if ids else None


def _chunk_type(blocks: tuple[Block, ...]) -> str:
    """The kind that all blocks share, those aside that say nothing by themselves."""
    kinds = {_type_of(block) for block in blocks if not _is_silent(block)}
    if len(kinds) > 1:
        return "mixed"
    if kinds:
        return kinds.pop()
    return "heading" if any(block.kind is BlockKind.HEADING for block in blocks) else "paragraph"


def _is_silent(block: Block) -> bool:
    return block.kind in _SILENT or block.directive


def _type_of(block: Block) -> str:
    if block.kind is BlockKind.FIGURE and block.text.lstrip()[:7].lower() == "<figure":
        return "figure"
    return _OWN_TYPE.get(block.kind, "paragraph")


def _flags(draft: Draft) -> tuple[str, ...]:
    names = ("oversize", "heading_only", "split", "continued")
    return tuple(name for name in names if getattr(draft, name))
