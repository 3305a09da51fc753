"""What is kept, in numbers.

    rows  →  Counts

Knows what can be counted; files that are hidden are in no number.
"""

from __future__ import annotations

from mindnet.answers import Counts
from mindnet.errors import Problem, Severity, a_problem
from mindnet.store.connection import told_of
from mindnet.store.store import Store

_SUMS = """
    SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(below_min), 0),
        coalesce(sum(links), 0), coalesce(sum(demoted), 0), (SELECT count(DISTINCT key) FROM tags)
    FROM notes
"""
_SEVERITIES = "SELECT severity, count(*) FROM problems GROUP BY severity"
_PROFILES = "SELECT profile, count(*) FROM notes GROUP BY profile ORDER BY 2 DESC, 1"
_WORST = """
    SELECT path, line, code, message FROM problems WHERE severity <> 'notice'
    ORDER BY severity, path, line, code, id
"""


def count_kept(store: Store) -> Counts:
    """Everything that can be counted."""
    with told_of(store.path):
        run = store.connection.execute
        notes, chunks, below_min, links, demoted, tags = run(_SUMS).fetchone()
        severities = dict(run(_SEVERITIES).fetchall())
        profiles = dict(run(_PROFILES).fetchall())
    return Counts(
        notes=notes,
        chunks=chunks,
        below_min=below_min,
        links=links,
        demoted=demoted,
        tags=tags,
        skipped=store.count_skipped(),
        severities={each.value: severities.get(each.value, 0) for each in Severity},
        profiles=profiles,
    )


def find_problems(store: Store) -> tuple[Problem, ...]:
    """What is wrong with notes, errors first; notices are left out."""
    with told_of(store.path):
        return tuple(a_problem(*row) for row in store.connection.execute(_WORST))
