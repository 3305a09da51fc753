"""Cuts at headings: packs whole sections up to `max`, or gives each section its own chunk.

    Sheet  →  Drafts

Knows sections, and how the rest of one that was cut is carried over to the next
(`strategies.md` H1–H15). Smart by default; strict where the profile says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mindnet.chunking.overlap import Lending
from mindnet.chunking.parts import NO_LEAD, Growing, choose_lead
from mindnet.chunking.pieces import Piece
from mindnet.chunking.sections import CutSection
from mindnet.chunking.sheet import Sheet
from mindnet.cuts import Draft
from mindnet.model import BlockKind

LENDING = Lending(within_cut=True)


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading and what stands under it, of one type."""

    pieces: tuple[Piece, ...]
    carried: tuple[Piece, ...] = ()  # empty headings that go in front of it

    @property
    def first(self) -> Piece:
        """What it begins with, carried headings included."""
        return self.carried[0] if self.carried else self.pieces[0]

    @property
    def end(self) -> int:
        return self.pieces[-1].end

    @property
    def section_type(self) -> str | None:
        return self.pieces[-1].section_type

    @property
    def headings(self) -> tuple[Piece, ...]:
        """All of it, if it is nothing but headings."""
        bare = all(piece.block.kind is BlockKind.HEADING for piece in self.pieces)
        return (*self.carried, *self.pieces) if bare else ()


def cut(sheet: Sheet) -> list[Draft]:
    """The chunks of a note."""
    profile = sheet.profile
    if profile.strict_heading_split or not profile.enable_smart_edge_allocation:
        return _Strict(sheet).cut(_split_sections(sheet))
    if not sheet.cheap and sheet.is_one():
        return [_whole(sheet.pieces)]
    return _Smart(sheet).cut(_join_empty(_split_sections(sheet)))


def _whole(pieces: list[Piece]) -> Draft:
    """All sections in one chunk."""
    heading = BlockKind.HEADING
    bare = all(piece.block.kind is heading for piece in pieces)
    first, last = pieces[0], pieces[-1]
    return Draft(first.start, last.end, first.number, first.section_type, heading_only=bare)


def _split_sections(sheet: Sheet) -> list[_Section]:
    """Sections begin at headings down to `split_level`, and where the type changes (H2, H3)."""
    runs: list[list[Piece]] = []
    for piece in sheet.pieces:
        level = piece.block.level if piece.block.kind is BlockKind.HEADING else None
        opens = level is not None and level <= sheet.profile.split_level
        if not runs or opens or piece.apart or piece.section_type != runs[-1][-1].section_type:
            runs.append([])
        runs[-1].append(piece)
    return [_Section(tuple(run)) for run in runs]


def _join_empty(sections: list[_Section]) -> list[_Section]:
    """Empty headings go with the section of the deeper heading under them (H12)."""
    joined: list[_Section] = []
    for section in reversed(sections):
        if joined and _goes_with(section, joined[-1]):
            joined[-1] = _carry(section.headings, joined[-1])
        else:
            joined.append(section)
    return joined[::-1]


def _goes_with(section: _Section, under: _Section) -> bool:
    empty = len(section.headings) == 1
    level, deeper = section.pieces[0].block.level or 0, under.first.block.level or 0
    if under.first.apart or section.section_type != under.section_type:
        return False
    return empty and deeper > level


def _carry(headings: tuple[Piece, ...], section: _Section) -> _Section:
    """The section with headings carried in front of it."""
    return replace(section, carried=(*headings, *section.carried))


class _Strict:
    """One section, one chunk; nothing is packed, nothing carried (H13, H14)."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def cut(self, sections: list[_Section]) -> list[Draft]:
        drafts: list[Draft] = []
        for section in sections:
            whole = _grow_from(section)
            if self.sheet.fits(self.sheet.normal(section.first.start, section.end)):
                if section.headings:
                    whole.section_type = section.pieces[0].block.section_type
                drafts.append(whole.close())
            else:
                parts, _ = _cut_section(self.sheet, section, carries=False)
                drafts += parts
        return drafts


class _Smart:
    """Packs sections up to `max` and carries over what is left of one that was cut (H5–H12)."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.drafts: list[Draft] = []
        self.growing: Growing | None = None
        self.counted = ((-1, -1), 0)

    def cut(self, sections: list[_Section]) -> list[Draft]:
        for section in sections:
            self._take(section)
        self._close()
        return self.drafts

    def _take(self, section: _Section) -> None:
        if self.growing and section.first.apart:
            self._close()
        if self.growing and self.growing.section_type != section.section_type:
            section = self._carry_or_close(section, changes=True)
        if self.growing and not self._pack(section):
            section = self._carry_or_close(section, changes=False)
        if self.growing and self.growing.end >= section.end:
            return  # packed
        self._start(section)

    def _pack(self, section: _Section) -> bool:
        """Takes a section into the growing chunk if both fit (H6)."""
        growing = self.growing
        assert growing is not None
        own = self._tokens(section)
        bound = growing.tokens + own
        if not self.sheet.joins(bound, growing.lead, growing.start, section.end):
            return False
        growing.end, growing.tokens = section.end, bound
        growing.headings = (
            (*growing.headings, *section.headings) if growing.headings and section.headings else ()
        )
        return True

    def _carry_or_close(self, section: _Section, changes: bool) -> _Section:
        """Headings alone are carried in front of the section, anything else is closed (H7, H12)."""
        growing = self.growing
        assert growing is not None
        declares = any(piece.block.typed for piece in growing.headings)
        if growing.headings and not (changes and declares):
            section = _carry(growing.headings, section)
            self.growing = None
        else:
            self._close()
        return section

    def _start(self, section: _Section) -> None:
        """Begins a chunk with a section, or cuts it if it is too large alone (H8)."""
        own = self._tokens(section)
        if self.sheet.joins(own, NO_LEAD, section.first.start, section.end):
            self.growing = _grow_from(section)
            self.growing.tokens = own
        else:
            parts, self.growing = _cut_section(self.sheet, section, carries=True)
            self.drafts += parts

    def _tokens(self, section: _Section) -> int:
        """At most so many tokens, with the line breaks behind it; 0 where lengths tell."""
        if self.sheet.cheap:
            return 0
        span = (section.first.start, section.end)
        if span != self.counted[0]:  # a section that is not packed is looked at again
            self.counted = span, self.sheet.count(self.sheet.normal(*span) + "\n\n")
        return self.counted[1]

    def _close(self) -> None:
        if self.growing:
            self.drafts.append(self.growing.close())
            self.growing = None


def _grow_from(section: _Section) -> Growing:
    first = section.first
    kind = section.section_type
    return Growing(first.start, section.end, first.number, kind, headings=section.headings)


def _cut_section(
    sheet: Sheet, section: _Section, carries: bool
) -> tuple[list[Draft], Growing | None]:
    """The parts of a section that is too large, and its rest if that may be carried over."""
    own, names = section.pieces[0], (section.first, section.pieces[0])
    if own.block.kind is BlockKind.HEADING and section.pieces[1:]:
        lead = choose_lead(sheet, sheet.normal(own.block.char_start, own.block.char_end), "")
        cutting = CutSection(sheet, section.pieces[1:], lead, names, headed=True)
        if cutting.has_room():
            return cutting.cut(section.end, section.section_type, carries)
    everything = (*section.carried, *section.pieces)  # headings are units like others
    cutting = CutSection(sheet, everything, NO_LEAD, names, headed=False)
    return cutting.cut(section.end, section.section_type, carries)
