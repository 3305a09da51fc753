"""The values that come back from the index, in travelling order: the fourth part of `model`.

    Edge  →  KeptChunk  →  KeptCut

A kept chunk tells the same record as one that was just cut (`chunks.md` §2), and beside it the
edges that begin in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from mindnet.cuts import Profile
from mindnet.model import Heading, NotePath, Value


@dataclass(frozen=True, slots=True)
class Edge(Value):
    """One occurrence of a link, and where it leads (`links.md` L43)."""

    source: NotePath
    source_chunk: str | None
    section_path: str | None
    section_type: str | None
    line: int
    char_start: int | None
    char_end: int | None
    raw: str
    kind: str
    syntax: str
    key: str | None
    relation: str
    target_text: str
    heading: str | None
    block: str | None
    alias: str | None
    resolved: NotePath | None
    resolved_chunk: str | None
    fragment_ok: bool | None
    status: str | None  # None until it is resolved
    rule: str | None
    via: str | None


@dataclass(frozen=True, slots=True)
class KeptChunk(Value):
    """A chunk as the index gives it back."""

    chunk_id: str
    content_id: str
    ref: str
    block_span: str
    document_id: str
    vault: str | None
    index: int
    prev_ref: str | None
    next_ref: str | None
    path: NotePath
    char_start: int
    char_end: int
    line_start: int
    line_end: int
    block_start_idx: int
    block_end_idx: int
    core_block_indices: tuple[int, ...]
    overlap_prev_block_indices: tuple[int, ...]
    overlap_next_block_indices: tuple[int, ...]
    block_indices: tuple[int, ...]
    page: int | None
    headings_path: tuple[str, ...]
    text_headings_path: tuple[str, ...]
    section_title: str | None
    section_path: str
    nearest_heading: int | None
    section_type: str | None
    block_id: str | None
    block_ids: tuple[str, ...]
    chunk_type: str
    flags: tuple[str, ...]
    token_count: int
    core_token_count: int
    tokenizer: str
    title: str
    note_type: str | None
    profile: str
    strategy: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    modified: str | None
    content_hash: str
    md_text: str
    normalized_text: str
    prefix: str
    overlap_prev: str
    overlap_next: str
    full_text: str
    window: str
    embedding_text: str
    navigation: dict[str, Any]
    edges: tuple[Edge, ...] = ()


class KeptCut(NamedTuple):
    """How a note of the index was cut, and by what."""

    path: NotePath
    profile: Profile
    headings: tuple[Heading, ...]
    chunks: tuple[KeptChunk, ...]
