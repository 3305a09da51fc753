"""Where the vault is: named, in the environment, around us, or in the user's settings.

    --vault, MINDNET_VAULT, the folder we are in, default_vault  →  the vault's root

Knows by which folders a vault is recognised.
Leaves what is in it to `files`.
"""

from __future__ import annotations

import os
from pathlib import Path

from mindnet.errors import SettingsError, VaultNotFound, VaultNotNamed
from mindnet.settings_files import load_user_settings, user_config
from mindnet.toml import locate

_MARKS = (".mindnet", ".obsidian")


def find_root(named: str | Path | None = None) -> Path:
    """The real path of the vault that is meant."""
    given = named if named is not None else os.environ.get("MINDNET_VAULT") or enclosing_vault()
    if given is None:
        return _usual_root()
    root = real_path(given)
    if not str(given) or not os.path.isdir(root):
        raise VaultNotFound(Path(given))
    return root


def _usual_root() -> Path:
    """The vault that the user's settings name."""
    usual = load_user_settings().default_vault
    if usual is None:
        raise VaultNotNamed(user_config())
    root = real_path(usual)
    if not os.path.isdir(root):
        error = SettingsError(f"default_vault: there is no vault at {usual}", ("default_vault",))
        raise locate(error, [user_config()])
    return root


def enclosing_vault(file: str | os.PathLike[str] = "") -> Path | None:
    """The nearest folder above a file that says it is a vault; without a file, around us."""
    try:
        place = Path(os.path.abspath(os.path.join(file, "")))
    except OSError:  # the folder we stand in was deleted
        return None
    for folder in (place, *place.parents):
        if any(os.path.isdir(folder / mark) for mark in _MARKS):
            return folder
    return None


def real_path(given: str | Path) -> Path:
    """The path with `~` and symlinks followed, whether or not it exists."""
    try:
        return Path(os.path.realpath(os.path.expanduser(given)))
    except (OSError, ValueError):  # a NUL in it, or a relative path in a deleted folder
        raise VaultNotFound(Path(given)) from None
