"""The edges that begin at a place, and those that lead there.

    "Garden/Oak#Care", the index  →  Linked

Knows what of a note an edge belongs to, how an edge is seen from its other end (`links.md` L41),
and that a file which is no note, or a note which is not written yet, may be asked for too.
Leaves which place an address means to `texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from mindnet.addresses import Address, parse_ref
from mindnet.answers import Text
from mindnet.errors import RefAmbiguous, RefUnknown
from mindnet.graph.fragments import Anchors, heading_key
from mindnet.graph.resolve import ghost_name
from mindnet.graph.resolver import NoteAnchors
from mindnet.keeping import FileState
from mindnet.kept import Edge
from mindnet.linked import Direction, Linked, SeenEdge, see
from mindnet.model import Heading
from mindnet.names import name_key
from mindnet.pages import Page
from mindnet.settings import normalise_name
from mindnet.store.linkage import Linkage
from mindnet.texts import Finder

_TURNED = {Direction.OUT: Direction.IN, Direction.IN: Direction.OUT}
_NO_NOTES = (FileState.ATTACHMENT, FileState.SKIPPED)


class Wanted(NamedTuple):
    """Which of the edges at a place are asked for."""

    direction: Direction
    relation: str | None = None
    status: str | None = None
    limit: int | None = None


class _Spot(NamedTuple):
    """A place, and how its edges are found."""

    ref: str
    kind: str
    find: Callable[[Direction], list[Edge]]
    text: Text | None = None


class LinkFinder:
    """The edges of one index, asked by the places at their ends."""

    def __init__(self, finder: Finder, linkage: Linkage, inverses: Mapping[str, str]) -> None:
        self._finder, self._linkage, self._inverses = finder, linkage, inverses
        self._lookup, self._resolver = finder.lookup, finder.resolver

    def find(self, words: str, wanted: Wanted) -> Linked:
        """The edges at an address, as they are seen from there."""
        spot = self._find_spot(words)
        edges = tuple(
            each for each in self._choose(spot, wanted) if wanted.status in (None, each.status)
        )
        state = spot.text.state if spot.text else None
        fresh = spot.text.fresh if spot.text else True
        return Linked(spot.ref, spot.kind, state, edges[: wanted.limit], len(edges), fresh)

    def _choose(self, spot: _Spot, wanted: Wanted) -> Iterator[SeenEdge]:
        """The edges of a direction; of a relation also those that say it from the other end."""
        own, inverses = wanted.direction, self._inverses
        edges = spot.find(own)
        if wanted.relation is None:
            yield from (see(each, own, inverses.get(each.relation)) for each in edges)
            return
        name = normalise_name(wanted.relation)
        inverse = inverses.get(name)
        named = [each for each in edges if each.relation == name]
        yield from (see(each, own, inverse) for each in named)
        if inverse is not None:
            told = set(named)  # what leads from a note to itself is told once
            backwards = (each for each in spot.find(_TURNED[own]) if each.relation == inverse)
            yield from (see(each, _TURNED[own], name) for each in backwards if each not in told)

    def _find_spot(self, words: str) -> _Spot:
        try:
            text, page = self._finder.find(words)
        except RefUnknown:
            spot = self._find_file(words) or self._find_ghost(words)
            if spot is None:
                raise
            return spot
        return _Spot(text.ref, text.kind, partial(self._find_at, text, page), text)

    def _find_at(self, text: Text, page: Page | None, direction: Direction) -> list[Edge]:
        if page is None or text.text is None:
            return []
        if direction is Direction.OUT:
            inside = (each for each in page.links if _stands_in(each, text, page))
            return [self._resolver.settle(each) for each in inside]
        edges = self._lookup.edges_to(page.path)
        if text.kind == "note":
            return edges
        if text.kind == "chunk":
            return [each for each in edges if each.resolved_chunk == text.chunk_id]
        anchors = Anchors(page.headings, page.block_ids)
        return [each for each in edges if _leads_to(each, text, anchors)]

    # -- what is no note -----------------------------------------------------------------------

    def _find_file(self, words: str) -> _Spot | None:
        """An attachment, or a note that cannot be read."""
        for address in parse_ref(words).addresses:
            if self._resolver.answer(address.name, "").state in _NO_NOTES:
                called = self._resolver.called(address.name)
                if called.number > 1:
                    raise RefAmbiguous(words, called.shown, called.number)
                (path,) = called.shown
                edges = _only_in(self._linkage.edges_to_file(path))
                return _Spot(path, "attachment", edges)
        return None

    def _find_ghost(self, words: str) -> _Spot | None:
        """A note that links ask for, and nobody has written yet."""
        for address in parse_ref(words).addresses:
            name = ghost_name(address.name, "")
            edges = [
                each
                for each in self._linkage.edges_missing(name_key(name))
                if ghost_name(each.target_text, each.source) == name and _asks_for(each, address)
            ]
            if edges:
                shown = edges[0].target_text.removesuffix(".md")  # as it was first written
                return _Spot(f"{shown}{address.rest}", "ghost", _only_in(edges))
        return None


def _only_in(edges: list[Edge]) -> Callable[[Direction], list[Edge]]:
    return lambda direction: edges if direction is Direction.IN else []


def _stands_in(edge: Edge, text: Text, page: Page) -> bool:
    """Whether an edge begins in a text; what stands before the body belongs to the whole note."""
    if text.kind == "note":
        return True
    if text.kind == "chunk" and page.fresh:
        return edge.source_chunk == text.chunk_id
    return edge.char_start is not None and text.char_start <= edge.char_start < text.char_end


def _leads_to(edge: Edge, text: Text, anchors: NoteAnchors) -> bool:
    """Whether the heading or block that an edge names is the one that was asked for."""
    anchor = anchors.look_up(edge.heading, edge.block).anchor
    if anchor is None:
        return False
    if text.kind == "lines":
        return text.line_start <= anchor.line <= text.line_end
    if isinstance(anchor, Heading):
        return text.kind == "section" and anchor.line == text.line_start
    return (anchor.char_start, anchor.char_end) == (text.char_start, text.char_end)


def _asks_for(edge: Edge, address: Address) -> bool:
    """Whether an edge to a note that is not written names this place in it."""
    headings = [heading_key(each) for each in address.headings]
    if headings and headings != [heading_key(each) for each in (edge.heading or "").split("#")]:
        return False
    return address.block is None or address.block.lower() == (edge.block or "").lower()
