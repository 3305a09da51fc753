"""TOML becomes settings: one frozen value that is handed inwards.

    a table in the shape of config.toml  →  Settings

Knows every key, its default, and which values make sense together.
Leaves where files stand and which is stronger to `settings_files`, types and lines to `toml`, and
what a setting does to the rooms that ask for it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mindnet.errors import SettingsError
from mindnet.toml import (
    Place,
    check_flag,
    check_list,
    check_pairs,
    check_size,
    check_table,
    check_text,
    check_texts,
    refuse_unknown,
    spell,
    wrong,
)

CONFIG = Path(".mindnet", "config.toml")

Scalar = str | int | float | bool

_HERE = Path(__file__).parent
_NAME_BREAK = re.compile(r"[ \t\n-]+")
_BUILT_IN_RELATIONS = (("links_to", "linked_by"), ("embeds", "embedded_by"))


@dataclass(frozen=True, slots=True)
class Rule:
    """Notes that fit everything said here get the profile."""

    profile: str
    folder: str | None = None
    tag: str | None = None
    extension: str | None = None
    property: tuple[tuple[str, Scalar], ...] = ()


@dataclass(frozen=True, slots=True)
class PrivateRule:
    """Notes that fit are invisible; one of the three is given."""

    property: str | None = None
    tag: str | None = None
    folder: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What a vault says about itself; every default is the documented one."""

    default_profile: str = "heading_smart"
    ignore: tuple[str, ...] = ()
    types: tuple[tuple[str, str], ...] = ()
    rules: tuple[Rule, ...] = ()
    relations: tuple[tuple[str, str], ...] = ()  # names and their inverses, normalised
    heading_types: tuple[tuple[str, str], ...] = ()  # patterns and names, in the file's order
    resolve_aliases: bool = False
    list_relations: bool = False
    max_note_bytes: int = 10_000_000
    private: tuple[PrivateRule, ...] = (PrivateRule(property="private"),)
    obsidian_excluded: str = "demote"
    legacy_properties: bool = False
    base_url: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The same in the shape of `config.toml`; what is not set at all is left out."""
        told = {name: value for name, value in asdict(self).items() if value is not None}
        told["links"] = {name: told.pop(name) for name in _LINK_KEYS}
        told |= {name: dict(told[name]) for name in ("types", "relations", "heading_types")}
        told |= {name: [_rule_dict(rule) for rule in told[name]] for name in ("rules", "private")}
        return told | {"ignore": list(self.ignore)}


def settings_from(data: Mapping[str, Any]) -> Settings:
    """The settings that a dict in the shape of `config.toml` stands for."""
    return Settings(**check_given(data))


def check_given(data: Mapping[str, Any], others: Collection[str] = ()) -> dict[str, Any]:
    """The values that such a dict gives, by field; `others` are keys that somebody else reads."""
    known = (*_KEYS, "links", *others)
    refuse_unknown(data, known, (), elsewhere=[f"links.{key}" for key in _LINK_KEYS])
    values = {key: _KEYS[key](data[key], (key,)) for key in data if key in _KEYS}
    links = check_table(data.get("links", {}), ("links",))
    refuse_unknown(links, _LINK_KEYS, ("links",))
    return values | {key: check_flag(links[key], ("links", key)) for key in links}


def find_inverses(settings: Settings) -> dict[str, str]:
    """What each relation is called from its other end, those that are built in among them."""
    pairs = (*_BUILT_IN_RELATIONS, *settings.relations)
    return {one: two for pair in pairs for one, two in (pair, pair[::-1])}


def profiles_folder() -> Path:
    """Where the profiles that ship stand: in the wheel inside the package, else beside it."""
    inside = _HERE / "profiles"
    return inside if inside.is_dir() else _HERE.parent / "profiles"


def _rule_dict(rule: dict[str, Any]) -> dict[str, Any]:
    pairs = rule["property"]
    said = {**rule, "property": dict(pairs)} if isinstance(pairs, tuple) else rule
    return {name: value for name, value in said.items() if value}


def _heading_types(value: object, place: Place) -> tuple[tuple[str, str], ...]:
    pairs = tuple((pattern, name.lower()) for pattern, name in check_pairs(value, place))
    for pattern, name in pairs:
        if not name or not all(map(_is_of_name, name)):
            raise wrong((*place, pattern), "one word of letters, digits, _ and -", name)
    return pairs


def _relations(value: object, place: Place) -> tuple[tuple[str, str], ...]:
    inverses = find_inverses(Settings())
    pairs = []
    for key, inverse in check_pairs(value, place):
        pair = normalise_name(key), normalise_name(inverse)
        for one, two in (pair, pair[::-1]):
            if inverses.setdefault(one, two) != two:
                why = f"the relation {one} has two inverses, {inverses[one]} and {two}"
                raise SettingsError(why, (*place, key))
        pairs.append(pair)
    return tuple(pairs)


def _is_of_name(sign: str) -> bool:
    """Letters of any script with their marks, digits, `_` and `-`."""
    return sign.isalnum() or sign in "_-" or unicodedata.category(sign)[0] == "M"


def normalise_name(name: str) -> str:
    """One name for the relations `Depends on`, `depends-on` and `depends_on`."""
    return _NAME_BREAK.sub("_", name.strip(" \t\n").lower())


def _excluded(value: object, place: Place) -> str:
    if value not in ("demote", "ignore"):
        raise wrong(place, '"demote" or "ignore"', value)
    return str(value)


def _rules(value: object, place: Place) -> tuple[Rule, ...]:
    return tuple(_rule(each, (*place, i)) for i, each in enumerate(check_list(value, place)))


def _rule(value: object, place: Place) -> Rule:
    table = check_table(value, place)
    refuse_unknown(table, ("profile", "folder", "tag", "extension", "property"), place)
    if "profile" not in table or len(table) < 2:
        why = f"{spell(place)} needs a profile, and a folder, tag, extension or property to fit"
        raise SettingsError(why, place)
    texts = {key: check_text(table[key], (*place, key)) for key in table if key != "property"}
    properties = check_table(table.get("property", {}), (*place, "property"))
    for key, wanted in properties.items():
        if not isinstance(wanted, Scalar):
            raise wrong((*place, "property", key), "a text, a number, true or false", wanted)
    return Rule(**texts, property=tuple(properties.items()))


def _private(value: object, place: Place) -> tuple[PrivateRule, ...]:
    items = check_list(value, place)
    return tuple(_private_rule(each, (*place, i)) for i, each in enumerate(items))


def _private_rule(value: object, place: Place) -> PrivateRule:
    table = check_table(value, place)
    refuse_unknown(table, ("property", "tag", "folder"), place)
    if len(table) != 1:
        raise SettingsError(f"{spell(place)} needs one of property, tag and folder", place)
    return PrivateRule(**{key: check_text(table[key], (*place, key)) for key in table})


_LINK_KEYS = ("resolve_aliases", "list_relations")
_KEYS: dict[str, Callable[[object, Place], Any]] = {
    "default_profile": check_text,
    "ignore": check_texts,
    "types": check_pairs,
    "rules": _rules,
    "relations": _relations,
    "heading_types": _heading_types,
    "max_note_bytes": check_size,
    "private": _private,
    "obsidian_excluded": _excluded,
    "legacy_properties": check_flag,
    "base_url": check_text,
}
