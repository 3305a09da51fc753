"""Which note an address means, and what can be told beside its text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.errors import IndexMissing, RefAmbiguous, RefUnknown, UsageError
from mindnet.library import Library, open_library
from tests.texts import OAK, a_vault, check, there


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


@pytest.mark.parametrize(
    ("ref", "path"),
    [
        ("Trees/Oak.md", "Trees/Oak.md"),
        ("Trees/Oak", "Trees/Oak.md"),
        ("Oak", "Trees/Oak.md"),
        ("oak.MD", "Trees/Oak.md"),
        ("trees/oak", "Trees/Oak.md"),
        ("The Oak", "Trees/Oak.md"),
        ("the oak", "Trees/Oak.md"),
        ("quercus", "Trees/Oak.md"),
        ("[[Oak]]", "Trees/Oak.md"),
        ("![[Trees/Oak|the oak]]", "Trees/Oak.md"),
        ("Elm", "Elm.md"),
        ("elm", "Elm.md"),
        ("Trees/elm", "Trees/Elm.md"),
        ("C# notes", "C# notes.md"),
        ("Time: 12:30", "Time: 12:30.md"),
        ("Ask.txt", "Ask.txt"),
        ("Ask.txt.md", "Ask.txt.md"),
        ("Zażółć", "Zażółć.md"),
        ("Zaz\u0307o\u0301\u0142c\u0301", "Zażółć.md"),
        ("Board.canvas", "Board.canvas"),
    ],
)
def test_a_note_is_found_by_each_of_its_names(library: Library, ref: str, path: str) -> None:
    text = library.get(ref)

    assert (text.path, text.kind, text.state) == (path, "note", None)


def test_a_whole_note_is_the_file_as_it_is(library: Library) -> None:
    text = library.get("Oak")

    assert text.text == OAK.removesuffix("\n")
    assert (text.title, text.ref, text.line_start, text.line_end) == ("The Oak", "Trees/Oak", 1, 28)
    assert text.lines == f"Trees/Oak:1-28@{check(OAK.removesuffix(chr(10)))}"


@pytest.mark.parametrize(
    ("ref", "path", "words"),
    [
        ("C# notes#c00", "C# notes.md", "# C# notes\n\nSharp."),
        ("C#notes", "C.md", "# notes\n\nFlat."),
        ("[[C#notes]]", "C.md", "# notes\n\nFlat."),
        ("Time: 12:30:2", "Time: 12:30.md", "second"),
        ("C# notes.md:3", "C# notes.md", "Sharp."),
    ],
)
def test_the_longest_leading_part_that_is_a_note_is_the_note(
    library: Library, ref: str, path: str, words: str
) -> None:
    text = library.get(ref)

    assert (text.path, text.text) == (path, words)


def test_several_notes_of_one_name_are_listed(library: Library, vault: Path) -> None:
    (vault / "Shrubs").mkdir()
    (vault / "Shrubs" / "Oak.md").write_text("# Care\n")
    library.reindex()
    with pytest.raises(RefAmbiguous) as caught:
        library.get("oak#Care")

    assert caught.value.exit_code == 5
    assert caught.value.candidates == ("Shrubs/Oak.md#Care", "Trees/Oak.md#Care")
    assert there(library.get(caught.value.candidates[0])) == "# Care"


def test_a_name_is_led_by_the_rule_of_links(library: Library, vault: Path) -> None:
    (vault / "Hidden").mkdir()
    (vault / "Hidden" / "Pond.md").write_text("---\nprivate: true\n---\n")
    (vault / "Shore" / "Hidden").mkdir(parents=True)
    (vault / "Shore" / "Hidden" / "Pond.md").write_text("Deep.\n")
    library.reindex()

    assert library.get("/Trees/Oak").path == library.get("./trees/oak.md").path == "Trees/Oak.md"
    assert library.get("Shore/Hidden/Pond").path == "Shore/Hidden/Pond.md"
    for ref in ("../Trees/Oak", "/Oak", "wrong/Oak", "Hidden/Pond"):
        with pytest.raises(RefUnknown):
            library.get(ref)


def test_a_title_that_two_notes_have_is_no_name(library: Library, vault: Path) -> None:
    (vault / "Other.md").write_text("---\naliases: the oak\n---\n")
    library.reindex()
    with pytest.raises(RefAmbiguous) as caught:
        library.get("The Oak")

    assert caught.value.candidates == ("Other.md", "Trees/Oak.md")


def test_an_unknown_name_is_told_with_the_nearest(library: Library) -> None:
    with pytest.raises(RefUnknown, match=r"did you mean Zażółć\?") as caught:
        library.get("Zazólć")

    assert (caught.value.exit_code, caught.value.candidates) == (5, ("Zażółć",))


@pytest.mark.parametrize(
    "ref",
    [
        "", " ", "#", ":", "[[]]", "[[#Care]]", "..", "../outside", "../outside.md", "Trees/../Elm",
        "/etc/passwd", "/outside.md", "~/outside.md", "%2e%2e/outside.md", "..%2foutside.md",
        "C:\\outside.md", "..\\outside.md", "\\\\server\\x", "CON", "a\0b", "Elm.md\0", "\ud800",
        ".mindnet/config.toml", ".mindnet/config", "x" * 10_000, "../" * 3_000, "#" * 10_000,
        ":1" * 2_000, "[[" * 2_000 + "]]" * 2_000, "file:///etc/passwd", "'; DROP TABLE notes; --",
        "%", "*", "Trees/*", "Trees", "Trees/", "\x1b[2J",
    ],
)  # fmt: skip
def test_a_hostile_address_leads_nowhere(library: Library, ref: str) -> None:
    with pytest.raises(RefUnknown) as caught:
        library.get(ref)

    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", ["Diary", "Diary.md", "diary:4", "Forms/Day", "Forms/Day.md"])
def test_what_is_hidden_is_answered_like_what_does_not_exist(
    library: Library, vault: Path, name: str
) -> None:
    with pytest.raises(RefUnknown) as hidden:
        library.get(name)
    for file in ("Diary.md", "Forms/Day.md"):
        (vault / file).unlink()
    library.reindex()
    with pytest.raises(RefUnknown) as missing:
        library.get(name)

    assert str(hidden.value) == str(missing.value)
    assert hidden.value.candidates == missing.value.candidates


@pytest.mark.parametrize(
    "hide",
    [
        lambda vault: (vault / "Ask.txt.md").write_text("---\nprivate: true\n---\n# Markdown\n"),
        lambda vault: (vault / "Ask.txt.md").write_bytes(b"---\nprivate: yes\n---\n\xff"),
        lambda vault: (vault / ".mindnet" / "config.toml").write_text('ignore = ["Ask.txt.md"]'),
        lambda vault: (vault / ".mindnet" / "config.toml").write_text(
            'private = [{ folder = "Ask*" }]'
        ),
    ],
)
def test_what_was_hidden_since_it_was_indexed_is_not_shown(
    library: Library, vault: Path, hide: object
) -> None:
    assert library.get("Ask.txt.md").text == "# Markdown"
    assert callable(hide)
    hide(vault)

    for ref in ("Ask.txt.md", "Ask.txt.md#c00", "Ask.txt.md:1", "Markdown"):
        with pytest.raises(RefUnknown) as caught:
            library.get(ref)
        assert "Ask.txt.md" not in (caught.value.candidates or ())


def test_a_note_that_became_a_way_out_is_not_followed(
    library: Library, vault: Path, tmp_path: Path
) -> None:
    (vault / "Elm.md").unlink()
    (vault / "Elm.md").symlink_to(tmp_path / "outside.md")
    with pytest.raises(RefUnknown):
        library.get("Elm.md")

    (vault / "Trees").rename(tmp_path / "trees")
    (vault / "Trees").symlink_to(tmp_path / "trees")
    with pytest.raises(RefUnknown):
        library.get("Trees/Oak")


def test_a_file_that_is_gone_is_told(library: Library, vault: Path) -> None:
    (vault / "Elm.md").unlink()
    with pytest.raises(RefUnknown, match="its file is gone: run mindnet reindex"):
        library.get("Elm.md")


def test_no_index_is_told(vault: Path, tmp_path: Path) -> None:
    with open_library(vault, db=tmp_path / "none.db") as library, pytest.raises(IndexMissing):
        library.get("Oak")


def test_the_outline_leads_to_each_section(library: Library) -> None:
    outline = library.get("Oak", ["outline"]).to_dict()["outline"]

    assert [(each["level"], each["title"], each["line"]) for each in outline] == [
        (1, "Oak", 7), (2, "Care", 11), (3, "Water", 13), (2, "Decision", 17),
        (2, "Care", 23), (3, "Prune", 25),
    ]  # fmt: skip
    for each in outline:
        found = library.get(each["lines"])
        assert (found.state, found.line_start) == ("holds", each["line"])
        assert each["title"] in there(found).splitlines()[0]


def test_links_are_those_of_the_text(library: Library) -> None:
    def links(ref: str) -> list[str]:
        return [each["raw"] for each in library.get(ref, ["links"]).to_dict()["links"]]

    assert links("Oak") == ["[[Trees]]", "[[Elm]]"]
    assert links("Oak:9") == links("Oak#^old") == links("Oak#c00") == ["[[Elm]]"]
    assert links("Oak#Decision") == []


def test_links_of_a_changed_note_are_those_it_has_now(library: Library, vault: Path) -> None:
    before = library.get("Elm.md", ["links"]).to_dict()["links"]
    (vault / "Elm.md").write_text("See [[Ash]].\n")
    (link,) = library.get("Elm.md", ["links"]).to_dict()["links"]

    assert before == []
    assert (link["raw"], link["line"], link["status"]) == ("[[Ash]]", 1, "missing")


def test_backlinks_are_the_edges_that_lead_to_the_note(library: Library) -> None:
    (link,) = library.get("Oak#Decision", ["backlinks"]).to_dict()["backlinks"]

    assert (link["source"], link["line"], link["raw"]) == ("Trees/Elm.md", 3, "[[Oak]]")


def test_frontmatter_is_told_as_it_was_read(library: Library, vault: Path) -> None:
    front = library.get("Oak", ["frontmatter"]).to_dict()["frontmatter"]
    (vault / "Trees" / "Oak.md").write_text(OAK + "\nmore\n")

    assert front["properties"]["up"] == "[[Trees]]"
    assert (front["title"], front["aliases"], front["tags"]) == ("The Oak", ["Quercus"], ["tree"])
    assert library.get("Oak", ["frontmatter"]).to_dict()["frontmatter"] == front


def test_only_what_was_asked_for_is_told(library: Library) -> None:
    assert set(library.get("Oak").to_dict()) == {
        "path", "title", "kind", "ref", "lines", "chunk_id", "headings_path", "section_type",
        "line_start", "line_end", "char_start", "char_end", "state", "text",
    }  # fmt: skip
    with pytest.raises(UsageError, match="only outline, links, backlinks, frontmatter"):
        library.get("Oak", ["outlines"])
