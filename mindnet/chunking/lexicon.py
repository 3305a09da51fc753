"""A text is counted by its words, each word once.

    CountTokens of cl100k_base  →  Lexicon, which counts the same

Knows the words that this tokenizer splits a text into before it looks for tokens, as far as the
text is ASCII: no token reaches over their ends, and a vault has few different ones.
Leaves counting a word, and every other text, to `tokens`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

# What a tokenizer has to split by, as it spells that itself; then the same for ASCII.
WORDS = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_find_words = re.compile(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\na-zA-Z0-9]?+[a-zA-Z]++|[0-9]{1,3}+| ?[^\sa-zA-Z0-9]++[\r\n]*+"
    r"|\s++\Z|\s*[\r\n]|\s+(?!\S)|\s",
    re.ASCII,
).findall

_MOST = 100_000  # words that are kept
_LONGEST = 32  # characters of a word that may come again


class Lexicon:
    """Counts the tokens of texts, and learns their words."""

    __slots__ = ("_count", "_known")

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known = _Known(count)

    def __call__(self, text: str) -> int:
        """The tokens of a text."""
        if text.isascii():
            return sum(map(self._known.__getitem__, _find_words(text)))
        return self._count(text)


class _Known(dict[str, int]):
    """Words, and their tokens."""

    def __init__(self, count: Callable[[str], int]) -> None:
        super().__init__()
        self._count = count

    def __missing__(self, word: str) -> int:
        tokens = self._count(word)
        if len(word) <= _LONGEST and len(self) < _MOST:
            self[word] = tokens
        return tokens
