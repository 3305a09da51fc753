"""What a line can begin, and how a destination is spelled; alone in knowing mistune.

    line  →  the block it opens, if any

Knows CommonMark's marks: the names of HTML's tags and the parts of links are mistune's, pinned
to one minor version because we lean on them.
Leaves containers and places to `blocks`: mistune gives no offsets, and reads some nested
structure in its own way (`- # a` and a line of text under it, for one).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from mistune.helpers import (
    BLOCK_TAGS,
    HTML_TAGNAME,
    LINK_LABEL,
    PRE_TAGS,
    parse_link_href,
    parse_link_title,
)
from mistune.util import unikey

_PRE = "|".join(PRE_TAGS)
_ATTRIBUTES = (  # never goes back: a tag of a megabyte is read once
    r"(?:[ \t\n]++[A-Za-z_:][A-Za-z0-9_.:-]*+"
    r"(?:[ \t\n]*+=[ \t\n]*+(?:[^ \t\n\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?)*+"
)
_BLOCK = "|".join((*BLOCK_TAGS, "search"))  # `search` is CommonMark 0.31

ATX = re.compile(r"(#{1,6})(?:[ \t]+|$)(.*)")
_RULE = r"(?:(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+)$"
RULE = re.compile(_RULE)
FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
SETEXT = re.compile(r"(?:=+|-+)[ \t]*$")
MARKER = re.compile(rf"(?!{_RULE})([-+*]|(\d{{1,9}})[.)])(?=[ \t]|$)", re.ASCII)
FOOTNOTE = re.compile(r"\[\^[^\]\[ \t\n]+\]:")
DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*$")
TASK = re.compile(r"\[([^\n])\](?:[ \t]+|$)")
CALLOUT = re.compile(r"[ \t]*\[!([^\]\n \t|][^\]\n]*)\]([+-]?)([^\n]*)")
TAG = re.compile(rf"</{HTML_TAGNAME}[ \t\n]*+>|<{HTML_TAGNAME}{_ATTRIBUTES}[ \t\n]*+/?>")
PLAIN_DESTINATION = r'([^\s()<>\\\x00-\x1f]++)(?:[ \t]++"[^"\\\n]*+")?+[ \t]*+\)'

_HTML = re.compile(
    rf"(?P<pre><(?:{_PRE})(?=[ \t>]|$))"
    r"|(?P<comment><!--)|(?P<script><\?)|(?P<data><!\[CDATA\[)|(?P<declaration><![A-Za-z])"
    rf"|(?P<block></?(?:{_BLOCK})(?=[ \t]|/?>|$))"
    rf"|(?P<any>(?:<(?!(?:{_PRE})[ \t/>]){HTML_TAGNAME}{_ATTRIBUTES}[ \t]*/?>"
    rf"|</{HTML_TAGNAME}[ \t]*>)[ \t]*$)",
    re.IGNORECASE,
)
_HTML_END = {
    "pre": re.compile(rf"</(?:{_PRE})>", re.IGNORECASE),
    "comment": re.compile("-->"),
    "script": re.compile(r"\?>"),
    "data": re.compile("]]>"),
    "declaration": re.compile(">"),
    "block": None,
    "any": None,
}
_PIPE = re.compile(r"\\.|\|")
_LABEL = re.compile(rf"({LINK_LABEL})\]")
_DEFINITION = re.compile(rf" {{0,3}}\[(?!\^)({LINK_LABEL})\]:")
_REST_BLANK = re.compile(r"[ \t]*(?:\n|$)")
_PLAIN_DESTINATION = re.compile(PLAIN_DESTINATION)


class Html(NamedTuple):
    """An HTML block that a line opens."""

    end: re.Pattern[str] | None  # what ends it; None: a blank line does
    interrupts: bool  # whether it may stand right under a paragraph


class Definition(NamedTuple):
    """`[label]: destination`, up to and with its line end."""

    label: str
    destination: str
    end: int


_COMMENT = Html(_HTML_END["comment"], True)


def match_html(text: str, place: int, end: int) -> Html | None:
    """The HTML block that begins with this part of a line, if one does."""
    if text.startswith("<!--", place):  # by far the most of them
        return _COMMENT
    match = _HTML.match(text, place, end)
    if match is None or match.lastgroup is None:
        return None
    return Html(_HTML_END[match.lastgroup], match.lastgroup != "any")


def match_definition(text: str, place: int) -> Definition | None:
    """The link reference definition at this place, if one stands there."""
    match = _DEFINITION.match(text, place)
    if match is None or not unikey(match[1]):
        return None
    destination, end = parse_link_href(text, match.end(), block=True)
    if destination is None or end is None:
        return None
    after_title = _end_of_title(text, end)
    rest = _REST_BLANK.match(text, end) if after_title is None else None
    if after_title is None and rest is None:
        return None
    stop = after_title if after_title is not None else rest.end() if rest else end
    return Definition(unikey(match[1]), destination, stop)


def _end_of_title(text: str, place: int) -> int | None:
    title, end = parse_link_title(text, place, len(text))
    rest = _REST_BLANK.match(text, end) if title is not None and end is not None else None
    return rest.end() if rest else None


def match_destination(text: str, place: int) -> tuple[str, int] | None:
    """The destination in round brackets, and the place behind them.

    `place` is that of the opening bracket: `(oak.md "Oak")` gives `oak.md`.
    """
    plain = _PLAIN_DESTINATION.match(text, place + 1)
    if plain:
        return plain[1], plain.end()
    destination, end = parse_link_href(text, place + 1)
    if destination is None or end is None:
        return None
    _title, after_title = parse_link_title(text, end, len(text))
    stop = end if after_title is None else after_title
    while stop < len(text) and text[stop] in " \t\n":
        stop += 1
    return (destination, stop + 1) if text[stop : stop + 1] == ")" else None


def match_label(text: str, place: int) -> tuple[str, int] | None:
    """The label that begins at this place, as it is compared, and the place behind its `]`."""
    match = _LABEL.match(text, place, place + 1001)
    key = unikey(match[1]) if match else ""
    return (key, match.end()) if match and key else None


def label_key(label: str) -> str:
    """A label as it is compared."""
    return unikey(label)


def cut_cells(row: str) -> list[tuple[int, int]]:
    """The spans of a row's cells: `| a | b |` has two."""
    bars = [m.start() for m in _PIPE.finditer(row) if m[0] == "|"]
    edges = [-1, *bars, len(row)]
    if bars and not row[: bars[0]].strip(" \t"):
        edges = edges[1:]
    if len(edges) > 2 and not row[bars[-1] + 1 :].strip(" \t"):
        edges = edges[:-1]
    return [(a + 1, b) for a, b in pairwise(edges)]
