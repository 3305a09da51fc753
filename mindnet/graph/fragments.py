"""What stands behind the `#` of a link: the heading or the block that it means.

    headings and block ids of a note  →  Anchors  →  Found

Knows by which key headings are compared, and how a path of headings is followed
(`links.md` L30–L32).
Leaves where a note lies to `resolve`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

_MARKS = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\', " "))
_LEVELS = 6  # no path of headings leads deeper


class HeadingFacts(Protocol):
    """What has to be known of a heading."""

    @property
    def level(self) -> int:
        """1 to 6."""

    @property
    def text(self) -> str:
        """As written, without its marks."""

    @property
    def title(self) -> str:
        """The same without a block id."""


class BlockFacts(Protocol):
    """What has to be known of a block id."""

    @property
    def id(self) -> str:
        """As written, without `^`."""


H = TypeVar("H", bound=HeadingFacts)
B = TypeVar("B", bound=BlockFacts)

_Path = tuple[str, ...]  # the keys of a heading path


class _Sections(NamedTuple):
    """Sections that lie apart, in their order, by the places of headings."""

    starts: list[int]  # of the heading itself
    ends: list[int]  # of the first heading behind it


class Found(NamedTuple, Generic[H, B]):
    """What a fragment leads to."""

    fragment_ok: bool | None  # None: there was nothing to look up
    heading: H | None
    block: B | None

    @property
    def anchor(self) -> H | B | None:
        """The place it leads to: the block, or else the heading."""
        return self.heading if self.block is None else self.block


class Anchors(Generic[H, B]):
    """The headings and block ids of one note, in their order, asked by a link's words."""

    __slots__ = ("_blocks", "_ends", "_headings", "_places", "_sections")

    def __init__(self, headings: Sequence[H], block_ids: Iterable[B]) -> None:
        self._headings = headings
        self._ends = _section_ends(headings)
        self._places: dict[_Path, list[int]] = {}  # where the headings are that fit a path
        self._sections: dict[_Path, _Sections] = {}
        self._blocks: dict[str, B] = {}
        for place, heading in enumerate(headings):
            for key in _keys(heading):
                self._places.setdefault((key,), []).append(place)
        for block in block_ids:
            self._blocks.setdefault(block.id.lower(), block)

    def look_up(self, heading: str | None, block: str | None) -> Found[H, B]:
        """What a heading path (joined by `#`) and a block id lead to; the block decides."""
        section = None if heading is None else self.find_heading(heading)
        if block is None:
            return Found(None if heading is None else section is not None, section, None)
        place = self.find_block(block)
        return Found(place is not None, section, place)

    def find_heading(self, path: str) -> H | None:
        """The first heading that fits `A`; of `A#B` the first B in a section that fits A."""
        parts = path.split("#", _LEVELS)
        keys = tuple(heading_key(part) for part in parts)
        if len(keys) > _LEVELS or any((key,) not in self._places for key in keys):
            return None
        places = self._find_places(keys)
        return self._headings[places[0]] if places else None

    def find_block(self, block_id: str) -> B | None:
        """The first block of this id, whatever its case."""
        return self._blocks.get(block_id.lower())

    def _find_places(self, path: _Path) -> list[int]:
        """Where all headings are that fit a path, in their order.

        The first of them stands in the section of the first A that has a B: sections lie in one
        another or apart, so no B before it has an A around it.
        """
        if path not in self._places:
            self._places[path] = _inside(self._places[path[-1:]], self._find_sections(path[:-1]))
        return self._places[path]

    def _find_sections(self, path: _Path) -> _Sections:
        """The sections that fit a path, without those that lie in another."""
        if path not in self._sections:
            sections = _Sections([], [])
            for place in self._find_places(path):
                if not sections.ends or place >= sections.ends[-1]:
                    sections.starts.append(place)
                    sections.ends.append(self._ends[place])
            self._sections[path] = sections
        return self._sections[path]


def heading_key(text: str) -> str:
    """A heading for comparing: `a b test` for `A/B *test*`."""
    return " ".join(text.translate(_MARKS).split()).lower()


def has_anchors(path: str) -> bool:
    """Whether a fragment can be looked up in a note of this path: only in Markdown."""
    return path.lower().endswith(".md")


def _keys(heading: HeadingFacts) -> set[str]:
    """A heading fits by its text and by its title."""
    return {heading_key(each) for each in {heading.text, heading.title}}


def _section_ends(headings: Sequence[HeadingFacts]) -> list[int]:
    """For each heading the place of the next one of its level or above."""
    ends = [len(headings)] * len(headings)
    around: list[int] = []
    for place, heading in enumerate(headings):
        while around and headings[around[-1]].level >= heading.level:
            ends[around.pop()] = place
        around.append(place)
    return ends


def _inside(places: list[int], sections: _Sections) -> list[int]:
    """The places that lie in a section; what the shorter list has costs a step each."""
    starts, ends = sections
    found: list[int] = []
    here = 0
    while here < len(places):
        section = bisect_left(starts, places[here]) - 1
        if section < 0 or places[here] >= ends[section]:
            section += 1
            if section == len(starts):
                break
        first = bisect_right(places, starts[section], here)
        here = bisect_left(places, ends[section], first)
        found += places[first:here]
    return found
