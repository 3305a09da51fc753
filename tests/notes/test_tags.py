"""`notes.md` N44–N48: tags in the body, and those of the frontmatter beside them."""

import pytest

from mindnet import read_note
from mindnet.model import Tag


def tags_in(text: str) -> list[str]:
    note = read_note(text)
    for each in note.tag_occurrences:
        if each.char_start is not None and each.block is not None:
            assert text[each.char_start : each.char_end] == f"#{each.tag}"
            assert note.blocks[each.block].char_start <= each.char_start
    return [each.tag for each in note.tag_occurrences]


# The table of §8, both columns.


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#a/b", ["a/b"]),
        ("#1984a", ["1984a"]),
        ("#2024/05", ["2024/05"]),
        ("#日本", ["日本"]),
        ("#-", ["-"]),
        ("*#x*", ["x"]),
        ("#a#b", ["a", "b"]),
        ("<br>#x", ["x"]),
        ("[#x](u)", ["x"]),
        ("#x's", ["x"]),
    ],
)
def test_these_are_tags(text: str, tags: list[str]) -> None:
    """N44–N47: the left column of the table of `notes.md` §8."""
    assert tags_in(text) == tags
    assert tags_in(f"so {text} it is") == tags


@pytest.mark.parametrize(
    "text",
    ["#1984", "(#x)", '"#x"', "a#x", r"\#x", "`#x`", "# x", "https://x/#y", "[[n#x]]"],
)
def test_these_are_none(text: str) -> None:
    """N44–N47: the right column of the table of `notes.md` §8."""
    assert tags_in(text) == []
    assert tags_in(f"so {text} it is") == []


# Where tags are found.


@pytest.mark.parametrize(
    "text",
    [
        "# On #x",
        "#x\n===",
        "- [ ] a\n  - #x",
        "> [!note] #x",
        "> [!note]\n> #x",
        "> a\n#x",
        "|a|\n|-|\n|#x|",
        "| #x |\n|-|",
        "[^1]: #x",
        "a^[b #x]",
        "[a:: #x]",
        "up:: #x",
        "a %% #x %% b",
        "%%\n#x\n%%",
        "[see #x](u)",
        "![see #x](u)",
        "[see #x][r]\n\n[r]: u",
        "**bold #x**",
        "> " * 50 + "#x",
    ],
)
def test_a_tag_is_found_wherever_a_link_is(text: str) -> None:
    """N44, N42: in the text of Markdown links too."""
    assert tags_in(text) == ["x"]


@pytest.mark.parametrize(
    "text",
    [
        "[[n|see #x]]",
        "![[n #x]]",
        "[a](u#x)",
        "[a](<u #x>)",
        "[a](u 'see #x')",
        "<https://x.example/#x>",
        "<b title=' #x'>",
        "a <!-- #x -->",
        "<div>\n#x\n</div>",
        "$a #x$",
        "$$\n#x\n$$",
        "```\n#x\n```",
        "    #x",
        "`a #x`",
        "[r]: #x",
    ],
)
def test_no_tag_stands_in_links_urls_code_math_and_html(text: str) -> None:
    """N44, N43."""
    assert [each for each in tags_in(text) if each == "x"] == []


# How far a tag reaches.


@pytest.mark.parametrize("sign", "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\")
def test_punctuation_ends_a_tag(sign: str) -> None:
    """N45: none of these signs is part of one."""
    assert tags_in(f"see #oak{sign} there")[0] == "oak"


@pytest.mark.parametrize(
    "sign", " \t\n\u00a0\u2003\u2014\u200d\u2026\u206f\u2e00\u2e2e\u2e7f\u3000"
)
def test_whitespace_and_general_punctuation_end_a_tag(sign: str) -> None:
    """N45: U+2000–206F and U+2E00–2E7F too."""
    assert tags_in(f"#oak{sign}tree") == ["oak"]


@pytest.mark.parametrize("tag", ["a-b_c/d", "é", "e\u0301", "🌳", "дуб", "a·b", "x«y»"])
def test_everything_else_is_part_of_a_tag(tag: str) -> None:
    """N45: letters of every script, marks, emoji, `-`, `_`, `/`."""
    assert tags_in(f"see #{tag} there") == [tag]


# What may stand before it.


@pytest.mark.parametrize("before", [" ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "\v", "\x85"])
def test_whitespace_of_any_kind_may_stand_before_a_tag(before: str) -> None:
    """N46: or the start of the text."""
    assert tags_in(f"so{before}#x") == ["x"]


@pytest.mark.parametrize(
    "before",
    [
        r"\*",
        "`a`",
        "[[a]]",
        "![[a]]",
        "[a](b)",
        "<https://a.example>",
        "<b>",
        "*a*",
        "**a**",
        "~~a~~",
        "==a==",
        "#a",
        "$a$",
    ],
)
def test_the_end_of_another_construct_may_stand_before_a_tag(before: str) -> None:
    """N46: escape, code, link, HTML tag, emphasis mark, tag."""
    assert tags_in(f"so {before}#x")[-1:] == ["x"]


@pytest.mark.parametrize("mark", ["*", "**", "***", "~~", "=="])
def test_an_opening_emphasis_mark_may_stand_before_a_tag(mark: str) -> None:
    """N46, §11: `==` and `~~` are marks too."""
    assert tags_in(f"so {mark}#x and y{mark}") == ["x"]


def test_an_underscore_belongs_to_the_tag_it_follows() -> None:
    """N45, N46: it opens emphasis before a tag, and is part of the tag behind it."""
    assert tags_in("so _#x y_") == ["x"]
    assert tags_in("so _#x_") == ["x_"]


@pytest.mark.parametrize("before", ["a", "1", "-", "/", "(", "[", "{", ",", "é", "日", "a*", "*"])
def test_nothing_else_may_stand_before_a_tag(before: str) -> None:
    """N46: a lone `*` is no emphasis mark."""
    assert tags_in(f"so {before}#x") == []


def test_two_tags_at_the_start_of_a_links_text_are_both_found() -> None:
    """N46: the second follows a tag, as it does anywhere else."""
    assert tags_in("[#x#y](u)") == tags_in("#x#y") == ["x", "y"]


def test_a_bracket_that_is_no_link_hides_the_tag_behind_it() -> None:
    """N46: `[` is the start of a text only if a link comes of it."""
    assert tags_in("[#x] [#y](u) [#z][]") == ["y"]


# What makes a tag.


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#1984 #19-84 #y1984", ["19-84", "y1984"]),
        ("#a/ #a/b// #2024/05/", ["a", "a/b", "2024/05"]),
        ("#/ #// #", []),
        ("#1984/", []),
        ("##x #a##b", ["a"]),
    ],
)
def test_one_character_is_no_digit_and_trailing_slashes_are_dropped(
    text: str, tags: list[str]
) -> None:
    """N47: `#2024/05` is a tag, `#2024` is none."""
    assert tags_in(f"so {text}") == tags


def test_tags_are_compared_without_case_and_shown_as_first_written() -> None:
    """N48: each occurrence keeps its line and its place."""
    note = read_note("---\ntags: [Tree, oak]\n---\n#OAK and #Elm\n\n- #elm #TREE/big\n")

    assert note.tags == ("Tree", "oak", "Elm", "TREE/big")
    assert note.tag_occurrences == (
        Tag("Tree", 2, None, None, None),
        Tag("oak", 2, None, None, None),
        Tag("OAK", 4, 26, 30, 0),
        Tag("Elm", 4, 35, 39, 0),
        Tag("elm", 6, 43, 47, 1),
        Tag("TREE/big", 6, 48, 57, 1),
    )
