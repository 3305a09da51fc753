"""What a profile may say: its keys, their defaults, and the sentence for what is wrong.

    dict in the shape of a profile file  →  checked values by dotted key

Knows every key of `profiles.md` §1, what each strategy starts from, and which sizes give way.
Leaves files, what extends what, and the choice of a profile to `profiles`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from mindnet.cuts import Overlap, Profile, WindowStyle
from mindnet.errors import SettingsError
from mindnet.toml import (
    Place,
    check_flag,
    check_list,
    check_size,
    check_table,
    check_text,
    spell,
    wrong,
)

_HERE = Path(__file__).parent

STRATEGIES = tuple(  # each is a file, known by its name and not imported before it cuts
    sorted(file.stem for file in _HERE.glob("chunking/strategies/[!_.]*.py"))
)
TOKENIZERS = ("cl100k_base", "o200k_base", "chars4")
SIDES = ("none", "previous", "next", "both")
STYLES = ("breadcrumb", "tagged")
SENTENCES = ("linguistic", "punctuation")
NO_TARGET = "by_sentence"
SIZES = ("min", "target", "max")  # each at most the next

_RANGE = 65  # [50, 80]
_LARGEST = 1_000_000_000  # beyond it floats lose count
_PARTS: dict[str, type] = {"overlap": Overlap, "window": WindowStyle}
_PREVIOUS = {"overlap.side": "previous"}
_PLAIN = {"sentences": "punctuation"}
_OWN: dict[str, dict[str, Any]] = {  # where a strategy starts from something else than `Profile`
    "by_heading": {"overlap.tokens": _RANGE},
    "sliding_window": {"overlap.tokens": _RANGE, **_PREVIOUS},
    "by_block": {"target": 650, "max": 900, "min": 120, "overlap.tokens": 80, **_PREVIOUS},
    "by_sentence": {"max": 500, "overlap.ratio": 0.10, "overlap.side": "next", **_PLAIN},
    "fixed_size": {
        "target": 500,
        "max": 750,
        "min": 100,
        "overlap.ratio": 0.12,
        "overlap.tokens": 75,
        **_PREVIOUS,
        **_PLAIN,
    },
}


def check_keys(data: object) -> dict[str, Any]:
    """The values of one file, or of one call, by dotted key: `{"overlap.side": "both"}`."""
    table = check_table(data, ())
    _refuse_unknown(table, (*_TOP, *_PARTS), ())
    values = {key: _KEYS[key](table[key], (key,)) for key in table if key not in _PARTS}
    for name in _PARTS:
        values |= _check_part(table.get(name, {}), name)
    _check_order(values)
    return values


def default_values(strategy: str) -> dict[str, Any]:
    """What holds where nobody says otherwise, by dotted key."""
    return {**flatten(Profile("", strategy)), **_OWN.get(strategy, {})}


def flatten(profile: Profile) -> dict[str, Any]:
    """The values of a profile by dotted key, its name left out."""
    return dict(_flat(profile))


def make_profile(name: str, values: Mapping[str, Any]) -> Profile:
    """The profile that values by dotted key stand for."""
    whole = {key: values[key] for key in _TOP if key in values and key != "extends"}
    for part, kind in _PARTS.items():
        whole[part] = kind(**{key: values[f"{part}.{key}"] for key in _names(kind)})
    if values["strategy"] == NO_TARGET:
        whole["target"] = values["max"]  # it aims for nothing less
    return Profile(name=name, **whole)


def leave_out(values: Mapping[str, Any], strategy: str) -> Mapping[str, Any]:
    """What counts for a strategy: a `target` that it has not must not move its `max`."""
    return {key: values[key] for key in values if key != "target" or strategy != NO_TARGET}


def lay_over(
    values: dict[str, Any], origins: dict[str, str], layer: Mapping[str, Any], source: str
) -> None:
    """Lays one layer over what holds so far; sizes from further down give way to its own."""
    values |= layer
    origins |= dict.fromkeys(layer, source)
    for place, key in enumerate(SIZES):
        for other in SIZES if key in layer else ():
            choose = min if other in SIZES[:place] else max
            if other not in layer and values[other] != choose(values[other], values[key]):
                values[other] = values[key]
                origins[other] = f"gives way to {key} of {source}"


def nest(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Single keys in the shape of a file: `overlap.side` and `overlap__side` are one."""
    tree: dict[str, Any] = {}
    for key, value in overrides.items():
        head, dot, rest = str(key).replace("__", ".").partition(".")
        table = tree.get(head, {})
        if not dot:
            tree[head] = value
        elif isinstance(table, Mapping):  # what is no table is told when keys are checked
            tree[head] = {**table, rest: value}
    return tree


def parse_value(words: str) -> Any:
    """The TOML value that is typed: `200`, `[50, 80]`, `"both"`; a bare word is a string."""
    import tomllib

    try:
        data = tomllib.loads(f"x = {words}")
    except (ValueError, RecursionError):
        return words
    return data["x"] if len(data) == 1 else words


