"""The API: a vault, its index, and what can be asked of them.

    open_library("~/vault")  →  Library  →  reindex, search
    read_note(text), read_file(path)  →  Note, without any index

Knows which vault and which index are meant when nobody says.
Imports the rooms when they are needed: who searches pays for no parser.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO

from mindnet.errors import FileNotReadable, IndexMissing, Problem
from mindnet.model import Hit, Note, NotePath, Report, SourceFile
from mindnet.settings import Settings, load_settings, settings_from
from mindnet.vault.root import enclosing_vault, find_root, real_path

if TYPE_CHECKING:
    from mindnet.store.store import Store


def open_library(vault: str | Path | None = None, *, db: str | Path | None = None) -> Library:
    """The library of a vault: the one named, that of MINDNET_VAULT, or the one around us."""
    from mindnet.store.place import index_path

    root = find_root(vault)
    return Library(root, index_path(root, db))


def is_same_vault(one: str | Path, other: str | Path) -> bool:
    """Whether two names mean the same folder."""
    return real_path(one) == real_path(other)


class Library:
    """A vault and its index."""

    def __init__(self, root: Path, db: Path) -> None:
        self.root = root
        self.db = db
        self._reader: Store | None = None

    def reindex(self) -> Report:
        """Reads the whole vault into the index."""
        from mindnet.indexer import index_vault
        from mindnet.store.store import open_writer

        settings = load_settings(self.root)
        store = open_writer(self.db)
        try:
            return index_vault(self.root, settings, store)
        finally:
            store.close()

    def search(self, query: str, limit: int = 10) -> tuple[Hit, ...]:
        """The blocks that hold all words of the query, the best first."""
        from mindnet.store.store import find_store

        self._reader = self._reader or find_store(self.db)
        if self._reader is None:
            raise IndexMissing(self.root)
        return self._reader.find_hits(query, limit)

    def close(self) -> None:
        """Lets go of the index."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_note(
    text: str,
    path: str | os.PathLike[str] = "note.md",
    settings: Settings | Mapping[str, Any] | None = None,
) -> Note:
    """What mindnet reads in a text; `path` gives the note its name and its kind."""
    if not isinstance(settings, Settings):
        settings = settings_from(settings or {})
    return _read(SourceFile(NotePath(os.fspath(path).replace("\\", "/")), text), settings)


def read_file(file: str | os.PathLike[str]) -> Note:
    """What mindnet reads in a file, by the settings of the vault it lies in."""
    from mindnet.vault.files import note_path

    root = enclosing_vault(file)
    settings = load_settings(root) if root else Settings()
    data = _read_bytes(file, settings.max_note_bytes + 1)
    return _read_data(note_path(_shown(file, root)), data, settings)


def read_stream(stream: BinaryIO) -> Note:
    """What mindnet reads in a stream, by the settings of the vault around us."""
    root = enclosing_vault()
    settings = load_settings(root) if root else Settings()
    try:
        data = stream.read(settings.max_note_bytes + 1)
    except OSError as error:
        raise FileNotReadable("standard input", str(error.strerror)) from None
    return _read_data(NotePath("stdin.md"), data, settings)


def _read(source: SourceFile, settings: Settings) -> Note:
    from mindnet import pipeline

    return pipeline.read_note(source, settings)


def _read_data(path: NotePath, data: bytes, settings: Settings) -> Note:
    """The note, or an empty one with the problem that hides its text."""
    from mindnet.vault.files import decode_source

    source = decode_source(path, data, settings)
    if isinstance(source, Problem):
        return replace(_read(SourceFile(path, ""), settings), problems=(source,))
    return _read(source, settings)


def _read_bytes(file: str | os.PathLike[str], limit: int) -> bytes:
    try:
        with open(file, "rb") as stream:
            return stream.read(limit)
    except IsADirectoryError:
        raise FileNotReadable(os.fspath(file), "it is a folder") from None
    except OSError as error:
        raise FileNotReadable(os.fspath(file), str(error.strerror)) from None
    except ValueError as error:  # a NUL in its name
        raise FileNotReadable(os.fspath(file), str(error)) from None


def _shown(file: str | os.PathLike[str], root: Path | None) -> str:
    """The path within the vault; without one as it was typed, or the name alone."""
    if root is not None:
        return os.path.relpath(file, root)
    typed = Path(file)
    return typed.name if typed.is_absolute() or ".." in typed.parts else str(typed)
