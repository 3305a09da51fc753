"""The vault goes into the store: walk, plan, read, write.

    vault root, Settings, Profiles  →  rows in the store, Report

Knows the order of the work: notes are read and written batch by batch, each whole or not at all;
what is gone is forgotten at the end, so that a moved note is never missing, and links are looked
up with the last batch, so that whoever saves one file is answered from before it or after it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mindnet.errors import Problem
from mindnet.keeping import FileState, KnownFile, Plan, Report, SeenFile, Stamp
from mindnet.model import NotePath
from mindnet.profiles import Profiles, choose_profile
from mindnet.recipes import Facts, recipe_hash, settings_hash
from mindnet.settings import Settings
from mindnet.store.store import Store
from mindnet.store.writer import Writer
from mindnet.vault.changes import Recut, plan_changes
from mindnet.vault.privacy import is_private_path
from mindnet.vault.walk import Walk, walk_vault

if TYPE_CHECKING:
    from mindnet.reading import Outcome

_BATCH = 4_000_000  # bytes of notes that are written at once
_MANY = 4_000  # notes; however small, their rows take up memory

Progress = Callable[[int, float, int], None]  # notes done, share of the work, bytes done
Hidden = Callable[[SeenFile], bool]  # whether a file is private, and not told of


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings and profiles that a vault is indexed by."""

    settings: Settings
    profiles: Profiles


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a walk found, what was known, and what is to be done."""

    walk: Walk
    known: Mapping[NotePath, KnownFile]
    plan: Plan
    recut: Recut


def look_ahead(root: Path, rules: Rules, store: Store | None, full: bool = False) -> Prospect:
    """What a reindex would do."""
    walk = walk_vault(root, rules.settings)
    known = store.known_files() if store else {}
    recut = _find_recut(rules, store)
    plan = plan_changes(
        walk.files,
        known,
        recut=recut,
        unseen=walk.unseen,
        hidden=lambda path: is_private_path(path, rules.settings),
        full=full,
    )
    return Prospect(walk, known, plan, recut)


def index_vault(
    root: Path,
    rules: Rules,
    store: Writer,
    *,
    full: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Makes the store agree with the vault."""
    start = time.perf_counter()
    work = _Work(root, rules, store, look_ahead(root, rules, store, full), full)
    work.follow(jobs, progress or (lambda *_: None))
    return work.report(time.perf_counter() - start)


def _find_recut(rules: Rules, store: Store | None) -> Recut:
    """Which notes have to be read again because their recipe changed."""
    settings = rules.settings
    if store is None or store.find_meta("settings") == settings_hash(settings, rules.profiles):
        return lambda _: False
    wanted = {}
    for path, kind, properties, tags, headings in store.note_facts():
        facts = Facts(path, kind, tuple(tags), properties)
        choice = choose_profile(facts, settings, rules.profiles)
        wanted[path] = recipe_hash(choice, headings, settings)

    def recut(file: KnownFile) -> bool:
        if file.state is not FileState.NOTE or file.stamp is None:
            return True
        too_large = file.stamp.size > settings.max_note_bytes
        return too_large or wanted.get(file.path) != file.recipe_hash

    return recut


