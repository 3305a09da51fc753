"""Why a file of the vault is a note of the index, or is not.

    vault root, path, Settings  →  Why

Knows the same rules as `walk`, asked for one file, and which of them spoke.
Leaves what stands in the file to `reading`: it may still be too large, no text, or private.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mindnet.globs import fits
from mindnet.keeping import FileState
from mindnet.settings import Settings
from mindnet.vault.obsidian import exclusion_test, template_folders
from mindnet.vault.privacy import is_private_path
from mindnet.vault.walk import Walk, is_note, note_path

_MODULES = "node_modules"


class Reason(StrEnum):
    """What decides about a file."""

    NOTE = "note"
    ATTACHMENT = "attachment"
    IGNORED = "ignored"
    TEMPLATE = "template"
    MODULES = "node_modules"
    OBSIDIAN = "obsidian_excluded"
    HIDDEN = "hidden"
    PRIVATE = "private"
    SYMLINK = "symlink"
    FOLDER = "folder"
    SPECIAL = "special"
    BAD_NAME = "bad_name"
    UNREADABLE = "unreadable"
    MISSING = "missing"
    OUTSIDE = "outside"


_SENTENCES = {
    Reason.NOTE: "a note of the vault",
    Reason.ATTACHMENT: "no note: only .md, .txt and .canvas files are read",
    Reason.IGNORED: "ignored by the pattern {detail} of the settings",
    Reason.TEMPLATE: "in the template folder {detail} that Obsidian's settings name",
    Reason.MODULES: "in a folder node_modules, where no notes are looked for",
    Reason.OBSIDIAN: 'excluded by Obsidian, and obsidian_excluded = "ignore" leaves such files out',
    Reason.HIDDEN: "hidden: the name {detail} begins with a dot",
    Reason.PRIVATE: "private by the rule {detail} of the settings",
    Reason.SYMLINK: "a symlink that {detail}",
    Reason.FOLDER: "a folder",
    Reason.SPECIAL: "no file that can be read: a pipe, a socket or a device",
    Reason.BAD_NAME: "left out, as its name is not UTF-8: rename it",
    Reason.UNREADABLE: "not to be opened ({detail}): check its permissions",
    Reason.MISSING: "not there",
    Reason.OUTSIDE: "outside of the vault",
}


@dataclass(frozen=True, slots=True)
class Why:
    """The rule that spoke, and what it says."""

    reason: Reason
    detail: str = ""
    demoted: bool = False  # Obsidian excludes it: found last

    @property
    def sentence(self) -> str:
        """The rest of a sentence that begins with `Garden/Oak.md is`."""
        return _SENTENCES[self.reason].format(detail=self.detail)


class NameRules:
    """What the settings of a vault say about names."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self._settings = settings
        self._templates = sorted(template_folders(root))
        self._excluded: Callable[[str], bool] = exclusion_test(root) or (lambda _: False)

    def judge(self, path: str) -> Why:
        """What becomes of a file with this path, if it is a plain one."""
        steps = path.split("/")
        hidden = next((step for step in steps if step.startswith(".")), None)
        if hidden is not None:
            return Why(Reason.HIDDEN, hidden)
        return self._kept_out(path, steps) or self._kind(path)

    def _kept_out(self, path: str, steps: list[str]) -> Why | None:
        if is_private_path(path, self._settings):
            return Why(Reason.PRIVATE, self._private_folder(path))
        if _MODULES in steps:
            return Why(Reason.MODULES)
        for folder in self._templates:
            if f"{path}/".startswith(f"{folder}/"):
                return Why(Reason.TEMPLATE, folder)
        pattern = next((each for each in self._settings.ignore if fits(path, each)), None)
        return None if pattern is None else Why(Reason.IGNORED, pattern)

    def _kind(self, path: str) -> Why:
        if not is_note(path):
            return Why(Reason.ATTACHMENT)
        excluded = self._excluded(path)
        if excluded and self._settings.obsidian_excluded == "ignore":
            return Why(Reason.OBSIDIAN)
        return Why(Reason.NOTE, demoted=excluded)

    def _private_folder(self, path: str) -> str:
        rules = (rule.folder for rule in self._settings.private if rule.folder)
        return next(f"folder {each}" for each in rules if fits(path.lower(), each.lower()))


def explain(root: Path, place: str, settings: Settings) -> Why:
    """What decides about the file at this place in the vault."""
    if "\0" in place:
        return Why(Reason.MISSING)
    whole = os.path.normpath(os.path.join(root, place))
    if whole == str(root):
        return Why(Reason.FOLDER)
    if not _is_inside(root, whole):
        return Why(Reason.OUTSIDE)
    try:
        found = os.lstat(whole)
    except PermissionError as error:
        return Why(Reason.UNREADABLE, str(error.strerror))
    except OSError:  # also a name that no disk takes
        return Why(Reason.MISSING)
    return _judge(root, whole, found.st_mode, NameRules(root, settings))


def count_left_out(root: Path, walk: Walk, settings: Settings) -> dict[str, int]:
    """How many notes are left out for which reason; of private ones nothing is told."""
    rules = NameRules(root, settings)
    counts: Counter[str] = Counter()
    for file in walk.files:
        if file.state is FileState.ATTACHMENT:
            counts[Reason.ATTACHMENT.value] += 1
        elif file.state is FileState.IGNORED and is_note(file.path):
            reason = rules.judge(file.path).reason
            counts[Reason.IGNORED if reason is Reason.NOTE else reason.value] += 1
    return dict(sorted(counts.items()))


def _judge(root: Path, whole: str, mode: int, rules: NameRules) -> Why:
    inner = os.path.relpath(whole, root)
    why = rules.judge(note_path(inner))
    if os.path.realpath(os.path.dirname(whole)) != os.path.dirname(whole):
        return Why(Reason.SYMLINK, "stands in its way: folders are read under their own name only")
    if stat.S_ISLNK(mode):
        return _follow(root, whole, why, rules)
    if stat.S_ISDIR(mode):
        is_plain = why.reason in (Reason.NOTE, Reason.ATTACHMENT, Reason.OBSIDIAN)
        return Why(Reason.FOLDER) if is_plain else why
    if not stat.S_ISREG(mode):
        return Why(Reason.SPECIAL)
    return Why(Reason.BAD_NAME) if _is_odd(inner) else why


def _follow(root: Path, whole: str, why: Why, rules: NameRules) -> Why:
    """A symlink counts if its target would be found as well."""
    target = os.path.realpath(whole)
    if not _is_inside(root, target):
        return Why(Reason.SYMLINK, "leads out of the vault")
    if not os.path.isfile(target):
        return Why(Reason.SYMLINK, "leads to no file")
    behind = rules.judge(note_path(os.path.relpath(target, root)))
    if behind.reason in (Reason.NOTE, Reason.ATTACHMENT, Reason.OBSIDIAN):
        return why
    return why if why.reason is Reason.PRIVATE else behind


def _is_inside(root: Path, whole: str) -> bool:
    return whole.startswith(os.path.join(root, ""))


def _is_odd(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False
