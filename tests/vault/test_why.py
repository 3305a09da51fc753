"""Why a file is a note of the index or is not: the same as the walk says, with the reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindnet.keeping import FileState
from mindnet.settings import Settings, settings_from
from mindnet.vault.walk import walk_vault
from mindnet.vault.why import Reason, count_left_out, explain

STATES = {
    Reason.NOTE: FileState.NOTE,
    Reason.ATTACHMENT: FileState.ATTACHMENT,
    Reason.IGNORED: FileState.IGNORED,
    Reason.TEMPLATE: FileState.IGNORED,
    Reason.MODULES: FileState.IGNORED,
    Reason.OBSIDIAN: FileState.IGNORED,
    Reason.PRIVATE: FileState.PRIVATE,
}
RULES = settings_from(
    {
        "ignore": ["Old/**", "*.bak.md"],
        "private": [{"folder": "Diary/**"}],
        "obsidian_excluded": "ignore",
    }
)
PARTS = ["Old", "Diary", "Forms", "Late", ".git", "node_modules", "Plain", "diary"]
NAMES = ["a.md", "b.bak.md", ".hidden.md", "c.png", "d.TXT", "e", "f.canvas"]


def a_vault(root: Path, *names: str) -> Path:
    (root / ".obsidian").mkdir(parents=True, exist_ok=True)
    (root / ".obsidian" / "templates.json").write_text('{"folder": "Forms"}')
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Late/"]}')
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text")
    return root


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("a.md", Reason.NOTE, "a note of the vault"),
        ("c.png", Reason.ATTACHMENT, "no note: only .md, .txt and .canvas files are read"),
        ("Old/a.md", Reason.IGNORED, "ignored by the pattern Old/** of the settings"),
        ("x/b.bak.md", Reason.IGNORED, "ignored by the pattern *.bak.md of the settings"),
        ("Forms/a.md", Reason.TEMPLATE, "in the template folder Forms"),
        ("x/node_modules/a.md", Reason.MODULES, "node_modules"),
        ("Late/a.md", Reason.OBSIDIAN, "excluded by Obsidian"),
        (".git/a.md", Reason.HIDDEN, "the name .git begins with a dot"),
        ("x/.a.md", Reason.HIDDEN, "the name .a.md begins with a dot"),
        ("diary/a.md", Reason.PRIVATE, "private by the rule folder Diary/** of the settings"),
        ("Old/Diary.md", Reason.IGNORED, "Old/**"),
    ],
)
def test_the_rule_that_spoke_is_named(
    tmp_path: Path, name: str, reason: Reason, words: str
) -> None:
    why = explain(a_vault(tmp_path, name), name, RULES)

    assert why.reason is reason
    assert words in why.sentence


def test_a_file_that_obsidian_excludes_is_found_last(tmp_path: Path) -> None:
    why = explain(a_vault(tmp_path, "Late/a.md"), "Late/a.md", Settings())

    assert (why.reason, why.demoted) == (Reason.NOTE, True)


@pytest.mark.parametrize("place", ["../x.md", "..", "a/../../x.md", "/etc/passwd"])
def test_no_path_leads_out_of_the_vault(tmp_path: Path, place: str) -> None:
    (tmp_path / "x.md").write_text("text")

    assert explain(a_vault(tmp_path / "vault"), place, RULES).reason is Reason.OUTSIDE


@pytest.mark.parametrize(
    "place", ["gone.md", "a\0b.md", "x" * 300, "a.md/b.md", "%2e%2e/x.md", "C:\\x.md", "x/" * 4000]
)
def test_what_is_not_there_is_missing(tmp_path: Path, place: str) -> None:
    assert explain(a_vault(tmp_path, "a.md"), place, RULES).reason is Reason.MISSING


def test_folders_and_pipes_are_no_notes(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "x.md/a.md", "Old/a.md")
    os.mkfifo(vault / "pipe.md")

    assert explain(vault, "x.md", RULES).reason is Reason.FOLDER
    assert explain(vault, ".", RULES).reason is Reason.FOLDER
    assert explain(vault, "Old", RULES).reason is Reason.IGNORED
    assert explain(vault, "pipe.md", RULES).reason is Reason.SPECIAL


def test_a_symlink_counts_if_its_target_does(tmp_path: Path) -> None:
    vault = a_vault(tmp_path / "vault", "a.md", "Diary/d.md", "Old/o.md", ".git/g.md", "sub/s.md")
    (tmp_path / "out.md").write_text("text")
    for name, target in {
        "in.md": "a.md",
        "secret.md": "Diary/d.md",
        "old.md": "Old/o.md",
        "dot.md": ".git/g.md",
        "out.md": "../out.md",
        "loop.md": "loop.md",
        "folder": "sub",
    }.items():
        (vault / name).symlink_to(target)

    def reason(place: str) -> Reason:
        return explain(vault, place, RULES).reason

    assert reason("in.md") is Reason.NOTE
    assert reason("secret.md") is Reason.PRIVATE
    assert reason("old.md") is Reason.IGNORED
    assert reason("dot.md") is Reason.HIDDEN
    for place in ("out.md", "loop.md", "folder", "folder/s.md"):
        assert reason(place) is Reason.SYMLINK


def test_a_name_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    try:
        vault = a_vault(tmp_path, name)
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")

    assert explain(vault, name, RULES).reason is Reason.BAD_NAME


@pytest.mark.skipif(os.geteuid() == 0, reason="root opens every folder")
def test_a_folder_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "shut/a.md")
    (vault / "shut").chmod(0)
    try:
        assert explain(vault, "shut/a.md", RULES).reason is Reason.UNREADABLE
    finally:
        (vault / "shut").chmod(0o700)


def test_each_reason_is_counted_and_private_files_are_not(tmp_path: Path) -> None:
    vault = a_vault(
        tmp_path,
        *("a.md", "c.png", "Old/a.md", "Old/b.md", "Old/c.png", "Forms/a.md", "Late/a.md"),
        *("node_modules/a.md", "Diary/a.md", "Diary/b.png", ".git/a.md"),
    )

    assert count_left_out(vault, walk_vault(vault, RULES), RULES) == {
        "attachment": 1,
        "ignored": 2,
        "node_modules": 1,
        "obsidian_excluded": 1,
        "template": 1,
    }


@settings(max_examples=60)
@given(
    data=st.data(),
    paths=st.sets(
        st.tuples(st.lists(st.sampled_from(PARTS), max_size=2), st.sampled_from(NAMES)).map(
            lambda each: "/".join((*each[0], each[1]))
        ),
        max_size=8,
    ),
)
def test_the_walk_and_the_reason_agree(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, paths: set[str]
) -> None:
    vault = a_vault(tmp_path_factory.mktemp("vault"), *paths)
    for number in range(data.draw(st.integers(0, 2))):
        target = data.draw(st.sampled_from([*sorted(paths), "Plain", "gone.md"]))
        (vault / f"link{number}.md").symlink_to(vault / target)
    seen = {file.place: file.state for file in walk_vault(vault, RULES).files}
    on_disk = [each.relative_to(vault) for each in vault.rglob("*") if not each.is_dir()]

    for place in map(str, on_disk):
        assert seen.get(place) is STATES.get(explain(vault, place, RULES).reason), place
