"""Profiles become lines for people, and JSON for programs.

    Recipes, Uses  →  lines

Knows how a list of profiles looks, and how one of them is taken apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mindnet.edge.cli.output import align, one_line, page_width, wrap
from mindnet.profile_files import SHIPPED
from mindnet.profile_keys import NO_TARGET, flatten

if TYPE_CHECKING:
    from mindnet.profiles import Recipe, Uses

_INDENT = "    "


def recipe_dict(recipe: Recipe, uses: Uses | None) -> dict[str, Any]:
    """A profile as JSON; `notes` is null where no vault was asked."""
    rules = _rules(recipe, uses)
    told = [{"rule": rule, "count": number} for rule, number in rules.items()]
    notes = None if uses is None else {"count": sum(rules.values()), "rules": told}
    return {**recipe.to_dict(), "notes": notes}


def list_lines(recipes: Sequence[Recipe], uses: Uses | None) -> Iterator[str]:
    """Each profile with its sizes, what it is for, and the notes it applies to."""
    head = ("profile", "strategy", "target", "max", "min", "" if uses is None else "notes", "from")
    first, *rows = align([head, *(_row(recipe, uses) for recipe in recipes)])
    yield first
    for recipe, row in zip(recipes, rows, strict=True):
        yield ""
        yield row
        yield from _indent(recipe.profile.about)
        yield from _indent(_spell(_rules(recipe, uses)))


def show_lines(recipes: Sequence[Recipe], _: Uses | None) -> Iterator[str]:
    """Every key of a profile with its value, and the layer that value comes from."""
    for recipe in recipes:
        extends = "".join(f", extends {name}" for name in recipe.extends)
        yield one_line(f"{recipe.profile.name} ({recipe.source}{extends})")
        yield from _indent(recipe.profile.about)
        yield ""
        values = {key: each for key, each in flatten(recipe.profile).items() if key != "about"}
        rows = [(key, _value(recipe, key, values[key]), recipe.origins[key]) for key in values]
        yield from (f"  {row}" for row in align([tuple(map(one_line, row)) for row in rows]))


def check_lines(recipes: Sequence[Recipe], _: Uses | None) -> Iterator[str]:
    """That nothing is wrong: what is wrong never comes so far."""
    own = sum(recipe.source != SHIPPED for recipe in recipes)
    yield f"{len(recipes)} profiles in order" + (f", {own} of them from the vault" if own else "")


LINES: dict[str, Callable[[Sequence[Recipe], Uses | None], Iterator[str]]] = {
    "list": list_lines,
    "show": show_lines,
    "check": check_lines,
}


def _row(recipe: Recipe, uses: Uses | None) -> tuple[str, ...]:
    profile = recipe.profile
    target = "-" if profile.strategy == NO_TARGET else str(profile.target)
    sizes = (target, str(profile.max), str(profile.min or "-"))
    notes = "" if uses is None else str(sum(_rules(recipe, uses).values()))
    source = SHIPPED if recipe.source == SHIPPED else "vault"
    return (one_line(profile.name), profile.strategy, *sizes, notes, source)


def _indent(words: str) -> Iterator[str]:
    rows = wrap(one_line(words), page_width() - len(_INDENT)) if words else []
    return (_INDENT + row for row in rows)


def _rules(recipe: Recipe, uses: Uses | None) -> Mapping[str, int]:
    return uses.counts.get(recipe.profile.name, {}) if uses else {}


def _spell(rules: Mapping[str, int]) -> str:
    """`22 by default_profile, 8 by type concept`; those who speak most first."""
    ordered = sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{number} by {rule}" for rule, number in ordered)


def _value(recipe: Recipe, key: str, value: object) -> str:
    if value is None or (key == "target" and recipe.profile.strategy == NO_TARGET):
        return "-"
    return json.dumps(value, ensure_ascii=False)
