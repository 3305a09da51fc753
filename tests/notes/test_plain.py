"""`notes.md` N49 and N50: texts without Markdown."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.model import Block, NotePath
from mindnet.notes.lines import Lines
from mindnet.notes.note import plain_front
from mindnet.notes.plain import split_pages

BLANKS = " \t\r\n\f"


def blocks_of(text: str) -> tuple[Block, ...]:
    return split_pages(Lines(text), text)


def told(text: str) -> list[tuple[int | None, str, str]]:
    return [(each.page, each.kind.value, each.text) for each in blocks_of(text)]


def paragraphs(text: str) -> list[str]:
    return [each.text for each in blocks_of(text)]


def test_blank_lines_part_paragraphs_n50() -> None:
    assert paragraphs("one\ntwo\n\n \t\nthree\n") == ["one\ntwo", "three"]


def test_markdown_means_nothing_here_n49() -> None:
    text = "---\ntitle: x\n---\n# Head\n- [[link]] #tag ^id"

    assert told(text) == [(0, "paragraph", text)]


def test_a_text_has_the_name_of_its_file_for_title_n49() -> None:
    front = plain_front(NotePath("Lab/Valve log.txt"))

    assert (front.title, front.frontmatter_ok, front.body_start) == ("Valve log", None, 0)


def test_form_feeds_part_pages_and_belong_to_no_block_n50() -> None:
    assert told("one\f\f two\nmore \f\n\nthree\f") == [
        (0, "paragraph", "one"),
        (2, "paragraph", " two\nmore"),
        (3, "paragraph", "three"),
    ]


def test_a_paragraph_keeps_the_indentation_of_its_first_line_n21() -> None:
    assert paragraphs("\n\n  one  \n    two\t\n\n\tthree") == ["  one  \n    two", "\tthree"]


def test_only_spaces_tabs_line_ends_and_form_feeds_are_blank_n5() -> None:
    assert paragraphs("one\n\xa0\ntwo\n\x0b\nthree\n\u2028\x85\x00") == [
        "one\n\xa0\ntwo\n\x0b\nthree\n\u2028\x85\x00"
    ]


def test_a_figure_is_a_block_wherever_it_begins_n50() -> None:
    assert told("See  <FIGURE id=1>\n\nwide\n</Figure>  after it\nand on") == [
        (0, "paragraph", "See"),
        (0, "figure", "<FIGURE id=1>\n\nwide\n</Figure>"),
        (0, "paragraph", "after it\nand on"),
    ]


def test_a_figure_ends_at_the_first_closing_tag_s3() -> None:
    assert told("  <figures><figure></figure></figure>\n") == [
        (0, "figure", "<figures><figure></figure>"),
        (0, "paragraph", "</figure>"),
    ]


def test_after_a_figure_only_whole_lines_keep_their_indentation() -> None:
    assert paragraphs("<figure></figure>  x\n\n  y") == ["<figure></figure>", "x", "  y"]
    assert paragraphs("<figure></figure>\n  x") == ["<figure></figure>", "  x"]


@pytest.mark.parametrize("text", ["<figure> open", "</figure> <figure", "<fıgure></figure>"])
def test_a_figure_without_an_end_is_text_n50(text: str) -> None:
    assert told(text) == [(0, "paragraph", text)]


def test_no_figure_crosses_a_page_n50() -> None:
    assert told("<figure>\f</figure>") == [
        (0, "paragraph", "<figure>"),
        (1, "paragraph", "</figure>"),
    ]


def test_blocks_know_their_places_in_the_file_n3_n4() -> None:
    text = "\ufeffone\r\ntwo\r\r\nthree\r\n"
    first, second = blocks_of(text)

    assert (first.char_start, first.char_end, first.line_start, first.line_end) == (1, 9, 1, 2)
    assert (second.char_start, second.char_end, second.line_start) == (12, 17, 4)
    assert (first.index, second.index, first.text) == (0, 1, "one\r\ntwo")


pieces = st.sampled_from(
    ["a", "é😀", " ", "\t", "\n", "\r\n", "\r", "\f", "<figure", ">", "</figure>", "</FIGURE>"]
)


@given(st.lists(pieces, max_size=40).map("".join) | st.text())
def test_blocks_hold_every_character_that_is_not_blank_in_order_n21(text: str) -> None:
    place = 1 if text.startswith("\ufeff") else 0
    for number, block in enumerate(blocks_of(text)):
        assert block.index == number
        assert place <= block.char_start < block.char_end
        assert not text[place : block.char_start].strip(BLANKS)
        assert block.text == text[block.char_start : block.char_end]
        assert block.text[-1] not in BLANKS
        assert "\f" not in block.text
        assert block.page == text.count("\f", 0, block.char_start)
        place = block.char_end
    assert not text[place:].strip(BLANKS)


@given(st.lists(pieces, max_size=40).map("".join))
def test_line_ends_change_offsets_alone_n6(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    one, two = blocks_of(plain), blocks_of(plain.replace("\n", "\r\n"))

    assert [(each.kind, each.page, each.line_start, each.line_end) for each in one] == [
        (each.kind, each.page, each.line_start, each.line_end) for each in two
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<figure" * 100_000, id="figures without end"),
        pytest.param("<figure\f" * 50_000, id="figures without end, page by page"),
        pytest.param(" " * 3_000_000 + "x", id="blanks"),
        pytest.param(" \n" * 1_000_000 + "x", id="blank lines"),
        pytest.param("\f" * 3_000_000 + "x", id="blank pages"),
    ],
)
def test_no_text_takes_long_n29(text: str) -> None:
    began = time.perf_counter()

    assert blocks_of(text)
    assert time.perf_counter() - began < 2
