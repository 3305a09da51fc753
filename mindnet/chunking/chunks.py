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
from mindnet.chunking.kinds import kind_of
from mindnet.chunking.overlap import Lending, lend
from mindnet.chunking.parts import says_something
from mindnet.chunking.sheet import Sheet
from mindnet.chunking.tokens import CountTokens
from mindnet.chunking.windows import frame_window
from mindnet.cuts import Chunk, Draft, Profile
from mindnet.model import Block, BlockKind, Note

_SILENT = frozenset({"heading", "rule", "comment"})


class _Strategy(Protocol):
    """A file in `strategies`."""

    LENDING: Lending | None  # None: its chunks have borrowed already

    def cut(self, sheet: Sheet) -> list[Draft]:
        """The chunks of a note."""


def cut_chunks(note: Note, profile: Profile, count: CountTokens) -> tuple[Chunk, ...]:
    """A note, cut the way its profile says."""
    strategy = cast(_Strategy, import_module(f"mindnet.chunking.strategies.{profile.strategy}"))
    sheet = Sheet(note, profile, count)
    drafts = [each for each in strategy.cut(sheet) if says_something(sheet, each.start, each.end)]
    drafts = [_without_prefix_if_over(sheet, draft) for draft in drafts]
    if strategy.LENDING is not None:
        drafts = lend(sheet, drafts, strategy.LENDING)
    return _Record(sheet, drafts).chunks()


def _without_prefix_if_over(sheet: Sheet, draft: Draft) -> Draft:
    """A prefix gives way where even the least text does not fit behind it (C6)."""
    if not draft.prefix or sheet.fits(full_text(sheet, draft)):
        return draft
    return replace(draft, prefix="", joint="")


class _Record:
    """Makes chunks of the drafts of one note."""

    def __init__(self, sheet: Sheet, drafts: list[Draft]) -> None:
        self.sheet, self.drafts, self.note = sheet, drafts, sheet.note
        self.twins: dict[tuple[tuple[str, ...], str], int] = {}
        self.parts: dict[int, int] = {}  # chunks that hold a part of a block, so far
        self.ends = [self._ends(draft.start, draft.end) for draft in drafts]
        self.holders = Counter(number for ends in self.ends for number in set(ends))
        self.headings = [b.index for b in sheet.blocks if b.kind is BlockKind.HEADING]
        self.known = (0, 1)  # a place and its line
        self.markers = [each.place for each in self.note.block_ids]

    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(self._chunk(number, draft) for number, draft in enumerate(self.drafts))

    def _chunk(self, number: int, draft: Draft) -> Chunk:
        sheet, blocks = self.sheet, self.sheet.blocks
        first, last = self.ends[number]
        named = blocks[draft.block]
        normalized = sheet.core(draft.start, draft.end)
        words = (named.headings_path, normalized)
        twin = self.twins.get(words, 0)
        self.twins[words] = twin + 1
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
            chunk_type=self._chunk_type(blocks[first : last + 1]),
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
            count=sheet.recount,
            gaps=sheet.gaps(draft.start, draft.end),
        )

    def _chunk_type(self, blocks: tuple[Block, ...]) -> str:
        """The kind that all blocks share, those aside that say nothing by themselves."""
        own, others = "", set[str]()
        for block in blocks:
            kind = kind_of(block)
            if kind == own or kind in others or self._is_silent(block):
                continue
            if kind in _SILENT:
                others.add(kind)
            elif own:
                return "mixed"
            else:
                own = kind
        return own or ("heading" if "heading" in others else "paragraph")

    def _is_silent(self, block: Block) -> bool:
        if not block.directive:
            return block.text.isspace()
        return not self.sheet.normal(block.char_start, block.char_end).strip()

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
            if self.holders[number] > 1:
                self.parts[number] = self.parts.get(number, 0) + 1
        return self.parts.get(last)

    def _line(self, number: int, place: int) -> int:
        """The line of a place; asked for in growing order, so that no line is counted twice."""
        block = self.sheet.blocks[number]
        if block.line_start == 0:  # a canvas has no lines
            return 0
        if self.known[0] < block.char_start <= place:
            self.known = (block.char_start, block.line_start)
        source, (start, line) = self.sheet.source, self.known
        if source.startswith("\r\n", place - 1):
            place -= 1  # both end the same line
        if source.startswith("\r\n", place - 1):
            place -= 1  # a line ends once
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


def _flags(draft: Draft) -> tuple[str, ...]:
    told = (
        ("oversize", draft.oversize),
        ("heading_only", draft.heading_only),
        ("split", draft.split),
        ("continued", draft.continued),
    )
    return tuple(name for name, holds in told if holds)
