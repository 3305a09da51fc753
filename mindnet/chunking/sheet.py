"""A note as the strategies see it: blocks that count, their types, and how large a text is.

    Note, Profile, CountTokens  →  Sheet

Knows what a reader sees of a span (`chunks.md` §1), which blocks are nothing by themselves and
with whom they go (`strategies.md` C5), and which type an empty heading counts with (C12).
Leaves cutting to the strategies.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mindnet.chunking.normal import NormalText, Seam, page_seams
from mindnet.chunking.sentences import LONGEST, sentence_ends
from mindnet.chunking.tokens import CountTokens, count_chars4
from mindnet.cuts import Profile
from mindnet.model import Block, BlockKind, LinkKind, Note

_BLANKS = " \t\r\n"
_NEAR = 8  # tokens by which a sum of parts may miss the whole


@dataclass(frozen=True, slots=True)
class Piece:
    """A block that counts, with the blocks around it that do not."""

    number: int  # of the block
    block: Block
    start: int  # of the first block that goes with it
    end: int  # of the last
    section_type: str | None
    apart: bool = False  # something of another type stands right before it


@dataclass(frozen=True, slots=True)
class Lead:
    """What stands before a text so that it can be read alone."""

    text: str = ""
    joint: str = ""

    def before(self, text: str) -> str:
        """The text with its lead."""
        return f"{self.text}{self.joint}{text}" if self.text else text


class Sheet:
    """One note and one profile."""

    def __init__(self, note: Note, profile: Profile, count: CountTokens) -> None:
        self.note, self.profile, self.count = note, profile, count
        self.source, self.blocks = note.source, note.blocks
        self.max, self.target = profile.max, profile.target
        self.starts = [block.char_start for block in note.blocks]
        self.pages = note.path[-4:].lower() == ".txt"
        self.cheap = {count_chars4: 4, len: 1}.get(count, 0)  # characters a token
        self.plain = "\r" not in note.source
        self.read_seams(page_seams(note.source) if self.pages else [])
        self._asides = note.asides
        self._aside_starts = [aside.char_start for aside in note.asides]
        self._embeds = _embed_spans(note)
        self._embed_starts = [start for start, _ in self._embeds]
        self.types = _types_for_cutting(note.blocks)
        self.pieces = self._gather()
        self.piece_starts = [piece.start for piece in self.pieces]

    # -- what a reader sees --------------------------------------------------------------------

    def read_seams(self, seams: Sequence[Seam]) -> None:
        """Reads the white space between pages as these texts; blank lines unless told."""
        self._normal = NormalText(self.source, self.note.asides, seams)
        self._cores: dict[tuple[int, int], str] = {}

    def normal(self, start: int, end: int) -> str:
        """The text of a span without directives, comments and block ids."""
        return self._normal.text(start, end)

    def core(self, start: int, end: int) -> str:
        """The normal text of a chunk, which is asked for more than once."""
        text = self._cores.get((start, end))
        if text is None:
            text = self._cores[start, end] = self.normal(start, end)
        return text

    # -- how large it is -----------------------------------------------------------------------

    def fits(self, text: str) -> bool:
        """Whether a text is within `max`; counts it only where its length does not tell."""
        if not self.cheap and len(text) * 4 <= self.max:
            return True  # a token has at least one byte, a character at most four
        return self.count(text) <= self.max

    def joins(self, bound: int, lead: Lead, start: int, end: int, parts: int = 0) -> bool:
        """Whether a span with its lead is within `max`.

        Its length, or the sum of its parts' tokens, decides all but close cases.
        """
        near, limit = _NEAR * (self.cheap or 1), self.max * (self.cheap or 1)
        if self.cheap:
            bound, parts = len(lead.text) + len(lead.joint) + self._normal.length(start, end), 0
        if bound <= limit - near:
            return True
        if bound - parts > limit + 2 * near:
            return False
        return self.fits(lead.before(self.normal(start, end)))

    def sentences(self, start: int, end: int) -> list[tuple[int, int]]:
        """The spans of the sentences of a span of text, white space aside."""
        text = self.source[start:end]
        spans: list[tuple[int, int]] = []
        place, last = 0, start + len(text.rstrip())
        block = self.blocks[max(0, bisect_right(self.starts, start) - 1)]
        long = block.char_end - block.char_start > LONGEST  # the block decides, not its part
        for stop in sentence_ends(text, "punctuation" if long else self.profile.sentences):
            lead = len(text[place:stop]) - len(text[place:stop].lstrip())
            if start + stop < last and self._is_inside(start + stop):
                continue
            if spans and not self.normal(start + place, start + stop).strip():
                spans[-1] = (spans[-1][0], start + stop)  # an id or a comment goes with it
            elif place == 0:
                spans.append((start, start + stop))  # a first line keeps its indentation
            else:
                spans.append((start + place + lead, start + stop))
            place = stop
        return spans

    def _is_inside(self, place: int) -> bool:
        """Whether a cut here would go through a comment or an embed."""
        number = bisect_left(self._aside_starts, place) - 1
        if number >= 0 and place < self._asides[number].char_end:
            return True
        number = bisect_left(self._embed_starts, place) - 1
        return number >= 0 and place < self._embeds[number][1]

    def pieces_in(self, start: int, end: int) -> list[Piece]:
        """The blocks that count and have a share in a span."""
        first = max(0, bisect_right(self.piece_starts, start) - 1)
        return self.pieces[first : bisect_left(self.piece_starts, end)]

    def behind_comment(self, start: int, end: int) -> int:
        """The place behind a comment that a span begins with, or its start."""
        number = bisect_left(self._aside_starts, start)
        if number == len(self._asides) or not self.source.startswith("%%", start, end):
            return start
        aside = self._asides[number]
        return aside.char_end if aside.char_start == start and aside.char_end <= end else start

    def is_embed(self, start: int, end: int) -> bool:
        """Whether a span is nothing but one embed or figure."""
        number = bisect_left(self._embed_starts, start)
        if number == len(self._embeds) or self._embeds[number][1] > end:
            return False
        left, right = self._embeds[number]
        return not (self.source[start:left] + self.normal(right, end)).strip()

    def edges(self, start: int, end: int) -> list[int]:
        """Where embeds begin and end inside a span."""
        first = bisect_left(self._embed_starts, start)
        last = bisect_left(self._embed_starts, end)
        return [edge for span in self._embeds[first:last] for edge in span if start < edge < end]

    def may_cut(self, places: Iterable[int]) -> list[int]:
        """Those of these places where no embed and no comment would be cut through."""
        if not self._embeds and not self._asides:
            return list(places)
        return [place for place in places if not self._is_inside(place)]

    # -- blocks that count ---------------------------------------------------------------------

    def _gather(self) -> list[Piece]:
        """The blocks that count, each with those around it that go with it."""
        blank = [self._is_nothing(block) for block in self.blocks]
        starts = [block.char_start for block in self.blocks]
        ends = [block.char_end for block in self.blocks]
        counting = [number for number, nothing in enumerate(blank) if not nothing]
        apart: set[int] = set()
        if len(counting) < len(blank):
            self._attach(counting, starts, ends, apart)
        return [
            Piece(
                number,
                self.blocks[number],
                starts[number],
                ends[number],
                self.types[number],
                number in apart,
            )
            for number in counting
        ]

    def _is_nothing(self, block: Block) -> bool:
        if block.kind is BlockKind.COMMENT or block.text.isspace():
            return True
        number = bisect_left(self._aside_starts, block.char_start)
        if number == len(self._asides) or self._asides[number].char_start >= block.char_end:
            return False
        return not self.normal(block.char_start, block.char_end).strip()

    def _attach(
        self, counting: list[int], starts: list[int], ends: list[int], apart: set[int]
    ) -> None:
        """Gives each block that counts nothing to the one after it, or to the one before (C5)."""
        edges = [-1, *counting, len(self.blocks)]
        for before, after in pairwise(edges):
            last = after - 1
            while last > before and after < len(self.blocks) and self._goes_on(last, after):
                starts[after] = starts[last]
                last -= 1
            first = before + 1
            while before >= 0 and first <= last and self._goes_back(first, before):
                ends[before] = ends[first]
                first += 1
            if any(self.types[each] != self.types[before] for each in range(first, last + 1)):
                apart.add(after)

    def _goes_back(self, number: int, before: int) -> bool:
        return self.types[number] == self.types[before] and not self.blocks[number].text.isspace()

    def _goes_on(self, number: int, after: int) -> bool:
        """Whether a block and the one after it are of one section and one type."""
        if self.types[number] != self.types[after] or self.blocks[number].text.isspace():
            return False
        following = self.blocks[after]
        if following.kind is not BlockKind.HEADING:
            return True
        inside = len(self.blocks[number].headings_path)
        return 0 < inside < len(following.headings_path)


def _embed_spans(note: Note) -> list[tuple[int, int]]:
    """Embeds and figures, none inside another."""
    spans = [
        (link.char_start, link.char_end)
        for link in note.links
        if link.kind is LinkKind.EMBED and link.char_start is not None and link.char_end is not None
    ]
    spans += [
        (block.char_start, block.char_end)
        for block in note.blocks
        if block.kind is BlockKind.FIGURE and block.text.lstrip()[:7].lower() == "<figure"
    ]
    spans.sort(key=lambda span: (span[0], -span[1]))
    outer: list[tuple[int, int]] = []
    for start, end in spans:
        if not outer or start >= outer[-1][1]:
            outer.append((start, end))
    return outer


def _types_for_cutting(blocks: Sequence[Block]) -> list[str | None]:
    """Each block's type; an empty heading counts with the deeper heading under it (C12)."""
    types = [block.section_type for block in blocks]
    below: int | None = None  # the heading that follows with nothing between
    for number in range(len(blocks) - 1, -1, -1):
        block = blocks[number]
        if block.kind is BlockKind.HEADING:
            deeper = below is not None and (blocks[below].level or 0) > (block.level or 0)
            if below is not None and deeper and not block.typed:
                types[number:below] = [types[below]] * (below - number)
            below = number
        elif block.kind is not BlockKind.COMMENT:
            below = None if not block.directive else below
    return types
