"""Blocks nest under headings, and get their types and names.

    Layout, Finds  →  Sections

Knows what makes a paragraph a figure, a comment, math or a type field, and a quote a callout.
Leaves what is stronger among types to `section_types`, and markers to `ids`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mindnet.model import Aside, Block, BlockId, BlockKind, Callout, Header, Heading, Item, Row
from mindnet.notes.asides import find_asides
from mindnet.notes.fields import split_field
from mindnet.notes.finds import Finds
from mindnet.notes.ids import Mark, find_marks, id_start, join_lone_ids, strip_id
from mindnet.notes.layout import Holder, Layout, Top
from mindnet.notes.lines import BLANKS, Lines
from mindnet.notes.section_types import DIRECTIVE, FIELD, Declared, HeadingTypes, Types
from mindnet.settings import normalise_name

_TYPE_FIELD = "section_type"
_HEADING, _PARAGRAPH = BlockKind.HEADING, BlockKind.PARAGRAPH  # asked for of every block


@dataclass(frozen=True, slots=True)
class Sections:
    """A body with everything in its place."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    block_ids: tuple[BlockId, ...]
    callouts: tuple[Callout, ...]
    asides: tuple[Aside, ...] = ()


def nest_sections(
    lines: Lines, source: str, layout: Layout, finds: Sequence[Finds], heading_types: HeadingTypes
) -> Sections:
    """The blocks of a layout under their headings; strange things are added to the layout."""
    join_lone_ids(lines.text, layout)
    _settle_kinds(lines.text, layout, finds)
    marks = find_marks(lines.text, layout)
    declared = _declare_all(lines.text, layout)
    types = Types(heading_types)
    handed = types.hand_out(declared, len(layout.tops))
    layout.strange += types.strange
    _note_ignored(lines.text, layout)
    directives = [each.number for each in declared if each.kind == "directive"]
    asides = find_asides(lines, layout, finds, marks, directives)
    for number in types.typed:
        layout.tops[number].typed = True
    build = _Build(lines, source, layout, _first_of_each(layout, marks))
    build.blocks_under_headings(handed)
    blocks, headings = tuple(build.blocks), tuple(build.headings)
    return Sections(blocks, headings, build.block_ids(), build.callouts(), asides)


def _settle_kinds(text: str, layout: Layout, finds: Sequence[Finds]) -> None:
    math = "$$" in text
    for leaf, found in zip(layout.leaves, finds, strict=True):
        if not (
            found.comments
            or (found.links and found.links[0].embed)
            or (math and text.startswith("$$", leaf.spans[0][0]))
        ):
            continue
        top = layout.tops[leaf.top]
        if top.leaf is leaf and top.kind is _PARAGRAPH and not leaf.skip:
            top.kind = _kind_of_paragraph(leaf.text(text), found)
    for top in layout.tops if layout.callouts else ():
        if top.holder and top.holder.callout:
            top.kind = BlockKind.CALLOUT


def _kind_of_paragraph(text: str, found: Finds) -> BlockKind:
    if found.comments and _is_all_comments(text, found):
        return BlockKind.COMMENT
    words = text.strip(BLANKS)
    if words.startswith("$$") and words.find("$$", 2) == len(words) - 2 > 0:
        return BlockKind.MATH
    if found.links and found.links[0].embed:
        link = found.links[0]
        beside = text[: link.start] + text[link.end : id_start(text)]
        return BlockKind.PARAGRAPH if beside.strip(BLANKS) else BlockKind.FIGURE
    return BlockKind.PARAGRAPH


def _is_all_comments(text: str, found: Finds) -> bool:
    end = 0
    for start, stop in found.comments:
        if text[end:start].strip(BLANKS):
            return False
        end = stop
    return not text[end:].strip(BLANKS)


def _first_of_each(layout: Layout, marks: list[Mark]) -> list[Mark]:
    """The marks without those whose name is taken already."""
    first: dict[str, Mark] = {}
    for mark in marks:
        if mark.id.lower() in first:
            sentence = f"^{mark.id} stands in this note already: the first one counts, rename this"
            layout.strange.append((mark.place, "duplicate_block_id", sentence))
        else:
            first[mark.id.lower()] = mark
    return list(first.values())


def _declare_all(text: str, layout: Layout) -> list[Declared]:
    """What blocks say about section types; most say nothing."""
    declared = []
    fields = "::" in text
    for number, top in enumerate(layout.tops):
        kind = top.kind
        if kind is _HEADING:
            declared.append(Declared(number, "heading", top.level, strip_id(top.heading)))
        elif (
            kind is BlockKind.COMMENT
            or top.data
            or (text[top.start].isspace() and text[top.start : top.end].isspace())
        ):
            declared.append(Declared(number, "comment"))
        elif kind is BlockKind.CALLOUT or (fields and kind is _PARAGRAPH):
            directive = _directive(number, text, top)
            if directive:
                declared.append(directive)
    return declared


def _directive(number: int, text: str, top: Top) -> Declared | None:
    """The section type that a callout or a field gives."""
    callout = top.holder.callout if top.holder else None
    if top.holder and callout:
        top.directive = callout.type in ("section", "edge")
        if callout.type == "section":
            name, more = strip_id(callout.title), "\n" in text[top.start : top.holder.end]
            return Declared(number, "directive", 0, "", DIRECTIVE, name, callout.place, more)
    elif text.find("::", top.start, top.start + 100) > 0:
        field = split_field(strip_id(text[top.start : top.end].strip(BLANKS)))
        if field and normalise_name(field[0]) == _TYPE_FIELD and "\n" not in field[1]:
            top.directive = True
            return Declared(number, "directive", 0, "", FIELD, field[1], top.start)
    return None


