"""The disk becomes source files.

    vault root  →  Walk  →  SourceFile or Problem

Knows which files are notes, which are left alone, and how a path is spelled.
Never leaves the root: a folder is walked once, under its own name, and a symlink to a file
counts only if its target would be found as well.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mindnet.errors import Problem, a_problem
from mindnet.keeping import SeenFile, Stamp
from mindnet.model import NotePath, SourceFile
from mindnet.settings import Settings
from mindnet.vault.privacy import may_be_private
from mindnet.vault.walk import RootMark, Walk, find_mark, note_path, stamp_of, walk_vault

__all__ = [
    "ReadFile",
    "Walk",
    "decode_source",
    "guess_text",
    "is_out_of_sight",
    "note_path",
    "read_bytes",
    "read_source",
    "walk_vault",
]

_LINE_END = re.compile(rb"\r\n?|\n")
_TRIES = 3  # a file that changes while it is read is read again
_NO_FILES = (errno.ELOOP, errno.ENXIO)  # a symlink that leads astray, a socket


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The bytes of a file, and the stamp they were read under."""

    data: bytes
    stamp: Stamp


def read_bytes(root: Path, file: SeenFile, limit: int, now_ns: int) -> ReadFile | Problem | None:
    """The file as it is on disk; a problem; or None where it is gone."""
    for _ in range(_TRIES):
        try:
            with open(os.path.join(root, file.place), "rb", opener=_opener(root)) as stream:
                before = os.fstat(stream.fileno())
                if not stat.S_ISREG(before.st_mode):
                    return None  # a pipe or a device took its place
                data = stream.read(limit + 1)
                after = os.fstat(stream.fileno())
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            if error.errno in _NO_FILES:
                return None
            why = f"this file cannot be opened ({error.strerror}): check its permissions"
            return a_problem(file.path, 0, "unreadable", why)
        if stamp_of(before, now_ns) == stamp_of(after, now_ns):
            return ReadFile(data, stamp_of(after, now_ns))
    return ReadFile(data, stamp_of(after, now_ns)._replace(settled=False))


def is_out_of_sight(root: Path, file: SeenFile, mark: RootMark | None) -> bool:
    """Whether nobody can tell what became of a file: its root went, or its folder was closed."""
    if mark is not None and find_mark(root) != mark:
        return True
    try:
        os.lstat(os.path.join(root, file.place))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return False


def _opener(root: Path) -> Callable[[str, int], int]:
    """Opens without waiting, and follows a symlink only if it stays inside."""

    def open_file(path: str, flags: int) -> int:
        flags |= os.O_NONBLOCK | os.O_NOFOLLOW
        try:
            return os.open(path, flags)
        except OSError as error:
            target = os.path.realpath(path)
            if error.errno != errno.ELOOP or not target.startswith(os.path.join(root, "")):
                raise
            return os.open(target, flags)

    return open_file


def read_source(path: NotePath, data: bytes, settings: Settings) -> SourceFile | Problem | None:
    """The text of a file; a problem; or None for one that may be private and cannot be read."""
    source = decode_source(path, data, settings)
    if isinstance(source, Problem) and may_be_private(guess_text(data), settings):
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


def guess_text(data: bytes) -> str:
    """What a file that is not UTF-8 may say."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if wide else "utf-8", "replace")
