"""What the index makes of one file, and which rule decided."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.answers import FileStatus
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


def told(library: Library, name: str) -> FileStatus:
    return library.file_status(library.root / name)


@pytest.mark.parametrize(
    ("name", "profile", "rule"),
    [
        ("Oak.md", "heading_smart", "default_profile"),
        ("Decide.md", "heading_strict", "type decision"),
        ("Journal/Day.md", "sliding_short", "rule 1: folder Journal/**"),
    ],
)
def test_the_rule_that_chose_the_profile_is_told(
    library: Library, name: str, profile: str, rule: str
) -> None:
    status = told(library, name)

    assert (status.indexed, status.fresh, status.reason) == (True, True, "note")
    assert (status.profile, status.rule) == (profile, rule)
    assert status.message == f"{name} is in the index, cut by the profile {profile} ({rule})"


def test_a_note_that_names_a_profile_in_vain_is_told(library: Library) -> None:
    status = told(library, "Asks.md")

    assert status.rule == "default_profile"
    assert [each.code for each in status.problems] == ["unknown_profile"]


def test_a_note_that_is_found_last_is_told(library: Library) -> None:
    status = told(library, "Late/Last.md")

    assert status.demoted
    assert status.message.endswith("Obsidian excludes it, so it is found last")


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("Old/Note.md", "ignored", "ignored by the pattern Old/** of the settings"),
        ("Forms/Day.md", "template", "in the template folder Forms"),
        ("oak.png", "attachment", "no note"),
        (".obsidian/app.json", "hidden", "begins with a dot"),
        ("Old", "ignored", "Old/**"),
        ("Journal", "folder", "a folder"),
        ("Large.md", "too_large", "skipped: larger than 1,000 bytes"),
        ("Bytes.md", "not_utf8", "skipped: this is not UTF-8"),
        ("Board.canvas", "bad_json", "skipped: this canvas cannot be read"),
        ("Secret.md", "private", "private by the rule property private of the settings"),
        ("Tagged.md", "private", "private by the rule tag secret of the settings"),
        ("Diary/One.md", "private", "private by the rule folder Diary/** of the settings"),
        ("gone.md", "missing", "not there"),
        ("../x.md", "outside", "outside of the vault"),
    ],
)
def test_the_reason_that_leaves_a_file_out_is_told(
    library: Library, name: str, reason: str, words: str
) -> None:
    (library.root.parent / "x.md").write_text("x")
    status = told(library, name)

    assert (status.indexed, status.fresh, status.reason) == (False, None, reason)
    assert words in status.message
    assert status.profile is None


def test_a_broken_note_that_shows_a_private_sign_is_told(library: Library, vault: Path) -> None:
    (vault / "Broken.md").write_bytes(b"---\nprivate: true\n---\n\xff")

    status = told(library, "Broken.md")
    assert status.reason == "private"
    assert "cannot be read, and shows a sign of a private rule" in status.message


def test_a_new_a_changed_and_a_lost_note_are_told(library: Library, vault: Path) -> None:
    (vault / "New.md").write_text("new\n")
    (vault / "Oak.md").write_text("changed\n")
    (vault / "Decide.md").unlink()
    (vault / "Asks.md").write_text("---\nprivate: true\n---\n")

    new, changed = told(library, "New.md"), told(library, "Oak.md")
    assert (new.indexed, new.fresh) == (False, None)
    assert "not in the index yet: run mindnet reindex" in new.message
    assert (changed.indexed, changed.fresh) == (True, False)
    assert "not as it is now: run mindnet reindex" in changed.message
    for name, reason in (("Decide.md", "missing"), ("Asks.md", "private")):
        lost = told(library, name)
        assert (lost.indexed, lost.fresh, lost.reason) == (True, False, reason)
        assert lost.message.endswith("it leaves the index with the next mindnet reindex")


def test_a_note_that_would_be_cut_in_another_way_is_not_as_it_is(
    library: Library, vault: Path
) -> None:
    config = vault / ".mindnet" / "config.toml"
    config.write_text(CONFIG.replace('"heading_strict"', '"sliding_short"'))
    status = told(library, "Decide.md")

    assert (status.indexed, status.fresh, status.profile) == (True, False, "sliding_short")


def test_a_missing_file_is_told_with_the_nearest_names(library: Library) -> None:
    assert told(library, "Decid.md").near == ("Decide",)
    assert told(library, "Secrets.md").near == ()  # what is hidden is never suggested


def test_a_path_is_seen_from_here_and_from_the_root(
    library: Library, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "Journal" / "Oak.md").write_text("another\n")
    (tmp_path / "Oak.md").write_text("outside\n")
    (tmp_path / "way").symlink_to(vault)

    monkeypatch.chdir(vault / "Journal")
    assert library.file_status("Oak.md").path == "Journal/Oak.md"
    assert library.file_status("../Oak.md").path == "Oak.md"
    assert library.file_status("Journal/Day.md").path == "Journal/Day.md"
    monkeypatch.chdir(tmp_path)
    assert library.file_status("Oak.md").path == "Oak.md"
    assert library.file_status("Oak").path == "Oak.md"
    assert library.file_status("way/Oak.md").path == "Oak.md"
    assert library.file_status(vault / "Oak.md").path == "Oak.md"
    assert library.file_status(tmp_path / "Oak.md").reason == "outside"


@pytest.mark.parametrize("typed", ["", ".", "a\0b", "x" * 5000, "../" * 500, "C:\\x", "\udcff.md"])
def test_whatever_is_typed_is_an_answer(library: Library, typed: str) -> None:
    status = library.file_status(typed)

    assert not status.indexed
    assert json.dumps(status.to_dict())
