"""Several ways to cut one note, side by side: how many chunks, how large, and where.

    Note, Profiles, their Chunks  →  Comparison

Knows when two profiles cut at the same place: what stands in neither of two neighbours, white
space, a rule or a heading, belongs to the cut between them, and cuts that meet there are one.
Leaves cutting to `pipeline`, and drawing to the edge.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from mindnet.cuts import Chunk, Profile
from mindnet.model import HIDDEN, Note, Value
from mindnet.profile_keys import NO_TARGET

_BINS = 10  # rows of a histogram at most
_STEPS = (1, 2, 5)  # times a power of ten: how wide a bin may be
_SOMETHING = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Boundary(Value):
    """A cut between two chunks."""

    place: int  # the first character behind it; the same for all that cut there
    line: int  # of that place; 0 in a canvas
    char_end: int  # of the chunk before
    char_start: int  # of the chunk after


@dataclass(frozen=True, slots=True)
class Bin(Value):
    """How many chunks have from so many to so many tokens."""

    low: int
    high: int | None  # None: those above `max`, however large
    chunks: int


@dataclass(frozen=True, slots=True)
class Sizes(Value):
    """The tokens of the chunks, as they are held against `max`; None where there are none."""

    smallest: int | None
    median: int | None  # of two in the middle the smaller
    largest: int | None
    below_min: int
    over_target: int | None  # None: the strategy has no target
    histogram: tuple[Bin, ...]  # the same bins for all that are compared


@dataclass(frozen=True, slots=True)
class Trial(Value):
    """What one profile makes of the note."""

    knife: Profile = field(metadata=HIDDEN)
    chunks: int
    sizes: Sizes
    boundaries: tuple[Boundary, ...]

    def to_dict(self) -> dict[str, Any]:
        """The profile in short, then what came of it."""
        knife = self.knife
        target = None if knife.strategy == NO_TARGET else knife.target
        limits = {"target": target, "max": knife.max, "min": knife.min}
        named = {"profile": knife.name, "strategy": knife.strategy, "tokenizer": knife.tokenizer}
        return {**named, **limits, **Value.to_dict(self)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A note, and what each of several profiles makes of it."""

    note: Note
    trials: tuple[Trial, ...]

    def cuts(self) -> Iterator[tuple[int, int, tuple[bool, ...]]]:
        """Every place where at least one profile cuts, its line, and who does."""
        places = [{each.place for each in trial.boundaries} for trial in self.trials]
        lines = {each.place: each.line for trial in self.trials for each in trial.boundaries}
        for place, line in sorted(lines.items()):
            yield place, line, tuple(place in own for own in places)


def compare(note: Note, ways: Iterable[tuple[Profile, Sequence[Chunk]]]) -> Comparison:
    """The ways to cut a note, each a profile and its chunks, in the order they come."""
    cut = [(profile, chunks, [each.token_count for each in chunks]) for profile, chunks in ways]
    sizes = [(size, profile.max) for profile, _, own in cut for size in own]
    within = [size for size, most in sizes if size <= most]
    edges = _edges(min(within, default=1), max(within, default=0))
    beyond = any(size > edges[-1] for size, _ in sizes)
    places = _Places(note.source, [chunks for _, chunks, _ in cut])
    trials = (
        Trial(
            profile,
            len(chunks),
            _weigh(profile, own, _count(own, edges, beyond)),
            tuple(places.boundary(*pair) for pair in pairwise(chunks)),
        )
        for profile, chunks, own in cut
    )
    return Comparison(note, tuple(trials))


def _weigh(profile: Profile, sizes: Sequence[int], histogram: tuple[Bin, ...]) -> Sizes:
    ordered = sorted(sizes)
    over = sum(size > profile.target for size in sizes)
    return Sizes(
        smallest=ordered[0] if ordered else None,
        median=ordered[(len(ordered) - 1) // 2] if ordered else None,
        largest=ordered[-1] if ordered else None,
        below_min=sum(size < profile.min for size in sizes),
        over_target=None if profile.strategy == NO_TARGET else over,
        histogram=histogram,
    )


def _edges(smallest: int, largest: int) -> list[int]:
    """The upper ends of the bins, with the lower end of the first before them."""
    width = next(_widths(largest))
    first, last = max(0, smallest - 1) // width, -(-largest // width)
    return [number * width for number in range(first, last + 1)] or [0]


def _widths(largest: int) -> Iterator[int]:
    """Round numbers of tokens of which few reach as far as the largest chunk."""
    power = 1
    while True:
        yield from (step * power for step in _STEPS if step * power * _BINS >= largest)
        power *= 10


def _count(sizes: Sequence[int], edges: Sequence[int], beyond: bool) -> tuple[Bin, ...]:
    bins = [
        Bin(low + 1, high, sum(low < size <= high for size in sizes))
        for low, high in pairwise(edges)
    ]
    if beyond:
        bins.append(Bin(edges[-1] + 1, None, sum(size > edges[-1] for size in sizes)))
    return tuple(bins)


class _Places:
    """Where the chunks of several profiles part."""

    def __init__(self, source: str, ways: Iterable[Sequence[Chunk]]) -> None:
        self.source = source
        pairs = [pair for chunks in ways for pair in pairwise(chunks)]
        places = ((self._first(before), after.char_start) for before, after in pairs)
        self.firm = sorted({place for place, start in places if start <= place})

    def boundary(self, before: Chunk, after: Chunk) -> Boundary:
        """The cut between two chunks; one that leaves out something goes with one that does not."""
        place = self._first(before)
        near = bisect_left(self.firm, place)
        if near < len(self.firm) and self.firm[near] <= after.char_start:
            place = self.firm[near]
        return Boundary(place, _line(self.source, place, after), before.char_end, after.char_start)

    def _first(self, before: Chunk) -> int:
        """The first character behind a chunk that is no white space."""
        found = _SOMETHING.search(self.source, before.char_end)
        return found.start() if found else before.char_end


def _line(source: str, place: int, chunk: Chunk) -> int:
    """The line of a place near the start of a chunk."""
    if chunk.line_start == 0:
        return 0  # a canvas has no lines
    if place < chunk.char_start:
        return chunk.line_start - _breaks(source[place : chunk.char_start])
    return chunk.line_start + _breaks(source[chunk.char_start : place])


def _breaks(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
