"""`mindnet resolve`: where a link leads, and why there.

    Namespace  →  library  →  Resolution  →  lines or JSON, exit code

Knows the rules in words (`links.md` L25): what decided for one file, and against each other.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import align, one_line, one_row, print_json, print_lines, tell
from mindnet.names import normalise

if TYPE_CHECKING:
    from mindnet.linked import Resolution

_MOST = 10  # candidates that are shown
_WORDS = 100  # characters of a link that are shown
RULES = {
    "self": "a link without a path means the note it stands in",
    "relative": "it begins with ./ or ../ and means that very path, seen from {folder}",
    "absolute": "it begins with / and means that very path",
    "exact_path": "the link names its whole path",
    "only_one": "no other path ends in the link's words",
    "own_folder": "the only one in {folder} or below",
    "shortest_path": "the shortest path of those {where}",
    "same_case": "the only one of those {where} that is spelled as the link is",
    "path_order": "nothing tells those {where} apart, so the first by path: ambiguous",
}


def run_resolve(options: Namespace) -> int:
    """Tells where a link leads."""
    from mindnet.library import open_library

    with open_library(options.vault, db=options.db) as library, library.one_moment():
        found = library.resolve(options.link, options.source)
        index = library.index_state()
    if options.json:
        print_json({"resolutions": [found.to_dict()]}, index)
    else:
        if found.source is None and found.status != "external":
            tell("as from a note in the root of the vault; --from NOTE names another")
        print_lines(map(one_row, resolution_lines(found)))
    return 0 if found.resolved or found.status == "external" else 1


def resolution_lines(found: Resolution) -> Iterator[str]:
    """The answer, the rule that decided, and what became of the other candidates."""
    place = "" if found.source is None else f" in {found.source}"
    yield f"{one_line(found.link, _WORDS)}{place} leads {_goal(found)}"
    if found.resolved is not None:
        yield f"by {_rule(found)}"
    if found.suggestion is not None:
        meant = f"{found.suggestion.link} ({found.suggestion.path})"
        ambiguous = found.status == "ambiguous"
        yield f"to be sure, write {meant}" if ambiguous else f"did you mean {meant}?"
    if found.resolved is not None and found.candidate_count > 1:
        yield ""
        rows = [(one_line(each), _fate(found, each)) for each in found.candidates[:_MOST]]
        yield from (f"  {row}" for row in align(rows))
        more = found.candidate_count - _MOST
        if more > 0:
            yield f"  and {more:,} more"


def _goal(found: Resolution) -> str:
    """Where a link leads, or why nowhere."""
    if found.status == "external":
        return f"out of the vault, to {one_line(found.target_text, _WORDS)}"
    if found.resolved is None:
        return f"nowhere: {_lack(found)}"
    if found.anchor is not None and found.fragment_ok:
        kind, text, line = found.anchor.kind, found.anchor.text, found.anchor.line
        return f"to {found.resolved}:{line}, {kind} {'^' if kind == 'block' else ''}{text}"
    if found.fragment_ok is False:
        lack = f"block ^{found.block}" if found.block else f"heading {found.heading}"
        return f"to {found.resolved}, which has no {one_line(lack, _WORDS)}"
    return f"to {found.resolved}" + (", no note" if found.status == "attachment" else "")


def _lack(found: Resolution) -> str:
    target = one_line(found.target_text, _WORDS)
    if found.rule == "excluded":
        return "the settings leave out the file that it means"
    if found.rule == "relative":
        return f"there is no {target}, seen from {_folder(found) or 'the root'}"
    if found.rule == "absolute" or "/" in target:
        return f"there is no {target}"
    return f"no file is called {target}"


def _rule(found: Resolution) -> str:
    """`shortest_path: the shortest path of those that fit`."""
    if found.via == "alias":
        several = found.candidate_count > 1
        return f"alias: {'several notes have' if several else 'that note has'} this alias"
    folder = _folder(found)
    near = bool(folder) and _is_below(found.resolved or "", folder)
    where = f"in {folder} or below" if near else "that fit"
    why = RULES[str(found.rule)].format(folder=folder or "the root", where=where)
    return f"{found.rule}: {why}"


def _fate(found: Resolution, path: str) -> str:
    """Why a candidate is the answer, or is not."""
    answer, folder = found.resolved or "", _folder(found)
    if path == answer:
        return str(found.rule or found.via)
    if found.rule == "exact_path":
        return "a path that only ends so"
    if folder and _is_below(answer, folder) and not _is_below(path, folder):
        return f"not in {one_line(folder)}"
    if len(path) > len(answer):
        return f"a longer path: {len(path)} characters, not {len(answer)}"
    return "spelled in another way" if found.rule == "same_case" else "later by path"


def _folder(found: Resolution) -> str:
    return (found.source or "").rpartition("/")[0]


def _is_below(path: str, folder: str) -> bool:
    return normalise(path).startswith(normalise(f"{folder}/"))
