"""Eight who ask while one writes: no error, nobody is locked out, each answer of one moment."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mindnet.library import open_library
from tests.faults.runs import COMMAND

NOTES = 25
READER = """
import json, sys
from pathlib import Path
from mindnet import open_library

vault, db, seen = sys.argv[1], sys.argv[2], {}
print("ready", flush=True)
while not Path(db + ".enough").exists():
    with open_library(vault, db=db) as library:
        for _ in range(3):
            with library.one_moment():
                generation = library.index_state().generation
                found = {hit.text.split()[-1] for hit in library.search("mark", limit=100)}
                told = {each.md_text.split()[-1] for each in library.chunks("Note 7")}
            seen.setdefault(str(generation), set()).update(found | told)
        dumped = [each["md_text"].split()[-1] for each in library.export("chunks")]
        seen.setdefault("dumps", []).append(sorted({*dumped}) + [len(dumped)])
print(json.dumps({key: sorted(each) for key, each in seen.items()}))
"""


def write(vault: Path, version: int) -> None:
    for number in range(NOTES):
        (vault / f"Note {number}.md").write_text(f"mark of version{version}\n")


def check(told: dict[str, list[Any]]) -> int:
    """Every generation shows one version, and every dump is whole; how many were seen."""
    for version, *rest in told.pop("dumps"):
        assert version.startswith("version")
        assert rest == [NOTES]
    for versions in told.values():
        assert len(versions) == 1
    return len(told)


def ask_while_writing(tmp_path: Path, readers: int, seconds: float) -> int:
    vault, db = tmp_path / "vault", tmp_path / "index.db"
    vault.mkdir()
    write(vault, 0)
    with open_library(vault, db=db) as library:
        library.reindex()
    words = [sys.executable, "-c", READER, str(vault), str(db)]
    asking = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(readers)
    ]
    for each in asking:
        assert each.stdout is not None
        each.stdout.readline()
    end, version = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        version += 1
        write(vault, version)
        with open_library(vault, db=db) as library:
            library.reindex(full=version % 3 == 0)
    (tmp_path / "index.db.enough").touch()
    ends = [(*each.communicate(timeout=60), each.returncode) for each in asking]
    assert [(err, code) for _, err, code in ends] == [(b"", 0)] * readers
    return max(check(json.loads(out)) for out, _, _ in ends)


def test_eight_readers_see_whole_generations_while_one_writes(tmp_path: Path) -> None:
    assert ask_while_writing(tmp_path, readers=8, seconds=3) > 1


@pytest.mark.soak
def test_eight_readers_see_whole_generations_for_minutes(tmp_path: Path) -> None:
    assert ask_while_writing(tmp_path, readers=8, seconds=120) > 20


def test_commands_that_ask_are_answered_while_one_writes(tmp_path: Path) -> None:
    vault, db = tmp_path / "vault", tmp_path / "index.db"
    vault.mkdir()
    write(vault, 0)
    with open_library(vault, db=db) as library:
        library.reindex()
        for version in range(1, 4):
            places = "--vault", vault, "--db", db
            words = (["search", "mark"], ["get", "Note 3"], ["status"], ["chunks", "Note 3"])
            asking = [
                subprocess.Popen(
                    [*COMMAND, *each, *places], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
                )
                for each in words
            ]
            while any(each.poll() is None for each in asking):
                write(vault, version)
                library.reindex()
            for each in asking:
                _, err = each.communicate()
                assert each.returncode == 0, err
