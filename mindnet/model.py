"""Every value that travels, in travelling order.

    SourceFile  →  Front  →  Block  →  Heading, BlockId, Callout, Link, Tag  →  Note
    Hit  →  the one who asked

Knows the names that the specification gives to things, and gives them on: the attribute here
is the column in the store and the key in the JSON.
Offsets are code points in the decoded file, lines count from 1, and 0 means the whole file.
"""

from __future__ import annotations

from dataclasses import field, fields
from enum import StrEnum
from typing import Any, NamedTuple, NewType

from mindnet.errors import Problem
from mindnet.values import Kind, value

NotePath = NewType("NotePath", str)  # relative to the vault, "/" on every system

HIDDEN = {"hidden": True}  # travels with the value, stands in no JSON


class Value:
    """What all values share: they can be told as JSON, by their own names."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, ready for `json.dumps`."""
        return {
            each.name: _plain(getattr(self, each.name))
            for each in fields(self)  # type: ignore[arg-type]  # every Value is a dataclass
            if not each.metadata
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Value | Problem):
        return value.to_dict()
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value.value if isinstance(value, StrEnum) else value


@value
class SourceFile(Value):
    """A file as it was read: decoded, and otherwise unchanged."""

    path: NotePath
    text: str


@value
class Tag(Value):
    """One occurrence of a tag, without its `#`."""

    tag: str
    line: int
    char_start: int | None  # None in the frontmatter, which has lines only
    char_end: int | None
    block: int | None  # index of the block it stands in


class LinkKind(Kind):
    """How a link is meant."""

    WIKILINK = "wikilink"
    EMBED = "embed"
    MARKDOWN = "markdown"
    PROPERTY = "property"
    FIELD = "field"
    CANVAS = "canvas"


class Syntax(Kind):
    """How a link is written."""

    WIKI = "wiki"
    MARKDOWN = "markdown"
    CANVAS = "canvas"


@value
class Link(Value):
    """One occurrence of a link; where it leads is settled later."""

    source: NotePath
    line: int
    char_start: int | None
    char_end: int | None
    raw: str  # source[char_start:char_end]; of a property the link alone
    kind: LinkKind
    syntax: Syntax
    key: str | None  # place of a property, key of a field, id of a card
    relation: str
    target_text: str
    heading: str | None  # the heading path, joined by "#"
    block: str | None  # a block id, without "^"
    alias: str | None
    section_path: str | None
    section_type: str | None
    status: str | None  # "external", or None until it is resolved


@value
class Front(Value):
    """What stands before the body, settled: `title: [[x]]` and its kind end here."""

    title: str
    type: str | None
    aliases: tuple[str, ...]
    tags: tuple[Tag, ...]
    properties: dict[str, Any]
    frontmatter_ok: bool | None  # None where there is no frontmatter
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]
    body_start: int  # place of the body in the text with plain line ends


class BlockKind(Kind):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    CALLOUT = "callout"
    HTML = "html"
    MATH = "math"
    RULE = "rule"
    FOOTNOTE = "footnote"
    COMMENT = "comment"
    FIGURE = "figure"


@value
class Item(Value):
    """A top-level item of a list, with everything nested in it."""

    char_start: int
    char_end: int
    line_start: int
    line_end: int
    marker: str  # "-", "*", "+", "1.", "2)"
    number: int | None
    task: str | None  # "open", "done", or None
    block_id: str | None
    items: tuple[Item, ...] = field(default=(), metadata=HIDDEN)  # those nested right in it


@value
class Row(Value):
    """A row of a table."""

    char_start: int
    char_end: int
    line: int


@value
class Header(Value):
    """The header row of a table and the delimiter row under it."""

    char_start: int
    char_end: int
    line: int
    delimiter_start: int
    delimiter_end: int


@value
class Callout(Value):
    """`> [!type]- title`, at any depth."""

    type: str
    title: str
    fold: str | None  # "+" open, "-" closed
    line: int
    depth: int  # quotes around it, and itself


@value
class Block(Value):
    """A top-level element of a note."""

    index: int
    kind: BlockKind
    level: int | None
    char_start: int
    char_end: int
    line_start: int
    line_end: int
    text: str  # source[char_start:char_end], always
    headings_path: tuple[str, ...]
    section_type: str | None
    block_ids: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    header: Header | None = None
    rows: tuple[Row, ...] = ()
    callout: Callout | None = None
    language: str | None = None
    directive: bool = False  # gives a section type or names edges, and is no content
    typed: bool = field(default=False, metadata=HIDDEN)  # a heading that declares its type itself
    data: bool = field(default=False, metadata=HIDDEN)  # of a drawing, and no content
    page: int | None = None  # of a plain text
    key: str | None = None  # id of a canvas card

    @property
    def block_id(self) -> str | None:
        """The first of its ids."""
        return self.block_ids[0] if self.block_ids else None

    def to_dict(self) -> dict[str, Any]:
        """As for every value, with `block_id` beside `block_ids`."""
        return {**Value.to_dict(self), "block_id": self.block_id}


@value
class Heading(Value):
    """A heading of the note."""

    level: int
    text: str  # as written, without its marks
    title: str  # the same without a block id
    line: int
    char_start: int
    char_end: int
    block: int


@value
class BlockId(Value):
    """A name for a block, and the span of what it names."""

    id: str
    line: int
    block: int
    char_start: int
    char_end: int
    place: int = field(metadata=HIDDEN)  # of the marker itself


class Aside(NamedTuple):
    """Something that `normalized_text` leaves out: a directive, a comment, a drawing, an id."""

    char_start: int
    char_end: int
    whole: bool  # takes its lines with it


@value
class Note(Value):
    """One file, read: everything mindnet knows of it without asking others."""

    path: NotePath
    document_id: str
    title: str
    type: str | None
    aliases: tuple[str, ...]
    tags: tuple[str, ...]  # distinct, as first written, those of the frontmatter first
    properties: dict[str, Any]
    frontmatter_ok: bool | None
    first_heading: str | None
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    block_ids: tuple[BlockId, ...]
    callouts: tuple[Callout, ...]
    tag_occurrences: tuple[Tag, ...]
    links: tuple[Link, ...]
    tasks_open: int
    tasks_done: int
    problems: tuple[Problem, ...]
    source: str = field(repr=False, metadata=HIDDEN)  # what offsets count in
    content_hash: str = field(default="", repr=False, metadata=HIDDEN)  # of the file: its version
    asides: tuple[Aside, ...] = field(default=(), repr=False, metadata=HIDDEN)


@value
class Hit(Value):
    """A chunk that was found."""

    path: NotePath
    title: str
    ref: str  # with its check
    chunk_id: str
    headings_path: tuple[str, ...]
    section_type: str | None
    chunk_type: str
    line_start: int
    line_end: int
    score: float  # higher is better, within one answer
    snippet: str
    text: str
