"""What a reader sees of a core, and with whom goes what counts nothing (C1–C5, `chunks.md` §1)."""

from __future__ import annotations

import json

import pytest

from tests.chunking.notes import (
    A,
    B,
    C,
    blocks,
    cores,
    cut,
    full,
    normal,
    sizes,
    sliding,
    smart,
    spans,
    strict,
    types,
)

FACT = "> [!section] fact"
NOTE = "%% a comment %%"


# What `normalized_text` leaves out.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("An oak %%or not%% tree.", "An oak tree."),
        ("An oak \t %%or not%%, tree.", "An oak, tree."),
        ("An oak %%or\nnot%% tree.", "An oak tree."),
        ("%%Is it%% an oak?", " an oak?"),
        ("An oak. %%Is it?%%", "An oak."),
        ("An oak\n%%or not%%\nstands here.", "An oak\nstands here."),
        ("An oak %%or not%%\nstands here.", "An oak\nstands here."),
        ("%%or not%%\nAn oak.", "An oak."),
        ("An oak. ^oak", "An oak."),
        ("An oak. ^oak  ", "An oak."),
        ("An oak. %%x%% ^oak", "An oak."),
        ("## Oak ^oak", "## Oak"),
        ("- oak ^a\n- elm ^b", "- oak\n- elm"),
        ("- oak\n- elm\n\n^trees", "- oak\n- elm"),
        ("> An oak. ^oak", "> An oak."),
        ("|a|\n|-|\n|b|\n^t", "|a|\n|-|\n|b|"),
        ("^lone\n\nAn oak.", "An oak."),
        ("An  oak  %%%%\tstands", "An  oak\tstands"),
    ],
)
def test_comments_and_block_ids_are_not_said(text: str, expected: str) -> None:
    """`chunks.md` §1: blanks before go with what is removed, a line goes with its break."""
    for cutting in (smart, sliding):
        (chunk,) = cutting(text)
        assert chunk.normalized_text == chunk.full_text == expected
        assert chunk.md_text == text.rstrip()


