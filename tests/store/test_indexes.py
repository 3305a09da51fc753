"""The indexes in the state folder, and what becomes of those that are removed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from mindnet.errors import IndexLocked, UsageError
from mindnet.library import list_indexes, open_library, remove_indexes
from mindnet.store.lock import writing

DIGITS = "0123456789ab"


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_DB", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def an_indexed_vault(root: Path) -> Path:
    root.mkdir(parents=True)
    (root / "Oak.md").write_text("# Oak\n")
    with open_library(root) as library:
        library.reindex()
        return library.db


def a_foreign_database(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()


def test_no_state_folder_is_no_index(tmp_path: Path) -> None:
    assert list_indexes() == []
    assert not (tmp_path / "state").exists()


def test_indexes_are_listed_with_their_vaults(tmp_path: Path) -> None:
    one, two = (an_indexed_vault(tmp_path / name / "garden") for name in ("a", "b"))
    shutil.rmtree(tmp_path / "b")
    found = {each.path: each for each in list_indexes()}

    assert set(found) == {str(one), str(two)}
    assert (found[str(one)].vault, found[str(one)].exists) == (str(tmp_path / "a" / "garden"), True)
    assert (found[str(two)].exists, found[str(two)].notes) == (False, 1)
    assert found[str(one)].bytes >= one.stat().st_size


def test_strange_files_are_listed_with_what_is_wrong(tmp_path: Path) -> None:
    folder = an_indexed_vault(tmp_path / "garden").parent
    (folder / f"empty-{DIGITS}.db").touch()
    (folder / f"junk-{DIGITS}.db").write_bytes(b"junk" * 1000)
    (folder / f"folder-{DIGITS}.db").mkdir()
    a_foreign_database(folder / "theirs.db")
    problems = [(each.name.partition("-")[0], each.problem) for each in list_indexes()]

    assert [name for name, _ in problems] == ["empty", "garden", "junk"]
    assert [problem for _, problem in problems][:2] == ["made by an older mindnet", None]
    assert "not a database" in str(problems[2][1])


@pytest.mark.parametrize("by", ["name", "path", "vault"])
def test_an_index_is_removed_with_all_that_belongs_to_it(tmp_path: Path, by: str) -> None:
    an_indexed_vault(tmp_path / "other" / "garden")
    db = an_indexed_vault(tmp_path / "garden")
    (index,) = (each for each in list_indexes() if each.path == str(db))
    (removed,) = remove_indexes([getattr(index, by)])

    assert removed.path == index.path
    assert [each for each in os.listdir(db.parent) if each.startswith(db.name)] == []
    assert len(list_indexes()) == 1
    assert (tmp_path / "garden" / "Oak.md").exists()


@pytest.mark.parametrize("name", ["", "nothing", "../outside.db", "CACHEDIR.TAG", "theirs.db", "*"])
def test_nothing_but_an_index_is_removed(tmp_path: Path, name: str) -> None:
    db = an_indexed_vault(tmp_path / "garden")
    outside = db.parent.parent / "outside.db"
    shutil.copy(db, outside)
    a_foreign_database(db.parent / "theirs.db")
    before = set(os.listdir(db.parent))
    with pytest.raises(UsageError, match="there is no index"):
        remove_indexes([db.name, name])

    assert set(os.listdir(db.parent)) >= before
    assert outside.exists()


def test_an_index_that_is_written_is_not_removed(tmp_path: Path) -> None:
    db = an_indexed_vault(tmp_path / "garden")
    with writing(db), pytest.raises(IndexLocked):
        remove_indexes([db.name])

    assert db.exists()
