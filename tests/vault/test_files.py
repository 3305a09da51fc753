from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from mindnet.errors import FileNotReadable, Problem
from mindnet.model import NotePath, SourceFile
from mindnet.settings import PrivateRule, Settings, settings_from
from mindnet.vault.files import (
    ReadFile,
    decode_source,
    note_path,
    read_bytes,
    read_source,
    walk_vault,
)


def a_vault(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"text of {name}\n", encoding="utf-8")
    return root


def paths(root: Path, **settings: object) -> list[str]:
    return [file.path for file in walk_vault(root, settings_from(settings)).notes]


def test_notes_are_found_in_the_order_of_paths(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "b.md", "a/z.md", "a.md", "a/b/c.TXT", "Board.Canvas", "oak.png", "x")

    assert paths(vault) == ["Board.Canvas", "a.md", "a/b/c.TXT", "a/z.md", "b.md"]


def test_an_empty_vault_has_no_notes(tmp_path: Path) -> None:
    assert walk_vault(tmp_path, Settings()).files == ()


def test_hidden_files_and_folders_are_left_alone(tmp_path: Path) -> None:
    vault = a_vault(
        tmp_path, ".obsidian/a.md", ".trash/b.md", "c/.d/e.md", ".f.md", "node_modules/g.md", "h.md"
    )

    assert paths(vault) == ["h.md"]


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("Forms/**", ["a.md", "b/Forms/t.md", "b/a.md", "forms/u.md"]),
        ("Forms", ["a.md", "b/a.md", "forms/u.md"]),
        ("Forms/", ["a.md", "b/a.md", "forms/u.md"]),
        ("**/Forms/**", ["a.md", "b/a.md", "forms/u.md"]),
        ("a.md", ["Forms/s/t.md", "Forms/t.md", "b/Forms/t.md", "forms/u.md"]),
        ("/a.md", ["Forms/s/t.md", "Forms/t.md", "b/Forms/t.md", "b/a.md", "forms/u.md"]),
        ("*/*.md", ["Forms/s/t.md", "a.md", "b/Forms/t.md"]),
        ("b/**/t.md", ["Forms/s/t.md", "Forms/t.md", "a.md", "b/a.md", "forms/u.md"]),
        ("[Ff]orms/?.md", ["Forms/s/t.md", "a.md", "b/Forms/t.md", "b/a.md"]),
        ("**", []),
    ],
)
def test_what_a_pattern_means_is_not_found(tmp_path: Path, pattern: str, left: list[str]) -> None:
    vault = a_vault(
        tmp_path, "Forms/t.md", "Forms/s/t.md", "b/Forms/t.md", "forms/u.md", "a.md", "b/a.md"
    )

    assert paths(vault, ignore=[pattern]) == left


def test_no_pattern_is_slow(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "/".join("aaaaaaaaaa" for _ in range(12)) + "/" + "a" * 200 + ".md")
    hostile = ["*a" * 60 + "b", "**/" * 30 + "b", "**/a*/" * 20 + "b"]

    assert len(paths(vault, ignore=hostile)) == 1


def test_template_folders_of_obsidian_are_left_out(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "Forms/a.md", "Other/Forms/b.md", "Scripts/deep/c.md", "d.md")
    plugin = vault / ".obsidian" / "plugins" / "templater-obsidian"
    plugin.mkdir(parents=True)
    (vault / ".obsidian" / "templates.json").write_text('{"folder": "/Forms/"}')
    (plugin / "data.json").write_text('{"templates_folder": "Scripts/deep"}')

    assert paths(vault) == ["Other/Forms/b.md", "d.md"]


@pytest.mark.parametrize("said", ["", "{", "[]", '{"folder": ""}', '{"folder": "/"}', "[" * 10**5])
def test_odd_settings_of_obsidian_say_nothing(tmp_path: Path, said: str) -> None:
    vault = a_vault(tmp_path, "a.md")
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian" / "templates.json").write_text(said)

    assert paths(vault) == ["a.md"]


