"""Why a file is a note of the index, or is not.

    vault, rules, store, path  →  FileStatus

Knows where a path that somebody typed lies in the vault, and which rule decided about the file:
one about its name, one about what stands in it, or one that chose its profile.
It tells of private files too: whoever names one at their own terminal may know.
"""

from __future__ import annotations

import os
import unicodedata
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from mindnet.answers import FileStatus
from mindnet.errors import Problem
from mindnet.indexer import Rules
from mindnet.keeping import FileState, KnownFile, SeenFile
from mindnet.model import Note, NotePath
from mindnet.pipeline import read_note
from mindnet.profiles import choose_profile
from mindnet.recipes import recipe_hash
from mindnet.settings import Settings
from mindnet.store.lookup import Lookup
from mindnet.store.store import Store
from mindnet.vault.files import ReadFile, read_bytes, read_source
from mindnet.vault.privacy import is_private
from mindnet.vault.walk import note_path
from mindnet.vault.why import Reason, Why, explain

_LEAVES = "; it leaves the index with the next mindnet reindex"
_SIGN = "private: it cannot be read, and shows a sign of a private rule"
_LAST = "; Obsidian excludes it, so it is found last"


def look_at(root: Path, rules: Rules, store: Store, typed: str) -> FileStatus:
    """Why a file is a note of the index, or is not."""
    place = find_file(root, typed)
    why = explain(root, place, rules.settings)
    path = note_path(typed if why.reason is Reason.OUTSIDE else place)
    known = _find_known(store, path, place)
    path = known.path if known else path
    if why.reason is Reason.NOTE:
        file = SeenFile(path, place, FileState.NOTE, demoted=why.demoted)
        return _Look(rules, store, known, file).read(root)
    near = Lookup(store).find_nearest(typed) if why.reason is Reason.MISSING else ()
    return _left_out(path, known, why.reason.value, why.sentence, near=near)


def _find_known(store: Store, path: NotePath, place: str) -> KnownFile | None:
    """What is known of the file at a place; its twin in another Unicode form is another file."""
    known = store.known_files()
    return next((each for each in known.values() if each.place == place), known.get(path))


def find_file(root: Path, typed: str) -> str:
    """The place in the vault of a file that was typed: as seen from here, or from the root."""
    if "\0" in typed:
        return typed  # no file is called so
    here, inner = _working_folder(), os.path.join(root, typed)
    around = os.path.join(here, typed)
    ways = [around, inner] if _is_below(here, root) else [inner, around]
    ways += [unicodedata.normalize(form, way) for way in ways for form in ("NFC", "NFD")]
    ways += [f"{way}.md" for way in ways]
    found = os.path.normpath(next(filter(os.path.lexists, ways), ways[0]))
    if not _is_below(found, root):  # another way to the vault may lead there
        found = os.path.join(os.path.realpath(os.path.dirname(found)), os.path.basename(found))
    return os.path.relpath(found, root)


class _Look:
    """A look into one note."""

    def __init__(self, rules: Rules, store: Store, known: KnownFile | None, file: SeenFile) -> None:
        self._rules, self._store, self._known, self._file = rules, store, known, file
        self._path = file.path

    def read(self, root: Path) -> FileStatus:
        """What becomes of the note by what stands in it."""
        found = read_bytes(root, self._file, self._rules.settings.max_note_bytes, 0)
        if found is None:
            return _left_out(self._path, self._known, "missing", Why(Reason.MISSING).sentence)
        if isinstance(found, Problem):
            return self._tell_trouble(found)
        known, digest = self._known, _digest(found)
        if known and known.state is FileState.SKIPPED and known.content_hash in (digest, None):
            problems = self._store.problems_of(self._path)
            if problems:
                return self._tell_trouble(*problems)
        source = read_source(self._path, found.data, self._rules.settings)
        if isinstance(source, Problem):
            return self._tell_trouble(source)
        if source is None:
            return self._tell_private(_SIGN)
        note = read_note(source, self._rules.settings)
        if is_private(note, source.text, self._rules.settings):
            rule = _private_rule(note, source.text, self._rules.settings)
            return self._tell_private(Why(Reason.PRIVATE, rule).sentence)
        bad = [each for each in note.problems if each.code == "bad_json"]
        return self._tell_trouble(*bad) if bad else self._tell_note(note, digest)

    def _tell_note(self, note: Note, digest: str) -> FileStatus:
        settings, known = self._rules.settings, self._known
        choice = choose_profile(note, settings, self._rules.profiles)
        recipe = recipe_hash(choice, (each.title for each in note.headings), settings)
        indexed = known is not None and known.state is FileState.NOTE
        fresh = known is not None and (known.content_hash, known.recipe_hash) == (digest, recipe)
        name = choice.profile.name
        if not indexed:
            said = "a note of the vault, and not in the index yet: run mindnet reindex"
        elif not fresh:
            said = "in the index, but not as it is now: run mindnet reindex"
        else:
            said = f"in the index, cut by the profile {name} ({choice.rule})"
        return FileStatus(
            path=self._path,
            indexed=indexed,
            fresh=fresh if indexed else None,
            reason=Reason.NOTE.value,
            message=f"{self._path} is {said}{_LAST if self._file.demoted else ''}",
            profile=name,
            rule=choice.rule,
            demoted=self._file.demoted,
            problems=(*note.problems, *filter(None, [choice.problem])),
        )

    def _tell_trouble(self, *problems: Problem) -> FileStatus:
        said = "skipped: " + "; ".join(each.message for each in problems)
        told = _left_out(self._path, self._known, problems[0].code, said)
        return replace(told, problems=problems)

    def _tell_private(self, said: str) -> FileStatus:
        return _left_out(self._path, self._known, Reason.PRIVATE.value, said)


def _left_out(
    path: str, known: KnownFile | None, reason: str, said: str, near: tuple[str, ...] = ()
) -> FileStatus:
    indexed = known is not None and known.state is FileState.NOTE
    message = f"{path} is {said}{_LEAVES if indexed else ''}"
    return FileStatus(path, indexed, False if indexed else None, reason, message, near=near)


def _private_rule(note: Note, text: str, settings: Settings) -> str:
    """The rule that hides a note, as it is written."""
    for rule in settings.private:
        if is_private(note, text, replace(settings, private=(rule,))):
            return next(f"{name} {value}" for name in ("property", "tag", "folder")
                        if (value := getattr(rule, name)))  # fmt: skip
    raise AssertionError("a private note fits a rule")


def _digest(found: ReadFile) -> str:
    return blake2b(found.data, digest_size=16).hexdigest()


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return os.sep


def _is_below(path: str, root: Path) -> bool:
    return os.path.join(path, "").startswith(os.path.join(root, ""))
