"""The values of keeping, in travelling order: the third part of `model`.

    Stamp  →  SeenFile, KnownFile  →  Plan  →  Report

What the vault shows, what the store remembers, and what has to be done so that both agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from mindnet.errors import Problem, Severity
from mindnet.model import NotePath, Value

GRAIN_NS = 2_000_000_000  # a second save within it may leave a stamp as it was


class Stamp(NamedTuple):
    """By what a file shows, without being read, that it is as it was."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    settled: bool  # older than the clock's grain when it was taken


class FileState(StrEnum):
    """What a file of the vault is to the index."""

    NOTE = "note"
    SKIPPED = "skipped"  # a note that cannot be read; `problems` tells why
    ATTACHMENT = "attachment"
    IGNORED = "ignored"  # kept out by the settings; a link may still mean it
    PRIVATE = "private"  # kept out and never told of


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file that a walk through the vault has found, and not opened."""

    path: NotePath  # relative to the vault, "/" and NFC
    place: str  # the same path, as the disk spells it
    state: FileState  # NOTE for all that are to be read
    stamp: Stamp | None = None  # None for what is never read
    demoted: bool = False  # Obsidian excludes it: found last


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as the store remembers it."""

    path: NotePath
    place: str
    state: FileState
    stamp: Stamp | None
    content_hash: str | None
    recipe_hash: str | None
    demoted: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes the store agree with the vault."""

    read: tuple[SeenFile, ...]  # new, changed, or to be cut in another way
    forget: tuple[NotePath, ...]  # gone
    name: tuple[SeenFile, ...]  # not read, but a link may mean them: new, or kept out from now on
    demote: tuple[SeenFile, ...]  # Obsidian excludes them from now on, or no longer
    keep: int  # notes that stay as they are
    spared: tuple[NotePath, ...] = ()  # not found, and not forgotten: their folder cannot be seen


@dataclass(frozen=True, slots=True)
class Report(Value):
    """What a reindex did."""

    added: int
    changed: int
    moved: int
    removed: int
    unchanged: int
    skipped: dict[str, int]  # how many notes could not be read, by the code of their problem
    notes: int  # in the index now
    chunks: int  # in the index now
    below_min: int  # of the chunks in the index
    links_checked: int
    problems: tuple[Problem, ...]  # of the notes that were read
    seconds: float
    spared: tuple[NotePath, ...] = ()
    dry_run: bool = False
    generation: int | None = field(default=None)


def report_from(told: Mapping[str, Any]) -> Report:
    """The report that was told as JSON."""
    problems = (
        Problem(**{**each, "severity": Severity(each["severity"])}) for each in told["problems"]
    )
    return Report(**{**told, "problems": tuple(problems), "spared": tuple(told["spared"])})
