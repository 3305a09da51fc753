"""The vault goes into the store: walk, read, write.

    vault root, Settings  →  rows in the store, Report

Knows the order of the work, and that a private note leaves no trace in it.
"""

from __future__ import annotations

import time
from pathlib import Path

from mindnet.errors import Problem
from mindnet.model import Note, Report
from mindnet.pipeline import read_note
from mindnet.settings import Settings
from mindnet.store.store import Store
from mindnet.vault.files import VaultFile, read_source, walk_vault
from mindnet.vault.privacy import is_private


def index_vault(root: Path, settings: Settings, store: Store) -> Report:
    """Writes the whole vault anew."""
    start = time.perf_counter()
    walk = walk_vault(root, settings)
    problems, skipped = list(walk.problems), len(walk.problems)
    notes = blocks = 0
    with store.rewriting():
        for file in walk.files:
            found = _read(file, settings)
            if isinstance(found, Note):
                notes, blocks = notes + 1, blocks + store.add_note(found)
                problems.extend(found.problems)
            elif found is not None:
                skipped += 1
                problems.append(found)
    return Report(notes, blocks, skipped, tuple(problems), time.perf_counter() - start)


def _read(file: VaultFile, settings: Settings) -> Note | Problem | None:
    """The note; the problem that keeps it out; or None for one that nobody may see."""
    source = read_source(file, settings)
    if source is None or isinstance(source, Problem):
        return source
    note = read_note(source, settings)
    if is_private(note, source.text, settings):
        return None
    bad = (problem for problem in note.problems if problem.code == "bad_json")
    return next(bad, note)  # a canvas that cannot be read is skipped
