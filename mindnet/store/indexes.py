"""The indexes on this machine.

    state folder  →  KeptIndexes

Knows which files of the folder are indexes, whose vault each is of, and what belongs to it.
Removes nothing but those.
"""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from mindnet.answers import KeptIndex
from mindnet.errors import IndexUnusable, UsageError
from mindnet.names import nearest
from mindnet.store.connection import open_to_read, told_of
from mindnet.store.lock import lock_path, writing
from mindnet.store.place import state_folder
from mindnet.store.requests import sweep

_NAMES = f"*-{'[0-9a-f]' * 12}.db"  # as `place` gives them; any other file is somebody else's
_BESIDE = ("-wal", "-shm")


def find_indexes() -> list[KeptIndex]:
    """All indexes in the state folder, by name."""
    try:
        files = sorted(state_folder().glob(_NAMES))
    except OSError:
        return []
    return [_describe(file) for file in files if file.is_file()]


def remove_indexes(names: list[str]) -> list[KeptIndex]:
    """Removes the indexes of these names, or of these vaults, and tells which they were."""
    known = find_indexes()
    chosen = [_choose(name, known) for name in names]  # a wrong name stops before any is gone
    for index in chosen:
        _remove(Path(index.path))
    return chosen


def _choose(name: str, known: list[KeptIndex]) -> KeptIndex:
    for index in known:
        if name in (index.name, index.path, index.vault):
            return index
    near = nearest(name, (index.name for index in known))
    hint = f"; did you mean {near[0]}?" if near else "; mindnet indexes lists them"
    raise UsageError(f"there is no index {name}{hint}")


def _describe(file: Path) -> KeptIndex:
    size = sum(_size(Path(f"{file}{each}")) for each in ("", *_BESIDE))
    try:
        connection = open_to_read(file)
        if connection is None:
            return KeptIndex(
                file.name, str(file), None, None, None, size, "made by an older mindnet"
            )
        with closing(connection), told_of(file):
            rows = connection.execute("SELECT value FROM meta WHERE key = 'root'").fetchall()
            (notes,) = connection.execute("SELECT count(*) FROM notes").fetchone()
    except IndexUnusable as error:
        return KeptIndex(file.name, str(file), None, None, None, size, str(error))
    vault = rows[0][0] if rows else None
    exists = None if vault is None else os.path.isdir(vault)
    return KeptIndex(file.name, str(file), vault, exists, notes, size)


def _remove(file: Path) -> None:
    with writing(file, what="indexes"):
        sweep(file)
        for each in ("", *_BESIDE):
            try:
                os.unlink(f"{file}{each}")
            except FileNotFoundError:
                continue
            except OSError as error:
                raise IndexUnusable(file, str(error.strerror)) from None
        lock_path(file).unlink(missing_ok=True)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
