"""The disk becomes source files.

    vault root  →  Walk  →  SourceFile or Problem

Knows which files are notes, which are left alone, and how a path is spelled.
Never leaves the root: a folder is walked once, under its own name, and a symlink to a file
counts only if its target would be found as well.
"""

from __future__ import annotations

import codecs
import os
import re
from dataclasses import dataclass
from pathlib import Path

from mindnet.errors import Problem, a_problem
from mindnet.keeping import SeenFile, Stamp
from mindnet.model import NotePath, SourceFile
from mindnet.settings import Settings
from mindnet.vault.privacy import may_be_private
from mindnet.vault.walk import Walk, note_path, stamp_of, walk_vault

__all__ = [
    "ReadFile",
    "Walk",
    "decode_source",
    "note_path",
    "read_bytes",
    "read_source",
    "walk_vault",
]

_LINE_END = re.compile(rb"\r\n?|\n")
_TRIES = 3  # a file that changes while it is read is read again


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The bytes of a file, and the stamp they were read under."""

    data: bytes
    stamp: Stamp


def read_bytes(root: Path, file: SeenFile, limit: int, now_ns: int) -> ReadFile | Problem | None:
    """The file as it is on disk; a problem; or None where it is gone."""
    for _ in range(_TRIES):
        try:
            with open(os.path.join(root, file.place), "rb") as stream:
                before = os.fstat(stream.fileno())
                data = stream.read(limit + 1)
                after = os.fstat(stream.fileno())
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            why = f"this file cannot be opened ({error.strerror}): check its permissions"
            return a_problem(file.path, 0, "unreadable", why)
        if stamp_of(before, now_ns) == stamp_of(after, now_ns):
            return ReadFile(data, stamp_of(after, now_ns))
    return ReadFile(data, stamp_of(after, now_ns)._replace(settled=False))


def read_source(path: NotePath, data: bytes, settings: Settings) -> SourceFile | Problem | None:
    """The text of a file; a problem; or None for one that may be private and cannot be read."""
    source = decode_source(path, data, settings)
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


def _guess_text(data: bytes) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if wide else "utf-8", "replace")
