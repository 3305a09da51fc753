"""A note as the strategies see it: blocks that count, their types, and how large a text is.

    Note, Profile, CountTokens  →  Sheet

Knows what a reader sees of a span (`chunks.md` §1), and how large that is (`strategies.md` C7).
Leaves which blocks count to `pieces`, and cutting to the strategies.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import itemgetter

from mindnet.chunking.kinds import is_figure
from mindnet.chunking.normal import NormalText, Seam, page_seams
from mindnet.chunking.pieces import Piece, gather, types_for_cutting
from mindnet.chunking.sentences import guess_language, sentence_ends
from mindnet.chunking.tally import Tally
from mindnet.chunking.tokens import CountTokens, count_chars4
from mindnet.cuts import Profile
from mindnet.model import Aside, Block, LinkKind, Note

_LONGEST_TOKEN = 8  # characters, in text that people write
_SHORTEST_TOKEN = 3  # characters, on the average; a text of so few is one chunk
_NEAR = 8  # tokens by which a sum of parts may miss the whole


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
        self.note, self.profile = note, profile
        self.source, self.blocks = note.source, note.blocks
        self.max, self.target = profile.max, profile.target
        self.starts = [block.char_start for block in note.blocks]
        self.pages = note.path[-4:].lower() == ".txt"
        self.cheap = {count_chars4: 4, len: 1}.get(count, 0)  # characters a token
        self._count = count
        self.count = count if self.cheap else Tally(count)
        self.plain = "\r" not in note.source
        self.read_seams(page_seams(note.source) if self.pages else [])
        self._asides = note.asides
        self._aside_starts = [aside.char_start for aside in note.asides]
        self._embeds = _embed_spans(note)
        self._embed_starts = [start for start, _ in self._embeds]
        self.types = types_for_cutting(note.blocks)
        self.pieces = gather(note, self.types, self.normal)
        self.piece_starts = [piece.start for piece in self.pieces]
        self._whole = ("", 0)  # the text of the note, if it was counted
        self._gaps: list[int] | None = None  # running sums, made when first asked for
        self._languages: dict[int, str | None] = {}

    # -- what a reader sees --------------------------------------------------------------------

    def read_seams(self, seams: Sequence[Seam]) -> None:
        """Reads the white space between pages as these texts; blank lines unless told."""
        self.seams = NormalText(self.source, (), seams) if seams else None
        self._normal = NormalText(self.source, self.note.asides, seams)
        self._cores: dict[tuple[int, int], str] = {}

    def normal(self, start: int, end: int) -> str:
        """The text of a span without directives, comments and block ids."""
        return self._normal.text(start, end)

    def gaps(self, start: int, end: int) -> tuple[int, ...]:
        """Where something is left out of a span, counted from its start."""
        return tuple(place - start for place in self._normal.gaps(start, end))

    def blanks(self, start: int, end: int) -> str:
        """White space between two chunks as it is read, also where a comment was cut through."""
        return self.seams.text(start, end) if self.seams else self.source[start:end]

    def length(self, start: int, end: int) -> int:
        """How long the normal text of a span is, give or take line breaks at its end."""
        return self._normal.length(start, end)

    def silent_end(self, start: int, end: int) -> int:
        """The last end of a comment or an id, up to which nothing is read; else the start."""
        first, last = (bisect_left(self._aside_starts, place) for place in (start, end))
        ends = (aside.char_end for aside in reversed(self._asides[first:last]))
        silent = (each for each in ends if each <= end and self.length(start, each) == 0)
        return next(silent, start)

    def place(self, start: int, length: int) -> int:
        """Where the normal text of a span from `start` has this length."""
        return self._normal.place(start, length)

    def core(self, start: int, end: int) -> str:
        """The normal text of a chunk, which is asked for more than once."""
        text = self._cores.get((start, end))
        if text is None:
            text = self._cores[start, end] = self.normal(start, end)
        return text

    # -- how large it is -----------------------------------------------------------------------

    def is_one(self) -> bool:
        """Whether all of a note is one chunk by type and size; most notes are, and counted once."""
        pieces = self.pieces
        if not pieces or any(piece.apart for piece in pieces[1:]):
            return False
        if len({piece.section_type for piece in pieces}) > 1:
            return False
        start, end = pieces[0].start, pieces[-1].end
        length = self._normal.length(start, end)
        if length > _LONGEST_TOKEN * self.max:
            return False
        text = self.core(start, end)
        count = self._count if length < _SHORTEST_TOKEN * self.max else self.count
        self._whole = text, count(text)
        return self._whole[1] <= self.max

    def recount(self, text: str) -> int:
        """The tokens of a text, which may have been counted before."""
        known, tokens = self._whole
        return tokens if text == known else self.count(text)

    def fits(self, text: str, most: int | None = None) -> bool:
        """Whether a text is within `max`, or within another limit.

        Counts it only where its length does not tell.
        """
        most = self.max if most is None else most
        if not self.cheap and len(text) * 4 <= most:
            return True  # a token has at least one byte, a character at most four
        return self.count(text) <= most

    def joins(
        self,
        bound: int,
        lead: Lead,
        start: int,
        end: int,
        parts: int = 0,
        most: int | None = None,
    ) -> bool:
        """Whether a span with its lead is within `max`, or within another limit.

        Its length, or the sum of its parts' tokens (each with a blank line behind it), decides all
        but close cases.
        """
        most = self.max if most is None else most
        near, limit = _NEAR * (self.cheap or 1), most * (self.cheap or 1)
        if self.cheap:
            bound, parts = len(lead.text) + len(lead.joint) + self._normal.length(start, end), 0
        gaps = 0 if self.cheap else self._odd_gaps(start, end)
        if bound + gaps <= limit - near:
            return True
        if bound - parts > limit + 2 * near:
            return False
        return self.fits(lead.before(self.normal(start, end)), most)

    def _odd_gaps(self, start: int, end: int) -> int:
        """How many tokens stand between the blocks of a span where that is no blank line."""
        if self._gaps is None:
            gaps = (self._odd_gap(one.end, two.start) for one, two in pairwise(self.pieces))
            self._gaps = [0, *accumulate(gaps), 0]
        first = max(0, bisect_right(self.piece_starts, start) - 1)
        last = max(first, bisect_left(self.piece_starts, end) - 1)
        return self._gaps[last] - self._gaps[first]

    def _odd_gap(self, start: int, end: int) -> int:
        usual = end - start <= 2 and self.source[start:end] in ("\n\n", "\n")
        return 0 if usual else self.count(self.normal(start, end))

    def sentences(self, start: int, end: int) -> list[tuple[int, int]]:
        """The spans of the sentences of a span of text, white space aside."""
        text = self.source[start:end]
        spans: list[tuple[int, int]] = []
        place, last = 0, start + len(text.rstrip())
        block = self.blocks[max(0, bisect_right(self.starts, start) - 1)]
        for stop in sentence_ends(text, self.language(block)):
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

    def language(self, block: Block) -> str | None:
        """The language of a block, for all its parts; None where punctuation alone decides."""
        if self.profile.sentences != "linguistic":
            return None
        if block.index not in self._languages:
            self._languages[block.index] = guess_language(block.text)
        return self._languages[block.index]

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
        if self.pieces and self.pieces[first].end <= start:
            first += 1
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


def _embed_spans(note: Note) -> list[tuple[int, int]]:
    """Embeds and figures, none inside another."""
    spans = [
        (link.char_start, link.char_end)
        for link in note.links
        if link.kind is LinkKind.EMBED and link.char_start is not None and link.char_end is not None
    ]
    spans += [(block.char_start, block.char_end) for block in note.blocks if is_figure(block)]
    spans.sort(key=lambda span: (span[0], -span[1]))
    outer: list[tuple[int, int]] = []
    for start, end in spans:
        if (not outer or start >= outer[-1][1]) and not _is_hidden(note.asides, start):
            outer.append((start, end))
    return outer


def _is_hidden(asides: Sequence[Aside], place: int) -> bool:
    """Whether a place lies in a comment or a directive, which is left out as a whole."""
    number = bisect_right(asides, place, key=itemgetter(0)) - 1
    return number >= 0 and place < asides[number].char_end
