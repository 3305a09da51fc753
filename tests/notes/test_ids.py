"""`notes.md` N27, N36–N38: names for blocks. `⏎` stands for a line end."""

import pytest

from mindnet import Note, read_note


def read(text: str) -> Note:
    return read_note(text.replace("⏎", "\n"))


def named(text: str) -> dict[str, str]:
    """Each id with the source of what it names."""
    note = read(text)
    return {
        each.id: note.source[each.char_start : each.char_end].replace("\n", "⏎")
        for each in note.block_ids
    }


def ids(text: str) -> list[str]:
    return [each.id for each in read(text).block_ids]


def codes(text: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in read(text).problems]


# What is one.


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Water it. ^dry", "dry"),
        ("Water it.\t^dry", "dry"),
        ("Water it. ^dry \t", "dry"),
        ("Water it.⏎^dry", "dry"),
        ("Water it. ^Dry-2024", "Dry-2024"),
        ("Water it. ^-", "-"),
        ("Water it. ^7", "7"),
        ("[[Oak]]^dry", "dry"),
        ("![[oak.png]]^dry", "dry"),
        ("Water it. ^wet ^dry", "dry"),
        ("*Water it.* ^dry", "dry"),
    ],
)
def test_a_marker_at_the_very_end_is_a_block_id(text: str, name: str) -> None:
    """N36, N38: kept as written."""
    assert ids(text) == [name]
    assert codes(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Water it.^dry",
        "Water ^dry it.",
        "Water it. ^dry.",
        "Water it. ^dry⏎In May.",
        "Water it. ^",
        "Water it. (^dry)",
        "[a](b)^dry",
        "2^10",
        "[^1]",
        "a^[note]",
        "Water it. \u00a0^dry\u00a0",
    ],
)
def test_a_marker_elsewhere_is_text(text: str) -> None:
    """N36."""
    assert (ids(text), read(text).blocks[0].block_ids) == ([], ())


@pytest.mark.parametrize("text", ["Water it. ^my_id", "^my_id", "- a ^my_id", "# Oak ^my_id"])
def test_an_underline_makes_it_text_with_a_notice(text: str) -> None:
    """N36."""
    assert (ids(text), codes(text)) == ([], [(1, "bad_block_id")])


def test_other_characters_make_it_text_too() -> None:
    """N36."""
    assert [ids(f"a ^{sign}b") for sign in ("ä", "日", "🌱", "/", "!", "^")] == [[]] * 6


# What it names: the table of N37, line by line.


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("one⏎two ^a⏎⏎three", {"a": "one⏎two ^a"}),
        ("  one ^a", {"a": "  one ^a"}),
        ("[r]: u⏎one ^a", {"a": "[r]: u⏎one ^a"}),
        ("[^1]: one ^a⏎⏎    two ^b", {"a": "one ^a", "b": "two ^b"}),
        ("- one⏎⏎  two⏎  three ^a⏎- four", {"a": "two⏎  three ^a"}),
        ("- one ^a⏎  - two ^b⏎    - three⏎- four", {"a": "- one ^a", "b": "  - two ^b"}),
        ("1. one⏎   two ^a⏎⏎   three", {"a": "1. one⏎   two ^a"}),
        ("- [ ] one ^a", {"a": "- [ ] one ^a"}),
        ("- one⏎lazy ^a", {"a": "- one⏎lazy ^a"}),
    ],
)
def test_at_the_end_of_a_paragraph_it_names_the_paragraph_or_the_item(
    text: str, names: dict[str, str]
) -> None:
    """N37: in an item's own text the item, children excluded."""
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("- one⏎  ^a⏎- two", "- one⏎  ^a"),
        ("- one⏎⏎  ^a⏎- two", "- one⏎⏎  ^a"),
        ("1. one⏎   two⏎   ^a", "1. one⏎   two⏎   ^a"),
    ],
)
def test_alone_on_an_indented_line_it_names_the_item(text: str, item: str) -> None:
    """N37."""
    assert named(text) == {"a": item}
    assert read(text).blocks[0].items[0].block_id == "a"


def test_at_the_end_of_a_heading_it_names_the_heading_and_its_section() -> None:
    """N37."""
    assert named("p⏎⏎## A ^a⏎⏎p⏎⏎### B ^b⏎⏎q⏎⏎C⏎lines ^c⏎---⏎⏎r⏎⏎# D⏎⏎s") == {
        "a": "## A ^a⏎⏎p⏎⏎### B ^b⏎⏎q",
        "b": "### B ^b⏎⏎q",
        "c": "C⏎lines ^c⏎---⏎⏎r",
    }


@pytest.mark.parametrize(
    "quote",
    [
        "> one⏎> two ^a",
        "> one⏎^a",
        "> one⏎> ^a",
        "> [!note] one⏎> two ^a",
        "> [!note] one ^a",
        "> > one⏎> > two ^a",
        "> - one⏎> - two ^a",
        "> one⏎lazy ^a",
    ],
)
def test_at_the_end_of_a_quote_it_names_the_whole_quote(quote: str) -> None:
    """N37: or lazily on the line right after it."""
    assert named(f"{quote}⏎⏎three") == {"a": quote}


