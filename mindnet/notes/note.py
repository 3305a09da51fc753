"""The head of a file becomes its front: title, type, aliases, tags, properties.

    SourceFile, Lines, Settings  →  Front

Knows where frontmatter begins and ends, and which property means what (`notes.md` N7–N17).
Leaves YAML to `properties`, and what a lone link looks like to `inline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from mindnet.errors import Problem, a_problem
from mindnet.model import Front, Link, LinkKind, NotePath, SourceFile, Syntax, Tag
from mindnet.notes.finds import Found
from mindnet.notes.inline import find_in
from mindnet.notes.lines import BLANKS, Lines
from mindnet.notes.properties import BadProperties, Properties, Scalar, parse_properties
from mindnet.notes.targets import Target, split_destination, split_wikilink
from mindnet.settings import Settings, normalise_name

_MARK = "---"
_CLOSING = re.compile(r"\n---[ \t]*+(?:\n|\Z)")
_MD = ".md"
_EXTENSIONS = (".md", ".txt", ".canvas")
_TAG_BREAK = re.compile(r"[, \t\n]+")
_ALIAS_BREAK = re.compile(",")


def parse_front(source: SourceFile, lines: Lines, settings: Settings) -> Front:
    """What a Markdown note says of itself before its body."""
    first = lines.start + len(_MARK)
    if lines.text[lines.start : first] != _MARK or lines.text[first : first + 1] not in ("\n", ""):
        return plain_front(source.path, lines.start)
    closing = _CLOSING.search(lines.text, first)
    if closing is None:
        why = "close the frontmatter with a line ---, or begin the note with another line"
        problem = a_problem(source.path, 1, "unclosed_frontmatter", why)
        return replace(plain_front(source.path, lines.start), problems=(problem,))
    front = plain_front(source.path, closing.end())
    try:
        properties = parse_properties(lines.text[first + 1 : closing.start() + 1])
    except BadProperties as bad:
        why = f"the frontmatter cannot be read and is left out: {bad}"
        problem = a_problem(source.path, bad.line + 1, "bad_frontmatter", why)
        return replace(front, frontmatter_ok=False, problems=(problem,))
    reader = _Reader(source.path, lines, first + 1, properties)
    return reader.settle(front, settings.legacy_properties)


def plain_front(path: NotePath, body_start: int = 0) -> Front:
    """The front of a file that has nothing but its name."""
    return Front(
        title=title_of(path),
        type=None,
        aliases=(),
        tags=(),
        properties={},
        frontmatter_ok=None,
        links=(),
        problems=(),
        body_start=body_start,
    )


def title_of(path: NotePath) -> str:
    """The name of a file without its extension."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def document_id(path: NotePath) -> str:
    """The path without `.md`, unless another note has that for its id: `a.txt.md` stays."""
    bare: str = path
    while bare.endswith(_MD):
        bare = bare.removesuffix(_MD)
    return path if bare.lower().endswith(_EXTENSIONS) else path.removesuffix(_MD)


class _Item(NamedTuple):
    """What a property says, or one thing in its list."""

    words: str | None  # as written; None if it is no string
    line: int


