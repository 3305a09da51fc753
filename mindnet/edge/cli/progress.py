"""How far the work is, on a terminal.

    files done, share of the work, bytes done  →  one line that is written over

Knows that nobody wants to see it on a pipe, nor for work that is done at once.
How many files there are in all it cannot tell: hidden ones are not counted, and found by reading.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mindnet.edge.cli.output import page_width, plural

_FIRST = 0.3  # seconds before which nothing is shown
_PAUSE = 0.1  # seconds between two looks
_CLEAR = "\r\x1b[K"


class Bar:
    """One line on stderr, as long as the work lasts."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._next = self._start + _FIRST
        self._shown = False

    def __call__(self, done: int, share: float, size: int) -> None:
        """Shows how far the work is."""
        now = time.monotonic()
        if now < self._next or sys.stderr is None:
            return
        self._next, self._shown = now + _PAUSE, True
        line = progress_line(done, share, size, now - self._start)
        self._write(f"{_CLEAR}{line[: page_width() - 1]}")

    def close(self) -> None:
        """Leaves the line as it was before."""
        if self._shown:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:  # nobody looks any longer
            self._next = float("inf")


@contextmanager
def progress_bar() -> Iterator[Bar | None]:
    """A bar where stderr is a terminal that can show one; None elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.close()


def progress_line(done: int, share: float, size: int, seconds: float) -> str:
    """`12 %, 1,200 files, 3.4 MB/s, 0:42 left`."""
    speed = size / 1e6 / seconds if seconds else 0.0
    left = round(seconds / share * (1 - share)) if share else 0
    minutes, rest = divmod(left, 60)
    return (
        f"{int(100 * share)} %, {plural(done, 'file')}, {speed:.1f} MB/s, {minutes}:{rest:02} left"
    )
