"""What the walk over a note finds, before it is named and dated.

    text  →  Layout: tops, leaves, holders

A *top* is a top-level block, a *holder* something that holds blocks (a quote, an item, a
footnote), a *leaf* a text in which links can stand.
All places count in `Lines.text`; they leave this room as spans of the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from mindnet.model import BlockKind


@dataclass(slots=True, eq=False)
class Holder:
    """A quote, an item or a footnote, and what it needs to know to go on."""

    kind: str  # "quote", "item", "footnote"
    parent: Holder | None
    top: int
    start: int
    line_start: int
    indent: int = 0  # columns that continue an item
    end: int = 0  # behind its last non-blank character
    list_bullet: str = ""  # of the list that is open in it: "-", ".", ")"
    empty: bool = True  # nothing stands in it yet
    items: list[Holder] | None = None  # those nested right in an item
    marker: str = ""
    task: str = ""  # the character in its box
    callout: CalloutMark | None = None


@dataclass(slots=True, eq=False)
class CalloutMark:
    """`[!type]- title` at the start of a quote."""

    type: str
    title: str
    fold: str | None
    place: int
    depth: int


@dataclass(slots=True, eq=False)
class Leaf:
    """A text in which links and tags can stand: a paragraph, a heading, a cell, a comment."""

    kind: str  # "paragraph", "heading", "cell", "comment", "glued" (an id under a table)
    top: int
    holder: Holder | None
    spans: list[tuple[int, int]]  # one a line; one in all where nothing stands between
    skip: int = 0  # characters of link definitions at its start
    start: int = -1  # of the table that a glued id names
    own: bool = False  # the own text of the item that holds it
    _starts: Sequence[int] = ()  # of its lines, in its text

    def text(self, source: str) -> str:
        """Its lines without what their holders put before them."""
        if len(self.spans) == 1:
            start, end = self.spans[0]
            return source[start + self.skip : end]
        return "\n".join(source[a:b] for a, b in self.spans)[self.skip :]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of its text stands in the source."""
        if len(self.spans) == 1:
            first = self.spans[0][0] + self.skip
            return first + start, first + end
        return self.place(start), self.place(end)

    def place(self, offset: int) -> int:
        """Where a character of its text stands in the source."""
        offset += self.skip
        if len(self.spans) == 1:
            return self.spans[0][0] + offset
        if not self._starts:
            lengths = (b - a + 1 for a, b in self.spans[:-1])
            self._starts = list(accumulate(lengths, initial=0))
        line = bisect_right(self._starts, offset) - 1
        return self.spans[line][0] + offset - self._starts[line]


@dataclass(slots=True, eq=False)
class Top:
    """A top-level block, as the walk leaves it."""

    kind: BlockKind
    start: int
    end: int = 0
    level: int = 0
    heading: str = ""
    language: str | None = None
    holder: Holder | None = None  # of a quote or footnote
    items: list[Holder] | None = None
    header: tuple[int, int, int, int] | None = None
    rows: list[tuple[int, int]] | None = None
    leaf: Leaf | None = None  # of a paragraph or heading
    directive: bool = False
    data: bool = False  # of a drawing, and no content
    typed: bool = False  # a heading that declares its section type itself


@dataclass(slots=True)
class Layout:
    """A whole note."""

    tops: list[Top] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    callouts: list[Holder] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)
    tasks: list[str] = field(default_factory=list)
    strange: list[tuple[int, str, str]] = field(default_factory=list)  # place, code, sentence
