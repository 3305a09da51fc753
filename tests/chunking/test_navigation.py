"""The way back from a chunk to its place: `chunks.md` §7."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from mindnet import Chunk, chunk_text
from mindnet.navigation import encode_fragment, text_fragment
from tests.chunking.notes import A, B, C, blocks, cut, sliding, smart, strict


def navigation(text: str, path: str = "Garden/Oak.md", **keys: Any) -> dict[str, Any]:
    (chunk,) = smart(text, path=path)
    return replace(chunk, **keys).navigation


def address(chunk: Chunk) -> tuple[str, str]:
    """Vault and file of an Obsidian address."""
    uri = str(replace(chunk, vault="My vault & co").navigation["uri"])
    assert uri.startswith("obsidian://open?vault=")
    query = parse_qs(urlsplit(uri).query, strict_parsing=True)
    return query["vault"][0], query["file"][0]


def test_everything_at_once() -> None:
    (chunk,) = smart(f"---\na: b\n---\n\n{A} ^first", path="Garden/Oak.md")

    assert chunk.navigation == {
        "line_start": 5,
        "char_start": 14,
        "text_length": 40,
        "block_id": "first",
        "heading": None,
        "uri": None,
        "file_uri": None,
        "url": None,
        "highlight": {"text_fragment": A, "block_type": "paragraph", "text_offset": 14},
    }


def test_the_block_id_is_that_of_the_first_block() -> None:
    """Not the first in the chunk."""
    first = navigation(blocks(f"{A} ^one", f"{B} ^two"))
    second = navigation(blocks(A, f"{B} ^two"))

    assert (first["block_id"], second["block_id"]) == ("one", None)


def test_the_heading_is_the_nearest_at_or_above() -> None:
    text = blocks(A, "# One", B, "## Two ^id", C)
    chunks = sliding(text, path="Garden/Oak.md", max=11)

    assert [chunk.md_text[:5] for chunk in chunks] == ["Aaaa ", "# One", "Bbbb ", "## Tw", "Cccc "]
    assert [chunk.navigation["heading"] for chunk in chunks] == [None, "One", "One", "Two", "Two"]
    assert [chunk.nearest_heading for chunk in chunks] == [None, 1, 1, 3, 3]


# In the editor.


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        (A, ""),
        (f"{A} ^first", "#^first"),
        (blocks("## Zażółć & #1", A), "#Zażółć & #1"),
        (blocks("## Oak ^top", A), "#^top"),
    ],
)
def test_obsidian_opens_the_block_else_the_heading(text: str, anchor: str) -> None:
    (chunk,) = smart(text, path="Garden/Äpfel + Oak.md")

    assert address(chunk) == ("My vault & co", f"Garden/Äpfel + Oak{anchor}")


def test_an_address_is_percent_encoded() -> None:
    uri = navigation(blocks("## The oak", A), vault="My vault")["uri"]

    assert uri.startswith("obsidian://open?vault=My%20vault&file=")
    assert unquote(uri.partition("&file=")[2]) == "Garden/Oak#The oak"
    assert set(' #^"<>') & set(uri) == set()


def test_without_a_vault_there_is_no_address() -> None:
    assert navigation(A)["uri"] is None
    assert navigation(A)["file_uri"] is None


def test_the_file_has_an_address_too(tmp_path: Path) -> None:
    found = navigation(A, path="Garden/The oak.md", root=str(tmp_path))["file_uri"]

    assert found == (tmp_path / "Garden" / "The oak.md").as_uri()


# On the web.


def test_a_published_note_has_an_address_with_a_text_fragment() -> None:
    (chunk,) = chunk_text(
        blocks("## Zażółć - x & y", A),
        path="Garden/Oak.md",
        settings={"base_url": "https://a.example"},
    )

    url = chunk.navigation["url"]
    assert url.startswith("https://a.example/")
    assert url.endswith("#:~:text=Za%C5%BC%C3%B3%C5%82%C4%87%20%2D%20x%20%26%20y")
    assert navigation(A)["url"] is None


@pytest.mark.parametrize(
    ("words", "encoded"),
    [
        ("Zażółć - x & y", "Za%C5%BC%C3%B3%C5%82%C4%87%20%2D%20x%20%26%20y"),
        ("a,b", "a%2Cb"),
        ("well-known", "well%2Dknown"),
        ("100% #1?", "100%25%20%231%3F"),
    ],
)
def test_dashes_commas_and_ampersands_are_encoded_too(words: str, encoded: str) -> None:
    assert encode_fragment(words) == encoded


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("## The oak\n\nIt is old.", "The oak"),
        ("> It is old.\n> Very.", "It is old."),
        ("> > - It is old.", "It is old."),
        ("- one\n- two", "one"),
        ("* one", "one"),
        ("+ one", "one"),
        ("   It is old.", "It is old."),
        ("It is old.\r\nVery.", "It is old."),
        ("It is old.\rVery.", "It is old."),
        ("#tag first", "#tag first"),
        ("word " * 30, ("word " * 20).strip()),
        ("a" * 98 + " bcd", "a" * 98),
        ("a" * 97 + " bc d", "a" * 97 + " bc"),
        ("a" * 100, "a" * 100),
    ],
)
def test_the_fragment_is_the_first_words_without_their_marks(text: str, words: str) -> None:
    """Cut at a word's end within 100 characters."""
    assert text_fragment(text) == words


# At the core.


def test_all_of_it_points_at_the_core() -> None:
    """Never at the overlap or the prefix."""
    text = blocks("## A", f"{A} {B} {C}")
    chunk = strict(text, target=12, max=25, side="previous", tokens=10)[1]

    assert chunk.full_text == blocks("## A", f"{A} {B}")
    assert chunk.navigation["char_start"] == text.index(B)
    assert chunk.navigation["text_length"] == len(B)
    assert chunk.navigation["line_start"] == 3
    assert chunk.navigation["highlight"] == {
        "text_fragment": B,
        "block_type": "paragraph",
        "text_offset": text.index(B),
    }


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# A", "heading"),
        ("- a", "list"),
        ("|a|\n|-|", "table"),
        ("```\na\n```", "code"),
        ("> a", "quote"),
        ("> [!note] a", "callout"),
        ("$$\na\n$$", "math"),
        ("![[a.png]]", "figure"),
    ],
)
def test_the_kind_of_the_first_block_is_told(text: str, kind: str) -> None:
    (chunk,) = cut(text, "sliding_window")

    assert chunk.navigation["highlight"]["block_type"] == kind


def test_half_a_character_has_an_address_too() -> None:
    (chunk,) = chunk_text("a \ud800 b", settings={"base_url": "https://garden.example"})

    assert chunk.navigation["url"] == "https://garden.example/note#:~:text=a%20%3F%20b"
