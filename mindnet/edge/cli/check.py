"""`mindnet check`: what should be put right in the vault.

    Namespace  →  library  →  Findings  →  a to-do list or JSON, exit code

Knows how much of it a person reads at once: of each kind the first, with where to see the rest.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from mindnet.edge.cli.links import fragment_of, place_of
from mindnet.edge.cli.output import one_line, one_row, plural, print_json, print_lines, tell

if TYPE_CHECKING:
    from mindnet.errors import Problem
    from mindnet.linked import BrokenEdge, Findings

_MOST = 20  # of each kind that are shown
_PLACES = 3  # of links to the same name that are shown
_WORDS = 80  # characters of a link that are shown

Entry = tuple[str, ...]  # the lines of one thing to put right
Group = tuple[str, list[Entry]]


def run_check(options: Namespace) -> int:
    """Lists what should be put right."""
    from mindnet.library import open_library
    from mindnet.linked import KINDS, check_kinds

    kinds = KINDS if options.fail_on is None else _split(options.fail_on)
    check_kinds(kinds)
    with open_library(options.vault, db=options.db) as library, library.one_moment():
        findings = library.check()
        index = library.index_state()
    if options.json:
        problems, edges = ([each.to_dict() for each in some] for some in findings)
        print_json({"problems": problems, "edges": edges}, index)
    else:
        print_lines(map(one_row, finding_lines(findings, None if options.all else _MOST)))
        tell(_summary(findings))
    return 1 if findings.has_any(kinds) else 0


def finding_lines(findings: Findings, most: int | None) -> Iterator[str]:
    """Everything that was found, by kind, the most urgent first; so many of each."""
    places = _PLACES if most else None
    for number, (head, entries) in enumerate(_groups(findings, places)):
        if number:
            yield ""
        yield head
        shown = entries[:most]
        yield from (f"  {line}" for entry in shown for line in entry)
        if len(entries) > len(shown):
            yield f"  and {len(entries) - len(shown):,} more: mindnet check --all"


def _groups(findings: Findings, places: int | None) -> Iterator[Group]:
    yield from _problems(findings.problems, "error")
    yield from _problems(findings.problems, "warning")
    for status, make in _EDGES.items():
        edges = [each for each in findings.edges if each.status == status]
        if edges:
            yield make(edges, places)
    yield from _problems(findings.problems, "notice")


def _problems(problems: Iterable[Problem], severity: str) -> Iterator[Group]:
    codes: dict[str, list[Problem]] = {}
    for each in problems:
        if each.severity == severity:
            codes.setdefault(each.code, []).append(each)
    for code, some in codes.items():
        entries: list[Entry] = [(f"{_at(each)}  {one_line(each.message)}",) for each in some]
        yield f"{code}: {plural(len(some), severity)}", entries


def _ambiguous(edges: list[BrokenEdge], places: int | None) -> Group:
    """Those that would be mended in the same way together."""
    named: dict[object, list[BrokenEdge]] = {}
    for each in edges:
        named.setdefault((each.target_text, each.suggestion), []).append(each)
    head = f"ambiguous: {plural(len(edges), 'link')} that several files fit equally well"
    return head, [
        _named(some, places, "to be sure, write {}") for some in _most_urgent(named.values())
    ]


def _fragments(edges: list[BrokenEdge], places: int | None) -> Group:
    """Those that miss the same heading together: it may be a template's."""
    lost: dict[object, list[BrokenEdge]] = {}
    for each in edges:
        key = (each.heading, each.block) if each.suggestion is None else each
        lost.setdefault(key, []).append(each)
    head = f"fragment_missing: {plural(len(edges), 'link')} to a heading or block that is not there"
    return head, [_lost(some, places) for some in _most_urgent(lost.values())]


def _lost(edges: list[BrokenEdge], places: int | None) -> Entry:
    first, name = edges[0], one_line(fragment_of(edges[0]), _WORDS)
    notes = {each.resolved for each in edges}
    where = str(first.resolved) if len(notes) == 1 else plural(len(notes), "note")
    if len(edges) == 1:
        return f"{_link(first)}  no {name} in {where}", *_repair(first, "did you mean {}?")
    return (f"{name}, not in {where}: {_places(edges, places)}",)


def _missing(edges: list[BrokenEdge], places: int | None) -> Group:
    """Those that ask for the same note together."""
    ghosts: dict[str, list[BrokenEdge]] = {}
    for each in edges:
        ghosts.setdefault(each.ghost or each.target_text, []).append(each)
    head = f"missing: {plural(len(edges), 'link')} to {plural(len(ghosts), 'file')} not there"
    return head, [
        _named(some, places, "did you mean {}?") for some in _most_urgent(ghosts.values())
    ]


def _named(edges: list[BrokenEdge], places: int | None, words: str) -> Entry:
    """The links of one name, and how they may be mended."""
    first = edges[0]
    repair = _repair(first, words)
    if len(edges) == 1:
        return _link(first), *repair
    return f"{one_line(first.target_text, _WORDS)}: {_places(edges, places)}", *repair


def _most_urgent(groups: Iterable[list[BrokenEdge]]) -> list[list[BrokenEdge]]:
    """First what can be mended at once, then what stands in most places."""
    return sorted(groups, key=lambda some: (some[0].suggestion is None, -len(some)))


def _places(edges: list[BrokenEdge], most: int | None) -> str:
    """`3 links in Home.md:4, Log.md:7`; so many of the places."""
    places = list(dict.fromkeys(map(place_of, edges)))
    shown = places[:most]
    more = len(places) - len(shown)
    also = f" and {plural(more, 'other place')}" if more else ""
    return f"{plural(len(edges), 'link')} in {', '.join(shown)}{also}"


_EDGES: dict[str, Callable[[list[BrokenEdge], int | None], Group]] = {
    "ambiguous": _ambiguous,
    "fragment_missing": _fragments,
    "missing": _missing,
}


def _link(edge: BrokenEdge) -> str:
    return f"{place_of(edge)}  {one_line(edge.raw, _WORDS)}"


def _repair(edge: BrokenEdge, words: str) -> Entry:
    """The suggestion on a line of its own, if there is one."""
    if edge.suggestion is None:
        return ()
    path = "" if edge.status == "fragment_missing" else f" ({edge.suggestion.path})"
    return (f"    {words.format(one_line(edge.suggestion.link, _WORDS))}{path}",)


def _at(problem: Problem) -> str:
    return one_line(f"{problem.path}:{problem.line}" if problem.line else problem.path)


def _summary(findings: Findings) -> str:
    """`24 links, 3 of them with a suggestion, and 3 problems`."""
    told = []
    if findings.edges:
        mended = sum(each.suggestion is not None for each in findings.edges)
        some = f", {mended:,} of them with a suggestion" if mended else ""
        told.append(plural(len(findings.edges), "link") + some)
    if findings.problems:
        told.append(plural(len(findings.problems), "problem"))
    return ", and ".join(told) or "nothing to put right"


def _split(kinds: str) -> list[str]:
    return [kind.strip() for kind in kinds.split(",") if kind.strip()]
