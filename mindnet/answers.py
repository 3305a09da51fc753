"""The values that answers are made of, in travelling order: the fifth part of `model`.

    Outlook  →  IndexState  →  Pending, Counts  →  Status  →  FileStatus  →  Text

What the index is, what it makes of a file, and what stands at an address.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from mindnet.errors import Problem
from mindnet.model import HIDDEN, NotePath, Value


@dataclass(frozen=True, slots=True)
class Outlook(Value):
    """What a vault has to offer; of private notes nothing is told."""

    notes: int
    bytes: int
    demoted: int  # of the notes: Obsidian excludes them, so they are found last
    skipped: dict[str, int]  # notes that cannot be read, by the code of their problem
    left_out: dict[str, int]  # files that are no notes of the index, by reason
    profiles: dict[str, int]  # notes, by the profile they get


@dataclass(frozen=True, slots=True)
class KeptIndex(Value):
    """An index in the state folder."""

    name: str  # of its file
    path: str
    vault: str | None  # None where the file cannot tell
    exists: bool | None  # whether the vault is still there
    notes: int | None
    bytes: int
    problem: str | None = None  # why it cannot be read


@dataclass(frozen=True, slots=True)
class IndexState(Value):
    """What an answer says of the index it comes from."""

    generation: int
    fresh: bool | None  # None: nobody looked
    pending: int | None  # files that the index does not know as they are
    as_of: str  # ISO, UTC


@dataclass(frozen=True, slots=True)
class Pending(Value):
    """What a reindex would have to do."""

    read: tuple[NotePath, ...]  # new, changed, or to be cut in another way
    forget: tuple[NotePath, ...]  # gone
    other: int  # attachments that are new, notes that Obsidian excludes from now on
    spared: tuple[NotePath, ...]  # not found, and not forgotten

    @property
    def total(self) -> int:
        """How many files the index does not know as they are."""
        return len(self.read) + len(self.forget) + self.other


@dataclass(frozen=True, slots=True)
class Counts(Value):
    """How much of everything the index holds."""

    notes: int
    chunks: int
    below_min: int  # of the chunks
    links: int
    demoted: int  # notes that Obsidian excludes: found last
    tags: int  # distinct ones
    skipped: dict[str, int]  # notes that could not be read, by the code of their problem
    severities: dict[str, int]  # problems
    profiles: dict[str, int]  # notes, by the profile that cut them


@dataclass(frozen=True, slots=True)
class Status(Value):
    """The index as it is, against the vault as it is."""

    vault: str
    db: str
    bytes: int  # of the index
    counts: Counts
    left_out: dict[str, int]  # files that are no notes of the index, by reason
    pending: Pending
    problems: tuple[Problem, ...]  # errors and warnings
    settings: dict[str, Any]  # those in force
    writer: dict[str, Any] | None  # who writes the index now

    def to_dict(self) -> dict[str, Any]:
        """As for every value, the counts among the others."""
        told = Value.to_dict(self)
        first = {name: told.pop(name) for name in ("vault", "db", "bytes")}
        return {**first, **told.pop("counts"), **told}


@dataclass(frozen=True, slots=True)
class FileStatus(Value):
    """What the index makes of one file."""

    path: str
    indexed: bool
    fresh: bool | None  # the index holds it as it is; None where it does not hold it
    reason: str  # the rule that decided, or the code of the problem
    message: str
    profile: str | None = None
    rule: str | None = None  # that chose the profile
    demoted: bool = False  # Obsidian excludes it: found last
    problems: tuple[Problem, ...] = ()
    near: tuple[str, ...] = ()  # what may have been meant


class State(StrEnum):
    """What became of a text that was cited with its check."""

    HOLDS = "holds"
    MOVED = "moved"  # the same text, elsewhere in the note
    CHANGED = "changed"  # another text stands there now
    GONE = "gone"  # nothing stands there any longer


@dataclass(frozen=True, slots=True)
class Text(Value):
    """What stands at an address."""

    path: NotePath
    title: str
    kind: str  # note, section, block, chunk, lines
    ref: str  # the address to come back with
    lines: str | None  # the lines it stands in, as an address; None in a canvas
    chunk_id: str | None
    headings_path: tuple[str, ...]
    section_type: str | None
    line_start: int
    line_end: int
    char_start: int
    char_end: int
    state: State | None  # None where no check was given
    text: str | None  # None: it is gone
    fresh: bool = field(metadata=HIDDEN)  # the index knows the file as it is
    parts: dict[str, Any] = field(default_factory=dict, metadata=HIDDEN)  # what was asked beside

    def to_dict(self) -> dict[str, Any]:
        """As for every value, with the parts that were asked for."""
        return {**Value.to_dict(self), **self.parts}
