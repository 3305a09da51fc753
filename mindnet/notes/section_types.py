"""Directives become section types.

    blocks' own declarations, headings  →  one type a block

Knows what is stronger and how long it holds (`notes.md` N33–N35).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

DIRECTIVE, FIELD, SETTINGS, INHERITED = 1, 2, 3, 4  # strongest first

HeadingTypes = Sequence[tuple[str, str]]


@dataclass(slots=True)
class Declared:
    """What one block says about types."""

    number: int  # of the block
    kind: str  # "heading", "directive", "comment"
    level: int = 0
    title: str = ""
    rank: int = 0
    name: str = ""  # of a directive or field, as written
    place: int = 0
    more: bool = False  # content stands in its further lines


@dataclass(slots=True)
class _Section:
    level: int
    type: str | None
    rank: int


class Types:
    """One way through the blocks, handing out types."""

    def __init__(self, heading_types: HeadingTypes) -> None:
        self.heading_types = [(pattern.lower(), name) for pattern, name in heading_types]
        self.sections = [_Section(0, None, INHERITED)]
        self.strange: list[tuple[int, str, str]] = []
        self.typed: set[int] = set()  # headings that declare a type themselves

    def hand_out(self, declared: Sequence[Declared], count: int) -> list[str | None]:
        """The type of each of `count` blocks, in order; those that declare nothing are content."""
        types: list[str | None] = []
        run = -1  # where a heading or directive stands with nothing but comments since
        heading = -1  # the heading it begins with, if it does
        for each in declared:
            number = each.number
            if each.kind == "heading" or number > len(types):
                self._settle_run(types, run)
                run = heading = -1
            types += [self.sections[-1].type] * (number - len(types))
            if each.kind == "heading":
                heading = number
                if self._enter(each):
                    self.typed.add(number)
            elif each.kind == "directive" and self._declare(each) and heading >= 0:
                self.typed.add(heading)
            if run < 0 and each.kind != "comment":
                run = number
            types.append(self.sections[-1].type)
            if each.more:
                self._settle_run(types, run)
                run = heading = -1
        self._settle_run(types, run)
        return types + [self.sections[-1].type] * (count - len(types))

    def _settle_run(self, types: list[str | None], run: int) -> None:
        """Gives the type that a run of directives leaves in force to all of it."""
        if run >= 0:
            types[run:] = [self.sections[-1].type] * (len(types) - run)

    def _enter(self, heading: Declared) -> bool:
        """Opens a section; whether the settings type it."""
        sections = self.sections
        while len(sections) > 1 and sections[-1].level >= heading.level:
            sections.pop()
        around = sections[-1].type if len(sections) > 1 else None
        named = self._by_settings(heading.title)
        if named is None:
            self.sections.append(_Section(heading.level, around, INHERITED))
        else:
            self.sections.append(_Section(heading.level, named or None, SETTINGS))
        return named is not None

    def _by_settings(self, title: str) -> str | None:
        if not self.heading_types:
            return None
        lowered = title.lower()
        matches: Iterator[str] = (n for p, n in self.heading_types if fnmatchcase(lowered, p))
        name = next(matches, None)
        return None if name is None else settle_name(name)

    def _declare(self, each: Declared) -> bool:
        """Lets a directive or field speak; whether it had a say."""
        name = settle_name(each.name)
        section = self.sections[-1]
        if name is None:
            sentence = "name a section type with letters, digits, _ and - only, or `none`"
            self.strange.append((each.place, "bad_section_type", sentence))
            return False
        if each.rank > section.rank:
            sentence = "a directive above already types this section: write a directive instead"
            self.strange.append((each.place, "directive_ignored", sentence))
            return False
        section.type, section.rank = name or None, each.rank
        return True


def settle_name(name: str) -> str | None:
    """A type as it is kept; "" for `none`, None for what is no name."""
    name = name.strip(" \t").lower()
    good = name and all(
        sign.isalnum() or sign in "_-" or unicodedata.category(sign)[0] == "M" for sign in name
    )
    if not good:
        return None
    return "" if name == "none" else name
