"""What the vault shows against what the store remembers.

    SeenFiles, KnownFiles  →  Plan

Knows when a file may be taken as unread (`index.md` §3.2): its stamp is the same, was older than
the clock's grain when it was taken, and nothing in the recipe has changed.
Leaves reading to `indexer`: a file whose stamp changed is read, and its content hash decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from mindnet.keeping import FileState, KnownFile, Plan, SeenFile
from mindnet.model import NotePath

_MANY = 20  # known notes, none of which is found: more likely a drive that is not there

Recut = Callable[[KnownFile], bool]  # whether a note has to be read again though its file stayed


def plan_changes(
    seen: Iterable[SeenFile],
    known: Mapping[NotePath, KnownFile],
    *,
    recut: Recut = lambda _: False,
    unseen: tuple[str, ...] = (),
    hidden: Callable[[str], bool] = lambda _: False,
    full: bool = False,
) -> Plan:
    """What to read, name and forget.

    `unseen` are paths that could not be looked into: what is known there is spared, unless it is
    `hidden` from now on.
    """
    shown = {file.path: file for file in seen}
    gone = [path for path in known if path not in shown]
    spared = set() if full else _spare(gone, shown, known, unseen)
    spared = {path for path in spared if not hidden(path)}
    read: list[SeenFile] = []
    name: list[SeenFile] = []
    demote: list[SeenFile] = []
    keep = 0
    for path, file in shown.items():
        before = known.get(path)
        if file.state is not FileState.NOTE:
            if before is None or before.state is not file.state or before.place != file.place:
                name.append(file)
        elif full or before is None or _is_other(file, before) or recut(before):
            read.append(file)
        elif before.state is FileState.NOTE:
            keep += 1
            if before.demoted != file.demoted:
                demote.append(file)
    return Plan(
        read=tuple(read),
        forget=tuple(path for path in gone if path not in spared),
        name=tuple(name),
        demote=tuple(demote),
        keep=keep,
        spared=tuple(sorted(spared)),
    )


def _is_other(file: SeenFile, before: KnownFile) -> bool:
    """Whether a file may be another than the one that was read."""
    if file.place != before.place or before.stamp is None or file.stamp is None:
        return True
    return not before.stamp.settled or file.stamp[:4] != before.stamp[:4]


def _spare(
    gone: list[NotePath],
    shown: Mapping[NotePath, SeenFile],
    known: Mapping[NotePath, KnownFile],
    unseen: tuple[str, ...],
) -> set[NotePath]:
    """Those that are not found and not forgotten: nobody could look, or nothing at all is there."""
    notes = [path for path, file in known.items() if file.state is FileState.NOTE]
    if len(notes) > _MANY and not any(path in shown for path in notes):
        return set(gone)
    below = tuple(f"{path}/" for path in unseen)
    return {path for path in gone if f"{path}/".startswith(below)} if below else set()
