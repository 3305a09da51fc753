"""A note as it is on disk now.

    KnownNote, vault  →  Page

Knows that the index may be older than the file: where it is, the note is read anew, and nothing
is used of what the index remembers of its places.
A note that nobody may see any longer has no page.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import fields
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mindnet.keeping import FileState, SeenFile
from mindnet.kept import Edge
from mindnet.model import Heading, Note, NotePath, SourceFile
from mindnet.profiles import Profiles, choose_profile
from mindnet.settings import Settings
from mindnet.store.lookup import KnownAnchor, KnownChunk, KnownNote, Lookup
from mindnet.vault.files import ReadFile, read_bytes, read_source
from mindnet.vault.privacy import is_private
from mindnet.vault.why import Reason, explain

_LINE_END = re.compile(r"\r\n?|\n")
_CANVAS = ".canvas"

Trail = tuple[tuple[str, ...], str | None]  # the headings above a place, and its section type


class Page(ABC):
    """The text of a note, and the places in it."""

    fresh: bool  # the index knows this very text

    def __init__(self, known: KnownNote, source: str) -> None:
        self.known, self.source = known, source
        self.has_lines = not known.path.lower().endswith(_CANVAS)

    @property
    def path(self) -> NotePath:
        """Where the note lies in the vault."""
        return self.known.path

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each line begins and ends; a BOM belongs to none, nor what ends a line."""
        start = 1 if self.source.startswith("\ufeff") else 0
        spans = []
        for end in _LINE_END.finditer(self.source, start):
            spans.append((start, end.start()))
            start = end.end()
        return [*spans, (start, len(self.source))] if start < len(self.source) else spans

    def line_at(self, place: int) -> int:
        """The number of the line that holds a place, from 1; 0 in a canvas."""
        if not self.has_lines:
            return 0
        return max(1, bisect_right(self.spans, (place, len(self.source) + 1)))

    def lines(self, first: int, last: int) -> str:
        """The text of these lines, without the end of the last."""
        return self.source[self.spans[first - 1][0] : self.spans[last - 1][1]]

    @property
    @abstractmethod
    def title(self) -> str:
        """The title of the note."""

    @property
    @abstractmethod
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the note, in order."""

    @property
    @abstractmethod
    def block_ids(self) -> tuple[KnownAnchor, ...]:
        """The block ids of the note, in order."""

    @property
    @abstractmethod
    def chunks(self) -> list[KnownChunk]:
        """The chunks of the note, in order."""

    @property
    @abstractmethod
    def links(self) -> list[Edge]:
        """The edges that begin in the note, in order."""

    @property
    @abstractmethod
    def front(self) -> dict[str, object]:
        """What the note says of itself before its body."""

    @abstractmethod
    def trail(self, place: int) -> Trail:
        """The headings above a place, and the type of its section."""


class _KeptPage(Page):
    """A note whose file is the one that the index has read."""

    fresh = True

    def __init__(self, known: KnownNote, source: str, lookup: Lookup) -> None:
        super().__init__(known, source)
        self._lookup = lookup

    @property
    def title(self) -> str:
        return self.known.title

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        return self._lookup.headings_of(self.path)

    @cached_property
    def block_ids(self) -> tuple[KnownAnchor, ...]:
        return self._lookup.block_ids_of(self.path)

    @cached_property
    def chunks(self) -> list[KnownChunk]:
        return self._lookup.chunks_of(self.path)

    @property
    def links(self) -> list[Edge]:
        return self._lookup.edges_from(self.path)

    @property
    def front(self) -> dict[str, object]:
        return self._lookup.front_of(self.path)

    def trail(self, place: int) -> Trail:
        return self._lookup.trail_of(self.path, place)


class _ReadPage(Page):
    """A note whose file, or whose rules, are others than those the index has seen."""

    fresh = False

    def __init__(
        self, known: KnownNote, note: Note, settings: Settings, profiles: Profiles
    ) -> None:
        super().__init__(known, note.source)
        self._note, self._settings, self._profiles = note, settings, profiles

    @property
    def title(self) -> str:
        return self._note.title

    @property
    def headings(self) -> tuple[Heading, ...]:
        return self._note.headings

    @property
    def block_ids(self) -> tuple[KnownAnchor, ...]:
        return tuple(
            KnownAnchor(each.id, each.line, each.char_start, each.char_end)
            for each in self._note.block_ids
        )

    @cached_property
    def chunks(self) -> list[KnownChunk]:
        from mindnet.pipeline import cut_note

        choice = choose_profile(self._note, self._settings, self._profiles)
        cut = cut_note(self._note, choice.profile)
        return [
            KnownChunk(*(getattr(chunk, each.name) for each in fields(KnownChunk))) for chunk in cut
        ]

    @property
    def links(self) -> list[Edge]:
        names = [each.name for each in fields(Edge)]
        told: list[dict[str, Any]] = [
            {name: getattr(link, name, None) for name in names} for link in self._note.links
        ]
        return [Edge(**each) for each in told]  # where they lead, the names of the index tell

    @property
    def front(self) -> dict[str, object]:
        note = self._note
        return {
            "title": note.title,
            "type": note.type,
            "aliases": list(note.aliases),
            "tags": list(note.tags),
            "properties": note.properties,
            "frontmatter_ok": note.frontmatter_ok,
        }

    def trail(self, place: int) -> Trail:
        above = [block for block in self._note.blocks if block.char_start <= place]
        return (above[-1].headings_path, above[-1].section_type) if above else ((), None)


class Shelf:
    """The notes of one vault, opened by the rules in force now."""

    def __init__(
        self, root: Path, settings: Settings, profiles: Profiles, lookup: Lookup, same_rules: bool
    ) -> None:
        self._root, self._settings, self._profiles = root, settings, profiles
        self._lookup, self._same_rules = lookup, same_rules

    def open(self, known: KnownNote) -> Page | None:
        """The note as it is now; None where it is gone, or nobody may see it any longer."""
        if explain(self._root, known.place, self._settings).reason is not Reason.NOTE:
            return None
        file = SeenFile(known.path, known.place, FileState.NOTE)
        found = read_bytes(self._root, file, self._settings.max_note_bytes, time.time_ns())
        if not isinstance(found, ReadFile):
            return None
        source = read_source(known.path, found.data, self._settings)
        if not isinstance(source, SourceFile):
            return None
        return self._page(known, source, found.data)

    def is_gone(self, known: KnownNote) -> bool:
        """Whether the file of a note is no longer there."""
        return explain(self._root, known.place, self._settings).reason is Reason.MISSING

    def _page(self, known: KnownNote, source: SourceFile, data: bytes) -> Page | None:
        same = blake2b(data, digest_size=16).hexdigest() == known.content_hash and self._same_rules
        if same and not known.path.lower().endswith(_CANVAS):
            return _KeptPage(known, source.text, self._lookup)
        from mindnet.pipeline import read_note

        note = read_note(source, self._settings)
        if same:  # the places of a canvas are those of the text that is made of it
            return _KeptPage(known, note.source, self._lookup)
        if is_private(note, source.text, self._settings):
            return None
        return _ReadPage(known, note, self._settings, self._profiles)
