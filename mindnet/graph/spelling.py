"""A link is written anew, so that it leads where it should.

    a link, the file it should lead to  →  how to write it

Knows which words a link needs: the shortest path that leads there and nowhere else, in the syntax
the link has already, with its fragment and its alias.
Leaves where it should lead to `repairs`.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from mindnet.graph.namesakes import Rule
from mindnet.graph.resolver import Resolver
from mindnet.kept import Edge
from mindnet.model import LinkKind, Syntax

_NOTE = ".md"
_UNSAID = {Syntax.WIKI: ("#", "|", "[[", "]]", "\n"), Syntax.MARKDOWN: ("#", "\n")}
_HEADING_MARKS = str.maketrans(dict.fromkeys("#|^[]\\", " "))  # compared as blanks anyway
_PLAIN = "/#^!'*,;@&=+$~"  # signs that a destination may hold as they are


class Words(NamedTuple):
    """The words of a link, as an edge has them."""

    raw: str
    syntax: str
    kind: str
    source: str
    target_text: str
    heading: str | None
    block: str | None
    alias: str | None


def words_of(edge: Edge) -> Words:
    """The words of an edge."""
    return Words(*(getattr(edge, name) for name in Words._fields))


def lead_to(words: Words, path: str, resolver: Resolver) -> str | None:
    """The link, leading to this file; None where no link of its kind can."""
    if words.kind == LinkKind.CANVAS:
        return path  # a card names the whole path
    target = _shortest(words, path, resolver)
    return None if target is None else _spell(words._replace(target_text=target))


def with_fragment(words: Words, heading: str | None, block: str | None) -> str:
    """The link with another fragment; a heading is given by its title."""
    if heading is not None:
        heading = " ".join(heading.translate(_HEADING_MARKS).split())
    if words.kind == LinkKind.CANVAS:
        return words.target_text + _fragment(heading, block)
    return _spell(words._replace(heading=heading, block=block))


def _shortest(words: Words, path: str, resolver: Resolver) -> str | None:
    """The fewest folders before the name that lead to this file by the rule alone."""
    if any(sign in path for sign in _UNSAID[Syntax(words.syntax)]):
        return None
    bare = path.removesuffix(_NOTE)
    if words.target_text.lower().endswith(_NOTE):
        bare = path
    steps = bare.split("/")
    texts = ["/".join(steps[-count:]) for count in range(1, len(steps) + 1)]
    for text in (*texts, path, f"/{path}"):
        answer = resolver.answer(text, words.source)
        if answer.resolved == path and answer.rule != Rule.PATH_ORDER:
            return text
    return None


def _spell(words: Words) -> str:
    mark = "!" if words.raw.startswith("!") else ""
    target = words.target_text + _fragment(words.heading, words.block)
    if words.syntax == Syntax.MARKDOWN:
        return f"{mark}[{words.alias or ''}]({quote(target, safe=_PLAIN)})"
    bar = "\\|" if "\\|" in words.raw else "|"
    alias = "" if words.alias is None else bar + words.alias
    return f"{mark}[[{target}{alias}]]"


def _fragment(heading: str | None, block: str | None) -> str:
    parts = [*([heading] if heading else []), *([f"^{block}"] if block else [])]
    return "".join(f"#{part}" for part in parts)
