"""`notes.md` N33–N35: which type a section has, and how far a type reaches."""

import pytest

from mindnet import Note, read_note

TYPES = {"Decision*": "decision", "d*": "later", "Log ?": "log", "[ab] side": "side"}


def read(*blocks: str, **heading_types: str) -> Note:
    settings = {"heading_types": heading_types or TYPES}
    return read_note("\n\n".join(blocks), path="Garden/Oak.md", settings=settings)


def types(*blocks: str) -> list[str | None]:
    return [each.section_type for each in read(*blocks).blocks]


def codes(*blocks: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in read(*blocks).problems]


# The table of §5, line by line.


def test_a_type_holds_from_its_place_to_the_end_of_its_section() -> None:
    """N34."""
    assert types("# A", "p1", "> [!section] x", "p2", "## B", "p3", "# C", "p4") == [
        *(None, None),
        *("x", "x"),
        *("x", "x"),
        *(None, None),
    ]


def test_a_subsection_may_declare_its_own_and_the_next_starts_again() -> None:
    """N34, N35."""
    assert types("# A", "> [!section] x", "## B", "> [!section] y", "p1", "## C", "p2") == [
        *("x", "x"),
        *("y", "y", "y"),
        *("x", "x"),
    ]


def test_in_the_preamble_a_type_holds_to_the_first_heading() -> None:
    """N34."""
    assert types("> [!section] x", "p1", "# A", "p2") == ["x", "x", None, None]


def test_a_directive_takes_over_from_a_field() -> None:
    """N33: `section` in any case, any fold mark; names are kept in lower case (N35)."""
    assert types("# A", "section-type:: x", "p1", "> [!SECTION]- Y", "p2") == [
        *("x", "x", "x"),
        *("y", "y"),
    ]


def test_settings_type_a_whole_section() -> None:
    """N33."""
    assert types("# Decision log", "p1", "## Options", "p2") == ["decision"] * 4


@pytest.mark.parametrize(
    "text",
    ["> > [!section] x", "- > [!section] x", "[^1]: > [!section] x", "> a\n> > [!section] x"],
)
def test_a_directive_inside_of_something_does_nothing(text: str) -> None:
    """N33."""
    assert types("# A", text, "p") == [None, None, None]
    assert codes("# A", text, "p") == [(3 + text.count("\n"), "directive_ignored")]


# What gives a type.


@pytest.mark.parametrize(
    "directive",
    [
        "> [!section] x",
        ">[!section]x",
        "> [!Section]+ X",
        "> [!section]- x ",
        "> [!section|left] x",
        "section-type:: x",
        "section-type::x",
        "Section Type:: X ",
        "section_type:: x",
        "**section-type**:: x",
        "[section-type:: x]",
        "(section-type:: x)",
        "  section-type:: x",
    ],
)
def test_a_directive_or_a_field_gives_a_type(directive: str) -> None:
    """N33, N35: it is a block like others and carries the new type."""
    note = read("# A", "p1", directive, "p2")

    assert [each.section_type for each in note.blocks] == [None, None, "x", "x"]
    assert [each.directive for each in note.blocks] == [False, False, True, False]
    assert note.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "section-type: x",
        "a section-type:: x",
        "section-type:: x\nand more",
        "[section-type:: x] and more",
        "- section-type:: x",
        "> section-type:: x",
        "# section-type:: x",
        "`section-type:: x`",
        "> [!sections] x",
        "> [! section] x",
        "> a\n> [!section] x",
        "[!section] x",
        "```\n> [!section] x\n```",
        "%%\n> [!section] x\n%%",
        "%%\nsection-type:: x\n%%",
    ],
)
def test_other_words_give_no_type(text: str) -> None:
    """N23, N33."""
    note = read("p1", text, "p2")

    assert {each.section_type for each in note.blocks} == {None}
    assert not any(each.directive for each in note.blocks)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Decision", "decision"),
        ("DECISIONS of May ^id", "decision"),
        ("Dog", "later"),
        ("log 1", "log"),
        ("Log 12", None),
        ("My log 1", None),
        ("B side", "side"),
        ("C side", None),
    ],
)
def test_patterns_are_held_against_the_whole_title(title: str, name: str | None) -> None:
    """N33: without case; the first that fits counts, in the file's order."""
    assert types(f"## {title}", "p") == [name, name]


def test_a_section_that_settings_type_may_say_otherwise() -> None:
    """N33: directive and field are stronger, what is inherited is weaker."""
    assert types("# Decision", "section-type:: x", "p", "## Log 1", "p", "## B", "p") == [
        *("x", "x", "x"),
        *("log", "log"),
        *("x", "x"),
    ]
    assert types("# Decision", "p", "> [!section] y", "p") == ["decision", "decision", "y", "y"]


