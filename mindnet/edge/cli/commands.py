"""Commands call the library and print what it says.

    Namespace  →  library  →  lines or JSON, exit code

Knows each command's words for people.
Leaves the work to `library`, the look of a note to `show`, that of a cut note to `draw`, that of
several cuts to `compare`, and that of profiles to `tables`.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import one_line, print_json, print_lines, tell
from mindnet.edge.cli.show import note_lines, problem_line
from mindnet.errors import Severity, UsageError

if TYPE_CHECKING:
    from mindnet.model import Hit, Note


def run_parse(options: Namespace) -> int:
    """Shows what is read in one file."""
    from mindnet.library import read_file, read_stream

    from_stdin = options.file == "-" and sys.stdin is not None
    note = read_stream(sys.stdin.buffer) if from_stdin else read_file(options.file)
    if options.json:
        print_json({"notes": [note.to_dict()]}, index=None)
    else:
        print_lines(note_lines(note))
    return 0


def run_chunk(options: Namespace) -> int:
    """Shows how one file is cut."""
    from mindnet.edge.cli.draw import choose_pen, draw
    from mindnet.library import cut_file, cut_stream

    if options.compare is not None:
        return _run_compare(options)
    overrides = dict(_override(word) for word in options.set)
    from_stdin = options.file == "-" and sys.stdin is not None
    cut = (
        cut_stream(sys.stdin.buffer, options.profile, overrides)
        if from_stdin
        else cut_file(options.file, options.profile, overrides)
    )
    _tell_errors(cut.note)
    if cut.choice.problem:
        tell(problem_line(cut.choice.problem))
    if options.json:
        print_json({"chunks": [chunk.to_dict() for chunk in cut.chunks]}, index=None)
    else:
        print_lines(draw(cut, choose_pen()))
    return 0


def _run_compare(options: Namespace) -> int:
    """Sets several profiles side by side."""
    from mindnet.edge.cli.compare import comparison_lines
    from mindnet.edge.cli.draw import choose_pen
    from mindnet.library import compare_file, compare_stream

    names = _compared(options)
    overrides = dict(_override(word) for word in options.set)
    from_stdin = options.file == "-" and sys.stdin is not None
    comparison = (
        compare_stream(sys.stdin.buffer, names, overrides)
        if from_stdin
        else compare_file(options.file, names, overrides)
    )
    _tell_errors(comparison.note)
    if options.json:
        print_json({"trials": [trial.to_dict() for trial in comparison.trials]}, index=None)
    else:
        print_lines(comparison_lines(comparison, choose_pen()))
    return 0


def _compared(options: Namespace) -> list[str]:
    """The profiles that are named to be compared, each once."""
    from mindnet.edge.cli.compare import MOST

    if options.profile is not None:
        raise UsageError("--compare names its profiles itself: leave out --profile, or --compare")
    names = list(dict.fromkeys(name.strip() for name in options.compare.split(",")))
    if "" in names:
        example = "--compare heading_smart,sentence"
        raise UsageError(f"--compare takes profiles with commas between them, such as {example}")
    if len(names) > MOST:
        raise UsageError(f"--compare has room for {MOST} profiles, and got {len(names)}")
    return names


def _tell_errors(note: Note) -> None:
    for problem in note.problems:
        if problem.severity is Severity.ERROR:
            tell(problem_line(problem))


def run_profiles(options: Namespace) -> int:
    """Shows the profiles in force, one of them, or that all are in order."""
    from mindnet.edge.cli import tables
    from mindnet.library import count_uses, find_vault, load_rules

    _check_name(options)
    root = find_vault(options.vault)
    settings, profiles = load_rules(root)
    recipes = list(profiles.recipes.values())
    uses = None
    if options.action == "show":
        recipes = [profiles.get_recipe(options.name)]
    elif options.action == "list" and root is not None:
        uses = count_uses(root, settings, profiles)
        for problem in uses.problems:
            tell(problem_line(problem))
    if options.json:
        print_json({"profiles": [tables.recipe_dict(each, uses) for each in recipes]}, index=None)
    else:
        print_lines(tables.LINES[options.action](recipes, uses))
    return 0


def run_search(options: Namespace) -> int:
    """Finds passages."""
    from mindnet.library import open_library

    query = " ".join(options.query)
    with open_library(options.vault, db=options.db) as library, library.one_moment():
        hits = library.search(query, limit=options.limit)
        index = library.index_state()
    if options.json:
        print_json({"hits": [hit.to_dict() for hit in hits]}, index)
    elif hits:
        print_lines(line for hit in hits for line in hit_lines(hit))
    else:
        tell(f"nothing found for {one_line(query)}")
    return 0 if hits else 1


def hit_lines(hit: Hit) -> Iterator[str]:
    """Where a hit stands, and what it says."""
    headings = hit.headings_path[hit.headings_path[:1] == (hit.title,) :]
    trail = " > ".join((hit.title, *headings))
    kind = f"  [{hit.section_type}]" if hit.section_type else ""
    yield f"{one_line(hit.path)}:{hit.line_start}  {one_line(trail)}{kind}"
    yield f"    {one_line(hit.snippet)}"


def _override(word: str) -> tuple[str, object]:
    """`overlap.side=both` as a key and its value."""
    from mindnet.profiles import parse_value

    key, sign, value = word.partition("=")
    if not key.strip() or not sign:
        raise UsageError(f"--set takes KEY=VALUE, such as --set max=200, not {word!r}")
    return key.strip(), parse_value(value.strip())


def _check_name(options: Namespace) -> None:
    if options.action == "show" and options.name is None:
        raise UsageError("which profile? mindnet profiles show NAME")
    if options.action != "show" and options.name is not None:
        raise UsageError(f"mindnet profiles {options.action} takes no name, and got {options.name}")
