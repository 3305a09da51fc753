"""Many names, asked for the one most like another.

    names  →  LikeNames  →  the name that may have been meant

Knows that a vault may have fifty thousand names and thousands of links to none of them: each
question looks at those names only that share rare letters with it.
Likeness is for suggestions alone, as in `names`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher

from mindnet.names import LONGEST, name_key

_ALIKE = 0.85  # of two names; what is less like each other would rather surprise
_SHORTEST = 4  # letters of names that may differ in one of them, whatever that is to the whole
_EFFORT = 4000  # names that one question may touch
_COMPARED = 16  # of them, those that share most
_DIGITS = re.compile(r"\d+")
_GAPS = re.compile(r"[\W_]+")


class LikeNames:
    """Names by their runs of three letters."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)
        self._having: dict[str, list[int]] = {}
        for number, name in enumerate(self._names):
            for run in _runs(_squeeze(name)):
                self._having.setdefault(run, []).append(number)

    def find(self, name: str) -> str | None:
        """The name most like this one; None where none is like it.

        Blanks and signs between letters count for nothing, but numbers are never taken for one
        another: `Week 12` is not meant by `Week 13`.
        """
        wanted = _squeeze(name)
        numbers = _DIGITS.findall(wanted)
        matcher = SequenceMatcher(b=wanted, autojunk=False)
        best, most = None, 0.0
        for other in self._sharing(wanted):
            squeezed = _squeeze(other)
            if _DIGITS.findall(squeezed) != numbers:
                continue
            matcher.set_seq1(squeezed)
            least = _least(max(len(wanted), len(squeezed)))
            if matcher.quick_ratio() >= least and least <= (much := matcher.ratio()) > most:
                best, most = other, much
        return best

    def _sharing(self, wanted: str) -> list[str]:
        """The names that share most of the runs that few have."""
        runs = sorted(_runs(wanted))  # the answer is the same each time
        lists = sorted((self._having.get(run, []) for run in runs), key=len)
        shared: Counter[int] = Counter()
        left = _EFFORT
        for numbers in lists:
            left -= len(numbers)
            if left < 0 and shared:
                break
            shared.update(numbers[:_EFFORT])
        return [self._names[number] for number, _ in shared.most_common(_COMPARED)]


def _least(length: int) -> float:
    """How much names of this length have to be alike."""
    return _ALIKE if length < _SHORTEST else min(_ALIKE, (length - 1) / length)


def _squeeze(name: str) -> str:
    """A name for comparing, without what stands between its letters and digits."""
    return _GAPS.sub("", name_key(name[-LONGEST:]))


def _runs(squeezed: str) -> set[str]:
    word = f"  {squeezed} "
    return {word[start : start + 3] for start in range(len(word) - 2)}
