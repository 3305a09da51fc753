"""How the index is: what it holds, what is left out, what is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.answers import Status
from mindnet.errors import IndexMissing
from mindnet.library import Library, open_library
from mindnet.settings import Settings, settings_from
from mindnet.settings_files import load_settings
from mindnet.store.lock import writing
from tests.statuses import a_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


def test_everything_that_can_be_counted_is(library: Library) -> None:
    counts = library.status().counts

    assert (counts.notes, counts.chunks, counts.links, counts.tags) == (5, 5, 2, 2)
    assert counts.demoted == 1
    assert counts.skipped == {"bad_json": 1, "not_utf8": 1, "too_large": 1}
    assert counts.severities == {"error": 3, "warning": 1, "notice": 0}
    assert counts.profiles == {"heading_smart": 3, "heading_strict": 1, "sliding_short": 1}


def test_each_reason_for_leaving_out_is_counted(library: Library) -> None:
    assert library.status().left_out == {"attachment": 1, "ignored": 1, "template": 1}


def test_problems_are_told_with_the_worst_first(library: Library) -> None:
    problems = library.status().problems

    assert [(each.path, each.code) for each in problems] == [
        ("Board.canvas", "bad_json"),
        ("Bytes.md", "not_utf8"),
        ("Large.md", "too_large"),
        ("Asks.md", "unknown_profile"),
    ]


def test_the_status_tells_where_things_are(library: Library, vault: Path) -> None:
    status = library.status()

    assert (status.vault, status.db) == (str(vault), str(library.db))
    assert status.bytes >= os.stat(library.db).st_size
    assert status.settings["types"] == {"decision": "heading_strict"}
    assert status.writer is None


def test_who_writes_the_index_is_told(library: Library) -> None:
    with writing(library.db):
        assert library.status().writer == {"pid": os.getpid(), "command": "reindex"}


def test_hidden_files_are_neither_named_nor_counted(
    library: Library, vault: Path, tmp_path: Path
) -> None:
    def shown(status: Status) -> str:
        return json.dumps({**status.to_dict(), "db": "", "bytes": 0})

    with_hidden = shown(library.status())
    for name in ("Secret.md", "Tagged.md", "Diary/One.md"):
        (vault / name).unlink()
    with open_library(vault, db=tmp_path / "other.db") as other:
        other.reindex()

        assert shown(other.status()) == with_hidden


def test_settings_are_told_in_the_shape_of_their_file(library: Library) -> None:
    assert settings_from(library.status().settings) == load_settings(library.root)
    assert settings_from(Settings().to_dict()) == Settings()


def test_no_index_is_told(vault: Path, tmp_path: Path) -> None:
    with open_library(vault, db=tmp_path / "none.db") as library:
        with pytest.raises(IndexMissing):
            library.status()
        with pytest.raises(IndexMissing):
            library.file_status("Oak.md")
        assert library.index_state() is None
