"""A second reading of the rules: simple notes, cut as plainly as `strategies.md` tells it.

It knows sections of one level, paragraphs of short sentences, lists and deeper headings, counts
every text as a whole, and takes no care of time. Where it and mindnet differ, one of them has
misread H5–H11, H13–H15, W1, W3, W4, C7 or C20–C22.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import token_counter
from tests.chunking.notes import cut

Span = tuple[int, int]
Part = tuple[str, int, int]  # what leads it, start, end
Limits = tuple[int, int]


@dataclass
class Block:
    """A heading is one unit, a paragraph its sentences, a list its items."""

    kind: str
    units: list[Span]

    @property
    def span(self) -> Span:
        return self.units[0][0], self.units[-1][1]


@dataclass
class Simple:
    """A note whose sections are known without reading it."""

    text: str
    sections: list[list[Block]]
    count: Callable[[str], int] = len

    def size(self, start: int, end: int, lead: str = "") -> int:
        return self.count(lead + self.text[start:end])


def write(sections: list[list[tuple[str, list[str]]]], gap: str) -> Simple:
    it = Simple("", [])
    for blocks in sections:
        it.sections.append([])
        for kind, units in blocks:
            block = Block(kind, [])
            for number, unit in enumerate(units):
                under = it.sections[-1] and it.sections[-1][-1].kind == "heading"
                apart = gap if under and kind == "text" else "\n\n"
                it.text += ("\n" if kind == "list" else " ") if number else apart if it.text else ""
                block.units.append((len(it.text), len(it.text) + len(unit)))
                it.text += unit
            it.sections[-1].append(block)
    return it


def words(most: int, *frames: str) -> st.SearchStrategy[str]:
    some = st.lists(st.sampled_from(("o", "oak", "tree", "garden")), min_size=1, max_size=most)
    return st.builds(
        lambda frame, text: frame.replace("@", " ".join(text)), st.sampled_from(frames), some
    )


BLOCKS = st.one_of(
    st.builds(
        lambda sentences, last: ("text", [*sentences, *last]),
        st.lists(words(7, "W@."), min_size=1, max_size=5),
        st.lists(words(3, "W@"), max_size=1),
    ),
    st.lists(words(5, "- W@.", "- W@"), min_size=1, max_size=5).map(lambda units: ("list", units)),
    words(3, "### W@").map(lambda unit: ("deep", [unit])),
)
BODIES = st.lists(st.lists(BLOCKS, min_size=1, max_size=5), min_size=1, max_size=5)
NOTES = st.builds(
    lambda first, bodies, gap: write(
        [
            [*([] if number == 0 and first else [("heading", [f"## H{number}"])]), *_apart(body)]
            for number, body in enumerate(bodies)
        ],
        gap,
    ),
    st.booleans(),
    BODIES,
    st.sampled_from(("\n\n", "\n", "\n\n\n")),
)
LIMITS = st.tuples(st.integers(20, 60), st.integers(1, 60)).map(lambda two: (two[0], min(two)))


def _apart(body: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """No list right after another: they would be one. A text ends what only headings began."""
    kept = [
        block
        for i, block in enumerate(body)
        if i == 0 or (block[0], body[i - 1][0]) != ("list",) * 2
    ]
    return [("text", ["Wo."]), *kept]


# by_heading.


def read_smart(it: Simple, most: int, target: int) -> list[str]:
    """H5–H11: the full texts."""
    parts: list[Part] = []
    now: Part | None = None
    for section in it.sections:
        start, end = section[0].span[0], section[-1].span[1]
        if now and it.size(now[1], end, now[0]) <= most:  # H6
            now = (now[0], now[1], end)
            continue
        parts += [now] if now else []  # H7
        now = ("", start, end)
        if it.size(start, end) > most:  # H8
            *cut_off, now = cut_section(it, section, most, target, carries=True)
            parts += cut_off
    return [lead + it.text[start:end] for lead, start, end in (*parts, *([now] if now else []))]


def read_strict(it: Simple, most: int, target: int) -> list[str]:
    """H13, H14."""
    parts: list[Part] = []
    for section in it.sections:
        start, end = section[0].span[0], section[-1].span[1]
        whole = it.size(start, end) <= most
        parts += [("", start, end)] if whole else cut_section(it, section, most, target, False)
    return [lead + it.text[start:end] for lead, start, end in parts]


def cut_section(
    it: Simple, section: list[Block], most: int, target: int, carries: bool
) -> list[Part]:
    headed = section[0].kind == "heading"
    lead = f"{it.text[slice(*section[0].span)]}\n\n" if headed else ""
    start, end = section[0].span[0], section[-1].span[1]
    units: list[Span] = []
    for unit in (unit for block in section[headed:] for unit in block.units):  # H9
        holds = units and it.text[units[-1][1] - 1] != "."
        if holds and it.size(units[-1][0], unit[1], lead) <= most:
            units[-1] = (units[-1][0], unit[1])
        else:
            units.append(unit)
    parts: list[Part] = []
    while units:
        if carries and parts and it.size(units[0][0], end, lead) <= most:  # H11
            return [*parts, (lead, units[0][0], end)]
        total, number = it.size(*units[0], lead), 1  # H10
        while number < len(units) and total + it.size(*units[number]) <= target:
            total += it.size(*units[number])
            number += 1
        front = (lead, units[0][0]) if parts else ("", start)
        while number > 1 and it.size(front[1], units[number - 1][1], front[0]) > most:  # C7
            number -= 1
        parts.append((*front, units[number - 1][1]))
        units = units[number:]
    return parts


# sliding_window.


def read_sliding(it: Simple, most: int, target: int) -> list[Span]:
    """W1, W3: the cores."""
    cores: list[Span] = []
    for block in (block for section in it.sections for block in section):
        start, end = block.span
        if cores and it.size(cores[-1][0], end) <= most:
            cores[-1] = (cores[-1][0], end)
        elif it.size(start, end) <= most:
            cores.append((start, end))
        else:
            total = target
            for left, right in block.units:
                total += it.size(left, right)
                if left == start or total > target or it.size(cores[-1][0], right) > most:
                    cores.append((left, right))
                    total = it.size(left, right)
                cores[-1] = (cores[-1][0], right)
    return cores


def lend(it: Simple, cores: list[Span], most: int, budget: int) -> list[str]:
    """W4, C20–C22: the full texts with what the chunk before lends."""
    blocks = [block for section in it.sections for block in section]
    texts = [it.text[slice(*core)] for core in cores[:1]]
    for (first, last), (start, end) in pairwise(cores):
        begin, left = start, budget
        taker = next(block for block in blocks if block.span[0] <= start < block.span[1])
        givers = [block for block in blocks if block.span[0] < last and block.span[1] > first]
        while givers and "list" not in (givers[-1].kind, taker.kind):
            for span in reversed(givers.pop().units):
                left -= it.size(*span) if first <= span[0] < last else 0
                if first <= span[0] < last and left >= 0 and it.size(span[0], end) <= most:
                    begin = span[0]
                elif span[0] < last:
                    givers = []
                    break
        texts.append(it.text[begin:end])
    return texts


# Both readings.


def mindnet(it: Simple, strategy: str, limits: Limits, **keys: Any) -> list[str]:
    keys |= {"max": limits[0], "target": limits[1], "sentences": "punctuation"}
    return [chunk.full_text for chunk in cut(it.text, strategy, **keys)]


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS)
@tries(deadline=None, max_examples=100)
def test_smart_and_strict_as_told(tokenizer: str, it: Simple, limits: Limits) -> None:
    """C7, H5–H11, H13, H14."""
    it.count = token_counter(tokenizer)
    keys = {"tokenizer": tokenizer}

    assert mindnet(it, "by_heading", limits, **keys) == read_smart(it, *limits)
    assert mindnet(it, "by_heading", limits, **keys, strict_heading_split=True) == read_strict(
        it, *limits
    )


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS, st.integers(0, 30))
@tries(deadline=None, max_examples=100)
def test_sliding_as_told(tokenizer: str, it: Simple, limits: Limits, budget: int) -> None:
    """C7, C20–C22, W1, W3, W4."""
    it.count = token_counter(tokenizer)
    keys = {"tokenizer": tokenizer}
    cores = read_sliding(it, *limits)

    assert mindnet(it, "sliding_window", limits, **keys) == [it.text[a:b] for a, b in cores]
    assert mindnet(it, "sliding_window", limits, **keys, side="previous", tokens=budget) == lend(
        it, cores, limits[0], budget
    )