def _note_ignored(text: str, layout: Layout) -> None:
    """Says which directives do nothing, or hold more than a directive."""
    for holder in layout.callouts:
        if holder.callout is None or holder.callout.type != "section":
            continue
        if holder.parent is not None:
            sentence = "a section directive counts only outside of quotes and lists"
            layout.strange.append((holder.callout.place, "directive_ignored", sentence))
        elif "\n" in text[holder.start : holder.end]:
            sentence = "only the first line of a section directive counts, the rest is content"
            layout.strange.append((holder.callout.place, "directive_ignored", sentence))


class _Build:
    """Makes values of what was found, with places in the file."""

    def __init__(self, lines: Lines, source: str, layout: Layout, marks: list[Mark]) -> None:
        self.source, self.layout, self.marks = source, layout, marks
        self.lines, self.at, self.line = lines, lines.at, lines.line
        self.ids: dict[int, list[str]] = {}
        self.item_ids: dict[int, str] = {}
        self.section_ends: dict[int, int] = {}  # last block of a section, by its heading
        self.blocks: list[Block] = []
        self.headings: list[Heading] = []
        for mark in marks:
            self.ids.setdefault(mark.top, []).append(mark.id)
            if mark.item is not None:
                self.item_ids.setdefault(id(mark.item), mark.id)

    def blocks_under_headings(self, types: Sequence[str | None]) -> None:
        """Makes all blocks and headings; `types` are the blocks' section types."""
        text, plain, ids = self.lines.text, self.lines.plain, self.ids
        around: list[Heading] = []  # those that are open, from the outermost inwards
        path: tuple[str, ...] = ()
        line, before = 1, 0  # blocks come in their order: so lines are counted along the way
        for number, top in enumerate(self.layout.tops):
            start, end = top.start, top.end
            line += text.count("\n", before, start)
            line_start, before = line, end
            line += text.count("\n", start, end)
            if not plain:
                start, end = self.at(start), self.at(end)
            if top.kind is _HEADING:
                while around and around[-1].level >= top.level:
                    around.pop()
                words = top.heading
                around.append(
                    Heading(top.level, words, strip_id(words), line_start, start, end, number)
                )
                self.headings.append(around[-1])
                path = tuple([each.title for each in around])
            self.blocks.append(
                Block(
                    number,
                    top.kind,
                    top.level or None,
                    start,
                    end,
                    line_start,
                    line,
                    self.source[start:end],
                    path,
                    types[number],
                    tuple(ids[number]) if number in ids else (),
                    tuple([self._item(each) for each in top.items]) if top.items else (),
                    self._header(top.header) if top.header else None,
                    tuple([self._row(each) for each in top.rows]) if top.rows else (),
                    self._callout(top.holder) if top.holder and top.holder.callout else None,
                    top.language,
                    top.directive,
                    top.typed,
                    top.data,
                )
            )

    def block_ids(self) -> tuple[BlockId, ...]:
        """The block ids, each with the span of what it names."""
        return tuple(self._block_id(mark) for mark in self.marks)

    def callouts(self) -> tuple[Callout, ...]:
        """The callouts at every depth."""
        return tuple(self._callout(holder) for holder in self.layout.callouts)

    def _block_id(self, mark: Mark) -> BlockId:
        end = mark.end
        top = self.layout.tops[mark.top]
        if top.kind is BlockKind.HEADING and mark.start == top.start:
            end = self._section_end(mark.top)
        line = self.line(mark.place)
        start, end, place = self.at(mark.start), self.at(end), self.at(mark.place)
        return BlockId(mark.id, line, mark.top, start, end, place)

    def _section_end(self, number: int) -> int:
        tops = self.layout.tops
        last = self.section_ends.get(number, number)
        while last + 1 < len(tops) and not 0 < tops[last + 1].level <= tops[number].level:
            last += 1
        self.section_ends[number] = last
        return tops[last].end

    def _item(self, item: Holder) -> Item:
        start, end, marker = item.start, item.end, item.marker
        line = self.line(item.line_start)
        line_end = line + self.lines.text.count("\n", item.line_start, end - 1)
        if not self.lines.plain:
            start, end = self.at(start), self.at(end)
        return Item(
            start,
            end,
            line,
            line_end,
            marker,
            int(marker[:-1]) if len(marker) > 1 else None,
            ("open" if item.task in " \t" else "done") if item.task else None,
            self.item_ids.get(id(item)) if self.item_ids else None,
            tuple([self._item(each) for each in item.items]) if item.items else (),
        )

    def _header(self, header: tuple[int, int, int, int]) -> Header:
        start, end, delimiter_start, delimiter_end = header
        return Header(
            self.at(start), self.at(end), self.line(start), self.at(delimiter_start),
            self.at(delimiter_end),
        )  # fmt: skip

    def _row(self, row: tuple[int, int]) -> Row:
        return Row(self.at(row[0]), self.at(row[1]), self.line(row[0]))

    def _callout(self, holder: Holder) -> Callout:
        mark = holder.callout
        assert mark is not None  # only callouts are kept in the list
        return Callout(mark.type, mark.title, mark.fold, self.line(mark.place), mark.depth)
