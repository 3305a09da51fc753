"""A broken link, and what it may have meant.

    Edge, the names and headings that there are  →  Suggestion

Knows what usually went wrong: the folder, the extension, an alias in place of a name, a letter, a
heading that was renamed, a name that two files have.
Only suggests, and only what would lead there by the rule; names nothing that is kept out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from mindnet.graph.fragments import heading_key
from mindnet.graph.likeness import LikeNames
from mindnet.graph.namesakes import Rule
from mindnet.graph.resolve import Status
from mindnet.graph.resolver import Resolver
from mindnet.graph.spelling import Words, lead_to, with_fragment
from mindnet.keeping import FileState
from mindnet.linked import Likeness, Suggestion
from mindnet.model import NotePath
from mindnet.names import likeness, name_key, normalise
from mindnet.store.linkage import Linkage
from mindnet.store.lookup import Lookup

_NOTE = ".md"
_FEW = 50  # files of one name that are compared by their folders
_LIKE_FOLDERS = 0.5  # from which a folder may be meant by another
_PATIENCE = 10_000  # names and headings that something like them is looked for


class _Meant(NamedTuple):
    """A file that may have been meant, and why."""

    path: str
    reason: Likeness


class _Names(NamedTuple):
    """Files by a name for comparing."""

    paths: dict[str, list[str]]  # each list in the order of paths
    alike: LikeNames


class _Anchored(NamedTuple):
    """The headings or the block ids of a note by a key for comparing."""

    texts: dict[str, str]
    alike: LikeNames


class _Anchors(NamedTuple):
    """What a fragment may mean in a note."""

    titles: _Anchored
    ids: _Anchored


class Repairs:
    """The suggestions of one index; worth keeping as long as links are mended."""

    def __init__(self, resolver: Resolver, linkage: Linkage, lookup: Lookup) -> None:
        self._resolver, self._linkage, self._lookup = resolver, linkage, lookup
        self._meant: dict[str, _Meant | None] = {}  # by the words that lead nowhere
        self._anchors: dict[str, _Anchors] = {}  # by path
        self._patience = _PATIENCE

    def suggest(
        self, words: Words, status: str | None, rule: str | None, resolved: NotePath | None
    ) -> Suggestion | None:
        """What a link may have meant; None where it is not broken, or like nothing."""
        if status == Status.MISSING and rule != Rule.EXCLUDED:
            return self._suggest_file(words)
        if status == Status.AMBIGUOUS and resolved:
            path = self._find_close(words, resolved)
            return self._lead_to(words, _Meant(path, Likeness.LONGER_PATH))
        if status == Status.FRAGMENT_MISSING and resolved:
            return self._suggest_fragment(words, resolved)
        return None

    # -- files ---------------------------------------------------------------------------------

    def _suggest_file(self, words: Words) -> Suggestion | None:
        elsewhere = self._find_elsewhere(words)
        if elsewhere is not None:
            return self._lead_to(words, _Meant(elsewhere, Likeness.OTHER_FOLDER))
        key = normalise(words.target_text)
        if key not in self._meant:
            self._meant[key] = self._find_meant(key)
        meant = self._meant[key]
        return self._lead_to(words, meant) if meant else None

    def _find_elsewhere(self, words: Words) -> str | None:
        """The file of that name in a folder like the one that was written, else by the rule."""
        shown, folder = self._resolver.shown(words.target_text), _folder(words.target_text)
        if shown and folder and len(shown) <= _FEW:
            best = max(shown, key=lambda path: _folder_likeness(folder, path))
            if _folder_likeness(folder, best) >= _LIKE_FOLDERS:
                return best
        by_rule = self._resolver.answer(name_key(words.target_text), words.source).resolved
        return by_rule if by_rule in shown else shown[0] if shown else None

    def _find_close(self, words: Words, first: str) -> str:
        """Of the files that fit equally well the one that shares most folders with the note."""
        if len(self._resolver.shown(words.target_text)) > _FEW:
            return first
        fits = self._resolver.candidates(words.target_text, words.source).shown
        return max(fits, key=lambda path: _shared_folders(path, words.source), default=first)

    def _find_meant(self, key: str) -> _Meant | None:
        name = name_key(key).removesuffix(_NOTE)
        called = self._called.get(key) or self._called.get(name) or ()
        if len(called) == 1:
            return _Meant(min(called), Likeness.ALIAS)
        if name in self._stems:
            return _Meant(self._stems[name][0], Likeness.EXTENSION)
        names = self._others if _extension(name) in self._extensions else self._notes
        like = self._find_like(names.alike, name)
        return None if like is None else _Meant(names.paths[like][0], Likeness.NEAREST_NAME)

    def _find_like(self, names: LikeNames, name: str) -> str | None:
        if not self._patience:
            return None
        self._patience -= 1
        return names.find(name)

    def _lead_to(self, words: Words, meant: _Meant) -> Suggestion | None:
        if meant.reason is Likeness.ALIAS and words.alias is None:
            words = words._replace(alias=words.target_text)  # it reads as it did
        link = lead_to(words, meant.path, self._resolver)
        return None if link is None else Suggestion(link, NotePath(meant.path), meant.reason)

    @cached_property
    def _files(self) -> list[tuple[str, bool]]:
        """Every file that may be named, and whether a link leaves out its extension."""
        return [
            (path, state is FileState.NOTE and path.lower().endswith(_NOTE))
            for path, state in self._linkage.shown_files()
        ]

    @cached_property
    def _notes(self) -> _Names:
        return _names(
            (name_key(path).removesuffix(_NOTE), path) for path, bare in self._files if bare
        )

    @cached_property
    def _others(self) -> _Names:
        return _names((name_key(path), path) for path, bare in self._files if not bare)

    @cached_property
    def _stems(self) -> dict[str, list[str]]:
        """The files whose names need their extension, without it."""
        stems: dict[str, list[str]] = {}
        for name, paths in self._others.paths.items():
            stems.setdefault(name.rpartition(".")[0], []).extend(paths)
        return stems

    @cached_property
    def _extensions(self) -> set[str]:
        return set(map(_extension, self._others.paths)) - {""}

    @cached_property
    def _called(self) -> dict[str, set[str]]:
        """The notes by their titles and aliases."""
        called: dict[str, set[str]] = {}
        for name, path in self._linkage.called():
            called.setdefault(normalise(name), set()).add(path)
        return called

    # -- headings and blocks -------------------------------------------------------------------

    def _suggest_fragment(self, words: Words, path: NotePath) -> Suggestion | None:
        anchors = self._anchors_of(path)
        last = (words.heading or "").rpartition("#")[2]
        title = self._find_anchor(anchors.titles, heading_key(last)) if not words.block else None
        if title is not None:
            link = with_fragment(words, title, None)
            return Suggestion(link, path, Likeness.NEAREST_HEADING)
        block = self._find_anchor(anchors.ids, (words.block or last).lower())
        if block is None:
            return None
        link = with_fragment(words, words.heading if words.block else None, block)
        return Suggestion(link, path, Likeness.NEAREST_BLOCK)

    def _find_anchor(self, named: _Anchored, key: str) -> str | None:
        like = key if key in named.texts else self._find_like(named.alike, key)
        return None if like is None else named.texts[like]

    def _anchors_of(self, path: str) -> _Anchors:
        if path not in self._anchors:
            titles: dict[str, str] = {}
            for each in self._lookup.headings_of(path):
                titles.setdefault(heading_key(each.title), each.title)
            ids = {each.id.lower(): each.id for each in self._lookup.block_ids_of(path)}
            self._anchors[path] = _Anchors(_anchored(titles), _anchored(ids))
        return self._anchors[path]


def _anchored(texts: dict[str, str]) -> _Anchored:
    return _Anchored(texts, LikeNames(texts))


def _names(named: Iterable[tuple[str, str]]) -> _Names:
    paths: dict[str, list[str]] = {}
    for name, path in named:
        paths.setdefault(name, []).append(path)
    return _Names(paths, LikeNames(paths))


def _shared_folders(one: str, other: str) -> int:
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _folder(path: str) -> str:
    return path.rpartition("/")[0].lstrip("./")


def _folder_likeness(folder: str, path: str) -> float:
    """How much a folder is like the last ones around a file."""
    steps = _folder(path).split("/")[-folder.count("/") - 1 :]
    return likeness(folder.replace("/", " "), " ".join(steps))


def _extension(name: str) -> str:
    return name.rpartition(".")[2] if "." in name else ""
