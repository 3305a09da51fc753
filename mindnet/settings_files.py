"""Settings files are read, and laid over each other.

    the user's config.toml, <vault>/.mindnet/config.toml  →  UserSettings, Settings

Knows where they stand, what only the user may say, and the order of the layers:
defaults < the user's file < the vault's. A key of the stronger file takes the place of the other's.
Leaves the keys themselves to `settings`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mindnet.errors import SettingsError
from mindnet.settings import CONFIG, Settings, check_given
from mindnet.toml import Place, load_toml, wrong

_OF_USER = ("default_vault", "db")  # a vault may come from someone else


@dataclass(frozen=True, slots=True)
class UserSettings:
    """What the user says once for all vaults."""

    default_vault: Path | None = None  # meant where nobody names one
    db: Path | None = None  # the file of the index
    defaults: Mapping[str, Any] = field(default_factory=dict)  # fields of Settings


def load_settings(root: Path) -> Settings:
    """The settings of the vault at `root`, over those of the user, over the defaults."""
    own = load_toml(root / CONFIG, _check_vault) or {}
    return Settings(**{**load_user_settings().defaults, **own})


def load_user_settings() -> UserSettings:
    """What the user's own file says; nothing where there is none."""
    return load_toml(user_config(), _check_user) or UserSettings()


def user_config() -> Path:
    """Where the user's own settings stand."""
    import platformdirs

    return platformdirs.user_config_path("mindnet", appauthor=False) / CONFIG.name


def settings_files(root: Path | None) -> tuple[Path, ...]:
    """The files that may say something about a vault, the strongest first."""
    return () if root is None else (root / CONFIG, user_config())


def _check_vault(data: Mapping[str, Any]) -> dict[str, Any]:
    for key in _OF_USER:
        if key in data:
            why = f"a vault cannot set {key}, only your own settings can: move it to"
            raise SettingsError(f"{why} {user_config()}", (key,))
    return check_given(data)


def _check_user(data: Mapping[str, Any]) -> UserSettings:
    defaults = check_given(data, others=_OF_USER)
    paths = {key: _check_path(data[key], (key,)) for key in _OF_USER if key in data}
    return UserSettings(**paths, defaults=defaults)


def _check_path(value: object, place: Place) -> Path:
    """A path that means the same wherever it is read."""
    path = os.path.expanduser(value) if isinstance(value, str) else ""
    if not os.path.isabs(path) or "\0" in path:
        raise wrong(place, "a path that begins with / or ~", value)
    return Path(path)
