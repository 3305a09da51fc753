"""The way back from a chunk to its place: in the editor, on disk, on the web.

    Chunk  →  Spot  →  navigation

Knows how each of them spells an address (`chunks.md` §7). Everything points at the core, never
at what was borrowed.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

if TYPE_CHECKING:
    from mindnet.cuts import Chunk

_LONGEST = 100  # characters of a text fragment
_MARKS = re.compile(r"(?:[ \t]*(?:#{1,6}(?=[ \t])|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*")
_LINE_END = re.compile(r"[\r\n]")


class Spot(NamedTuple):
    """What of a chunk its addresses are made of."""

    path: str  # of the file, as its disk spells it
    document_id: str
    line_start: int
    char_start: int
    text: str  # the normalized_text
    heading: str | None  # the nearest at or above it
    block_id: str | None  # of its first block
    block_type: str  # and its kind


def navigate(
    spot: Spot, vault: str | None = None, root: str | None = None, base_url: str | None = None
) -> dict[str, Any]:
    """Where a chunk stands, and the addresses that lead there."""
    words = text_fragment(spot.text)
    return {
        "line_start": spot.line_start,
        "char_start": spot.char_start,
        "text_length": len(spot.text),
        "block_id": spot.block_id,
        "heading": spot.heading,
        "uri": None if vault is None else _uri(spot, vault),
        "file_uri": None if root is None else PurePath(root, spot.path).as_uri(),
        "url": _url(spot, base_url, words) if base_url else None,
        "highlight": {
            "text_fragment": words,
            "block_type": spot.block_type,
            "text_offset": spot.char_start,
        },
    }


def find_spot(chunk: Chunk) -> Spot:
    """The spot of a chunk that was just cut."""
    first = chunk.note.blocks[chunk.block_start_idx]
    return Spot(
        path=chunk.path,
        document_id=chunk.document_id,
        line_start=chunk.line_start,
        char_start=chunk.char_start,
        text=chunk.normalized_text,
        heading=_heading(chunk),
        block_id=first.block_id,
        block_type=first.kind.value,
    )


def text_fragment(text: str) -> str:
    """The first words of a text, without the marks before them, up to a word's end."""
    line = _LINE_END.split(text.lstrip(), maxsplit=1)[0]
    marks = _MARKS.match(line)
    words = line[marks.end() if marks else 0 :].strip()
    if len(words) <= _LONGEST:
        return words
    end = words.rfind(" ", 0, _LONGEST + 1)
    return words[: end if end > 0 else _LONGEST].rstrip()


def encode_fragment(words: str) -> str:
    """Words as they stand in an address behind `#:~:text=`."""
    return quote(words, safe="", errors="replace").replace("-", "%2D")


def _heading(chunk: Chunk) -> str | None:
    if chunk.nearest_heading is None:
        return None
    path = chunk.note.blocks[chunk.nearest_heading].headings_path
    return path[-1] if path else None


def _uri(spot: Spot, vault: str) -> str:
    anchor = f"#^{spot.block_id}" if spot.block_id else f"#{spot.heading}" if spot.heading else ""
    file = quote(spot.document_id + anchor, safe="", errors="replace")
    return f"obsidian://open?vault={quote(vault, safe='')}&file={file}"


def _url(spot: Spot, base_url: str, words: str) -> str:
    address = f"{base_url.rstrip('/')}/{quote(spot.document_id, errors='replace')}"
    return f"{address}#:~:text={encode_fragment(words)}"
