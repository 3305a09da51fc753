"""How far the index is behind the vault, and what answers say of it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.library import Library, open_library
from tests.statuses import CONFIG, a_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


def pending(library: Library) -> tuple[list[str], list[str], int]:
    found = library.status().pending
    state = library.index_state()
    assert state is not None
    assert (state.fresh, state.pending) == (found.total == 0, found.total)
    return list(found.read), list(found.forget), found.other


NOTHING: tuple[list[str], list[str], int] = ([], [], 0)


def test_after_a_reindex_the_index_is_fresh(library: Library) -> None:
    state = library.index_state()

    assert state is not None
    assert (state.fresh, state.pending) == (True, 0)


def test_a_search_says_that_nobody_looked(library: Library) -> None:
    with open_library(library.root, db=library.db) as other:
        other.search("oak")
        state = other.index_state()

    assert state is not None
    assert (state.fresh, state.pending) == (None, None)


def test_files_that_were_only_touched_are_no_news(library: Library, vault: Path) -> None:
    assert pending(library) == NOTHING
    for file in vault.rglob("*"):
        os.utime(file)

    assert pending(library) == NOTHING


def test_what_a_reindex_would_do_is_told(library: Library, vault: Path) -> None:
    (vault / "Oak.md").write_text("# Oak\n\nFelled.\n")
    (vault / "New.md").write_text("new\n")
    (vault / "Decide.md").unlink()
    (vault / "new.png").write_bytes(b"")

    assert pending(library) == (["New.md", "Oak.md"], ["Decide.md"], 1)
    library.reindex()
    assert pending(library) == NOTHING


def test_changed_settings_are_news_for_the_notes_they_touch(library: Library, vault: Path) -> None:
    config = vault / ".mindnet" / "config.toml"
    config.write_text(CONFIG.replace('"heading_strict"', '"sliding_short"'))
    assert pending(library) == (["Decide.md"], [], 0)

    config.write_text(CONFIG.replace('"Old/**"', '"Old/**", "Oak.md"'))
    assert pending(library) == ([], [], 1)


def test_what_happens_to_hidden_files_is_no_news(library: Library, vault: Path) -> None:
    (vault / "Secret.md").write_text("---\nprivate: true\n---\nmore\n")
    (vault / "New.md").write_text("---\nprivate: true\n---\nnew\n")
    (vault / "Diary" / "Two.md").write_text("new\n")
    (vault / "Diary" / "One.md").unlink()
    (vault / "Tagged.md").unlink()

    assert pending(library) == NOTHING


def test_a_note_that_is_no_longer_private_is_news(library: Library, vault: Path) -> None:
    (vault / "Secret.md").write_text("open\n")

    assert pending(library) == (["Secret.md"], [], 0)


def test_a_skipped_note_that_can_be_read_again_is_news(library: Library, vault: Path) -> None:
    (vault / "Large.md").write_text("small\n")

    assert pending(library) == (["Large.md"], [], 0)


def test_notes_that_nobody_can_see_leave_the_question_open(library: Library, vault: Path) -> None:
    for number in range(30):
        (vault / f"n{number}.md").write_text("x\n")
    library.reindex()
    for file in [*vault.glob("*.md"), *vault.glob("*/*.md")]:
        file.unlink()
    status, state = library.status(), library.index_state()

    assert len(status.pending.spared) > 30
    assert state is not None
    assert (state.fresh, state.pending) == (None, None)


def test_a_dry_run_tells_how_much_is_to_do(library: Library, vault: Path) -> None:
    past = time.time() - 60
    for file in vault.rglob("*"):
        os.utime(file, (past, past))
    library.reindex()
    (vault / "New.md").write_text("new\n")
    library.reindex(dry_run=True)
    state = library.index_state()

    assert state is not None
    assert state.fresh is False


@pytest.mark.parametrize(
    "data",
    [b"---\nprivate: yes\n---\nhidden\n", "---\nprivate: yes\n---\n\u00e9\n".encode("utf-16")],
    ids=["a note", "no UTF-8"],
)
def test_hidden_files_are_not_counted_on_the_way(
    library: Library, vault: Path, data: bytes
) -> None:
    steps: list[tuple[int, float, int]] = []
    (vault / "Secret Plan.md").write_bytes(data)
    (vault / "New.md").write_text("new\n")
    foreseen = library.reindex(dry_run=True)
    library.reindex(progress=lambda *step: steps.append(step))
    known = {done for done, _, _ in steps}
    steps.clear()
    library.reindex(full=True, progress=lambda *step: steps.append(step))
    every = library.status().counts

    assert foreseen.added == 1
    assert library.reindex(dry_run=True).added == 0
    assert (
        max(known) == max(done for done, _, _ in steps) == every.notes + sum(every.skipped.values())
    )
    assert steps[-1][1] == 1.0
