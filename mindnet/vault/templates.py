"""Which folders hold templates, as Obsidian's own settings say.

    .obsidian/templates.json, plugins/templater-obsidian/data.json  →  folders

Knows the two files and their keys; a file that cannot be read says nothing.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

_SAID_IN = (
    (Path(".obsidian", "templates.json"), "folder"),
    (Path(".obsidian", "plugins", "templater-obsidian", "data.json"), "templates_folder"),
)


def template_folders(root: Path) -> frozenset[str]:
    """Paths of the template folders, relative to the vault; the root itself is none."""
    named = (_find_value(root / file, key) for file, key in _SAID_IN)
    folders = (unicodedata.normalize("NFC", name.strip().strip("/")) for name in named)
    return frozenset(folder for folder in folders if folder)


def _find_value(file: Path, key: str) -> str:
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""
