"""What lies between an asker and a holder: `index.md` §4."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindnet.handover import serve_requests
from mindnet.keeping import Report
from mindnet.library import open_library
from mindnet.store.requests import Answer, give_answer, take_requests
from tests.holders import WATCH, a_report, an_asker, requests


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    for name in ("Oak", "Elm", "Ash"):
        (root / f"{name}.md").write_text(f"# {name}\n\nA tree.\n")
    return root


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "index").mkdir()
    return tmp_path / "index" / "trees.db"


def test_those_who_ask_for_the_same_share_the_work(vault: Path, db: Path) -> None:
    askers = [an_asker(db, vault), an_asker(db, vault), an_asker(db, vault, full=True)]
    calls: list[tuple[bool, bool]] = []

    def reindex(full: bool, dry_run: bool) -> Report:
        calls.append((full, dry_run))
        return a_report()

    assert serve_requests(db, vault, reindex) == 3
    assert sorted(calls) == [(False, False), (True, False)]
    assert all(asker.look(WATCH) for asker in askers)
    assert serve_requests(db, vault, reindex) == 0


def test_what_a_dead_holder_claimed_is_served_by_the_next(vault: Path, db: Path) -> None:
    asker = an_asker(db, vault)
    (claimed,) = take_requests(db)  # by one who dies now
    assert [name.rpartition("-")[0] for name in requests(db)] == [f"{db.name}.taken"]
    with open_library(vault, db=db) as library, library.hold():
        assert library.serve() == 1

    assert asker.look(WATCH)
    assert asker.answer is not None
    assert (asker.answer.report or {})["added"] == 3
    assert claimed.root == str(vault)


def test_what_dead_askers_left_is_removed_by_the_next_reindex(vault: Path, db: Path) -> None:
    asker = an_asker(db, vault)
    give_answer(db, take_requests(db)[0], Answer(1, a_report().to_dict()))
    os.close(asker._handle)  # as if it died
    (db.parent / f"{db.name}.new-{'0' * 32}").write_text("{")
    (db.parent / f"{db.name}.notes").write_text("somebody else's")
    assert len(requests(db)) == 4
    with open_library(vault, db=db) as library:
        library.reindex()

    assert requests(db) == [f"{db.name}.notes"]


def test_an_asker_who_gave_up_gets_no_answer(vault: Path, db: Path) -> None:
    asker = an_asker(db, vault)
    (request,) = take_requests(db)
    asker.withdraw()
    give_answer(db, request, Answer(1, a_report().to_dict()))
    assert take_requests(db) == []
    assert requests(db) == []


def test_a_request_is_whole_and_the_users_alone(vault: Path, db: Path) -> None:
    an_asker(db, vault)
    (name,) = requests(db)

    assert (db.parent / name).stat().st_mode & 0o777 == 0o600
    assert (db.parent / name).read_text().startswith('{"root": ')


def test_what_cannot_be_understood_is_refused(vault: Path, db: Path) -> None:
    asker = an_asker(db, vault)
    (file,) = db.parent.glob("*.ask-*")
    file.write_text("no JSON")
    askers = [asker, an_asker(db, vault, what="dance")]

    assert serve_requests(db, vault, lambda *_: a_report()) == 2
    for each in askers:
        assert each.look(WATCH)
        assert each.answer is not None
        assert (each.answer.error or {})["code"] == "other_version"


def test_files_of_another_name_are_left_alone(db: Path) -> None:
    others = [f"{db.name}.ask-", f"{db.name}.ask-xyz", f"other.db.ask-{'0' * 32}", "notes.txt"]
    for name in others:
        (db.parent / name).write_text("x")
    (db.parent / f"{db.name}.ask-{'1' * 32}").symlink_to(db.parent / "notes.txt")

    assert take_requests(db) == []
    assert requests(db) == sorted([*others, f"{db.name}.ask-{'1' * 32}"])
