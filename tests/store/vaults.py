"""Vaults that are indexed, and the records that their notes should come back as."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mindnet.library import Library, cut_file, open_library
from mindnet.store.rows import clean

EXAMPLE = Path(__file__).parent.parent.parent / "vault_example"
BASE_URL = "https://notes.example"
OF_MACHINE = ("vault", "modified", "uri", "file_uri")
PROFILES = {
    "lends to both sides": """
        extends = "sliding_short"
        max = 60
        target = 40
        [overlap]
        side = "both"
        tokens = 25
    """,
    "packs, with tagged windows": """
        extends = "heading_smart"
        tokenizer = "chars4"
        max = 40
        target = 30
        [overlap]
        side = "both"
        tokens = 12
        [window]
        style = "tagged"
        max_heading_levels = 2
    """,
    "keeps sections apart, and tells their types": """
        extends = "heading_strict"
        max = 30
        target = 20
        [overlap]
        side = "previous"
        tokens = 10
        [window]
        section_type = true
    """,
}


def a_vault(root: Path, notes: Mapping[str, str | bytes], profile: str | None = None) -> Path:
    """A vault of these notes, cut by this profile."""
    (root / ".mindnet" / "profiles").mkdir(parents=True, exist_ok=True)
    config = f'base_url = "{BASE_URL}"\n'
    if profile is not None:
        (root / ".mindnet" / "profiles" / "own.toml").write_text(profile, encoding="utf-8")
        config += 'default_profile = "own"\n'
    (root / ".mindnet" / "config.toml").write_text(config, encoding="utf-8")
    for name, text in notes.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def an_index(root: Path, db: Path | None = None) -> Library:
    """The library of a vault, read from the first note to the last."""
    library = open_library(root, db=db or root.with_suffix(".db"))
    library.reindex(full=True)
    return library


def fresh_chunks(root: Path, path: str) -> list[dict[str, Any]]:
    """The records of a note's chunks, cut just now, as a dump tells them."""
    return [portable(chunk.to_dict()) for chunk in cut_file(root / path).chunks]


def portable(told: Any) -> Any:
    """The same without what depends on the machine, and as UTF-8 can spell it."""
    if isinstance(told, dict):
        return {key: portable(told[key]) for key in told if key not in OF_MACHINE}
    if isinstance(told, list | tuple):
        return [portable(each) for each in told]
    return clean(told) if isinstance(told, str) else told
