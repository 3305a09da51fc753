"""`by_sentence` and figures: `strategies.md` S3–S5."""

from __future__ import annotations

import pytest

from tests.chunking.notes import A, B, blocks, cores, flags, full, normal, paged, sentences

FIGURE = '<figure><img src="oak. png">\n\nAn oak. It is old!</figure>'


def test_a_figure_ends_at_the_next_closing_tag() -> None:
    """S3: in any letter case, over line breaks; a nested one at the first."""
    for figure in (
        FIGURE,
        FIGURE.upper(),
        "<Figure\nclass='x'>a.\r\nb</fiGURE>",
        "<figures>a. b</figure>",
        "<figure</figure>",
    ):
        assert cores(paged(f"One.{figure}Two.")) == [f"One.{figure}", "Two."]

    nested = "<figure>a<figure>b</figure>"
    assert cores(paged(f"{nested}c. D</figure>. E.")) == [nested, "c. D</figure>. E."]


@pytest.mark.parametrize("text", ["a <figure> b. C", "a </figure> b. C", "a <figure>b</figure x>"])
def test_without_closing_tag_it_is_plain_text(text: str) -> None:
    """S3."""
    assert cores(paged(text)) == [text]
    assert "oversize" not in {flag for each in flags(paged(text, max=2)) for flag in each}


def test_an_open_figure_behind_others_is_plain_text() -> None:
    """S3."""
    text = "<figure>a</figure>b <figure>c"

    assert cores(paged(text)) == ["<figure>a</figure>", "b <figure>c"]


def test_a_figure_never_goes_over_a_page() -> None:
    """S2: so neither half is one."""
    chunks = paged("One <figure>a.", "B</figure> c.")

    assert cores(chunks) == ["One <figure>a.", "B</figure> c."]
    assert [chunk.chunk_type for chunk in chunks] == ["paragraph", "paragraph"]


def test_a_figure_is_appended_and_closes_the_chunk() -> None:
    """S4: at any size."""
    chunks = paged(f"One. Two.{FIGURE} Six. Ten.", max=4, max_chars=9)

    assert cores(chunks) == [f"One. Two.{FIGURE}", " Six.", " Ten."]
    assert flags(chunks) == [{"oversize"}, set(), set()]


def test_a_figure_is_appended_to_the_last_sentence_alone_where_that_began_a_chunk() -> None:
    """S4, S7."""
    assert cores(paged(f"One. Two.{FIGURE}", max_chars=5)) == ["One.", f" Two.{FIGURE}"]


def test_a_figure_is_appended_to_white_space() -> None:
    """S4: which is a span of its own behind a stop."""
    chunks = paged(f"  {FIGURE}\n\n{FIGURE}\n", max_chars=9)

    assert cores(chunks) == [f"  {FIGURE}", f"\n\n{FIGURE}"]
    assert cores(paged(f"Aaaaaaaa.\n{FIGURE}", max_chars=9)) == ["Aaaaaaaa.", f"\n{FIGURE}"]


def test_the_second_of_two_stands_alone() -> None:
    """S4."""
    assert cores(paged(f"One.{FIGURE}{FIGURE}Two.")) == [f"One.{FIGURE}", FIGURE, "Two."]


def test_a_figure_behind_a_span_that_was_cut_stands_alone() -> None:
    """S4, S7: pieces are finished chunks."""
    chunks = paged(f"alpha beta gamma delta epsilon zeta eta theta{FIGURE}", max=6)

    assert cores(chunks) == ["alpha beta gamma delta ", "epsilon zeta eta theta", FIGURE]


def test_a_chunk_with_a_figure_is_outside_of_the_limits() -> None:
    """S5: flagged only where it is over `max`."""
    large = f"One.<figure>{'a' * 100}</figure>"

    assert flags(paged(large, max_chars=10)) == [set()]
    assert flags(paged(large, max=31)) == [set()]
    assert flags(paged(large, max=30)) == [{"oversize"}]
    assert cores(paged(large, max=30, max_chars=10, strict_chars=True)) == [large]


