"""How names are compared: what a link says, what a file is called, what an alias is.

    "Trees/Oak Wood.md"  →  "oak wood.md"
    "Oak Wod", names  →  the names most like it

Knows that a name is never shown this way (`links.md` L6), and that likeness is for suggestions
alone: nothing is ever taken for another because it is like it.
"""

from __future__ import annotations

import heapq
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

_ALIKE = 0.4  # of two names that may be meant for one another
LONGEST = 300  # characters that are compared, counted from the end of a name


def normalise(name: str) -> str:
    """A name for comparing: NFC, without odd blanks, lower case."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name).replace("\u00a0", " ")
        if "Σ" in name:  # whose lower case depends on what follows: `ΟΔΟΣ` has to fit `ΟΔΟΣ.md`
            return ".".join(part.lower() for part in name.strip().split("."))
    return name.strip().lower()


def name_key(path: str) -> str:
    """The last segment of a path, for comparing."""
    return normalise(path).rpartition("/")[2].strip()


def nearest(name: str, names: Iterable[str], most: int = 5) -> tuple[str, ...]:
    """The names most like this one, the best first; none where nothing is like it.

    Last segments are compared by their pairs of neighbouring letters: however many names there
    are, each costs little.
    """
    wanted = _pairs(name)
    alike = ((_likeness(wanted, _pairs(each)), each) for each in names)
    best = heapq.nsmallest(most, ((-much, each) for much, each in alike if much >= _ALIKE))
    return tuple(each for _, each in best)


def likeness(one: str, other: str) -> float:
    """How much two names are alike, by the pairs of letters they share: 1 is the same."""
    return _likeness(_pairs(one), _pairs(other))


def _pairs(name: str) -> frozenset[str]:
    word = f" {name_key(name[-LONGEST:]).removesuffix('.md')} "
    return frozenset(map("".join, pairwise(word)))


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