@pytest.mark.parametrize(
    "quote", ["> one ^a⏎> two", "> one ^a⏎>⏎> two", "> - one ^a⏎> - two", "> [!note] one ^a⏎> two"]
)
def test_on_an_inner_line_of_a_quote_it_is_text(quote: str) -> None:
    """N37."""
    assert named(quote) == {}


def test_a_quote_in_an_item_is_named_whole_as_well() -> None:
    """N37."""
    assert named("- > one⏎  > two ^a⏎- three") == {"a": "> one⏎  > two ^a"}


BEFORE = (
    "one · - one⏎- two · ```⏎code⏎``` · $$⏎x⏎$$ · | a |⏎|---| · > one · *** · <div> · "
    "![[oak.png]] ·     code · > [!note] one · [r]: u"
)


@pytest.mark.parametrize("block", BEFORE.split(" · "))
def test_alone_in_its_paragraph_it_joins_the_block_before_it(block: str) -> None:
    """N27, N37: that block's span reaches over the marker, blank lines between included."""
    note, text = read(f"{block}⏎⏎⏎^a⏎⏎two"), f"{block}⏎⏎⏎^a"

    assert named(f"{block}⏎⏎⏎^a⏎⏎two") == {"a": text}
    assert [each.text.replace("\n", "⏎") for each in note.blocks] == [text, "two"]
    assert note.blocks[0].kind == read(block).blocks[0].kind
    assert note.blocks[0].line_end == text.count("⏎") + 1


@pytest.mark.parametrize("block", ["```⏎code⏎```", "$$⏎x⏎$$", "***", "# Oak", "<!-- a -->"])
def test_no_blank_line_is_needed_where_no_paragraph_goes_on(block: str) -> None:
    """N27."""
    assert named(f"{block}⏎^a") == {"a": f"{block}⏎^a"}
    assert len(read(f"{block}⏎^a").blocks) == 1


def test_several_markers_join_the_same_block() -> None:
    """N20, N27."""
    (block,) = read("one ^a⏎⏎^b⏎⏎  ^c").blocks

    assert (block.block_id, block.block_ids) == ("a", ("a", "b", "c"))


def test_a_joined_marker_is_no_part_of_a_heading() -> None:
    """N27, N31."""
    (heading,) = read("# Oak⏎⏎^a").headings

    assert (heading.text, heading.title) == ("Oak", "Oak")


@pytest.mark.parametrize("front", ["", "---⏎a: 1⏎---⏎", "⏎⏎", "\ufeff"])
def test_at_the_start_of_the_body_it_names_its_own_paragraph(front: str) -> None:
    """N37."""
    note = read(f"{front}^a⏎⏎one")

    assert [(each.kind, each.text) for each in note.blocks] == [
        ("paragraph", "^a"),
        ("paragraph", "one"),
    ]
    assert named(f"{front}^a⏎⏎one") == {"a": "^a"}


def test_glued_under_a_table_it_names_the_table() -> None:
    """N37, §11: it is no row."""
    for table in ("| a |⏎|---|⏎| 1 |⏎| 2 |", "| a |⏎|---|", "a | b⏎--|--⏎1"):
        note = read(f"{table}⏎^t⏎⏎one")

        assert named(f"{table}⏎^t⏎⏎one") == {"t": f"{table}⏎^t"}
        assert len(note.blocks[0].rows) == table.count("⏎") - 1


# Where none is, and what is kept.


@pytest.mark.parametrize(
    "text",
    [
        "```⏎a ^x⏎```",
        "    a ^x",
        "$$⏎a ^x⏎$$",
        "$$⏎a⏎$$ ^x",
        "<div>⏎a ^x",
        "<!-- a ^x -->",
        "%%⏎a ^x⏎%%",
        "%%⏎a⏎%% ^x",
        "| a ^x |⏎|---|⏎| b ^x |⏎| c | ^x",
        "> ```⏎> a ^x⏎> ```",
        "- %%⏎  a ^x⏎  %%",
    ],
)
def test_there_is_none_in_code_math_html_comments_and_cells(text: str) -> None:
    """N38."""
    assert (ids(text), codes(text)) == ([], [])


def test_the_first_of_equal_ids_counts() -> None:
    """N38: without case; the others are a problem each."""
    text = "one ^Dry⏎⏎two ^dry⏎⏎- three ^DRY⏎- four ^wet"
    note = read(text)

    assert named(text) == {"Dry": "one ^Dry", "wet": "- four ^wet"}
    assert [each.block_ids for each in note.blocks] == [("Dry",), (), ("wet",)]
    assert [each.block_id for each in note.blocks[2].items] == [None, "wet"]
    assert codes(text) == [(3, "duplicate_block_id"), (5, "duplicate_block_id")]


def test_every_id_is_recorded_with_its_line_and_its_block() -> None:
    """N38."""
    note = read("one⏎^a⏎⏎- two⏎  - three ^b⏎⏎^c⏎⏎## Four ^d")

    assert [(each.id, each.line, each.block) for each in note.block_ids] == [
        ("a", 2, 0),
        ("b", 5, 1),
        ("c", 7, 1),
        ("d", 9, 2),
    ]
