"""The rows of a note's chunks become records again.

    note row, chunk rows  →  chunk records

Knows the record (`chunks.md` §2) and what of it follows from other columns: texts are joined from
what is stored once, and the overlap is cut from the neighbours.
Texts are joined here and not in SQL, whose functions end a text at its first NUL.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from mindnet.cuts import Profile
from mindnet.navigation import Spot, navigate
from mindnet.store.kept_text import normal_text

Record = dict[str, Any]
Row = sqlite3.Row

CHUNKS_OF = """
    SELECT c.*, s.headings_path, s.section_type, s.lead,
        first.kind AS first_kind, first.block_id AS first_id, above.headings_path AS above
    FROM chunks c
    JOIN sections s ON s.note = c.note AND s.section = c.section
    JOIN blocks first ON first.note = c.note AND first."index" = c.block_start_idx
    LEFT JOIN blocks heading ON heading.note = c.note AND heading."index" = c.nearest_heading
    LEFT JOIN sections above ON above.note = c.note AND above.section = heading.section
    WHERE c.note = ? ORDER BY c."index"
"""
_OF_MACHINE = ("uri", "file_uri")


class Home(NamedTuple):
    """Where the vault lies on this machine."""

    vault: str  # the name of its folder
    root: str


def chunk_records(
    note: Row,
    names: Record,
    rows: Sequence[Row],
    profile: Profile,
    base_url: str | None,
    home: Home | None = None,
) -> Iterator[Record]:
    """The chunks of a note in order; without a home nothing of the machine is told."""
    texts = ["", *(_normal(row) for row in rows), ""]
    for number, row in enumerate(rows):
        before, text, after = texts[number : number + 3]
        yield {
            **_identity(note["document_id"], row, number + 1 == len(rows)),
            **_place(note["path"], row),
            **_structure(row, profile.window.max_heading_levels),
            **_origin(note, profile),
            **names,
            **_texts(row, before, text, after),
            **_ways(note, row, text, base_url, home),
        }


def _identity(document_id: str, row: Row, last: bool) -> Record:
    index, part = row["index"], row["part"]
    first, final = row["block_start_idx"], row["block_end_idx"]
    return {
        "chunk_id": row["chunk_id"].hex(),
        "content_id": row["content_id"].hex(),
        "ref": _ref(document_id, index),
        "block_span": f"{document_id}:{first}-{final}{f'.{part}' if part else ''}",
        "document_id": document_id,
        "index": index,
        "prev_ref": _ref(document_id, index - 1) if index else None,
        "next_ref": None if last else _ref(document_id, index + 1),
    }


def _place(path: str, row: Row) -> Record:
    first, last = row["block_start_idx"], row["block_end_idx"]
    before = _list(row["overlap_prev_block_indices"])
    after = _list(row["overlap_next_block_indices"])
    core = list(range(first, last + 1))
    return {
        "path": path,
        "char_start": row["char_start"],
        "char_end": row["char_end"],
        "line_start": row["line_start"],
        "line_end": row["line_end"],
        "block_start_idx": first,
        "block_end_idx": last,
        "core_block_indices": core,
        "overlap_prev_block_indices": before,
        "overlap_next_block_indices": after,
        "block_indices": list(dict.fromkeys((*before, *core, *after))),
        "page": row["page"],
    }


def _structure(row: Row, levels: int) -> Record:
    headings = json.loads(row["headings_path"])
    return {
        "headings_path": headings,
        "text_headings_path": headings[-levels:],
        "section_title": headings[-1] if headings else None,
        "section_path": "/" + "/".join(headings),
        "nearest_heading": row["nearest_heading"],
        "section_type": row["section_type"],
        "block_id": row["block_id"],
        "block_ids": _list(row["block_ids"]),
        "chunk_type": row["chunk_type"],
        "flags": _list(row["flags"]),
        "token_count": row["token_count"],
        "core_token_count": row["core_token_count"],
    }


def _origin(note: Row, profile: Profile) -> Record:
    return {
        "tokenizer": profile.tokenizer,
        "title": note["title"],
        "note_type": note["type"],
        "profile": note["profile"],
        "strategy": profile.strategy,
        "content_hash": note["content_hash"],
    }


def _texts(row: Row, before: str, text: str, after: str) -> Record:
    prefix = row["prefix"] or ""
    lent_prev = before[-row["lent_prev"] :] if row["lent_prev"] else ""
    lent_next = after[: row["lent_next"]] if row["lent_next"] else ""
    parts = (prefix, row["joint"], lent_prev, row["gap_prev"], text, row["gap_next"], lent_next)
    full_text = "".join(part for part in parts if part)
    window = row["lead"] + full_text
    return {
        "md_text": row["md_text"],
        "normalized_text": text,
        "prefix": prefix,
        "overlap_prev": lent_prev,
        "overlap_next": lent_next,
        "full_text": full_text,
        "window": window,
        "embedding_text": window,
    }


def _ways(note: Row, row: Row, text: str, base_url: str | None, home: Home | None) -> Record:
    """The way back to a chunk, and what else only this machine can tell."""
    spot = Spot(
        path=note["place"],
        document_id=note["document_id"],
        line_start=row["line_start"],
        char_start=row["char_start"],
        text=text,
        heading=_last(row["above"]),
        block_id=row["first_id"],
        block_type=row["first_kind"],
    )
    if home is None:
        told = navigate(spot, base_url=base_url)
        return {"navigation": {key: told[key] for key in told if key not in _OF_MACHINE}}
    return {
        "vault": home.vault,
        "modified": _moment(note["mtime_ns"]),
        "navigation": navigate(spot, home.vault, home.root, base_url),
    }


def _ref(document_id: str, index: int) -> str:
    return f"{document_id}#c{index:02}"


def _normal(row: Row) -> str:
    return normal_text(row["md_text"], row["kept"])


def _list(told: str | None) -> list[Any]:
    return [] if told is None else list(json.loads(told))


def _last(headings_path: str | None) -> str | None:
    headings = _list(headings_path)
    return headings[-1] if headings else None


def _moment(mtime_ns: int) -> str | None:
    try:
        return datetime.fromtimestamp(mtime_ns // 10**9, UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):  # a time no calendar knows
        return None
