"""The files of one name, asked by folder: which of them a link means, and by which rule.

    paths of the same name  →  Namesakes  →  Candidate, Rule

Knows the table of `links.md` L25, from `exact_path` down to `path_order`, and that a name may have
ten thousand files and as many links: each question costs a look-up, whatever their number.
Leaves what a link asks for to `resolve`.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from mindnet.keeping import FileState
from mindnet.names import normalise


class Rule(StrEnum):
    """What decided where a link leads."""

    SELF = "self"
    RELATIVE = "relative"
    ABSOLUTE = "absolute"
    EXACT_PATH = "exact_path"
    ONLY_ONE = "only_one"
    OWN_FOLDER = "own_folder"
    SHORTEST_PATH = "shortest_path"
    SAME_CASE = "same_case"
    PATH_ORDER = "path_order"
    EXCLUDED = "excluded"  # the settings keep the file out of the index


class Candidate(NamedTuple):
    """A file that a link may mean, made ready for comparing."""

    path: str
    state: FileState
    folder: str  # for comparing, up to and with its last "/"; "" in the root
    length: int  # of the path, in characters; the same in every Unicode form


Choice = tuple[Candidate, Rule]


class Namesakes:
    """All files of one name; worth keeping as long as links to that name are asked for."""

    __slots__ = ("_at", "_deepest", "_files", "_fits")

    def __init__(self, files: Iterable[tuple[str, str]]) -> None:
        """Takes each file's path and state, in any order."""
        self._files = [_candidate(path, state) for path, state in sorted(files)]
        self._at = {folder: _Tied(few) for folder, few in _by_folder(self._files).items()}
        self._deepest = max((each.folder.count("/") for each in self._files), default=-1)
        self._fits: dict[int, dict[str, _Fits]] = {}  # by the number of folders a link names

    def __bool__(self) -> bool:
        return bool(self._files)

    def choose_at(self, folder: str, written: str, rule: Rule) -> Choice | None:
        """The file in this very folder."""
        tied = self._at.get(folder)
        return tied.choose(written, rule) if tied else None

    def choose(self, folder: str, written: str, source_folder: str) -> Choice | None:
        """The file whose path is, or ends in, this folder and the name."""
        exact = self._at.get(folder)
        if exact is not None:
            return exact.choose(written, Rule.EXACT_PATH)
        fits = self._fitting(folder)
        if fits is None:
            return None
        tied, rule = fits.near(source_folder)
        return tied.choose(written, rule)

    def rank_at(self, folder: str, written: str) -> list[Candidate]:
        """All files in this very folder, the best first."""
        tied = self._at.get(folder)
        return sorted(tied.files, key=lambda each: _spelled(each, written)) if tied else []

    def rank(self, folder: str, written: str, source_folder: str) -> list[Candidate]:
        """All files that fit, the best first."""
        fits, own = self._fitting(folder), normalise(source_folder)
        return sorted(
            fits.files if fits else (),
            key=lambda each: (
                (0, False, 0, *_spelled(each, written))
                if each.folder == folder
                else (
                    1,
                    not each.folder.startswith(own),
                    each.length,
                    *_spelled(each, written),
                )
            ),
        )

    def _fitting(self, folder: str) -> _Fits | None:
        """The files whose folder is this one or ends in it, whole segments only."""
        depth = folder.count("/")
        if depth > self._deepest:
            return None
        if depth not in self._fits:
            endings: dict[str, list[Candidate]] = {}
            for each in self._files:
                endings.setdefault(_ending(each.folder, depth), []).append(each)
            self._fits[depth] = {key: _Fits(files) for key, files in endings.items()}
        return self._fits[depth].get(folder)


class _Fits:
    """Files that fit a link, asked by the folder that the link stands in."""

    __slots__ = ("_folders", "_near", "files")

    def __init__(self, files: list[Candidate]) -> None:
        self.files = sorted(files, key=lambda each: each.folder)
        self._folders = [each.folder for each in self.files]
        self._near: dict[str, tuple[_Tied, Rule]] = {}

    def near(self, folder: str) -> tuple[_Tied, Rule]:
        """Those that only their spelling can tell apart, and the rule that left them."""
        if len(self.files) == 1:
            folder = ""  # wherever the link stands
        near = self._near.get(folder)
        if near is None:
            near = self._near[folder] = self._find_near(folder)
        return near

    def _find_near(self, folder: str) -> tuple[_Tied, Rule]:
        if len(self.files) == 1:
            return _Tied(self.files), Rule.ONLY_ONE
        own = self._below(normalise(folder))
        if len(own) == 1:
            return _Tied(own), Rule.OWN_FOLDER
        if not own:
            return self.near("")
        shortest = min(each.length for each in own)
        return _Tied([each for each in own if each.length == shortest]), Rule.SHORTEST_PATH

    def _below(self, folder: str) -> list[Candidate]:
        if not folder:
            return self.files
        behind = folder[:-1] + chr(ord("/") + 1)  # comes right after everything in the folder
        return self.files[bisect_left(self._folders, folder) : bisect_left(self._folders, behind)]


class _Tied:
    """Files that only their spelling can tell apart, in the order of paths."""

    __slots__ = ("_alike", "_same", "files")

    def __init__(self, files: Iterable[Candidate]) -> None:
        self.files = sorted(files)
        self._same: dict[str, list[Candidate]] | None = None  # by the end of their path
        self._alike: dict[str, list[Candidate]] = {}  # by the same, whatever its Unicode form

    def choose(self, written: str, rule: Rule) -> Choice:
        """The one file by the rule that left it; of several, one that is spelled so."""
        if len(self.files) == 1:
            return self.files[0], rule
        if self._same is None:
            self._same = self._sort_by_spelling(written.count("/"))
        left = self._same.get(written) or self._alike.get(_spelling(written)) or self.files
        return left[0], Rule.SAME_CASE if len(left) == 1 else Rule.PATH_ORDER

    def _sort_by_spelling(self, depth: int) -> dict[str, list[Candidate]]:
        same: dict[str, list[Candidate]] = {}
        for each in self.files:
            end = _ending(each.path, depth)
            same.setdefault(end, []).append(each)
            self._alike.setdefault(_spelling(end), []).append(each)
        return same


def _candidate(path: str, state: str) -> Candidate:
    head, slash, _ = normalise(path).rpartition("/")
    length = len(path) if path.isascii() else len(unicodedata.normalize("NFC", path))
    return Candidate(path, FileState(state), head + slash, length)


def _by_folder(files: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    folders: dict[str, list[Candidate]] = {}
    for each in files:
        folders.setdefault(each.folder, []).append(each)
    return folders


def _ending(path: str, depth: int) -> str:
    """What follows the last so many folders, they included: `b/c` of `a/b/c` with 1."""
    return "/".join(path.rsplit("/", depth + 1)[-depth - 1 :])


def _spelled(candidate: Candidate, written: str) -> tuple[bool, bool, str]:
    """Sorts what is spelled as the link before all others, and then by path."""
    end = _ending(candidate.path, written.count("/"))
    return end != written, _spelling(end) != _spelling(written), candidate.path


def _spelling(path: str) -> str:
    """A path for comparing in which the case counts."""
    if not path.isascii():
        path = unicodedata.normalize("NFC", path).replace("\u00a0", " ")
    return path.strip()
