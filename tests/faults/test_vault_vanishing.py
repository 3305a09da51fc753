"""A drive that is unplugged, a folder that is closed: nothing is forgotten because of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindnet.library import Library, open_library
from tests.faults.drives import NUMBER, a_drive, mount, plug_in, unmount, unplug
from tests.faults.runs import a_vault, many_notes, run
from tests.laws.test_index_laws import dump, fresh_dump


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_drive(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


def test_a_root_that_is_gone_forgets_nothing(library: Library, vault: Path) -> None:
    before = dump(vault, library.db)
    unplug(vault)
    for full in (False, True):
        answer = run("reindex", vault, "--db", library.db, *(["--full"] if full else []))
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == f"mindnet: there is no vault at {vault}\n"
    plug_in(vault)

    assert dump(vault, library.db) == before
    assert library.reindex().unchanged == NUMBER + 1


def test_an_empty_mount_point_forgets_nothing_and_says_so(library: Library, vault: Path) -> None:
    before = dump(vault, library.db)
    unmount(vault)
    answer = run("reindex", vault, "--db", library.db)
    assert answer.code == 0
    assert "not found, and not forgotten: run mindnet reindex --full" in answer.err
    assert f"{NUMBER + 1} notes" in answer.out
    status = run("status", "--vault", vault, "--db", library.db, "--json").json
    assert status["index"]["fresh"] is None
    assert len(status["status"]["pending"]["spared"]) == NUMBER + 2
    plug_in(vault)

    assert dump(vault, library.db) == before
    report = library.reindex()
    assert (report.spared, report.changed, report.unchanged) == ((), 0, NUMBER + 1)


def test_full_confirms_that_all_is_gone(library: Library, vault: Path) -> None:
    unmount(vault)
    report = library.reindex(full=True)

    assert (report.removed, report.notes, report.spared) == (NUMBER + 1, 0, ())
    assert dump(vault, library.db) == []


def test_a_few_notes_that_are_left_show_that_the_others_are_gone(
    library: Library, vault: Path
) -> None:
    for folder in vault.glob("Folder *"):
        shutil.rmtree(folder)

    assert library.reindex().removed == NUMBER
    assert dump(vault, library.db) == fresh_dump(vault)


def close_folder(vault: Path) -> Path:
    """No name in it can be seen."""
    (vault / "Folder 1").chmod(0o000)
    return vault / "Folder 1"


def blind_folder(vault: Path) -> Path:
    """Its names can be seen, and nothing of its files."""
    (vault / "Folder 1").chmod(0o400)
    return vault / "Folder 1"


@pytest.mark.parametrize("close", [close_folder, blind_folder])
def test_a_folder_that_cannot_be_looked_into_forgets_nothing(
    library: Library, vault: Path, bound: tuple[str, ...], close: Callable[[Path], Path]
) -> None:
    before = dump(vault, library.db)
    folder = close(vault)
    (vault / "Folder 2" / "Note 2.md").unlink()
    answer = run("reindex", vault, "--db", library.db, command=bound)
    folder.chmod(0o700)

    assert answer.code == 0
    assert "Folder 1 error unreadable this folder cannot be opened (Permission" in answer.err
    assert "not found, and not forgotten" in answer.err
    assert answer.out.startswith(f"1 removed, {NUMBER} notes, ")
    kept = [each for each in before if each["rec"] == "note" and "Folder 1" in each["path"]]
    assert [each for each in dump(vault, library.db) if each in kept] == kept
    library.reindex()
    assert dump(vault, library.db) == fresh_dump(vault)


def test_full_confirms_that_a_closed_folder_is_gone(
    library: Library, vault: Path, bound: tuple[str, ...]
) -> None:
    folder = close_folder(vault)
    answer = run("reindex", vault, "--db", library.db, "--full", command=bound)
    folder.chmod(0o700)

    assert f"{NUMBER // 5} removed" in answer.out


def test_notes_that_were_spared_are_cut_anew_when_the_settings_changed_meanwhile(
    library: Library, vault: Path, bound: tuple[str, ...]
) -> None:
    a_vault(vault, {".mindnet/config.toml": 'default_profile = "sentence"\n'})
    folder = close_folder(vault)
    run("reindex", vault, "--db", library.db, command=bound)
    folder.chmod(0o700)
    library.reindex()

    assert dump(vault, library.db) == fresh_dump(vault)


def test_what_became_private_is_not_spared(
    library: Library, vault: Path, bound: tuple[str, ...]
) -> None:
    a_vault(vault, {".mindnet/config.toml": 'private = [{ folder = "Folder 1" }]\n'})
    folder = close_folder(vault)
    answer = run("reindex", vault, "--db", library.db, command=bound)
    folder.chmod(0o700)

    assert (answer.code, answer.err) == (0, "")
    assert "Folder 1" not in run("export", "--vault", vault, "--db", library.db).out


def test_a_folder_in_another_unicode_form_is_spared_like_any(
    tmp_path: Path, bound: tuple[str, ...]
) -> None:
    notes = {"Cafe\u0301/Note.md": "word\n", "Caf\u00e9/Note.md": "word\n"}
    vault, db = a_vault(tmp_path / "vault", notes), tmp_path / "index.db"
    run("reindex", vault, "--db", db)
    before = run("export", "--vault", vault, "--db", db, "--what", "notes").records
    (vault / "Cafe\u0301").chmod(0o000)
    run("reindex", vault, "--db", db, command=bound)

    assert run("export", "--vault", vault, "--db", db, "--what", "notes").records == before


def test_a_symlink_into_a_closed_folder_is_spared(tmp_path: Path, bound: tuple[str, ...]) -> None:
    vault, db = a_vault(tmp_path / "vault", {"Closed/Note.md": "word\n"}), tmp_path / "index.db"
    (vault / "Link.md").symlink_to("Closed/Note.md")
    run("reindex", vault, "--db", db)
    (vault / "Closed").chmod(0o000)
    answer = run("reindex", vault, "--db", db, command=bound)

    assert "2 notes" in answer.out


def test_a_real_drive_that_is_unplugged_and_comes_back(tmp_path: Path) -> None:
    drive, folder = tmp_path / "drive", tmp_path / "mounted"
    a_vault(drive, many_notes(NUMBER))
    folder.mkdir()
    if not mount("--bind", drive, folder):
        pytest.skip("nothing can be mounted here")
    db = tmp_path / "index.db"
    try:
        run("reindex", folder, "--db", db)
        before = run("export", "--vault", folder, "--db", db).records
        subprocess.run(["umount", folder], check=True)
        assert "not forgotten" in run("reindex", folder, "--db", db).err
        mount("--bind", drive, folder)
        assert run("reindex", folder, "--db", db).err == ""
        assert run("export", "--vault", folder, "--db", db).records == before
    finally:
        subprocess.run(["umount", folder], capture_output=True)
