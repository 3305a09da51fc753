"""The cascade: what is too large is cut at its own joints (`strategies.md` C8, C14, C15, C18)."""

from __future__ import annotations

import pytest

from tests.chunking.notes import (
    A,
    B,
    C,
    D,
    E,
    blocks,
    cores,
    flags,
    full,
    sizes,
    sliding,
    strict,
)

HEADER = "| Tree | Place |\n|------|-------|"
CLUSTERS = ["e\u0301", "👨\u200d👩\u200d👧", "🇩🇪", "각", "नि", "👍🏽", "\r\n"]


def items(*texts: str, marker: str = "- ") -> str:
    return "\n".join(f"{marker}{text}" for text in texts)


# Lists.


def test_a_list_is_cut_between_its_items() -> None:
    """C14: items of 42 characters, 11 tokens each."""
    chunks = sliding(items(A, B, C, D, E), target=22, max=25)

    assert cores(chunks) == [items(A, B), items(C, D), items(E)]
    assert flags(chunks) == [{"split"}, {"split", "continued"}, {"split", "continued"}]
    assert [chunk.chunk_type for chunk in chunks] == ["list"] * 3


def test_an_item_keeps_everything_that_is_nested_in_it() -> None:
    """C14."""
    nested = f"- one\n  - {A}\n\n    more of it\n- two"
    chunks = sliding(f"{nested}\n- {B}\n- {C}", target=26, max=28)

    assert cores(chunks) == [nested, items(B, C)]


def test_an_item_that_is_too_large_is_cut_level_by_level() -> None:
    """C14: its own text, then its nested items with everything in them."""
    text = f"- one\n  - {A}\n    - {B}\n  - {C}\n- two"
    chunks = sliding(text, target=24, max=25)

    assert cores(chunks) == ["- one", f"  - {A}\n    - {B}", f"  - {C}\n- two"]
    assert cores(sliding(text, target=13, max=13)) == [
        *(f"- one\n  - {A}", f"    - {B}", f"  - {C}\n- two"),
    ]


def test_numbers_stay_as_written() -> None:
    """C14."""
    text = f"3. {A}\n4. {B}\n10. {C}"

    assert full(sliding(text, target=12, max=12)) == [f"3. {A}", f"4. {B}", f"10. {C}"]


def test_a_list_is_cut_where_its_section_is_cut() -> None:
    """C14, H8."""
    text = blocks("## A", items(A, B, C))

    assert full(strict(text, target=24, max=26)) == [
        *(blocks("## A", items(A, B)), blocks("## A", items(C))),
    ]


# Tables.


def test_a_table_is_cut_between_rows_and_repeats_its_header() -> None:
    """C8, C14: 34 characters of header, rows of 40."""
    rows = [f"| {A[:36]}|" for _ in range(5)]
    chunks = sliding("\n".join((HEADER, *rows)), target=30, max=32)

    assert {len(row) for row in rows} == {39}
    assert full(chunks) == ["\n".join((HEADER, *part)) for part in (rows[:2], rows[2:4], rows[4:])]
    assert [chunk.prefix for chunk in chunks] == ["", HEADER, HEADER]
    assert cores(chunks)[1:] == ["\n".join(rows[2:4]), rows[4]]


def test_a_row_that_is_too_large_is_cut_between_cells() -> None:
    """C14: at unescaped bars; a bar alone is no piece."""
    cells = (A[:20].strip(), f"{B[:18]}\\|x", C[:20].strip())
    row = f"| {' | '.join(cells)} |"
    chunks = sliding(f"{HEADER}\n| a | b |\n{row}", target=16, max=18)

    assert cores(chunks)[0] == f"{HEADER}\n| a | b |"
    assert [core.strip("| ") for core in cores(chunks)[1:]] == list(cells)
    assert [chunk.prefix for chunk in chunks] == ["", HEADER, HEADER, HEADER]


def test_a_header_of_more_than_half_of_max_is_not_repeated() -> None:
    """C8: nine tokens of sixteen are too much."""
    rows = [f"| {A[:36]}|" for _ in range(3)]
    text = "\n".join((HEADER, *rows))

    assert [chunk.prefix for chunk in sliding(text, target=20, max=20)][1:] == [HEADER] * 2
    assert {chunk.prefix for chunk in sliding(text, target=16, max=16)} == {""}


def test_a_cut_table_in_a_cut_section_has_both_leads() -> None:
    """C8, H8: the heading joined by a blank line, the header by a line break."""
    rows = [f"| {A[:36]}|" for _ in range(3)]
    chunks = strict(blocks("## A", "\n".join((HEADER, *rows))), target=22, max=30)

    assert full(chunks) == [f"## A\n\n{HEADER}\n{row}" for row in rows]
    assert cores(chunks)[1:] == rows[1:]


def test_a_table_with_one_row_loses_nothing() -> None:
    """C14, law 1: the id under it is named in its last part."""
    chunks = sliding(f"{HEADER}\n| {A} | {B} |\n^trees", target=20, max=20)

    assert chunks[-1].md_text.endswith("^trees")
    assert chunks[-1].block_ids == ("trees",)


# Code, quotes, the rest.


def test_code_is_cut_between_lines_and_its_fence_is_opened_again() -> None:
    """C8, C14: an open fence ends with the text."""
    lines = [f"x{number} = '{A[:10]}'" for number in range(6)]
    chunks = sliding("\n".join(("```py", *lines, "```")), target=14, max=16)

    parts = (lines[:2], lines[2:4], [*lines[4:], "```"])
    assert full(chunks) == ["\n".join(("```py", *part)) for part in parts]
    assert [chunk.prefix for chunk in chunks] == ["", "```py", "```py"]


