"""`links.md` L1, L2 and L7–L13: where a link is seen, and what hides it."""

import pytest

from mindnet import read_note
from mindnet.model import Link


def links_in(text: str) -> tuple[Link, ...]:
    links = read_note(text).links
    assert all(each.raw == text[each.char_start : each.char_end] for each in links)
    return links


def targets(text: str) -> list[str]:
    return [each.target_text for each in links_in(text)]


# Brackets.


@pytest.mark.parametrize(
    ("text", "raw", "target"),
    [
        ("[[a]] b]]", "[[a]]", "a"),
        ("[[a]b]]", "[[a]b]]", "a]b"),
        ("[[y [t]]]", "[[y [t]]", "y [t"),
        ("[[a [b](c)]]", "[[a [b](c)]]", "a [b](c)"),
    ],
)
def test_the_first_two_closing_brackets_end_a_wikilink(text: str, raw: str, target: str) -> None:
    """L1: a single `]` inside is part of the body."""
    (link,) = links_in(text)

    assert (link.raw, link.target_text) == (raw, target)


@pytest.mark.parametrize(
    "text", ["[[]]", "[[ ]]", "[[\t \t]]", "![[]]", "[[a\nb]]", "[[a", "[[a]", "[a]]", "[ [a]]"]
)
def test_half_a_link_and_an_empty_one_are_text(text: str) -> None:
    """L1: on one line, and not blank (§11: `[[ ]]`)."""
    assert links_in(text) == ()


@pytest.mark.parametrize(
    "text", ["[[x [[y]] z]]", "[[[y]]]", "[[[[y]]]]", "[[x\n[[y]]", "[[x [[y]]"]
)
def test_the_innermost_pair_of_brackets_wins(text: str) -> None:
    """L2: `[[x [[y]] z]]` is a link to `y` (§11: `[[[y]]]` too)."""
    (link,) = links_in(text)

    assert (link.raw, link.target_text) == ("[[y]]", "y")


def test_an_alias_may_hold_one_bracketed_word() -> None:
    """L2: `[[y|[t]]]` has the alias `[t]` (§11)."""
    (link,) = links_in("[[y|[t]]]")
    (other,) = links_in("[[y|see [t]]]]")

    assert (link.raw, link.target_text, link.alias) == ("[[y|[t]]]", "y", "[t]")
    assert (other.raw, other.alias) == ("[[y|see [t]]]", "see [t]")


@pytest.mark.parametrize("alias", [None, "200", "100x20", "a word"])
def test_a_bang_right_before_the_brackets_makes_an_embed(alias: str | None) -> None:
    """L7: its alias may be a size."""
    written = f"![[oak.png|{alias}]]" if alias else "![[oak.png]]"
    (link,) = links_in(f"An {written} here")

    assert (link.kind.value, link.syntax.value, link.relation) == ("embed", "wiki", "embeds")
    assert (link.raw, link.target_text, link.alias) == (written, "oak.png", alias)


def test_a_bang_apart_makes_no_embed() -> None:
    """L7: right before."""
    assert [each.kind.value for each in links_in("Look! [[x]] and !![[y]]")] == [
        "wikilink",
        "embed",
    ]


@pytest.mark.parametrize("text", [r"\[[x]]", r"\[\[x\]\]", r"[\[x]]", r"\\\[[x]]"])
def test_escaped_brackets_are_text(text: str) -> None:
    """L8."""
    assert links_in(text) == ()


@pytest.mark.parametrize("text", [r"\![[x]]", r"\\[[x]]", r"\a[[x]]"])
def test_an_escape_before_the_brackets_leaves_a_plain_link(text: str) -> None:
    r"""L8: `\![[x]]` is a plain link (§11)."""
    (link,) = links_in(text)

    assert (link.kind.value, link.raw) == ("wikilink", "[[x]]")


@pytest.mark.parametrize(
    "raw", ["[[x]]", "![[x]]", r"[[x\|y]]", "[[ x # y |z ]]", "[x](<y z> 'w')"]
)
def test_raw_is_the_link_as_written(raw: str) -> None:
    r"""L9: the `!` and `\|` included, wherever it stands."""
    text = f"\ufeffété 🌳\r\n> - {raw}, and\r\n>   more {raw}\r\n"
    one, two = links_in(text)

    assert (one.raw, two.raw) == (raw, raw)
    assert (one.line, two.line) == (2, 3)
    assert (one.char_start, two.char_end) == (text.index(raw), text.rindex(raw) + len(raw))


