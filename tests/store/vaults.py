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


class Garden:
    """A vault in which things happen, and an index that follows."""

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self.root = root or folder / "vault"
        self.root.mkdir(exist_ok=True)
        self.library = open_library(self.root, db=folder / "index.db")

    def save(self, notes: Mapping[str, str | bytes]) -> None:
        """Writes these files."""
        for name, text in notes.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def move(self, old: str, new: str) -> None:
        """Gives a file or a folder another path."""
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def delete(self, *names: str) -> None:
        """Removes these files."""
        for name in names:
            (self.root / name).unlink()

    def settle(self, settings: str) -> None:
        """Writes the settings of the vault."""
        self.save({".mindnet/config.toml": settings})

    def look(self) -> int:
        """Brings the index up to date; how many edges were looked at."""
        return self.library.reindex().links_checked

    def edges(self, source: str | None = None) -> list[dict[str, Any]]:
        """The edges of a note, or of all."""
        found = self.library.export("edges")
        return [each for each in found if source in (None, each["source"])]

    def leads(self, source: str) -> list[str | None]:
        """Where the links of a note lead: a path, or what is wrong."""
        return [each["resolved"] or each["status"] for each in self.edges(source)]

    def told(self, source: str, *fields: str) -> list[tuple[Any, ...]]:
        """These fields of the edges of a note."""
        return [tuple(each[field] for field in fields) for each in self.edges(source)]

    def is_as_anew(self, folder: Path) -> bool:
        """Whether the index equals a fresh one of the same vault, made in this folder."""
        fresh = Garden(folder, self.root)
        fresh.look()
        return list(self.library.export()) == list(fresh.library.export())
