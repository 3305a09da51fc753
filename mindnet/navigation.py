"""The way back from a chunk to its place: in the editor, on disk, on the web.

    Chunk  →  navigation

Knows how each of them spells an address (`chunks.md` §7). Everything points at the core, never
at what was borrowed.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from mindnet.cuts import Chunk

_LONGEST = 100  # characters of a text fragment
_MARKS = re.compile(r"(?:[ \t]*(?:#{1,6}(?=[ \t])|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*")
_LINE_END = re.compile(r"[\r\n]")


def navigate(chunk: Chunk) -> dict[str, Any]:
    """Where a chunk stands, and the addresses that lead there."""
    first = chunk.note.blocks[chunk.block_start_idx]
    heading = _heading(chunk)
    words = text_fragment(chunk.normalized_text)
    return {
        "line_start": chunk.line_start,
        "char_start": chunk.char_start,
        "text_length": len(chunk.normalized_text),
        "block_id": first.block_id,
        "heading": heading,
        "uri": _uri(chunk, first.block_id, heading),
        "file_uri": _file_uri(chunk),
        "url": _url(chunk, words),
        "highlight": {
            "text_fragment": words,
            "block_type": first.kind.value,
            "text_offset": chunk.char_start,
        },
    }


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


def _uri(chunk: Chunk, block_id: str | None, heading: str | None) -> str | None:
    if chunk.vault is None:
        return None
    anchor = f"#^{block_id}" if block_id else f"#{heading}" if heading else ""
    file = quote(chunk.document_id + anchor, safe="", errors="replace")
    return f"obsidian://open?vault={quote(chunk.vault, safe='')}&file={file}"


def _file_uri(chunk: Chunk) -> str | None:
    return None if chunk.root is None else PurePath(chunk.root, chunk.path).as_uri()


def _url(chunk: Chunk, words: str) -> str | None:
    if not chunk.base_url:
        return None
    address = f"{chunk.base_url.rstrip('/')}/{quote(chunk.document_id, errors='replace')}"
    return f"{address}#:~:text={encode_fragment(words)}"
