"""Inline fields: `up:: [[Trees]]`, `[soil:: [[Loam]]]`.

    text, Finds  →  Fields

Knows where a key is a key, and how far its value reaches (`links.md` L35–L37).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from mindnet.notes.finds import Finds
from mindnet.notes.lines import BLANKS

_LONGEST_KEY = 100
_LINE_FIELD = re.compile(r"^[ \t]*+([^\n:\[\]()]{1,100}+)::", re.MULTILINE)
_BRACKETS = re.compile(r"\\.|[\[\]()]", re.DOTALL)
_WRAPS = ("***", "___", "**", "__", "~~", "==", "*", "_", "`")
_PARTNERS = {"]": "[", ")": "("}


class Field(NamedTuple):
    """A key, and the span of its value."""

    key: str
    start: int
    end: int


class Fields(NamedTuple):
    """The fields of a text."""

    bracketed: tuple[Field, ...]
    lines: tuple[Field, ...]

    def keys_at(self, places: Sequence[int]) -> list[str | None]:
        """The keys whose values hold these growing places: innermost brackets, else the line."""
        coming = sorted(self.bracketed, key=lambda each: each.start, reverse=True)
        around: list[Field] = []
        keys: list[str | None] = []
        for place in places:
            while coming and coming[-1].start <= place:
                around.append(coming.pop())
            while around and around[-1].end <= place:
                around.pop()
            keys.append(around[-1].key if around else self._line_key(place))
        return keys

    def _line_key(self, place: int) -> str | None:
        number = bisect_right(self.lines, place, key=lambda each: each.start) - 1
        line = self.lines[number] if number >= 0 else None
        return line.key if line and place < line.end else None


NO_FIELDS = Fields((), ())


def find_fields(text: str, finds: Finds, with_lines: bool) -> Fields:
    """The fields of a text; line fields only where lines are a text's own."""
    if "::" not in text:
        return NO_FIELDS
    hidden = _merge([*finds.blind, *((link.start, link.end) for link in finds.links)])
    lines = tuple(_line_fields(text, finds.blind)) if with_lines else ()
    return Fields(tuple(_bracketed_fields(text, hidden)), lines)


def split_field(text: str) -> tuple[str, str] | None:
    """Key and value of a text that is nothing but one field."""
    if (
        text[:1] + text[-1:] in ("[]", "()")
        and text[0] not in text[1:]
        and text[-1] not in text[:-1]
    ):
        text = text[1:-1]
    words, mark, value = text.partition("::")
    key = clean_key(words)
    return (key, value.strip(BLANKS)) if mark and key else None


def clean_key(words: str) -> str | None:
    """A key without the marks around it; None if it is none."""
    words = words.strip(BLANKS)
    for mark in _WRAPS:
        if words.startswith(mark) and words.endswith(mark) and len(words) > 2 * len(mark):
            words = words[len(mark) : -len(mark)].strip(BLANKS)
    if not all(map(_is_of_key, words)) or not any(sign.isalpha() for sign in words):
        return None
    return words


def _is_of_key(sign: str) -> bool:
    return sign.isalnum() or sign in " \t_/-" or unicodedata.category(sign)[0] == "M"


def _line_fields(text: str, blind: Sequence[tuple[int, int]]) -> list[Field]:
    fields = []
    for match in _LINE_FIELD.finditer(text):
        key = clean_key(match[1])
        if key and not _is_inside(blind, match.end() - 1):
            end = text.find("\n", match.end())
            fields.append(Field(key, match.end(), len(text) if end < 0 else end))
    return fields


def _bracketed_fields(text: str, hidden: Sequence[tuple[int, int]]) -> list[Field]:
    fields = []
    for start, end in _bracket_pairs(text, hidden):
        mark = text.find("::", start, min(end, start + _LONGEST_KEY + 3))
        key = clean_key(text[start + 1 : mark]) if mark > 0 else None
        if key:
            fields.append(Field(key, mark + 2, end))
    return fields


def _bracket_pairs(text: str, hidden: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The brackets that belong together, those of links passed over."""
    waiting: dict[str, list[int]] = {"[": [], "(": []}
    pairs = []
    for match in _BRACKETS.finditer(text):
        sign = match[0]
        if len(sign) > 1 or _is_inside(hidden, match.start()):
            continue
        if sign in waiting:
            waiting[sign].append(match.start())
        elif waiting[_PARTNERS[sign]]:
            pairs.append((waiting[_PARTNERS[sign]].pop(), match.start()))
    return pairs


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same spans without those that lie in others."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not merged or end > merged[-1][1]:
            merged.append((start, end))
    return merged


def _is_inside(spans: Sequence[tuple[int, int]], place: int) -> bool:
    number = bisect_right(spans, (place, 1 << 60)) - 1
    return number >= 0 and place < spans[number][1]
