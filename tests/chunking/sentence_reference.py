"""A second reading of the rules: pages of plain text, cut by sentences as `strategies.md` §5 says.

It keeps every character with its place, tries every limit on the text as it would read, counts
each text as a whole, and takes no care of time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

from tests.chunking.sentence_questions import (
    goes_on,
    is_break,
    is_ending,
    is_torn,
    is_unfinished,
    seam,
    sentence_ends,
    start_of,
)

FIGURE = re.compile("<figure.*?</figure>", re.DOTALL | re.IGNORECASE | re.ASCII)
NOWHERE = -1  # the place of a space that stands for a seam


class Cell(NamedTuple):
    """A character, where it stands, and whether it is of a figure."""

    char: str
    place: int
    page: int
    figure: bool


Cells = list[Cell]


class Told(NamedTuple):
    """What is known of a chunk."""

    start: int
    end: int
    page: int
    core: str
    before: str
    behind: str
    full: str
    oversize: bool


@dataclass(frozen=True)
class Rules:
    """S1."""

    max: int
    chars: int
    count: Callable[[str], int]
    overflow: float = 0.2
    ratio: float = 0.1
    midpoint: float = 0.1
    strict: bool = False

    @property
    def soft(self) -> int:
        return floor(self.chars * (1 + self.overflow))

    def allow(self, text: str) -> bool:
        return self.count(text) <= self.max and len(text) <= self.soft

    def too_large(self, text: str) -> bool:
        """S8."""
        return self.count(text) > self.max or (self.strict and len(text) > self.chars)


class Core:
    """A chunk without what it borrows."""

    def __init__(self, cells: Cells, page: int) -> None:
        own = [number for number, cell in enumerate(cells) if cell.place != NOWHERE]
        self.cells = cells[own[0] : own[-1] + 1]
        self.page = page

    @property
    def text(self) -> str:
        return spell(self.cells)

    @property
    def start(self) -> int:
        return self.cells[0].place

    @property
    def end(self) -> int:
        return self.cells[-1].place + 1

    @property
    def has_figure(self) -> bool:
        return any(cell.figure for cell in self.cells)


def tell(pages: list[str], rules: Rules) -> list[Told]:
    """The chunks of these pages, a form feed between each two."""
    knife = Knife(pages, rules)
    cores: list[Core] = []
    place = 0
    for number, page in enumerate(pages):
        found = knife.cut_page(page, place, number)
        torn = bool(cores and found) and is_torn(cores[-1].text, found[0].text)
        cores += knife.repair(cores.pop(), found.pop(0)) if torn else []
        cores += found
        place += len(page) + 1
    for core in cores:
        shrink(core, rules)
    return list(lend(cores, knife))


def spell(cells: Cells) -> str:
    return "".join(cell.char for cell in cells)


class Knife:
    """Cuts pages, and remembers where it cut without a break."""

    def __init__(self, pages: list[str], rules: Rules) -> None:
        self.rules = rules
        self.source = spread(pages)
        self.middles: dict[tuple[int, int], int] = {}  # S14: end and start → characters to lend

    def cut_page(self, text: str, place: int, page: int) -> list[Core]:
        """S2–S9."""
        cells = self.source[place : place + len(text)]
        made: list[Cells] = []
        held: Cells = []
        tokens = 0  # the sum of the spans'
        for start, end, figure in spans(text):
            span, size = cells[start:end], self.rules.count(text[start:end])
            if figure:  # S4
                made.append([*held, *span])
                held, tokens = [], 0
            elif self.rules.too_large(text[start:end]):  # S7, S8
                made += [held, *self.halve(span)]
                held, tokens = [], 0
            elif len(held) + len(span) <= self.rules.chars and tokens + size <= self.rules.max:
                held, tokens = [*held, *span], tokens + size
            elif len(span) > self.rules.chars:
                made += [held, span]
                held, tokens = [], 0
            else:
                made.append(held)
                held, tokens = span, size
        made.append(held)
        return [Core(each, page) for each in made if not is_blank(each)]  # S9

    def halve(self, cells: Cells) -> list[Cells]:
        """S10–S14."""
        text = spell(cells)
        if len(text) == 1 or not self.rules.too_large(text):
            return [cells]
        found = next((p for is_place in (is_ending, is_break) for p in walk(text, is_place)), None)
        cut = len(text) // 2 if found is None else found + 1
        if found is None and not (is_blank(cells[:cut]) or is_blank(cells[cut:])):
            left, right = Core(cells[:cut], 0), Core(cells[cut:], 0)
            self.middles[left.end, right.start] = int(len(text) * self.rules.midpoint)
        return [*self.halve(cells[:cut]), *self.halve(cells[cut:])]

    def repair(self, previous: Core, first: Core) -> list[Core]:
        """S16–S19."""
        cells = previous.cells
        if self.rules.allow(spell(self.join(cells, first))):
            return [Core(self.join(cells, first), previous.page)]  # S17
        figures = [number + 1 for number, cell in enumerate(cells) if cell.figure]
        begin = max([0, *sentence_ends(previous.text), *figures])  # S18
        for start in range(begin, len(cells)):
            starts = start == begin or is_break(previous.text, start - 1)
            moved = self.join(cells[start:], first)
            if is_blank(cells[start:]):
                break
            if starts and self.rules.allow(spell(moved)):
                head = self.halve(cells[begin:start]) if start > begin else []  # S19
                kept = [Core(cells[:begin], previous.page)] if not is_blank(cells[:begin]) else []
                kept += [Core(piece, piece[0].page) for piece in head if not is_blank(piece)]
                return [*kept, Core(moved, first.page)]
        return [previous, first]

    def join(self, cells: Cells, first: Core) -> Cells:
        return [*cells, *self.between(cells, first.cells), *first.cells]

    def between(self, cells: Cells, others: Cells) -> Cells:
        """S16, C22: white space that is in no core, and the page seam as it reads."""
        gap = self.source[cells[-1].place + 1 : others[0].place]
        feeds = [number for number, cell in enumerate(gap) if cell.char == "\f"]
        if not feeds:
            return gap
        left, right = gap[: feeds[0]], gap[feeds[-1] + 1 :]
        read = seam(spell([*cells, *left]), spell([*right, *others]))
        return [*left, *(Cell(char, NOWHERE, others[0].page, False) for char in read), *right]


def spread(pages: list[str]) -> Cells:
    """S3: the source, and what of it is a figure."""
    cells: Cells = []
    for page, text in enumerate(pages):
        inside = {index for match in FIGURE.finditer(text) for index in range(*match.span())}
        start = len(cells)
        cells += [Cell(char, start + i, page, i in inside) for i, char in enumerate(text)]
        cells.append(Cell("\f", len(cells), page, False))
    return cells


def spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """S2, S3, S6: sentences and figures, and whether it is one."""
    start = 0
    for end, figure in [*(match.span() for match in FIGURE.finditer(text)), (len(text), None)]:
        run = text[start:end]
        last = 0
        for stop in [*sentence_ends(run), len(run)]:
            if stop > last:
                yield start + last, start + stop, False
                last = stop
        if figure is not None:
            yield end, figure, True
            start = figure


def walk(text: str, is_place: Callable[[str, int], bool]) -> Iterator[int]:
    """S11, S12."""
    middle, third, step = len(text) // 2, len(text) // 3, 0
    while len(text) >= 4 and middle - step > third:
        yield from (index for index in (middle - step, middle + step) if is_place(text, index))
        step += 1


def is_blank(cells: Cells) -> bool:
    return spell(cells).strip() == ""


def shrink(core: Core, rules: Rules) -> None:
    """S21–S23."""
    if core.has_figure:
        return
    while len(core.text) > rules.soft and core.text[0] == " ":
        del core.cells[0]
    if 1 <= len(core.text) - rules.soft <= 3 and core.text[-1] in " \n":
        del core.cells[len(core.text.rstrip()) :]


# Overlap.


def lend(cores: list[Core], knife: Knife) -> Iterator[Told]:
    """S14, S25."""
    rules = knife.rules
    for number, core in enumerate(cores):
        before = gap = behind = ""
        last = cores[number - 1] if number else None
        following = cores[number + 1] if number + 1 < len(cores) else None
        if last and not (last.has_figure or core.has_figure):
            size = knife.middles.get((last.end, core.start), 0)
            before = last.text[max(0, len(last.text) - size) :]
            while before and rules.count(before + core.text) > rules.max:
                before = before[1:]
        if following and not (following.has_figure or core.has_figure):
            middle = knife.middles.get((core.end, following.start))
            if middle is not None:
                behind = following.text[:middle]
                while behind and rules.count(before + core.text + behind) > rules.max:
                    behind = behind[:-1]
            elif core.page == following.page:
                behind = look_ahead(before, core.text, "", following.text, rules)
            elif is_unfinished(core.text) and goes_on(following.text):
                gap = spell(knife.between(core.cells, following.cells))
                behind = look_ahead(before, core.text, gap, following.text, rules)
        full = before + core.text + (gap + behind if behind else "")
        oversize = core.has_figure and rules.count(full) > rules.max
        place = (core.start, core.end, core.page)
        yield Told(*place, core.text, before, behind, full, oversize)


def look_ahead(before: str, text: str, gap: str, other: str, rules: Rules) -> str:
    """S26–S29."""
    lent = start_of(other, int(rules.chars * rules.ratio))
    if lent.strip() == "" or text.endswith(lent):  # S28
        return ""

    def fits(size: int) -> bool:  # S29
        return rules.allow(before + text + gap + other[:size])

    if fits(len(lent)):
        return lent
    for is_place in (is_ending, is_break):
        ends = [i + 1 for i in range(len(lent)) if is_place(other, i) and fits(i + 1)]
        if ends:
            return other[: ends[-1]] if other[: ends[-1]].strip() else ""
    return ""
