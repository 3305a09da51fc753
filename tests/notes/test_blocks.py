"""`notes.md` N19–N29: a body becomes blocks. `⏎` stands for a line end, as in the specification."""

import json
from pathlib import Path

import pytest

from mindnet import read_note
from mindnet.model import Block

GOLDEN = Path(__file__).parent.parent / "golden" / "blocks"
NAMES = sorted(each.stem for each in GOLDEN.glob("*.md"))
SETTINGS = {"heading_types": {"Decision*": "decision"}}

Case = tuple[str, list[str]]


def blocks_of(text: str) -> tuple[Block, ...]:
    return read_note(text.replace("⏎", "\n")).blocks


def block_of(text: str) -> Block:
    (block,) = blocks_of(text)
    return block


def told(text: str) -> list[str]:
    """`["paragraph one⏎two", "rule ---"]`"""
    return [f"{each.kind} {each.text}".replace("\n", "⏎") for each in blocks_of(text)]


def items_of(text: str) -> list[str]:
    block = block_of(text)
    source = text.replace("⏎", "\n")
    return [source[i.char_start : i.char_end].replace("\n", "⏎") for i in block.items]


@pytest.mark.parametrize("name", NAMES)
def test_a_note_reads_as_its_golden_file_says(name: str, update_golden: bool) -> None:
    """N19–N43."""
    text = (GOLDEN / f"{name}.md").read_bytes().decode()
    note = read_note(text, path=f"{name}.md", settings=SETTINGS).to_dict()
    golden = GOLDEN / f"{name}.json"
    if update_golden:
        golden.write_text(json.dumps(note, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    assert note == json.loads(golden.read_text(encoding="utf-8"))


def test_the_golden_notes_are_found() -> None:
    assert len(NAMES) >= 8


def test_the_example_of_the_specification_reads_as_its_table_says() -> None:
    """N20, N21, N24, N27, N32, N35: §3."""
    text = (
        "---⏎type: concept⏎tags: [soil]⏎---⏎# Compost⏎⏎> [!section] decision⏎⏎"
        "We turn it weekly. ^turn⏎⏎## Why⏎⏎- heat⏎- air ^air⏎⏎^reasons⏎"
    )
    blocks = blocks_of(text)

    assert len(text) == 131
    assert [
        (b.index, b.kind, b.level, (b.char_start, b.char_end), (b.line_start, b.line_end))
        for b in blocks
    ] == [
        (0, "heading", 1, (35, 44), (5, 5)),
        (1, "callout", None, (46, 67), (7, 7)),
        (2, "paragraph", None, (69, 93), (9, 9)),
        (3, "heading", 2, (95, 101), (11, 11)),
        (4, "list", None, (103, 130), (13, 16)),
    ]
    assert [(b.headings_path, b.section_type, b.block_ids, b.directive) for b in blocks] == [
        (("Compost",), "decision", (), False),
        (("Compost",), "decision", (), True),
        (("Compost",), "decision", ("turn",), False),
        (("Compost", "Why"), "decision", (), False),
        (("Compost", "Why"), "decision", ("air", "reasons"), False),
    ]
    assert [(i.char_start, i.char_end) for i in blocks[4].items] == [(103, 109), (110, 120)]


def test_a_block_is_told_by_the_names_of_the_specification() -> None:
    """N20."""
    fields = (
        "index kind level char_start char_end line_start line_end text headings_path section_type "
        "block_id block_ids items rows callout language"
    )

    assert set(block_of("a ^x⏎⏎^y").to_dict()) >= set(fields.split())
    assert (block_of("a ^x⏎⏎^y").block_id, block_of("a").block_id) == ("x", None)


WHOLE = {
    "heading": "# Oak · ###### Oak · # · #\tOak ·    ## Oak ## · Oak⏎= · Oak⏎--- · a⏎b⏎  ===",
    "paragraph": "Oak · #Oak · ####### Oak · one⏎ two⏎    three · \\# Oak · 1234567890. a · "
    "[r]: u · [r]: u⏎[s]:⏎  <v> 'a⏎title' · [r]: u⏎Oak [r] · [r]: u⏎![[oak.png]] · "
    "one⏎2. two · one⏎<b> · ![[a]] ![[b]] · ![[a]] b · [![a](b)](c) · $$a$$ b · "
    "$$a$$ $$b$$ · %%a%% b · %%a · | a | b |⏎|---|",
    "list": "- a⏎- b · * a⏎⏎⏎* b · + a · 1. a⏎7. b · 003) a · - · - a⏎  - b⏎    1. c⏎⏎      d · "
    "- # Oak · - ```⏎  a⏎⏎  b⏎  ```⏎- c · - > a⏎  > b · - a⏎lazy⏎  - b⏎lazy too · -⏎  a · "
    "- | a |⏎  |---| · -     code · - a⏎⏎  %%⏎  # b⏎  %%⏎  c",
    "table": "| a |⏎|---| · | a | b |⏎| :-- | --: |⏎| x |⏎| 1 | 2 | 3 | · a | b⏎--|--⏎plain",
    "code": "```⏎# Oak⏎⏎- a⏎``` · ~~~~ py x⏎~~~⏎~~~~~ ·     a⏎⏎      b · \ta · ```⏎open⏎⏎$$",
    "quote": "> a · >a⏎>⏎> b · > a⏎lazy · > > a⏎> b · > - a⏎>   b · > ```⏎> a⏎> ``` · > ·    > # a",
    "callout": "> [!note] · >[!x] Title⏎> body⏎lazy · > [!note]- a⏎> > b",
    "html": "<b>⏎a · </p> · <br/> · <!-- a⏎⏎b --> c",
    "math": "$$⏎x⏎⏎y⏎$$ · $$ x⏎y $$ tail · $$x$$ ·    $$⏎# Oak⏎$$ · $$⏎%%⏎$$",
    "rule": "*** · _ _ _ ·  - - - · * * * * · ___",
    "footnote": "[^1]: a · [^1]: a⏎    b⏎⏎    c⏎⏎\td · [^a]: · [^1]: a⏎lazy · [^1]: - a⏎    - b",
    "comment": "%%⏎# Oak⏎⏎- a⏎%% · %% a⏎b %% tail · %%a%% · %%a%% %%b%% · %%a%%⏎%%b%% ·   %%⏎%%",
    "figure": "![[oak.png]] · ![[Oak#^x|200]] · ![a](b.png) · ![a](<b c> 'd') · "
    "![[oak.png]] ^oak · ![a](b)⏎^oak · <figure>⏎a · <FIGURE x>",
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind in WHOLE for text in WHOLE[kind].split(" · ")]
)
def test_one_block_of_this_kind_is_the_whole_note(kind: str, text: str) -> None:
    """N19, N22, N26."""
    assert told(text) == [f"{kind} {text}"]


@pytest.mark.parametrize("level", range(1, 7))
def test_a_heading_knows_its_level(level: int) -> None:
    """N22."""
    assert block_of("#" * level + " Oak").level == level


HTML: list[Case] = [
    ("<script>⏎⏎</script>⏎a", ["html <script>⏎⏎</script>", "paragraph a"]),
    ("<!--⏎⏎-->⏎a", ["html <!--⏎⏎-->", "paragraph a"]),
    ("<?php⏎⏎?>⏎a", ["html <?php⏎⏎?>", "paragraph a"]),
    ("<!DOCTYPE⏎⏎html>⏎a", ["html <!DOCTYPE⏎⏎html>", "paragraph a"]),
    ("<![CDATA[⏎⏎]]>⏎a", ["html <![CDATA[⏎⏎]]>", "paragraph a"]),
    ("<div>⏎a⏎⏎</div>⏎b", ["html <div>⏎a", "html </div>⏎b"]),
    ("<my-tag a='b'>⏎a⏎⏎b", ["html <my-tag a='b'>⏎a", "paragraph b"]),
    ("a⏎<div>⏎b", ["paragraph a", "html <div>⏎b"]),
    ("a⏎<my-tag>⏎b", ["paragraph a⏎<my-tag>⏎b"]),
    ("<!-- open⏎⏎# Oak", ["html <!-- open⏎⏎# Oak"]),
]
COMMONMARK: list[Case] = [
    ("a⏎# b⏎c", ["paragraph a", "heading # b", "paragraph c"]),
    ("a⏎***⏎b", ["paragraph a", "rule ***", "paragraph b"]),
    ("a⏎- b", ["paragraph a", "list - b"]),
    ("a⏎1. b", ["paragraph a", "list 1. b"]),
    ("a⏎> b⏎⏎> c", ["paragraph a", "quote > b", "quote > c"]),
    ("a⏎```⏎b⏎```⏎c", ["paragraph a", "code ```⏎b⏎```", "paragraph c"]),
    ("- a⏎---", ["list - a", "rule ---"]),
    ("> a⏎---", ["quote > a", "rule ---"]),
    ("- a⏎- b⏎* c⏎+ d", ["list - a⏎- b", "list * c", "list + d"]),
    ("1. a⏎2) b", ["list 1. a", "list 2) b"]),
    ("-⏎⏎  a", ["list -", "paragraph   a"]),
    ("-\ta⏎⏎\tb⏎⏎c", ["list -\ta⏎⏎\tb", "paragraph c"]),
    ("1.\ta⏎\t- b⏎\t\t- c", ["list 1.\ta⏎\t- b⏎\t\t- c"]),
    ("- a⏎\t\tb⏎⏎\t\tc⏎d", ["list - a⏎\t\tb⏎⏎\t\tc", "paragraph d"]),
    (">\t\ta⏎lazy", ["quote >\t\ta", "paragraph lazy"]),
    ("> a⏎    lazy", ["quote > a⏎    lazy"]),
    ("> - a⏎lazy⏎- b", ["quote > - a⏎lazy", "list - b"]),
    ("- ```⏎  a⏎```", ["list - ```⏎  a", "code ```"]),
    ("   # a⏎    # b", ["heading    # a", "code     # b"]),
    ("a⏎b⏎===⏎c", ["heading a⏎b⏎===", "paragraph c"]),
    ("a⏎[^1]: b⏎[^2]: c", ["paragraph a", "footnote [^1]: b", "footnote [^2]: c"]),
    ("[^1]: a⏎⏎  b", ["footnote [^1]: a", "paragraph   b"]),
    ("[r]: u⏎# a", ["paragraph [r]: u", "heading # a"]),
    ("[r]: u⏎⏎a", ["paragraph [r]: u", "paragraph a"]),
    ("[r]: u⏎Oak⏎===", ["paragraph [r]: u", "heading Oak⏎==="]),
    ("[r]: u⏎  Oak⏎===", ["paragraph [r]: u", "heading   Oak⏎==="]),
    ("[r]: u⏎===", ["paragraph [r]: u⏎==="]),
    ("<figure>⏎⏎</figure>", ["figure <figure>", "html </figure>"]),
]


@pytest.mark.parametrize(("text", "blocks"), HTML + COMMONMARK)
def test_one_block_ends_where_another_begins(text: str, blocks: list[str]) -> None:
    """N19, N22."""
    assert told(text) == blocks


def test_a_block_reaches_from_its_indentation_to_its_last_sign() -> None:
    """N21."""
    assert told("⏎  one \t⏎ \t⏎\t⏎   two⏎\tthree⏎⏎") == [
        "paragraph   one",
        "paragraph    two⏎\tthree",
    ]


@pytest.mark.parametrize(
    ("info", "language"), [("python", "python"), (" js {1,2}", "js"), ("", None), (" \t", None)]
)
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_the_first_word_of_the_info_string_is_the_language(
    fence: str, info: str, language: str | None
) -> None:
    """N22."""
    assert block_of(f"{fence}{info}⏎a⏎{fence}").language == language


ITEMS: list[Case] = [
    ("- a⏎- b⏎⏎- c", ["- a", "- b", "- c"]),
    ("- a⏎  - b⏎⏎  c⏎lazy⏎⏎⏎- d", ["- a⏎  - b⏎⏎  c⏎lazy", "- d"]),
    ("  - a⏎ - b", ["  - a", " - b"]),
    ("-⏎- a⏎-", ["-", "- a", "-"]),
    ("- ```⏎  a⏎⏎  ```⏎- > b⏎  c", ["- ```⏎  a⏎⏎  ```", "- > b⏎  c"]),
    ("- a⏎⏎^x", ["- a"]),
    ("- a⏎^x", ["- a⏎^x"]),
]


@pytest.mark.parametrize(("text", "items"), ITEMS)
def test_items_hold_everything_but_a_joined_id(text: str, items: list[str]) -> None:
    """N24."""
    assert items_of(text) == items


def test_an_item_knows_its_marker_number_task_and_lines() -> None:
    """N24."""
    items = block_of("3. [ ] a⏎   b⏎04. [x] c ^c⏎5. d").items

    assert [(i.marker, i.number, i.task, i.block_id) for i in items] == [
        ("3.", 3, "open", None),
        ("04.", 4, "done", "c"),
        ("5.", 5, None, None),
    ]
    assert [(i.line_start, i.line_end) for i in items] == [(1, 2), (3, 3), (4, 4)]
    assert [(i.marker, i.number) for i in block_of("+ a").items] == [("+", None)]


def test_a_table_knows_its_header_and_its_rows() -> None:
    """N25: a row may have fewer or more cells than the header."""
    table = blocks_of("Trees:⏎| a | b |⏎|:--|---|⏎| 1 |⏎| 1 | 2 | 3 |⏎x \\| y⏎⏎b")[1]

    assert (table.kind, table.line_start, table.line_end) == ("table", 2, 6)
    assert table.header is not None
    assert (table.header.char_start, table.header.char_end, table.header.line) == (7, 16, 2)
    assert (table.header.delimiter_start, table.header.delimiter_end) == (17, 26)
    assert [(r.char_start, r.char_end, r.line) for r in table.rows] == [
        (27, 32, 4),
        (33, 46, 5),
        (47, 53, 6),
    ]


def test_blanks_behind_the_last_row_belong_to_no_block() -> None:
    """N21, N25: no row reaches out of its table."""
    table = block_of("| a |⏎|---|⏎| 1 |  ⏎")

    assert [(r.char_start, r.char_end) for r in table.rows] == [(12, table.char_end)]


@pytest.mark.parametrize("text", ["| a | b |⏎|---|", "a⏎| b |⏎| - - |", "> | a |⏎|---|"])
def test_a_header_needs_a_delimiter_row_that_fits_right_under_it(text: str) -> None:
    """N22, N25."""
    assert [each.kind for each in blocks_of(text)] != ["table"]
    assert all(each.header is None for each in blocks_of(text))


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "> - "])
def test_twenty_containers_inside_one_another_are_followed(mark: str) -> None:
    """N28."""
    note = read_note(mark * (20 // len(mark.split())) + "- [ ] a\n")

    assert (len(note.blocks), note.tasks_open, note.problems) == (1, 1, ())


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", ">", "> 1. ", "[^1]: "])
def test_what_is_nested_without_end_is_text_with_one_notice(mark: str) -> None:
    """N28, N29: links in it are found as in a paragraph."""
    note = read_note(mark * 10_000 + "[[Oak]] #tree\n" + "> " * 10_000 + "[[Elm]]")

    assert {each.raw for each in note.links} == {"[[Oak]]", "[[Elm]]"}
    assert note.tags == ("tree",)
    assert [(each.line, each.code) for each in note.problems] == [(1, "too_deep")]
