"""What an embedding model and an assistant read: `chunks.md` §6."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet.chunking.windows import breadcrumb, frame_window
from mindnet.cuts import WindowStyle
from tests.chunking.notes import A, B, C, blocks, sliding, smart, strict

WATER = "Water it in dry summers."
OAK = blocks("# Trees", "## Oak", WATER)


def window(text: str, path: str = "Notes/Garden.md", **keys: Any) -> str:
    """The window of the last block, cut off from what stands above it."""
    return sliding(text, path=path, max=6, **keys)[-1].window


# Breadcrumbs.


def test_one_line_tells_the_way_down() -> None:
    assert window(OAK) == f"Garden > Trees > Oak\n{WATER}"


def test_the_own_heading_is_told_also_where_the_text_begins_with_it() -> None:
    chunks = smart(blocks("## Oak", "Water it."), path="Garden.md")

    assert [chunk.window for chunk in chunks] == ["Garden > Oak\n## Oak\n\nWater it."]


def test_the_title_of_the_frontmatter_leads() -> None:
    assert window(f"---\ntitle: My garden\n---\n{OAK}") == f"My garden > Trees > Oak\n{WATER}"


@pytest.mark.parametrize(
    ("title", "headings", "expected"),
    [
        ("Garden", ("Garden", "Oak"), "Garden > Oak"),
        ("Garden", ("Trees", "Trees", "Oak"), "Garden > Trees > Oak"),
        ("Garden", ("Garden", "Garden"), "Garden"),
        ("Garden", ("Oak", "Garden"), "Garden > Oak > Garden"),
        ("State of the Arts", ("Art",), "State of the Arts > Art"),
        ("Art", ("State of the Arts",), "Art > State of the Arts"),
        ("Garden", ("garden",), "Garden > garden"),
        ("Garden", (), "Garden"),
        ("", ("Oak",), "Oak"),
        ("", (), ""),
    ],
)
def test_a_component_equal_to_the_one_before_it_is_said_once(
    title: str, headings: tuple[str, ...], expected: str
) -> None:
    """Whole components are compared."""
    assert breadcrumb(title, headings) == expected


def test_art_stays_under_the_state_of_the_arts() -> None:
    text = blocks("# Art", WATER)

    assert window(text, path="State of the Arts.md") == f"State of the Arts > Art\n{WATER}"
    assert window(text, path="Art.md") == f"Art\n{WATER}"


def test_without_title_and_heading_the_window_is_the_text() -> None:
    assert frame_window(WindowStyle(), "", (), None, WATER) == WATER
    assert frame_window(WindowStyle(style="tagged"), "", (), None, WATER) == WATER


# Tags.


def test_tags_tell_page_section_and_text() -> None:
    assert window(OAK, style="tagged") == f"[PAGE] Garden\n[SECTION] Trees > Oak\n[TEXT] {WATER}"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"page_tag": False}, f"[SECTION] Trees > Oak\n[TEXT] {WATER}"),
        ({"section_tag": False}, f"[PAGE] Garden\n[TEXT] {WATER}"),
        ({"page_tag": False, "section_tag": False}, WATER),
        ({"max_heading_levels": 1}, f"[PAGE] Garden\n[SECTION] Oak\n[TEXT] {WATER}"),
    ],
)
def test_tags_can_be_switched_off(keys: dict[str, Any], expected: str) -> None:
    """`[TEXT]` appears only beside another tag."""
    assert window(OAK, style="tagged", **keys) == expected


def test_a_line_without_content_is_left_out() -> None:
    assert window(WATER, style="tagged") == f"[PAGE] Garden\n[TEXT] {WATER}"
    assert window(WATER, style="tagged", page_tag=False) == WATER


def test_the_section_line_is_the_whole_path() -> None:
    """Also where it repeats the title."""
    assert window(blocks("# Garden", "## Oak", WATER), style="tagged") == (
        f"[PAGE] Garden\n[SECTION] Garden > Oak\n[TEXT] {WATER}"
    )


# Levels and types.


@pytest.mark.parametrize(
    ("levels", "path", "expected"),
    [
        (0, ["One", "Two", "Three"], "Garden > One > Two > Three"),
        (2, ["Two", "Three"], "Garden > Two > Three"),
        (1, ["Three"], "Garden > Three"),
        (9, ["One", "Two", "Three"], "Garden > One > Two > Three"),
    ],
)
def test_the_headings_nearest_to_the_chunk_are_kept(
    levels: int, path: list[str], expected: str
) -> None:
    """`window.max_heading_levels`; `text_headings_path` is what is shown of `headings_path`."""
    text = blocks("# One", "## Two", "### Three", WATER)
    chunk = sliding(text, path="Garden.md", max=6, max_heading_levels=levels)[-1]

    assert chunk.window == f"{expected}\n{WATER}"
    assert list(chunk.text_headings_path) == path
    assert chunk.headings_path == ("One", "Two", "Three")


def test_the_type_of_the_section_can_be_added() -> None:
    """`window.section_type`."""
    text = blocks("# Trees", "## Oak", "> [!section] decision", WATER)

    assert window(text, section_type=True) == f"Garden > Trees > Oak [decision]\n{WATER}"
    assert window(text) == f"Garden > Trees > Oak\n{WATER}"
    assert window(OAK, section_type=True) == f"Garden > Trees > Oak\n{WATER}"


# What it holds.


def test_it_holds_the_full_text_and_the_way_counts_nothing() -> None:
    """C6: prefix, overlap and core are held against `max`, the breadcrumb is not."""
    title = "A title that is longer than any limit of this note would let it be, and no matter"
    keys = {"target": 12, "max": 22, "side": "previous", "tokens": 10}
    chunks = strict(blocks("## A", f"{A} {B} {C}"), path=f"{title}.md", **keys)

    assert [chunk.window for chunk in chunks] == [
        f"{title} > A\n## A\n\n{text}" for text in (A, f"{A} {B}", f"{B} {C}")
    ]
    assert [chunk.token_count for chunk in chunks] == [12, 22, 22]


def test_it_is_told_under_two_names() -> None:
    """`chunks.md` §1: JSON gives it under `embedding_text` too."""
    (chunk,) = smart(A)

    assert chunk.to_dict()["window"] == chunk.to_dict()["embedding_text"] == f"doc-1\n{A}"