class _Work:
    """One reindex on its way."""

    def __init__(
        self, root: Path, rules: Rules, store: Writer, prospect: Prospect, full: bool
    ) -> None:
        self.root, self.rules, self.store, self.full = root, rules, store, full
        self.prospect, self.plan = prospect, prospect.plan
        self.problems: list[Problem] = list(prospect.walk.problems)
        self.added: dict[NotePath, str] = {}  # new notes and their content
        self.lost: set[NotePath] = set()  # notes that became something else, or went
        self.unseen: list[NotePath] = []  # went out of sight after the walk: nobody knows of them
        self.changed = self.same = self.links_checked = 0

    def follow(self, jobs: int | None, progress: Progress) -> None:
        """Reads, writes and forgets."""
        waiting: list[tuple[SeenFile, Outcome]] = []
        done = size = total = 0
        for number, (file, outcome) in enumerate(self._read(jobs), start=1):
            waiting.append((file, outcome))
            done += outcome.kind != "private"
            size += file.stamp.size if file.stamp else 0
            if size >= _BATCH or len(waiting) >= _MANY:
                total += size
                with self._batch():
                    self._write(waiting)
                waiting, size = [], 0
            progress(done, number / len(self.plan.read), total + size)
        with self._batch():
            self._write(waiting)
            self._finish()
            self._settle()
        self.store.tidy()

    @contextmanager
    def _batch(self) -> Iterator[None]:
        with self.store.batch():
            self.store.heed_aliases(self.rules.settings.resolve_aliases)
            yield

    def _read(self, jobs: int | None) -> Iterator[tuple[SeenFile, Outcome]]:
        if not self.plan.read:
            return
        from mindnet.crew import read_files
        from mindnet.reading import Reader

        mark = self.prospect.walk.root_mark
        reader = Reader(self.root, self.rules.settings, self.rules.profiles, mark)
        tasks = [(file, self._known_hash(file)) for file in self.plan.read]
        yield from read_files(reader, tasks, jobs)

    def _known_hash(self, file: SeenFile) -> str | None:
        """The content that need not be read again: the same as before, by the same recipe."""
        known = self.prospect.known.get(file.path)
        if known is None or self.full or known.place != file.place or self.prospect.recut(known):
            return None
        return known.content_hash

    def _write(self, outcomes: Sequence[tuple[SeenFile, Outcome]]) -> None:
        names = {outcome.profile for _, outcome in outcomes if outcome.profile}
        recipes = self.rules.profiles.recipes
        self.store.put_profiles(recipes[name].profile for name in sorted(names))
        for file, outcome in outcomes:
            self._put(file, outcome)

    def _put(self, file: SeenFile, outcome: Outcome) -> None:
        from mindnet.reading import problems_of, rows_of, stamp_of

        if outcome.kind == "unseen":
            self.unseen.append(file.path)
            return
        known = self.prospect.known.get(file.path)
        was_note = known is not None and known.state is FileState.NOTE
        stamp, problems = stamp_of(outcome), problems_of(outcome)
        self.problems += problems
        if outcome.kind == "note" and stamp is not None:
            self.store.put_note(rows_of(outcome), file, stamp, outcome.recipe, problems)
            self._count(file.path, was_note, outcome.content_hash or "")
        elif outcome.kind == "same" and stamp is not None:
            self._touch(file, stamp, known)
        elif outcome.kind == "gone":
            if known is not None:
                self.store.forget(file.path)
        else:
            state = FileState.PRIVATE if outcome.kind == "private" else FileState.SKIPPED
            self._keep_out(replace(file, state=state), outcome, known)
        if was_note and outcome.kind not in ("note", "same"):
            self.lost.add(file.path)

    def _count(self, path: NotePath, was_note: bool, content_hash: str) -> None:
        if was_note:
            self.changed += 1
        else:
            self.added[path] = content_hash

    def _touch(self, file: SeenFile, stamp: Stamp, known: KnownFile | None) -> None:
        """The same content: only its stamp is another."""
        if known is None:
            return
        if stamp != known.stamp:
            self.store.set_stamp(file.path, stamp)
        if known.state is FileState.NOTE:
            self.same += 1
            if known.demoted != file.demoted:
                self.store.set_demoted(file.path, file.demoted)

    def _keep_out(self, file: SeenFile, outcome: Outcome, known: KnownFile | None) -> None:
        """Writes down that a file is there and not a note of the index, unless that is known."""
        from mindnet.reading import problems_of, stamp_of

        problems = problems_of(outcome)
        stamp = stamp_of(outcome) or file.stamp
        same = known is not None and (known.state, known.place) == (file.state, file.place)
        if known and same and self.store.problems_of(file.path) == problems:
            if stamp is not None and stamp != known.stamp:
                self.store.set_stamp(file.path, stamp)
            return
        self.store.put_file(file, stamp=stamp, content_hash=outcome.content_hash, problems=problems)

    def _finish(self) -> None:
        """Names what is not read, forgets what is gone, and notes by what rules all was done."""
        plan, store = self.plan, self.store
        current = settings_hash(self.rules.settings, self.rules.profiles)
        for file in plan.name:
            self._lose(file.path)
            store.put_file(file)
        for file in plan.demote:
            store.set_demoted(file.path, file.demoted)
        for path in plan.forget:
            self._lose(path)
            store.forget(path)
        store.put_problems(self.prospect.walk.problems)
        spared = plan.spared or self.unseen  # by what rules they were read is still to be known
        if store.find_meta("settings") != current and not spared:
            store.set_meta("settings", current)
        if store.find_meta("root") != str(self.root):
            store.set_meta("root", str(self.root))

    def _settle(self) -> None:
        """What happened has its consequences: texts leave the file, links are looked up."""
        if self.store.is_settled():
            return
        from mindnet.linking import settle_links

        if self.store.gone_texts().difference(self.added.values()):  # else it was only moved
            self.store.forget_words()
        self.links_checked = settle_links(self.store, self.rules.settings.resolve_aliases)

    def _lose(self, path: NotePath) -> None:
        known = self.prospect.known.get(path)
        if known is not None and known.state is FileState.NOTE:
            self.lost.add(path)

    def report(self, seconds: float) -> Report:
        """What was done, in numbers."""
        moved = self._moved()
        notes, chunks, below_min = self.store.totals()
        return Report(
            added=len(self.added) - moved,
            changed=self.changed,
            moved=moved,
            removed=len(self.lost) - moved,
            unchanged=self.plan.keep + self.same,
            skipped=self.store.count_skipped(),
            notes=notes,
            chunks=chunks,
            below_min=below_min,
            links_checked=self.links_checked,
            problems=tuple(sorted(self.problems, key=lambda each: (each.path, each.line))),
            seconds=seconds,
            spared=tuple(sorted((*self.plan.spared, *self.unseen))),
            generation=self.store.generation,
        )

    def _moved(self) -> int:
        """How many notes went from one path to another: the same content, gone here, new there."""
        gone = Counter(self.prospect.known[path].content_hash for path in self.lost)
        return (gone & Counter(self.added.values())).total()


def foresee(
    root: Path, rules: Rules, store: Store | None, is_hidden: Hidden, *, full: bool = False
) -> Report:
    """What a reindex would do, by stamps alone: nothing is written, nothing hidden is counted."""
    start = time.perf_counter()
    prospect = look_ahead(root, rules, store, full)
    plan, known = prospect.plan, prospect.known
    notes = {path for path, file in known.items() if file.state is FileState.NOTE}
    named = {file.path for file in plan.name}
    return Report(
        added=sum(file.path not in known and not is_hidden(file) for file in plan.read),
        changed=sum(file.path in notes for file in plan.read),
        moved=0,
        removed=len(notes.intersection(plan.forget)) + len(notes & named),
        unchanged=plan.keep,
        skipped=store.count_skipped() if store else {},
        notes=len(notes),
        chunks=store.totals()[1] if store else 0,
        below_min=store.totals()[2] if store else 0,
        links_checked=0,
        problems=prospect.walk.problems,
        seconds=time.perf_counter() - start,
        spared=plan.spared,
        dry_run=True,
        generation=store.generation if store else None,
    )
