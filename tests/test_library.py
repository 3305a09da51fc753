from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import mindnet
from mindnet.checks import check_of
from mindnet.errors import (
    FileNotReadable,
    IndexLocked,
    IndexMissing,
    IndexUnusable,
    SettingsError,
    VaultNotFound,
    VaultNotNamed,
)
from mindnet.library import Library, open_library, read_file, read_note

COMPOST = "---\ntags: [soil]\n---\n# Compost\n\n> [!section] decision\n\nWe turn it weekly. ^turn\n"
CORE = COMPOST.removeprefix("---\ntags: [soil]\n---\n").rstrip()
OAK = "# Oak\n\nWater it, and give it compost.\n\n%% never shown %%\n"


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.delenv("MINDNET_DB", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "garden", {"Compost.md": COMPOST, "Trees/Oak.md": OAK})


@pytest.fixture
def library(vault: Path) -> Iterator[Library]:
    with open_library(vault) as library:
        library.reindex()
        yield library


def a_vault(root: Path, notes: dict[str, str]) -> Path:
    (root / ".obsidian").mkdir(parents=True)
    for name, text in notes.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def found(library: Library, query: str) -> list[tuple[str, int]]:
    return sorted((hit.path, hit.line_start) for hit in library.search(query, limit=100))


def test_what_was_indexed_is_found_with_its_place(library: Library) -> None:
    (hit,) = library.search("turn weekly")

    assert (hit.path, hit.title, hit.line_start, hit.line_end) == ("Compost.md", "Compost", 4, 8)
    assert (hit.chunk_type, hit.headings_path, hit.section_type) == (
        "paragraph",
        ("Compost",),
        "decision",
    )
    assert hit.text == "# Compost\n\nWe turn it weekly."
    assert (hit.ref, len(hit.chunk_id)) == (f"Compost#c00@{check_of(CORE)}", 64)
    assert hit.to_dict()["headings_path"] == ["Compost"]


def test_a_hit_is_found_again_by_its_ref(library: Library, vault: Path) -> None:
    (hit,) = library.search("turn weekly")
    assert (library.get(hit.ref).state, library.get(hit.ref).ref) == ("holds", hit.ref)

    (vault / "Compost.md").write_text(COMPOST.replace("weekly", "daily"))
    assert library.get(hit.ref).state == "changed"


def test_a_title_helps_to_find_what_stands_under_it(library: Library) -> None:
    assert ("Trees/Oak.md", 1) in found(library, "oak water")


def test_words_are_found_whatever_their_case_and_accents(library: Library) -> None:
    assert found(library, "WÁTER") == [("Trees/Oak.md", 1)]


def test_directives_comments_and_frontmatter_are_no_content(library: Library) -> None:
    assert found(library, "section decision") == []
    assert found(library, "never shown") == []
    assert found(library, "tags") == []


def test_the_data_of_a_drawing_is_nowhere_in_the_index(tmp_path: Path) -> None:
    drawing = 'Oil store ^oil\n\n%%\n# Drawing\n```json\n{"text": "zanzibar"}\n```\n%%\n'
    vault = a_vault(tmp_path / "island", {"Store.excalidraw.md": drawing, "Oil.md": "zanzibar"})
    with open_library(vault) as library:
        library.reindex()

        assert found(library, "oil store") == [("Store.excalidraw.md", 1)]
        assert found(library, "zanzibar") == [("Oil.md", 1)]


def test_no_more_hits_come_than_were_asked_for(library: Library) -> None:
    assert len(library.search("compost", limit=1)) == 1
    assert len(library.search("compost")) > 1


@pytest.mark.parametrize("query", ["", " ", '"', "'", "(", "-", "—", "💧", "\x00", "\ud800", "%"])
def test_signs_alone_find_nothing(library: Library, query: str) -> None:
    assert library.search(query) == ()


@pytest.mark.parametrize(
    "query",
    ['""" OR "', "oak AND", "NOT", "NEAR(", "a*", "^a", "title:x", "foo-bar", "[[Oak]]", "a\0b"],
)
def test_whatever_is_typed_is_no_error(library: Library, query: str) -> None:
    assert len(library.search(query)) < 3


@pytest.mark.parametrize("query", ["x" * 100_000, "x " * 100_000, '"' * 100_000])
def test_however_much_is_typed_is_no_error(library: Library, query: str) -> None:
    assert library.search(query) == ()


def test_signs_among_the_words_are_passed_over(library: Library) -> None:
    assert found(library, '"weekly" — (turn)') == [("Compost.md", 4)]


def test_indexing_again_shows_what_the_vault_shows_now(library: Library, vault: Path) -> None:
    (vault / "Compost.md").unlink()
    (vault / "Rain.md").write_text("It rained on the compost.")
    library.reindex()

    assert {path for path, _ in found(library, "compost")} == {"Trees/Oak.md", "Rain.md"}