@pytest.mark.parametrize("fence", ["~~~", "````", "``` {.py #x}", "   ```js"])
def test_any_opening_line_is_repeated_as_written(fence: str) -> None:
    """C8."""
    close = fence.strip().split(" ")[0].rstrip("js")
    chunks = sliding("\n".join((fence, A, B, C, close)), target=15, max=16)

    assert [chunk.prefix for chunk in chunks] == ["", fence, fence]


def test_indented_code_has_no_opening_line() -> None:
    """C8: its lines keep their indentation."""
    chunks = sliding(f"    {A}\n\n    {B}", target=12, max=12)

    assert full(chunks) == [f"    {A}", f"    {B}"]


def test_a_prefix_is_left_out_where_the_core_starts_with_it() -> None:
    """C8: here a line of code that looks like the opening one."""
    chunks = sliding(f"```py\n{A}\n```py\n{B}\n```", target=13, max=14)

    assert [text.count("```py") for text in full(chunks)] == [1] * len(chunks)


def test_a_heading_told_twice_is_not_told_three_times() -> None:
    """C8: a type made the deeper heading that of a section."""
    typed = "> [!section] x"
    chunks = strict(blocks("## A", A, "### B", typed, f"{B} {C}", "### B", typed, D), max=24)

    assert full(chunks)[1:] == [blocks("### B", f"{B} {C}"), blocks("### B", D)]
    assert chunks[2].prefix == ""


@pytest.mark.parametrize("first", ["", "> [!note] Oak\n"])
def test_a_quote_is_cut_between_paragraphs_and_then_between_lines(first: str) -> None:
    """C14."""
    quote = f"{first}> {A}\n> {B}\n>\n> {C}\n> {D}"

    assert cores(sliding(quote, target=26, max=26)) == [f"{first}> {A}\n> {B}\n>", f"> {C}\n> {D}"]
    assert cores(sliding(quote, target=11, max=11))[-2:] == [f"> {C}", f"> {D}"]


@pytest.mark.parametrize(
    ("opening", "closing"), [("$$", "$$"), ("<div>", "</div>"), ("[^1]: one", "    two")]
)
def test_math_html_and_the_rest_are_cut_between_lines(opening: str, closing: str) -> None:
    """C14."""
    text = "\n".join((opening, "    a = b + c", "    d = e + f", closing))
    chunks = sliding(text, target=4, max=5)

    assert len(chunks) > 1
    assert "\n".join(cores(chunks)) == text


# Sentences, lines, words, characters.


def test_a_paragraph_is_cut_at_sentences_then_lines_then_words() -> None:
    """C14: each step only for pieces that are still too large."""
    text = f"One. {A[:-1]}\n{B[:-1]} {C} Two."

    assert cores(sliding(text, target=10, max=10)) == ["One.", A[:-1], B[:-1], C, "Two."]


WORD_BREAKS = ",;: ()[]{}\t、，；：（）【】「」『』〔〕〈〉《》〖〗〘〙〚〛〝〞〟〰–—‘’‚‛“”„‟‹›"


@pytest.mark.parametrize("mark", WORD_BREAKS)
def test_a_word_ends_behind_each_of_these(mark: str) -> None:
    """C18."""
    assert cores(sliding(f"xxxxxx{mark}yyyyyy", max=2)) == [f"xxxxxx{mark}".strip(), "yyyyyy"]


@pytest.mark.parametrize("mark", "/-|<>\u00a0\u3000.!…_*·")
def test_a_word_does_not_end_behind_any_other(mark: str) -> None:
    """C18: so it is cut between characters."""
    assert cores(sliding(f"xxxxxx{mark}yyyyyy", max=2)) == [f"xxxxxx{mark}y", "yyyyy"]


def test_words_are_taken_up_to_the_aim() -> None:
    """C14, W3."""
    text = " ".join(["word"] * 40)

    assert {len(core) for core in cores(sliding(text, target=5, max=9))} == {19}


@pytest.mark.parametrize("cluster", CLUSTERS[:6])
@pytest.mark.parametrize("limit", [2, 3, 5])
def test_no_cluster_is_cut_that_fits(cluster: str, limit: int) -> None:
    """C14."""
    chunks = sliding(f"x{cluster * 40}", max=limit)

    assert "".join(cores(chunks)) == f"x{cluster * 40}"
    assert all(not core.removeprefix("x").replace(cluster, "") for core in cores(chunks))
    assert max(sizes(chunks)) <= limit


def test_a_cluster_that_is_too_large_is_cut_inside() -> None:
    """C14: five code points are two tokens."""
    chunks = sliding("👨\u200d👩\u200d👧x", max=1)

    assert "".join(cores(chunks)) == "👨\u200d👩\u200d👧x"
    assert sizes(chunks) == [1] * len(chunks)


def test_the_halves_of_a_surrogate_pair_stay_together() -> None:
    """C14: four code points are a token, and the fourth is a first half."""
    chunks = sliding("x" + "\ud83c\udf33" * 8, max=1, sentences="punctuation")

    assert all(
        core.removeprefix("x").count("\ud83c") == core.count("\udf33") for core in cores(chunks)
    )
    assert not any(core.startswith("\udf33") for core in cores(chunks))


def test_a_comment_for_which_there_is_no_room_is_in_no_chunk() -> None:
    """§4 law 2: `k` is one token, and two with the line break that is read before the comment."""
    text = "- oak\n  %%oak%% %%%% oak%%"

    def cut(most: int) -> list[str]:
        return cores(sliding(text, max=most, tokenizer="cl100k_base"))

    assert cut(1) == ["-", "oa", "k", "oa", "k", "%%"]
    assert cut(2) == ["- oak", "  %%oak%% %%%% oak%%"]
