"""The API: a vault, its index, and what can be asked of them.

    open_library("~/vault")  →  Library  →  reindex, status, search, get, links, check, export

Knows which vault and which index are meant when nobody says.
Leaves what needs no index to `single`.
Imports the rooms when they are needed: who searches pays for no parser.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mindnet.errors import RefUnknown, UsageError
from mindnet.linked import Direction
from mindnet.model import Hit
from mindnet.reader import Reader
from mindnet.settings_files import load_settings
from mindnet.single import Cut as Cut
from mindnet.single import chunk_file as chunk_file
from mindnet.single import chunk_text as chunk_text
from mindnet.single import compare_file as compare_file
from mindnet.single import compare_stream as compare_stream
from mindnet.single import count_uses as count_uses
from mindnet.single import cut_file as cut_file
from mindnet.single import cut_stream as cut_stream
from mindnet.single import find_vault as find_vault
from mindnet.single import load_rules as load_rules
from mindnet.single import read_file as read_file
from mindnet.single import read_note as read_note
from mindnet.single import read_stream as read_stream
from mindnet.vault.root import find_root, real_path

if TYPE_CHECKING:
    from mindnet.answers import FileStatus, KeptIndex, Outlook, Status, Text
    from mindnet.asking.questions import Questions
    from mindnet.indexer import Progress, Rules
    from mindnet.keeping import Report
    from mindnet.kept import KeptChunk, KeptCut
    from mindnet.linked import Findings, Linked, Resolution, SeenEdge

    AnyPath = str | os.PathLike[str]


EVERYTHING = ("notes", "chunks", "edges", "tags", "problems")  # in the order of a dump

_PATIENCE = 30.0  # seconds that a reindex waits for another to end


def open_library(vault: str | Path | None = None, *, db: str | Path | None = None) -> Library:
    """The library of the vault named, else of MINDNET_VAULT, the folder around us, or the user."""
    from mindnet.store.place import index_path

    root = find_root(vault)
    return Library(root, index_path(root, db))


def is_same_vault(one: str | Path, other: str | Path) -> bool:
    """Whether two names mean the same folder."""
    return real_path(one) == real_path(other)


class Library(Reader):
    """A vault and its index."""

    def __init__(self, root: Path, db: Path) -> None:
        super().__init__(root, db)
        self._holds = False  # the right to write is ours for longer than a reindex

    def reindex(
        self,
        *,
        full: bool = False,
        dry_run: bool = False,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Brings the index up to date; `full` reads every note again."""
        from mindnet.freshness import Look, now
        from mindnet.handover import write_or_ask
        from mindnet.indexer import Rules, foresee
        from mindnet.pending import is_hidden
        from mindnet.store.requests import Request

        rules = Rules(*load_rules(self.root))  # a wrong profile stops us before anything is touched
        start = now()
        if dry_run:
            hidden = partial(is_hidden, self.root, rules)
            report = foresee(self.root, rules, self._find(), hidden, full=full)
            to_do = report.added + report.changed + report.removed
            self._look = Look(start, None if report.spared or full else to_do)
            return report
        self._find()  # a file that is not ours is refused before anything is written beside it
        self.close()  # a reader that looks on would keep old pages in the file
        write = partial(self._write, rules, full=full, jobs=jobs, progress=progress)
        if self._holds:
            report = write()
        else:
            request = Request(str(self.root), full=full)
            report = write_or_ask(self.db, request, _PATIENCE, write)
        self._look = Look(start, None if report.spared else 0)
        return report

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Keeps the right to write the index, for one who watches the vault and calls `serve`."""
        from mindnet.store.lock import SERVING, writing

        with writing(self.db, SERVING):
            self._holds = True
            try:
                yield
            finally:
                self._holds = False

    def serve(self) -> int:
        """Does what others ask of us while we hold the index; how many there were."""
        from mindnet.handover import serve_requests

        return serve_requests(
            self.db, self.root, lambda full, dry_run: self.reindex(full=full, dry_run=dry_run)
        )

    def _write(
        self, rules: Rules, *, full: bool, jobs: int | None, progress: Progress | None
    ) -> Report:
        from mindnet.indexer import index_vault
        from mindnet.store.writer import open_writer

        with closing(open_writer(self.db)) as store:
            return index_vault(self.root, rules, store, full=full, jobs=jobs, progress=progress)

    def search(self, query: str, limit: int = 10) -> tuple[Hit, ...]:
        """The blocks that hold all words of the query, the best first."""
        return self._open().find_hits(query, limit)

    def chunks(self, note: str) -> tuple[KeptChunk, ...]:
        """How a note of the index was cut; `note` is any address in it, such as its name."""
        return self.get_cut(note).chunks

    def get_cut(self, note: str) -> KeptCut:
        """The same as `chunks`, with the profile and the headings of the note."""
        from mindnet.store.chunk_records import Home
        from mindnet.store.records import kept_cut

        found = self.get(note)
        home = Home(self.root.name, str(self.root))
        base_url = load_settings(self.root).base_url
        cut = kept_cut(self._open(), found.path, home, base_url) if found.text is not None else None
        if cut is None:
            raise RefUnknown(note, (), "it is gone: run mindnet reindex")
        return cut

    def export(self, what: str | Iterable[str] = EVERYTHING) -> Iterator[dict[str, Any]]:
        """The logical dump: every record of these kinds, in an order that is always the same.

        Each is a dict with `rec`: note, chunk, edge, tag or problem. Nothing in it depends on
        the machine, on time, or on the way that led to this index.
        """
        from mindnet.store.records import dump

        kinds = _check_kinds(what)
        self._open()  # none yet: told at once, not with the first record
        return dump(self.db, kinds, load_settings(self.root).base_url)

    def get(self, ref: str, with_: Collection[str] = ()) -> Text:
        """The text at an address, as it is on disk now (`Garden/Oak#Care`, `Oak:12-30@9f3ac1d2`).

        `with_` asks for more beside it: outline, links, backlinks, frontmatter.
        """
        from mindnet.texts import check_parts, open_finder

        check_parts(with_)
        store, rules = self._open(), load_rules(self.root)
        with open_finder(self.root, *rules, store) as finder:
            text = finder.get(ref, with_)
        if not text.fresh:
            self._note_stale()
        return text

    def status(self) -> Status:
        """How the index is, and how far behind the vault: every file is looked at."""
        from mindnet.freshness import Look, now
        from mindnet.indexer import Rules
        from mindnet.status import look_over
        from mindnet.store.lock import find_holder

        store, start = self._open(), now()
        rules = Rules(*load_rules(self.root))
        status = look_over(self.root, rules, store, find_holder(self.db))
        unseen = bool(status.pending.spared)
        self._look = Look(start, None if unseen else status.pending.total)
        return status

    def file_status(self, path: AnyPath) -> FileStatus:
        """Why a file is a note of the index, or is not; private ones are told of too."""
        from mindnet.file_status import look_at
        from mindnet.indexer import Rules

        rules = Rules(*load_rules(self.root))
        return look_at(self.root, rules, self._open(), os.fspath(path))

    def resolve(self, link: str, source: str | None = None) -> Resolution:
        """Where a link leads (`[[Log#May]]`, `[log](Log.md)`, `Log`), by which rule, and the rest.

        `source` is any address of the note that the link stands in; without one, the root.
        """
        with self._questions() as questions:
            return questions.resolve(link, source)

    def links(
        self,
        ref: str,
        *,
        relation: str | None = None,
        status: str | None = None,
        limit: int | None = None,
    ) -> tuple[SeenEdge, ...]:
        """The edges that begin at an address: in a note, a section, a block, a chunk or lines.

        Of a `relation` also those that say the same from the other end.
        """
        return self.get_linked(
            ref, Direction.OUT, relation=relation, status=status, limit=limit
        ).edges

    def backlinks(
        self,
        ref: str,
        *,
        relation: str | None = None,
        status: str | None = None,
        limit: int | None = None,
    ) -> tuple[SeenEdge, ...]:
        """The edges that lead to an address; the note need not be written yet."""
        return self.get_linked(
            ref, Direction.IN, relation=relation, status=status, limit=limit
        ).edges

    def get_linked(
        self,
        ref: str,
        direction: Direction,
        *,
        relation: str | None = None,
        status: str | None = None,
        limit: int | None = None,
    ) -> Linked:
        """The same as `links` or `backlinks`, with what the address means."""
        with self._questions() as questions:
            linked = questions.find_linked(ref, direction, relation, status, limit)
        if not linked.fresh:
            self._note_stale()
        return linked

    def check(self) -> Findings:
        """What should be put right: links that lead nowhere, and what is strange in files."""
        with self._questions() as questions:
            return questions.check()

    def _questions(self) -> AbstractContextManager[Questions]:
        from mindnet.asking.questions import open_questions

        return open_questions(self.root, *load_rules(self.root), self._open())


def init_vault(
    vault: str | Path | None = None, progress: Progress | None = None
) -> tuple[Path, Outlook]:
    """Writes `.mindnet/config.toml` into a vault that has none; the file, and what is to index."""
    from mindnet.beginning import look_out, refuse_config, write_config
    from mindnet.indexer import Rules

    root = find_root(vault)
    refuse_config(root)
    outlook = look_out(root, Rules(*load_rules(root)), progress or (lambda *_: None))
    return write_config(root), outlook


def list_indexes() -> list[KeptIndex]:
    """The indexes in the user's state folder, also those of vaults that moved."""
    from mindnet.store.indexes import find_indexes

    return find_indexes()


def remove_indexes(names: list[str]) -> list[KeptIndex]:
    """Removes indexes by the names of their files, or by their vaults."""
    from mindnet.store.indexes import remove_indexes

    return remove_indexes(names)


def _check_kinds(what: str | Iterable[str]) -> list[str]:
    """The kinds of records that are asked for, in the order of a dump."""
    named = [word.strip() for word in what.split(",")] if isinstance(what, str) else list(what)
    for name in named:
        if name not in EVERYTHING:
            from mindnet.profile_keys import near

            raise UsageError(f"there is nothing called {name!r} to export{near(name, EVERYTHING)}")
    return [kind for kind in EVERYTHING if kind in named]
