"""Who reads the notes: we ourselves, or processes of our own.

    SeenFiles  →  Outcomes, in any order

Knows from which size on processes pay for their start, and that a note which cannot be read costs
nothing but itself.
Leaves the processes to `workers`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mindnet.keeping import SeenFile
from mindnet.reading import Outcome, Reader

if TYPE_CHECKING:
    from mindnet.workers import Task

_LONG = 300_000  # bytes; a note that may take so long that somebody has to watch the clock
_MUCH = 2_000_000  # bytes; more are read faster by processes of their own


def read_files(
    reader: Reader, tasks: Sequence[Task], jobs: int | None
) -> Iterator[tuple[SeenFile, Outcome]]:
    """Each file with what became of it; `jobs` is the number of processes that was asked for."""
    crew = _size(tasks, jobs)
    if crew:
        from mindnet.workers import read_all

        yield from ((file, outcome) for (file, _), outcome in read_all(reader, tasks, crew))
        return
    for file, known in tasks:
        yield file, reader.attempt(file, known)


def _size(tasks: Sequence[Task], jobs: int | None) -> int:
    """How many processes read; 0: we do it ourselves."""
    sizes = [file.stamp.size for file, _ in tasks if file.stamp]
    if not sizes or not sys.executable:
        return 0
    if sum(sizes) <= _MUCH and max(sizes) <= _LONG and jobs is None:
        return 0
    most = jobs if jobs is not None else os.cpu_count() or 1
    return max(1, min(most, len(sizes)))