def near(name: object, known: Collection[str]) -> str:
    """`; did you mean heading_smart?`, or what there is where nothing is near."""
    import difflib

    found = difflib.get_close_matches(str(name).lower(), known, n=1)
    return f"; did you mean {found[0]}?" if found else f"; there are {', '.join(sorted(known))}"


def _check_part(value: object, name: str) -> dict[str, Any]:
    """The keys of `[overlap]` or `[window]`."""
    table = check_table(value, (name,))
    _refuse_unknown(table, _names(_PARTS[name]), (name,))
    return {
        f"{name}.{key}": _KEYS[f"{name}.{key}"](each, (name, key)) for key, each in table.items()
    }


def _refuse_unknown(table: Mapping[str, Any], known: Collection[str], place: Place) -> None:
    """An error for the first key that is not known, with the nearest one that is."""
    if all(key in known for key in table):
        return
    import difflib

    homes = {key.rpartition(".")[2]: key for key in _KEYS}  # `side` is meant for `overlap.side`
    for key in table:
        if key not in known:
            names = [homes[key]] if key in homes else [*known, *_KEYS]
            found = difflib.get_close_matches(str(key).lower(), names, n=1, cutoff=0.45)
            within = f" in {spell(place)}" if place else ""
            hint = f"; did you mean {found[0]}?" if found else ""
            raise SettingsError(f"there is no key {key}{within}{hint}", (*place, key))


def _check_order(values: Mapping[str, Any]) -> None:
    given = [key for key in SIZES if key in values]
    for low, high in pairwise(given):
        if values[low] > values[high]:
            why = f"{low} ({values[low]}) is above {high} ({values[high]})"
            raise SettingsError(why, (low,))


def _one_of(names: tuple[str, ...]) -> Callable[[object, Place], str]:
    def check(value: object, place: Place) -> str:
        if isinstance(value, str) and value in names:
            return value
        error = wrong(place, f"{', '.join(names[:-1])} or {names[-1]}", value)
        hint = near(value, names)
        raise SettingsError(error.why + (hint if hint.endswith("?") else ""), place)

    return check


def _size(value: object, place: Place) -> int:
    return _bounded(check_size(value, place), place)


def _count(value: object, place: Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise wrong(place, "a whole number, 0 or above", value)
    return _bounded(value, place)


def _bounded(value: int, place: Place) -> int:
    if value > _LARGEST:
        raise SettingsError(f"{spell(place)} should be at most {_LARGEST:,}", place)
    return value


def _level(value: object, place: Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 6:
        raise wrong(place, "a level of headings from 1 to 6", value)
    return value


def _tokens(value: object, place: Place) -> int:
    """A number, or a range whose middle counts, rounded down."""
    if not isinstance(value, list | tuple):
        return _count(value, place)
    ends = [_count(each, (*place, i)) for i, each in enumerate(check_list(value, place))]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise wrong(place, "a number or a range such as [50, 80]", value)
    return sum(ends) // 2


def _number(
    wanted: str, fits: Callable[[float], bool] = lambda _: True
) -> Callable[[object, Place], float]:
    def check(value: object, place: Place) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise wrong(place, wanted, value)
        if not 0 <= value <= _LARGEST or not fits(value):  # nan is never within
            raise wrong(place, wanted, value)
        return float(value)

    return check


def _about(value: object, place: Place) -> str:
    if not isinstance(value, str):
        raise wrong(place, "a text", value)
    return value.strip()


def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _flat(profile: Profile) -> Iterator[tuple[str, Any]]:
    for name in _names(Profile)[1:]:
        value = getattr(profile, name)
        if name in _PARTS:
            yield from ((f"{name}.{key}", getattr(value, key)) for key in _names(_PARTS[name]))
        else:
            yield name, value


_KEYS: dict[str, Callable[[object, Place], Any]] = {
    "about": _about,
    "strategy": _one_of(STRATEGIES),
    "extends": check_text,
    "tokenizer": _one_of(TOKENIZERS),
    "target": _size,
    "max": _size,
    "min": _count,
    "overlap.tokens": _tokens,
    "overlap.ratio": _number("a number from 0 to 1", lambda value: value <= 1),
    "overlap.side": _one_of(SIDES),
    "window.style": _one_of(STYLES),
    "window.max_heading_levels": _count,
    "window.page_tag": check_flag,
    "window.section_tag": check_flag,
    "window.section_type": check_flag,
    "sentences": _one_of(SENTENCES),
    "split_level": _level,
    "strict_heading_split": check_flag,
    "enable_smart_edge_allocation": check_flag,
    "max_chars": _size,
    "overflow": _number("a number, 0 or above"),
    "midpoint_overlap": _number("a number below 0.5", lambda value: value < 0.5),
    "strict_chars": check_flag,
    "slice_chars": _count,
}
_TOP = tuple(key for key in _KEYS if "." not in key)
