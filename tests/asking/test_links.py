"""The edges at a place, from either end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.errors import RefAmbiguous, RefUnknown, UsageError
from mindnet.library import Library
from mindnet.linked import Direction, SeenEdge
from tests.asking.vaults import FILES, OAK, an_index


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with an_index(tmp_path / "garden", FILES) as library:
        yield library


def raws(edges: tuple[SeenEdge, ...]) -> list[str]:
    return [each.raw for each in edges]


def places(edges: tuple[SeenEdge, ...]) -> list[str]:
    return [f"{each.source}:{each.line} {each.raw}" for each in edges]


def test_the_links_of_a_note_come_in_their_order(library: Library) -> None:
    edges = library.links("Oak")

    assert [(each.line, each.relation, each.status, each.raw) for each in edges] == [
        (2, "up", "missing", "[[Trees]]"),
        (6, "soil", "missing", "[[Loam]]"),
        (6, "links_to", "missing", "[[Elm]]"),
        (11, "depends_on", "resolved", "[[Rain]]"),
        (11, "depends_on", "attachment", "![[Sun.png]]"),
        (13, "links_to", "resolved", "[the rain](Rain.md#Why)"),
        (17, "links_to", "self", "[[#Care]]"),
        (17, "links_to", "self", "[[#^old]]"),
        (17, "links_to", "external", "[home](https://example.org)"),
    ]
    assert {each.direction for each in edges} == {Direction.OUT}


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        ("Oak#^old", ["[[Loam]]", "[[Elm]]"]),
        ("Oak:11", ["[[Rain]]", "![[Sun.png]]"]),
        ("Oak:2", ["[[Trees]]"]),
        ("[[Oak#Care]]", ["[[Rain]]", "![[Sun.png]]", "[the rain](Rain.md#Why)"]),
        ("Oak#^dry", ["[the rain](Rain.md#Why)"]),
    ],
)
def test_the_links_of_a_place_are_those_that_stand_in_it(
    library: Library, ref: str, expected: list[str]
) -> None:
    assert raws(library.links(ref)) == expected


def test_every_link_belongs_to_the_chunk_that_the_index_says(library: Library) -> None:
    told = [each for each in library.links("Oak") if each.source_chunk is not None]
    by_chunk = {each.source_chunk: library.links(each.source_chunk or "") for each in told}

    assert len(told) == 8
    assert [each for edges in by_chunk.values() for each in edges] == told


def test_backlinks_come_with_their_places(library: Library) -> None:
    edges = library.backlinks("Rain")

    assert places(edges) == [
        "Moss.md:3 [[Rain]]",
        "Rain.md:4 [[Rain]]",
        "Trees/Oak.md:11 [[Rain]]",
        "Trees/Oak.md:13 [the rain](Rain.md#Why)",
    ]
    assert {each.direction for each in edges} == {Direction.IN}
    assert [each.relation for each in edges] == ["near", "near", "depends_on", "links_to"]
    assert [each.inverse for each in edges] == ["near", "near", "required_by", "linked_by"]


def test_backlinks_of_a_place_name_that_very_place(library: Library) -> None:
    assert raws(library.backlinks("[[Oak#Care]]")) == ["[[Oak#Care]]", "[[#Care]]"]
    assert raws(library.backlinks("Oak#^dry")) == ["![[Oak#^dry]]"]
    assert raws(library.backlinks("Rain#Why")) == ["[the rain](Rain.md#Why)"]
    assert raws(library.backlinks("Oak:6-8")) == ["[[Oak#Care]]", "[[#Care]]", "[[#^old]]"]
    assert library.backlinks("Oak:15-17") == ()  # the second heading of that name is never meant


def test_backlinks_of_a_chunk_lead_into_it(library: Library) -> None:
    edges = library.backlinks("Rain")
    (chunk,) = {each.resolved_chunk for each in edges}

    assert chunk is not None
    assert library.backlinks(chunk) == library.backlinks("Rain#c00") == edges


def test_a_relation_is_found_from_either_end(library: Library) -> None:
    def asked(ref: str, relation: str) -> list[tuple[str, str, str]]:
        edges = library.links(ref, relation=relation)
        return [(each.source, each.relation, each.direction) for each in edges]

    assert asked("Oak", "Depends on") == [
        ("Trees/Oak.md", "depends_on", "out"),
        ("Trees/Oak.md", "depends_on", "out"),
    ]
    assert asked("Rain", "required-by") == [
        ("Rain.md", "required_by", "out"),
        ("Trees/Oak.md", "depends_on", "in"),
    ]
    assert asked("Moss", "depends_on") == [("Rain.md", "required_by", "in")]
    assert asked("Rain", "soil") == []


def test_backlinks_of_a_relation_are_those_that_have_it_towards_a_note(library: Library) -> None:
    edges = library.backlinks("Rain", relation="depends_on")

    assert [(each.source, each.relation, each.direction) for each in edges] == [
        ("Trees/Oak.md", "depends_on", "in"),
        ("Rain.md", "required_by", "out"),
    ]
    assert [each.inverse for each in edges] == ["required_by", "depends_on"]


def test_a_relation_that_is_its_own_inverse_tells_each_edge_once(library: Library) -> None:
    assert places(library.links("Rain", relation="near")) == [
        "Rain.md:4 [[Rain]]",
        "Moss.md:3 [[Rain]]",
    ]


def test_a_status_and_a_limit_keep_some(library: Library) -> None:
    linked = library.get_linked("Oak", Direction.OUT, status="missing", limit=2)

    assert raws(linked.edges) == ["[[Trees]]", "[[Loam]]"]
    assert (linked.total, linked.ref, linked.kind) == (3, "Trees/Oak", "note")
    with pytest.raises(UsageError, match="only external, missing, ambiguous"):
        library.links("Oak", status="lost")


def test_a_note_that_is_not_written_is_known_by_the_links_to_it(library: Library) -> None:
    for ref in ("Elm", "[[elm]]", "elm.md", "/Elm"):
        linked = library.get_linked(ref, Direction.IN)
        assert (linked.ref, linked.kind) == ("Elm", "ghost")
        assert places(linked.edges) == [
            "Log.md:1 [[Elm#Bark]]",
            "Log.md:1 [[elm.md]]",
            "Trees/Oak.md:6 [[Elm]]",
        ]
    assert raws(library.backlinks("Elm#bark")) == ["[[Elm#Bark]]"]
    assert library.links("Elm") == ()
    for ref in ("Trees/Elm", "Elm#Root", "Elm#^bark", "Nobody", "Ash"):
        with pytest.raises(RefUnknown):
            library.backlinks(ref)


def test_a_ghost_is_called_as_it_was_first_written(tmp_path: Path) -> None:
    files = {"a/One.md": "[[../Trees/Elm]]\n", "b/Two.md": "[[TREES/elm.md]] [[/trees/ELM]]\n"}
    with an_index(tmp_path / "vault", files) as library:
        linked = library.get_linked("trees/elm", Direction.IN)
        assert linked.ref == "../Trees/Elm"
        assert len(linked.edges) == 3


def test_a_private_note_is_a_ghost_like_any_other(library: Library) -> None:
    linked = library.get_linked("Diary", Direction.IN)

    assert (linked.kind, places(linked.edges)) == ("ghost", ["Log.md:1 [[Diary]]"])
    with pytest.raises(RefUnknown):
        library.backlinks("Nobody")  # only the private note asks for it
    assert not any(each.source == "Diary.md" for each in library.backlinks("Oak"))


def test_a_file_that_is_no_note_has_backlinks_alone(library: Library) -> None:
    linked = library.get_linked("sun.png", Direction.IN)

    assert (linked.ref, linked.kind) == ("Pictures/Sun.png", "attachment")
    assert places(linked.edges) == ["Trees/Oak.md:11 ![[Sun.png]]"]
    assert library.links("Pictures/Sun.png") == ()


def test_two_images_of_one_name_are_listed(tmp_path: Path) -> None:
    files = {"a/sun.png": "", "b/sun.png": "", "Note.md": "![[sun.png]]\n"}
    with an_index(tmp_path / "vault", files) as library:
        with pytest.raises(RefAmbiguous) as caught:
            library.backlinks("sun.png")
        assert caught.value.candidates == ("a/sun.png", "b/sun.png")
        assert raws(library.backlinks("a/sun.png")) == ["![[sun.png]]"]


def test_the_links_of_a_changed_note_lead_by_the_names_of_the_index(library: Library) -> None:
    text = OAK.replace("[[Elm]]", "[[Rain#Why]]") + "\n[[Rain#Wy]] ![[sun.png]]\n"
    (library.root / "Trees" / "Oak.md").write_text(text)
    edges = {each.raw: each for each in library.links("Oak")}

    assert (edges["[[Rain#Why]]"].resolved, edges["[[Rain#Why]]"].rule) == ("Rain.md", "exact_path")
    assert edges["[[Rain#Wy]]"].status == "fragment_missing"
    assert edges["![[sun.png]]"].status == "attachment"
    assert edges["[home](https://example.org)"].status == "external"
    index = library.index_state()
    assert index is not None
    assert index.fresh is False


def test_a_text_that_is_gone_has_no_links(library: Library) -> None:
    ref = library.get("Oak:11").ref
    (library.root / "Trees" / "Oak.md").write_text("# Oak\n\n[[Rain]]\n")
    linked = library.get_linked(ref, Direction.OUT)

    assert (linked.state, linked.edges) == ("gone", ())


def test_notes_that_embed_each_other_are_no_trap(tmp_path: Path) -> None:
    files = {"A.md": "![[B]] ![[A]]\n", "B.md": "![[C]]\n", "C.md": "![[A]]\n"}
    with an_index(tmp_path / "vault", files) as library:
        assert places(library.backlinks("A")) == ["A.md:1 ![[A]]", "C.md:1 ![[A]]"]
        assert raws(library.links("A", relation="embeds")) == ["![[B]]", "![[A]]"]
        assert places(library.links("A", relation="embedded_by")) == [
            "A.md:1 ![[A]]",
            "C.md:1 ![[A]]",
        ]
        assert library.resolve("![[A]]", "A").resolved == "A.md"
        assert library.check().edges == ()


def test_cards_of_a_canvas_are_links_of_the_whole_board(tmp_path: Path) -> None:
    board = (
        '{"nodes": [{"id": "1", "type": "file", "file": "Oak.md", "subpath": "#Care"},'
        ' {"id": "2", "type": "text", "text": "[[Oak]]", "x": 0, "y": 0}]}'
    )
    files = {"Board.canvas": board, "Oak.md": "# Oak\n\n## Care\n"}
    with an_index(tmp_path / "vault", files) as library:
        assert [each.kind for each in library.links("Board.canvas")] == ["wikilink", "canvas"]
        assert [each.key for each in library.backlinks("Oak#Care")] == ["1"]
        assert [each.key for each in library.backlinks("Oak")] == ["2", "1"]


def test_a_tag_is_no_place_that_links_lead_to(tmp_path: Path) -> None:
    with an_index(tmp_path / "vault", {"Note.md": "#garden/oak [[garden]]\n"}) as library:
        assert [each.status for each in library.links("Note")] == ["missing"]
        with pytest.raises(RefUnknown):
            library.backlinks("garden/oak")