def test_nothing_is_told_of_private_folders(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "Diary/a.md", "Notes/b.md")
    (vault / "Diary").chmod(0)
    try:
        walk = walk_vault(vault, Settings(private=(PrivateRule(folder="diary/**"),)))
    finally:
        (vault / "Diary").chmod(0o700)

    assert [file.path for file in walk.notes] == ["Notes/b.md"]
    assert walk.problems == ()


def test_files_that_a_link_may_mean_are_named(tmp_path: Path) -> None:
    """L23, L27."""
    vault = a_vault(tmp_path, "a.md", "oak.png", "Old/b.md", "Diary/c.md", ".obsidian/d.md")
    walk = walk_vault(vault, settings_from({"ignore": ["Old"], "private": [{"folder": "Diary"}]}))

    assert [(file.path, file.state.value) for file in walk.files] == [
        ("Diary/c.md", "private"),
        ("Old/b.md", "ignored"),
        ("a.md", "note"),
        ("oak.png", "attachment"),
    ]
    assert [file.path for file in walk.files if file.stamp] == ["a.md"]


def test_symlinks_never_leave_the_vault(tmp_path: Path) -> None:
    vault = a_vault(tmp_path / "vault", "in/a.md")
    outside = a_vault(tmp_path / "outside", "secret.md")
    (vault / "file.md").symlink_to(outside / "secret.md")
    (vault / "folder").symlink_to(outside)
    (vault / "dots.md").symlink_to("../outside/secret.md")
    (vault / "nowhere.md").symlink_to("gone.md")
    (vault / "also.md").symlink_to("in/a.md")

    assert paths(vault) == ["also.md", "in/a.md"]


def test_loops_of_symlinks_are_cut(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "a/b/c.md")
    (vault / "a" / "b" / "up").symlink_to(vault)
    (vault / "self.md").symlink_to("self.md")
    (vault / "round").symlink_to("round")

    assert paths(vault) == ["a/b/c.md"]


def test_a_symlink_is_no_way_around_what_is_kept_out(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "Diary/a.md", "Old/b.md", ".trash/c.md")
    for name, target in (("1", "Diary/a.md"), ("2", "Old/b.md"), ("3", ".trash/c.md")):
        (vault / f"{name}.md").symlink_to(target)

    assert paths(vault, ignore=["Old/**"], private=[{"folder": "Diary/**"}]) == []


def test_a_vault_may_itself_be_reached_by_a_symlink(tmp_path: Path) -> None:
    a_vault(tmp_path / "vault", "a.md")
    (tmp_path / "vault" / "also.md").symlink_to("a.md")

    assert paths((tmp_path / "vault").resolve()) == ["a.md", "also.md"]


def test_folders_that_end_like_notes_and_pipes_are_no_notes(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "folder.md/a.md")
    os.mkfifo(vault / "pipe.md")

    assert paths(vault) == ["folder.md/a.md"]


def test_a_path_is_spelled_in_nfc_and_opened_as_the_disk_spells_it(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Café/Blåbær.md")
    (file,) = walk_vault(a_vault(tmp_path, decomposed), Settings()).files

    assert file.path == unicodedata.normalize("NFC", decomposed)
    assert file.place == decomposed
    assert isinstance(read_bytes(tmp_path, file, 1000, 0), ReadFile)


def test_files_that_differ_in_unicode_form_only_keep_their_own_spelling(tmp_path: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "é.md") for form in ("NFC", "NFD"))
    vault = a_vault(tmp_path, composed, decomposed)
    if len(list(vault.iterdir())) == 1:
        pytest.skip("this file system takes both names for one")

    assert paths(vault) == sorted([composed, decomposed])


