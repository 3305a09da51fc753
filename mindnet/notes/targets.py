"""The inside of a link becomes a target: path, heading, block, alias.

    "Oak#Care ^dry|the oak"  →  Target("Oak", "Care", "dry", "the oak")

Knows how a link's words part (`links.md` L3–L6, L16, L17).
Leaves finding links to `links`, and where they lead to `graph`.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from mindnet.notes.lines import BLANKS

_BAR = re.compile(r"\\?\|")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_HEADING_AND_BLOCK = re.compile(r"(?:(.*)[ \t])?\^(\S+)", re.DOTALL)
_WEB = ("https://", "http://")  # most of the schemes
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")


class Target(NamedTuple):
    """What a link says of where it leads."""

    target_text: str
    heading: str | None
    block: str | None
    alias: str | None
    external: bool = False


def split_wikilink(body: str) -> Target:
    """The parts of what stands between `[[` and `]]`."""
    return split_target(*part_alias(body))


def part_alias(body: str) -> tuple[str, str | None]:
    """What stands before the first bar that may part them, and the alias behind it."""
    bar = _BAR.search(body, 2 if body.startswith("\\|") else 1) if "|" in body else None
    if bar is None:
        return body, None
    return body[: bar.start()], body[bar.end() :].strip(BLANKS) or None


def split_destination(destination: str, alias: str | None) -> Target:
    """The parts of what stands in the round brackets of a Markdown link."""
    if "\\" in destination:
        destination = unescape(destination)
    if destination.startswith(_WEB) or _SCHEME.match(destination):
        return Target(destination, None, None, alias, True)
    return split_target(_decode(destination), alias)


def split_target(target: str, alias: str | None) -> Target:
    """Path, heading path and block of a target without its alias."""
    path, mark, fragment = target.partition("#")
    if not mark:
        return Target(path.strip(BLANKS), None, None, alias)
    parts = [part for part in (each.strip(BLANKS) for each in fragment.split("#")) if part]
    block = None
    if parts and (match := _HEADING_AND_BLOCK.fullmatch(parts[-1])):
        block = match[2]
        parts[-1:] = [match[1].strip(BLANKS)] if (match[1] or "").strip(BLANKS) else []
    return Target(path.strip(BLANKS), "#".join(parts) or None, block, alias)


def unescape(text: str) -> str:
    """The text without the backslashes that kept marks from being marks."""
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def _decode(destination: str) -> str:
    if "%" not in destination:
        return destination
    try:
        return unquote(destination, errors="strict")
    except UnicodeDecodeError:
        return destination
