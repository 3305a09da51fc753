"""`links.md` L30–L32: the heading or the block that a link means."""

from __future__ import annotations

import time
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import read_note
from mindnet.graph.fragments import Anchors, has_anchors, heading_key
from mindnet.model import BlockId, Heading

SIGNS = '!"#$%&()*+,.:;<=>?@^`{|}~/[]\\'


class Head(NamedTuple):
    level: int
    text: str
    title: str


def anchors(text: str) -> Anchors[Heading, BlockId]:
    note = read_note(text)
    return Anchors(note.headings, note.block_ids)


def line_of(path: str, text: str) -> int | None:
    """The line of the heading that a heading path leads to."""
    heading = anchors(text).find_heading(path)
    return None if heading is None else heading.line


# Keys.


@pytest.mark.parametrize(
    ("link", "heading", "fits"),
    [
        ("C++ & C what's new (2024)", "C++ & C#: what's new? (2024)", True),
        ("A B test", "A/B *test*", True),
        ("whats new", "what's new", False),
        ("See Oak wood", "See [[Oak|wood]]", True),
        ("Care", "Care ^c1", True),
    ],
)
def test_a_heading_fits_as_the_table_says(link: str, heading: str, fits: bool) -> None:
    """L30: the table of `links.md` §5."""
    assert (line_of(link, f"## {heading}") == 1) is fits


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_a_blank(sign: str) -> None:
    """L30."""
    assert heading_key(f"{sign}A{sign} {sign}b{sign}{sign}") == "a b"


@pytest.mark.parametrize("sign", ["'", "-", "_", "’", "–", "。", "é", "e\u0301", "1", "😀"])
def test_every_other_character_stays(sign: str) -> None:
    """L30."""
    assert heading_key(f"A{sign}b") == f"a{sign}b"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("  Care \t of\u00a0oaks ", "care of oaks"),
        ("ÜBUNG", "übung"),
        ("Straße", "straße"),
        ("?!", ""),
        ("", ""),
    ],
)
def test_blanks_are_collapsed_and_letters_lowered(text: str, key: str) -> None:
    """L30."""
    assert heading_key(text) == key


@given(st.text())
def test_the_key_is_what_the_words_say(text: str) -> None:
    """L30."""
    for sign in SIGNS:
        text = text.replace(sign, " ")
    assert heading_key(text) == " ".join(text.split()).lower()


def test_a_heading_fits_by_its_text_and_by_its_title() -> None:
    """L30, N31: with its block id and without."""
    note = "# Oak\n\n## Care ^c1"

    assert [line_of(path, note) for path in ("Care", "care ^C1", "Oak#Care c1")] == [3, 3, 3]


def test_the_first_heading_that_fits_is_taken() -> None:
    """L30."""
    assert line_of("care", "# Oak\n\n## Elm\n\n### Care\n\n# CARE\n\n## Care") == 5


# Paths.


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("A#B", 4),
        ("A#C", 3),
        ("A#D", 9),
        ("E#B", 7),
        ("A#E#B", None),
        ("A#C#B", 4),
        ("C#B", 4),
        ("B#A", None),
        ("A#A", None),
        ("B#B", None),
        ("A#B#C", None),
        ("X", None),
        ("A#X", None),
        ("X#A", None),
    ],
)
def test_a_path_leads_into_the_first_section_that_has_such_a_heading(
    path: str, line: int | None
) -> None:
    """L31: at any depth, in the first A that has such a B."""
    note = "# A\n## X1\n### C\n#### B\n# Z\n## E\n### B\n# A\n## D"
    assert line_of(path, note) == line


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ("## A\n# X\n### B", None),
        ("## A\n## B", None),
        ("## A\n# B", None),
        ("## A\n#### X\n### B", 3),
        ("## A\n# X\n## A\n### B", 4),
        ("# A\n## A\n# B\n# A\n## B", 5),
    ],
)
def test_a_section_ends_at_the_next_heading_of_its_level_or_above(
    note: str, line: int | None
) -> None:
    """L31, §11: also where a shallower heading stands in between."""
    assert line_of("A#B", note) == line