@pytest.mark.parametrize("hidden", [NOTE, FACT, "section-type:: fact", "> [!edge] up\n> [[X]]"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_removed_block_goes_with_the_line_breaks_behind_it(hidden: str, end: str) -> None:
    """`chunks.md` §1: at the end of the core with those before it."""
    for text, expected in (
        (blocks("# H", hidden, A), blocks("# H", A)),
        (blocks("# H", hidden, NOTE, A), blocks("# H", A)),
        (f"# H\n\n\n\n{hidden}\n\n\n{A}", f"# H\n\n\n\n{A}"),
        (blocks("# H", hidden), "# H"),
        (f"# H\n{hidden}", "# H"),
        (blocks("# H", hidden, NOTE, ""), "# H"),
    ):
        (chunk,) = smart(text.replace("\n", end))
        assert chunk.normalized_text == expected.replace("\n", end)


def test_of_a_directive_only_its_first_line_is_removed() -> None:
    """`notes.md` N35, `links.md` L38: further lines of `[!section]` are content."""
    text = blocks("# H", "> [!section] fact\n> Some more.", "> [!edge] up [[X]]\n> and so on", A)

    assert normal(smart(text)) == [blocks("# H", "> Some more.", A)]


@pytest.mark.parametrize(
    "text",
    [
        "```\n%%x%% ^id\n```",
        "    %%x%% ^id",
        "$$\n%%x%%\n$$",
        "An  oak\\\n  stands\t here",
        "a %% b",
    ],
)
def test_nothing_else_is_changed(text: str) -> None:
    """`chunks.md` §1, C5."""
    for cutting in (smart, sliding):
        assert normal(cutting(text)) == cores(cutting(text)) == [text]


def test_what_stands_behind_a_bom_is_the_start_of_a_line() -> None:
    """`chunks.md` §1, `notes.md` N3."""
    assert normal(smart("\ufeff^lone\n\nAn oak.")) == ["An oak."]
    assert normal(smart(f"\ufeff{NOTE}\n\nAn oak.")) == ["An oak."]
    assert normal(smart("\ufeff%%x%%\nAn oak.")) == ["An oak."]


# Input.


def test_a_note_is_one_page_and_a_form_feed_in_it_white_space() -> None:
    """C1: between blocks it stands where it stood, and alone it is nothing."""
    (chunk,) = sliding("One.\n\n\f\n\nTwo.\fThree.")

    assert chunk.normalized_text == "One.\n\n\f\n\nTwo.\fThree."
    assert chunk.page is None
    assert sliding("\f\n\n\f") == []


def test_a_canvas_is_one_paragraph_for_each_card() -> None:
    """C1, `notes.md` N52: its lines are 0."""
    cards = [
        {"id": f"c{number}", "type": "text", "x": 0, "y": number, "text": text}
        for number, text in enumerate((f"# {A}", B, C))
    ]
    chunks = sliding(json.dumps({"nodes": cards}), path="Maps/Oak.canvas", max=21)

    assert full(chunks) == [blocks(f"# {A}", B), C]
    assert [(chunk.line_start, chunk.line_end) for chunk in chunks] == [(0, 0), (0, 0)]
    assert {chunk.chunk_type for chunk in chunks} == {"paragraph"}
    assert [chunk.headings_path for chunk in chunks] == [(), ()]


def test_plain_text_has_paragraphs_and_pages_and_nothing_else() -> None:
    """C2: a form feed ends a page and a paragraph, a blank page gives nothing."""
    text = f"# {A}\n\n> [!section] x\f\f \f{B}\n{C}"
    chunks = sliding(text, path="Sources/Almanac.txt", max=21)

    assert cores(chunks) == [f"# {A}\n\n> [!section] x", f"{B}\n{C}"]
    assert [chunk.page for chunk in chunks] == [0, 3]
    assert [chunk.headings_path for chunk in chunks] == [(), ()]
    assert types(chunks) == [None, None]


@pytest.mark.parametrize("seam", ["\f", "\n\f", "\n\n\f\n", " \f \n\f"])
def test_a_page_seam_reads_as_one_blank_line(seam: str) -> None:
    """C2, `chunks.md` §1: and does not part its neighbours."""
    for strategy in ("by_heading", "sliding_window"):
        (chunk,) = cut(f"{A}{seam}{B}", strategy, path="a.txt")
        assert (chunk.normalized_text, chunk.md_text) == (blocks(A, B), f"{A}{seam}{B}")
        assert (chunk.page, spans([chunk])) == (0, [(0, 1)])


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_nothing_but_themselves(end: str) -> None:
    """C3."""
    text = blocks("# A", f"{A}\n{B}", "- one\n- two", "|a|\n|-|\n|b|", "```\n# no\n\n---\n```", C)
    for cutting in (smart, strict):
        plain, other = cutting(text, max=100), cutting(text.replace("\n", end), max=100)
        assert [each.replace("\n", end) for each in full(plain)] == full(other)
        assert [each.line_start for each in plain] == [each.line_start for each in other]


def test_marks_inside_of_code_tables_and_frontmatter_mean_nothing() -> None:
    """C3."""
    code, table = "```\n# A\n\n---\n\n# B\n```", "|# A|\n|---|\n|# B|"
    text = f"---\na: '# A'\n---\n{blocks('# One', code, table)}"

    assert full(strict(text)) == [blocks("# One", code, table)]


@pytest.mark.parametrize(
    "text",
    [
        *("", " \t\n\r\n ", "\ufeff", "---\ntitle: x\n---\n", "---\n\n***\n\n___", "\n- - -", "\f"),
        *(NOTE, FACT, blocks(FACT, NOTE), blocks(FACT, "---"), blocks(NOTE, "***"), "^lone"),
    ],
)
@pytest.mark.parametrize("path", ["a.md", "a.txt"])
def test_what_says_nothing_gives_no_chunk(text: str, path: str) -> None:
    """C4: nothing but white space and rules, directives and comments aside."""
    if path == "a.md" or not text.strip():
        assert [cutting(text, path=path) for cutting in (smart, strict, sliding)] == [[], [], []]


def test_a_rule_of_another_type_is_no_chunk() -> None:
    """C4: a change of type sets it apart."""
    text = blocks("# A", A, FACT, "---", "# B", B)

    for cutting in (strict, sliding):
        assert normal(cutting(text)) == [blocks("# A", A), blocks("# B", B)]


# Cores.


def test_white_space_at_a_cut_belongs_to_no_core() -> None:
    """C5: and nothing in a core is trimmed."""
    text = f"\n\n   {A}   \n\n\n{B}\t{C}  \n  {A}\n\n"

    assert cores(sliding(text, max=12)) == [f"   {A}", B, C, A]
    assert cores(sliding(text, max=60)) == [text.strip("\n")]


@pytest.mark.parametrize("text", [f"   {A}", "    code\n      more", f"  - {A}\n  - {B}", "\t- x"])
def test_a_first_line_keeps_its_indentation(text: str) -> None:
    """C5."""
    for cutting in (smart, strict, sliding):
        assert cores(cutting(f"\n\n{text}\n\n")) == [text]
        assert cores(cutting(blocks("# H", text), max=60)) == [blocks("# H", text)]


def test_what_counts_nothing_goes_with_the_unit_after_it() -> None:
    """C5."""
    assert cores(sliding(blocks(A, NOTE, B), max=12)) == [A, blocks(NOTE, B)]
    assert cores(sliding(blocks(A, FACT, B))) == [A, blocks(FACT, B)]
    assert cores(sliding(blocks("## A", A, NOTE, "### B", B), max=12)) == [
        *(blocks("## A", A), blocks(NOTE, "### B", B)),
    ]


def test_where_the_section_ends_first_it_goes_with_the_one_before() -> None:
    """C5."""
    text = blocks("## A", A, NOTE, "## B", B, NOTE)

    assert cores(strict(text)) == [blocks("## A", A, NOTE), blocks("## B", B, NOTE)]
    assert normal(strict(text)) == [blocks("## A", A), blocks("## B", B)]


def test_of_another_type_it_is_in_no_core() -> None:
    """C5, C13, law 4: and it parts what stands around it."""
    text = blocks("## A", A, FACT, "## B", B)

    assert cores(strict(text)) == [blocks("## A", A), blocks("## B", B)]
    assert cores(sliding(text)) == [blocks("## A", A), blocks("## B", B)]
    assert cores(smart(text)) == [blocks("## A", A), blocks("## B", B)]
    assert cores(sliding(blocks(A, FACT))) == [A]


def test_what_counts_nothing_has_no_size() -> None:
    """C5: a comment of any length fits."""
    hidden = f"%% {'x' * 1000} %%"

    assert sizes(sliding(blocks("# H", hidden, A, hidden, B), max=23)) == [22]
    assert sizes(smart(blocks("# H", hidden, A, hidden, B), max=23)) == [22]
