"""`notes.md` N7–N18 and `links.md` L20: what stands before the body."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.errors import Severity
from mindnet.model import Front, LinkKind, NotePath, SourceFile, Syntax
from mindnet.notes.lines import Lines
from mindnet.notes.note import document_id, parse_front, plain_front, title_of
from mindnet.settings import Settings

OAK = NotePath("Garden/Oak.md")


def front_of(text: str, *, legacy: bool = False) -> Front:
    settings = Settings(legacy_properties=legacy)
    return parse_front(SourceFile(OAK, text), Lines(text), settings)


def front_with(*lines: str, legacy: bool = False) -> Front:
    return front_of("\n".join(("---", *lines, "---", "")), legacy=legacy)


def body_of(text: str) -> str:
    return Lines(text).text[front_of(text).body_start :]


def tags_of(front: Front) -> list[str]:
    return [each.tag for each in front.tags]


def problems_of(front: Front) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in front.problems]


# The table of §2, line by line.


def test_properties_settle_title_type_aliases_and_tags() -> None:
    front = front_with(
        "title: The oak",
        "type: Concept",
        "aliases: [Quercus, 7]",
        'tags: [tree/oak, "#wood", big tree]',
    )

    assert (front.title, front.type, front.aliases) == ("The oak", "Concept", ("Quercus",))
    assert tags_of(front) == ["tree/oak", "wood"]
    assert front.frontmatter_ok is True
    assert problems_of(front) == [(5, "bad_tag")]


def test_one_alias_string_is_one_alias_n15() -> None:
    front = front_with("aliases: Oak, Quercus")

    assert (front.title, front.type, front.aliases) == ("Oak", None, ("Oak, Quercus",))
    assert (tags_of(front), front.frontmatter_ok) == ([], True)


def test_frontmatter_that_cannot_be_read_leaves_the_body_n10_n18() -> None:
    text = "---\nup: [unclosed\n---\n# Big oak"
    front = front_of(text)

    assert (front.title, front.type, front.aliases, front.tags) == ("Oak", None, (), ())
    assert (front.properties, front.links, front.frontmatter_ok) == ({}, (), False)
    assert problems_of(front) == [(2, "bad_frontmatter")]
    assert front.problems[0].severity is Severity.ERROR
    assert body_of(text) == "# Big oak"


def test_a_blank_first_line_means_no_frontmatter_n7_n11() -> None:
    text = "\n---\ntitle: x\n---"
    front = front_of(text)

    assert (front.title, front.type, front.aliases, tags_of(front)) == ("Oak", None, (), [])
    assert front.frontmatter_ok is None
    assert body_of(text) == text


# Where it begins and ends.


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\na: 1\n---\nbody\n---\n", "body\n---\n"),
        ("---\na: 1\n--- \t\nbody", "body"),
        ("---\na: 1\n---", ""),
        ("---\n---\nbody", "body"),
        ("---\n---", ""),
        ("---\na: |\n  ---\n---\nbody", "body"),
        ("---\n----\n---\nbody", "body"),
        ("---\n{broken\n---\nbody", "body"),
        ("\ufeff---\na: 1\n---\nbody", "body"),
        ("---\r\na: 1\r\n---\r\nbody", "body"),
        ("---\ra: 1\r---\rbody", "body"),
    ],
)
def test_frontmatter_ends_with_the_next_line_of_three_dashes_n7_n8(text: str, body: str) -> None:
    assert body_of(text) == body
    assert front_of(text).frontmatter_ok is not None


@pytest.mark.parametrize("text", ["", "body", "--- \na: 1\n---", "----\na: 1\n---", " ---\n---"])
def test_any_other_first_line_is_body_n7(text: str) -> None:
    assert body_of(text) == text
    assert front_of(text) == plain_front(OAK)


@pytest.mark.parametrize("text", ["---", "---\na: 1\n", "---\na: 1\n...\n", "---\na: 1\n ---\n"])
def test_frontmatter_that_nothing_closes_is_body_with_a_notice_n7(text: str) -> None:
    front = front_of(text)

    assert (body_of(text), front.frontmatter_ok) == (text, None)
    assert problems_of(front) == [(1, "unclosed_frontmatter")]
    assert front.problems[0].severity is Severity.NOTICE


def test_a_bom_alone_is_passed_over_n3() -> None:
    assert front_of("\ufeffbody").body_start == 1


def test_properties_are_kept_whole_and_in_order_n9_n12() -> None:
    front = front_with("Up: yes", "day: 2024-1-2", "n: {b: [1, ~]}", "tags: x")

    assert json.dumps(front.properties) == (
        '{"Up": "yes", "day": "2024-01-02", "n": {"b": [1, null]}, "tags": "x"}'
    )


# What the properties mean.


TITLES = (
    "title: 007 → 007 · title: 1.50 → 1.50 · title: 2024-1-2 → 2024-1-2 · TITLE: Big → Big · "
    "title: ' ' → Oak · title: → Oak · title: true → Oak · title: [a] → Oak · a: {title: x} → Oak"
)
TYPES = (
    "Type: ' Concept ' → Concept · type: [1, Book, Film] → Book · type: '[[Kinds/Book]]' → Book · "
    "type: ['[[Kinds/Book#x|a book]]'] → Book · type: 'a [[Book]]' → a [[Book]] · "
    "type: [[Book]] → None · type: 7 → None · type: {a: b} → None · type: '' → None · "
    "type: '[[#x]]' → None"
)


@pytest.mark.parametrize("case", TITLES.split(" · "))
def test_a_title_is_a_string_or_a_number_as_written_n13(case: str) -> None:
    line, _, title = case.rpartition(" → ")

    assert front_with(line).title == title


@pytest.mark.parametrize("case", TYPES.split(" · "))
def test_a_type_is_a_string_or_the_last_part_of_a_link_n14(case: str) -> None:
    line, _, kind = case.rpartition(" → ")

    assert str(front_with(line).type) == kind


def test_blank_aliases_and_those_that_are_no_strings_are_dropped_n15() -> None:
    front = front_with("Aliases:", "  - ' Quercus '", "  - ''", "  - 7", "  - [x]", "  - 2024-1-2")

    assert front.aliases == ("Quercus", "2024-1-2")


def test_each_tag_has_the_line_it_is_written_in_n16_n48() -> None:
    front = front_with("tags:", '  - "#tree"', "  - 日本/東京/", "  - 2024/05")

    assert tags_of(front) == ["tree", "日本/東京", "2024/05"]
    assert [each.line for each in front.tags] == [3, 4, 5]
    assert {(each.char_start, each.char_end, each.block) for each in front.tags} == {(None,) * 3}


@pytest.mark.parametrize(
    "item", ["big tree", "'a,b'", "'1984'", "'1984/'", "7", "true", "[x]", "a.b", "'##x'", "'#'"]
)
def test_what_is_no_tag_is_dropped_with_a_notice_n16_n47(item: str) -> None:
    front = front_with("tags:", "  - ok", f"  - {item}")

    assert tags_of(front) == ["ok"]
    assert [code for _, code in problems_of(front)] == ["bad_tag"]
    assert front.problems[0].severity is Severity.NOTICE


@pytest.mark.parametrize("lines", [("tags:",), ("tags: []",), ("tags:", "  - ")])
def test_no_tags_are_no_problem_n16(lines: tuple[str, ...]) -> None:
    assert problems_of(front_with(*lines)) == []


def test_tag_and_alias_are_noticed_and_not_read_n17() -> None:
    front = front_with("tag: a", "Alias: b", "tags: c")

    assert (tags_of(front), front.aliases) == (["c"], ())
    assert sorted(problems_of(front)) == [(2, "legacy_property"), (3, "legacy_property")]


def test_tag_and_alias_are_read_where_the_settings_say_so_n17() -> None:
    front = front_with("tag: a, b c", "alias: One, big two", "tags: [d]", legacy=True)

    assert (tags_of(front), front.aliases) == (["d", "a", "b", "c"], ("One", "big two"))
    assert problems_of(front) == []


# Links.


def test_a_property_that_is_a_link_is_an_edge_l20_l43() -> None:
    text = '---\r\nDepends on: " [[Trees/Oak#Care ^dry|the oak]] "\r\n---\r\n'
    (link,) = front_of(text).links

    assert text[link.char_start : link.char_end] == '" [[Trees/Oak#Care ^dry|the oak]] "'
    assert (link.source, link.line, link.raw) == (OAK, 2, "[[Trees/Oak#Care ^dry|the oak]]")
    assert (link.kind, link.syntax) == (LinkKind.PROPERTY, Syntax.WIKI)
    assert (link.key, link.relation) == ("Depends on", "depends_on")
    assert (link.target_text, link.heading, link.block) == ("Trees/Oak", "Care", "dry")
    assert (link.alias, link.status) == ("the oak", None)
    assert (link.section_path, link.section_type) == (None, None)


def test_a_property_can_be_a_markdown_link_l20() -> None:
    (link,) = front_with("up: '[the oak](<Big%20oak.md#Care>)'").links

    assert (link.syntax, link.target_text) == (Syntax.MARKDOWN, "Big oak.md")
    assert (link.heading, link.alias) == ("Care", "the oak")


def test_the_innermost_named_key_is_the_relation_l36() -> None:
    front = front_with("rel:", "  up:", "    - '[[A]]'", "    - - '[[B]]'", "x.y: '[[C]]'")

    assert [each.key for each in front.links] == ["rel.up.0", "rel.up.1.0", "x.y"]
    assert [each.relation for each in front.links] == ["up", "up", "x.y"]
    assert [each.line for each in front.links] == [4, 5, 6]


NO_LINKS = (
    "see [[X]] · [[X]], [[Y]] · ![[X]] · [[]] · [[ ]] · [[[X]]] · \\[[X]] · [[A]](b) · "
    "[x](https://a.b) · [x](mailto:a@b.c) · [x](//a.b) · [x]() · [x](a b) · ![x](a.png) · "
    "[x](a) [y](b) · <https://a.b>"
)


@pytest.mark.parametrize("words", NO_LINKS.split(" · "))
def test_other_words_in_a_property_are_no_link_l20(words: str) -> None:
    assert front_with(f"up: '{words}'").links == ()


@pytest.mark.parametrize("lines", ["up: [[X]]", "up: |\n  [[X\n  Y]]", "'[[X]]': up"])
def test_neither_a_list_nor_lines_nor_a_key_is_a_link_l1_l20(lines: str) -> None:
    assert front_with(lines).links == ()


def test_links_stand_in_the_order_of_their_places_l42() -> None:
    front = front_with("a: &x '[[X]]'", "b: '[[Y]]'", "c: *x")

    assert [(each.key, each.line) for each in front.links] == [("a", 2), ("c", 2), ("b", 3)]


# Names.


@pytest.mark.parametrize(
    ("path", "document", "title"),
    [
        ("Garden/Oak.md", "Garden/Oak", "Oak"),
        ("v1.2.md", "v1.2", "v1.2"),
        ("a.MD", "a.MD", "a"),
        ("a.txt", "a.txt", "a"),
        ("a.txt.md", "a.txt.md", "a.txt"),
        ("a.TXT.md", "a.TXT.md", "a.TXT"),
        ("a.txt.md.md", "a.txt.md.md", "a.txt.md"),
        ("a.md.md", "a.md", "a.md"),
        ("b.canvas", "b.canvas", "b"),
        ("b.canvas.md", "b.canvas.md", "b.canvas"),
        ("no extension", "no extension", "no extension"),
    ],
)
def test_names_are_taken_from_the_path_n13_n49_n53(path: str, document: str, title: str) -> None:
    assert document_id(NotePath(path)) == document
    assert title_of(NotePath(path)) == title


extensions = st.lists(st.sampled_from(["md", "MD", "txt", "Txt", "canvas", "x"]), max_size=4)


@given(st.sets(extensions.map(lambda parts: NotePath(".".join(("a", *parts))))))
def test_no_two_notes_share_a_document_id(paths: set[NotePath]) -> None:
    notes = {each for each in paths if each.lower().endswith((".md", ".txt", ".canvas"))}

    assert len({document_id(each) for each in notes}) == len(notes)


# What holds for every file.


@given(st.text(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_any_text_as_frontmatter_gives_a_front_that_is_json_n10(
    text: str, end: str, legacy: bool
) -> None:
    front = front_of(f"---{end}{text}{end}---{end}body", legacy=legacy)

    assert front.frontmatter_ok is not None
    assert json.dumps(front.to_dict(), ensure_ascii=False).encode()


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_offsets_alone_n6(end: str) -> None:
    text = "---\ntags: [a, b c]\nup: '[[X]]'\ntext: |\n  one\n  two\n---\nbody\n"
    one, two = front_of(text), front_of(text.replace("\n", end))

    assert [each.raw for each in one.links] == [each.raw for each in two.links]
    assert (one.properties, one.tags, one.problems) == (two.properties, two.tags, two.problems)


def test_a_long_note_without_a_closing_line_takes_no_time_n29() -> None:
    began = time.perf_counter()

    assert front_of("---\n" + "--- x\n" * 500_000).frontmatter_ok is None
    assert time.perf_counter() - began < 1
