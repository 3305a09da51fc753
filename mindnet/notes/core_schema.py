"""Words become values, by the core schema of YAML 1.2.

    "12", "2024-1-2", "yes"  →  12, "2024-01-02", "yes"

Knows numbers, dates, and the spellings of true, false and nothing (`notes.md` N9, N12).
"""

from __future__ import annotations

import re
from datetime import datetime
from math import isfinite

_MAX_DIGITS = 500  # Python refuses to write out integers of some thousand digits

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_DATE = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(\.\d+)?)?"
    r"(?:[ \t]*(?:([Zz])|([-+])([01]?\d|2[0-3])(?::?([0-5]\d))?))?)?",
    re.ASCII,
)


def resolve_plain(text: str) -> bool | int | float | str | None:
    """The value of words without quotes: `12` a number, `yes` and `12:30` strings."""
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if text[0] in "+-.0123456789" else text


def _number(text: str) -> int | float | str:
    if _INT.fullmatch(text) and len(text) <= _MAX_DIGITS:
        return int(text, 0) if text[1:2] in ("o", "x") else int(text)
    if _FLOAT.fullmatch(text) and isfinite(number := float(text)):
        return number
    return resolve_date(text)


def resolve_date(text: str) -> str:
    """A date in ISO form; anything else, and an impossible date, as written."""
    if not (match := _DATE.fullmatch(text)):
        return text
    fraction, utc, sign, hours, minutes = match.groups()[6:]
    year, month, day, hour, minute, second = (int(each or 0) for each in match.groups()[:6])
    try:
        when = datetime(year, month, day, hour, minute, second)
    except ValueError:
        return text
    if match[4] is None:
        return when.date().isoformat()
    zone = "Z" if utc else f"{sign}{int(hours):02}:{minutes or '00'}" if sign else ""
    return f"{when.isoformat()}{fraction or ''}{zone}"
