"""One file's way from the disk to its rows.

    SeenFile  →  Outcome

Knows the order: bytes, hash, text, note, privacy, profile, chunks, rows.
An outcome holds nothing but text, numbers and bytes: it may have been made in another process.
"""

from __future__ import annotations

import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from mindnet.chunking.holders import Holders
from mindnet.chunking.tokens import token_counter
from mindnet.chunking.windows import window_lead
from mindnet.errors import MindnetError, Problem, a_problem
from mindnet.keeping import SeenFile, Stamp
from mindnet.model import Note
from mindnet.pipeline import cut_note, read_note
from mindnet.profiles import Profiles, choose_profile
from mindnet.recipes import recipe_hash
from mindnet.settings import Settings
from mindnet.store.rows import NoteRows, note_rows
from mindnet.vault.files import ReadFile, guess_text, is_out_of_sight, read_bytes, read_source
from mindnet.vault.privacy import is_private, may_be_private
from mindnet.vault.walk import RootMark

Told = tuple[str, int, str, str]  # a problem: path, line, code, message

_FAILURES = {
    "too_slow": "reading this note takes too long: split it, or leave it out with ignore",
    "crashed": "mindnet cannot read this note; that is a bug worth reporting",
}


class Outcome(NamedTuple):
    """What became of a file."""

    kind: str  # "note", "same", "skipped", "private", "gone", "unseen"
    stamp: tuple[int, ...] | None = None
    content_hash: str | None = None
    recipe: str | None = None
    profile: str | None = None
    rows: tuple[Any, ...] | None = None  # NoteRows
    problems: tuple[Told, ...] = ()


class Reader:
    """Reads the notes of one vault by one set of rules."""

    def __init__(
        self, root: Path, settings: Settings, profiles: Profiles, mark: RootMark | None = None
    ) -> None:
        self.root, self.settings, self.profiles, self.mark = root, settings, profiles, mark

    def attempt(self, file: SeenFile, known_hash: str | None = None) -> Outcome:
        """The same as `read`; whatever goes wrong with it costs this note alone."""
        try:
            return self.read(file, known_hash)
        except Exception:
            return self.give_up(file, "crashed")

    def give_up(self, file: SeenFile, code: str) -> Outcome:
        """A note that took too long, or that brought its reader down: it is tried again next time.

        Nothing is told of one that may be private.
        """
        found = read_bytes(self.root, file, self.settings.max_note_bytes, time.time_ns())
        if not isinstance(found, ReadFile):
            return skipped([a_problem(file.path, 0, code, _FAILURES[code])])
        stamp = tuple(found.stamp._replace(settled=False))
        if may_be_private(guess_text(found.data), self.settings):
            return Outcome("private", stamp)
        return skipped([a_problem(file.path, 0, code, _FAILURES[code])], stamp)

    def warm_up(self) -> None:
        """Loads what the notes will need, once for all copies of this process."""
        with suppress(MindnetError):  # told where a note needs it
            usual = self.profiles.recipes[self.settings.default_profile].profile
            token_counter(usual.tokenizer)

    def read(self, file: SeenFile, known_hash: str | None = None) -> Outcome:
        """A file, read; `known_hash` is that of a content that need not be read again."""
        found = read_bytes(self.root, file, self.settings.max_note_bytes, time.time_ns())
        if not isinstance(found, ReadFile):
            if is_out_of_sight(self.root, file, self.mark):
                return Outcome("unseen")
            again = file.stamp and tuple(file.stamp._replace(settled=False))
            return Outcome("gone") if found is None else skipped([found], again)
        stamp = tuple(found.stamp)
        content_hash = blake2b(found.data, digest_size=16).hexdigest()
        if content_hash == known_hash:
            return Outcome("same", stamp)
        source = read_source(file.path, found.data, self.settings)
        if source is None:
            return Outcome("private", stamp)
        if isinstance(source, Problem):
            return skipped([source], stamp, content_hash)
        note = read_note(source, self.settings)
        if is_private(note, source.text, self.settings):
            return Outcome("private", stamp)
        bad = [problem for problem in note.problems if problem.code == "bad_json"]
        if bad:  # a canvas that cannot be read
            return skipped(bad, stamp, content_hash)
        return self._cut(note, stamp)

    def _cut(self, note: Note, stamp: tuple[int, ...]) -> Outcome:
        choice = choose_profile(note, self.settings, self.profiles)
        profile = choice.profile
        chunks = cut_note(note, profile)
        holders = Holders(note, chunks)
        rows = note_rows(
            note,
            chunks,
            profile.name,
            profile.min,
            holders.find,
            holders.find_target,
            lambda headings, kind: window_lead(profile.window, note.title, headings, kind),
        )
        titles = (heading.title for heading in note.headings)
        recipe = recipe_hash(choice, titles, self.settings)
        told = tuple(map(_told, (*note.problems, *([choice.problem] if choice.problem else []))))
        return Outcome("note", stamp, note.content_hash, recipe, profile.name, tuple(rows), told)


def skipped(
    problems: list[Problem], stamp: tuple[int, ...] | None = None, content_hash: str | None = None
) -> Outcome:
    """A note that cannot be read, and why."""
    return Outcome("skipped", stamp, content_hash, problems=tuple(map(_told, problems)))


def rows_of(outcome: Outcome) -> NoteRows:
    """The rows of a note that was read."""
    assert outcome.rows is not None  # only notes are asked
    return NoteRows(*outcome.rows)


def stamp_of(outcome: Outcome) -> Stamp | None:
    """The stamp that a file was read under."""
    if outcome.stamp is None:
        return None
    size, mtime_ns, ctime_ns, inode, settled = outcome.stamp
    return Stamp(size, mtime_ns, ctime_ns, inode, bool(settled))


def problems_of(outcome: Outcome) -> list[Problem]:
    """The problems of a file that was read."""
    return [a_problem(*told) for told in outcome.problems]


def _told(problem: Problem) -> Told:
    return problem.path, problem.line, problem.code, problem.message
