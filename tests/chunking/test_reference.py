"""A second reading of the rules: simple notes, cut as plainly as `strategies.md` tells it.

It knows headings of one level and paragraphs of short sentences, counts every text as a whole,
and takes no care of time. Where it and mindnet differ, one of them has misread H5–H11, W1, W3,
W4, C7 or C20–C22.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import token_counter
from tests.chunking.notes import a_note, a_profile, cut

Span = tuple[int, int]
Count = Callable[[str], int]


@dataclass
class Section:
    """A heading, where there is one, and the sentences of the paragraphs under it."""

    heading: Span | None
    paragraphs: list[list[Span]]

    @property
    def start(self) -> int:
        return (self.heading or self.paragraphs[0][0])[0]

    @property
    def end(self) -> int:
        return self.paragraphs[-1][-1][1]


@dataclass
class Simple:
    """A note whose structure is known without reading it."""

    text: str
    sections: list[Section]


def write(drawn: list[tuple[str, list[list[str]]]], gap: str) -> Simple:
    it = Simple("", [])

    def add(text: str, before: str) -> Span:
        it.text += before if it.text else ""
        start = len(it.text)
        it.text += text
        return start, start + len(text)

    for heading, paragraphs in drawn:
        section = Section(add(heading, "\n\n") if heading else None, [])
        for number, sentences in enumerate(paragraphs):
            before = gap if number == 0 and heading else "\n\n"
            section.paragraphs.append([add(sentences[0], before)])
            section.paragraphs[-1] += [add(sentence, " ") for sentence in sentences[1:]]
        it.sections.append(section)
    return it


def words(least: int, most: int, end: str) -> st.SearchStrategy[str]:
    return st.builds(
        lambda letters: "W" + " ".join(letters) + end,
        st.lists(st.sampled_from(("o", "oak", "tree", "garden")), min_size=least, max_size=most),
    )


SENTENCES = words(1, 7, ".")
PARAGRAPHS = st.builds(
    lambda sentences, last: [*sentences, *last],
    st.lists(SENTENCES, min_size=1, max_size=5),
    st.lists(words(1, 3, ""), max_size=1),
)
NOTES = st.builds(
    lambda first, bodies, gap: write(
        [("" if number == 0 and first else f"## H{number}", body) for number, body in enumerate(bodies)],
        gap,
    ),
    st.booleans(),
    st.lists(st.lists(PARAGRAPHS, min_size=1, max_size=4), min_size=1, max_size=5),
    st.sampled_from(("\n\n", "\n", "\n\n\n")),
)
LIMITS = st.tuples(st.integers(20, 60), st.integers(1, 60)).map(lambda two: (two[0], min(two)))


# by_heading.


def read_smart(it: Simple, count: Count, most: int, target: int) -> list[str]:
    """H5–H11: the full texts."""
    texts: list[str] = []
    now: tuple[str, int, int] | None = None  # prefix, start, end

    def tell(lead: str, start: int, end: int) -> str:
        return lead + it.text[start:end]

    for section in it.sections:
        if now and count(tell(now[0], now[1], section.end)) <= most:  # H6
            now = (now[0], now[1], section.end)
            continue
        if now:  # H7
            texts.append(tell(*now))
        now = ("", section.start, section.end)
        if count(tell(*now)) > most:  # H8
            *parts, now = cut_section(it, section, count, most, target, carries=True)
            texts += [tell(*part) for part in parts]
    return [*texts, *([tell(*now)] if now else [])]


def cut_section(
    it: Simple, section: Section, count: Count, most: int, target: int, carries: bool
) -> list[tuple[str, int, int]]:
    lead = f"{it.text[slice(*section.heading)]}\n\n" if section.heading else ""
    units: list[Span] = []
    for unit in (unit for paragraph in section.paragraphs for unit in paragraph):  # H9
        if units and it.text[units[-1][1] - 1] != ".":
            if count(lead + it.text[units[-1][0] : unit[1]]) <= most:
                units[-1] = (units[-1][0], unit[1])
                continue
        units.append(unit)
    parts: list[tuple[str, int, int]] = []
    number = 0
    while number < len(units):
        start = units[number][0]
        if carries and number and count(lead + it.text[start : section.end]) <= most:  # H11
            return [*parts, (lead, start, section.end)]
        total, stop = count(lead + it.text[slice(*units[number])]), number + 1  # H10
        while stop < len(units) and total + count(it.text[slice(*units[stop])]) <= target:
            total += count(it.text[slice(*units[stop])])
            stop += 1
        shown = (lead, start) if number else ("", section.start)
        while count(shown[0] + it.text[shown[1] : units[stop - 1][1]]) > most and stop > number + 1:
            stop -= 1  # C7
        parts.append((*shown, units[stop - 1][1]))
        number = stop
    return parts


def read_strict(it: Simple, count: Count, most: int, target: int) -> list[str]:
    """H13, H14."""
    texts: list[str] = []
    for section in it.sections:
        if count(it.text[section.start : section.end]) <= most:
            texts.append(it.text[section.start : section.end])
        else:
            parts = cut_section(it, section, count, most, target, carries=False)
            texts += [lead + it.text[start:end] for lead, start, end in parts]
    return texts


# sliding_window.


def read_sliding(it: Simple, count: Count, most: int, target: int) -> list[Span]:
    """W1, W3: the cores."""
    cores: list[Span] = []
    blocks = [
        block
        for section in it.sections
        for block in (*([[section.heading]] if section.heading else []), *section.paragraphs)
    ]
    for block in blocks:
        start, end = block[0][0], block[-1][1]
        if cores and count(it.text[cores[-1][0] : end]) <= most:
            cores[-1] = (cores[-1][0], end)
        elif count(it.text[start:end]) <= most:
            cores.append((start, end))
        else:
            total = target + 1
            for left, right in block:
                total += count(it.text[left:right])
                if total > target or count(it.text[cores[-1][0] : right]) > most:
                    cores.append((left, right))
                    total = count(it.text[left:right])
                cores[-1] = (cores[-1][0], right)
    return cores


def lend(it: Simple, cores: list[Span], count: Count, most: int, budget: int) -> list[str]:
    """W4, C20–C22: the full texts with what the chunk before lends."""
    sentences = [
        span
        for section in it.sections
        for span in (*([section.heading] if section.heading else []), *sum(section.paragraphs, []))
    ]
    texts = []
    for number, (start, end) in enumerate(cores):
        begin, left = start, budget
        for span in reversed(sentences):
            if not number or span[1] > start or span[0] < cores[number - 1][0]:
                continue
            left -= count(it.text[slice(*span)])
            if left < 0 or count(it.text[span[0] : end]) > most:
                break
            begin = span[0]
        texts.append(it.text[begin:end])
    return texts


# Both readings.


def both(it: Simple, strategy: str, tokenizer: str, limits: tuple[int, int], **keys: Any) -> list[str]:
    most, target = limits
    keys = {"max": most, "target": target, "tokenizer": tokenizer, "sentences": "punctuation", **keys}
    return [chunk.full_text for chunk in cut(it.text, strategy, **keys)]


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS)
@tries(deadline=None, max_examples=150)
def test_smart_and_strict_as_told(tokenizer: str, it: Simple, limits: tuple[int, int]) -> None:
    """C7, H5–H11, H13, H14."""
    count = token_counter(tokenizer)

    assert both(it, "by_heading", tokenizer, limits) == read_smart(it, count, *limits)
    assert both(it, "by_heading", tokenizer, limits, strict_heading_split=True) == read_strict(
        it, count, *limits
    )


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS, st.integers(0, 30))
@tries(deadline=None, max_examples=150)
def test_sliding_as_told(
    tokenizer: str, it: Simple, limits: tuple[int, int], budget: int
) -> None:
    """C7, C20–C22, W1, W3, W4."""
    count = token_counter(tokenizer)
    cores = read_sliding(it, count, *limits)
    keys = {"side": "previous", "tokens": budget}

    assert both(it, "sliding_window", tokenizer, limits) == [it.text[a:b] for a, b in cores]
    assert both(it, "sliding_window", tokenizer, limits, **keys) == lend(
        it, cores, count, limits[0], budget
    )
