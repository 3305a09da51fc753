"""A second reading of `fixed_size`: the simple notes of `reference`, cut as plainly as told.

It counts every text as a whole, tries every place for a cut and for an overlap, and takes no care
of time. Of notes whose headings leave no room for what follows it knows nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from hypothesis import assume
from hypothesis import strategies as st

from tests.chunking.reference import Block, Simple, Span

HALF = Fraction(1, 2)
BREAKS = " \n"  # the word breaks that these notes have


@dataclass
class Limits:
    max: int
    target: int
    min: int
    cap: int


LIMITS = st.builds(
    lambda most, target, least, cap: Limits(most, min(most, target), min(most, target, least), cap),
    st.integers(20, 60),
    st.integers(1, 60),
    st.integers(0, 40),
    st.sampled_from((3, 8, 20)),
)


@dataclass
class Unit:
    """Where it begins and ends, and the ends of the headings that lead it."""

    start: int
    end: int
    headings: list[int]


def break_lines(it: Simple) -> None:
    """Some sentences end with their line."""
    text = it.text
    ends = {at for at in range(1, len(text)) if text[at - 1 : at + 1] == ". " and at % 3 == 0}
    it.text = "".join("\n" if at in ends else each for at, each in enumerate(text))


def read_units(it: Simple, limits: Limits) -> list[Unit]:
    """F2, F5."""
    units: list[Unit] = []
    headings: list[Span] = []
    for block in (block for section in it.sections for block in section):
        if block.kind in ("heading", "deep"):
            headings.append(block.span)
            continue
        start = headings[0][0] if headings else block.span[0]
        if it.size(start, block.span[1]) <= limits.max:
            spans = [(start, block.span[1])]
        else:
            spans = cut_block(it, block, start, limits)
        ends = [end for _, end in headings]
        units += [Unit(*span, ends if number == 0 else []) for number, span in enumerate(spans)]
        headings = []
    return units


def cut_block(it: Simple, block: Block, start: int, limits: Limits) -> list[Span]:
    first = block.units[0]
    if start < first[0]:
        assume(4 * it.count(it.text[start : first[0]].rstrip()) <= 3 * limits.max)
        assume(it.size(start, first[1]) <= limits.max)
    if block.kind == "text":
        spans = cut_evenly(it, block.units, start, limits)
    else:
        spans = [first]
        for left, right in block.units[1:]:
            begin = start if len(spans) == 1 else spans[-1][0]
            if it.size(begin, right) <= limits.target:
                spans[-1] = (spans[-1][0], right)
            else:
                spans.append((left, right))
    return [(start, spans[0][1]), *spans[1:]]


def cut_evenly(it: Simple, sentences: list[Span], start: int, limits: Limits) -> list[Span]:
    """F5: `start` is where the first piece begins, with a heading if there is one."""
    if it.size(start, sentences[-1][1]) <= limits.max:
        return [(sentences[0][0], sentences[-1][1])]
    size = it.size(sentences[0][0], sentences[-1][1])
    room = max(Fraction(limits.max - limits.cap), limits.max * HALF)
    many = max(2, ceil(size / room), floor(Fraction(size, limits.target) + HALF))
    tokens = [it.size(*each) for each in sentences]

    def distance(end: int, cut: int) -> Fraction:
        far = abs(sum(tokens[:end]) - Fraction(cut * sum(tokens), many))
        at_line = "\n" in it.text[sentences[end - 1][1] : sentences[end][0]]
        return far / 2 if at_line else far

    ends = range(1, len(sentences))
    cuts = {min(ends, key=lambda end: distance(end, cut)) for cut in range(1, many)}
    pieces: list[Span] = []
    for left, right in pairwise((0, *sorted(cuts), len(sentences))):
        begin = sentences[left][0] if left else start
        pieces += cut_evenly(it, sentences[left:right], begin, limits)
    return pieces


def read_fixed(it: Simple, limits: Limits) -> list[Span]:
    """F3, F4, F6–F8: the cores."""
    cores: list[Span] = []
    growing: Span | None = None
    for unit in read_units(it, limits):
        if growing is None:
            growing = (unit.start, unit.end)
            continue
        both, small = (growing[0], unit.end), it.size(*growing) < limits.min
        goes_on = small or not unit.headings
        if goes_on and it.size(*both) <= (limits.max if small else limits.target):
            growing = both
        else:
            close(it, cores, growing, limits, unit.headings[:-1])
            growing = (unit.start, unit.end)
    if growing:
        close(it, cores, growing, limits, [])
    return cores


def close(it: Simple, cores: list[Span], core: Span, limits: Limits, bare: list[int]) -> None:
    """F4, F7; law 6 where the note might have ended behind one of these headings."""

    def stays(end: int) -> bool:
        return it.size(core[0], end) >= limits.min or it.size(cores[-1][0], end) > limits.max

    longer = [end for end in bare if it.size(core[0], end) <= limits.max]
    if not cores or any(stays(end) for end in (core[1], *longer)):
        cores.append(core)
    else:
        cores[-1] = (cores[-1][0], core[1])


def read_lent(it: Simple, cores: list[Span], limits: Limits, ratio: Fraction) -> list[str]:
    """F9, C21: the full texts."""
    texts = [it.text[slice(*cores[0])]] if cores else []
    blocks = [block for section in it.sections for block in section]
    for giver, (start, end) in pairwise(cores):
        budget = min(limits.cap, floor(ratio * it.size(*giver)))
        lent = [
            place
            for place in range(nearest_other(blocks, giver, start), giver[1])
            if (place == giver[0] or it.text[place - 1] in BREAKS)
            and it.size(place, giver[1]) <= budget
            and it.size(place, end) <= limits.max
        ]
        texts.append(it.text[min(lent, default=start) : end])
    return texts


def nearest_other(blocks: list[Block], giver: Span, start: int) -> int:
    """How far back a core lends: to its start, or to a heading or a list."""
    taker = next(block for block in blocks if block.span[0] <= start < block.span[1])
    place = giver[1]
    for block in reversed([block for block in blocks if block.span[0] < giver[1]]):
        if block.kind != "text" or taker.kind != "text":
            break
        place = block.span[0]
    return max(place, giver[0])
