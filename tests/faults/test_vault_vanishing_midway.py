"""A drive that is unplugged in the middle of a reindex: nothing is forgotten because of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindnet.keeping import Report
from mindnet.library import Library, open_library
from mindnet.settings import Settings
from mindnet.vault.walk import Walk, walk_vault
from tests.faults.drives import NUMBER, a_drive, plug_in, unmount, unplug
from tests.faults.runs import Answer, run
from tests.laws.test_index_laws import dump, fresh_dump


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_drive(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


def between_walk_and_reading(
    monkeypatch: pytest.MonkeyPatch, library: Library, happen: Callable[[], object]
) -> Report:
    """A reindex of everything, with something that happens once the vault was walked through."""

    def walk(root: Path, settings: Settings) -> Walk:
        found = walk_vault(root, settings)
        happen()
        return found

    monkeypatch.setattr("mindnet.indexer.walk_vault", walk)
    try:
        return library.reindex(full=True, jobs=2)
    finally:
        monkeypatch.undo()


@pytest.mark.parametrize("leave", [unplug, unmount])
def test_a_drive_that_goes_before_its_notes_are_read_costs_none(
    library: Library,
    vault: Path,
    leave: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = dump(vault, library.db)
    report = between_walk_and_reading(monkeypatch, library, lambda: leave(vault))
    state = library.index_state()
    plug_in(vault)

    assert (report.removed, report.notes, len(report.spared)) == (0, NUMBER + 1, NUMBER + 1)
    assert state is not None
    assert state.fresh is None
    assert dump(vault, library.db) == before


def test_a_folder_that_goes_before_its_notes_are_read_was_deleted(
    library: Library, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = between_walk_and_reading(
        monkeypatch, library, lambda: shutil.rmtree(vault / "Folder 3")
    )

    assert report.removed == NUMBER // 5
    assert dump(vault, library.db) == fresh_dump(vault)


def test_a_folder_that_is_closed_before_its_notes_are_read_costs_none(
    tmp_path: Path, vault: Path, library: Library, bound: tuple[str, ...]
) -> None:
    before = dump(vault, library.db)
    script = tmp_path / "script.py"
    script.write_text(CLOSED_MEANWHILE)
    answer = run(str(script), vault, library.db, command=bound[:-2])

    assert answer == Answer(0, f"0 removed, {NUMBER // 5} spared\n", "")
    (vault / "Folder 1").chmod(0o700)
    assert dump(vault, library.db) == before


CLOSED_MEANWHILE = """
import sys
from pathlib import Path
from mindnet import indexer, open_library

walk_vault = indexer.walk_vault
def walk(root, settings):
    found = walk_vault(root, settings)
    (root / "Folder 1").chmod(0o000)
    return found

indexer.walk_vault = walk
with open_library(sys.argv[1], db=sys.argv[2]) as library:
    report = library.reindex(full=True)
print(f"{report.removed} removed, {len(report.spared)} spared")
"""


@pytest.mark.parametrize("leave", [unplug, unmount])
def test_a_drive_that_goes_during_the_walk_stops_it(
    library: Library,
    vault: Path,
    leave: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = dump(vault, library.db)
    scandir = os.scandir
    left = False

    def scan(folder: str) -> Iterator[os.DirEntry[str]]:
        nonlocal left
        found = scandir(folder)
        if folder.startswith(str(vault)) and not left:  # the names are there, the files are not
            left = True
            leave(vault)
        return found

    monkeypatch.setattr(os, "scandir", scan)
    answer = _call(vault, library.db)
    monkeypatch.undo()
    plug_in(vault)

    assert left
    assert answer == 2
    assert dump(vault, library.db) == before
    library.reindex()
    assert dump(vault, library.db) == fresh_dump(vault)


def _call(vault: Path, db: Path) -> int:
    from mindnet.edge.cli.main import main

    return main(["reindex", str(vault), "--db", str(db)])
