"""A note that changes while it is read: what is kept is never older than its stamp says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from mindnet.library import Library, open_library
from mindnet.settings import Settings
from mindnet.vault.walk import Walk, walk_vault
from tests.faults.runs import OLD, a_vault, many_notes
from tests.laws.test_index_laws import dump, fresh_dump

FIRST = "# First\n\nA text of some length.\n"
SECOND = "# Other\n\nA text of same length.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault", {"Note.md": FIRST, "Other.md": "[[Note]]\n"})


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        yield library


def overwrite(note: Path) -> None:
    """In place, and with a time as it was before."""
    with open(note, "r+b") as stream:
        stream.write(SECOND.encode())
    os.utime(note, (OLD, OLD))


def grow(note: Path) -> None:
    with open(note, "a") as stream:
        stream.write("One more line.\n")


def replace(note: Path) -> None:
    """As editors save: a new file takes the place of the old."""
    new = note.with_suffix(".new")
    new.write_text(SECOND)
    new.rename(note)


def truncate(note: Path) -> None:
    os.truncate(note, 3)


def hide(note: Path) -> None:
    note.write_text("---\nprivate: true\n---\nzanzibar\n")


def delete(note: Path) -> None:
    note.unlink()


def make_folder(note: Path) -> None:
    note.unlink(missing_ok=True)
    note.mkdir()


def make_pipe(note: Path) -> None:
    """Nobody ever writes to it: who waits for it waits forever."""
    note.unlink()
    os.mkfifo(note)


def make_socket(note: Path) -> None:
    import socket

    note.unlink()
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(note))


def lead_outside(note: Path) -> None:
    """A symlink to a file that is none of the vault's."""
    (note.parent.parent / "Outside.md").write_text("zanzibar\n")
    note.unlink()
    note.symlink_to("../Outside.md")


def lead_round(note: Path) -> None:
    note.unlink()
    note.symlink_to(note.name)


CHANGES = (
    *(overwrite, grow, replace, truncate, hide, delete),
    *(make_folder, make_pipe, make_socket, lead_outside, lead_round),
)


def check(library: Library) -> None:
    """Whatever was kept in the meantime, the next reindex ends where a fresh one does."""
    first = dump(library.root, library.db)
    assert not any("zanzibar" in str(each) for each in first)
    library.reindex()
    assert dump(library.root, library.db) == fresh_dump(library.root)


@pytest.mark.parametrize("change", CHANGES)
def test_a_note_that_changes_between_walk_and_reading(
    library: Library, vault: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    library.reindex()

    def walk(root: Path, settings: Settings) -> Walk:
        found = walk_vault(root, settings)
        change(vault / "Note.md")
        return found

    monkeypatch.setattr("mindnet.indexer.walk_vault", walk)
    library.reindex(full=True)
    monkeypatch.undo()

    check(library)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("call", [1, 2])
def test_a_note_that_changes_while_it_is_read(
    library: Library,
    vault: Path,
    change: Callable[[Path], None],
    call: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between its opening and its first byte (1), or after its last (2)."""
    fstat, opened, calls = os.fstat, os.stat(vault / "Note.md").st_ino, 0

    def look(handle: int) -> os.stat_result:
        nonlocal calls
        found = fstat(handle)
        if found.st_ino == opened:
            calls += 1
            if calls == call:
                change(vault / "Note.md")
                return found if call == 1 else fstat(handle)
        return found

    monkeypatch.setattr(os, "fstat", look)
    library.reindex()
    monkeypatch.undo()

    assert calls >= call
    check(library)


def test_a_note_that_never_keeps_still_is_read_again_next_time(
    library: Library, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fstat, note = os.fstat, vault / "Note.md"

    def look(handle: int) -> os.stat_result:
        if os.path.samestat(fstat(handle), os.stat(note)):
            grow(note)
        return fstat(handle)

    monkeypatch.setattr(os, "fstat", look)
    library.reindex()
    monkeypatch.undo()
    known = {each["path"]: each["content_hash"] for each in library.export("notes")}

    assert known["Note.md"] != blake2b(note.read_bytes(), digest_size=16).hexdigest()
    check(library)


STORM = """
import os, random, sys
from pathlib import Path
root, chance = Path(sys.argv[1]), random.Random(7)
files = sorted(root.rglob("*.md"))
print("ready", flush=True)
while not (root.parent / "enough").exists():
    file = chance.choice(files)
    text = f"# {chance.randrange(10)}\\n\\n" + "Some words. " * chance.randrange(2000)
    way = chance.randrange(5)
    if way == 0:
        file.write_text(text)
    elif way == 1:
        new = file.with_suffix(".tmp")
        new.write_text(text)
        new.rename(file)
    elif way == 2:
        with open(file, "a") as stream:
            stream.write(text)
    elif way == 3:
        file.unlink(missing_ok=True)
    elif file.exists():
        os.truncate(file, chance.randrange(50))
"""


def test_an_index_made_in_a_storm_of_saves_is_right_when_it_ends(tmp_path: Path) -> None:
    vault, db = a_vault(tmp_path / "vault", many_notes(25)), tmp_path / "index.db"
    storm = subprocess.Popen([sys.executable, "-c", STORM, vault], stdout=subprocess.PIPE)
    assert storm.stdout is not None
    assert storm.stdout.readline() == b"ready\n"
    try:
        with open_library(vault, db=db) as library:
            for number in range(8):
                library.reindex(full=number == 4, jobs=2 if number % 4 == 3 else None)
    finally:
        (tmp_path / "enough").touch()
        storm.communicate(timeout=30)
    assert storm.returncode == 0
    with open_library(vault, db=db) as library:
        library.reindex()

    assert dump(vault, db) == fresh_dump(vault)
