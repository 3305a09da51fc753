"""Drives that come and go, as far as whoever runs the tests may mount them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.faults.runs import a_vault, many_notes

NUMBER = 30  # notes; more than an empty mount point may cost


def a_drive(root: Path) -> Path:
    """A vault of so many notes in folders, one beside them, and an attachment."""
    return a_vault(root, {**many_notes(NUMBER), "Top.md": "top\n", "oak.png": b"x"})


def unplug(vault: Path) -> None:
    vault.rename(vault.with_name("elsewhere"))


def unmount(vault: Path) -> None:
    """An empty folder is left where the drive was."""
    unplug(vault)
    vault.mkdir()


def plug_in(vault: Path) -> None:
    if vault.exists():
        vault.rmdir()
    vault.with_name("elsewhere").rename(vault)


def mount(*words: str | Path) -> bool:
    """Whether something could be mounted."""
    try:
        return subprocess.run(["mount", *words], capture_output=True).returncode == 0
    except OSError:
        return False
