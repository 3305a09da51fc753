"""`links.md` L14–L19, L42 and L43: links in every place, and what is recorded of them."""

import pytest

from mindnet import read_note
from mindnet.model import Link, LinkKind, Note, NotePath, Syntax


def links_in(text: str) -> tuple[Link, ...]:
    links = read_note(text).links
    assert all(each.raw == text[each.char_start : each.char_end] for each in links)
    return links


def targets(text: str) -> list[str]:
    return [each.target_text for each in links_in(text)]


def problems(note: Note) -> list[tuple[int, str, str]]:
    return [(each.line, each.code, each.severity.value) for each in note.problems]


# Tables.


def test_an_escaped_bar_keeps_a_link_in_its_cell() -> None:
    r"""L14: `[[a\|b]]` is a link."""
    text = "| tree | place |\n|---|---|\n| [[a\\|b]] | ![[c\\|20]] |\n"
    one, two = links_in(text)

    assert (one.raw, one.target_text, one.alias, one.line) == (r"[[a\|b]]", "a", "b", 3)
    assert (two.raw, two.target_text, two.alias) == (r"![[c\|20]]", "c", "20")
    assert problems(read_note(text)) == []


@pytest.mark.parametrize("before", ["", "> ", "- "])
def test_a_bare_bar_cuts_a_link_in_two_with_a_notice(before: str) -> None:
    """L14: `[[a|b]]` in a table is none (§11)."""
    rest = before.replace("-", " ")
    text = f"{before}| a |\n{rest}|---|\n{rest}| [[a|b]] |\n{rest}| [[c]] |\n"

    assert targets(text) == ["c"]
    assert problems(read_note(text)) == [(3, "table_pipe", "notice")]


def test_a_bare_bar_in_the_header_is_noticed_too() -> None:
    """L14: the header is a row like others."""
    note = read_note("| [[a|b]] |\n|---|---|\n| [[c]] |\n")

    assert [each.target_text for each in note.links] == ["c"]
    assert problems(note) == [(1, "table_pipe", "notice")]


def test_cells_are_cut_before_anything_else_is_seen() -> None:
    """L14: neither code nor math reaches over a bar."""
    text = "|a|b|\n|-|-|\n| `x | [[a]]` |\n| $x | [[b]]$ |\n| [x | [[c]]](d) |\n| `[[e]]` | |\n"

    assert targets(text) == ["a", "b", "c"]


# Everywhere else.


SEEN = {
    "a heading": "## On [[x]]",
    "a heading with marks behind": "## [[x]] ##",
    "a setext heading": "On [[x]]\n===",
    "a heading in a quote": "> # [[x]]",
    "an item": "- a\n  1. [[x]]",
    "a later line of an item": "- a\n[[x]]",
    "a task": "- [ ] [[x]]",
    "a task that is done": "* [x] [[x]]",
    "a quote": "> a\n> > [[x]]",
    "a lazy line": "> a\n[[x]]",
    "a callout's title": "> [!note]- On [[x]]\n> a",
    "a callout's body": "> [!note]\n> - [[x]]",
    "a cell of a header": "| [[x]] |\n|---|",
    "a cell": "|a|\n|-|\n|[[x]]|",
    "a row without bars": "|a|\n|-|\n[[x]]",
    "a footnote": "[^1]: On [[x]]",
    "a later line of a footnote": "[^1]: a\n\n    [[x]]",
    "an inline footnote": "a^[On [[x]]]",
    "an inline footnote that is a link": "a^[[[x]]]",
    "an inline field": "a [b:: [[x]]]",
    "a comment": "a %%[[x]]%% b",
    "a comment block": "%%\n# a\n[[x]]\n%%",
    "a comment in a quote": "> %%\n> [[x]]\n> %%",
    "an unclosed comment": "%% [[x]]",
    "emphasis": "**a *[[x]]* b**",
    "under a definition": "[r]: y\n[[x]]",
    "behind a BOM": "\ufeff[[x]]",
    "behind frontmatter": "---\na: b\n---\n[[x]]",
    "very deep": "> " * 50 + "[[x]]",
}


@pytest.mark.parametrize("place", SEEN)
def test_a_link_is_seen_in(place: str) -> None:
    """L15, N28, N42: wherever people write."""
    text = SEEN[place]
    (link,) = links_in(text)

    assert (link.raw, link.target_text, link.relation.split("_")[0]) in {
        ("[[x]]", "x", "links"),
        ("[[x]]", "x", "b"),
    }
    assert link.line == text[: link.char_start].count("\n") + 1


# Markdown links.


def test_a_markdown_link_is_a_link_with_its_text_as_alias() -> None:
    """L16: the record of `[the oak](Trees/Oak.md#Care)`."""
    (link,) = links_in("See [the *oak*](Trees/Oak.md#Care), please")

    assert (link.kind, link.syntax, link.relation) == (
        LinkKind.MARKDOWN,
        Syntax.MARKDOWN,
        "links_to",
    )
    assert (link.target_text, link.heading, link.alias) == ("Trees/Oak.md", "Care", "the *oak*")
    assert (link.char_start, link.char_end) == (4, 34)