def test_the_report_counts_and_keeps_problems(vault: Path) -> None:
    (vault / "Odd.md").write_text("---\na: [\n---\ntext")
    (vault / "Binary.md").write_bytes(b"\xff\xfe\xff")
    report = open_library(vault).reindex()

    assert (report.added, report.notes, report.skipped) == (3, 3, {"not_utf8": 1})
    assert {(each.path, each.code) for each in report.problems} == {
        ("Odd.md", "bad_frontmatter"),
        ("Binary.md", "not_utf8"),
    }


def test_private_notes_leave_no_trace(vault: Path) -> None:
    (vault / "Diary.md").write_text("---\nprivate: true\nx: [\n---\nzanzibar\n")
    (vault / "Bytes.md").write_bytes(b"---\nprivate: true\n---\nzanzibar \xff")
    with open_library(vault) as library:
        report = library.reindex()

        assert (report.notes, report.skipped, report.problems) == (2, {}, ())
        assert library.search("zanzibar") == ()


def test_what_became_private_is_gone_from_the_file(library: Library, vault: Path) -> None:
    diary = vault / "Diary.md"
    diary.write_text("# Zanzibar\n\nThe zanzibar plan.\n")
    library.reindex()
    assert b"anzibar plan" in library.db.read_bytes()

    diary.write_text("---\nprivate: yes\n---\n# Zanzibar\n\nThe zanzibar plan.\n")
    library.reindex()
    library.close()
    left = b"".join(file.read_bytes() for file in library.db.parent.iterdir())
    assert b"anzibar" not in left


def test_lone_surrogates_of_a_canvas_stop_nothing(vault: Path) -> None:
    card = '{"id": "1", "type": "text", "text": "odd \\ud800 card", "x": 0, "y": 0}'
    (vault / "Board.canvas").write_text(f'{{"nodes": [{card}]}}')
    with open_library(vault) as library:
        library.reindex()

        assert found(library, "odd card") == [("Board.canvas", 0)]


def test_the_index_lies_in_the_state_folder_and_is_the_users_alone(library: Library) -> None:
    folder = library.db.parent

    assert library.db.name.startswith("garden-")
    assert stat.S_IMODE(library.db.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886")


def test_two_vaults_of_one_name_have_two_indexes(tmp_path: Path) -> None:
    one, other = (a_vault(tmp_path / name / "garden", {}) for name in ("a", "b"))

    assert open_library(one).db != open_library(other).db


def test_a_vault_and_a_symlink_to_it_share_an_index(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)

    assert open_library(tmp_path / "link").db == open_library(vault).db


def test_the_index_can_be_named(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "environment.db"))

    assert open_library(vault).db == tmp_path / "environment.db"
    assert open_library(vault, db="named.db").db == tmp_path / "named.db"


def test_a_folder_that_was_there_gets_no_tag(vault: Path, tmp_path: Path) -> None:
    open_library(vault, db=tmp_path / "named.db").reindex()

    assert not (tmp_path / "CACHEDIR.TAG").exists()


