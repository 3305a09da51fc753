"""A canvas becomes a text: its cards in reading order, and the links that are cards themselves.

    SourceFile  →  Canvas

Knows JSON Canvas (`notes.md` N51–N53, `links.md` L21), and how little of it can be relied on.
Leaves what a text card says to whoever reads notes.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from mindnet.errors import Problem, a_problem
from mindnet.model import Link, LinkKind, NotePath, SourceFile, Syntax, Value
from mindnet.notes.targets import split_target

_BOM = "\ufeff"
_BLANKS = " \t\r\n"
_BETWEEN = "\n\n"
_MAX_DEPTH = 64
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")  # JSON can write one without the other half


@dataclass(frozen=True, slots=True)
class Card(Value):
    """A text card, and its place in the canvas text."""

    id: str
    char_start: int
    char_end: int


@dataclass(frozen=True, slots=True)
class Canvas(Value):
    """A canvas, read."""

    text: str  # the text cards, an empty line between them: what offsets count in
    cards: tuple[Card, ...]
    links: tuple[Link, ...]  # file cards and link cards, in the order of the file
    problems: tuple[Problem, ...]
    ok: bool  # False: this is no canvas, and nothing of it was read


def read_canvas(source: SourceFile) -> Canvas:
    """What a canvas holds; a card that cannot be read is a problem and left out."""
    try:
        nodes = _load_nodes(source.text.removeprefix(_BOM))
    except _Bad as bad:
        why = f"this canvas cannot be read and is left out: {bad}"
        return Canvas("", (), (), (a_problem(source.path, 0, "bad_json", why),), ok=False)
    reader = _Reader(source.path)
    for number, node in enumerate(nodes, start=1):
        reader.read(number, node)
    text, cards = _lay_out(reader.texts)
    return Canvas(text, cards, tuple(reader.links), tuple(reader.problems), ok=True)


class _Bad(Exception):
    """What is wrong with a canvas or a card, and what to do about it."""


class _Text(NamedTuple):
    """A text card where it lies on the canvas."""

    y: float
    x: float
    id: str
    text: str


def _load_nodes(text: str) -> list[Any]:
    if not text.strip(_BLANKS):
        return []
    _check_depth(text)
    try:
        data = json.loads(text, parse_int=float, parse_constant=_refuse_constant)
    except ValueError as error:
        raise _Bad(f"correct its JSON ({error})") from None
    nodes = data.get("nodes") if isinstance(data, dict) else None
    if not isinstance(nodes, list):
        raise _Bad('write {"nodes": [], "edges": []}')
    return nodes


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > _MAX_DEPTH:
            raise _Bad("its JSON is nested more than 64 deep, so make it flatter")


def _refuse_constant(name: str) -> NoReturn:
    raise _Bad(f"correct its JSON ({name} is no number)")


class _Reader:
    """Sorts the nodes of one canvas into what they are."""

    def __init__(self, path: NotePath) -> None:
        self.path = path
        self.texts: list[_Text] = []
        self.links: list[Link] = []
        self.problems: list[Problem] = []
        self._ids: set[str] = set()

    def read(self, number: int, node: Any) -> None:
        """Keeps a card, or the problem with it."""
        try:
            self._read(node)
        except _Bad as bad:
            why = f"card {number} is not as it should be: {bad}"
            self.problems.append(a_problem(self.path, 0, "bad_canvas_card", why))

    def _read(self, node: Any) -> None:
        kind = node.get("type") if isinstance(node, dict) else None
        if kind == "group":
            return
        card = _words(node, "id") if isinstance(kind, str) else ""
        if kind == "text":
            self.texts.append(_text_card(node, card))
        elif kind == "file":
            self.links.append(self._file_card(node, card))
        elif kind == "link":
            url = _words(node, "url")
            self.links.append(self._link(card, url, url, "links_to", status="external"))
        else:
            raise _Bad("give it the type text, file, link or group")
        if card in self._ids:
            raise _Bad(f"another one has its id {card[:40]!r}, so change one of them")
        self._ids.add(card)

    def _file_card(self, node: dict[str, Any], card: str) -> Link:
        path = _words(node, "file")
        subpath = _words(node, "subpath") if node.get("subpath") else ""
        target = split_target("#" + subpath, None)
        return self._link(card, path, path + subpath, "embeds", target.heading, target.block)

    def _link(
        self,
        card: str,
        target: str,
        raw: str,
        relation: str,
        heading: str | None = None,
        block: str | None = None,
        status: str | None = None,
    ) -> Link:
        return Link(
            source=self.path,
            line=0,
            char_start=None,
            char_end=None,
            raw=raw,
            kind=LinkKind.CANVAS,
            syntax=Syntax.CANVAS,
            key=card,
            relation=relation,
            target_text=target,
            heading=heading,
            block=block,
            alias=None,
            section_path=None,
            section_type=None,
            status=status,
        )


def _text_card(node: dict[str, Any], card: str) -> _Text:
    text, x, y = node.get("text"), node.get("x"), node.get("y")
    if not isinstance(text, str):
        raise _Bad("give it a text")
    if not isinstance(x, float) or not isinstance(y, float):
        raise _Bad("give it the numbers x and y")
    return _Text(y, x, card, _whole(text))


def _words(node: dict[str, Any], name: str) -> str:
    words = node.get(name)
    if not isinstance(words, str) or not words.strip(_BLANKS):
        raise _Bad(f"give it a {name}")
    return _whole(words)


def _whole(text: str) -> str:
    return _HALF_CHARACTER.sub("\ufffd", text)


def _lay_out(texts: list[_Text]) -> tuple[str, tuple[Card, ...]]:
    """The canvas text, and where its cards stand in it."""
    shown = [each for each in texts if each.text.strip(_BLANKS)]
    shown.sort(key=lambda each: (each.y, each.x))
    cards, place = [], 0
    for each in shown:
        start, end = _trim(each.text)
        cards.append(Card(each.id, place + start, place + end))
        place += len(each.text) + len(_BETWEEN)
    return _BETWEEN.join(each.text for each in shown), tuple(cards)


def _trim(text: str) -> tuple[int, int]:
    """From the first character of the first line to the last that is not blank."""
    before = text[: len(text) - len(text.lstrip(_BLANKS))]
    return max(before.rfind("\n"), before.rfind("\r")) + 1, len(text.rstrip(_BLANKS))
