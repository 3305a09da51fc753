"""The values of cutting, in travelling order: the second half of `model`.

    Profile  →  Draft  →  Chunk

A chunk is a run of a note's own text, plus what helps to read it; the two are never mixed
(`chunks.md`). What follows from other fields is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any

from mindnet.model import HIDDEN, Note, NotePath, Value
from mindnet.navigation import find_spot, navigate


@dataclass(frozen=True, slots=True)
class Overlap(Value):
    """What neighbours lend each other."""

    side: str = "none"  # none, previous, next, both
    tokens: int | None = None  # of a range its mean
    ratio: float | None = None  # of the giving core; `tokens` is then its cap


@dataclass(frozen=True, slots=True)
class WindowStyle(Value):
    """How a chunk is framed for its reader."""

    style: str = "breadcrumb"  # or tagged
    max_heading_levels: int = 0  # those nearest to the chunk; 0: all
    page_tag: bool = True
    section_tag: bool = True
    section_type: bool = False


@dataclass(frozen=True, slots=True)
class Profile(Value):
    """How a kind of note is cut; `profiles.md` tells each key."""

    name: str
    strategy: str
    about: str = ""
    tokenizer: str = "cl100k_base"
    target: int = 400
    max: int = 600
    min: int = 0
    overlap: Overlap = Overlap()
    window: WindowStyle = WindowStyle()
    sentences: str = "linguistic"  # or punctuation
    split_level: int = 2
    strict_heading_split: bool = False
    enable_smart_edge_allocation: bool = True
    max_chars: int = 1000
    overflow: float = 0.2
    midpoint_overlap: float = 0.1
    strict_chars: bool = False
    slice_chars: int = 0  # 0: off


@dataclass(frozen=True, slots=True)
class Draft:
    """A chunk as a strategy leaves it: where it begins and ends, and what leads it."""

    start: int
    end: int
    block: int  # whose section names it; of a part that of what was cut
    section_type: str | None
    prefix: str = ""
    joint: str = ""  # between prefix and text: a blank line or a line break
    split: bool = False  # holds a part of something that was cut
    continued: bool = False  # begins inside it
    heading_only: bool = False
    oversize: bool = False
    page: int | None = None
    whole: tuple[int, int] | None = None  # the span of what was cut
    overlap_prev: tuple[int, int] | None = None  # a span right before the core
    overlap_next: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Chunk(Value):
    """A piece of a note that is stored, found and cited."""

    document_id: str
    index: int
    last: bool = field(metadata=HIDDEN)  # no chunk of the note follows
    path: NotePath
    char_start: int
    char_end: int
    line_start: int
    line_end: int
    block_start_idx: int
    block_end_idx: int
    part: int | None = field(metadata=HIDDEN)  # of its last block, from 1, where that is cut
    overlap_prev_block_indices: tuple[int, ...]
    overlap_next_block_indices: tuple[int, ...]
    page: int | None
    headings_path: tuple[str, ...]
    nearest_heading: int | None
    section_type: str | None
    block_id: str | None
    block_ids: tuple[str, ...]
    chunk_type: str
    flags: tuple[str, ...]
    md_text: str
    normalized_text: str
    prefix: str
    overlap_prev: str
    overlap_next: str
    full_text: str
    window: str
    twin: int = field(metadata=HIDDEN)  # how many equal chunks of the note stand before it
    note: Note = field(repr=False, metadata=HIDDEN)
    knife: Profile = field(repr=False, metadata=HIDDEN)  # the profile that cut it
    count: Callable[[str], int] = field(repr=False, metadata=HIDDEN)
    base_url: str | None = field(default=None, repr=False, metadata=HIDDEN)
    vault: str | None = None  # name of its folder: the tenant
    root: str | None = field(default=None, repr=False, metadata=HIDDEN)  # where the vault lies
    modified: str | None = None  # of the file, ISO, UTC
    gaps: tuple[int, ...] = field(default=(), repr=False, metadata=HIDDEN)  # in md_text: left out

    @property
    def chunk_id(self) -> str:
        """Names the place: the same file gives the same id on every machine."""
        blocks = f"{self.block_start_idx}:{self.block_end_idx}"
        return _hash(f"{self.document_id}:{blocks}:{self.char_start}:{self.char_end}")

    @property
    def content_id(self) -> str:
        """Names the words: survives a rename, and edits elsewhere in the note."""
        path = ",".join(map(encode_basestring, self.headings_path))
        return _hash(f"[[{path}],{encode_basestring(self.normalized_text)},{self.twin}]")  # JSON

    @property
    def ref(self) -> str:
        """What people and assistants type: `Garden/Oak#c03`."""
        return self._ref(self.index)

    @property
    def prev_ref(self) -> str | None:
        """The chunk before it."""
        return self._ref(self.index - 1) if self.index else None

    @property
    def next_ref(self) -> str | None:
        """The chunk after it."""
        return None if self.last else self._ref(self.index + 1)

    @property
    def block_span(self) -> str:
        """The blocks it holds: `Garden/Oak:5-10`, and `:3-5.1` where the last is cut."""
        part = f".{self.part}" if self.part else ""
        return f"{self.document_id}:{self.block_start_idx}-{self.block_end_idx}{part}"

    @property
    def core_block_indices(self) -> tuple[int, ...]:
        """The blocks of its core."""
        return tuple(range(self.block_start_idx, self.block_end_idx + 1))

    @property
    def block_indices(self) -> tuple[int, ...]:
        """The blocks it shows, those of the overlap too, each once."""
        around = (*self.overlap_prev_block_indices, *self.core_block_indices)
        return tuple(dict.fromkeys((*around, *self.overlap_next_block_indices)))

    @property
    def text_headings_path(self) -> tuple[str, ...]:
        """The headings that its window shows."""
        return self.headings_path[-self.knife.window.max_heading_levels :]

    @property
    def section_title(self) -> str | None:
        """The heading it stands under."""
        return self.headings_path[-1] if self.headings_path else None

    @property
    def section_path(self) -> str:
        """`/A/B`; `/` at the top."""
        return "/" + "/".join(self.headings_path)

    @property
    def token_count(self) -> int:
        """The tokens of `full_text`."""
        return self.count(self.full_text)

    @property
    def core_token_count(self) -> int:
        """The tokens of `normalized_text`."""
        return self.count(self.normalized_text)

    @property
    def navigation(self) -> dict[str, Any]:
        """The way back to its place."""
        return navigate(find_spot(self), self.vault, self.root, self.base_url)

    @property
    def embedding_text(self) -> str:
        """Its window, by the name that embedding tools look for."""
        return self.window

    @property
    def profile(self) -> str:
        """The name of the profile that cut it."""
        return self.knife.name

    @property
    def strategy(self) -> str:
        """The strategy of that profile."""
        return self.knife.strategy

    @property
    def tokenizer(self) -> str:
        """What its tokens are counted with."""
        return self.knife.tokenizer

    @property
    def title(self) -> str:
        """The title of its note."""
        return self.note.title

    @property
    def note_type(self) -> str | None:
        """The type of its note."""
        return self.note.type

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of its note."""
        return self.note.tags

    @property
    def aliases(self) -> tuple[str, ...]:
        """The aliases of its note."""
        return self.note.aliases

    @property
    def content_hash(self) -> str:
        """The version of its note."""
        return self.note.content_hash

    def to_dict(self) -> dict[str, Any]:
        """The whole record, by the names of `chunks.md`."""
        told = ((name, getattr(self, name)) for name in _RECORD)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in told}

    def _ref(self, index: int) -> str:
        return f"{self.document_id}#c{index:02}"


def _hash(words: str) -> str:
    return sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


_RECORD = (
    *("chunk_id", "content_id", "ref", "block_span", "document_id", "vault", "index"),
    *("prev_ref", "next_ref"),
    *("path", "char_start", "char_end", "line_start", "line_end"),
    *("block_start_idx", "block_end_idx", "core_block_indices"),
    *("overlap_prev_block_indices", "overlap_next_block_indices", "block_indices", "page"),
    *("headings_path", "text_headings_path", "section_title", "section_path", "nearest_heading"),
    *("section_type", "block_id", "block_ids", "chunk_type", "flags"),
    *("token_count", "core_token_count", "tokenizer"),
    *("title", "note_type", "profile", "strategy", "tags", "aliases", "modified", "content_hash"),
    *("md_text", "normalized_text", "prefix", "overlap_prev", "overlap_next", "full_text"),
    *("window", "embedding_text", "navigation"),
)