def read_literally(headings: list[Head], parts: list[str]) -> Head | None:
    """L31, word by word: the first A that has such a B."""
    for place, each in enumerate(headings):
        if heading_key(parts[0]) in (heading_key(each.text), heading_key(each.title)):
            if len(parts) == 1:
                return each
            section = []
            for below in headings[place + 1 :]:
                if below.level <= each.level:
                    break
                section.append(below)
            found = read_literally(section, parts[1:])
            if found is not None:
                return found
    return None


heads = st.builds(
    lambda level, title, text: Head(level, text or title, title),
    st.integers(1, 6),
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from([None, "A!", "d"]),
)


@given(
    st.lists(heads, max_size=14),
    st.lists(st.lists(st.sampled_from("aBc!dx"), min_size=1, max_size=7), min_size=1, max_size=6),
)
@tries(max_examples=1_000)
def test_a_path_is_followed_as_the_words_of_the_rule_say(
    headings: list[Head], paths: list[list[str]]
) -> None:
    """L30, L31."""
    asked: Anchors[Head, BlockId] = Anchors(headings, ())

    for parts in paths:
        assert asked.find_heading("#".join(parts)) is read_literally(headings, parts)


# Blocks.


def test_a_block_is_found_without_case_and_the_first_counts() -> None:
    """L32, N38."""
    found = anchors("one ^Dry\n\ntwo ^dry\n\nthree ^wet").find_block("DRY")

    assert found is not None
    assert (found.id, found.line) == ("Dry", 1)
    assert anchors("one ^dry").find_block("dr") is None


@pytest.mark.parametrize(
    ("heading", "block", "ok", "line"),
    [
        (None, None, None, None),
        ("Care", None, True, 1),
        ("Soil", None, False, None),
        (None, "dry", True, 5),
        (None, "wet", False, None),
        ("Care", "dry", True, 5),
        ("Soil", "dry", True, 5),
        ("Care", "wet", False, 1),
        ("Soil", "wet", False, None),
        ("Care#Water", "dry", True, 5),
    ],
)
def test_the_block_decides_where_both_are_given(
    heading: str | None, block: str | None, ok: bool | None, line: int | None
) -> None:
    """L5, L33, L45: a block that is missing leaves the heading that is there."""
    found = anchors("# Care\n\n## Water\n\nDaily. ^dry").look_up(heading, block)

    assert found.fragment_ok is ok
    assert (found.anchor.line if found.anchor else None) == line


@pytest.mark.parametrize(
    ("path", "looked_up"),
    [("a.md", True), ("a.MD", True), ("a.canvas", False), ("a.txt", False), ("a.pdf", False)],
)
def test_fragments_are_looked_up_in_markdown_alone(path: str, looked_up: bool) -> None:
    """L32."""
    assert has_anchors(path) is looked_up


# Ten thousand of a kind.


@pytest.mark.parametrize(
    ("headings", "path"),
    [
        ([(1, "day {}"), (2, "notes")], "day {}#notes"),
        ([(1, "a"), (1, "b {}")], "a#b {}"),
        ([(1, "a"), (1, "b")], "a#b"),
        ([(1, "a {}"), (6, "a")], "a#a {}"),
    ],
)
def test_as_many_links_as_headings_take_no_long_time(
    headings: list[tuple[int, str]], path: str
) -> None:
    many = [
        Head(level, text.format(number), text.format(number))
        for number in range(10_000)
        for level, text in headings
    ]
    asked: Anchors[Head, BlockId] = Anchors(many, ())
    start = time.process_time()

    found = [asked.find_heading(path.format(number)) for number in range(10_000)]
    assert found == ([Head(2, "notes", "notes")] * 10_000 if "notes" in path else [None] * 10_000)
    assert time.process_time() - start < 2
