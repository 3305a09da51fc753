"""`notes.md` N28, N29, `quality.md` §1: no note takes more than its length deserves.

Seconds on a busy machine lie, so growth is measured: a note four times as long may take about
four times as long. What is quadratic takes sixteen times.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

from mindnet import read_note

MOST = 10.0  # times as long for four times the text


def cpu_seconds(text: str) -> float:
    start = time.process_time()
    read_note(text)
    return time.process_time() - start


def growth(unit: Callable[[int], str], size: int) -> float:
    """How many times as long four times the text takes."""
    return least_seconds(unit(4 * size)) / least_seconds(unit(size))


def least_seconds(text: str) -> float:
    """The best of three tries, the collector aside, which has its own idea of time."""
    gc.collect()
    gc.disable()
    try:
        return min(cpu_seconds(text) for _ in range(3))
    finally:
        gc.enable()


def repeated(text: str, end: str = "") -> Callable[[int], str]:
    return lambda size: text * (size // len(text)) + end


def halves(opening: str, closing: str, middle: str = "") -> Callable[[int], str]:
    """Everything that is opened is closed, from the innermost outwards."""
    pair = len(opening) + len(closing)
    return lambda size: opening * (size // pair) + middle + closing * (size // pair)


def numbered(line: str) -> Callable[[int], str]:
    return lambda size: "".join(line.replace("@", str(i)) for i in range(size // (len(line) + 3)))


def steps(size: int) -> str:
    """A list in which each item is nested in the one before it."""
    return "".join(f"{'  ' * i}- a\n" for i in range(int(size**0.5)))


def runs_of_backticks(size: int) -> str:
    return " ".join("`" * i for i in range(1, int((2 * size) ** 0.5))) + " [[x]]"


def strange_and_then_deep(size: int) -> str:
    """Many notices, and then many lines that are too deep."""
    return "> $$ x\n\n" * (size // 16) + (">" * 34 + " a\n\n") * (size // 74)


SMALL, LARGE, HUGE = 8_000, 40_000, 250_000  # characters

HOSTILE: dict[str, tuple[Callable[[int], str], int]] = {
    # containers
    "quotes in quotes": (repeated(">", " a"), LARGE),
    "lines of deep quotes": (repeated("> " * 40 + "a\n"), LARGE),
    "quotes in items": (repeated("- > ", "a"), LARGE),
    "items in items": (repeated("- ", "a"), SMALL),
    "steps": (steps, LARGE),
    "an item and a quote": (repeated("- a\n> q\n"), SMALL),
    "two kinds of lists": (repeated("- a\n* b\n"), SMALL),
    "empty items": (repeated("-\n"), SMALL),
    "blank lines in an item": (lambda size: "- > a\n" + "\n" * size + "b", SMALL),
    "lazy lines": (lambda size: "> - " + "a\n" * (size // 2), SMALL),
    "notices, then depth": (strange_and_then_deep, 2 * LARGE),
    # what nothing closes
    "open comments": (repeated("%% a\n\n"), SMALL),
    "open comments in items": (repeated("- %% a\n  b\n"), SMALL),
    "open comments in quotes": (repeated("> %% a\n\n"), SMALL),
    "open math in items": (repeated("- $$ a\n"), SMALL),
    "open math in quotes": (repeated("> > $$ a\n\n"), SMALL),
    "open fences in items": (repeated("- ```\n"), SMALL),
    "open fences in quotes": (repeated("> ~~~\n\n"), SMALL),
    "open links": (repeated("[a](b"), SMALL),
    "open links in angles": (repeated("[a](<b"), LARGE),
    "open titles": (repeated('[a](b "c'), LARGE),
    "open titles in brackets": (repeated("[a](b (c"), LARGE),
    "open wikilinks": (repeated("[[a|"), LARGE),
    "an open wikilink": (lambda size: "[[" + "a] " * (size // 3), LARGE),
    "open HTML comments": (repeated("a <!-- "), LARGE),
    "open declarations": (repeated("a <!A <? <![CDATA[ "), LARGE),
    "an open frontmatter": (lambda size: "---\n" + "a: b\n" * (size // 5), LARGE),
    # inline
    "brackets": (repeated("["), LARGE),
    "brackets in brackets": (halves("[a", "]"), HUGE),
    "brackets in brackets with a definition": (
        lambda size: halves("[a", "]")(size) + "\n\n[r]: x",
        LARGE,
    ),
    "images in images": (halves("![", "](x)"), SMALL),
    "links in links": (halves("[", "](x)", "a"), LARGE),
    "runs of backticks": (runs_of_backticks, LARGE),
    "backticks by two and one": (repeated("``a` [[x]] "), LARGE),
    "dollars": (repeated("$a ", "[[x]]"), LARGE),
    "backslashes": (repeated("\\", "[[x]]"), LARGE),
    "tags after emphasis": (repeated("**#a *#b __#c _#d ~~#e ==#f "), SMALL),
    "tags after half emphasis": (repeated("x**#a "), LARGE),
    "tags after tags": (repeated("#a"), SMALL),
    "hashes": (repeated("#"), LARGE),
    "fields on lines": (repeated("a:: [[b]]\n"), SMALL),
    "fields in fields": (halves("(a:: ", ")", "[[x]]"), LARGE),
    "open fields": (repeated("[a:: [[x]] "), SMALL),
    "colons": (repeated("::", "[[x]]"), LARGE),
    "attributes": (lambda size: "a <b" + ' c="d"' * (size // 6), LARGE),
    "open attributes": (repeated("<a b=\" c=' d="), LARGE),
    "angles": (repeated("<"), SMALL),
    "addresses": (repeated("<a@b.c"), LARGE),
    # blocks
    "a table": (lambda size: "|a|b|\n|-|-|\n" + "|[[a]]|#b|\n" * (size // 11), SMALL),
    "a table of many columns": (halves("|a", "|-"), LARGE),
    "bars in links in a table": (lambda size: "|a|\n|-|\n|" + "[[a|" * (size // 4), SMALL),
    "tables that are none": (repeated("a|b\n|-|\n"), SMALL),
    "a long line": (repeated("word "), LARGE),
    "a long heading": (lambda size: "# a" + " " * size + "b #", LARGE),
    "a long end of a line": (lambda size: "- > a" + " " * size, LARGE),
    "a long line of dashes": (lambda size: "a\n" + "-" * size + "x", LARGE),
    "a long paragraph": (repeated("a b\n       c\n"), LARGE),
    "ids": (numbered("a ^i@\n\n"), SMALL),
    "the same id": (repeated("a ^i\n\n"), SMALL),
    "ids of nested headings": (numbered("# a ^a@\n### b ^b@\n"), SMALL),
    "ids on one line": (repeated(" ^a", " ."), LARGE),
    "callouts": (repeated("> [!note]- a\n> b\n\n"), SMALL),
    "edge directives": (repeated("> > > [!edge] a\n> > > [[b]]\n\n"), SMALL),
    "bad edge directives": (repeated("> [!edge]\n\n"), SMALL),
    "section directives": (repeated("> [!section] a\n\n"), SMALL),
    "type fields under headings": (repeated("# a\nsection-type:: b\n\n"), SMALL),
    "definitions": (numbered("[a@]: b\n"), SMALL),
    "definitions with open titles": (repeated('[a]: b\n"c\n'), SMALL),
    "underlined definitions": (repeated("[a]: b\n===\n"), SMALL),
    "uses of a definition": (lambda size: "[r]: x\n\n" + "[r][r] [a][" * (size // 11), SMALL),
    "footnotes": (numbered("[^@]: a\n"), SMALL),
    "carriage returns": (repeated("a\r\n[[b]]\r\r\n"), SMALL),
    "NULs and half characters": (repeated("\0\ud800[[a]] "), SMALL),
}


@pytest.mark.parametrize("note", HOSTILE)
def test_the_time_to_read_grows_with_the_length_of(note: str) -> None:
    """N29: linear for every input."""
    unit, size = HOSTILE[note]

    assert growth(unit, size) < MOST or growth(unit, size) < MOST  # the best of two tries


# Sizes that `chunks.md` law 7 and `quality.md` §1 name.


@pytest.mark.parametrize(
    "text",
    [
        "A line of ten megabytes is read, too.\n" * 260_000,
        "word " * 200_000,
        "- " * 10_000 + "a",
        "| tree | place |\n|---|---|\n" + "| oak | on a hill |\n" * 100_000,
    ],
    ids=["ten megabytes without a blank line", "a long line", "a deep list", "a long table"],
)
def test_a_note_takes_two_seconds_or_one_for_each_megabyte(text: str) -> None:
    """quality.md §1: here twice that, for machines that are slow or busy."""
    assert cpu_seconds(text) < 2 * max(2, len(text) / 1e6)


# Depth.


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "> - "])
def test_what_lies_too_deep_is_text_of_its_block_with_one_notice(mark: str) -> None:
    """N28: links and tags in it are found."""
    note = read_note(f"{mark * 100}[[x]] #y\n\n{mark * 100}[[z]]\n")

    assert [each.target_text for each in note.links] == ["x", "z"]
    assert note.tags == ("y",)
    assert [each.code for each in note.problems] == ["too_deep"]


@pytest.mark.parametrize("mark", ["> ", "- "])
def test_containers_are_followed_at_least_twenty_deep(mark: str) -> None:
    """N28: a callout in nineteen others is seen."""
    note = read_note(f"{mark * 19}> [!note] deep\n")

    assert [each.title for each in note.callouts] == ["deep"]
    assert note.problems == ()


# Frontmatter.


LEVELS = "".join(f"b{i}: &b{i} [{', '.join([f'*b{i - 1}'] * 9)}]\n" for i in range(1, 8))
MERGES = "".join(f"b{i}: &b{i} {{<<: [*b{i - 1}, *b{i - 1}]}}\n" for i in range(1, 40))
BOMBS = {
    "aliases of aliases": f"b0: &b0 [x, x, x]\n{LEVELS}",
    "merges of merges": f"b0: &b0 {{x: 1}}\n{MERGES}",
    "brackets": "a: " + "[" * 60_000,
    "deep indents": "".join(f"{' ' * i}a:\n" for i in range(300)),
    "many values": "a: [" + "1," * 25_000 + "]",
    "many keys": "".join(f"a{i}: b\n" for i in range(6_000)),
    "a long number": "a: " + "9" * 60_000,
    "an alias of itself": "a: &a [*a]",
    "a long text": "a: " + "x" * 70_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_frontmatter_that_would_explode_is_left_out_or_read_in_no_time(bomb: str) -> None:
    """N10: the body is read as usual."""
    text = f"---\n{BOMBS[bomb]}\n---\n[[x]]"

    assert cpu_seconds(text) < 1
    assert [each.target_text for each in read_note(text).links] == ["x"]
