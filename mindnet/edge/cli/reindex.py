"""`mindnet reindex`: the index is brought up to date, and what was done is told.

    Namespace  →  library  →  Report  →  lines or JSON, exit code

Knows how a report reads: what was done, what is wrong, what was spared.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import one_line, plural, print_json, print_lines, tally, tell
from mindnet.edge.cli.parsers import named_vault
from mindnet.edge.cli.progress import progress_bar
from mindnet.edge.cli.show import problem_line
from mindnet.errors import Problem, Severity

if TYPE_CHECKING:
    from mindnet.keeping import Report

_MOST_PROBLEMS = 20  # that are told one by one
_MOST_SPARED = 3
_CHANGES = ("added", "changed", "moved", "removed")


def run_reindex(options: Namespace) -> int:
    """Brings the index up to date."""
    from mindnet.library import open_library

    with open_library(named_vault(options), db=options.db) as library:
        with progress_bar() as bar:
            report = library.reindex(
                full=options.full, dry_run=options.dry_run, jobs=options.jobs, progress=bar
            )
        index = library.index_state()
    if options.json:
        print_json({"report": report.to_dict()}, index)
        return 0
    for line in (*problem_lines(report.problems), *spared_lines(report)):
        tell(line)
    print_lines([report_line(report)])
    return 0


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """What is wrong with notes, and where to see the rest."""
    told = [each for each in problems if each.severity is not Severity.NOTICE]
    yield from map(problem_line, told[:_MOST_PROBLEMS])
    if len(told) > _MOST_PROBLEMS:
        yield f"and {len(told) - _MOST_PROBLEMS:,} more: mindnet status"


def spared_lines(report: Report) -> Iterator[str]:
    """What was not found, and kept nevertheless."""
    if not report.spared:
        return
    names = ", ".join(one_line(each, 60) for each in report.spared[:_MOST_SPARED])
    more = len(report.spared) - _MOST_SPARED
    also = f" and {more:,} more" if more > 0 else ""
    yield (
        f"{names}{also}: not found, and not forgotten: "
        "run mindnet reindex --full if they are really gone"
    )


def report_line(report: Report) -> str:
    """`3 added, 1 changed, 39 notes, 120 chunks, 1 skipped (1 not_utf8), 3 problems, 0.21 s`."""
    counts = [f"{getattr(report, name):,} {name}" for name in _CHANGES if getattr(report, name)]
    if report.dry_run:
        return f"to do: {', '.join(counts) or 'nothing'} (nothing was written)"
    counts += [plural(report.notes, "note"), plural(report.chunks, "chunk")]
    if report.skipped:
        counts.append(f"{sum(report.skipped.values()):,} skipped ({tally(report.skipped)})")
    if report.problems:
        counts.append(plural(len(report.problems), "problem"))
    return ", ".join([*counts, f"{report.seconds:.2f} s"])
