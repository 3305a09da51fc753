"""The disk becomes source files.

    vault root  →  Walk  →  SourceFile or Problem

Knows which files are notes, which folders are left alone, and how a path is spelled.
Never leaves the root: a folder is walked once, under its own name, and a symlink to a file
counts only if its target would be found as well.
"""

from __future__ import annotations

import codecs
import os
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mindnet.errors import FileNotReadable, Problem, a_problem
from mindnet.globs import fits
from mindnet.model import NotePath, SourceFile
from mindnet.settings import Settings
from mindnet.vault.privacy import is_private_path, may_be_private
from mindnet.vault.templates import template_folders

_NOTES = frozenset({".md", ".txt", ".canvas"})
_LINE_END = re.compile(rb"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class VaultFile:
    """A note that was found, and not opened yet."""

    path: NotePath  # relative to the vault, "/" and NFC
    place: str  # the same file, as the disk spells it


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk through the vault found, in the order of paths."""

    files: tuple[VaultFile, ...]
    problems: tuple[Problem, ...]


def walk_vault(root: Path, settings: Settings) -> Walk:
    """All notes of the vault but those the settings keep out."""
    walker = _Walker(str(root), settings)
    walker.walk()
    forms = Counter(_nfc(name) for name in walker.found)
    files = (
        VaultFile(NotePath(name if forms[_nfc(name)] > 1 else _nfc(name)), walker.place(name))
        for name in walker.found
    )
    problems = sorted(walker.problems, key=lambda problem: problem.path)
    return Walk(tuple(sorted(files, key=lambda file: file.path)), tuple(problems))


def read_source(file: VaultFile, settings: Settings) -> SourceFile | Problem | None:
    """The file, decoded; a problem; or None for one that may be private and cannot be read."""
    try:
        with open(file.place, "rb") as stream:
            data = stream.read(settings.max_note_bytes + 1)
    except OSError as error:
        why = f"this file cannot be opened ({error.strerror}): check its permissions"
        return a_problem(file.path, 0, "unreadable", why)
    source = decode_source(file.path, data, settings)
    if isinstance(source, Problem) and may_be_private(_guess_text(data), settings):
        return None
    return source


def decode_source(path: NotePath, data: bytes, settings: Settings) -> SourceFile | Problem:
    """The bytes of a file as text, or what keeps them from being text."""
    limit = settings.max_note_bytes
    if len(data) > limit:
        why = f"larger than {limit:,} bytes: split the note, or raise max_note_bytes"
        return a_problem(path, 0, "too_large", why)
    try:
        return SourceFile(path, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = len(_LINE_END.findall(data, 0, error.start)) + 1
        return a_problem(path, line, "not_utf8", "this is not UTF-8: save the file as UTF-8")


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
        self.found: list[str] = []
        self.problems: list[Problem] = []

    def walk(self) -> None:
        to_open = [""]
        while to_open:
            folder = to_open.pop()
            for entry in self._list(folder):
                name = f"{folder}/{entry.name}" if folder else entry.name
                if self._is_kept_out(name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    to_open.append(name)
                elif _is_note(name) and self._is_file_inside(entry):
                    self._take(name)

    def place(self, name: str) -> str:
        return os.path.join(self._root, name)

    def _list(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.place(folder)) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if not folder:
                raise FileNotReadable(self._root, str(error.strerror)) from None
            why = f"this folder cannot be opened ({error.strerror}): check its permissions"
            self.problems.append(a_problem(_printable(folder), 0, "unreadable", why))
            return []

    def _take(self, name: str) -> None:
        if name.isascii() or _printable(name) == name:
            self.found.append(name)
        else:
            why = "the name of this file is not UTF-8: rename it"
            self.problems.append(a_problem(_printable(name), 0, "unreadable", why))

    def _is_kept_out(self, name: str) -> bool:
        last = name.rpartition("/")[2]
        if last.startswith(".") or last == "node_modules":
            return True
        path = _nfc(name)
        return (
            path in self._templates
            or any(fits(path, pattern) for pattern in self._settings.ignore)
            or is_private_path(path, self._settings)
        )

    def _is_file_inside(self, entry: os.DirEntry[str]) -> bool:
        if not entry.is_symlink():
            return entry.is_file(follow_symlinks=False)
        target = os.path.realpath(entry.path)
        inside = os.path.join(self._root, "")
        if not target.startswith(inside) or not os.path.isfile(target):
            return False
        steps = target.removeprefix(inside).split(os.sep)
        return not any(self._is_kept_out("/".join(steps[: i + 1])) for i in range(len(steps)))


def _is_note(name: str) -> bool:
    return os.path.splitext(name)[1].lower() in _NOTES


def _nfc(name: str) -> str:
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def _guess_text(data: bytes) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if wide else "utf-8", "replace")


def _printable(name: str) -> str:
    r"""A name from the disk with what is no UTF-8 spelled out: `caf\xe9.md`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
