"""YAML becomes properties: plain values, and the place where each of them is written.

    'up: "[[Trees]]"'  →  Properties({"up": "[[Trees]]"}, (Scalar(("up",), …),), {"up": 1})

Knows python-frontmatter and PyYAML, and how far they can be trusted (`notes.md` N9, N10, N12).
Leaves cutting the text out of its file, and what a property means, to `note`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import yaml
from frontmatter.default_handlers import YAMLHandler

from mindnet.notes.core_schema import resolve_date, resolve_plain

try:
    from yaml import CSafeLoader as _SafeLoader
except ImportError:  # PyYAML without libyaml: slower, and otherwise the same
    from yaml import SafeLoader as _SafeLoader  # type: ignore[assignment]

_MAX_BYTES = 64 * 1024
_MAX_DEPTH = 64
_MAX_ALIASES = 64
_MAX_VALUES = 20_000
_MAX_CHARS = 1_000_000  # of values and their places: aliases can repeat a long string, too
_HARMLESS = 2048  # a shorter text without aliases nests no deeper than a stack can bear

_CONTROL = re.compile(r"[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STRANGE = re.compile(r"[\x85\u2028\u2029\ufeff]|\\u[dD][89a-fA-F]")
_SURROGATE = re.compile(r"(?<!\\)((?:\\\\)*+\\u)([dD][89a-fA-F][0-9a-fA-F]{2})")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")
_BEFORE_VALUE = re.compile(r"(?:[&!][^ \t\n]*[ \t\n]*)+")  # anchor and tag

_YAML = "tag:yaml.org,2002:"
_PLAIN = ""  # our tag for a scalar without quotes, whose words tell what it is
_TYPES = {"int": int, "float": float, "bool": bool, "null": type(None)}
_COLLECTIONS = (f"{_YAML}map", f"{_YAML}seq")
_ADVICE = {
    "mapping values are not allowed in this context": "put a value that holds a colon in quotes",
    "found character that cannot start any token": "put the value in quotes, and use no tabs",
}
_TOO_DEEP = "it is nested more than 64 deep; make it flatter"

_Path = tuple[str | int, ...]


class BadProperties(Exception):
    """The text is no mapping that can be read; `line` counts from 1 in the text."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


class Scalar(NamedTuple):
    """A value that holds no others, and its place in the text."""

    path: _Path  # keys and places in lists, from the outermost inwards
    value: Any  # as JSON has it
    text: str  # as written, quotes and escapes undone
    char_start: int  # quotes included
    char_end: int
    line: int  # from 1

    @property
    def place(self) -> str:
        """The dotted place: `up`, `list.0`, `a.b`."""
        return ".".join(map(str, self.path))

    @property
    def name(self) -> str:
        """The innermost named key: `up` of `rel.up.0`."""
        return next(part for part in reversed(self.path) if isinstance(part, str))


class Properties(NamedTuple):
    """What a frontmatter says, ready for `json.dumps`."""

    values: dict[str, Any]
    scalars: tuple[Scalar, ...]  # in reading order
    lines: dict[str, int]  # of the outermost keys, from 1


def parse_properties(text: str) -> Properties:
    """What stands between the marks; raises BadProperties where that cannot be told."""
    _check_text(text)
    veil = _Veil(text)
    root = _load(veil.text)
    if root is None:
        return Properties({}, (), {})
    if not isinstance(root, yaml.MappingNode):
        _refuse(root, "write properties as `name: value`")
    builder = _Builder(veil)
    return Properties(builder.build(root, ()), tuple(builder.scalars), builder.lines)


def _check_text(text: str) -> None:
    size = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
    if size > _MAX_BYTES:
        raise BadProperties(1, "it is longer than 64 KB; move text to the body")
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        raise BadProperties(line, f"delete the control character {control[0]!r}")


def _refuse(node: Any, why: str) -> NoReturn:
    raise BadProperties(node.start_mark.line + 1, why)


def _refuse_tag(node: Any) -> NoReturn:
    _refuse(node, f"delete the tag `{node.tag.removeprefix(_YAML)[:40]}`, which does not fit here")


class _Veil:
    r"""The text as libyaml may see it, place for place.

    It takes U+0085 and its kind for line ends, and refuses the halves of `\ud83d\ude00`;
    each of these is lent a private character that the text does not use.
    """

    def __init__(self, source: str) -> None:
        self.source = self.text = source
        self._lent: dict[int, str] = {}  # private character → the one it stands for
        self._written: dict[str, str] = {}  # its number → the number as written
        if _STRANGE.search(source):
            spare = _spare_characters(source.lower())
            for char in "\x85\u2028\u2029\ufeff":
                self.text = self.text.replace(char, chr(self._lend(char, spare)))
            numbers = dict.fromkeys(number for _, number in _SURROGATE.findall(source))
            lent = {each: f"{self._lend(chr(int(each, 16)), spare):x}" for each in numbers}
            self._written = {number: each for each, number in lent.items()}
            self.text = _SURROGATE.sub(lambda m: m[1] + lent[m[2]], self.text)

    def lift(self, scalar: Any) -> str:
        """The words of a scalar, with every loan given back."""
        words: str = scalar.value
        if not self._lent:
            return words
        words = words.translate(self._lent)
        if scalar.style != '"':  # here `\ud83d` is just six characters
            return _ESCAPE.sub(lambda m: "\\u" + self._written.get(m[1], m[1]), words)
        return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def _lend(self, char: str, spare: Iterator[int]) -> int:
        number = next(spare, None)
        if number is None:
            raise BadProperties(1, "it holds too many strange characters; delete some")
        self._lent[number] = char
        return number


