"""`links.md` L35–L40: which relation a link gets, the nearest to it first."""

from collections.abc import Mapping

import pytest

from mindnet import read_note
from mindnet.model import Link, Note

LIST_RELATIONS = {"links": {"list_relations": True}}

Edge = tuple[str, str, str, str | None]


def edges(text: str, settings: Mapping[str, object] | None = None) -> list[Edge]:
    """Target, relation, kind and key of each link."""
    links = read_note(text, settings=settings).links
    assert all(each.raw == text[each.char_start : each.char_end] for each in links)
    return [(each.target_text, each.relation, each.kind.value, each.key) for each in links]


def relations(text: str) -> list[tuple[str, str]]:
    return [(target, relation) for target, relation, _, _ in edges(text, LIST_RELATIONS)]


def the_link(text: str) -> Link:
    (link,) = read_note(text).links
    return link


def problems(note: Note) -> list[tuple[int, str, str]]:
    return [(each.line, each.code, each.severity.value) for each in note.problems]


# The example of §7.


def test_fields_and_edge_directives_name_their_links() -> None:
    """L36: the example of `links.md` §7."""
    text = (
        "up:: [[Trees]], [[Garden]]\n\n"
        "Grows on [soil:: [[Loam]]] mostly.\n\n"
        "> [!edge] depends_on\n> [[Rain]] and ![[Sun]]\n"
    )

    assert edges(text) == [
        ("Trees", "up", "field", "up"),
        ("Garden", "up", "field", "up"),
        ("Loam", "soil", "field", "soil"),
        ("Rain", "depends_on", "wikilink", None),
        ("Sun", "depends_on", "embed", None),
    ]


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Depends on:: [[X]]", "Depends on"),
        ("depends-on:: [[X]]", "depends-on"),
        ("depends_on:: [[X]]", "depends_on"),
        ("(DEPENDS  on:: [[X]])", "DEPENDS  on"),
        ("see [depends - on:: [[X]]]", "depends - on"),
    ],
)
def test_names_that_differ_in_blanks_dashes_and_case_are_one_relation(
    written: str, key: str
) -> None:
    """L35, L43: the key is kept as written."""
    assert edges(written) == [("X", "depends_on", "field", key)]


# The table of L36, rank by rank: in each text the nearer name stands beside a weaker one.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("up:: [[A]] [b:: [[B]] [[C]]] (d:: [[D]])", "A up, B b, C b, D d"),
        ("- in [[A]]\n- in (b:: [[B]])\n- up:: [[C]]", "A in, B b, C up"),
        ("> [!edge] in [[A]]\n> up:: [[B]]\n> [c:: [[C]]]", "A in, B up, C c"),
        ("> [!edge] in\n> - up [[A]] [[B]]", "A up, B in"),
        ("[[A]] ![[B]] [c](C) ![d](D)", "A links_to, B embeds, C links_to, D embeds"),
        ("up:: ![[A]] [b](B) ![c](C)", "A up, B up, C up"),
    ],
)
def test_the_name_nearest_to_a_link_is_its_relation(text: str, expected: str) -> None:
    """L36: brackets, the line, the item, the directive, else what it is."""
    assert ", ".join(map(" ".join, relations(text))) == expected


def test_the_innermost_named_key_of_a_property_is_its_relation() -> None:
    """L36: rank 5, `rel: {up: ["[[X]]"]}` gives `up`."""
    (link,) = read_note('---\nrel: {Grows on: ["[[X]]"]}\n---\n').links

    assert (link.relation, link.key, link.kind.value) == ("grows_on", "rel.Grows on.0", "property")


# Fields.


@pytest.mark.parametrize("key", ["up", "Up 2", "a/b", "été", "上", "a_b-c", "2024 plan"])
def test_a_key_is_letters_digits_blanks_and_three_signs(key: str) -> None:
    """L37: with at least one letter."""
    assert the_link(f"{key}:: [[X]]").key == key
    assert the_link(f"a ({key}:: [[X]])").key == key


@pytest.mark.parametrize("key", ["", " ", "2024", "_", "-", "a.b", "a?", "a,b", "a's", "a:b", "🌳"])
def test_other_words_are_no_key(key: str) -> None:
    """L37."""
    assert edges(f"{key}:: [[X]]") == [("X", "links_to", "wikilink", None)]
    assert edges(f"a [{key}:: [[X]]]") == [("X", "links_to", "wikilink", None)]


@pytest.mark.parametrize(
    "key", ["**up**", "*up*", "***up***", "__up__", "_up_", "`up`", "** up **"]
)
def test_marks_around_a_key_are_dropped(key: str) -> None:
    """L37: `**up**:: [[X]]`."""
    assert edges(f"{key}:: [[X]]") == [("X", "up", "field", "up")]
    assert edges(f"so [{key}:: [[X]]]") == [("X", "up", "field", "up")]


@pytest.mark.parametrize(
    "text",
    [
        "up:: [[X]]",
        "a\nup:: [[X]]",
        "- up:: [[X]]",
        "12) up ::[[X]]",
        "- a\n  - up:: [[X]]",
        "- [ ] up:: [[X]]",
        "> > a\n> > up:: [[X]]",
        "> [!note] a\n> up:: [[X]]",
        "> a\nup:: [[X]]",
    ],
)
def test_a_line_field_stands_at_the_start_of_a_lines_own_text(text: str) -> None:
    """L37: in a paragraph, item, quote or callout, after markers and a task box."""
    assert edges(text) == [("X", "up", "field", "up")]


@pytest.mark.parametrize("text", ["so, {}", "a. {}", "# {}", "|{}|\n|-|"])
def test_elsewhere_a_key_must_stand_in_brackets(text: str) -> None:
    """L37: within a line, in headings and in cells."""
    assert edges(text.format("up:: [[X]]")) == [("X", "links_to", "wikilink", None)]
    assert edges(text.format("(up:: [[X]])")) == [("X", "up", "field", "up")]


