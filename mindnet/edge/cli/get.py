"""`mindnet get`: the text at an address.

    Namespace  →  library  →  Text  →  the text itself, or JSON, exit code

Knows that the text alone goes to stdout, so that it can be piped; where it stands, and what
became of it, is told beside it.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from mindnet.edge.cli.output import align, one_line, print_json, print_lines, print_text, tell

if TYPE_CHECKING:
    from mindnet.answers import Text

_STATES = {
    "holds": "",
    "moved": "moved: the text that was cited stands here now",
    "changed": "changed: another text stands here now",
    "gone": "gone: nothing stands there any longer",
}


def run_get(options: Namespace) -> int:
    """Prints the text at an address."""
    from mindnet.library import open_library

    parts = [part.strip() for part in options.parts.split(",") if part.strip()]
    with open_library(options.vault, db=options.db) as library, library.one_moment():
        text = library.get(options.ref, parts)
        index = library.index_state()
    if options.json:
        print_json({"texts": [text.to_dict()]}, index)
    else:
        tell(place_line(text))
        if text.text is not None:
            print_text(text.text)
        print_lines(line for name in text.parts for line in part_lines(name, text.parts[name]))
    return 1 if text.state in ("changed", "gone") else 0


def place_line(text: Text) -> str:
    """`Garden/Oak:12-30@9f3ac1d2  Oak > Care`, and what became of a text that was cited."""
    trail = " > ".join((text.title, *text.headings_path[text.headings_path[:1] == (text.title,) :]))
    kind = f"  [{text.section_type}]" if text.section_type else ""
    lines = f"  {text.lines}" if text.lines and text.lines != text.ref else ""
    state = _STATES[text.state] if text.state else ""
    return one_line(f"{text.ref}{lines}  {trail}{kind}") + (f"\n{state}" if state else "")


def part_lines(name: str, part: Any) -> Iterator[str]:
    """What was asked for beside the text."""
    rows = _ROWS[name](part)
    yield ""
    yield f"{name.capitalize()} ({len(rows)})"
    yield from (f"  {line}" for line in align([tuple(map(one_line, row)) for row in rows]))


def _outline(part: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(each["lines"], "#" * each["level"], each["title"]) for each in part]


def _links(part: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (str(each["line"]), each["relation"], each["status"] or "", each["raw"]) for each in part
    ]


def _backlinks(part: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [(f"{each['source']}:{each['line']}", each["relation"], each["raw"]) for each in part]


def _frontmatter(part: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (key, json.dumps(value, ensure_ascii=False)) for key, value in part["properties"].items()
    ]


_ROWS: dict[str, Callable[[Any], list[tuple[str, ...]]]] = {
    "outline": _outline,
    "links": _links,
    "backlinks": _backlinks,
    "frontmatter": _frontmatter,
}