def test_a_chunk_with_a_figure_is_never_normalised() -> None:
    """S5: its blanks stay."""
    text = f"   {FIGURE}"

    assert cores(paged(text, max_chars=10)) == [text]


def test_a_chunk_with_a_figure_neither_gives_nor_gets_overlap() -> None:
    """S5: though there is room."""
    chunks = paged(f"Alpha beta gamma. Delta epsilon.{FIGURE} Zeta eta.", max_chars=18, ratio=0.5)

    assert cores(chunks) == ["Alpha beta gamma.", f" Delta epsilon.{FIGURE}", " Zeta eta."]
    assert [chunk.overlap_next for chunk in chunks] == ["", "", ""]
    assert full(chunks) == cores(chunks)


def test_a_figure_is_not_doubled_at_a_midpoint() -> None:
    """S5, S14: a piece that was joined with a figure on the next page."""
    tail = f"a tail of twenty letters <figure>{'b' * 9}</figure>"
    chunks = paged("A" * 120, tail, max=28, max_chars=200)

    assert cores(chunks) == ["A" * 60, f"{'A' * 60}\f{tail}"]
    assert [(chunk.overlap_prev, chunk.overlap_next) for chunk in chunks] == [("", "")] * 2


def test_only_figures() -> None:
    """§7: bad input."""
    chunks = paged(f"{FIGURE}{FIGURE}", FIGURE, f"{FIGURE}\n", max=5)

    assert cores(chunks) == [FIGURE] * 4
    assert [chunk.page for chunk in chunks] == [0, 0, 1, 2]
    assert {chunk.chunk_type for chunk in chunks} == {"figure"}


def test_every_figure_is_whole_in_exactly_one_chunk() -> None:
    """§7: at any limit."""
    text = f"{A} {FIGURE}{B}\f{FIGURE} and so on {FIGURE}\f\ffrom {FIGURE.lower()} here."
    for limit in (500, 40, 10, 3, 1):
        for chars in (1000, 50, 5):
            chunks = paged(text, max=limit, max_chars=chars)
            whole = sum(core.count(FIGURE) + core.count(FIGURE.lower()) for core in cores(chunks))
            assert whole == 4
            assert "".join("".join(cores(chunks)).split()) == "".join(text.split())


# In Markdown.


def test_a_figure_of_a_note_may_have_blank_lines() -> None:
    """S3: though Markdown reads several blocks."""
    figure = f"<figure>\n\n{A}\n\n{B}\n\n</figure>"
    chunks = sentences(blocks("One.", figure, "Two."), max=12)

    assert cores(chunks) == [f"One.\n\n{figure}", "\n\nTwo."]
    assert flags(chunks) == [{"oversize"}, set()]


def test_a_figure_inside_a_text_closes_the_chunk() -> None:
    """S4: in a callout too."""
    assert cores(sentences("One <figure>a. b</figure> two.")) == [
        "One <figure>a. b</figure>",
        " two.",
    ]
    assert cores(sentences("> [!note]\n> One <figure>a</figure> two.")) == [
        "> [!note]\n> One <figure>a</figure>",
        " two.",
    ]


@pytest.mark.parametrize("literal", ["```\n@\n```", "$$\n@\n$$", "%% @ %%"])
def test_a_tag_in_code_math_or_a_comment_is_none(literal: str) -> None:
    """S2, S3: there it is a word."""
    text = blocks("One.", literal.replace("@", "<figure>a</figure>"), "Two.")

    assert cores(sentences(text)) == [text]


def test_a_figure_never_goes_over_a_change_of_type() -> None:
    """S2."""
    chunks = sentences(blocks("One <figure> two.", "> [!section] x", "Six </figure> ten."))

    assert normal(chunks) == ["One <figure> two.", "\n\nSix </figure> ten."]


def test_an_id_behind_a_figure_goes_with_it() -> None:
    """S4: the chunk is closed there, and an id alone makes no other."""
    figure, named = sentences("An oak.\n\n- <figure>old</figure>\n\n  ^oak"), "  ^oak"

    assert cores(figure) == ["An oak.\n\n- <figure>old</figure>\n\n" + named]
    assert figure[0].block_ids == ("oak",)
