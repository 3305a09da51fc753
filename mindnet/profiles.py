"""Which profile cuts a note: the one that is given, or the first that a rule names.

    name, Profile or dict, single keys  →  Profile
    Note, Settings, Profiles  →  Choice

Knows what a call may give in place of a name, and the order of the rules (`profiles.md` §2).
Leaves files and layers to `profile_files`, single keys to `profile_keys`, and what a profile
does to `chunking`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol
from unicodedata import normalize

from mindnet.cuts import Profile
from mindnet.errors import Problem, SettingsError, a_problem
from mindnet.globs import fits
from mindnet.model import Note, NotePath
from mindnet.profile_files import Layer, Profiles, Recipe, load_profiles, make_recipe
from mindnet.profile_keys import (
    STRATEGIES,
    check_keys,
    flatten,
    lay_over,
    leave_out,
    make_profile,
    near,
    nest,
    parse_value,
)
from mindnet.settings import Rule, Scalar, Settings
from mindnet.toml import Place, locate

__all__ = [
    "STRATEGIES",
    "Choice",
    "GivenProfile",
    "Profiles",
    "Recipe",
    "Uses",
    "check_overrides",
    "check_settings",
    "choose_profile",
    "count_choices",
    "load_profiles",
    "make_chooser",
    "parse_value",
    "profile_from",
]

CUSTOM = "custom"  # the name of a profile that has none

_KEY = "chunk_profile"
_KEY_LINE = re.compile(rf"""^["']?{_KEY}["']?[ \t]*:""", re.MULTILINE | re.IGNORECASE)
_FRONT = 70_000  # characters that frontmatter never passes

GivenProfile = str | Profile | Mapping[str, Any] | None
_Pick = tuple[Place, str, str]  # where a profile is named, its name, and the rule that spoke


@dataclass(frozen=True, slots=True)
class Choice:
    """The profile of a note, the rule that spoke, and what was wrong with a rule before it."""

    profile: Profile
    rule: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Uses:
    """How many notes get each profile, by the rules that speak for it."""

    counts: Mapping[str, Mapping[str, int]]
    problems: tuple[Problem, ...]  # of notes that name a profile in vain


def make_chooser(
    given: GivenProfile,
    overrides: Mapping[str, Any],
    settings: Settings,
    profiles: Profiles,
) -> Callable[[Note], Choice]:
    """Picks the profile of a note; what is given by hand is checked at once, before any note."""
    check_overrides(overrides)
    if given is not None:
        choice = Choice(profile_from(given, profiles, overrides), "asked for")
        return lambda _: choice

    def choose(note: Note) -> Choice:
        choice = choose_profile(note, settings, profiles)
        return replace(choice, profile=profile_from(choice.profile.name, profiles, overrides))

    return choose


def profile_from(
    value: str | Profile | Mapping[str, Any],
    profiles: Profiles,
    overrides: Mapping[str, Any] | None = None,
) -> Profile:
    """The profile of a name, a value or a dict, with single keys laid over it."""
    with _told_by_hand():
        over = check_overrides(overrides or {})
        if isinstance(value, Profile):
            return _override(value, over)
        layers = _find_layers(value, profiles)
        return make_recipe(layers[0].name, (over, *layers)).profile


def check_overrides(overrides: Mapping[str, Any]) -> Layer:
    """The layer of single keys given by hand, with dots or `__` in their names."""
    with _told_by_hand():
        tree = nest(overrides)
        if "extends" in tree:
            why = "extends stands in a profile, and cannot be overridden: name that profile instead"
            raise SettingsError(why, ("extends",))
        return Layer("", "the call", check_keys(tree))


def _find_layers(value: object, profiles: Profiles) -> tuple[Layer, ...]:
    if isinstance(value, str):
        return profiles.get_recipe(value).layers
    if not isinstance(value, Mapping):
        raise SettingsError(f"a profile is a name, a Profile or a dict, not {value!r:.60}")
    layer = Layer(CUSTOM, "the profile given", check_keys(value))
    parent = layer.values.get("extends")
    return (layer, *(profiles.get_recipe(parent, ("extends",)).layers if parent else ()))


def _override(profile: Profile, over: Layer) -> Profile:
    values = flatten(profile)
    check_keys(nest({key: value for key, value in values.items() if value is not None}))
    strategy = over.values.get("strategy", profile.strategy)
    lay_over(values, {}, leave_out(over.values, strategy), over.source)
    return make_profile(profile.name, values)


@contextmanager
def _told_by_hand() -> Iterator[None]:
    """Tells an error that has no file without one: the key is in its sentence."""
    try:
        yield
    except SettingsError as error:
        if error.file is None:
            error.args = (f"in the profile: {error.why}" if error.place else error.why,)
        raise


def count_choices(notes: Iterable[Note], settings: Settings, profiles: Profiles) -> Uses:
    """How many of the notes get each profile, and by which rule."""
    counts: dict[str, Counter[str]] = {}
    problems = []
    for choice in (choose_profile(note, settings, profiles) for note in notes):
        counts.setdefault(choice.profile.name, Counter())[choice.rule] += 1
        problems += [choice.problem] if choice.problem else []
    return Uses(counts, tuple(problems))


def check_settings(settings: Settings, profiles: Profiles, files: Iterable[Path] = ()) -> None:
    """An error if the settings name a profile that does not exist, told with its file and line.

    `files` are those the settings come from, the strongest first.
    """
    for place, name in _named(settings):
        try:
            profiles.get_recipe(name, place)
        except SettingsError as error:
            raise locate(error, files) from None


class HasFacts(Protocol):
    """What the choice of a profile asks of a note."""

    @property
    def path(self) -> NotePath: ...
    @property
    def type(self) -> str | None: ...
    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def properties(self) -> Mapping[str, Any]: ...
    @property
    def source(self) -> str: ...


def choose_profile(note: HasFacts, settings: Settings, profiles: Profiles) -> Choice:
    """The profile of a note, by the first rule that speaks."""
    asked, problem = _asked_for(note, profiles)
    place, name, rule = asked or _by_settings(note, settings)
    return Choice(profiles.get_recipe(name, place).profile, rule, problem)


def _named(settings: Settings) -> Iterator[tuple[Place, str]]:
    yield ("default_profile",), settings.default_profile
    yield from ((("types", key), name) for key, name in settings.types)
    yield from ((("rules", i, "profile"), rule.profile) for i, rule in enumerate(settings.rules))


def _asked_for(note: HasFacts, profiles: Profiles) -> tuple[_Pick | None, Problem | None]:
    """The profile that the note names itself, or why it cannot be had."""
    value = next(_values(note, _KEY), None)
    name = normalize("NFC", value.strip()) if isinstance(value, str) else value
    if name is None or name == "":
        return None, None
    if isinstance(name, str) and name in profiles.recipes:
        return ((), name, f"{_KEY} in its frontmatter"), None
    why = f"{_KEY} names no profile that exists: {str(name)!r:.60}{near(name, profiles.recipes)}"
    return None, a_problem(note.path, _line(note), "unknown_profile", why)


def _by_settings(note: HasFacts, settings: Settings) -> _Pick:
    for key, name in settings.types:
        if note.type is not None and _fold(note.type) == _fold(key):
            return ("types", key), name, f"type {key}"
    for i, rule in enumerate(settings.rules):
        if _speaks(rule, note):
            return ("rules", i, "profile"), rule.profile, f"rule {i + 1}: {_spell_rule(rule)}"
    return ("default_profile",), settings.default_profile, "default_profile"


def _speaks(rule: Rule, note: HasFacts) -> bool:
    """Whether everything that the rule says fits the note."""
    return (
        (rule.folder is None or fits(note.path, rule.folder))
        and (rule.tag is None or any(_is_below(tag, rule.tag) for tag in note.tags))
        and (rule.extension is None or _has_extension(note.path, rule.extension))
        and all(_has_property(note, key, wanted) for key, wanted in rule.property)
    )


def _is_below(tag: str, wanted: str) -> bool:
    """Whether a tag is the one wanted, or nested in it: `meeting/board` in `meeting`."""
    return f"{_fold(tag)}/".startswith(f"{_fold(wanted).lstrip('#').rstrip('/')}/")


def _has_extension(path: str, extension: str) -> bool:
    return path.lower().endswith(f".{extension.lower().lstrip('.')}")


def _has_property(note: HasFacts, key: str, wanted: Scalar) -> bool:
    values = list(_values(note, key))[:1]
    return any(
        found == wanted and isinstance(found, bool) == isinstance(wanted, bool)
        for value in values
        for found in (value if isinstance(value, list) else [value])
    )


def _values(note: HasFacts, name: str) -> Iterator[Any]:
    """What properties of this name say, in whatever case it is written."""
    return (value for key, value in note.properties.items() if key.lower() == name.lower())


def _fold(text: str) -> str:
    return normalize("NFC", text).lower()


def _spell_rule(rule: Rule) -> str:
    """`folder Journal/**, tag meeting`."""
    said = [(key, getattr(rule, key)) for key in ("folder", "tag", "extension")]
    said += [(f"property {key} =", value) for key, value in rule.property]
    return ", ".join(f"{key} {value}" for key, value in said if value is not None)


def _line(note: HasFacts) -> int:
    head = note.source[:_FRONT].replace("\r\n", "\n").replace("\r", "\n")
    found = _KEY_LINE.search(head)
    return head.count("\n", 0, found.start()) + 1 if found else 1
