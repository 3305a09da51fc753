"""A small vault, and commands that are run on it in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mindnet.edge.cli.main import main

NOTE = """---
tags: [soil]
---
# Compost

Turn it weekly, see [[Rain]]. ^turn

## Why

Heat.
"""


def a_vault(root: Path) -> Path:
    """Two notes that can be read, one that is private, and one that is no text."""
    (root / ".obsidian").mkdir(parents=True)
    (root / "Garden").mkdir()
    (root / "Garden" / "Compost.md").write_text(NOTE)
    (root / "Rain.md").write_text("Rain keeps the compost wet.\n")
    (root / "Secret.md").write_text("---\nprivate: true\n---\nzanzibar\n")
    (root / "Odd.md").write_bytes(b"\xff\xfe")
    return root


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    """Runs the command in this process: exit code, stdout, stderr."""
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def ask(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    """The JSON answer of a command that finds something."""
    code, out, err = call(capsys, *words, "--json")
    assert (code, err) == (0, "")
    answer: dict[str, Any] = json.loads(out)
    return answer
