"""The values that tell of links, in travelling order: the sixth part of `model`.

    Anchor, Suggestion  →  Resolution
    Edge  →  SeenEdge  →  Linked
    Edge, Suggestion  →  BrokenEdge  →  Findings

Where one link leads and why, which links begin or end at a place, and what is broken.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from mindnet.errors import CODES, Problem, Severity, UsageError
from mindnet.kept import Edge
from mindnet.model import NotePath, Value
from mindnet.names import nearest


class Direction(StrEnum):
    """How an edge lies, seen from the place that was asked for."""

    OUT = "out"  # it begins there
    IN = "in"  # it leads there


@dataclass(frozen=True, slots=True)
class Anchor(Value):
    """A heading or a block that a link leads to."""

    kind: str  # heading, block
    text: str  # of the heading; the id of the block, without "^"
    line: int


class Likeness(StrEnum):
    """Why something may have been meant."""

    OTHER_FOLDER = "other_folder"  # a file of that name lies elsewhere
    EXTENSION = "extension"  # an attachment needs its extension
    ALIAS = "alias"  # a note has this title or alias
    NEAREST_NAME = "nearest_name"
    NEAREST_HEADING = "nearest_heading"
    NEAREST_BLOCK = "nearest_block"
    LONGER_PATH = "longer_path"  # with a folder more it means one of several for sure


@dataclass(frozen=True, slots=True)
class Suggestion(Value):
    """What a link may have meant, and how it would be written; never taken for an answer."""

    link: str  # in the syntax of the link itself
    path: NotePath
    reason: Likeness


@dataclass(frozen=True, slots=True)
class Resolution(Value):
    """Where a link leads, by which rule (`links.md` L34)."""

    link: str  # as it was asked for
    source: NotePath | None  # None: as if it stood in the root
    target_text: str
    heading: str | None
    block: str | None
    alias: str | None
    status: str
    resolved: NotePath | None
    rule: str | None
    via: str | None
    fragment_ok: bool | None
    anchor: Anchor | None
    candidates: tuple[NotePath, ...]  # in the order of the rule; at most 50
    candidate_count: int  # all of them
    suggestion: Suggestion | None


@dataclass(frozen=True, slots=True)
class SeenEdge(Edge):
    """An edge as it is seen from one of its ends (`links.md` L41)."""

    direction: Direction
    inverse: str | None  # what its relation is called from the other end


class Linked(NamedTuple):
    """The edges at a place."""

    ref: str  # the address of the place; of a ghost its name
    kind: str  # note, section, block, chunk, lines, attachment, ghost
    state: str | None  # what became of the place, if it was asked for with a check
    edges: tuple[SeenEdge, ...]
    total: int  # all of them, also beyond the limit
    fresh: bool  # the index knows the note as it is


@dataclass(frozen=True, slots=True)
class BrokenEdge(Edge):
    """An edge that leads nowhere, or hardly where it should."""

    ghost: str | None  # the name of the note that is not there (`links.md` L46)
    suggestion: Suggestion | None


BROKEN = ("missing", "ambiguous", "fragment_missing")  # the status of an edge to be put right
KINDS = (*BROKEN, *Severity, *sorted(CODES))


class Findings(NamedTuple):
    """What should be put right in a vault."""

    problems: tuple[Problem, ...]
    edges: tuple[BrokenEdge, ...]

    def has_any(self, kinds: Collection[str]) -> bool:
        """Whether something of these kinds was found: a status, a severity, or a problem's code."""
        check_kinds(kinds)
        return any(each.status in kinds for each in self.edges) or any(
            each.code in kinds or each.severity in kinds for each in self.problems
        )


def check_kinds(kinds: Collection[str]) -> None:
    """An error for a kind of which nothing can be found."""
    for kind in kinds:
        if kind not in KINDS:
            near = nearest(kind, KINDS, most=1)
            hint = f"did you mean {near[0]}?" if near else f"such as {', '.join(KINDS[:4])}"
            raise UsageError(f"nothing is of the kind {kind!r:.40}; {hint}")


_NAMES = tuple(each.name for each in fields(Edge))


def see(edge: Edge, direction: Direction, inverse: str | None) -> SeenEdge:
    """An edge from one of its ends."""
    return SeenEdge(**_parts(edge), direction=direction, inverse=inverse)


def break_edge(edge: Edge, ghost: str | None, suggestion: Suggestion | None) -> BrokenEdge:
    """A broken edge with what may mend it."""
    return BrokenEdge(**_parts(edge), ghost=ghost, suggestion=suggestion)


def _parts(edge: Edge) -> dict[str, Any]:
    return {name: getattr(edge, name) for name in _NAMES}
