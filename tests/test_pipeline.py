"""One file's whole way: what stands where, in which order, and how much of it."""

import json
from typing import Any

import pytest

from mindnet import read_note
from mindnet.errors import Severity
from mindnet.model import BlockKind, Link, LinkKind, Note, NotePath, Syntax, Tag

OAK = "Garden/Oak.md"


def a_canvas(*nodes: dict[str, Any]) -> Note:
    cards = [{"x": 0, "y": number, **node} for number, node in enumerate(nodes)]
    return read_note(json.dumps({"nodes": cards, "edges": []}), path="Maps/Garden.canvas")


def a_text(text: str, name: str = "t1") -> dict[str, Any]:
    return {"id": name, "type": "text", "text": text}


def problems(note: Note) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in note.problems]


# Markdown.


def test_a_note_is_read_whole() -> None:
    """N18, N20, L42: frontmatter, blocks, links, tags, tasks and ids of one note."""
    note = read_note(
        "---\ntype: Concept\naliases: [Quercus]\ntags: [tree]\nup: '[[Trees]]'\n---\n"
        "# The oak ^top\n\nLikes [[Loam]]. #Tree #big\n\n- [ ] water ^w\n- [x] prune\n",
        path=OAK,
    )

    assert (note.path, note.document_id, note.title) == (OAK, "Garden/Oak", "Oak")
    assert (note.type, note.aliases, note.frontmatter_ok) == ("Concept", ("Quercus",), True)
    assert note.first_heading == "The oak"
    assert [each.kind.value for each in note.blocks] == ["heading", "paragraph", "list"]
    assert [each.id for each in note.block_ids] == ["top", "w"]
    assert [(each.target_text, each.line) for each in note.links] == [("Trees", 5), ("Loam", 9)]
    assert note.tags == ("tree", "big")
    assert (note.tasks_open, note.tasks_done, note.problems) == (1, 1, ())


def test_a_property_is_a_link_by_its_whole_value() -> None:
    """L20, L43: the span is that of the value as YAML writes it, `raw` is the link alone."""
    text = "---\nup: \"[[Trees|all]]\"\nrel:\n  near:\n    - '[b](B.md)'\n    - see [[C]]\n---\n"
    one, two = read_note(text, path=OAK).links

    assert one == Link(
        source=NotePath(OAK),
        line=2,
        char_start=8,
        char_end=23,
        raw="[[Trees|all]]",
        kind=LinkKind.PROPERTY,
        syntax=Syntax.WIKI,
        key="up",
        relation="up",
        target_text="Trees",
        heading=None,
        block=None,
        alias="all",
        section_path=None,
        section_type=None,
        status=None,
    )
    assert text[8:23] == '"[[Trees|all]]"'
    assert (two.line, two.key, two.relation) == (5, "rel.near.0", "near")
    assert (two.syntax, two.raw, two.target_text) == (Syntax.MARKDOWN, "[b](B.md)", "B.md")


@pytest.mark.parametrize(
    "value", ["see [[X]]", "'[[X]], [[Y]]'", "[[X]]", "'![[X]]'", "'[x](https://x.example)'"]
)
def test_longer_text_and_lists_in_a_property_are_no_links(value: str) -> None:
    """L20: nor is an unquoted `up: [[X]]` (§11)."""
    assert read_note(f"---\nup: {value}\n---\n").links == ()


def test_links_in_frontmatter_that_cannot_be_read_are_none() -> None:
    """L20, N10: only in valid frontmatter; the body is read as usual."""
    note = read_note("---\nup: '[[A]]'\nup: '[[B]]'\n---\n[[C]] #c")

    assert [each.target_text for each in note.links] == ["C"]
    assert (note.tags, note.frontmatter_ok) == (("c",), False)


def test_frontmatter_comes_first_by_line_and_then_the_body_by_place() -> None:
    """L42: one occurrence is one edge."""
    note = read_note("---\nb: '[[B]]'\na: ['[[A]]', '[[B]]']\n---\n[[B]] [[A]]\n\n# [[A]]\n")

    assert [(each.line, each.target_text) for each in note.links] == [
        (2, "B"),
        (3, "A"),
        (3, "B"),
        (5, "B"),
        (5, "A"),
        (7, "A"),
    ]


# Canvas.


