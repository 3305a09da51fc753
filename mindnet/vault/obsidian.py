"""What Obsidian's own settings say about files.

    .obsidian/templates.json, plugins/templater-obsidian/data.json  →  folders of templates
    .obsidian/app.json  →  the files that Obsidian shows last

Knows these files and their keys; a file that cannot be read says nothing.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

_SAID_IN = (
    (Path(".obsidian", "templates.json"), "folder"),
    (Path(".obsidian", "plugins", "templater-obsidian", "data.json"), "templates_folder"),
)
_APP, _FILTERS = Path(".obsidian", "app.json"), "userIgnoreFilters"

Test = Callable[[str], bool]


def template_folders(root: Path) -> frozenset[str]:
    """Paths of the template folders, relative to the vault; the root itself is none."""
    named = (_find_value(root / file, key) for file, key in _SAID_IN)
    texts = (name for name in named if isinstance(name, str))
    folders = (_nfc(name.strip().strip("/")) for name in texts)
    return frozenset(folder for folder in folders if folder)


def exclusion_test(root: Path) -> Test | None:
    """Whether Obsidian excludes a path; None where it excludes nothing.

    A filter between two slashes is a regular expression, any other the start of a path.
    """
    filters = _find_value(root / _APP, _FILTERS)
    given = filters if isinstance(filters, list) else []
    texts = [_nfc(each) for each in given if isinstance(each, str) and each.strip()]
    if not texts:
        return None
    from mindnet.patterns import make_test  # slow to load, and mostly not needed

    patterns = [make_test(each[1:-1]) for each in texts if _is_pattern(each)]
    starts = tuple(each.removeprefix("/").lower() for each in texts if not _is_pattern(each))
    return lambda path: path.lower().startswith(starts) or any(fits(path) for fits in patterns)


def _is_pattern(text: str) -> bool:
    return len(text) > 2 and text.startswith("/") and text.endswith("/")


def _find_value(file: Path, key: str) -> Any:
    try:
        data = json.loads(file.read_bytes()) if file.is_file() else None  # no pipe is waited for
    except (OSError, ValueError, RecursionError):
        return None
    return data.get(key) if isinstance(data, dict) else None


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)
