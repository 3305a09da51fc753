"""`mindnet status`: how the index is, and why a file is in it or not.

    Namespace  →  library  →  Status or FileStatus  →  lines or JSON, exit code

Knows how an index looks on one screen.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mindnet.edge.cli.output import align, one_line, plural, print_json, print_lines, tally
from mindnet.edge.cli.show import problem_line

if TYPE_CHECKING:
    from mindnet.answers import FileStatus, IndexState, Status

_LONGEST = 60  # characters of a setting that are shown
_MOST_PROBLEMS = 100  # that are told one by one


def run_status(options: Namespace) -> int:
    """Tells how the index is, or what it makes of one file."""
    from mindnet.library import open_library

    with open_library(options.vault, db=options.db) as library, library.one_moment():
        if options.file is None:
            status = library.status()
            answer, index = status.to_dict(), library.index_state()
            lines = status_lines(status, index) if index else iter(())
        else:
            told = library.file_status(options.file)
            answer, index, lines = told.to_dict(), library.index_state(), file_lines(told)
    if options.json:
        print_json({"status": answer}, index)
    else:
        print_lines(lines)
    return 0


def status_lines(status: Status, index: IndexState) -> Iterator[str]:
    """The index on one screen, and what is wrong with notes below it."""
    rows = [(name, one_line(fact)) for name, fact in _facts(status, index) if fact]
    yield from align(rows)
    if status.problems:
        yield ""
        yield from map(problem_line, status.problems[:_MOST_PROBLEMS])
    more = len(status.problems) - _MOST_PROBLEMS
    if more > 0:
        yield f"and {more:,} more: mindnet status --json"


def file_lines(told: FileStatus) -> Iterator[str]:
    """Why a file is in the index or not."""
    yield one_line(told.message)
    if told.profile and not told.fresh:
        yield one_line(f"its profile is {told.profile} ({told.rule})")
    if told.near:
        yield one_line(f"did you mean {', '.join(told.near)}?")
    yield from map(problem_line, told.problems)


def _facts(status: Status, index: IndexState) -> Iterator[tuple[str, str]]:
    counts, size = status.counts, status.bytes / 1e6
    yield "vault", status.vault
    yield "index", f"{status.db} ({size:.1f} MB, generation {index.generation:,})"
    yield "freshness", freshness(status)
    if status.writer:
        yield "writer", f"mindnet {status.writer['command']} (process {status.writer['pid']})"
    yield "notes", _with(counts.notes, counts.demoted, "excluded by Obsidian and found last")
    yield "chunks", _with(counts.chunks, counts.below_min, "below their min")
    yield "links", f"{counts.links:,}"
    yield "tags", f"{counts.tags:,}"
    yield "skipped", tally(counts.skipped)
    yield "left out", tally(status.left_out)
    yield "problems", tally({name: each for name, each in counts.severities.items() if each})
    yield "profiles", ", ".join(f"{name} {each:,}" for name, each in counts.profiles.items())
    yield "settings", "; ".join(_spell(*item) for item in _own_settings(status).items())


def freshness(status: Status) -> str:
    """Whether the index is up to date, and what to do if it is not."""
    pending = status.pending
    if pending.spared:
        number = plural(len(pending.spared), "file")
        return f"{number} not found, and not forgotten: mindnet reindex --full forgets them"
    if not pending.total:
        return "fresh"
    to_do = {"to read": len(pending.read), "to forget": len(pending.forget), "other": pending.other}
    told = tally({name: number for name, number in to_do.items() if number})
    return f"behind: {told}; run mindnet reindex"


def _with(number: int, some: int, which: str) -> str:
    return f"{number:,}, {some:,} of them {which}" if some else f"{number:,}"


def _own_settings(status: Status) -> dict[str, Any]:
    """The settings that are not the defaults."""
    from mindnet.settings import Settings

    usual = Settings().to_dict()
    return {name: value for name, value in status.settings.items() if value != usual.get(name)}


def _spell(name: str, value: Any) -> str:
    """`default_profile = "fixed"`; of tables and long lists only how much they hold."""
    told = json.dumps(value, ensure_ascii=False)
    return f"{name} = {told}" if len(told) <= _LONGEST else f"{name} ({len(value)})"