def test_a_file_card_is_an_edge_to_the_file_it_shows() -> None:
    """L21, L43: its id is the key; places in JSON mean nothing."""
    card = {"id": "f1", "type": "file", "file": "Trees/Oak.md", "subpath": "#Care#^dry"}
    (link,) = a_canvas(card).links

    assert (link.kind, link.syntax, link.relation) == (LinkKind.CANVAS, Syntax.CANVAS, "embeds")
    assert (link.target_text, link.heading, link.block) == ("Trees/Oak.md", "Care", "dry")
    assert (link.key, link.line, link.char_start, link.char_end) == ("f1", 0, None, None)
    assert (link.section_path, link.section_type, link.status) == (None, None, None)


def test_a_link_card_is_an_external_edge() -> None:
    """L21: of kind `canvas`."""
    (link,) = a_canvas({"id": "l1", "type": "link", "url": "https://oak.example/#x"}).links

    assert (link.kind.value, link.status, link.relation) == ("canvas", "external", "links_to")
    assert (link.target_text, link.key, link.line) == ("https://oak.example/#x", "l1", 0)


def test_links_and_tags_of_a_text_card_keep_their_own_syntax() -> None:
    """L21, L43, N53: offsets count in the canvas text."""
    note = a_canvas(a_text("# One\n[[A]]", "t1"), a_text("up:: [b](B) #x\n\n![[C]]", "t2"))

    assert [(each.key, each.kind.value, each.relation, each.line) for each in note.links] == [
        ("t1", "wikilink", "links_to", 0),
        ("t2", "field", "up", 0),
        ("t2", "embed", "embeds", 0),
    ]
    assert all(each.raw == note.source[each.char_start : each.char_end] for each in note.links)
    assert note.tag_occurrences == (Tag("x", 0, 25, 27, 1),)
    assert [(each.kind, each.line_start, each.key) for each in note.blocks] == [
        (BlockKind.PARAGRAPH, 0, "t1"),
        (BlockKind.PARAGRAPH, 0, "t2"),
    ]
    assert (note.headings, note.first_heading, note.title) == ((), None, "Garden")


def test_a_card_is_no_note_with_frontmatter_of_its_own() -> None:
    """L21, N53: links of a card are those of its body."""
    note = a_canvas(a_text("---\nup: '[[A]]'\n---\n[[B]]"))

    assert "B" in [each.target_text for each in note.links]
    assert {each.kind for each in note.links} == {LinkKind.WIKILINK}


# Plain text.


def test_nothing_in_a_text_file_is_a_link_or_a_tag() -> None:
    """L22, N49: nor frontmatter, heading or id."""
    text = "---\nup: '[[A]]'\n---\n# [[B]] #tag ^id\n\n[c](C) <https://d.example>\n"
    note = read_note(text, path="Sources/Almanac.TXT")

    assert (note.links, note.tag_occurrences, note.tags, note.block_ids) == ((), (), (), ())
    assert (note.frontmatter_ok, note.headings, note.properties) == (None, (), {})
    assert {each.kind for each in note.blocks} == {BlockKind.PARAGRAPH}


@pytest.mark.parametrize(
    ("path", "links"), [("a.md", 1), ("a.MD", 1), ("a.txt", 0), ("a.Txt", 0), ("x.canvas/a.md", 1)]
)
def test_the_extension_decides_how_a_file_is_read(path: str, links: int) -> None:
    """N1: in any case."""
    assert len(read_note("[[x]]", path=path).links) == links


# Problems.


def test_problems_stand_in_the_order_of_lines_and_then_codes() -> None:
    """N54: wherever they were noticed."""
    note = read_note(
        "---\ntags: [a b]\nalias: x\n---\n"
        "> [!edge]\n\n> [!section]\n\na ^x\n\nb ^x\n\nc ^x_y\n\n|[[a|b]]|\n|-|-|\n\n```\n"
    )

    assert problems(note) == [
        (2, "bad_tag"),
        (3, "legacy_property"),
        (5, "bad_edge_directive"),
        (7, "bad_section_type"),
        (11, "duplicate_block_id"),
        (13, "bad_block_id"),
        (15, "table_pipe"),
        (18, "unclosed"),
    ]
    assert {each.path for each in note.problems} == {note.path}
    assert note.problems[0].severity is Severity.NOTICE


@pytest.mark.parametrize(("number", "kept"), [(100, 100), (101, 100), (5000, 100)])
def test_a_hundred_problems_are_kept_and_the_rest_is_counted(number: int, kept: int) -> None:
    """N54: the last says how many more."""
    note = read_note("> [!edge]\n\n" * number)

    assert len(note.problems) == kept
    assert (f" {number - 99} more " in note.problems[-1].message) == (number > 100)