# How far it reaches.


def test_a_weaker_source_after_a_stronger_one_has_no_effect() -> None:
    """N34: a notice says so."""
    note = ("# A", "> [!section] x", "p", "section-type:: y", "p")

    assert types(*note) == ["x"] * 5
    assert codes(*note) == [(7, "directive_ignored")]


def test_a_source_of_the_same_rank_takes_over() -> None:
    """N34."""
    for first, second in (("> [!section] x", "> [!section] y"), ("section-type:: x",) * 2):
        assert codes("# A", first, "p", second, "p") == []
    assert types("# A", "section-type:: x", "p", "section-type:: y", "p") == [*"xxxyy"]
    assert types("# A", "> [!section] x", "p", "> [!section] y", "p") == [*"xxxyy"]


def test_a_field_in_a_subsection_is_not_weaker_than_a_directive_around_it() -> None:
    """N34: only sources in that same section are compared."""
    note = ("# A", "> [!section] x", "## B", "section-type:: y", "p", "## C", "p")

    assert types(*note) == ["x", "x", "y", "y", "y", "x", "x"]
    assert codes(*note) == []


def test_a_type_declared_late_holds_for_the_subsections_after_it() -> None:
    """N34: a subsection starts with the type in force where it begins."""
    assert types("# A", "## B", "p", "# C", "p", "> [!section] x", "### E", "p", "## F") == [
        *(None, None, None),
        *(None, None, "x"),
        *("x", "x"),
        "x",
    ]


def test_none_ends_a_type() -> None:
    """N35: what follows is untyped, subsections too; the section around it is not touched."""
    note = ("# A", "> [!section] x", "## B", "p", "> [!section] NONE", "p", "### C", "## E", "p")

    assert types(*note) == ["x", "x", "x", "x", None, None, None, "x", "x"]
    assert types("# Decision", "section-type:: none", "p") == [None, None, None]
    assert codes("# A", "> [!section] none", "p", "section-type:: y") == [(7, "directive_ignored")]


# Names and rows.


@pytest.mark.parametrize("name", ["x", "a_b-1", "grün", "日本", "2024", "решение"])
def test_a_name_is_of_letters_digits_and_two_signs(name: str) -> None:
    """N35: letters of any script, kept in lower case."""
    assert types(f"> [!section]   {name.upper()}", "p") == [name, name]


@pytest.mark.parametrize("name", ["", " ", "two words", "a.b", "a/b", "#a", "[[A]]", "a,"])
@pytest.mark.parametrize("directive", ["> [!section] {}", "section-type:: {}"])
def test_a_blank_or_bad_name_changes_nothing(directive: str, name: str) -> None:
    """N35: it is a problem."""
    note = ("# A", "> [!section] x", "p", "## B", directive.format(name), "p")

    assert types(*note) == ["x"] * 6
    assert codes(*note) == [(9, "bad_section_type")]


def test_a_directive_right_under_a_heading_types_the_heading_too() -> None:
    """N35: nothing but comments and other directives may stand between."""
    assert types("# A", "%%\na\n%%", "%% b %%", "> [!section] x")[0] == "x"
    assert types("# A", "---", "> [!section] x") == [None, None, "x"]
    assert types("# A", "p", "> [!section] x") == [None, None, "x"]
    assert types("# A", "<!-- a -->", "> [!section] x") == [None, None, "x"]
    assert types("# A", "## B", "> [!section] x") == [None, "x", "x"]


def test_of_several_in_a_row_the_one_in_force_holds_for_all() -> None:
    """N35."""
    assert types("# A", "> [!section] x", "> [!section] y", "p") == [*"yyyy"]
    assert types("# A", "section-type:: x", "%% a %%", "> [!section] y", "p")[::2] == [*"yyy"]
    assert types("# A", "> [!section] x", "section-type:: y", "p") == [*"xxxx"]
    assert types("p", "section-type:: x", "> [!section] y", "p") == [None, *"yyy"]


def test_only_the_first_line_of_a_callout_is_the_directive() -> None:
    """§5: further lines stay content, with a notice; words right under it are further lines."""
    for text in ("> [!section] x\n> more", "> [!section] x\nmore"):
        assert types("# A", text, "p") == [*"xxx"]
        assert codes("# A", text, "p") == [(3, "directive_ignored")]


def test_a_directive_with_nothing_after_it_is_fine() -> None:
    """§5."""
    assert types("p", "> [!section] x") == [None, "x"]
    assert types("section-type:: x") == ["x"]
    assert codes("p", "> [!section] x", "# A") == []
