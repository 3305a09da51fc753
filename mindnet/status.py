"""How the index is, against the vault as it is.

    vault, rules, store  →  Status

Knows what people ask first: how much is there, is it new, what is left out, what is wrong.
Leaves single files to `file_status`.
"""

from __future__ import annotations

import os
from pathlib import Path

from mindnet.answers import Status
from mindnet.indexer import Rules
from mindnet.pending import find_pending
from mindnet.store.counts import count_kept, find_problems
from mindnet.store.lookup import Lookup
from mindnet.store.store import Store
from mindnet.vault.why import count_left_out

_BESIDE = ("", "-wal", "-shm")  # the files that an index is made of


def look_over(root: Path, rules: Rules, store: Store, writer: tuple[int, str] | None) -> Status:
    """How the index is, and how far behind the vault."""
    with Lookup(store).one_moment():
        return _look_over(root, rules, store, writer)


def _look_over(root: Path, rules: Rules, store: Store, writer: tuple[int, str] | None) -> Status:
    pending, prospect = find_pending(root, rules, store)
    return Status(
        vault=str(root),
        db=str(store.path),
        bytes=sum(_size(f"{store.path}{each}") for each in _BESIDE),
        counts=count_kept(store),
        left_out=count_left_out(root, prospect.walk, rules.settings),
        pending=pending,
        problems=find_problems(store),
        settings=rules.settings.to_dict(),
        writer={"pid": writer[0], "command": writer[1]} if writer else None,
    )


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size
    except OSError:
        return 0
