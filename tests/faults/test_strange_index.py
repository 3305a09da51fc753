"""An index that is none, is damaged, or was made by another version."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from mindnet.library import open_library
from mindnet.store import schema
from tests.edge.commands import call
from tests.faults.runs import a_vault, many_notes, run
from tests.laws.test_index_laws import MEMORY, dump, fresh_dump

ASK = (("search", "word3"), ("export",), ("status",), ("get", "Note 3"), ("chunks", "Note 3"))
FIRST_VERSION = f"""
    CREATE TABLE blocks (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT NOT NULL,
        line_start INTEGER NOT NULL, line_end INTEGER NOT NULL, kind TEXT NOT NULL,
        headings_path TEXT NOT NULL, section_type TEXT, text TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE blocks_fts USING fts5(
        title, headings_path, text, content = 'blocks', content_rowid = 'id',
        tokenize = 'unicode61 remove_diacritics 2'
    );
    INSERT INTO blocks VALUES (1, 'Old.md', 'Old', 1, 1, 'paragraph', '[]', NULL, 'zanzibar');
    INSERT INTO blocks_fts (blocks_fts) VALUES ('rebuild');
    PRAGMA application_id = {schema.APPLICATION_ID};
    PRAGMA user_version = 1;
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault", many_notes(10))


@pytest.fixture
def db(tmp_path: Path, vault: Path) -> Path:
    """An index as it should be."""
    db = tmp_path / "state" / "index.db"
    with open_library(vault, db=db) as library:
        library.reindex()
    execute(db, "PRAGMA wal_checkpoint(TRUNCATE)")
    return db


def execute(db: Path, script: str) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript(script)


@pytest.fixture
def check_refused(vault: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Path], None]:
    """Every command says what is wrong with the file, and none touches it."""

    def check(db: Path) -> None:
        before, around = db.read_bytes(), set(os.listdir(db.parent))
        for words in (("reindex",), ("reindex", "--full"), ("reindex", "--dry-run"), *ASK):
            code, out, err = call(capsys, *words, "--vault", vault, "--db", db)
            assert (code, out) == (2, "")
            assert err.startswith(f"mindnet: cannot use {db} as the index: ")
            assert err.count("\n") == 1
        assert db.read_bytes() == before
        beside = {f"{db.name}{each}" for each in ("-wal", "-shm")}  # SQLite's own, where it looks
        assert set(os.listdir(db.parent)) - beside == around - beside

    return check


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE theirs (x)",
        "PRAGMA application_id = 252006674",  # a GeoPackage, say, without any table yet
        "CREATE TABLE notes (path); PRAGMA user_version = 2",
        "PRAGMA journal_mode = WAL; CREATE TABLE theirs (x)",
    ],
)
def test_a_database_of_another_program_is_refused(
    tmp_path: Path, script: str, check_refused: Callable[[Path], None]
) -> None:
    (tmp_path / "theirs").mkdir()
    execute(tmp_path / "theirs" / "data.db", script)

    check_refused(tmp_path / "theirs" / "data.db")


@pytest.mark.parametrize("content", [b"A letter to a friend.\n" * 100, b"\x00" * 5000, b"xy"])
def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, content: bytes, check_refused: Callable[[Path], None]
) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "letter.txt").write_bytes(content)

    check_refused(tmp_path / "theirs" / "letter.txt")


