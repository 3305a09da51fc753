"""`by_sentence` and Markdown: `strategies.md` S2, and what C4, C5, C9 and C14–C17 ask of it."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet import Chunk
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    flags,
    full,
    normal,
    sentences,
    sizes,
    types,
)

X = "> [!section] x"
TABLE = "| a. b | c |\n|---|---|\n| d. e | f! |"
CODE = "```py\nx. y\n\nz! w\n```"
CALLOUT = "> [!note] Oh. Well\n> It is. So it is."
MATH = "$$\na. b\n$$"


def one_by_one(text: str, **keys: Any) -> list[Chunk]:
    """Each span of a note as a chunk."""
    return sentences(text, **{"max_chars": 1, "overflow": 10_000, "side": "none", **keys})


def squeezed(texts: list[str]) -> str:
    return "".join("".join(texts).split())


# Spans.


def test_a_span_runs_over_paragraphs_up_to_its_ending() -> None:
    """C19, S6: lists and quotes too."""
    text = "No stop here\n\n- and on\n- and on. And\n\n> so on. End"

    assert cores(one_by_one(text)) == [
        "No stop here\n\n- and on\n- and on.",
        " And\n\n> so on.",
        " End",
    ]


def test_a_heading_starts_a_span_and_is_one_with_the_sentence_after_it() -> None:
    """S2: whatever stops it holds."""
    text = "No stop\n\n# A\n\nOne. Two.\n\n## 3. Why? So.\n\nThree. Four."

    assert cores(one_by_one(text)) == [
        "No stop",
        "\n\n# A\n\nOne.",
        " Two.",
        "\n\n## 3. Why? So.\n\nThree.",
        " Four.",
    ]


def test_a_heading_has_the_size_of_both() -> None:
    """S2, S7: 4 + 5 characters, and then 14."""
    text = "One. Two.\n\n# A\n\nThree."

    assert cores(sentences(text, max_chars=22)) == [text]
    assert cores(sentences(text, max_chars=22 - 1)) == ["One. Two.", "\n\n# A\n\nThree."]


def test_a_heading_without_a_sentence_is_a_span() -> None:
    """S2: each of two in a row, and a last one."""
    text = "# A\n\n## B\n\nOne.\n\n## C?"

    assert cores(one_by_one(text)) == ["# A", "\n\n## B\n\nOne.", "\n\n## C?"]


@pytest.mark.parametrize(
    "block", [TABLE, CODE, CALLOUT, MATH], ids=["table", "code", "callout", "$"]
)
def test_a_block_with_joints_is_one_span(block: str) -> None:
    """S2: with the white space before it; its stops end nothing."""
    text = blocks("One.", block, "Two. Six.")

    assert cores(one_by_one(text)) == ["One.", f"\n\n{block}", "\n\nTwo.", " Six."]
    assert cores(sentences(text)) == [text]
    assert cores(one_by_one(blocks("# A", block))) == ["# A", f"\n\n{block}"]


def test_a_table_that_is_too_large_is_cut_by_rows() -> None:
    """S2, C14: led by its header, within the characters, and each part a chunk."""
    rows = [f"| row {number} | {A} |" for number in range(10)]
    text = blocks("One.", "\n".join(("| a | b |", "|---|---|", *rows)), "Two.")
    chunks = sentences(text, max=60, max_chars=130)

    assert full(chunks)[0] == "One."
    assert full(chunks)[1] == "\n".join(("| a | b |", "|---|---|", *rows[:2]))
    assert full(chunks)[2] == "\n".join(("| a | b |", "|---|---|", *rows[2:4]))
    assert full(chunks)[-1] == "\n\nTwo."
    assert flags(chunks)[1:3] == [{"split"}, {"split", "continued"}]
    assert {chunk.overlap_next for chunk in chunks} == {""}
    assert max(sizes(chunks)) <= 60


def test_code_that_is_too_large_is_cut_by_lines() -> None:
    """S2, C14: each part opens its fence."""
    lines = [f"line_{number} = {number}" for number in range(30)]
    chunks = sentences("\n".join(("```py", *lines, "```")), max=20)

    assert all(text.startswith("```py\nline_") for text in full(chunks))
    assert "\n".join(cores(chunks)) == "\n".join(("```py", *lines, "```"))
    assert max(sizes(chunks)) <= 20


def test_strict_characters_cut_a_table_too() -> None:
    """S8, C14."""
    rows = [f"| row {number} | {A} |" for number in range(4)]
    text = "\n".join(("| a | b |", "|---|---|", *rows))

    assert cores(sentences(text, max_chars=90, overflow=10.0)) == [text]
    assert len(sentences(text, max_chars=90, strict_chars=True)) == 4


def test_many_blank_lines_before_a_block_leave_it_whole() -> None:
    """S2: they are in no core where there is no room for them."""
    chunks = sentences(f"One.{' ' * 9}{chr(10) * 80}{TABLE}", max=12)

    assert cores(chunks) == ["One.", TABLE]


# Types, directives, rules.


def test_a_change_of_type_ends_a_span_and_a_chunk() -> None:
    """S2, C13: the directive goes with what follows, and so does the white space."""
    chunks = sentences(blocks("No stop", X, f"and on. {A}", "# Next", B))

    assert cores(chunks) == ["No stop", f"\n\n{X}\n\nand on. {A}", f"\n\n# Next\n\n{B}"]
    assert normal(chunks) == ["No stop", f"\n\nand on. {A}", f"\n\n# Next\n\n{B}"]
    assert types(chunks) == [None, "x", None]
    assert {chunk.overlap_next for chunk in chunks} == {""}


def test_a_directive_of_no_use_parts_chunks_and_is_in_none() -> None:
    """C5: it declares a type, and its section ends."""
    chunks = sentences(blocks("# A", A, X, "# B", B))

    assert cores(chunks) == [blocks("# A", A), f"\n\n# B\n\n{B}"]
    assert types(chunks) == [None, None]


def test_a_core_runs_over_rules_and_comments() -> None:
    """C4, C5: a rule alone is no chunk."""
    text = blocks("One.", "---", "%% hidden. still %%", "Two.")

    assert cores(sentences(text)) == [text]
    assert normal(sentences(text)) == [blocks("One.", "---", "Two.")]
    assert cores(one_by_one(text)) == ["One.", text[4:]]
    assert cores(one_by_one(blocks("One.", "---"))) == ["One."]


def test_a_rule_beside_the_indentation_of_a_text_is_no_chunk() -> None:
    """C4: nor one beside a comment that goes with a text."""
    text = f"---\n\n%% {A} {B} %%\n\noak and oak\n\n---\n  oak oak oak"
    for chars in range(3, 40):
        chunks = sentences(text, max_chars=chars, overflow=99.0, strict_chars=True)
        assert all(set("oakand") & set(core) for core in normal(chunks)), cores(chunks)


def test_frontmatter_is_in_no_core() -> None:
    """C4, S6: a blank line behind it is."""
    text = f"---\ntitle: It. is\n---\n\n{A}\n"

    assert cores(sentences(text)) == [f"\n{A}\n"]
    assert cores(sentences(f"\ufeff{A}")) == [A]
    assert sentences("---\ntitle: x\n---\n\n") == []


def test_places_are_those_of_the_white_space_too() -> None:
    """chunks.md §2: lines of the core, blocks of its text."""
    chunks = one_by_one(f"{A}\r\n\r\n{B}\r\n\r\n## C\r\n\r\n{C}\r\n")

    assert [(chunk.line_start, chunk.line_end) for chunk in chunks] == [(1, 1), (1, 3), (3, 7)]
    assert [chunk.block_span for chunk in chunks] == ["doc-1:0-0", "doc-1:1-1", "doc-1:2-3"]
    assert [chunk.section_title for chunk in chunks] == [None, None, "C"]


# What is never cut.


def test_an_embed_is_never_cut() -> None:
    """C15: over `max` it is a chunk of its own, without overlap."""
    embed = "![[A very long name. Of a picture! Is it? of an oak.png|and so on, and so on]]"
    chunks = sentences(f"Before {embed} and behind. {A}", max=10)

    assert cores(chunks)[:3] == ["Before ", embed, " and behind."]
    assert flags(chunks)[1] >= {"oversize"}
    assert [chunk.overlap_next for chunk in chunks[:2]] == ["", ""]
    assert "oversize" not in flags(chunks)[0] | flags(chunks)[2]


def test_an_embed_is_not_lent_by_halves() -> None:
    """C15, S26: the look-ahead ends before it."""
    text = f"{A} See ![[the old oak on the hill.png]] there and so on and on."
    first, _ = sentences(text, max_chars=60, overflow=1.0, ratio=0.2)

    assert first.overlap_next == " See "


def test_a_block_id_goes_with_its_sentence() -> None:
    """C9: and not with the next one."""
    text = blocks("One. Two. ^a", "Six. ^b")
    chunks = one_by_one(text)

    assert cores(chunks) == ["One.", " Two. ^a", "\n\nSix. ^b"]
    assert normal(chunks) == ["One.", " Two.", "\n\nSix."]
    assert [chunk.block_ids for chunk in chunks] == [(), ("a",), ("b",)]


def test_the_pieces_of_a_span_keep_its_block_id() -> None:
    """C9: `block_ids` are those of the piece, and a marker is never left alone."""
    chunks = sentences("alpha beta gamma delta epsilon zeta eta theta ^greek", max=6)

    assert normal(chunks) == ["alpha beta gamma delta ", "epsilon zeta eta theta"]
    assert [chunk.block_id for chunk in chunks] == ["greek", "greek"]
    assert [chunk.block_ids for chunk in chunks] == [(), ("greek",)]
    for limit in (1, 2, 3, 4, 5):
        assert sentences("alpha beta. ^greek", max=limit)[-1].block_ids == ("greek",)


def test_a_block_id_at_the_start_of_a_block_goes_with_what_follows() -> None:
    """chunks.md, law 1: a heading that is underlined and says nothing else."""
    text = f"{A}\n\n^oak\n---\n{B}"
    for limit in (500, 10, 3, 1):
        assert squeezed(cores(sentences(text, max=limit))) == squeezed([text])


def test_stops_in_a_comment_end_nothing() -> None:
    """chunks.md §1: and it is not cut through."""
    text = "One %% is. it %% two. Six."

    assert cores(one_by_one(text)) == ["One %% is. it %% two.", " Six."]
    assert "".join(cores(sentences(text, max=1))) == text


# Sentences by a library.


def test_sentences_by_a_library() -> None:
    """C17: abbreviations end no span; a block without a stop runs on."""
    text = "Dr. Smith is here. He sat\n\nand sat."

    assert cores(one_by_one(text))[0] == "Dr."
    assert cores(one_by_one(text, sentences="linguistic")) == [
        "Dr. Smith is here.",
        " He sat\n\nand sat.",
    ]


# Canvas.


def test_the_cards_of_a_canvas_are_one_text() -> None:
    """C1: a card is a paragraph."""
    nodes = ",".join(
        f'{{"id":"{name}","type":"text","text":"{text}","x":0,"y":{name},"width":1,"height":1}}'
        for name, text in enumerate((A, B))
    )
    chunks = sentences(f'{{"nodes":[{nodes}],"edges":[]}}', path="a.canvas")

    assert cores(chunks) == [blocks(A, B)]
    assert (chunks[0].line_start, chunks[0].page) == (0, None)


def test_the_id_of_a_directive_behind_a_cut_text_is_not_its_name() -> None:
    """`chunks.md` §2: the directive goes with the last piece, or with the heading under it."""
    text = f"# A\n\n{A} {B}\n\n> [!edge] up\n> [[Oak]] ^id"
    alone = sentences(text.replace(". ", " "), max=11)
    longer = sentences(text.replace(". ", " ") + "\n\n## Then\n\nMore.", max=11)

    assert len(alone) > 2
    assert [chunk.block_id for chunk in alone[:-1]] == [None] * (len(alone) - 1)
    assert [chunk.block_id for chunk in longer[: len(alone) - 1]] == [None] * (len(alone) - 1)
