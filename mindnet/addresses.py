"""What is typed becomes an address.

    "Garden/Oak#c03@9f3ac1d2"  →  Ref: the ways to read it, the longest name first

Knows how a place in a note is written (`interfaces.md` §2): a section, a block, a chunk, lines,
and the check that tells whether its text is still the one that was meant.
Leaves to `store` which note is called so, and to `texts` what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mindnet.notes.targets import part_alias, split_target

_LONGEST = 4000  # characters; no file has so long a name
_MOST = 32  # breaks from either end at which a text may be parted
_LINK = re.compile(r"!?\[\[(.*)\]\]", re.DOTALL)
_CHUNK_ID = re.compile(r"[0-9A-Fa-f]{8,64}")
_BREAK = re.compile("[#:]")
_AT = r"(?:@(?P<check>[0-9A-Fa-f]{8,64}))?"
_CHUNK = re.compile(rf"#c(?P<chunk>[0-9]{{2,9}}){_AT}")
_LINES = re.compile(rf":(?P<first>[0-9]{{1,9}})(?:-(?P<last>[0-9]{{1,9}}))?{_AT}")


@dataclass(frozen=True, slots=True)
class Address:
    """A place: a note by its name, and what of it is meant; nothing further: all of it."""

    name: str
    headings: tuple[str, ...] = ()  # from the outermost inwards
    block: str | None = None  # an id, without "^"
    chunk: int | None = None
    lines: tuple[int, int] | None = None  # the first and the last
    check: str | None = None  # how the sha256 of the text begins
    rest: str = ""  # what was written behind the name


@dataclass(frozen=True, slots=True)
class Ref:
    """What somebody typed, and all it may mean."""

    text: str
    addresses: tuple[Address, ...]  # the longest name first
    chunk_id: str | None = None  # the digits that the id of a chunk may begin with
    is_link: bool = False  # found in a note, within [[ and ]]


def parse_ref(text: str) -> Ref:
    """All ways to read what was typed; none where nothing can be called so.

    `C# notes#c00` is the note `C# notes#c00`, the chunk 0 of `C# notes`, or a heading in `C`:
    which of them, is told by the notes that there are.
    """
    typed, text = text, text.strip()
    if len(typed) > _LONGEST or not typed:
        return Ref(text, ())
    link = _LINK.fullmatch(text)
    words = part_alias(link[1])[0].strip() if link else text
    chunk_id = words.lower() if _CHUNK_ID.fullmatch(words) and not link else None
    as_typed = [Address(text)] if link else _read(typed)  # a file may be called `[[x]]`, or ` x`
    readings = dict.fromkeys((*as_typed, *(_read(words) if words else ())))
    return Ref(text, tuple(readings), chunk_id, is_link=link is not None)


def _read(words: str) -> Iterator[Address]:
    """The words as a name with a place behind it, the longest name first."""
    yield Address(words)
    breaks = [found.start() for found in _BREAK.finditer(words)]
    for end in reversed((*breaks[:_MOST], *breaks[_MOST:][-_MOST:])):
        name, rest = words[:end], words[end:]
        for each in dict.fromkeys((name, name.strip())):
            address = _read_place(each, rest) if each else None
            if address is not None:
                yield address


def _read_place(name: str, rest: str) -> Address | None:
    if found := _CHUNK.fullmatch(rest):
        return Address(name, chunk=int(found["chunk"]), check=found["check"], rest=rest)
    if found := _LINES.fullmatch(rest):
        lines = int(found["first"]), int(found["last"] or found["first"])
        return Address(name, lines=lines, check=found["check"], rest=rest)
    if rest.startswith(":"):
        return None
    target = split_target(rest, None)
    headings = tuple(target.heading.split("#")) if target.heading else ()
    return Address(name, headings, target.block, rest=rest)
