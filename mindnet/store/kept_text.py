"""The text for people, told by what is kept of the text as it is written.

    md_text, normalized_text  →  JSON: [[0, 120], [134, 40]]

Knows that no text has to be stored twice: of most chunks all is kept, of the others all but a
comment or an id. What stands for a page seam is told as it is.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

_LOOKS = (32, 12, 4, 1)  # characters by which a text is found again behind what is left out


def tell_kept(md_text: str, normal: str, gaps: Sequence[int] = ()) -> str | None:
    """Which parts of a text make the other; None where that is all of it.

    `gaps` tells where something is left out, so that it need not be searched for.
    """
    if md_text == normal:
        return None
    parts = _align(md_text, normal, gaps)
    if _join(md_text, parts) != normal:
        parts = [normal]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def normal_text(md_text: str, kept: str | None) -> str:
    """The text for people again."""
    return md_text if kept is None else _join(md_text, json.loads(kept))


def _join(md_text: str, parts: list[Any]) -> str:
    return "".join(
        part if isinstance(part, str) else md_text[part[0] : part[0] + part[1]] for part in parts
    )


def _align(md_text: str, normal: str, gaps: Sequence[int]) -> list[Any]:
    """The parts in order: as long as both go together, then behind the next gap."""
    parts: list[Any] = []
    place = at = 0
    while at < len(normal):
        for look in _LOOKS:
            found = md_text.find(normal[at : at + look], place)
            if found >= 0:
                break
        else:
            return [normal]
        number = bisect_right(gaps, found)
        gap = gaps[number] if number < len(gaps) else len(md_text)
        length = min(gap - found, len(normal) - at)
        if not _go_together(md_text, found, normal, at, length):
            length = _common(md_text, found, normal, at)
        parts.append([found, length])
        place, at = found + length, at + length
    return parts


def _go_together(one: str, at: int, two: str, to: int, length: int) -> bool:
    """Whether two texts go together so far from these places on, and no farther."""
    end, stop = at + length, to + length
    if one[at:end] != two[to:stop]:
        return False
    return stop == len(two) or one[end : end + 1] != two[stop]


def _common(one: str, at: int, two: str, to: int) -> int:
    """How far two texts go together from these places on."""
    low, high = 0, min(len(one) - at, len(two) - to)
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(two[to + low : to + middle], at + low):
            low = middle
        else:
            high = middle - 1
    return low