def test_a_note_of_the_vault_is_no_index_and_nothing_is_left_beside_it(
    vault: Path, check_refused: Callable[[Path], None]
) -> None:
    check_refused(vault / "Folder 0" / "Note 0.md")


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_no_index(
    vault: Path,
    tmp_path: Path,
    make: Callable[[Path], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "theirs").mkdir()
    make(tmp_path / "theirs" / "index.db")
    for words in (("reindex",), ("reindex", "--dry-run"), *ASK):
        code, _, err = call(
            capsys, *words, "--vault", vault, "--db", tmp_path / "theirs" / "index.db"
        )
        assert code == 2
        assert err.endswith("as the index: it is no file, but a directory or a device\n")

    assert os.listdir(tmp_path / "theirs") == ["index.db"]


def test_an_index_of_a_newer_version_is_refused(
    vault: Path, db: Path, check_refused: Callable[[Path], None]
) -> None:
    execute(db, f"PRAGMA user_version = {schema.VERSION + 1}; DROP TABLE edges")

    check_refused(db)
    answer = run("reindex", vault, "--db", db)
    assert "a newer mindnet wrote it: update mindnet, or delete the file" in answer.err


@pytest.mark.parametrize("words", ASK, ids=" ".join)
def test_an_index_of_an_older_version_is_no_index_yet(
    vault: Path, tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    execute(tmp_path / "old.db", FIRST_VERSION)
    code, out, err = call(capsys, *words, "--vault", vault, "--db", tmp_path / "old.db")

    assert (code, out) == (3, "")
    assert "run mindnet reindex" in err


def test_an_index_of_an_older_version_becomes_one_like_any(vault: Path, tmp_path: Path) -> None:
    db = tmp_path / "old.db"
    execute(db, FIRST_VERSION)
    assert run("reindex", vault, "--db", db).out.startswith("10 added, 10 notes")

    assert dump(vault, db) == fresh_dump(vault)
    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        tables = "SELECT name FROM sqlite_schema WHERE name LIKE 'blocks_fts%'"
        assert connection.execute(tables).fetchall() == []
    assert b"zanzibar" not in db.read_bytes()


# -- damage ------------------------------------------------------------------------------------


def cut_off(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(1, len(data))]


def blank_out(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data) // 8192) * 8192
    return data[:start] + bytes(8192) + data[start + 8192 :]


def write_over(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(100, len(data) - 4096)
    return data[:start] + chance.randbytes(4096) + data[start + 4096 :]


@pytest.mark.parametrize("damage", [cut_off, blank_out, write_over])
def test_a_damaged_index_is_told_or_does_its_work(
    vault: Path,
    db: Path,
    damage: Callable[[bytes, Random], bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole, chance, told = db.read_bytes(), Random(7), set()
    for _ in range(12):
        data = damage(whole, chance)
        for words in (("reindex",), *ASK):
            for file in db.parent.glob("index.db*"):
                file.unlink()
            db.write_bytes(data)
            code, _, err = call(capsys, *words, "--vault", vault, "--db", db)
            assert code in (0, 1, 2, 3, 5)
            if code == 2:
                told.add(err.partition("as the index: ")[2])

    assert told
    assert all("delete the file" in each or "--db" in each for each in told), told


def test_a_damaged_index_is_made_again_once_it_is_deleted(vault: Path, db: Path) -> None:
    whole = db.read_bytes()
    db.write_bytes(whole[: len(whole) // 2])
    answer = run("reindex", vault, "--db", db)
    assert answer.code == 2
    assert answer.err.endswith(": delete the file, and run mindnet reindex\n")

    db.unlink()
    assert run("reindex", vault, "--db", db).code == 0
    assert dump(vault, db) == fresh_dump(vault)


def test_a_process_that_ends_at_any_statement_leaves_an_index_that_goes_on() -> None:
    """Also while the file is still being made: it is ours from the first write on."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        vault = a_vault(Path(folder, "vault"), {"A.md": "# A\n\nword [[B]]\n"})
        wanted = fresh_dump(vault)
        number, ended = 0, False
        while not ended:
            number += 1
            db = Path(folder, f"{number}.db")
            ended = _reindex_until(vault, db, number)
            with open_library(vault, db=db) as library:
                library.reindex()
            assert dump(vault, db) == wanted, number

    assert number > 50


def _reindex_until(vault: Path, db: Path, statement: int) -> bool:
    """A reindex that is killed before this statement; whether it came to its end before."""
    child = os.fork()
    if child == 0:
        try:
            _count_down(statement)
            with open_library(vault, db=db) as library:
                library.reindex()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def _count_down(left: int) -> None:
    """Kills this process before so many statements are run."""
    connect = sqlite3.connect

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), 9)

    def connect_and_count(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named)  # type: ignore[call-overload]  # as it was called
        connection.set_trace_callback(count)
        return connection  # type: ignore[no-any-return]  # of a call that mypy cannot follow

    sqlite3.connect = connect_and_count  # type: ignore[assignment]  # in a process of its own
