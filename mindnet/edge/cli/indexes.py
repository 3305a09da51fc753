"""`mindnet indexes`: the indexes on this machine, also of vaults that moved.

    Namespace  →  library  →  KeptIndexes  →  lines or JSON, exit code

Knows that an index whose vault is gone is the one people look for.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import align, one_line, plural, print_json, print_lines
from mindnet.errors import UsageError

if TYPE_CHECKING:
    from mindnet.answers import KeptIndex


def run_indexes(options: Namespace) -> int:
    """Lists the indexes, or removes those that are named."""
    from mindnet.library import list_indexes, remove_indexes

    removes = options.action == "remove"
    if removes != bool(options.names):
        why = "which one? mindnet indexes remove NAME" if removes else "list takes no names"
        raise UsageError(why)
    found = remove_indexes(options.names) if removes else list_indexes()
    if options.json:
        print_json({"indexes": [each.to_dict() for each in found]}, index=None)
    elif removes:
        print_lines(one_line(f"removed {each.path}") for each in found)
    else:
        print_lines(index_lines(found))
    return 0


def index_lines(found: Sequence[KeptIndex]) -> Iterator[str]:
    """Each index with its size and its vault."""
    if not found:
        yield "no index yet: run mindnet reindex"
        return
    yield from align([tuple(map(one_line, _row(each))) for each in found])


def _row(index: KeptIndex) -> tuple[str, ...]:
    notes = "" if index.notes is None else plural(index.notes, "note")
    gone = "  (no longer there)" if index.exists is False else ""
    told = f"{index.vault}{gone}" if index.vault else index.problem or "of no vault yet"
    return index.name, f"{index.bytes / 1e6:.1f} MB", notes, told
