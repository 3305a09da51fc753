"""Finds become links and tags, with their sections and relations.

    Finds, Blocks  →  Links, Tags

Knows which of several names a link gets (`links.md` L36), the nearest first.
Never asks where a link leads.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mindnet.model import Block, Link, LinkKind, NotePath, Syntax, Tag
from mindnet.notes.fields import find_fields
from mindnet.notes.finds import Finds, Found
from mindnet.notes.inline import find_in
from mindnet.notes.layout import Holder, Layout, Leaf
from mindnet.notes.lines import BLANKS, Lines
from mindnet.notes.targets import Target, split_destination, split_wikilink
from mindnet.settings import normalise_name

_LIST_RELATION = re.compile(r"([\w-]+)[ \t]+(?=\[\[)")

_WIKI, _MARKDOWN = Syntax.WIKI, Syntax.MARKDOWN  # asked for of every link

Place = tuple[str | None, str | None]  # section path and section type


def find_all(text: str, layout: Layout) -> list[Finds]:
    """What each leaf of a note holds, in the order of the leaves."""
    return [find_in(leaf.text(text), layout.definitions) for leaf in layout.leaves]


class LinkFinder:
    """Makes links and tags of what the leaves of one note hold."""

    def __init__(
        self, path: NotePath, lines: Lines, source: str, layout: Layout, list_relations: bool
    ) -> None:
        self.path, self.lines, self.source, self.layout = path, lines, source, layout
        self.list_relations, self.has_fields = list_relations, "::" in lines.text
        edges = (each.callout and each.callout.type == "edge" for each in layout.callouts)
        self.holders_name = list_relations or any(edges)  # relations, that is
        self.section_paths: dict[tuple[str, ...], str] = {}
        self.linked: dict[int, str | None] = {}  # names of edge directives that hold a link

    def find_links(self, finds: Sequence[Finds], blocks: Sequence[Block]) -> tuple[Link, ...]:
        """All links of the body, in their order."""
        links: list[Link] = []
        for leaf, found in zip(self.layout.leaves, finds, strict=True):
            if found.links:
                links += self._links_of(leaf, found, self._place(blocks[leaf.top]))
        self._note_bad_edges()
        return tuple(links)

    def find_tags(self, finds: Sequence[Finds]) -> tuple[Tag, ...]:
        """All tags of the body, in their order."""
        return tuple(
            [
                self._tag(leaf, *each)
                for leaf, found in zip(self.layout.leaves, finds, strict=True)
                if found.tags
                for each in found.tags
            ]
        )

    def _tag(self, leaf: Leaf, start: int, end: int, tag: str) -> Tag:
        start, end = leaf.span(start, end)
        return Tag(tag, self.lines.line(start), self.lines.at(start), self.lines.at(end), leaf.top)

    def _links_of(self, leaf: Leaf, found: Finds, place: Place) -> list[Link]:
        named = self.has_fields or (leaf.holder is not None and self.holders_name)
        if not named:  # as nearly all
            return [self._link(leaf, each, None, None, place) for each in found.links]
        text = leaf.text(self.lines.text) if self.has_fields or self.list_relations else ""
        keys: list[str | None] = [None] * len(found.links)
        if "::" in text:
            fields = find_fields(text, found, with_lines=leaf.kind == "paragraph")
            keys = fields.keys_at([each.start for each in found.links])
        relations = [normalise_name(key) if key else None for key in keys]
        if leaf.holder is not None:
            relations[0] = relations[0] or self._list_relation(leaf, text, found.links[0])
            around = self._relation_around(leaf.holder)
            relations = [each or around for each in relations]
        every = zip(found.links, keys, relations, strict=True)
        return [self._link(leaf, each, key, relation, place) for each, key, relation in every]

    def _link(
        self, leaf: Leaf, found: Found, key: str | None, relation: str | None, place: Place
    ) -> Link:
        start, end = leaf.span(found.start, found.end)
        line = self.lines.line(start)
        target_text, heading, block, alias, external = target_of(found)
        if not self.lines.plain:
            start, end = self.lines.at(start), self.lines.at(end)
        return Link(
            self.path,
            line,
            start,
            end,
            self.source[start:end],
            _kind(found, key),
            _WIKI if found.form == "wiki" else _MARKDOWN,
            key,
            relation or ("embeds" if found.embed else "links_to"),
            target_text,
            heading,
            block,
            alias,
            place[0],
            place[1],
            "external" if external else None,
        )

    def _place(self, block: Block) -> Place:
        path = self.section_paths.get(block.headings_path)
        if path is None:
            path = self.section_paths[block.headings_path] = section_path(block.headings_path)
        return path, block.section_type

    def _relation_around(self, holder: Holder | None) -> str | None:
        """The name of the innermost edge directive around a text."""
        relation = None
        while holder is not None:
            if holder.callout and holder.callout.type == "edge":
                if id(holder) not in self.linked:
                    self.linked[id(holder)] = self._edge_name(holder.callout.title)
                relation = relation or self.linked[id(holder)]
            holder = holder.parent
        return relation

    def _edge_name(self, title: str) -> str | None:
        """The relation that an edge directive names: its title up to the first link."""
        links = find_in(title, self.layout.definitions).links
        name = title[: links[0].start] if links else title
        return normalise_name(name) if name.strip(BLANKS) else None

    def _list_relation(self, leaf: Leaf, text: str, first: Found) -> str | None:
        """The one word before the link that an item begins with."""
        if not self.list_relations or not leaf.own:
            return None
        match = _LIST_RELATION.match(text)
        return normalise_name(match[1]) if match and match.end() == first.start else None

    def _note_bad_edges(self) -> None:
        for holder in self.layout.callouts:
            mark = holder.callout
            if mark is None or mark.type != "edge":
                continue
            if not self.linked.get(id(holder)):
                sentence = "write a relation and at least one link: > [!edge] depends_on [[Note]]"
                self.layout.strange.append((mark.place, "bad_edge_directive", sentence))


def section_path(headings: Sequence[str]) -> str:
    """`/A/B`; `/` at the top."""
    return "/" + "/".join(headings)


def _kind(found: Found, key: str | None) -> LinkKind:
    if found.embed:
        return LinkKind.EMBED
    if key is not None:
        return LinkKind.FIELD
    return LinkKind.WIKILINK if found.form == "wiki" else LinkKind.MARKDOWN


def target_of(found: Found) -> Target:
    """What a link says of where it leads."""
    if found.form == "wiki":
        return split_wikilink(found.body)
    if found.form == "autolink":
        return Target(found.body, None, None, None, True)
    return split_destination(found.body, (found.alias or "").strip(BLANKS) or None)