def test_the_vault_is_the_one_named_or_said_or_around_us(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_vault(tmp_path / "other", {})
    monkeypatch.chdir(vault / "Trees")
    assert open_library().root == vault

    monkeypatch.setenv("MINDNET_VAULT", str(other))
    assert open_library().root == other
    assert open_library("../../garden").root == vault


def test_a_home_sign_is_followed(tmp_path: Path) -> None:
    a_vault(tmp_path / "home" / "notes", {})

    assert open_library("~/notes").root == tmp_path / "home" / "notes"


def test_no_vault_is_told_with_a_way_out() -> None:
    with pytest.raises(VaultNotNamed, match="MINDNET_VAULT") as caught:
        open_library()

    assert caught.value.exit_code == 2


@pytest.mark.usefixtures("vault")
@pytest.mark.parametrize("named", ["gone", "", "garden/Compost.md", "a\0b", "~nobody-here/x"])
def test_a_vault_that_is_none_is_told(named: str) -> None:
    with pytest.raises(VaultNotFound, match="there is no vault at"):
        open_library(named)


def test_a_search_without_an_index_names_the_command(vault: Path) -> None:
    with open_library(vault) as library, pytest.raises(IndexMissing) as caught:
        library.search("x")

    assert "mindnet reindex" in str(caught.value)
    assert caught.value.exit_code == 3
    assert not library.db.exists()


def test_wrong_settings_leave_the_index_as_it_was(library: Library, vault: Path) -> None:
    (vault / ".mindnet").mkdir()
    (vault / ".mindnet" / "config.toml").write_text("ignor = []")
    with pytest.raises(SettingsError, match="did you mean ignore"):
        library.reindex()

    assert found(library, "weekly")


def test_a_crash_in_the_middle_leaves_the_index_as_it_was(
    library: Library, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / "New.md").write_text("fresh")
    monkeypatch.setattr("mindnet.store.writer.Writer.put_problems", lambda *_: 1 / 0)
    monkeypatch.setattr("mindnet.indexer._Work._write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        library.reindex()

    assert found(library, "weekly")
    assert found(library, "fresh") == []


@pytest.mark.parametrize("content", [b"# A note, no index\n" * 100, b"SQLite format 3\x00junk"])
def test_a_file_that_is_no_index_is_not_touched(
    vault: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "mine.db").write_bytes(content)
    with open_library(vault, db=tmp_path / "mine.db") as library:
        with pytest.raises(IndexUnusable):
            library.reindex()
        with pytest.raises(IndexUnusable):
            library.search("x")

    assert (tmp_path / "mine.db").read_bytes() == content


def test_a_database_of_another_program_is_not_touched(vault: Path, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    _execute(file, "CREATE TABLE theirs (x)")
    before = file.read_bytes()
    with pytest.raises(IndexUnusable, match="another program"):
        open_library(vault, db=file).reindex()

    assert file.read_bytes() == before


def test_an_index_of_a_newer_mindnet_is_refused(library: Library) -> None:
    _execute(library.db, "PRAGMA user_version = 99")

    with pytest.raises(IndexUnusable, match="newer mindnet"):
        library.reindex()
    with pytest.raises(IndexUnusable, match="newer mindnet"):
        library.search("x")


def test_a_folder_is_no_index(vault: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match="directory"):
        open_library(vault, db=tmp_path).reindex()


def test_an_empty_file_is_no_index_yet(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with open_library(vault, db=tmp_path / "empty.db") as library:
        with pytest.raises(IndexMissing):
            library.search("weekly")
        library.reindex()
        assert found(library, "weekly")


def test_a_second_writer_is_told_to_wait(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", partial(connect, timeout=0.01))
    first = connect(library.db, isolation_level=None)
    try:
        first.execute("BEGIN IMMEDIATE")
        with pytest.raises(IndexLocked) as caught:
            library.reindex()
        assert caught.value.exit_code == 6
        assert found(library, "weekly")
    finally:
        first.close()


def test_a_text_is_read_without_any_index() -> None:
    note = mindnet.read_note(COMPOST, path="Garden/Compost.md")

    assert (note.path, note.title, note.tags) == ("Garden/Compost.md", "Compost", ("soil",))
    assert [each.id for each in note.block_ids] == ["turn"]


def test_a_path_may_come_from_any_system() -> None:
    assert read_note("", "Garden\\Oak.md").path == "Garden/Oak.md"
    assert read_note("", Path("Garden", "Oak.md")).path == "Garden/Oak.md"
    assert read_note("").path == "note.md"


def test_settings_may_be_a_dict_or_a_value() -> None:
    text = "# Decision log\n\nWe did.\n"
    types = {"heading_types": {"Decision*": "decision"}}

    assert read_note(text, settings=types) == read_note(
        text, settings=mindnet.Settings(heading_types=(("Decision*", "decision"),))
    )
    assert read_note(text, settings=types).blocks[1].section_type == "decision"
    with pytest.raises(mindnet.MindnetError, match="did you mean heading_types"):
        read_note(text, settings={"heading_type": {}})


@pytest.mark.parametrize("text", ["", "\ud800", "a\x00b", "---\n\udcff: [\n---\n", "\ufeff", "\r"])
def test_any_text_is_read(text: str) -> None:
    assert read_note(text).source == text


def test_a_file_is_read_by_the_settings_of_its_vault(vault: Path) -> None:
    (vault / ".mindnet").mkdir()
    (vault / ".mindnet" / "config.toml").write_text('[heading_types]\n"Oak" = "tree"')
    note = read_file(vault / "Trees" / "Oak.md")

    assert note.path == "Trees/Oak.md"
    assert note.blocks[0].section_type == "tree"


def test_a_file_outside_of_vaults_is_called_as_it_was_typed(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("x")

    assert read_file("sub/a.md").path == "sub/a.md"
    assert read_file(tmp_path / "sub" / "a.md").path == "a.md"
    assert read_file("sub/../sub/a.md").path == "a.md"


@pytest.mark.parametrize(
    ("name", "why"), [("gone.md", "No such file"), (".", "a folder"), ("a\0b", "null")]
)
def test_a_file_that_cannot_be_read_is_told(name: str, why: str) -> None:
    with pytest.raises(FileNotReadable, match=why) as caught:
        read_file(name)

    assert caught.value.exit_code == 2


def test_a_strange_file_is_an_empty_note_with_its_problem(tmp_path: Path) -> None:
    (tmp_path / "odd.md").write_bytes(b"fine\n\xff")
    note = read_file("odd.md")

    assert (note.title, note.blocks) == ("odd", ())
    assert [(each.code, each.line) for each in note.problems] == [("not_utf8", 2)]


def test_public_names_are_there_and_load_only_what_they_need() -> None:
    for name in mindnet.__all__:
        assert getattr(mindnet, name)
    assert dir(mindnet) == mindnet.__all__
    assert not hasattr(mindnet, "nothing")
    script = "import mindnet, sys; mindnet.read_note('x'); print('sqlite3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "False\n"


def _execute(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_deleted_working_folder_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    os.rmdir(gone)

    with pytest.raises(VaultNotNamed):
        open_library()
    with pytest.raises(VaultNotFound):
        open_library("x")
    with pytest.raises(FileNotReadable):
        read_file("x.md")
