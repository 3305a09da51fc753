"""How far the index is behind the vault.

    vault, rules, store  →  Pending

Knows that a stamp alone may lie both ways: a file that was touched, or saved within the clock's
grain, is compared by its content before it counts as news.
"""

from __future__ import annotations

import time
from hashlib import blake2b
from pathlib import Path

from mindnet.answers import Pending
from mindnet.indexer import Prospect, Rules, look_ahead
from mindnet.keeping import FileState, KnownFile, SeenFile
from mindnet.store.store import Store
from mindnet.vault.files import ReadFile, guess_text, read_bytes
from mindnet.vault.privacy import may_be_private


def find_pending(root: Path, rules: Rules, store: Store) -> tuple[Pending, Prospect]:
    """What the index does not know of the vault, and the walk that showed it."""
    prospect = look_ahead(root, rules, store)
    plan, known = prospect.plan, prospect.known
    read = tuple(file.path for file in plan.read if _is_news(root, rules, prospect, file))
    forget = tuple(path for path in plan.forget if known[path].state is not FileState.PRIVATE)
    named = sum(file.state is FileState.ATTACHMENT for file in plan.name)
    lost = sum(_is_lost(file, known.get(file.path)) for file in plan.name)
    return Pending(read, forget, named + lost + len(plan.demote), plan.spared), prospect


def _is_lost(file: SeenFile, known: KnownFile | None) -> bool:
    """Whether a note is kept out from now on."""
    is_out = file.state in (FileState.IGNORED, FileState.PRIVATE)
    return is_out and known is not None and known.state in (FileState.NOTE, FileState.SKIPPED)


def _is_news(root: Path, rules: Rules, prospect: Prospect, file: SeenFile) -> bool:
    """Whether reading a file would change the index."""
    known = prospect.known.get(file.path)
    if known is None:
        return not is_hidden(root, rules, file)
    if known.state is FileState.PRIVATE:
        return _read_kind(root, rules, file) != "private"
    if known.state is FileState.NOTE and (known.place != file.place or prospect.recut(known)):
        return True
    if known.content_hash is None and known.stamp and file.stamp:
        return known.stamp[:4] != file.stamp[:4]  # it could not be read to its end
    found = read_bytes(root, file, rules.settings.max_note_bytes, time.time_ns())
    if not isinstance(found, ReadFile):
        return known.state is not FileState.SKIPPED
    return blake2b(found.data, digest_size=16).hexdigest() != known.content_hash


def is_hidden(root: Path, rules: Rules, file: SeenFile) -> bool:
    """Whether a new file is private, and none of the things that are counted."""
    found = read_bytes(root, file, rules.settings.max_note_bytes, time.time_ns())
    if not isinstance(found, ReadFile):
        return False
    text = guess_text(found.data)
    return may_be_private(text, rules.settings) and _read_kind(root, rules, file) == "private"


def _read_kind(root: Path, rules: Rules, file: SeenFile) -> str:
    from mindnet.reading import Reader

    return Reader(root, rules.settings, rules.profiles).attempt(file).kind
