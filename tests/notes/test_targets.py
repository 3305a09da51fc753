"""`links.md` L3–L6, L16 and L17: what the words of a link say of where it leads."""

import pytest

from mindnet import read_note
from mindnet.model import Link

Parts = tuple[str, str | None, str | None, str | None]


def the_link(text: str) -> Link:
    (link,) = read_note(text).links
    assert link.raw == text[link.char_start : link.char_end]
    return link


def parts(text: str) -> Parts:
    """Path, heading path, block and alias of the one link in a text."""
    link = the_link(text)
    return link.target_text, link.heading, link.block, link.alias


# The table of §1, row by row.


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[[Oak]]", ("Oak", None, None, None)),
        ("[[ Oak ]]", ("Oak", None, None, None)),
        ("[[Trees/Oak|the oak]]", ("Trees/Oak", None, None, "the oak")),
        ("[[Oak#Care#Water]]", ("Oak", "Care#Water", None, None)),
        ("[[Oak#^dry]]", ("Oak", None, "dry", None)),
        ("![[Oak#^dry]]", ("Oak", None, "dry", None)),
        ("[[Oak#Care ^dry]]", ("Oak", "Care", "dry", None)),
        ("[[Oak#Care#^dry]]", ("Oak", "Care", "dry", None)),
        ("[[#Care]]", ("", "Care", None, None)),
        ("[[##Care]]", ("", "Care", None, None)),
        ("[[pa#th/x]]", ("pa", "th/x", None, None)),
        ("[[Oak||b]]", ("Oak", None, None, "|b")),
        ("[[a]b]]", ("a]b", None, None, None)),
    ],
)
def test_a_wikilink_has_a_path_a_heading_path_a_block_and_an_alias(
    written: str, said: Parts
) -> None:
    """L1, L3–L5: the table of `links.md` §1."""
    assert parts(written) == said
    assert the_link(f"See {written} there.").raw == written


@pytest.mark.parametrize("written", ["[[Oak\nwood]]", "[[Oak]", "[[]]"])
def test_what_is_not_whole_on_one_line_is_no_link(written: str) -> None:
    """L1: the last row of the table of `links.md` §1."""
    assert read_note(written).links == ()


# Target and alias.


@pytest.mark.parametrize(
    ("written", "target", "alias"),
    [
        (r"[[Oak\|the oak]]", "Oak", "the oak"),
        (r"[[Oak|the\|oak]]", "Oak", r"the\|oak"),
        ("[[Oak | the oak ]]", "Oak", "the oak"),
        ("[[Oak|a|b]]", "Oak", "a|b"),
        ("[[|x]]", "|x", None),
        ("[[|x|y]]", "|x", "y"),
        ("[[Oak|a#b]]", "Oak", "a#b"),
        ("[[Oak|]]", "Oak", None),
        ("[[Oak| ]]", "Oak", None),
    ],
)
def test_target_and_alias_part_at_the_first_bar(
    written: str, target: str, alias: str | None
) -> None:
    r"""L3: at `|` or `\|`, but not at a bar that stands first; a blank alias is none (§11)."""
    assert parts(written) == (target, None, None, alias)


# Path and fragment.


@pytest.mark.parametrize(
    ("written", "path", "heading", "block"),
    [
        ("[[Oak#Care]]", "Oak", "Care", None),
        ("[[ #Care]]", "", "Care", None),
        ("[[#^dry]]", "", None, "dry"),
        ("[[Oak#]]", "Oak", None, None),
        ("[[Oak##]]", "Oak", None, None),
        ("[[#]]", "", None, None),
    ],
)
def test_a_target_parts_at_its_first_hash(
    written: str, path: str, heading: str | None, block: str | None
) -> None:
    """L4: a blank path means the note itself; `[[X#]]` has no fragment (§11)."""
    assert parts(written)[:3] == (path, heading, block)


