"""An address becomes the text that stands there.

    "Garden/Oak#Care", the index, the vault  →  Text

Knows which note is meant: by its path, by the rule of links, by a title or an alias, and never by
likeness; an address that fits several things lists them.
Leaves the note itself to `pages`, and the place in it to `places`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from mindnet.addresses import Address, Ref, parse_ref
from mindnet.answers import State, Text
from mindnet.checks import spell_chunk
from mindnet.errors import RefAmbiguous, RefUnknown, UsageError
from mindnet.graph.resolver import Resolver
from mindnet.kept import Edge
from mindnet.pages import Page, Shelf
from mindnet.places import Place, find_place, find_sections, spell
from mindnet.profiles import Profiles
from mindnet.recipes import settings_hash
from mindnet.settings import Settings
from mindnet.store.lookup import KnownNote, Lookup
from mindnet.store.store import Store

Spot = tuple[Address, KnownNote]


class Finder:
    """The notes of a vault, asked by address."""

    def __init__(self, lookup: Lookup, shelf: Shelf, resolver: Resolver) -> None:
        self.lookup, self.resolver, self._shelf = lookup, resolver, shelf

    def get(self, words: str, parts: Collection[str] = ()) -> Text:
        """The text at an address, with what was asked for beside it."""
        text, page = self.find(words)
        if page is None:
            return text
        told = {name: PARTS[name](page, text, self) for name in PARTS if name in parts}
        return replace(text, parts=told)

    def find(self, words: str) -> tuple[Text, Page | None]:
        """The text at an address and its note, None if that is gone.

        It is an error where there is none, or more than one.
        """
        ref = parse_ref(words)
        spots, number = self._find_spots(ref)
        pages = [(each, self._shelf.open(each[1])) for each in spots]
        seen = [(address, page) for (address, _), page in pages if page is not None]
        if len(seen) > 1:
            shown = [_candidate(address, page) for address, page in seen]
            raise RefAmbiguous(ref.text, shown, number - len(spots) + len(seen))
        if not seen:
            return self._miss(ref, spots), None
        address, page = seen[0]
        if address.chunk is not None and page.fresh and ref.chunk_id:
            address = replace(address, check=None)  # the index knows this very text
        old = () if page.fresh else self.lookup.chunks_of(page.path)
        return _text(page, find_place(page, address, ref, old), ref), page

    def _find_spots(self, ref: Ref) -> tuple[list[Spot], int]:
        """The notes that an address may mean, each with how it is read then; and their number."""
        spots, number = self._find_notes(ref)
        if ref.chunk_id is None:
            return spots, number
        for chunk in self.lookup.find_chunks_by_id(ref.chunk_id):
            note = self.lookup.find_exact(chunk.path)
            check = sha256(chunk.md_text.encode()).hexdigest()
            address = Address(chunk.path, chunk=chunk.index, check=check, rest=chunk.chunk_id)
            spots += [(address, note)] if note else []
        return spots, max(number, len(spots))

    def _find_notes(self, ref: Ref) -> tuple[list[Spot], int]:
        for address in ref.addresses:
            note = self.lookup.find_exact(address.name)
            if note is not None:
                return [(address, note)], 1
        for find in (self._find_by_rule, self.lookup.find_by_title):
            for address in ref.addresses:
                notes, number = find(address.name)
                if notes:
                    return [(address, note) for note in notes], number
        return [], 0

    def _find_by_rule(self, name: str) -> tuple[list[KnownNote], int]:
        """The notes that a link of this name may mean; an attachment is none."""
        called = self.resolver.called(name)
        found = [self.lookup.find_exact(path) for path in called.shown]
        return [note for note in found if note is not None], called.number

    def _miss(self, ref: Ref, spots: list[Spot]) -> Text:
        """What can be said of an address where nothing is to be seen."""
        if len(spots) == 1 and self._shelf.is_gone(spots[0][1]):
            address, note = spots[0]
            if address.check is not None:
                return _gone(note, ref.text)
            raise RefUnknown(ref.text, (), "its file is gone: run mindnet reindex")
        hidden = {note.document_id for _, note in spots}
        name = ref.addresses[-1].name if ref.addresses else ref.text
        raise RefUnknown(ref.text, [each for each in self._near(name) if each not in hidden])

    def _near(self, name: str) -> Iterator[str]:
        for document_id in self.lookup.find_nearest(name):
            note = self.lookup.find_exact(document_id)
            if note is not None and self._shelf.open(note) is not None:
                yield document_id


@contextmanager
def open_finder(
    root: Path, settings: Settings, profiles: Profiles, store: Store
) -> Iterator[Finder]:
    """The notes of a vault as the index knows them at one moment, opened by the rules in force."""
    lookup = Lookup(store)
    with lookup.one_moment():
        same_rules = store.find_meta("settings") == settings_hash(settings, profiles)
        shelf = Shelf(root, settings, profiles, lookup, same_rules)
        yield Finder(lookup, shelf, Resolver(store, settings.resolve_aliases))


def check_parts(parts: Collection[str]) -> None:
    """An error for a part that nobody can tell of."""
    for part in parts:
        if part not in PARTS:
            known = ", ".join(PARTS)
            raise UsageError(f"there is no {part!r:.40} to tell beside a text, only {known}")


def _candidate(address: Address, page: Page) -> str:
    """An address that means this alone: as it was asked for, with the whole name."""
    by_id = address.chunk is not None and not address.rest.startswith("#")
    return address.rest if by_id else f"{page.path}{address.rest}"


def _text(page: Page, place: Place, ref: Ref) -> Text:
    first, last = page.line_at(place.start), page.line_at(max(place.start, place.end - 1))
    is_there = place.state is not State.GONE
    lines = spell(page, first, last) if page.has_lines and page.spans and is_there else None
    headings, section_type = ((), None) if place.kind == "note" else page.trail(place.start)
    return Text(
        path=page.path,
        title=page.title,
        kind=place.kind,
        ref=_spell(page, place, lines) if is_there else ref.text,
        lines=lines,
        chunk_id=place.chunk.chunk_id if place.chunk else None,
        headings_path=place.chunk.headings_path if place.chunk else headings,
        section_type=place.chunk.section_type if place.chunk else section_type,
        line_start=first if is_there else 0,
        line_end=last if is_there else 0,
        char_start=place.start,
        char_end=place.end,
        state=place.state,
        text=page.source[place.start : place.end] if is_there else None,
        fresh=page.fresh,
    )


def _spell(page: Page, place: Place, lines: str | None) -> str:
    """The address that leads back here."""
    name = page.known.document_id
    if place.chunk is not None:
        return spell_chunk(name, place.chunk.index, place.chunk.md_text)
    if place.block is not None:
        return f"{name}#^{place.block}"
    return name if place.kind == "note" or lines is None else lines


def _gone(note: KnownNote, ref: str) -> Text:
    """What is left of a text whose file is no longer there."""
    return Text(
        note.path, note.title, "note", ref, None, None, (), None, 0, 0, 0, 0,
        state=State.GONE, text=None, fresh=False,
    )  # fmt: skip


# -- what may be asked beside the text ---------------------------------------------------------


def _outline(page: Page, *_: object) -> list[dict[str, Any]]:
    """The headings of the note, each with the address of its section."""
    return [
        {
            "level": each.heading.level,
            "title": each.heading.title,
            "line": each.first,
            "lines": spell(page, each.first, each.last),
        }
        for each in find_sections(page)
    ]


def _links(page: Page, text: Text, finder: Finder) -> list[dict[str, Any]]:
    """The edges that begin in the text; for a whole note those of its frontmatter too."""
    inside = (each for each in page.links if text.kind == "note" or _stands_in(each, text))
    return [finder.resolver.settle(each).to_dict() for each in inside]


def _stands_in(edge: Edge, text: Text) -> bool:
    return edge.char_start is not None and text.char_start <= edge.char_start < text.char_end


def _backlinks(page: Page, _: Text, finder: Finder) -> list[dict[str, Any]]:
    """The edges that lead to the note."""
    return [each.to_dict() for each in finder.lookup.edges_to(page.path)]


def _front(page: Page, *_: object) -> dict[str, Any]:
    return page.front


PARTS: dict[str, Callable[[Page, Text, Finder], Any]] = {
    "outline": _outline,
    "links": _links,
    "backlinks": _backlinks,
    "frontmatter": _front,
}
