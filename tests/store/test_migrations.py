"""An index of an older mindnet is made anew, and nobody has to know."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mindnet.errors import IndexMissing
from mindnet.library import open_library
from tests.store.vaults import a_vault, an_index

NOTES = {"Oak.md": "# Care\n\nDaily.\n", "Note.md": "[[Oak#Care]] #tree\n"}
SECOND = (  # how the second version differed
    "DROP VIEW edges_full",
    "DROP VIEW tagged",
    "DROP TABLE answers",
    "DROP TABLE unsettled",
    "ALTER TABLE anchors DROP COLUMN chunk",
    "ALTER TABLE edges RENAME COLUMN external TO status",
    "CREATE INDEX edges_by_target ON edges (status)",
    "DELETE FROM _sqlite_migrations WHERE name = 'm003_answers'",
    "PRAGMA user_version = 2",
)
FIRST = (  # all that the first version had
    "CREATE TABLE blocks (path TEXT, text TEXT)",
    "CREATE VIRTUAL TABLE blocks_fts USING fts5(text)",
    "INSERT INTO blocks VALUES ('Gone.md', 'xylotheque')",
    "PRAGMA application_id = 0x6D6E6574",
    "PRAGMA user_version = 1",
)


def run(db: Path, statements: tuple[str, ...]) -> None:
    with closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_an_index_of_the_second_version_is_rebuilt_and_counts_on(tmp_path: Path) -> None:
    root = a_vault(tmp_path / "vault", NOTES)
    with an_index(root, tmp_path / "index.db") as library:
        dump = list(library.export())
        (root / "Oak.md").touch()
        library.reindex(full=True)
        before = library.reindex().generation or 0
    run(tmp_path / "index.db", SECOND)

    with open_library(root, db=tmp_path / "index.db") as library:
        with pytest.raises(IndexMissing):
            library.export()
        report = library.reindex()
        assert list(library.export()) == dump
    assert (report.added, report.links_checked) == (2, 1)
    assert report.generation is not None
    assert report.generation > before


def test_an_index_of_the_first_version_is_rebuilt(tmp_path: Path) -> None:
    root = a_vault(tmp_path / "vault", NOTES)
    run(tmp_path / "index.db", FIRST)

    with open_library(root, db=tmp_path / "index.db") as library:
        library.reindex()
        assert [each["path"] for each in library.export("notes")] == ["Note.md", "Oak.md"]
    with closing(sqlite3.connect(tmp_path / "index.db")) as connection:
        assert connection.execute("SELECT count(*) FROM blocks").fetchone() > (1,)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