def test_a_line_field_ends_with_its_line() -> None:
    """L36: all links in the rest of the line."""
    assert relations("up:: [[A]] b [[B]]\n[[C]]") == [("A", "up"), ("B", "up"), ("C", "links_to")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[a:: [[X]]] [[Y]]", "X"),
        ("(a:: (b) [[X]] [c] [[Y]]) [[Z]]", "XY"),
        ("[a:: (] [[X]])", ""),
        ("(a:: [[X|b)]] [[Y]])", "XY"),
        ("(a:: [b :)](X) [[Y]])", "XY"),
        ("(a:: `)` [[X]])", "X"),
        (r"(a:: \) [[X]])", "X"),
        ("(a:: [[X]]", ""),
        ("(a:: [b `c` :)](X) [[Y]])", "XY"),
        ("(a:: [![b](X) :)](Y) [[Z]])", "XYZ"),
    ],
)
def test_a_bracketed_value_ends_at_its_matching_bracket(text: str, named: str) -> None:
    """L37: brackets of links, code and escapes are passed over."""
    found = sorted(target for target, relation in relations(text) if relation == "a")

    assert "".join(found) == named


def test_the_innermost_of_nested_brackets_counts() -> None:
    """L36: the nearest to the link."""
    assert relations("(a:: [[A]] [b:: [[B]]] [[C]])") == [("A", "a"), ("B", "b"), ("C", "a")]


@pytest.mark.parametrize(
    "text",
    [
        "`up:: a` [[X]]",
        "`a\nup:: b` [[X]]",
        "$up:: a$ [[X]]",
        "<b title='\nup:: a'>[[X]]",
        "a <!-- b\nup:: c --> [[X]]",
        "(`up::` [[X]])",
    ],
)
def test_two_colons_in_code_math_and_html_are_nothing(text: str) -> None:
    """L37."""
    assert edges(text) == [("X", "links_to", "wikilink", None)]


# Directives.


@pytest.mark.parametrize(
    "text",
    [
        "> [!edge] Depends on\n> a [[X]]",
        "> [!EDGE]- depends-on [[X]]",
        "> [!Edge]+ depends_on\n> - b\n>   - [[X]]",
        "- a\n  > [!edge] depends_on\n  > [[X]]",
        "> a\n> > [!edge] depends_on\n> > [[X]]",
        "> [!edge] in\n> > [!edge] depends_on\n> > [[X]]",
        "> [!edge] depends_on\n> > [!note] b\n> > [[X]]",
        "> [!edge] depends_on [b](X) c",
        "> [!edge] depends_on [X]\n\n[X]: X",
    ],
)
def test_an_edge_directive_names_the_links_in_it(text: str) -> None:
    """L38: any fold mark, any case, at any depth; the name is the title up to its first link."""
    assert relations(text) == [("X", "depends_on")]


def test_the_innermost_edge_directive_around_a_link_counts() -> None:
    """L38: behind it the outer one goes on."""
    text = "> [!edge] a\n> [[A]]\n>\n> > [!edge] b\n> > [[B]]\n>\n> [[C]]\n\n[[D]]"

    assert relations(text) == [("A", "a"), ("B", "b"), ("C", "a"), ("D", "links_to")]


@pytest.mark.parametrize(
    "text",
    ["> [!edge]\n> {}", "> [!edge] {}", "> [!edge] up", "> [!edge] up\n> `{}`", "- > [!edge]"],
)
def test_without_a_name_or_a_link_an_edge_directive_is_a_problem(text: str) -> None:
    """L38: links in it stay links."""
    note = read_note("a\n\n" + text.format("[[X]]"))

    assert problems(note) == [(3, "bad_edge_directive", "warning")]
    assert [each.relation for each in note.links] in ([], ["links_to"])


# Lists.


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("- up [[X]]", "X up"),
        ("- Grown-by [[X]], and [[Y]]", "X grown_by, Y links_to"),
        ("3. up_2 \t[[X]] is old", "X up_2"),
        ("- a\n  * up [[X]]", "X up"),
        ("- [ ] up [[X]]", "X up"),
        ("- two words [[X]]", "X links_to"),
        ("- up: [[X]]", "X links_to"),
        ("- up[[X]]", "X links_to"),
        ("- up ![[X]]", "X embeds"),
        ("- up [x](X)", "X links_to"),
        ("- a\n\n  up [[X]]", "X links_to"),
        ("- a\n  up [[X]]", "X links_to"),
        ("up [[X]]", "X links_to"),
        ("- > up [[X]]", "X links_to"),
        ("- up [[]] [[X]]", "X links_to"),
        ("- up [[a [[X]]", "X links_to"),
    ],
)
def test_an_item_of_one_word_and_a_wikilink_is_a_relation(item: str, expected: str) -> None:
    """L39: one word of letters, digits, `_`, `-`, a blank and the link; text may follow."""
    assert ", ".join(map(" ".join, relations(item))) == expected


def test_list_relations_are_off_unless_the_settings_say_so() -> None:
    """L36: rank 3 needs `list_relations = true`."""
    assert edges("- up [[X]]") == [("X", "links_to", "wikilink", None)]
    assert edges("- up [[X]]", LIST_RELATIONS) == [("X", "up", "wikilink", None)]


@pytest.mark.parametrize("text", ["up:: {}", "a [up:: {}]", "> [!edge] up\n> {}"])
def test_external_edges_have_relations_like_others(text: str) -> None:
    """L40: and an edge has one relation."""
    link = the_link(text.format("[oak](https://oak.example)"))

    assert (link.relation, link.status) == ("up", "external")