class _Reader:
    """Asks the properties of one note what they mean."""

    def __init__(self, path: NotePath, lines: Lines, start: int, properties: Properties) -> None:
        self.path, self.lines, self.start, self.properties = path, lines, start, properties
        self.problems: list[Problem] = []
        self.scalars = {each.path: each for each in properties.scalars}
        self.keys: dict[str, str] = {}  # as compared → as written
        for key in properties.values:
            self.keys.setdefault(key.lower(), key)

    def settle(self, front: Front, legacy: bool) -> Front:
        """The front with all that the properties add to it."""
        aliases, tags = self._items("aliases"), self._items("tags")
        if legacy:
            aliases += _cut(self._items("alias"), _ALIAS_BREAK)
            tags += _cut(self._items("tag"), _TAG_BREAK)
        else:
            self._mention("alias", "aliases")
            self._mention("tag", "tags")
        return Front(
            title=self._title() or front.title,
            type=self._type(),
            aliases=tuple(alias for each in aliases if (alias := (each.words or "").strip(BLANKS))),
            tags=tuple(self._tags(tags)),
            properties=self.properties.values,
            frontmatter_ok=True,
            links=tuple(sorted(self._links(), key=lambda link: link.char_start or 0)),
            problems=tuple(self.problems),
            body_start=front.body_start,
        )

    def _items(self, name: str) -> list[_Item]:
        key = self.keys.get(name, "")
        value = self.properties.values.get(key)
        if value is None:
            return []
        places: list[tuple[str | int, ...]] = [(key,)]
        if isinstance(value, list):  # whose empty items say nothing
            places = [(key, i) for i, each in enumerate(value) if each is not None]
        line = self.properties.lines[key] + 1
        return [_item(self.scalars.get(place), line) for place in places]

    def _title(self) -> str | None:
        key = self.keys.get("title")
        scalar = self.scalars.get((key,)) if key is not None else None
        if scalar is None or type(scalar.value) not in (str, int, float):
            return None
        return scalar.text if scalar.text.strip(BLANKS) else None

    def _type(self) -> str | None:
        strings = (each.words for each in self._items("type") if each.words is not None)
        words = next(strings, "").strip(BLANKS)
        link = _find_link(words)
        if link and link.form == "wiki":
            words = split_wikilink(link.body).target_text.rpartition("/")[2]
        return words.strip(BLANKS) or None

    def _tags(self, items: list[_Item]) -> Iterator[Tag]:
        for words, line in items:
            name = (words or "").removeprefix("#")
            if [tag for _, _, tag in find_in(f"#{name}", {}).tags] == [name.rstrip("/")]:
                yield Tag(name.rstrip("/"), line, None, None, None)
            else:
                what = "a tag here" if words is None else f"{words[:40]!r}"
                why = f"{what} is no tag and is left out: write one word, not of digits alone"
                self.problems.append(a_problem(self.path, line, "bad_tag", why))

    def _mention(self, name: str, plural: str) -> None:
        key = self.keys.get(name, "")
        if self.properties.values.get(key) is not None:
            why = f"{key} is not read: write {plural}, or set legacy_properties = true"
            line = self.properties.lines[key] + 1
            self.problems.append(a_problem(self.path, line, "legacy_property", why))

    def _links(self) -> Iterator[Link]:
        for scalar in self.properties.scalars:
            if isinstance(scalar.value, str) and (found := _find_link(scalar.text.strip(BLANKS))):
                target = _target(found)
                if not target.external:
                    yield self._link(scalar, found, target)

    def _link(self, scalar: Scalar, found: Found, target: Target) -> Link:
        return Link(
            source=self.path,
            line=scalar.line + 1,
            char_start=self.lines.at(self.start + scalar.char_start),
            char_end=self.lines.at(self.start + scalar.char_end),
            raw=scalar.text.strip(BLANKS),
            kind=LinkKind.PROPERTY,
            syntax=Syntax.WIKI if found.form == "wiki" else Syntax.MARKDOWN,
            key=scalar.place,
            relation=normalise_name(scalar.name) or "links_to",
            target_text=target.target_text,
            heading=target.heading,
            block=target.block,
            alias=target.alias,
            section_path=None,
            section_type=None,
            status=None,
        )


def _item(scalar: Scalar | None, line: int) -> _Item:
    if scalar is None:
        return _Item(None, line)
    return _Item(scalar.text if isinstance(scalar.value, str) else None, scalar.line + 1)


def _cut(items: list[_Item], breaks: re.Pattern[str]) -> list[_Item]:
    return [
        _Item(piece, line)
        for words, line in items
        for piece in (breaks.split(words) if words else [words])
        if piece != ""
    ]


def _find_link(words: str) -> Found | None:
    """The link that these words are, from the first to the last; an embed is none."""
    if not words.startswith("[") or not words.endswith(("]]", ")")):
        return None
    links = find_in(words, {}).links
    return next((each for each in links if each.start == 0 and each.end == len(words)), None)


def _target(found: Found) -> Target:
    if found.form == "wiki":
        return split_wikilink(found.body)
    return split_destination(found.body, (found.alias or "").strip(BLANKS) or None)
