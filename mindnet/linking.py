"""Every edge gets its answer, and keeps a true one.

    edges that wait, files, aliases, anchors  →  answers in the store

Knows what an edge asks of the graph, and what of the answer is kept (`links.md` L42–L49); edges of
one name are looked up together.
Leaves the rules to `graph`, and which edges have to be looked at to `store`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from mindnet.graph.fragments import Anchors, has_anchors
from mindnet.graph.namesakes import Namesakes
from mindnet.graph.resolve import Answer, Via, resolve, resolve_card
from mindnet.keeping import FileState
from mindnet.names import normalise
from mindnet.store.links import DueEdge, KeptAnswer, KeptBlock, KeptHeading, Links
from mindnet.store.writer import Writer

_FLUSH = 50_000  # answers that are written at once


def settle_links(store: Writer, resolve_aliases: bool) -> int:
    """Looks up all edges that may lead elsewhere now; how many they are."""
    links, number = Links(store.connection), 0
    answers: list[tuple[DueEdge, KeptAnswer]] = []
    for edges in links.find_due():
        number += len(edges)
        answers += _Portion(links, edges, resolve_aliases).answers()
        if len(answers) >= _FLUSH:
            store.put_answers(answers)
            answers = []
    store.put_answers(answers)
    store.settle()
    return number


class _Portion:
    """Edges that are looked up together, and the files that they may mean."""

    def __init__(self, links: Links, edges: Sequence[DueEdge], resolve_aliases: bool) -> None:
        self._links, self._edges = links, edges
        names = {edge.name_key for edge in edges if edge.name_key}
        named = links.find_files(names.union(f"{name}.md" for name in names))
        self._names = {
            name: Namesakes((file.path, file.state) for file in files)
            for name, files in named.items()
        }
        self._ids = {file.path: file.id for files in named.values() for file in files}
        self._ids |= {edge.source: edge.source_id for edge in edges if edge.name_key is None}
        self._find_aliased = self._find_called if resolve_aliases else None
        self._called: dict[str, list[str]] = {}
        if resolve_aliases:
            aliases = {normalise(edge.target_text) for edge in edges if edge.name_key}
            for alias, notes in links.find_called(aliases).items():
                paths = sorted({note.path for note in notes})
                self._called[alias] = paths[:2]  # the first is meant; a second makes it ambiguous
                self._ids |= {note.path: note.id for note in notes}

    def answers(self) -> Iterator[tuple[DueEdge, KeptAnswer]]:
        """Each edge, and where it leads."""
        led = [(edge, self._resolve(edge)) for edge in self._edges]
        wanted = {
            self._ids[answer.resolved]
            for edge, answer in led
            if answer.resolved is not None and _asks_for_anchor(edge, answer)
        }
        found = self._links.find_anchors(wanted)
        anchors = {note: Anchors(*each) for note, each in found.items()}
        return ((edge, self._keep(edge, answer, anchors)) for edge, answer in led)

    def _resolve(self, edge: DueEdge) -> Answer:
        if edge.is_card:
            return resolve_card(edge.target_text, self._names.get)
        return resolve(edge.target_text, edge.source, self._names.get, self._find_aliased)

    def _find_called(self, alias: str) -> Collection[str]:
        return self._called.get(alias, ())

    def _keep(
        self, edge: DueEdge, answer: Answer, anchors: dict[int, Anchors[KeptHeading, KeptBlock]]
    ) -> KeptAnswer:
        path, state, _, via = answer
        rule = None if answer.rule is None else answer.rule.value
        if path is None:
            return KeptAnswer(rule=rule)
        found = self._ids[path]
        by_alias = "alias" if via is Via.ALIAS else None
        if state is not FileState.NOTE:
            return KeptAnswer(file=found, rule=rule, via=by_alias)
        if not _asks_for_anchor(edge, answer):
            return KeptAnswer(note=found, rule=rule, via=by_alias)
        fragment_ok, *places = anchors[found].look_up(edge.heading, edge.block)
        chunk = next((place.chunk for place in reversed(places) if place is not None), None)
        return KeptAnswer(found, None, chunk, fragment_ok, rule, by_alias)


def _asks_for_anchor(edge: DueEdge, answer: Answer) -> bool:
    """Whether a heading or a block has to be found in the note that an edge leads to."""
    if edge.heading is None and edge.block is None:
        return False
    path, state = answer.resolved, answer.state
    return path is not None and state is FileState.NOTE and has_anchors(path)
