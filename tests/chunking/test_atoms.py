"""Figures and embeds are never cut (`strategies.md` C6, C15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mindnet import Chunk
from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    cut,
    flags,
    full,
    sizes,
    sliding,
    smart,
    strict,
)

FIGURE = f'<figure>\n<img src="oak.png">\n<figcaption>{A} {B}</figcaption>\n</figure>'
WIKI = "![[A very long name. Of a picture! Is it? of an oak.png|and so on, and so on]]"
MARK = "![An oak. It is old. Is it? Yes, it is (very) old](Attachments/oak.png)"

Cutting = Callable[..., list[Chunk]]

ways = pytest.mark.parametrize("cut", [smart, strict, sliding])


@ways
@pytest.mark.parametrize("atom", [FIGURE, WIKI, MARK], ids=["figure", "wikilink", "image"])
def test_over_max_it_is_a_chunk_of_its_own(cut: Cutting, atom: str) -> None:
    """C15: without prefix and overlap."""
    text = blocks("## A", A, atom, B)
    chunks = cut(text, target=12, max=16, side="both", tokens=10)

    assert cores(chunks)[-2:] == [atom, B]
    assert [chunk.full_text for chunk in chunks if "oversize" in chunk.flags] == [atom]
    assert all(atom not in text for text in full(chunks[:-2]))
    assert [chunk.overlap_prev for chunk in chunks][-2:] == ["", ""]


@ways
@pytest.mark.parametrize("atom", [WIKI, MARK])
def test_inside_a_text_it_stands_alone_too(cut: Cutting, atom: str) -> None:
    """C15."""
    chunks = cut(f"Before {atom} and behind.", target=10, max=10)

    assert full(chunks) == ["Before", atom, "and behind."]
    assert [each & {"oversize"} for each in flags(chunks)] == [set(), {"oversize"}, set()]


@ways
@pytest.mark.parametrize("frame", ["- one\n- @\n- two", "> one\n> @\n> two", "|a|b|\n|-|-|\n|@|c|"])
def test_inside_of_anything_it_is_never_cut(cut: Cutting, frame: str) -> None:
    """C15: at any size."""
    atom = MARK if "|" in frame else WIKI
    for limit in (1, 4, 8, 16):
        chunks = cut(frame.replace("@", atom), max=limit)
        assert [atom in core for core in cores(chunks)].count(True) == 1
        assert all(chunk.token_count <= limit or atom in chunk.md_text for chunk in chunks)


@ways
def test_one_that_fits_is_a_unit_like_others(cut: Cutting) -> None:
    """C15: its stops end no sentence, and it is not flagged."""
    size = (len(MARK) + 3) // 4
    chunks = cut(f"{A} {MARK} {B}", target=12, max=size)

    assert MARK in cores(chunks)
    assert all("oversize" not in each for each in flags(chunks))
    assert max(sizes(chunks)) == size


def test_a_figure_is_whole_with_its_blank_lines_in_plain_text() -> None:
    """C2, C15: from `<figure` to `</figure>`, wherever it begins."""
    figure = f"<figure>\n\n{A}\n\n{B}\n\n</figure>"
    chunks = sliding(f"{C} {figure} {C}", path="a.txt", target=10, max=12)

    assert cores(chunks) == [C, figure, C]
    assert flags(chunks) == [set(), {"oversize"}, set()]
    assert [chunk.chunk_type for chunk in chunks] == ["paragraph", "figure", "paragraph"]


@ways
def test_oversize_is_for_atoms_alone(cut: Cutting) -> None:
    """C6: everything else is cut until it fits."""
    text = blocks(
        "## A", "x" * 500, "`" + "y" * 500 + "`", "[z](" + "z" * 500 + ")", f"```\n{A * 9}\n```"
    )
    chunks = cut(text, max=7)

    assert all("oversize" not in each for each in flags(chunks))
    assert max(sizes(chunks)) <= 7


@pytest.mark.parametrize("strategy", ["by_heading", "sliding_window", "by_block", "fixed_size"])
def test_a_figure_without_its_end_is_plain_text(strategy: str) -> None:
    """S3, C15."""
    chunks = cut("<figure>\n" + "word " * 60, strategy, max=20)

    assert max(chunk.token_count for chunk in chunks) <= 20
    assert not any("oversize" in chunk.flags or chunk.chunk_type == "figure" for chunk in chunks)
