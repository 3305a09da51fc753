"""Where a link leads, by which rule.

    the path of a link, its source  →  Answer

Knows what a link asks for (`links.md` L23–L29), what an answer makes of an edge (L33), and the
name of a note that is not written yet (L46).
Leaves the choice among files of one name to `namesakes`, headings and block ids to `fragments`,
and looking names up to whoever asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from mindnet.graph.namesakes import Candidate, Namesakes, Rule
from mindnet.keeping import FileState
from mindnet.names import normalise

SHOWN = 50  # candidates that are named; more are counted
HIDDEN = (FileState.IGNORED, FileState.PRIVATE)  # serve the rule, and are never shown

_LEADING = re.compile(r"(?:\.\.?/)+")
_NOTE = ".md"

FindNames = Callable[[str], Namesakes | None]  # the files of a normalised name
FindAliased = Callable[[str], Collection[str]]  # the notes with a normalised alias


class Via(StrEnum):
    """What a link named the file by."""

    NAME = "name"
    ALIAS = "alias"


class Status(StrEnum):
    """What became of a link."""

    EXTERNAL = "external"
    MISSING = "missing"
    AMBIGUOUS = "ambiguous"
    ATTACHMENT = "attachment"
    FRAGMENT_MISSING = "fragment_missing"
    SELF = "self"
    RESOLVED = "resolved"


class Answer(NamedTuple):
    """Where a link leads."""

    resolved: str | None  # None: nowhere
    state: FileState | None
    rule: Rule | None
    via: Via | None


class Candidates(NamedTuple):
    """The files that fit a link, in the order of the rules."""

    shown: tuple[str, ...]
    number: int  # of all that may be shown


class _Wanted(NamedTuple):
    """What a link asks for; `folder` and `name` for comparing, `written` as the link spells it."""

    folder: str  # up to and with its last "/"
    name: str
    written: str
    rule: Rule | None  # relative or absolute: that very path


def resolve(
    path: str, source: str, find: FindNames, find_aliased: FindAliased | None = None
) -> Answer:
    """Where a link with this path leads from its source; aliases count if they can be found."""
    if not path.strip():
        return Answer(source, FileState.NOTE, Rule.SELF, Via.NAME)
    wanted = _read(path, source)
    names, written = _find_names(wanted, find)
    found = None
    if names and wanted.rule:
        found = names.choose_at(wanted.folder, written, wanted.rule)
    elif names:
        found = names.choose(wanted.folder, written, _folder(source))
    if found is None and find_aliased is not None:
        notes = find_aliased(normalise(path))
        if notes:
            rule = Rule.PATH_ORDER if len(set(notes)) > 1 else None
            return Answer(min(notes), FileState.NOTE, rule, Via.ALIAS)
    return _answer(found, wanted.rule)


def resolve_card(path: str, find: FindNames) -> Answer:
    """Where a file card of a canvas leads: to the exact path it names (L21)."""
    wanted = _split(path.strip(), None)
    names = find(wanted.name) if wanted.name else None
    found = names.choose_at(wanted.folder, wanted.written, Rule.EXACT_PATH) if names else None
    return _answer(found, None)


def find_candidates(
    path: str, source: str, find: FindNames, find_aliased: FindAliased | None = None
) -> Candidates:
    """Every file that fits a link; those that are kept out of the index are never told of."""
    if not path.strip():
        return Candidates((source,), 1)
    wanted = _read(path, source)
    names, written = _find_names(wanted, find)
    fits: Sequence[Candidate] = ()
    if names and wanted.rule:
        fits = names.rank_at(wanted.folder, written)
    elif names:
        fits = names.rank(wanted.folder, written, _folder(source))
    shown = [each.path for each in fits if each.state not in HIDDEN]
    if not fits and find_aliased is not None:
        shown = sorted(set(find_aliased(normalise(path))))
    return Candidates(tuple(shown[:SHOWN]), len(shown))


def status_of(answer: Answer | None, fragment_ok: bool | None) -> Status:
    """What becomes of a link; an external one has no answer."""
    if answer is None:
        return Status.EXTERNAL
    if answer.resolved is None:
        return Status.MISSING
    if answer.rule == Rule.PATH_ORDER:
        return Status.AMBIGUOUS
    if answer.state != FileState.NOTE:
        return Status.ATTACHMENT
    if fragment_ok is False:
        return Status.FRAGMENT_MISSING
    return Status.SELF if answer.rule == Rule.SELF else Status.RESOLVED


def ghost_name(path: str, source: str) -> str:
    """The name of the note that a missing link asks for: `trees/elm` for `[[/Trees/Elm.md]]`."""
    key = normalise(path)
    if _LEADING.match(key):
        name = _follow(key, _folder(normalise(source)))
    else:
        name = key.removeprefix("/")
    return name.removesuffix(_NOTE) or key


def _read(path: str, source: str) -> _Wanted:
    written = path.strip()
    if written.startswith("/"):
        return _split(written[1:], Rule.ABSOLUTE)
    if _LEADING.match(written):
        return _split(_follow(written, _folder(source)), Rule.RELATIVE)
    return _split(written, None)


def _split(written: str, rule: Rule | None) -> _Wanted:
    folder, slash, name = normalise(written).rpartition("/")
    return _Wanted(folder + slash, name.strip(), written, rule)


def _find_names(wanted: _Wanted, find: FindNames) -> tuple[Namesakes | None, str]:
    """The files of the wanted name, and how their path is written.

    Only if there is none at all, those with `.md` behind it (L24).
    """
    if not wanted.name:
        return None, wanted.written
    names = find(wanted.name)
    if names:
        return names, wanted.written
    return find(wanted.name + _NOTE), wanted.written + _NOTE


def _follow(path: str, folder: str) -> str:
    """A relative path as seen from the root; one that leads above it keeps its `../`."""
    leading = _LEADING.match(path)
    if leading is None:
        return path
    ups, steps = leading[0].count("../"), folder.split("/")[:-1]
    above = "../" * (ups - len(steps))
    kept = steps[: max(0, len(steps) - ups)]
    return above + "".join(f"{step}/" for step in kept) + path[leading.end() :]


def _folder(path: str) -> str:
    head, slash, _ = path.rpartition("/")
    return head + slash


def _answer(found: tuple[Candidate, Rule] | None, missing: Rule | None) -> Answer:
    if found is None:
        return Answer(None, None, missing, None)
    candidate, rule = found
    if candidate.state is FileState.IGNORED:
        return Answer(None, None, Rule.EXCLUDED, None)
    if candidate.state is FileState.PRIVATE:  # as if it were not there
        return Answer(None, None, missing, None)
    return Answer(candidate.path, candidate.state, rule, Via.NAME)