@pytest.mark.parametrize(
    ("fragment", "heading", "block"),
    [
        ("# Care # # Water ", "Care#Water", None),
        ("#Care#Water#^dry", "Care#Water", "dry"),
        ("#Care#Water ^dry", "Care#Water", "dry"),
        ("#^dry#Care", "^dry#Care", None),
        ("#Care^dry", "Care^dry", None),
        ("#Care\t^DRY-2 ", "Care", "DRY-2"),
        ("#page=3", "page=3", None),
    ],
)
def test_a_fragment_is_a_heading_path_and_perhaps_a_block(
    fragment: str, heading: str | None, block: str | None
) -> None:
    """L5: cut at `#`, trimmed, empty parts dropped; the last may be or end in a block."""
    assert parts(f"[[Oak{fragment}]]") == ("Oak", heading, block, None)


def test_blanks_are_dropped_and_nothing_else_is_changed() -> None:
    """L6: a name is normalised for comparing, never for showing."""
    assert parts("[[\t Trees/ÖaK \t# Care\t|\tThe OAK ]]") == (
        "Trees/ÖaK",
        "Care",
        None,
        "The OAK",
    )
    assert parts("[[Cafe\u0301\u00a0bar]]")[0] == "Cafe\u0301\u00a0bar"
    assert parts("[[\u00a0Oak\u2003]]")[0] == "\u00a0Oak\u2003"


# Destinations of Markdown links.


@pytest.mark.parametrize(
    ("written", "path", "heading", "block"),
    [
        ("[o](Oak.md)", "Oak.md", None, None),
        ("[o](Trees/Oak)", "Trees/Oak", None, None),
        ("[o](../Oak.md)", "../Oak.md", None, None),
        ("[o](Big%20oak.md#Care%20plan)", "Big oak.md", "Care plan", None),
        ("[o](<Big oak.md#Care plan>)", "Big oak.md", "Care plan", None),
        ("[o](Oak.md#%5Edry)", "Oak.md", None, "dry"),
        ("[o](Oak.md#Care#^dry)", "Oak.md", "Care", "dry"),
        ("[o](#Care)", "", "Care", None),
        ("[o](Gr%C3%BCn.md)", "Grün.md", None, None),
        ("[o](C%23.md)", "C", ".md", None),
        ("[o](%FF%20x.md)", "%FF%20x.md", None, None),
        ("[o](100%.md)", "100%.md", None, None),
        (r"[o](a\(b\).md)", "a(b).md", None, None),
        ("[o](a(b).md)", "a(b).md", None, None),
        (r"[o](a\#b.md)", "a", "b.md", None),
        ("[o](C:/oak.md)", "C:/oak.md", None, None),
        ("[o](a&amp;b.md)", "a&amp;b.md", None, None),
        ("[o](Oak.md 'The oak')", "Oak.md", None, None),
        ('[o](Oak.md "The oak")', "Oak.md", None, None),
        ("[o](Oak.md (The oak))", "Oak.md", None, None),
    ],
)
def test_a_destination_is_decoded_and_then_parted_like_a_wikilink(
    written: str, path: str, heading: str | None, block: str | None
) -> None:
    """L16: escapes undone, percents decoded where that is UTF-8; entities as written (§11)."""
    link = the_link(written)

    assert parts(written) == (path, heading, block, "o")
    assert (link.raw, link.status) == (written, None)


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("[o](https://oak.example/a%20b?c#d)", "https://oak.example/a%20b?c#d"),
        ("[o](mailto:oak@example.org)", "mailto:oak@example.org"),
        ("[o](obsidian://open?vault=x)", "obsidian://open?vault=x"),
        ("[o](HTTP://oak.example)", "HTTP://oak.example"),
        ("[o](//oak.example/x)", "//oak.example/x"),
        ("![o](https://oak.example/o.png)", "https://oak.example/o.png"),
        ("<https://oak.example/#y>", "https://oak.example/#y"),
        ("<mailto:oak@example.org>", "mailto:oak@example.org"),
    ],
)
def test_a_scheme_or_two_slashes_make_a_link_external(written: str, url: str) -> None:
    """L17: the address is kept whole."""
    link = the_link(f"see {written}")

    assert (link.status, link.target_text, link.raw) == ("external", url, written)
    assert (link.heading, link.block, link.syntax.value) == (None, None, "markdown")


def test_a_wikilink_that_looks_like_an_address_is_a_link_to_a_note() -> None:
    """L17, L29: only Markdown links can be external."""
    link = the_link("[[https://oak.example]]")

    assert (link.status, link.target_text) == (None, "https://oak.example")
