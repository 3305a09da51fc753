"""Patterns that Python's own `re` cannot serve; alone in knowing `regex`.

text  →  where its characters end, as they are one on the screen
a pattern from someone else  →  a test that ends in time
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

_PATIENCE = 0.05  # seconds for one text; a pattern that needs longer does not fit


def cluster_ends(text: str, start: int, end: int) -> Iterator[int]:
    """The end of each grapheme cluster in a span."""
    return (match.end() for match in _cluster().finditer(text, start, end))


def make_test(pattern: str) -> Callable[[str], bool]:
    """Whether a text holds what a pattern means; one that cannot be read fits nothing."""
    regex = _regex()
    try:
        compiled = regex.compile(pattern)
    except (regex.error, RecursionError, OverflowError):
        return lambda _: False

    def fits(text: str) -> bool:
        try:
            return compiled.search(text, timeout=_PATIENCE) is not None
        except TimeoutError:
            return False

    return fits


@cache
def _cluster() -> Any:
    return _regex().compile(r"\X")


def _regex() -> Any:
    """The library, which is slow to load and seldom needed."""
    import regex  # type: ignore[import-untyped]  # it carries no types

    return regex
