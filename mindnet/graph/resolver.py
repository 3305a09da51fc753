"""The rule of links, asked about one index.

    the path of a link, its source, the index  →  Answer, Candidates, Found

Knows how names and headings come out of the index, each once, however often they are asked for.
Leaves the rule itself to `graph`.
"""

from __future__ import annotations

from dataclasses import replace

from mindnet.graph.fragments import Anchors, Found, has_anchors
from mindnet.graph.namesakes import Namesakes, Rule
from mindnet.graph.resolve import (
    HIDDEN,
    Answer,
    Candidates,
    find_candidates,
    resolve,
    resolve_card,
    status_of,
)
from mindnet.keeping import FileState
from mindnet.kept import Edge
from mindnet.model import Heading, LinkKind, NotePath
from mindnet.names import name_key
from mindnet.store.linkage import Linkage
from mindnet.store.lookup import KnownAnchor, Lookup
from mindnet.store.store import Store

_SURE = frozenset({Rule.EXACT_PATH, Rule.RELATIVE, Rule.ABSOLUTE, Rule.ONLY_ONE})
_NOTHING: Found[Heading, KnownAnchor] = Found(None, None, None)

NoteAnchors = Anchors[Heading, KnownAnchor]


class Resolver:
    """Where links of one index lead; worth keeping as long as links are asked for."""

    def __init__(self, store: Store, resolve_aliases: bool) -> None:
        self._lookup, self._linkage = Lookup(store), Linkage(store)
        self._find_aliased = self._linkage.notes_aliased if resolve_aliases else None
        self._named: dict[str, list[tuple[str, FileState]]] = {}  # by name
        self._names: dict[str, Namesakes] = {}
        self._anchors: dict[str, NoteAnchors] = {}

    def answer(self, path: str, source: str) -> Answer:
        """Where a link with this path leads from its source."""
        return resolve(path, source, self._find, self._find_aliased)

    def candidates(self, path: str, source: str) -> Candidates:
        """Every file that fits a link, in the order of the rule."""
        return find_candidates(path, source, self._find, self._find_aliased)

    def called(self, name: str) -> Candidates:
        """The files that an address means by the rule of links; of several none is guessed."""
        answer = resolve(name, "", self._find) if name.strip() else None
        if answer is None or answer.resolved is None:
            return Candidates((), 0)
        if answer.rule in _SURE:
            return Candidates((answer.resolved,), 1)
        shown, number = find_candidates(name, "", self._find)
        return Candidates(tuple(sorted(shown)), number)

    def look_up(
        self, answer: Answer, heading: str | None, block: str | None
    ) -> Found[Heading, KnownAnchor]:
        """What the fragment of a link leads to in the note that it leads to."""
        path = answer.resolved
        if path is None or answer.state is not FileState.NOTE or not has_anchors(path):
            return _NOTHING
        return self.anchors(path).look_up(heading, block)

    def anchors(self, path: str) -> NoteAnchors:
        """The headings and block ids of a note, to be asked by a link's words."""
        if path not in self._anchors:
            lookup = self._lookup
            self._anchors[path] = Anchors(lookup.headings_of(path), lookup.block_ids_of(path))
        return self._anchors[path]

    def settle(self, edge: Edge) -> Edge:
        """An edge of a note that changed since it was indexed, led by the names of the index."""
        if edge.status is not None:
            return edge
        if edge.kind == LinkKind.CANVAS:
            answer = resolve_card(edge.target_text, self._find)
        else:
            answer = self.answer(edge.target_text, edge.source)
        found = self.look_up(answer, edge.heading, edge.block)
        return replace(
            edge,
            resolved=None if answer.resolved is None else NotePath(answer.resolved),
            fragment_ok=found.fragment_ok,
            status=status_of(answer, found.fragment_ok).value,
            rule=answer.rule and answer.rule.value,
            via=answer.via and answer.via.value,
        )

    def shown(self, name: str) -> list[str]:
        """The files that have this name, or would with `.md`, in any folder; none is kept out."""
        key = name_key(name)
        return self._shown(key) or self._shown(f"{key}.md") if key else []

    def _find(self, key: str) -> Namesakes:
        if key not in self._names:
            self._names[key] = Namesakes(self._files(key))
        return self._names[key]

    def _shown(self, key: str) -> list[str]:
        return [path for path, state in self._files(key) if state not in HIDDEN]

    def _files(self, key: str) -> list[tuple[str, FileState]]:
        if key not in self._named:
            self._named[key] = sorted(self._linkage.files_named(key))
        return self._named[key]
