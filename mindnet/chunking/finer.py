"""Text is cut ever finer: at sentences, lines, words, characters.

    a span of text  →  spans within the limit

Knows that an embed or a figure is never cut (`strategies.md` C15), nor characters that are one
on the screen as long as they fit (C14).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from mindnet.chunking.sheet import Sheet
from mindnet.patterns import cluster_ends

WORD_BREAKS = ",;: ()[]{}\t\n、，；：（）【】「」『』〔〕〈〉《》〖〗〘〙〚〛〝〞〟〰–—‘’‚‛“”„‟‹›"

_WORD_BREAK = re.compile(f"[{re.escape(WORD_BREAKS)}]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LINE = re.compile(r"[^\r\n]+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Room:
    """How large a unit may be: with the lead of its part, and with its own."""

    fits: Callable[[str], bool]  # whether a text is within the limit
    aims: Callable[[str], bool]  # whether a text is within what a part aims for


class Finer:
    """Cuts the texts of one note."""

    def __init__(self, sheet: Sheet, room: Room) -> None:
        self.sheet, self.room = sheet, room

    def fits(self, span: Span, lead: str) -> bool:
        """Whether a span is within the limit, led as it must be."""
        return self.room.fits(_led(lead, self.sheet.normal(*span)))

    # -- ever finer ----------------------------------------------------------------------------

    def finer_spans(self, span: Span, lead: str, levels: tuple[_Level, ...]) -> Iterator[Span]:
        """A text as it is if it fits, else cut at the first level that helps."""
        if span[0] >= span[1]:
            return
        if not levels or self.fits(span, lead) or self.sheet.is_embed(*span):
            yield span
            return
        for part in levels[0](self, span, lead):
            yield from self.finer_spans(part, lead, levels[1:])

    def _embeds(self, span: Span, _lead: str) -> Iterable[Span]:
        """The embeds in a text, and what stands between them."""
        edges = [span[0], *self.sheet.edges(*span), span[1]]
        return [self.trim(*each) for each in pairwise(edges)]

    def _sentences(self, span: Span, _lead: str) -> Iterable[Span]:
        return self.sheet.sentences(*span)

    def _text_lines(self, span: Span, _lead: str) -> Iterable[Span]:
        return self.lines(*span)

    def _words(self, span: Span, lead: str) -> Iterator[Span]:
        """Runs of words up to what a part aims for."""
        source = self.sheet.source
        breaks = self.sheet.may_cut(m.end() for m in _WORD_BREAK.finditer(source, *span))
        return self._runs(span, breaks, lead)

    def _characters(self, span: Span, lead: str) -> Iterator[Span]:
        """Runs of characters up to what a part aims for."""
        edges = self.sheet.may_cut(cluster_ends(self.sheet.source, *span))
        return self._runs(span, self._whole_pairs(edges), lead)

    def _code_points(self, span: Span, lead: str) -> Iterator[Span]:
        """The last resort: what is one on the screen, and too large all the same."""
        return self._runs(span, self._whole_pairs(list(range(span[0] + 1, span[1]))), lead)

    def _whole_pairs(self, edges: list[int]) -> list[int]:
        """These places without those between the halves of a surrogate pair."""
        source = self.sheet.source
        return [edge for edge in edges if not _PAIR.match(source, edge - 1)]

    def _runs(self, span: Span, edges: list[int], lead: str) -> Iterator[Span]:
        start, end = span
        stops = [edge for edge in edges if start < edge < end]
        stops.append(end)
        number = 0
        while start < end:
            number = self._reach(start, stops, number, lead)
            yield from self._stripped(start, stops[number])
            start, number = stops[number], number + 1

    def _stripped(self, start: int, end: int) -> Iterator[Span]:
        """The span without white space around it; nothing if that is all it holds."""
        start = self.sheet.behind_comment(start, end)
        text = self.sheet.source[start:end]
        start += len(text) - len(text.lstrip())
        if text.strip():
            yield start, start + len(text.strip())

    def _reach(self, start: int, stops: list[int], first: int, lead: str) -> int:
        """The farthest of these places, from the first on, within the aim; at least the first."""
        low, step = first, 1
        while low + step < len(stops) and self._aims(start, stops[low + step], lead):
            low, step = low + step, step * 2
        high = min(low + step, len(stops) - 1)
        while low < high:
            middle = (low + high + 1) // 2
            if self._aims(start, stops[middle], lead):
                low = middle
            else:
                high = middle - 1
        return low

    def _aims(self, start: int, stop: int, lead: str) -> bool:
        return self.room.aims(_led(lead, self.sheet.normal(start, stop).strip()))

    # -- spans ---------------------------------------------------------------------------------

    def words(self, span: Span) -> str:
        """The source of a span."""
        return self.sheet.source[span[0] : span[1]]

    def lines(self, start: int, end: int) -> list[Span]:
        """The lines that are not blank, with their indentation."""
        spans = (m.span() for m in _LINE.finditer(self.sheet.source, start, end))
        trimmed = ((a, a + len(self.words((a, b)).rstrip())) for a, b in spans)
        return [span for span in trimmed if span[0] < span[1]]

    def trim(self, start: int, end: int) -> Span:
        """Without white space at the end, and at the start unless it indents a line."""
        text = self.sheet.source[start:end].rstrip()
        inner = text.lstrip()
        indent = len(text) - len(inner)
        if start and self.sheet.source[start - 1] not in "\r\n":
            start += indent
        elif inner:
            lead = text[:indent]
            start += max(lead.rfind("\n"), lead.rfind("\r")) + 1
        return start, max(start, start + len(self.sheet.source[start:end].rstrip()))


_Level = Callable[[Finer, Span, str], Iterable[Span]]
LEVELS: tuple[_Level, ...] = (
    Finer._sentences,
    Finer._text_lines,
    Finer._embeds,
    Finer._words,
    Finer._characters,
    Finer._code_points,
)


def _led(lead: str, text: str) -> str:
    return f"{lead}\n{text}" if lead else text
