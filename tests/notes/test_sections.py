"""`notes.md` N29–N32, N54: headings nest, and a note says what is strange in it."""

import time

import pytest

from mindnet import Note, read_note
from mindnet.errors import Severity


def headings(text: str) -> list[tuple[int, str, str, int]]:
    return [(each.level, each.text, each.title, each.line) for each in read_note(text).headings]


def paths(*blocks: str) -> list[tuple[str, ...]]:
    return [each.headings_path for each in read_note("\n\n".join(blocks)).blocks]


def codes(note: Note) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in note.problems]


# Headings.


@pytest.mark.parametrize(
    "text",
    [
        "> # Oak",
        "> Oak\n> ---",
        "> [!note]\n> # Oak",
        "- # Oak",
        "- Oak\n  ===",
        "1. a\n\n   ## Oak",
        "[^1]: # Oak",
        "[^1]: a\n\n    # Oak",
        "%%\n# Oak\n%%",
        "```\n# Oak\n```",
        "    # Oak",
        "<div>\n# Oak\n</div>",
        "$$\n# Oak\n$$",
        "| a |\n|---|\n| # Oak |",
        "\\# Oak",
        "> Oak\n===",
        "- Oak\n===",
    ],
)
def test_only_what_stands_at_the_top_level_is_a_heading(text: str) -> None:
    """N30."""
    note = read_note(text)

    assert (note.headings, note.first_heading) == ((), None)
    assert {each.headings_path for each in note.blocks} == {()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Oak", "Oak"),
        ("#   Oak \t", "Oak"),
        ("#\tOak", "Oak"),
        ("# Oak #", "Oak"),
        ("# Oak ### \t", "Oak"),
        ("# Oak#", "Oak#"),
        ("# C# ##", "C#"),
        ("# Oak \\#", "Oak \\#"),
        ("# A *big* [[Oak|tree]] `x`", "A *big* [[Oak|tree]] `x`"),
        ("#", ""),
        ("# #", ""),
        ("  Oak  \n===", "Oak"),
        ("Oak  \n  and *elm*\t\n   ash\n===", "Oak and *elm* ash"),
    ],
)
def test_the_text_of_a_heading_is_its_source_without_its_marks(text: str, words: str) -> None:
    """N31: the lines of a setext heading are joined by one blank."""
    assert headings(text) == [(1, words, words, 1)]
    assert read_note(text).blocks[0].headings_path == (words,)


def test_a_block_id_is_part_of_the_text_and_not_of_the_title() -> None:
    """N31, §11."""
    text = "## Care ^care\n\nOver\ntwo lines ^two\n---\n\n# Oak ^oak #\n\n# No ^my_id"

    assert headings(text) == [
        (2, "Care ^care", "Care", 1),
        (2, "Over two lines ^two", "Over two lines", 3),
        (1, "Oak ^oak", "Oak", 7),
        (1, "No ^my_id", "No ^my_id", 9),
    ]
    assert read_note(text).first_heading == "Oak"


def test_a_heading_knows_its_block_and_its_place() -> None:
    """N31: its line is its first."""
    (first, second) = read_note("one\n\n# Oak\n\ntwo\nlines\n---\n").headings

    assert (first.block, first.char_start, first.char_end, first.line) == (1, 5, 10, 3)
    assert (second.block, second.char_start, second.char_end, second.line) == (2, 12, 25, 5)


# Sections.


def test_a_section_reaches_to_the_next_heading_of_its_level_or_a_higher_one() -> None:
    """N32."""
    assert paths("p", "# A", "p", "## B", "p", "### C", "p", "## D", "p", "# E", "p") == [
        (),
        ("A",),
        ("A",),
        ("A", "B"),
        ("A", "B"),
        ("A", "B", "C"),
        ("A", "B", "C"),
        ("A", "D"),
        ("A", "D"),
        ("E",),
        ("E",),
    ]


def test_levels_may_be_skipped() -> None:
    """N32: `#` then `###` gives a path of two."""
    assert paths("# A", "### B", "## C", "###### D", "p") == [
        ("A",),
        ("A", "B"),
        ("A", "C"),
        ("A", "C", "D"),
        ("A", "C", "D"),
    ]
    assert paths("### A", "## B", "# C") == [("A",), ("B",), ("C",)]


def test_the_preamble_has_no_path_whatever_stands_in_it() -> None:
    """N32."""
    assert paths("> # Oak", "- # Elm", "p", "Ash\n---") == [(), (), (), ("Ash",)]


