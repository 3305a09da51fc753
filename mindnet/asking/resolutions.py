"""A link that somebody typed, and where it leads.

    "[[Log#May|the log]]", its source  →  Resolution

Knows how a link may be typed: as it stands in a note, or as its words alone.
Leaves the rule to `graph`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mindnet.errors import NoLink, UsageError
from mindnet.graph.fragments import Found
from mindnet.graph.repairs import Repairs
from mindnet.graph.resolve import Status, status_of
from mindnet.graph.resolver import Resolver
from mindnet.graph.spelling import Words
from mindnet.kept import Edge
from mindnet.linked import Anchor, Resolution
from mindnet.model import Heading, NotePath, Syntax
from mindnet.notes.inline import find_in
from mindnet.notes.links import target_of
from mindnet.notes.targets import Target, split_wikilink
from mindnet.store.lookup import KnownAnchor

_SIGNS = ("[[", "](", "][")  # of a link, or of what should be one


class Written(NamedTuple):
    """A link as it was typed, taken apart."""

    text: str
    syntax: Syntax
    target: Target


def read_link(text: str, known: Iterable[Edge] = ()) -> Written:
    """The link that a text is; words without brackets are those of a wikilink.

    `known` are the edges of its note: only that can tell what `[the log][1]` stands for.
    """
    text = text.strip()
    links = find_in(text, {}).links
    for link in links:
        if (link.start, link.end) == (0, len(text)):
            syntax = Syntax.WIKI if link.form == "wiki" else Syntax.MARKDOWN
            return Written(text, syntax, target_of(link))
    if text.startswith("["):
        for edge in (each for each in known if each.raw == text):
            return _known(edge)
    target = split_wikilink(text)
    is_named = bool(target.target_text or target.heading or target.block)
    if links or not is_named or any(sign in text for sign in _SIGNS):
        raise NoLink(text)
    return Written(text, Syntax.WIKI, target)


def resolve_link(
    link: Written, source: NotePath | None, resolver: Resolver, repairs: Repairs
) -> Resolution:
    """Where a link leads from its source; None is a note in the root."""
    text, syntax, (target_text, heading, block, alias, external) = link
    here = source or ""
    if external:
        return Resolution(
            text, source, target_text, heading, block, alias, Status.EXTERNAL.value,
            None, None, None, None, None, (), 0, None,
        )  # fmt: skip
    if not target_text and source is None:
        raise UsageError(f"{text} means the note it stands in: name that one with --from NOTE")
    answer = resolver.answer(target_text, here)
    found = resolver.look_up(answer, heading, block)
    resolved = None if answer.resolved is None else NotePath(answer.resolved)
    status = status_of(answer, found.fragment_ok).value
    candidates = resolver.candidates(target_text, here)
    words = Words(text, syntax, "", here, target_text, heading, block, alias)
    return Resolution(
        link=text,
        source=source,
        target_text=target_text,
        heading=heading,
        block=block,
        alias=alias,
        status=status,
        resolved=resolved,
        rule=answer.rule and answer.rule.value,
        via=answer.via and answer.via.value,
        fragment_ok=found.fragment_ok,
        anchor=_anchor(found),
        candidates=tuple(map(NotePath, candidates.shown)),
        candidate_count=candidates.number,
        suggestion=repairs.suggest(words, status, answer.rule, resolved),
    )


def _known(edge: Edge) -> Written:
    words = (edge.target_text, edge.heading, edge.block, edge.alias)
    target = Target(*words, external=edge.status == Status.EXTERNAL)
    return Written(edge.raw, Syntax(edge.syntax), target)


def _anchor(found: Found[Heading, KnownAnchor]) -> Anchor | None:
    if found.block is not None:
        return Anchor("block", found.block.id, found.block.line)
    if found.heading is not None:
        return Anchor("heading", found.heading.title, found.heading.line)
    return None
