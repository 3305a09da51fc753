"""Texts that share their lines are counted line by line, each line once.

    CountTokens  →  Tally, which counts the same

Knows where no tokenizer joins what stands before with what stands behind: at a line end, unless
the next line begins with white space or, for `o200k_base`, with `/`. There the tokens of two texts
add up to those of both.
Leaves counting a line to `tokens`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mindnet.chunking.tokens import CountTokens

_SEAM = re.compile(r"\n(?=[^\s/])")
_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_SHORT = 64  # characters; so few are counted quicker than they are looked up
_LONGEST_RUN = 8  # of marks at the end of a line


class Tally:
    """Counts the tokens of texts that are cut out of one note."""

    __slots__ = ("_count", "_known")

    def __init__(self, count: CountTokens) -> None:
        self._count = count
        self._known: dict[str, int] = {}  # lines, and their tokens

    def __call__(self, text: str) -> int:
        """The tokens of a text."""
        if len(text) < _SHORT:
            return self._count(text)
        known, total, start = self._known, 0, 0
        for seam in _SEAM.finditer(text):
            end = seam.end()
            line = text[start:end]
            total += known[line] if line in known else self._look(line)
            start = end
        line = text[start:] if start else text
        return total + (known[line] if line in known else self._look(line))

    def _look(self, line: str) -> int:
        """The tokens of a line that is met for the first time."""
        bare = line.rstrip("\n")
        if bare != line and (ending := _ending(bare)) is not None:
            tokens = self._known.get(bare)
            if tokens is None:
                tokens = self._known[bare] = self._count(bare)
            tokens += _added(self._count, ending, line[len(bare) :])
        else:
            tokens = self._count(line)
        self._known[line] = tokens
        return tokens


@lru_cache(4096)
def _added(count: CountTokens, ending: str, line_ends: str) -> int:
    """The tokens that line ends add; a mark before them may take them in."""
    return count(ending + line_ends) - (count(ending) if ending else 0)


def _ending(line: str) -> str | None:
    """The marks that a line ends in, with a blank before them; None where it is not so plain."""
    place = len(line)
    while place and line[place - 1] in _MARKS and len(line) - place <= _LONGEST_RUN:
        place -= 1
    if not place or len(line) - place > _LONGEST_RUN:
        return None
    before = line[place - 1]
    if before.isascii() and before.isalnum():
        return line[place:]
    return line[place - 1 :] if before == " " and place < len(line) else None
