"""`mindnet links`, `mindnet backlinks`: the edges at a place.

    Namespace  →  library  →  Linked  →  lines or JSON, exit code

Knows how edges look to people: grouped by their relation, each with the place it stands at and,
where it begins here, with the place it leads to.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import align, one_line, plural, print_json, print_lines, tell

if TYPE_CHECKING:
    from mindnet.kept import Edge
    from mindnet.linked import Direction, Linked, SeenEdge

_WORDS = 48  # characters of a link that are shown
_LOST = ("changed", "gone")


def run_links(options: Namespace) -> int:
    """Lists the links that begin at an address."""
    from mindnet.linked import Direction

    return _run(options, Direction.OUT)


def run_backlinks(options: Namespace) -> int:
    """Lists the links that lead to an address."""
    from mindnet.linked import Direction

    return _run(options, Direction.IN)


def _run(options: Namespace, direction: Direction) -> int:
    from mindnet.library import open_library

    with open_library(options.vault, db=options.db) as library, library.one_moment():
        linked = library.get_linked(
            options.ref,
            direction,
            relation=options.relation,
            status=options.status,
            limit=options.limit,
        )
        index = library.index_state()
    if options.json:
        print_json({"edges": [each.to_dict() for each in linked.edges]}, index)
    else:
        tell(head_line(linked, options.command))
        print_lines(group_lines(linked.edges))
    return 0 if linked.edges and linked.state not in _LOST else 1


def head_line(linked: Linked, noun: str) -> str:
    """`Garden/Oak: 3 links`, and what has to be said of the place."""
    number = plural(linked.total, noun.removesuffix("s"))
    more = linked.total - len(linked.edges)
    shown = f", {len(linked.edges):,} of them shown" if more else ""
    line = f"{linked.ref}: {number if linked.total else f'no {noun}'}{shown}"
    if linked.kind == "ghost":
        line = f"{line} (no such note yet)"
    if linked.state in _LOST:
        line = f"{line} (the text that was cited has {linked.state})"
    return one_line(line)


def group_lines(edges: Sequence[SeenEdge]) -> Iterator[str]:
    """The edges, those of one relation together."""
    groups: dict[str, list[SeenEdge]] = {}
    for each in edges:
        groups.setdefault(seen_name(each), []).append(each)
    for number, (name, group) in enumerate(groups.items()):
        if number:
            yield ""
        yield one_line(f"{name} ({len(group):,})")
        yield from (f"  {line}" for line in align([_row(each) for each in group]))


def seen_name(edge: SeenEdge) -> str:
    """What the relation of an edge is called from here; without such a name its own."""
    if edge.direction == "out":
        return edge.relation
    return edge.inverse or f"{edge.relation}, inwards"


def place_of(edge: Edge) -> str:
    """`Garden/Oak.md:12`; a canvas has no lines."""
    return one_line(f"{edge.source}:{edge.line}" if edge.line else edge.source)


def fragment_of(edge: Edge) -> str:
    """`heading Care`, `block ^dry`: what an edge names in its note."""
    return f"block ^{edge.block}" if edge.block else f"heading {edge.heading}"


def goal_of(edge: Edge) -> str:
    """Where an edge leads, or why nowhere."""
    if edge.resolved is None:
        return "left out by the settings" if edge.rule == "excluded" else str(edge.status)
    if edge.status == "fragment_missing":
        return f"{edge.resolved} (no {fragment_of(edge)})"
    fragment = f"#^{edge.block}" if edge.block else f"#{edge.heading}" if edge.heading else ""
    ambiguous = " (ambiguous)" if edge.status == "ambiguous" else ""
    return f"{edge.resolved}{fragment}{ambiguous}"


def _row(edge: SeenEdge) -> tuple[str, ...]:
    goal = goal_of(edge) if edge.direction == "out" else ""
    if edge.direction == "in" and edge.status in ("ambiguous", "fragment_missing"):
        goal = goal_of(edge)
    return place_of(edge), one_line(edge.raw, _WORDS), one_line(goal)
