"""A vault of notes with awkward names, to ask for texts in."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from mindnet.answers import Text

OAK = """---
title: The Oak
aliases: [Quercus]
tags: [tree]
up: "[[Trees]]"
---
# Oak

An old one, see [[Elm]]. ^old

## Care

### Water

Daily, in dry summers.

## Decision

> [!section] decision

We keep it. ^keep

## Care

### Prune

- in winter ^w1
- never ^W2
"""
ELM = "# Elm\n\nStands beside the [[Oak]].\n"
BOARD = json.dumps({"nodes": [{"id": "1", "type": "text", "text": "A card.", "x": 0, "y": 0}]})
NOTES = {
    "Trees/Oak.md": OAK,
    "Trees/Elm.md": ELM,
    "Elm.md": "A note of the same name.\n",
    "C# notes.md": "# C# notes\n\nSharp.\n",
    "C.md": "# notes\n\nFlat.\n",
    "Time: 12:30.md": "first\nsecond\n",
    "Ask.txt": "plain\ntext\n",
    "Ask.txt.md": "# Markdown\n",
    "deadbeef.md": "Not a chunk.\n",
    "Board.canvas": BOARD,
    "Zażółć.md": "gęślą\n",
    "Empty.md": "",
    "Windows.md": "\ufeffone\r\ntwo\r\nthree\r\n",
    "Diary.md": "---\nprivate: true\n---\nhidden words\n",
    "Forms/Day.md": "ignored words\n",
}


def a_vault(root: Path) -> Path:
    """The vault, with one note that is private, one that is ignored, and a file beside it."""
    (root / ".mindnet").mkdir(parents=True)
    (root / ".mindnet" / "config.toml").write_text(
        'ignore = ["Forms/**"]\ndefault_profile = "heading_strict"\n'
    )
    for name, text in NOTES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(text.encode())
    (root.parent / "outside.md").write_text("outside words\n")
    return root


def check(text: str) -> str:
    """The check that answers give with a text."""
    return sha256(text.encode()).hexdigest()[:8]


def there(text: Text) -> str:
    """The words of a text that is not gone."""
    assert text.text is not None
    return text.text
