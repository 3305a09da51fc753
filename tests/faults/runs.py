"""The real command, in a process of its own; also as one whom permissions stop."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = (sys.executable, "-m", "mindnet")
_LET_GO = """
import ctypes, os, sys
prctl = getattr(ctypes.CDLL(None), "prctl", None)
for right in range(64 if prctl else 0):
    prctl(24, right, 0, 0, 0)  # PR_CAPBSET_DROP: root itself is stopped by permissions
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
BOUND = (sys.executable, "-c", _LET_GO)
OLD = 1_600_000_000  # seconds; a stamp that has settled long ago

Notes = Mapping[str, str | bytes]  # by path


class Answer(NamedTuple):
    """What a command said, and the code it left with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def records(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(
    *words: str | bytes | Path,
    command: tuple[str, ...] = COMMAND,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    quiet: bool = True,
) -> Answer:
    """Runs a command to its end; whatever it meets, it shows no traceback and does not hang."""
    done = subprocess.run(
        [*command, *words],
        capture_output=True,
        cwd=cwd or "/",
        env={**os.environ, **(env or {})},
        timeout=60,
    )
    answer = Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert not quiet or "Traceback" not in answer.err, answer.err
    return answer


def a_vault(root: Path, notes: Notes) -> Path:
    """A vault of these notes, old enough that their stamps have settled."""
    root.mkdir(parents=True, exist_ok=True)
    for name, text in notes.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(file, (OLD, OLD))
    return root


def many_notes(number: int) -> dict[str, str]:
    """So many small notes, each with a word of its own and a link to the next."""
    return {
        f"Folder {each % 5}/Note {each}.md": f"# Note {each}\n\nword{each} [[Note {each + 1}]]\n"
        for each in range(number)
    }
