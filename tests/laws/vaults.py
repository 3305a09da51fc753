"""Real notes: the vault that ships, and the vaults of others where they are at hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

_ROOT = Path(__file__).parent.parent.parent
_SEED = 7


def example_notes() -> list[Path]:
    """The Markdown notes of `vault_example/`."""
    return _markdown_in(_ROOT / "vault_example")


def real_notes() -> list[Path]:
    """The Markdown notes of the folder MINDNET_VAULTS, or of `../shared/vaults`; else none."""
    named = os.environ.get("MINDNET_VAULTS")
    return _markdown_in(Path(named) if named else _ROOT.parent / "shared" / "vaults")


def some_of(notes: Sequence[Path], number: int) -> list[Path]:
    """So many of them, the same in every run."""
    return Random(_SEED).sample(notes, min(number, len(notes)))


def text_of(note: Path) -> str:
    """Its text, with the line ends it has on disk."""
    return note.read_bytes().decode("utf-8", "surrogateescape")


def _markdown_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.md"))
