"""Several ways to cut a note become one page: numbers, sizes and cuts side by side.

    Comparison  →  lines

Knows how a table of profiles, a small histogram and a column of cuts look in a terminal.
Leaves what is equal and how large things are to `comparison`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import align, one_line, width_of, wrap

if TYPE_CHECKING:
    from mindnet.comparison import Bin, Comparison, Trial
    from mindnet.edge.cli.draw import Pen

MOST = 12  # profiles that a page has room for

_NUMBERS = ("chunks", "smallest", "median", "largest", "< min", "> target")
_NAME = 24  # columns that a profile's name may take
_GAP = "  "
_BACK = 80  # characters before a cut that tell whether it is inside a line
_BREAK = re.compile(r"[\r\n\f]")
_MARKS = " \t>"  # what a line of a quote begins with


def comparison_lines(comparison: Comparison, pen: Pen) -> Iterator[str]:
    """Which profiles there are, how large their chunks are, and where each one cuts."""
    yield f"{pen.bold}{one_line(comparison.note.path)}{pen.plain}"
    yield from wrap(_measure(comparison.trials), pen.width)
    yield ""
    yield from _table(comparison.trials, pen)
    if comparison.trials[0].sizes.histogram:
        yield ""
        yield from _histogram(comparison.trials, pen)
    yield ""
    yield from _cuts(comparison, pen)


def _measure(trials: Sequence[Trial]) -> str:
    """`sizes in tokens of cl100k_base`; each by its letter where they differ."""
    names = [trial.knife.tokenizer for trial in trials]
    if len(set(names)) == 1:
        return f"sizes in tokens of {names[0]}"
    told = (f"{letter} {name}" for letter, name in zip(ascii_uppercase, names, strict=False))
    return f"sizes in tokens of {', '.join(told)}"


def _table(trials: Sequence[Trial], pen: Pen) -> Iterator[str]:
    rows = [
        _row(letter, trial, pen) for letter, trial in zip(ascii_uppercase, trials, strict=False)
    ]
    columns = list(zip(("", "profile", *_NUMBERS), *rows, strict=True))
    right = [[cell.rjust(max(map(len, column))) for cell in column] for column in columns[2:]]
    first, *rest = align(list(zip(*columns[:2], *right, strict=True)))
    yield f"{pen.bold}{first}{pen.plain}"
    yield from rest


def _row(letter: str, trial: Trial, pen: Pen) -> tuple[str, ...]:
    sizes, knife = trial.sizes, trial.knife
    below = sizes.below_min if knife.min else None
    ends = (sizes.smallest, sizes.median, sizes.largest)
    numbers = (trial.chunks, *ends, below, sizes.over_target)
    told = ("-" if number is None else f"{number:,}" for number in numbers)
    return (letter, _shorten(one_line(knife.name), _NAME, pen), *told)


def _histogram(trials: Sequence[Trial], pen: Pen) -> Iterator[str]:
    """A row per bin, a column per profile; one cell of a bar is one chunk where there is room."""
    labels = ["tokens", *map(_label, trials[0].sizes.histogram)]
    label = max(map(len, labels))
    most = max(each.chunks for trial in trials for each in trial.sizes.histogram)
    room = (pen.width - label) // len(trials) - len(_GAP)
    cells = max(0, min(most, room - 1 - len(str(most))))
    width = max(room, len(str(most))) if cells == 0 else cells + 1 + len(str(most))
    head = (ascii_uppercase[number].ljust(width) for number in range(len(trials)))
    yield f"{pen.bold}{_GAP.join((labels[0].rjust(label), *head)).rstrip()}{pen.plain}"
    for number, name in enumerate(labels[1:]):
        counts = (trial.sizes.histogram[number].chunks for trial in trials)
        bars = (_bar(count, most, cells, pen).ljust(width) for count in counts)
        yield _GAP.join((name.rjust(label), *bars)).rstrip()


def _label(bar: Bin) -> str:
    if bar.high is None:
        return f"{bar.low:,}+"
    return f"{bar.low:,}" if bar.low == bar.high else f"{bar.low:,}-{bar.high:,}"


def _bar(count: int, most: int, cells: int, pen: Pen) -> str:
    if count == 0:
        return ""
    full = pen.full * -(-count * cells // most)
    return f"{full} {count}".lstrip()


def _cuts(comparison: Comparison, pen: Pen) -> Iterator[str]:
    """A row per place where at least one profile cuts, a column per profile."""
    cuts = list(comparison.cuts())
    if not cuts:
        yield "no cut: every profile leaves the note in one piece"
        return
    labels = ["line", *(f"{line:,}" if line else "card" for _, line, _ in cuts)]
    label = max(map(len, labels))
    head = _GAP.join((labels[0].rjust(label), *ascii_uppercase[: len(comparison.trials)])) + _GAP
    room = pen.width - len(head)
    shared = sum(all(who) for _, _, who in cuts)
    told = f"{len(cuts):,} place{'' if len(cuts) == 1 else 's'} to cut, {shared:,} shared by all"
    yield f"{pen.bold}{head}{pen.plain}{pen.dim}{_shorten(told, room, pen)}{pen.plain}"
    for name, (place, _, who) in zip(labels[1:], cuts, strict=True):
        marks = (pen.cut if here else pen.core.rstrip() for here in who)
        words = _words(comparison.note.source, place, pen, room)
        yield _GAP.join((name.rjust(label), *marks, words))


def _words(source: str, place: int, pen: Pen, width: int) -> str:
    """The rest of the line behind a cut; led by dots where the cut is inside the line."""
    before = _BREAK.split(source[max(0, place - _BACK) : place])[-1]
    inside = before.strip(_MARKS) != ""
    line = source[place : place + 8 * width].splitlines()[0]
    return _shorten(f"{pen.more if inside else ''}{one_line(line)}", width, pen)


def _shorten(line: str, width: int, pen: Pen) -> str:
    if width_of(line) <= width:
        return line
    return wrap(line, width - len(pen.more))[0] + pen.more
