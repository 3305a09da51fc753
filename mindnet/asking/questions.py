"""What can be asked about the links of one index, at one moment.

    vault, Settings, the index  →  Questions  →  Resolution, Linked, Findings

Knows what the answers need, and that it is made once for all of them.
Leaves the answers to `resolutions`, `links` and `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from mindnet.asking.check import find_findings
from mindnet.asking.links import LinkFinder, Wanted
from mindnet.asking.resolutions import read_link, resolve_link
from mindnet.errors import UsageError
from mindnet.graph.repairs import Repairs
from mindnet.graph.resolve import Status
from mindnet.linked import Direction, Findings, Linked, Resolution
from mindnet.profiles import Profiles
from mindnet.settings import Settings, find_inverses
from mindnet.store.linkage import Linkage
from mindnet.store.store import Store
from mindnet.texts import Finder, open_finder


class Questions:
    """The links of a vault as the index knows them."""

    def __init__(self, finder: Finder, store: Store, settings: Settings) -> None:
        self._finder, self._linkage, self._settings = finder, Linkage(store), settings

    def resolve(self, link: str, source: str | None) -> Resolution:
        """Where a link leads from the note at an address; without one, from the root."""
        here = None if source is None else self._finder.find(source)[0].path
        edges_from = self._finder.lookup.edges_from
        known = (edge for note in (here,) if note for edge in edges_from(note))  # seldom asked for
        written = read_link(link, known)
        return resolve_link(written, here, self._finder.resolver, self._repairs)

    def find_linked(
        self,
        ref: str,
        direction: Direction,
        relation: str | None = None,
        status: str | None = None,
        limit: int | None = None,
    ) -> Linked:
        """The edges at an address."""
        if status is not None and status not in list(Status):
            raise UsageError(f"there is no status {status!r:.40}, only {', '.join(Status)}")
        links = LinkFinder(self._finder, self._linkage, find_inverses(self._settings))
        return links.find(ref, Wanted(direction, relation, status, limit))

    def check(self) -> Findings:
        """What should be put right."""
        return find_findings(self._linkage, self._repairs)

    @cached_property
    def _repairs(self) -> Repairs:
        return Repairs(self._finder.resolver, self._linkage, self._finder.lookup)


@contextmanager
def open_questions(
    root: Path, settings: Settings, profiles: Profiles, store: Store
) -> Iterator[Questions]:
    """Everything that is asked inside is answered from one generation of the index."""
    with open_finder(root, settings, profiles, store) as finder:
        yield Questions(finder, store, settings)
