"""Profile files are read, and laid over what they extend.

    shipped files, <vault>/.mindnet/profiles/*.toml  →  Profiles

Knows where profiles stand, who overrides whom, and the order of their layers:
defaults < what a profile extends < its own file.
Leaves single keys to `profile_keys`, and which note gets which profile to `profiles`.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from mindnet.cuts import Profile
from mindnet.errors import SettingsError
from mindnet.profile_keys import check_keys, default_values, lay_over, leave_out, make_profile, near
from mindnet.settings import profiles_folder
from mindnet.toml import Place, load_toml, locate, spell

PROFILES = Path(".mindnet", "profiles")
SHIPPED = "shipped"

_NOWHERE = Path()


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file or one call says of a profile."""

    name: str
    source: str  # "shipped", the file within the vault, or the call
    values: Mapping[str, Any]  # by dotted key, checked
    file: Path = _NOWHERE

    @property
    def label(self) -> str:
        """`shipped heading_smart`; others are known by their source alone."""
        return f"{SHIPPED} {self.name}" if self.source == SHIPPED else self.source


@dataclass(frozen=True, slots=True)
class Recipe:
    """A profile, and how it came about."""

    profile: Profile
    layers: tuple[Layer, ...]  # its own first, then what it extends
    origins: Mapping[str, str]  # of each dotted key: the layer its value comes from

    @property
    def source(self) -> str:
        """`shipped`, or the file within the vault."""
        return self.layers[0].source

    @property
    def extends(self) -> tuple[str, ...]:
        """The profiles below it, the nearest first."""
        return tuple(layer.name for layer in self.layers[1:])

    def to_dict(self) -> dict[str, Any]:
        """The profile, with where it comes from."""
        told = {"source": self.source, "extends": list(self.extends), "origins": dict(self.origins)}
        return {**self.profile.to_dict(), **told}


@dataclass(frozen=True, slots=True)
class Profiles:
    """The profiles in force, by name."""

    recipes: Mapping[str, Recipe]

    def get_recipe(self, name: str, key: Place = ()) -> Recipe:
        """The profile of this name; an error with the nearest one where there is none."""
        if name not in self.recipes:
            who = (
                f"{spell(key)} names a profile that does not exist,"
                if key
                else "there is no profile"
            )
            error = SettingsError(f"{who} {name!r:.60}{near(name, self.recipes)}", key)
            error.args = error.args if key else (error.why,)  # it was asked for by name
            raise error
        return self.recipes[name]


def load_profiles(root: Path | None) -> Profiles:
    """The profiles that ship, overlaid by those of the vault at `root`."""
    own = _read_folder(root / PROFILES, PROFILES.as_posix()) if root else {}
    return _lay_out({**_shipped(), **own}) if own else _shipped_profiles()


@cache
def _shipped() -> Mapping[str, Layer]:
    return _read_folder(profiles_folder(), "")


@cache
def _shipped_profiles() -> Profiles:
    return _lay_out(_shipped())


def _lay_out(every: Mapping[str, Layer]) -> Profiles:
    lineages = ((name, _lineage(every[name], every)) for name in sorted(every))
    return Profiles({name: make_recipe(name, lineage) for name, lineage in lineages})


def _read_folder(folder: Path, within: str) -> dict[str, Layer]:
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}", file=folder) from None
    files = (each for each in names if each.endswith(".toml") and not each.startswith("."))
    layers = (_read_layer(folder / each, within) for each in files)
    return {layer.name: layer for layer in layers if layer}


def _read_layer(file: Path, within: str) -> Layer | None:
    values = load_toml(file, check_keys)
    if values is None:
        return None  # it went away
    name = unicodedata.normalize("NFC", file.stem)
    return Layer(name, f"{within}/{name}.toml" if within else SHIPPED, values, file)


def _lineage(layer: Layer, every: Mapping[str, Layer]) -> list[Layer]:
    """A layer and what it extends, one after the other."""
    line = [layer]
    while (name := line[-1].values.get("extends")) is not None:
        child = line[-1]
        parent = _shipped().get(name, child) if name == child.name else every.get(name)
        if parent is None:
            _refuse(child, f"no profile {name!r:.60} to extend{near(name, every)}", ("extends",))
        if any(parent is each for each in line):
            way = " → ".join([*(each.name for each in line), name])
            _refuse(child, f"extends goes round in a circle: {way}", ("extends",))
        line.append(parent)
    return line


def make_recipe(name: str, lineage: Sequence[Layer]) -> Recipe:
    """The profile that these layers make, the highest first."""
    strategies = (each.values["strategy"] for each in lineage if "strategy" in each.values)
    strategy = next(strategies, None)
    if strategy is None:
        _refuse(lineage[0], "a profile needs a strategy, or another profile that it extends", ())
    values = default_values(strategy)
    origins = dict.fromkeys(values, "default")
    for layer in reversed(lineage):
        lay_over(values, origins, leave_out(layer.values, strategy), layer.label)
    return Recipe(make_profile(name, values), tuple(lineage), origins)


def _refuse(layer: Layer, why: str, place: Place) -> NoReturn:
    """The error, with the line where the file says so."""
    raise locate(SettingsError(why, place), [] if layer.file == _NOWHERE else [layer.file])