# What hides what.


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("`a [[x]] b` [[y]]", ["y"]),
        ("[[a`b]] `c`", ["a`b"]),
        ("[[a `]] [[b]] `", ["a `", "b"]),
        ("`a $b` [[x]] $c$", ["x"]),
        ("$a `b$ [[x]] `c", ["x"]),
        ("<a title='`'> [[x]] `c`", ["x"]),
        (r"\`[[x]]`", ["x"]),
        (r"`\` [[x]]", ["x"]),
        ("[a `](b)` [[x]]", ["x"]),
        ("[a](b`c) [[x]] `d", ["b`c", "x"]),
        ("[[x]](b)", ["x"]),
        ("#a[[x]]#b", ["x"]),
    ],
)
def test_the_leftmost_construct_that_is_complete_wins(text: str, seen: list[str]) -> None:
    """L10: escape, code, math, HTML, wikilink, Markdown link."""
    assert targets(text) == seen


@pytest.mark.parametrize(
    "text",
    [
        "a `b\n\n[[x]] c`",
        "- a `b\n- [[x]] c`",
        "> a `b\n\n[[x]] c`",
        "# a `b\n[[x]] c`",
        "| a `b | [[x]] c` |\n|-|-|",
        "a $$b\n\n[[x]] c$$",
        "a <!-- b\n\n[[x]] -->",
        "a <b title='\n\n[[x]]'>",
    ],
)
def test_no_construct_leaves_its_text(text: str) -> None:
    """L10: what is open at the end of a paragraph, a heading or a cell is text."""
    assert targets(text) == ["x"]


@pytest.mark.parametrize(
    "text",
    [
        "```\n[[x]]\n```",
        "~~~ query\n[[x]]",
        "> ```dataview\n> [[x]]\n> ```",
        "- a\n\n      [[x]]",
        "    [[x]]",
        "`[[x]]`",
        "a ``b ` [[x]]`` c",
        "`a\n[[x]]\nb`",
        "$$\n[[x]]\n$$",
        "<div>\n[[x]]\n</div>",
        "<!-- [[x]] -->",
        "<!--\n\n[[x]]\n-->",
        "a <!-- [[x]] --> b",
        "<a title='[[x]]'>b</a>",
        "a <b c=[[x]]>",
        "a <?[[x]]?> b",
        "a <![CDATA[ [[x]] ]]> b",
        "a <!X [[x]]> b",
        "<https://a.example/[[x]]>",
    ],
)
def test_code_math_and_html_hide_links(text: str) -> None:
    """L11: fenced and indented code, inline code, math, HTML blocks, comments and tags."""
    assert [each for each in links_in(text) if each.status != "external"] == []


@pytest.mark.parametrize(
    "text", ["``a [[x]] `b", "` [[x]]", "a <!-- [[x]]", "a <b [[x]]", "<[[x]]>"]
)
def test_what_nothing_closes_hides_nothing(text: str) -> None:
    """L11: an unmatched run of backticks is text."""
    assert targets(text) == ["x"]


@pytest.mark.parametrize(
    "text",
    ["$a [[x]] b$", "a $[[x]]$ b", r"$a \$ [[x]]$", "a $$b\n[[x]]\nc$$ d", "a $$ [[x]] $$"],
)
def test_math_hides_links(text: str) -> None:
    """L12: `$$…$$` over lines, `$…$` on one."""
    assert targets(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "$5 and [[x]] and $6",
        "$a [[x]] $6",
        "$a [[x]]$6",
        "$ a [[x]]$",
        "$a [[x]] $",
        "$a [[x]] b$$",
        r"$a [[x]] b\$",
        r"\$a [[x]] b$",
        "$a\n[[x]] b$",
        "a $$ [[x]]",
    ],
)
def test_money_is_no_math(text: str) -> None:
    """L12: no blank just inside, the closing `$` single; over several lines text (§11)."""
    assert targets(text) == ["x"]


def test_a_dollar_in_a_wikilink_is_part_of_it() -> None:
    """L12: `[[a $x]] and $y$`."""
    assert targets("[[a $x]] and [[y]] and $z$") == ["a $x", "y"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<br>[[x]]", ["x"]),
        ("<span>[[x]]</span>", ["x"]),
        ("a <b\nc='d'>[[x]]</b>", ["x"]),
        ("<span>\n[[x]]\n</span>", []),
        ("<div>\n[[x]]\n\n[[y]]\n</div>", ["y"]),
        ("a\n<div>[[x]]</div>", []),
        ("<pre>\n\n[[x]]\n</pre>\n[[y]]", ["y"]),
        ("<!-- a -->[[x]]\n[[y]]", ["y"]),
    ],
)
def test_text_between_inline_tags_is_seen_and_html_blocks_are_not(
    text: str, seen: list[str]
) -> None:
    """L13: an HTML block ends as CommonMark says, for most tags at the next blank line."""
    assert targets(text) == seen
