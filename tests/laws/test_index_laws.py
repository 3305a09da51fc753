"""An index that is kept up to date equals a fresh one: the laws of `index.md` §3."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as tries
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from mindnet import open_library
from tests.laws.histories import (
    ALIASES,
    ATTACHMENTS,
    EXCLUDED,
    FOLDERS,
    GARDEN,
    LONGER,
    PATHS,
    PROFILES,
    SETTINGS,
    TEXTS,
    WORDS,
)

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # no disk has to spin for a law
LOOKS = 3  # comparisons on the way; one more stands at the end

NEVER = (  # what no index may hold once a run has come to its end
    "SELECT * FROM unsettled",
    "SELECT id FROM edges WHERE external = (id IN (SELECT edge FROM answers))",
    "SELECT note FROM answers WHERE note > 0 EXCEPT SELECT id FROM notes",
    "SELECT file FROM answers WHERE file > 0"
    " EXCEPT SELECT id FROM files WHERE state IN ('attachment', 'skipped')",
)


def dump(root: Path, db: Path) -> list[dict[str, Any]]:
    with open_library(root, db=db) as library:
        return list(library.export())


def fresh_dump(root: Path) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        db = Path(folder, "fresh.db")
        with open_library(root, db=db) as library:
            library.reindex()
        return dump(root, db)


class History(RuleBasedStateMachine):
    """A vault, what people do to it, and an index that follows."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY))
        self.root, self.db = self.folder / "vault", self.folder / "index.db"
        (self.root / ".mindnet" / "profiles").mkdir(parents=True)
        (self.root / ".obsidian").mkdir()
        self.looks = 0

    def teardown(self) -> None:
        try:
            self.compare()
        finally:
            shutil.rmtree(self.folder)

    @initialize(planted=st.booleans(), profile=st.sampled_from(PROFILES))
    def begin(self, planted: bool, profile: str | None) -> None:
        if planted:
            self.change_profile(profile)
            for path, data in GARDEN.items():
                self._write(path, data)
            self.reindex(full=False)

    @rule(path=st.sampled_from(PATHS), text=st.sampled_from(TEXTS))
    def save(self, path: str, text: bytes) -> None:
        self._write(path, text)

    @rule(path=st.sampled_from(ATTACHMENTS))
    def attach(self, path: str) -> None:
        self._write(path, b"\x89PNG")

    def _write(self, path: str, data: bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    @rule(path=st.sampled_from((*PATHS, *ATTACHMENTS)))
    def delete(self, path: str) -> None:
        (self.root / path).unlink(missing_ok=True)

    @rule(old=st.sampled_from(PATHS), new=st.sampled_from(PATHS))
    def rename(self, old: str, new: str) -> None:
        if (self.root / old).is_file():
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            (self.root / old).rename(self.root / new)

    @rule(old=st.sampled_from(PATHS), new=st.sampled_from(PATHS))
    def copy(self, old: str, new: str) -> None:
        if (self.root / old).is_file():
            self._write(new, (self.root / old).read_bytes())

    @rule(path=st.sampled_from(PATHS[:4]), words=st.sampled_from(WORDS))
    def edit(self, path: str, words: tuple[bytes, bytes]) -> None:
        if (self.root / path).is_file():
            self._write(path, (self.root / path).read_bytes().replace(*words, 1))

    @rule(path=st.sampled_from(PATHS[:4]))
    def lengthen(self, path: str) -> None:
        self.edit(path, LONGER)

    @rule(old=st.sampled_from(FOLDERS), new=st.sampled_from(FOLDERS))
    def move_folder(self, old: str, new: str) -> None:
        source, target = self.root / old, self.root / new
        inside = target.is_relative_to(source)
        if source.is_dir() and not target.exists() and not inside:
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)

    @rule(path=st.sampled_from(PATHS), age=st.sampled_from((0, 3, 10_000)))
    def touch(self, path: str, age: int) -> None:
        """Also into the past, so that stamps settle."""
        file = self.root / path
        if file.is_file():
            moment = file.stat().st_mtime - age
            os.utime(file, (moment, moment))

    @rule(text=st.sampled_from(SETTINGS))
    def change_settings(self, text: str | None) -> None:
        self._put(self.root / ".mindnet" / "config.toml", text)

    @rule(heed=st.booleans())
    def heed_aliases(self, heed: bool) -> None:
        self.change_settings(ALIASES if heed else None)

    @rule(text=st.sampled_from(PROFILES))
    def change_profile(self, text: str | None) -> None:
        self._put(self.root / ".mindnet" / "profiles" / "heading_smart.toml", text)

    @rule(data=st.sampled_from(EXCLUDED))
    def change_obsidian(self, data: bytes | None) -> None:
        self._put(self.root / ".obsidian" / "app.json", data)

    def _put(self, file: Path, text: str | bytes | None) -> None:
        if text is None:
            file.unlink(missing_ok=True)
        else:
            file.write_bytes(text if isinstance(text, bytes) else text.encode())

    @rule(full=st.booleans())
    def reindex(self, full: bool) -> None:
        with open_library(self.root, db=self.db) as library:
            library.reindex(full=full)

    @rule()
    @precondition(lambda self: self.looks < LOOKS)
    def look(self) -> None:
        self.looks += 1
        self.compare()

    def compare(self) -> None:
        with open_library(self.root, db=self.db) as library:
            first = library.reindex()
            again = library.reindex()
        assert (again.added, again.changed, again.moved, again.removed) == (0, 0, 0, 0)
        assert (again.links_checked, again.generation) == (0, first.generation)
        assert dump(self.root, self.db) == fresh_dump(self.root)
        connection = sqlite3.connect(self.db)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for question in NEVER:
            assert connection.execute(question).fetchall() == []
        connection.close()


def run_histories(number: int) -> None:
    run_state_machine_as_test(
        History,
        settings=tries(
            max_examples=number,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_an_index_kept_up_to_date_equals_a_fresh_one() -> None:
    run_histories(500)


@pytest.mark.soak
def test_an_index_kept_up_to_date_equals_a_fresh_one_for_long() -> None:
    run_histories(10_000)
