"""What decides how a note is read and cut.

    Settings, Profiles  →  settings hash
    what is known of a note, Settings, its profile  →  recipe hash

When the recipe of a note is another than the one it was read by, it is read again; when the
settings hash is the same, no recipe has to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from mindnet.cuts import Profile
from mindnet.model import NotePath
from mindnet.profiles import Choice, Profiles
from mindnet.settings import Settings

READER = 2  # raised with every change to what is read in a note, or how it is cut


@dataclass(frozen=True, slots=True)
class Facts:
    """What the choice of a profile asks of a note."""

    path: NotePath
    type: str | None
    tags: tuple[str, ...]
    properties: Mapping[str, Any]
    source: str = ""


def settings_hash(settings: Settings, profiles: Profiles) -> str:
    """The hash of everything that may change how some note is read or cut."""
    recipes = sorted((name, repr(recipe.profile)) for name, recipe in profiles.recipes.items())
    return _hash(READER, settings, recipes)


def recipe_hash(choice: Choice, headings: Iterable[str], settings: Settings) -> str:
    """The hash of what decides about one note with these headings."""
    everywhere = settings.list_relations, settings.legacy_properties, settings.private
    complaint = choice.problem.message if choice.problem else None
    return _recipe(everywhere, choice.profile, complaint, *_typed(headings, settings))


@lru_cache(256)  # most notes share theirs with many others
def _recipe(everywhere: object, profile: Profile, complaint: str | None, *typed: object) -> str:
    return _hash(READER, everywhere, profile, complaint, list(typed))


def _typed(headings: Iterable[str], settings: Settings) -> list[tuple[str, str]]:
    """Which of the headings get a type from the settings."""
    if not settings.heading_types:
        return []
    patterns = [(pattern.lower(), name) for pattern, name in settings.heading_types]
    return [
        (title, name)
        for title in headings
        for pattern, name in patterns
        if fnmatchcase(title.lower(), pattern)
    ]


def _hash(*parts: object) -> str:
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