def test_a_pattern_in_one_unicode_form_means_a_path_in_the_other(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, unicodedata.normalize("NFD", "Café/a.md"))

    assert paths(vault, ignore=[unicodedata.normalize("NFC", "Café/**")]) == []


def test_a_name_that_is_not_utf8_is_a_problem(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    walk = walk_vault(tmp_path, Settings())

    assert walk.files == ()
    assert [(each.path, each.code) for each in walk.problems] == [("caf\\xe9.md", "unreadable")]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_opened_is_a_problem(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, "closed/a.md", "b.md")
    (vault / "closed").chmod(0)
    try:
        walk = walk_vault(vault, Settings())
    finally:
        (vault / "closed").chmod(0o700)

    assert [file.path for file in walk.files] == ["b.md"]
    assert [each.path for each in walk.problems] == ["closed"]


def test_a_root_that_cannot_be_listed_stops_the_walk(tmp_path: Path) -> None:
    with pytest.raises(FileNotReadable, match="No such file"):
        walk_vault(tmp_path / "gone", Settings())


@pytest.mark.parametrize("text", ["", "\ufeffa\r\nb\rc\n", "\x00", "日本\n", "a\u2028b"])
def test_a_file_is_decoded_and_otherwise_unchanged(text: str) -> None:
    source = decode_source(NotePath("a.md"), text.encode(), Settings())

    assert source == SourceFile(NotePath("a.md"), text)


@pytest.mark.parametrize(
    ("data", "line"), [(b"\xff", 1), (b"a\nb\r\nc\r\xc3(", 4), (b"a\xed\xa0\x80", 1)]
)
def test_bytes_that_are_not_utf8_are_a_problem_with_its_line(data: bytes, line: int) -> None:
    problem = decode_source(NotePath("a.md"), data, Settings())

    assert isinstance(problem, Problem)
    assert (problem.code, problem.line, problem.severity) == ("not_utf8", line, "error")


def test_a_file_over_the_limit_is_a_problem(tmp_path: Path) -> None:
    (file,) = walk_vault(a_vault(tmp_path, "a.md"), Settings()).files
    size = os.path.getsize(tmp_path / "a.md")
    found = read_bytes(tmp_path, file, size - 1, 0)

    assert isinstance(found, ReadFile)
    assert isinstance(read_source(file.path, found.data, Settings(max_note_bytes=size)), SourceFile)
    problem = read_source(file.path, found.data, Settings(max_note_bytes=size - 1))
    assert isinstance(problem, Problem)
    assert (problem.code, problem.line) == ("too_large", 0)


def test_a_file_that_is_gone_by_now_is_none(tmp_path: Path) -> None:
    (file,) = walk_vault(a_vault(tmp_path, "a.md"), Settings()).files
    (tmp_path / "a.md").unlink()

    assert read_bytes(tmp_path, file, 1000, 0) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_file_that_cannot_be_opened_is_a_problem(tmp_path: Path) -> None:
    (file,) = walk_vault(a_vault(tmp_path, "a.md"), Settings()).files
    (tmp_path / "a.md").chmod(0)
    problem = read_bytes(tmp_path, file, 1000, 0)

    assert isinstance(problem, Problem)
    assert problem.code == "unreadable"


@pytest.mark.parametrize(
    "data",
    [
        b"---\nprivate: true\n---\n\xff",
        "---\r\nprivate: true\r\n---\r\n".encode("utf-16"),
        b"---\nPRIVATE: [\n\xff",
    ],
)
def test_a_file_that_cannot_be_decoded_and_may_be_private_is_not_even_a_problem(
    data: bytes,
) -> None:
    assert read_source(NotePath("a.md"), data, Settings()) is None


def test_a_path_is_spelled_alike_on_every_system() -> None:
    name = unicodedata.normalize("NFD", "é")

    assert note_path(os.path.join("a", f"{name}.md")) == "a/é.md"
    assert note_path("caf\udce9.md") == "caf\\xe9.md"