def _spare_characters(text: str) -> Iterator[int]:
    private = range(0xE000, 0xF900)
    return (each for each in private if chr(each) not in text and f"{each:x}" not in text)


class _Loader(_SafeLoader):
    """Gives nodes, which know their places, and leaves plain words to us."""

    def get_single_data(self) -> Any:
        return self.get_single_node()

    def resolve(self, kind: Any, _value: Any, implicit: Any) -> str:
        if kind is yaml.ScalarNode:
            return _PLAIN if implicit[0] else f"{_YAML}str"
        return _COLLECTIONS[kind is yaml.SequenceNode]


def _load(text: str) -> Any:
    try:
        if len(text) > _HARMLESS or "*" in text:
            _check_events(text)
        return YAMLHandler().load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        problem = error.problem or "this is no YAML"
        line = error.problem_mark.line if error.problem_mark else 0
        why = _ADVICE.get(problem, f"{problem}; correct it or put the value in quotes")
        raise BadProperties(min(line, text.rstrip().count("\n")) + 1, why) from None
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):  # all without libyaml
        raise BadProperties(1, "this is no YAML; correct it") from None


def _check_events(text: str) -> None:
    depth = aliases = 0
    for event in yaml.parse(text, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        aliases += isinstance(event, yaml.AliasEvent)
        if depth > _MAX_DEPTH:
            _refuse(event, _TOO_DEEP)
        if aliases > _MAX_ALIASES:
            _refuse(event, "it repeats values (`*x`) more than 64 times; write them out")


class _Builder:
    """Turns nodes into values within a budget: aliases have made one node many."""

    def __init__(self, veil: _Veil) -> None:
        self.scalars: list[Scalar] = []
        self.lines: dict[str, int] = {}
        self._veil = veil
        self._values = _MAX_VALUES + 1  # the whole is none of them
        self._chars = _MAX_CHARS
        self._place = 0  # characters of the keys around us

    def build(self, node: Any, path: _Path) -> Any:
        """The value of a node, whose scalars are kept on the way."""
        self._spend(node, 1, 0)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        if len(path) >= _MAX_DEPTH:
            _refuse(node, _TOO_DEEP)
        if isinstance(node, yaml.MappingNode) and node.tag == _COLLECTIONS[0]:
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == _COLLECTIONS[1]:
            return [self.build(each, (*path, i)) for i, each in enumerate(node.value)]
        _refuse_tag(node)

    def _mapping(self, node: Any, path: _Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value in node.value:
            key = self._key(key_node)
            if key in found:
                _refuse(key_node, f"the property `{key[:40]}` stands here again; keep one of them")
            if not path:
                self.lines[key] = key_node.start_mark.line + 1
            self._place += len(key) + 1
            found[key] = self.build(value, (*path, key))
            self._place -= len(key) + 1
        return found

    def _key(self, node: Any) -> str:
        if isinstance(node, yaml.ScalarNode):
            key = self._veil.lift(node)
        else:
            key = self._veil.source[node.start_mark.index : node.end_mark.index].rstrip()
        self._spend(node, 0, len(key))
        return key

    def _scalar(self, node: Any, path: _Path) -> Any:
        text = self._veil.lift(node)
        self._spend(node, 0, len(text) + self._place)
        value = _resolve(node, text)
        source, start, end = self._veil.source, node.start_mark.index, node.end_mark.index
        line = node.start_mark.line + 1
        if source.startswith(("&", "!"), start) and (
            before := _BEFORE_VALUE.match(source, start, end)
        ):
            start, line = before.end(), line + before[0].count("\n")
        if node.style in ("|", ">"):
            end = start + len(source[start:end].rstrip())
        self.scalars.append(Scalar(path, value, text, start, end, line))
        return value

    def _spend(self, node: Any, values: int, chars: int) -> None:
        self._values -= values
        self._chars -= chars
        if self._values < 0 or self._chars < 0:
            _refuse(node, "it holds more than 20,000 values or a million characters; shorten it")


def _resolve(node: Any, text: str) -> Any:
    """The value of a scalar by the core schema of YAML 1.2."""
    if node.tag == _PLAIN:
        return resolve_plain(text)
    tag = node.tag.removeprefix(_YAML)
    if tag == "str":
        return resolve_date(text)
    value = resolve_plain(f"{text}.0" if tag == "float" and text.isdecimal() else text)
    if type(value) is not _TYPES.get(tag):
        _refuse_tag(node)
    return value
