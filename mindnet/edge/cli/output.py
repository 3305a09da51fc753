"""Answers go out: data on stdout, everything else on stderr.

    lines, JSON  →  streams

Knows what terminals and pipes do not take: odd encodings, full disks, control characters; how
wide they are, and whether they like colour.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mindnet.model import Value

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_WIDE = frozenset("WF")
_PORTION = 60_000  # characters that are written at once
_NARROWEST, _WIDEST = 60, 100  # columns in which a text is still read with ease


def prepare_streams() -> None:
    """Lets both streams spell out what their encoding lacks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def print_lines(lines: Iterable[str]) -> None:
    """Writes lines for people."""
    _write("".join(f"{line}\n" for line in lines))


def print_text(text: str) -> None:
    """Writes a text as it is; a terminal gets it without what it might obey."""
    if sys.stdout is not None and sys.stdout.isatty():
        text = "\n".join(map(one_row, text.splitlines()))
    _write(text if text.endswith("\n") else f"{text}\n")


def plural(number: int, noun: str) -> str:
    """`1 note`, `2,000 notes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def tally(counts: Mapping[str, int]) -> str:
    """`3 too_large, 1 not_utf8`: how many of which."""
    return ", ".join(f"{number:,} {name}" for name, number in counts.items())


def print_json(answer: dict[str, Any], index: Value | None) -> None:
    """Writes one object for programs, in UTF-8 wherever it goes."""
    import json

    from mindnet import __version__

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    state = None if index is None else index.to_dict()
    whole = {"mindnet": __version__, "index": state, **answer}
    _write(json.dumps(whole, ensure_ascii=False) + "\n")


def print_records(records: Iterable[dict[str, Any]]) -> None:
    """Writes records as they come, each an object on a line of its own, in UTF-8."""
    import json

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    lines, size = [], 0
    for record in records:
        lines.append(json.dumps(record, ensure_ascii=False))
        size += len(lines[-1])
        if size > _PORTION:
            print_lines(lines)
            lines, size = [], 0
    print_lines(lines)


def print_error(
    code: str, message: str, as_json: bool, candidates: Sequence[str] | None = None
) -> None:
    """Writes one sentence, or one object, to stderr."""
    if as_json:
        import json

        told = {} if candidates is None else {"candidates": list(candidates)}
        tell(json.dumps({"error": {"code": code, "message": message, **told}}))
    else:
        tell(f"mindnet: {one_line(message)}")


def tell(line: str) -> None:
    """Writes a line to stderr; nobody listening there is no reason to stop."""
    if sys.stderr is None:
        return  # closed: print would take stdout instead
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: Any) -> None:
    """Sends what is left in a broken stream nowhere, so that leaving is quiet."""
    try:
        place = stream.fileno()
    except (OSError, ValueError):
        return  # no real file behind it
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, place)
    os.close(nowhere)


def one_line(text: str, width: int = 0) -> str:
    """The text on one line, cut to a width, without what a terminal might obey."""
    if width:
        text = text.lstrip()[: 8 * width]  # a note may be one line of megabytes
    line = _CONTROL.sub("\ufffd", " ".join(text.split()))
    return f"{line[: width - 1].rstrip()}…" if 0 < width < len(line) else line


def one_row(text: str) -> str:
    """A line of text with its indentation, without what a terminal might obey."""
    return _CONTROL.sub("\ufffd", text.expandtabs(4)).rstrip()


def page_width() -> int:
    """How wide a page may be."""
    import shutil

    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))


def takes_colour() -> bool:
    """Whether stdout is a terminal whose owner did not ask for plain text."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def takes(signs: str) -> bool:
    """Whether stdout can spell these signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def wrap(line: str, width: int) -> list[str]:
    """A line as rows of at most so many columns, broken between words where it can be."""
    rows = []
    while width_of(line) > width:
        end = _fit(line, width)
        indent = len(line) - len(line.lstrip())
        space = line.rfind(" ", indent, end + 1)
        end = space if space > indent else end
        rows.append(line[:end].rstrip())
        line = line[end:].lstrip()
    return [*rows, line]


def _fit(line: str, width: int) -> int:
    """How many characters of a line take up so many columns; at least one."""
    end = min(width, len(line))
    while end > 1 and width_of(line[:end]) > width:
        end -= 1
    return end


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines of one table; a column without any content is left out."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(width_of, column)) for column in columns]
    return [_join(row, widths) for row in zip(*columns, strict=True)]


def _join(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


def width_of(text: str) -> int:
    """How many columns a text takes up."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(each) in _WIDE for each in text)
    return len(text) + wide - sum(unicodedata.combining(each) > 0 for each in text)


def _write(text: str) -> None:
    from mindnet.errors import OutputFailed

    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        drop(sys.stdout)
        raise
    except OSError as error:
        drop(sys.stdout)
        raise OutputFailed(str(error.strerror)) from None
