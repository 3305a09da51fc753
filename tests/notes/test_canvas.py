"""`notes.md` N51–N53 and `links.md` L21: cards on a canvas."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.errors import Severity
from mindnet.model import Link, LinkKind, NotePath, SourceFile, Syntax
from mindnet.notes.canvas import Canvas, read_canvas

PATH = NotePath("Maps/Garden.canvas")


def read(text: str) -> Canvas:
    return read_canvas(SourceFile(PATH, text))


def canvas_of(*nodes: Any) -> Canvas:
    return read(json.dumps({"nodes": nodes, "edges": []}))


def a_text(text: str = "oak", **changes: Any) -> dict[str, Any]:
    return {"id": "t", "type": "text", "x": 0, "y": 0, "width": 9, "text": text, **changes}


def a_file(file: str = "Trees/Oak.md", **changes: Any) -> dict[str, Any]:
    return {"id": "f", "type": "file", "x": 0, "y": 0, "file": file, **changes}


def codes(canvas: Canvas) -> list[str]:
    return [each.code for each in canvas.problems]


@pytest.mark.parametrize("text", ["", " \r\n\t", "\ufeff", '{"nodes": []}'])
def test_an_empty_file_is_an_empty_canvas_n51(text: str) -> None:
    assert read(text) == Canvas("", (), (), (), ok=True)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "oak",
        "[]",
        "null",
        "{}",
        '{"edges": []}',
        '{"nodes": {}}',
        '{"nodes": [], "x": NaN}',
        '{"nodes": [-Infinity]}',
        "[" * 100_000,
        '{"nodes": ' + "[" * 65 + "]" * 65 + "}",
        '"' + '\\"' * 1_000_000,
    ],
)
def test_what_is_no_canvas_is_skipped_with_a_problem_n51(text: str) -> None:
    canvas = read(text)

    assert (canvas.ok, canvas.text, canvas.cards, canvas.links) == (False, "", (), ())
    assert codes(canvas) == ["bad_json"]
    assert (canvas.problems[0].line, canvas.problems[0].severity) == (0, Severity.ERROR)


def test_brackets_in_a_text_do_not_nest_n51() -> None:
    assert canvas_of(a_text('"[' * 1000 + "\\")).ok


def test_cards_are_read_from_top_to_bottom_then_left_to_right_n52() -> None:
    canvas = canvas_of(
        a_text("four", id="4", x=0, y=10),
        a_text("two", id="2", x=5, y=-3.5),
        a_text(" \r\n\t", id="blank", x=0, y=0),
        a_text("three", id="3", x=5, y=-3.5),
        a_text("one", id="1", x=-7, y=-3.5),
    )

    assert canvas.text == "one\n\ntwo\n\nthree\n\nfour"
    assert [(each.id, canvas.text[each.char_start : each.char_end]) for each in canvas.cards] == [
        ("1", "one"),
        ("2", "two"),
        ("3", "three"),
        ("4", "four"),
    ]


def test_a_card_spans_its_lines_as_a_block_does_n21_n52() -> None:
    canvas = canvas_of(a_text("\n \r\n  oak\r\nelm\n \n"), a_text("end", id="e", y=1))

    assert canvas.text == "\n \r\n  oak\r\nelm\n \n\n\nend"
    assert [canvas.text[each.char_start : each.char_end] for each in canvas.cards] == [
        "  oak\r\nelm",
        "end",
    ]


def test_a_file_card_is_an_embed_of_its_file_l21() -> None:
    canvas = canvas_of(a_file(subpath="#Care#Water ^dry"))

    assert canvas.cards == ()
    assert canvas.links == (
        Link(
            source=PATH,
            line=0,
            char_start=None,
            char_end=None,
            raw="Trees/Oak.md#Care#Water ^dry",
            kind=LinkKind.CANVAS,
            syntax=Syntax.CANVAS,
            key="f",
            relation="embeds",
            target_text="Trees/Oak.md",
            heading="Care#Water",
            block="dry",
            alias=None,
            section_path=None,
            section_type=None,
            status=None,
        ),
    )


@pytest.mark.parametrize(
    ("subpath", "heading", "block"),
    [
        (None, None, None),
        ("", None, None),
        ("#", None, None),
        ("#^dry", None, "dry"),
        ("Care", "Care", None),
        ("#A|B", "A|B", None),
    ],
)
def test_a_subpath_parts_like_a_fragment_l5_l21(
    subpath: str | None, heading: str | None, block: str | None
) -> None:
    (link,) = canvas_of(a_file("a#b|c.md", subpath=subpath)).links

    assert (link.target_text, link.heading, link.block) == ("a#b|c.md", heading, block)


def test_a_link_card_is_an_external_edge_l21() -> None:
    (link,) = canvas_of({"id": "u", "type": "link", "url": "https://oak.org/#x"}).links

    assert (link.kind, link.relation, link.status) == (LinkKind.CANVAS, "links_to", "external")
    assert (link.target_text, link.raw, link.key) == ("https://oak.org/#x", link.raw, "u")


def test_groups_arrows_and_labels_are_not_indexed_n53() -> None:
    text = json.dumps(
        {
            "nodes": [{"id": "g", "type": "group", "label": "Trees"}, {"type": "group"}],
            "edges": [{"id": "e", "fromNode": "a", "toNode": "b", "label": "grows"}],
        }
    )

    assert read(text) == Canvas("", (), (), (), ok=True)


@pytest.mark.parametrize(
    "node",
    [
        None,
        7,
        "oak",
        [],
        {},
        {"type": ["text"]},
        a_text(type="portal"),
        a_text(id=7),
        a_text(id=" "),
        a_text(text=7),  # type: ignore[arg-type]  # what a plugin may have written
        a_text(x="0"),
        a_text(x=True),
        a_text(y=None),
        a_file(""),
        a_file(file=None),  # type: ignore[arg-type]  # the same
        a_file(subpath=7),
        {"id": "u", "type": "link"},
    ],
)
def test_a_card_that_cannot_be_read_is_left_out_with_a_problem_n51(node: Any) -> None:
    canvas = canvas_of(node, a_text("kept", id="kept"))

    assert (canvas.text, canvas.links, canvas.ok) == ("kept", (), True)
    assert codes(canvas) == ["bad_canvas_card"]
    assert canvas.problems[0].severity is Severity.WARNING


def test_cards_that_share_an_id_are_kept_with_a_problem() -> None:
    canvas = canvas_of(a_text("one"), a_text("two", y=1))

    assert (canvas.text, codes(canvas)) == ("one\n\ntwo", ["bad_canvas_card"])


def test_numbers_may_be_of_any_size() -> None:
    far = f'{{"id": "a", "type": "text", "text": "far", "x": 0, "y": {"9" * 5000}}}'
    near = '{"id": "b", "type": "text", "text": "near", "x": 1e999, "y": -1e999}'

    assert read(f'{{"nodes": [{far}, {near}]}}').text == "near\n\nfar"


def test_half_a_character_is_replaced() -> None:
    node = r'{"id": "\ud83d", "type": "text", "text": "\ude00\ud83d\ude00", "x": 0, "y": 0}'
    canvas = read(f'{{"nodes": [{node}]}}')

    assert (canvas.text, canvas.cards[0].id) == ("\ufffd😀", "\ufffd")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
nodes = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text() | anything,
        "type": st.sampled_from(["text", "file", "link", "group"]) | anything,
        "text": st.text() | anything,
        "file": st.text() | anything,
        "subpath": st.text() | anything,
        "url": st.text() | anything,
        "x": st.integers() | anything,
        "y": st.integers() | anything,
    },
)


@given(
    st.text()
    | anything.map(json.dumps)
    | st.lists(nodes | anything, max_size=5).map(lambda each: json.dumps({"nodes": each}))
)
def test_any_file_gives_a_canvas_that_is_json_n51(text: str) -> None:
    canvas = read(text)

    assert json.dumps(canvas.to_dict(), ensure_ascii=False).encode()
    place = 0
    for card in canvas.cards:
        assert not canvas.text[place : card.char_start].strip(" \t\r\n")
        assert canvas.text[card.char_start : card.char_end].strip(" \t\r\n")
        place = card.char_end
    assert not canvas.text[place:].strip(" \t\r\n")


def test_a_large_canvas_takes_no_time_n29() -> None:
    text = json.dumps({"nodes": [a_text("oak\n" * 20, id=str(each)) for each in range(10_000)]})
    began = time.perf_counter()

    assert len(read(text).cards) == 10_000
    assert time.perf_counter() - began < 2
