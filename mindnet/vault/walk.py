"""A way through all folders of the vault.

    vault root, Settings  →  Walk

Knows which files are notes, which are attachments, which the settings keep out, and that those
are named all the same: a link may mean them (`links.md` L23, L27).
Opens folders and no file.
"""

from __future__ import annotations

import os
import stat
import time
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from mindnet.errors import FileNotReadable, Problem, a_problem
from mindnet.globs import fits
from mindnet.keeping import GRAIN_NS, FileState, SeenFile, Stamp
from mindnet.model import NotePath
from mindnet.settings import Settings
from mindnet.vault.obsidian import exclusion_test, template_folders
from mindnet.vault.privacy import is_private_path

_NOTES = (".md", ".txt", ".canvas")
_NEVER = frozenset({"node_modules"})

RootMark = tuple[int, int]  # by what a root is known to be the same: its disk, and its place there

_Found = tuple[str, FileState, Stamp | None]


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk through the vault found, in the order of paths."""

    files: tuple[SeenFile, ...]
    problems: tuple[Problem, ...]
    unseen: tuple[str, ...]  # folders, and symlinks to files, that could not be looked into
    root_mark: RootMark

    @property
    def notes(self) -> tuple[SeenFile, ...]:
        """The files that are to be read."""
        return tuple(file for file in self.files if file.state is FileState.NOTE)


def walk_vault(root: Path, settings: Settings) -> Walk:
    """All files of the vault that a link may mean, the notes among them with their stamps."""
    mark = find_mark(root)
    walker = _Walker(str(root), settings)
    walker.walk()
    excluded = exclusion_test(root) or (lambda _: False)
    if mark is None or find_mark(root) != mark:
        raise FileNotReadable(root, "it went away while it was looked through")
    forms = Counter(_nfc(name) for name, _, _ in walker.found)
    files = []
    for name, state, stamp in walker.found:
        path = NotePath(name if forms[_nfc(name)] > 1 else _nfc(name))
        last = state is FileState.NOTE and excluded(path)
        if last and settings.obsidian_excluded == "ignore":
            files.append(SeenFile(path, name, FileState.IGNORED))
        else:
            files.append(SeenFile(path, name, state, stamp, demoted=last))
    files.sort(key=lambda file: file.path)
    paths = {file.path for file in files}
    problems = sorted((_apart(each, paths) for each in walker.problems), key=lambda each: each.path)
    unseen = dict.fromkeys((*walker.unseen, *map(_nfc, walker.unseen)))
    return Walk(tuple(files), tuple(problems), tuple(unseen), mark)


def _apart(problem: Problem, paths: Collection[str]) -> Problem:
    """A problem whose path, spelled out, is not that of another file."""
    return replace(problem, path=f"./{problem.path}") if problem.path in paths else problem


def find_mark(root: Path) -> RootMark | None:
    """By what a root is known again: a drive that was unplugged leaves another, or none."""
    try:
        found = os.stat(root)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def note_path(relative: str | os.PathLike[str]) -> NotePath:
    """A path within the vault as every system spells it."""
    path = os.fspath(relative).replace(os.sep, "/")
    return NotePath(_nfc(_printable(path)))


class _Walker:
    """The state between two folders: what was found, and what is still to be opened."""

    def __init__(self, root: str, settings: Settings) -> None:
        self._root = root
        self._settings = settings
        self._templates = template_folders(Path(root))
        self._now = time.time_ns()
        self.found: list[_Found] = []
        self.problems: list[Problem] = []
        self.unseen: list[str] = []

    def walk(self) -> None:
        to_open = [("", FileState.NOTE)]
        while to_open:
            folder, around = to_open.pop()
            try:
                to_open += self._look_into(folder, around)
            except OSError as error:
                self._miss(folder, around, str(error.strerror))

    def _look_into(self, folder: str, around: FileState) -> list[tuple[str, FileState]]:
        """Takes the files of a folder; the folders in it."""
        with os.scandir(os.path.join(self._root, folder)) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        folders = []
        for entry in entries:
            if entry.name.startswith("."):
                continue
            name = f"{folder}/{entry.name}" if folder else entry.name
            state = self._state(name, around)
            if entry.is_dir(follow_symlinks=False):
                folders.append((name, state))
            else:
                self._take(name, state, entry)
        return folders

    def _miss(self, folder: str, around: FileState, why: str) -> None:
        """A folder that cannot be looked into: nobody knows what is there, or no longer."""
        if not folder:
            raise FileNotReadable(self._root, why) from None
        self.unseen.append(folder)
        if around is FileState.NOTE:
            told = f"this folder cannot be opened ({why}): check its permissions"
            self.problems.append(a_problem(_printable(folder), 0, "unreadable", told))

    def _state(self, name: str, around: FileState) -> FileState:
        """What a path is by its name: what is kept out stays so further down."""
        if around is FileState.PRIVATE:
            return around
        path = _nfc(name)
        if is_private_path(path, self._settings):
            return FileState.PRIVATE
        if around is FileState.IGNORED or self._is_ignored(path):
            return FileState.IGNORED
        return FileState.NOTE

    def _is_ignored(self, path: str) -> bool:
        return (
            path.rpartition("/")[2] in _NEVER
            or path in self._templates
            or any(fits(path, pattern) for pattern in self._settings.ignore)
        )

    def _take(self, name: str, around: FileState, entry: os.DirEntry[str]) -> None:
        state: FileState | None = around
        if entry.is_symlink():
            state = self._state_of_target(name, entry.path, around)
        elif not entry.is_file(follow_symlinks=False):
            return  # a pipe, a socket, a device
        if state is None:
            return
        if not name.isascii() and _printable(name) != name:
            if state is FileState.NOTE and is_note(name):
                why = "the name of this file is not UTF-8: rename it"
                self.problems.append(a_problem(_printable(name), 0, "unreadable", why))
            return
        if state is not FileState.NOTE:
            self.found.append((name, state, None))
        elif not is_note(name):
            self.found.append((name, FileState.ATTACHMENT, None))
        elif (stamp := self._stamp(entry)) is not None:
            self.found.append((name, state, stamp))

    def _stamp(self, entry: os.DirEntry[str]) -> Stamp | None:
        """The stamp of a note; None if it is gone by now."""
        try:
            return stamp_of(entry.stat(), self._now)
        except FileNotFoundError:
            return None

    def _state_of_target(self, name: str, link: str, state: FileState) -> FileState | None:
        """What a symlink is: nothing unless it leads to a file inside; hidden if that is."""
        target = os.path.realpath(link)
        inside = os.path.join(self._root, "")
        if not target.startswith(inside) or not self._is_file(name, target):
            return None
        steps = target.removeprefix(inside).split(os.sep)
        if any(step.startswith(".") for step in steps):
            return None
        for depth in range(len(steps)):
            state = self._state("/".join(steps[: depth + 1]), state)
        return state

    def _is_file(self, name: str, target: str) -> bool:
        try:
            return stat.S_ISREG(os.stat(target).st_mode)
        except PermissionError:  # it lies in a folder that cannot be opened
            self.unseen.append(name)
        except OSError:
            pass
        return False


def stamp_of(found: os.stat_result, now_ns: int) -> Stamp:
    """What is remembered of a file, taken at this moment."""
    settled = max(found.st_mtime_ns, found.st_ctime_ns) + GRAIN_NS <= now_ns
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, settled)


def is_note(name: str) -> bool:
    """Whether a file of this name is read as a note."""
    return name.lower().endswith(_NOTES)


def _nfc(name: str) -> str:
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def _printable(name: str) -> str:
    r"""A name from the disk with what is no UTF-8 spelled out: `caf\xe9.md`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
