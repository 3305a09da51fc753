"""What every strategy has to bear: `strategies.md` §7, and the bad input of its issue."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from mindnet import Chunk, chunk_text
from mindnet.errors import MindnetError
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    flags,
    full,
    normal,
    sizes,
    sliding,
    smart,
    strict,
)

Cutting = Callable[..., list[Chunk]]

ways = pytest.mark.parametrize("cut", [smart, strict, sliding])


def squeezed(texts: list[str]) -> str:
    """All that is no white space."""
    return "".join("".join(texts).split())


@ways
@pytest.mark.parametrize("limit", [600, 60, 9, 1])
def test_a_question_heading_over_a_long_list(cut: Cutting, limit: int) -> None:
    """H9: must end."""
    text = "## Why so?\n\n" + "\n".join(f"- item number {number}" for number in range(300))
    chunks = cut(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit
    if limit >= 9:
        assert all(chunk.md_text.count("- item") or chunk.index == 0 for chunk in chunks)


@ways
@pytest.mark.parametrize("limit", [600, 60, 9, 1])
def test_a_numbered_heading_over_a_long_sentence(cut: Cutting, limit: int) -> None:
    """H9: must end, and is not cut behind its number."""
    text = "## 3. Start\n\n" + "word " * 700
    chunks = cut(text, max=limit)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert max(sizes(chunks)) <= limit
    if limit >= 9:
        assert chunks[0].md_text.startswith("## 3. Start")


@ways
@pytest.mark.parametrize("text", [f"   {A}", f"  - {A}\n  - {B}", f"    {A}\n    {B}"])
def test_a_first_line_that_is_indented(cut: Cutting, text: str) -> None:
    """C5: stays so, also where a part begins with it."""
    assert cores(cut(f"\n{text}\n\n{C}"))[0].startswith(text)
    assert cores(cut(f"\n{text}\n\n{C}", max=13)) == [*text.split("\n"), C]


@ways
@pytest.mark.parametrize("letters", ["a", "ab-c/", "好", "🌳"])
def test_a_note_of_one_line_of_a_megabyte_without_a_space(cut: Cutting, letters: str) -> None:
    """C14, law 7: pieces of one size, in no time."""
    text = letters * (1_000_000 // len(letters))
    start = time.process_time()
    chunks = cut(text)

    assert time.process_time() - start < 5
    assert "".join(cores(chunks)) == text
    assert {len(core) for core in cores(chunks)[:-1]} == {1600}


@ways
def test_chinese_and_japanese_without_ascii_stops(cut: Cutting) -> None:
    """C16: `。！？` end sentences without a blank behind them."""
    text = "今天天气很好。我们去公园吧！你呢？好的，走吧。" * 20
    chunks = cut(text, target=10, max=12)

    assert "".join(cores(chunks)) == text
    assert all(core[-1] in "。！？" for core in cores(chunks))
    assert max(sizes(chunks)) <= 12
    assert max(sizes(cut("漢字" * 500, max=12))) <= 12


@ways
def test_crlf_throughout(cut: Cutting) -> None:
    """C3: the same cut, and no line end is lost or made."""
    text = blocks("# A", f"{A}\n{B}", f"- {A}\n- {B}\n  - {C}", f"> {A}\n>\n> {B}", "## B", C)
    for limit in (600, 30, 14, 5):
        plain, other = cut(text, max=limit), cut(text.replace("\n", "\r\n"), max=limit)
        if limit == 600:
            assert [each.replace("\n", "\r\n") for each in full(plain)] == full(other)
        assert squeezed(cores(other)) == squeezed([text])
        assert all(not core.endswith("\r") for core in cores(other))


@ways
def test_a_limit_smaller_than_a_heading(cut: Cutting) -> None:
    """C6, C8: the heading is cut like a text, and never repeated."""
    heading = "## A heading of many words that is far too long for any limit"
    text = blocks(heading, A, B)
    for limit in (10, 4, 2, 1):
        chunks = cut(text, max=limit)
        assert squeezed(cores(chunks)) == squeezed([text])
        assert max(sizes(chunks)) <= limit
        assert {chunk.prefix for chunk in chunks} == {""}


@ways
def test_a_heading_of_more_than_half_of_max_is_not_repeated(cut: Cutting) -> None:
    """C8: eleven tokens of twenty."""
    heading = "## A heading of eleven tokens, as it seems"
    chunks = cut(blocks(heading, f"{A} {B} {C}"), max=20)

    assert len(heading) == 42
    assert {chunk.prefix for chunk in chunks} == {""}
    assert squeezed(cores(chunks)) == squeezed([heading, A, B, C])


@ways
@pytest.mark.parametrize(
    "text", ["## Linux\n\n録画録画", "```js\n🌳\n🌳\n```", "|a|\n|-|\n|🌳|\n|🌳|"]
)
def test_a_prefix_gives_way_to_a_single_character(cut: Cutting, text: str) -> None:
    """C6: from four tokens on, every character fits."""
    for limit in (4, 5, 6):
        chunks = cut(text, max=limit, tokenizer="cl100k_base")
        assert max(sizes(chunks)) <= limit, full(chunks)
        assert squeezed(cores(chunks)) == squeezed([text])


@ways
def test_headings_in_front_of_a_text_count_too(cut: Cutting) -> None:
    """C6, H12: whatever is carried into a first part."""
    text = blocks(
        "# Tower log", "## 2026", "    whatever the goat does (there is nothing", "## Os", "#"
    )
    for limit in range(1, 24):
        chunks = cut(text, max=limit, target=max(1, limit // 3))
        assert max(sizes(chunks)) <= limit, full(chunks)
        assert squeezed(cores(chunks)) == squeezed([text])


@ways
def test_a_short_note(cut: Cutting) -> None:
    """C4: is one chunk as it is."""
    for text in ("a", "Hello.", "# A\n\nb", "- a", "|a|\n|-|", "```\n```", "> a"):
        assert full(cut(f"{text}\n")) == [text]


@ways
def test_a_trailing_sentence_without_a_stop(cut: Cutting) -> None:
    """C16: a rest is a last sentence."""
    assert full(cut(f"{A} {B} and so on", target=10, max=12)) == [A, B, "and so on"]
    assert full(cut(f"{A} {B} and so on", target=13, max=13)) == [A, f"{B} and so on"]


# Bad input.


@ways
def test_a_limit_of_one_token(cut: Cutting) -> None:
    """C6: everything is cut to pieces of up to four characters, and nothing is lost."""
    text = blocks(
        "# A b", f"{A} ^id", "- a\n- b", "|a|b|\n|-|-|\n|c|d|", "```py\nx = 1\n```", "$$\na\n$$"
    )
    chunks = cut(text, max=1)

    assert squeezed(cores(chunks)) == squeezed([text])
    assert set(sizes(chunks)) == {1}


@ways
def test_a_limit_of_one_token_is_passed_by_one_character_alone(cut: Cutting) -> None:
    """C6: a tree has three tokens, and cannot be cut."""
    chunks = cut("🌳🌳 oak", max=1, tokenizer="cl100k_base")

    assert full(chunks)[:2] == ["🌳", "🌳"]
    assert sizes(chunks)[:2] == [3, 3]
    assert all(size == 1 for size in sizes(chunks)[2:])
    assert all("oversize" not in each for each in flags(chunks))


@ways
def test_an_empty_note(cut: Cutting) -> None:
    """C4."""
    assert cut("") == cut("\n\n") == cut("---\ntitle: x\n---\n") == []


def test_a_note_of_headings_alone() -> None:
    """H12, H13, W1."""
    text = "# A\n\n## B\n\n### C\n\n# D"

    assert (full(smart(text)), full(sliding(text))) == ([text], [text])
    assert flags(smart(text)) == [{"heading_only"}]
    assert full(strict(text)) == ["# A", "## B\n\n### C", "# D"]
    assert [chunk.chunk_type for chunk in strict(text)] == ["heading"] * 3


@ways
def test_a_note_of_one_table(cut: Cutting) -> None:
    """C14: with and without room."""
    table = "| a | b |\n|---|---|\n" + "\n".join(f"| {number} | {A} |" for number in range(100))
    chunks = cut(table, max=60)

    assert full(cut(table, max=6000)) == [table]
    assert all(text.startswith("| a | b |\n|---|---|\n| ") for text in full(chunks))
    assert "\n".join(cores(chunks)) == table
    assert max(sizes(chunks)) <= 60


@ways
@pytest.mark.parametrize("word", ["<|endoftext|>", "<|fim_prefix|><|im_start|>"])
def test_special_tokens_are_plain_text(cut: Cutting, word: str) -> None:
    """C7."""
    text = f"{word} {A} {word}"
    for limit in (600, 9, 1):
        chunks = cut(text, max=limit, tokenizer="cl100k_base")
        assert squeezed(normal(chunks)) == squeezed([text])
        assert max(sizes(chunks)) <= limit


def test_a_target_over_max_is_refused_where_both_are_given() -> None:
    """profiles.md §1: before any work; an inherited value gives way."""
    with pytest.raises(MindnetError, match="target"):
        chunk_text(A, profile="heading_smart", target=300, max=200)

    (chunk,) = chunk_text(A, profile="heading_smart", max=200)
    assert (chunk.knife.max, chunk.knife.target) == (200, 200)


@pytest.mark.parametrize(
    "hidden", ["%%x%%", "%% x %%\n\n", "> [!section] x\n\n", "section-type:: x\n\n", "^x\n\n"]
)
@pytest.mark.parametrize("said", ["   oak", "   oak tree", " one two three"])
@ways
def test_blanks_behind_what_is_not_said_count_too(cut: Cutting, hidden: str, said: str) -> None:
    """C5, C6: a comment or a directive goes with what follows, as far as there is room."""
    chunks = cut(hidden + said, max=1)

    assert max(sizes(chunks)) <= 1
    assert "".join("".join(normal(chunks)).split()) == "".join(said.split())


def test_a_line_of_odd_blanks_before_an_id_is_blank() -> None:
    chunks = smart("oak\n- oak\n  - oak oak\n    \u2028 ^id", max=4)

    assert normal(chunks)[-1] == "  - oak oak"


def test_odd_blanks_before_a_comment_at_the_end_are_not_read() -> None:
    chunks = smart("- oak\n  oak \u2028\n  %%\n  hidden\n  %%\n- elm", max=1)

    assert normal(chunks) == ["-", "oak", "oak", "-", "elm"]


@pytest.mark.parametrize("cut", [smart, sliding])
@pytest.mark.parametrize(
    "line",
    ["[[a]]\r\n\r\n", "Text.  \n\n", "**Bold**\n\n\n", "Text.\n \n", "## [[L]]\n\n\n[[L]]\n\n\n"],
)
def test_white_space_between_blocks_counts_as_it_stands(cut: Cutting, line: str) -> None:
    """C7: each block with the line breaks behind it, whatever they are."""
    chunks = cut(line * 400, tokenizer="cl100k_base", max=600, target=400)

    assert max(sizes(chunks)) <= 600


def test_a_long_word_takes_time_by_its_length() -> None:
    """Law 7: with tokens that have to be counted."""
    seconds = []
    for size in (40_000, 160_000):
        start = time.process_time()
        smart("a" * size, tokenizer="cl100k_base", max=600, target=400)
        seconds.append(time.process_time() - start)

    assert seconds[1] < 10 * seconds[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> [!section] x\n> more", "quote"),
        ("> [!section] x\n> more\n\n- item", "mixed"),
        ("> [!section] x\n\n- item", "list"),
        ("\x0c\n\n- item", "list"),
    ],
)
def test_a_directive_with_more_lines_is_content(text: str, expected: str) -> None:
    """`chunks.md` §2, N35; a form feed in a note is white space (C1)."""
    assert [chunk.chunk_type for chunk in smart(text)] == [expected]
