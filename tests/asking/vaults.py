"""Small vaults whose links are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mindnet.library import Library, open_library

OAK = """---
up: "[[Trees]]"
---
# Oak

Stands on [soil:: [[Loam]]] near the [[Elm]]. ^old

## Care

> [!edge] depends_on
> [[Rain]] and ![[Sun.png]]

Water it as [the rain](Rain.md#Why) does. ^dry

## Care

See [[#Care]], [[#^old]] and [home](https://example.org).
"""
RAIN = """# Rain

required_by:: [[Moss]]
near:: [[Rain]]

## Why

Because of [[Oak#Care]], ![[Oak#^dry]] and [[Oak]].
"""
SETTINGS = """ignore = ["Templates/**"]

[relations]
depends_on = "required_by"
near = "near"
"""
FILES = {
    ".mindnet/config.toml": SETTINGS,
    "Trees/Oak.md": OAK,
    "Rain.md": RAIN,
    "Moss.md": "Wet.\n\nnear:: [[Rain]]\n",
    "Pictures/Sun.png": "",
    "Templates/Day.md": "A form.\n",
    "Diary.md": "---\nprivate: true\n---\n[[Oak]] and [[Nobody]]\n",
    "Log.md": "[[Elm#Bark]], [[elm.md]], [[Day]] and [[Diary]]\n",
}


def a_vault(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A vault of these files."""
    (root / ".obsidian").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def an_index(root: Path, files: Mapping[str, str | bytes]) -> Library:
    """The library of a vault of these files, indexed."""
    library = open_library(a_vault(root, files), db=root.with_suffix(".db"))
    library.reindex()
    return library