def test_headings_of_one_name_are_two_sections() -> None:
    """N32."""
    assert paths("# A", "## B", "# A", "p") == [("A",), ("A", "B"), ("A",), ("A",)]


# Problems.


@pytest.mark.parametrize(
    ("text", "line", "code", "severity"),
    [
        ("---\n- a\n---\n", 2, "bad_frontmatter", Severity.ERROR),
        ("a\n\n> [!section] a b", 3, "bad_section_type", Severity.WARNING),
        ("a ^x\n\nb\n^X", 4, "duplicate_block_id", Severity.WARNING),
        ("> [!edge] up", 1, "bad_edge_directive", Severity.WARNING),
        ("---\ntag: a\n---\n", 2, "legacy_property", Severity.NOTICE),
        ("---\nx: 1\ntags: 7\n---\n", 3, "bad_tag", Severity.NOTICE),
        ("---\na: 1\n", 1, "unclosed_frontmatter", Severity.NOTICE),
        ("a\n```\nb", 2, "unclosed", Severity.NOTICE),
        ("a\n\n~~~\nb", 3, "unclosed", Severity.NOTICE),
        ("a\n%% b\n\nc", 2, "unclosed", Severity.NOTICE),
        ("a\n$$\n\nc", 2, "unclosed", Severity.NOTICE),
        ("a\nb ^my_id", 2, "bad_block_id", Severity.NOTICE),
        ("\n- > [!section] a", 2, "directive_ignored", Severity.NOTICE),
        ("| a |\n|---|\n| [[b|c]] |", 3, "table_pipe", Severity.NOTICE),
        ("a\n" + "> " * 1000 + "b", 2, "too_deep", Severity.NOTICE),
    ],
)
def test_a_problem_has_a_place_a_code_a_sentence_and_a_severity(
    text: str, line: int, code: str, severity: Severity
) -> None:
    """N54."""
    (problem,) = read_note(text, path="Garden/Oak.md").problems

    assert (problem.path, problem.line, problem.code) == ("Garden/Oak.md", line, code)
    assert problem.severity is severity
    assert " " in problem.message


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_an_open_fence_is_noticed_where_it_opens(fence: str) -> None:
    """N22, N54: also in a quote or an item, where it ends with them."""
    assert codes(read_note(f"> {fence}\n> a\n\n- {fence}\n  b\n\nc\n{fence}\nd")) == [
        (1, "unclosed"),
        (4, "unclosed"),
        (8, "unclosed"),
    ]
    assert codes(read_note(f"{fence}\na\n{fence}")) == []


def test_problems_stand_in_the_order_of_lines_then_codes() -> None:
    """N54."""
    note = read_note("---\ntag: a\ntags: [7]\n---\n> [!section] a b ^i\n\nx ^i\n\n%% y ^my_id")

    assert codes(note) == [
        (2, "legacy_property"),
        (3, "bad_tag"),
        (5, "bad_section_type"),
        (7, "duplicate_block_id"),
        (9, "bad_block_id"),
        (9, "unclosed"),
    ]


def test_a_note_tells_a_hundred_problems_at_most() -> None:
    """N54: the last then says how many more."""
    hundred = read_note("a ^x\n\n" * 101)
    more = read_note("a ^x\n\n" * 151)

    assert len(hundred.problems) == len(more.problems) == 100
    assert hundred.problems[-1].message == hundred.problems[0].message
    assert more.problems[:99] == hundred.problems[:99]
    assert "51 more" in more.problems[-1].message


def test_a_broken_link_is_no_problem() -> None:
    """N54."""
    assert read_note("[[Nowhere]] ![[no.png]] [a](b.md)").problems == ()


UNITS = [
    "[", "[[", "![[a", "[a](", "`a``", "<a ", "<!--", "$a", "%% ", "*a ", "#a", "^a ", "\\", "|",
    "\0", " ", "\t", "\r", "1. ", "[^1]: ", "[r]: u\n", "[r]: '\n", "- %%\n", "> $$\n\n", "> a\n",
    "- a\n", "^a\n\n", "```\n", "<div>\n\n", "# a ^b\n", "> [!section] a\n\n", "| a |\n|---|\n",
    "a\n=\n",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_note_is_read_in_a_moment_whatever_it_repeats(unit: str) -> None:
    """N29."""
    began = time.perf_counter()
    read_note(unit * (60_000 // len(unit)))

    assert time.perf_counter() - began < 2
