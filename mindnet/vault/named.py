"""A file that somebody named is opened, wherever it lies.

    path as it was typed  →  bytes, path within the vault, time

Knows what can be wrong with a name, and says so.
Leaves decoding to `files`.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from mindnet.errors import FileNotReadable

AnyPath = str | os.PathLike[str]


def read_named(file: AnyPath, limit: int) -> bytes:
    """The first bytes of a file, as many as asked for."""
    try:
        with open(file, "rb") as stream:
            return stream.read(limit)
    except IsADirectoryError:
        raise FileNotReadable(os.fspath(file), "it is a folder") from None
    except OSError as error:
        raise FileNotReadable(os.fspath(file), str(error.strerror)) from None
    except ValueError as error:  # a NUL in its name
        raise FileNotReadable(os.fspath(file), str(error)) from None


def shown_path(file: AnyPath, root: Path | None) -> str:
    """The path within the vault; without one as it was typed, or the name alone."""
    if root is not None:
        return os.path.relpath(file, root)
    typed = Path(file)
    return typed.name if typed.is_absolute() or ".." in typed.parts else str(typed)


def modified_at(file: AnyPath) -> str | None:
    """When a file was last written, in ISO form and UTC; None where nobody can tell."""
    try:
        return datetime.fromtimestamp(os.stat(file).st_mtime, UTC).isoformat(timespec="seconds")
    except (OSError, ValueError, OverflowError):  # gone by now, or a time no calendar knows
        return None