def test_a_bang_makes_a_markdown_link_an_embed() -> None:
    """L16: `![alt](dest)`."""
    (link,) = links_in("An ![oak tree](<my oak.png>).")

    assert (link.kind, link.syntax, link.relation) == (LinkKind.EMBED, Syntax.MARKDOWN, "embeds")
    assert (link.raw, link.target_text, link.alias) == (
        "![oak tree](<my oak.png>)",
        "my oak.png",
        "oak tree",
    )


@pytest.mark.parametrize(
    "text", ["[a]()", "[a](<>)", "[a]( )", "[a](b c)", "[a] (b)", "[a](b", r"[a\](b)", r"\[a](b)"]
)
def test_without_a_whole_destination_there_is_no_link(text: str) -> None:
    """L16: empty, with a bare blank, apart, or not closed."""
    assert links_in(text) == ()


@pytest.mark.parametrize("text", ["https://oak.example/x", "www.oak.example", "a@oak.example"])
def test_bare_addresses_are_no_edges(text: str) -> None:
    """L17."""
    assert links_in(f"See {text} there") == ()


def test_an_image_in_a_links_text_is_an_edge_beside_the_link_around_it() -> None:
    """L18: in the order of their places."""
    text = "[![alt](oak.png) more](Oak.md)"
    around, image = links_in(text)

    assert (around.raw, around.target_text) == (text, "Oak.md")
    assert (image.raw, image.target_text, image.kind.value) == (
        "![alt](oak.png)",
        "oak.png",
        "embed",
    )
    assert targets("[![[oak.png]] more](Oak.md)") == ["Oak.md", "oak.png"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [("[[A]](b)", ["A"]), ("[^1]", []), ("[^1](b)\n\n[^1]: c", ["b"]), ("[a [b](c) d](e)", ["c"])],
)
def test_brackets_mean_one_thing_at_a_time(text: str, seen: list[str]) -> None:
    """L18: `[[A]](b)` is a wikilink and then text, `[^1]` is no link."""
    assert targets(text) == seen


@pytest.mark.parametrize(
    "use", ["[the oak][r]", "[r][]", "[r]", "[R]", "[ r ]", "[the oak][R]", "![oak][r]"]
)
@pytest.mark.parametrize(
    "note", ["{}\n\n[r]: Oak.md", "[r]: <Oak.md> 'title'\n\n{}", "> [r]: Oak.md\n\n- see {}"]
)
def test_a_reference_link_is_an_edge_where_it_is_used(use: str, note: str) -> None:
    """L19: the definition is no edge (§11)."""
    (link,) = links_in(note.format(use))

    assert (link.raw, link.target_text, link.syntax.value) == (use, "Oak.md", "markdown")
    assert link.kind.value == ("embed" if use[0] == "!" else "markdown")


@pytest.mark.parametrize("text", ["[t][r]", "[r][]", "[r]", "[r]\n\n[r]:", "[r]\n\n    [r]: x"])
def test_without_a_definition_there_is_no_reference_link(text: str) -> None:
    """L19."""
    assert links_in(text) == ()


def test_the_first_of_two_definitions_counts_and_may_be_external() -> None:
    """L19, L17."""
    one, two = links_in("[a] and [b]\n\n[a]: x\n[a]: y\n[b]: https://oak.example")

    assert (one.target_text, one.alias, one.status) == ("x", "a", None)
    assert (two.target_text, two.alias, two.status) == ("https://oak.example", "b", "external")


# Order and record.


def test_each_occurrence_is_an_edge_in_the_order_of_places() -> None:
    """L42: two links to the same note are two edges."""
    text = (
        "---\nup: '[[e]]'\n---\n[[a]] [a](b)\n\n| [[c]] |\n|-|\n| [[a]] |\n\n- [[d]]\n  - [[a]]\n"
    )
    links = read_note(text).links

    assert [each.target_text for each in links] == ["e", "a", "b", "c", "a", "d", "a"]
    assert [each.line for each in links] == [2, 4, 4, 6, 8, 10, 11]


def test_the_record_of_a_link_is_whole() -> None:
    """L43: its place, its words, its section; where it leads is settled later."""
    text = "# Trees\r\n\r\n> [!section] plan\r\n\r\n## Oak ^o\r\n\r\nSee [[Oak#Care ^dry|it]].\r\n"
    (link,) = read_note(text, path="Garden/Log.md").links

    assert link == Link(
        source=NotePath("Garden/Log.md"),
        line=7,
        char_start=49,
        char_end=69,
        raw="[[Oak#Care ^dry|it]]",
        kind=LinkKind.WIKILINK,
        syntax=Syntax.WIKI,
        key=None,
        relation="links_to",
        target_text="Oak",
        heading="Care",
        block="dry",
        alias="it",
        section_path="/Trees/Oak",
        section_type="plan",
        status=None,
    )


def test_a_link_over_two_lines_of_a_quote_keeps_its_words_as_written() -> None:
    """L9, L43: `raw` is the slice, the marks of the quote included."""
    (link,) = links_in("> see [the\n> oak](Oak.md)\n")

    assert (link.raw, link.line, link.target_text) == ("[the\n> oak](Oak.md)", 1, "Oak.md")
