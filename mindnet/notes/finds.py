"""What a text holds: links, tags, comments, each with its place in it.

Knows no Markdown: `inline` fills these, `links`, `fields` and `sections` read them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Found:
    """A link as it stands in a text."""

    start: int
    end: int
    form: str  # "wiki", "markdown", "autolink"
    embed: bool
    body: str  # what stands in the brackets: a wikilink's words, a destination
    alias: str | None = None  # the text of a Markdown link


class Finds:
    """Everything that one text holds."""

    __slots__ = ("blind", "comments", "links", "tags")

    def __init__(self) -> None:
        self.links: list[Found] = []
        self.tags: list[tuple[int, int, str]] = []
        self.comments: list[tuple[int, int]] = []
        self.blind: list[tuple[int, int]] = []  # code, math, HTML


NOTHING = Finds()
