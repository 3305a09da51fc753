"""What should be put right, and what may have been meant."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mindnet.errors import CODES, Severity, UsageError, a_problem
from mindnet.library import Library
from mindnet.linked import BROKEN, KINDS, BrokenEdge, Likeness
from tests.asking.vaults import an_index

FILES = {
    "Trees/Oak.md": "# Oak\n\n## Care in winter\n\nRest. ^dry-days\n\n## A | B [c]\n",
    "Trees/Elm tree.md": "---\naliases: [Ulmus]\n---\n",
    "Areas/A/Map.md": "",
    "Areas/B/Map.md": "",
    "Garden/Log.md": "",
    "Tower/Log.md": "",
    "Week 12.md": "",
    "C# notes.md": "",
    "Pictures/sun set.png": "",
    "Old/Diary.md": "---\nprivate: true\n---\n",
}


def mended(tmp_path: Path, text: str) -> list[tuple[str, str | None, str | None]]:
    """The broken links of a note in the root: each as written, as it may have been meant, why."""
    with an_index(tmp_path / "vault", {**FILES, "Note.md": text}) as library:
        edges = library.check().edges
        for edge in edges:
            leads_as_it_says(library, edge)
    return [(each.raw, *_meant(each)) for each in edges]


def _meant(edge: BrokenEdge) -> tuple[str | None, str | None]:
    return (edge.suggestion.link, edge.suggestion.reason) if edge.suggestion else (None, None)


def leads_as_it_says(library: Library, edge: BrokenEdge) -> None:
    if edge.suggestion is not None and edge.syntax != "canvas":
        found = library.resolve(edge.suggestion.link, edge.source)
        assert (found.resolved, found.status in ("missing", "ambiguous")) == (
            edge.suggestion.path,
            False,
        )
        if edge.status == "fragment_missing":
            assert found.fragment_ok is True


@pytest.mark.parametrize(
    ("written", "meant", "reason"),
    [
        ("[[wrong/Oak]]", "[[Oak]]", Likeness.OTHER_FOLDER),
        ("[[wrong/Oak.md|so]]", "[[Oak.md|so]]", Likeness.OTHER_FOLDER),
        ("![[/Oak#Care]]", "![[Oak#Care]]", Likeness.OTHER_FOLDER),
        ("[[../Oak]]", "[[Oak]]", Likeness.OTHER_FOLDER),
        ("[the oak](wrong/Oak.md)", "[the oak](Oak.md)", Likeness.OTHER_FOLDER),
        ("[[Gardn/Log]]", "[[Garden/Log]]", Likeness.OTHER_FOLDER),
        ("[[wrong/Map]]", "[[A/Map]]", Likeness.OTHER_FOLDER),
        ("[[Ulmus]]", "[[Elm tree|Ulmus]]", Likeness.ALIAS),
        ("[[ulmus|it]]", "[[Elm tree|it]]", Likeness.ALIAS),
        ("[[elm-tree]]", "[[Elm tree]]", Likeness.NEAREST_NAME),
        ("[x](elmtree.md)", "[x](Elm%20tree.md)", Likeness.NEAREST_NAME),
        ("![[sunset.png|200]]", "![[sun set.png|200]]", Likeness.NEAREST_NAME),
        ("[[sun set]]", "[[sun set.png]]", Likeness.EXTENSION),
        ("[[Map]]", "[[A/Map]]", Likeness.LONGER_PATH),
        ("[[Oak#Care in the winter]]", "[[Oak#Care in winter]]", Likeness.NEAREST_HEADING),
        ("[[Oak#Wood#Care in winter]]", "[[Oak#Care in winter]]", Likeness.NEAREST_HEADING),
        ("[[Oak#A B c d]]", "[[Oak#A B c]]", Likeness.NEAREST_HEADING),
        ("[[Oak#^dry_days]]", "[[Oak#^dry-days]]", Likeness.NEAREST_BLOCK),
        ("[[Oak#dry-days]]", "[[Oak#^dry-days]]", Likeness.NEAREST_BLOCK),
        ("[o](Oak.md#Care%20in%20Wintr)", "[o](Oak.md#Care%20in%20winter)", "nearest_heading"),
    ],
)
def test_a_slip_has_its_suggestion(
    tmp_path: Path, written: str, meant: str, reason: Likeness
) -> None:
    assert mended(tmp_path, f"{written}\n") == [(written, meant, reason)]


@pytest.mark.parametrize(
    "written",
    [
        "[[Week 13]]",
        "[[Birch]]",
        "[[C# note]]",
        "[[Diary]]",
        "[[Diarz]]",
        "[[new/Diary]]",
        "[[moon.png]]",
        "[[Oak#Fruit]]",
        "[[Oak#^x1]]",
        "[[" + "x" * 10_240 + "]]",
        "[[../../../etc/passwd]]",
    ],
)
def test_what_is_like_nothing_has_none(tmp_path: Path, written: str) -> None:
    assert mended(tmp_path, f"{written}\n") == [(written, None, None)]


def test_of_files_that_fit_equally_well_the_one_nearest_to_the_note_is_suggested(
    tmp_path: Path,
) -> None:
    files = {**FILES, "Areas/B/Deep/Note.md": "[[Map]]\n"}
    with an_index(tmp_path / "vault", files) as library:
        (edge,) = library.check().edges

    assert (edge.status, edge.resolved) == ("ambiguous", "Areas/A/Map.md")
    assert edge.suggestion is not None
    assert (edge.suggestion.link, edge.suggestion.path) == ("[[B/Map]]", "Areas/B/Map.md")


def test_a_link_in_a_table_keeps_its_bar(tmp_path: Path) -> None:
    table = "| a |\n|---|\n| [[wrong/Oak\\|so]] |\n"

    assert [link for _, link, _ in mended(tmp_path, table)] == ["[[Oak\\|so]]"]


def test_a_card_of_a_canvas_is_given_the_whole_path(tmp_path: Path) -> None:
    cards = '{"id": "1", "type": "file", "file": "wrong/Oak.md"}'
    with an_index(tmp_path / "vault", {**FILES, "B.canvas": f'{{"nodes": [{cards}]}}'}) as library:
        (edge,) = library.check().edges

    assert edge.suggestion is not None
    assert edge.suggestion.link == "Trees/Oak.md"


def test_a_suggestion_names_nothing_that_is_kept_out(tmp_path: Path) -> None:
    files = {
        ".mindnet/config.toml": 'ignore = ["Forms/**"]\nprivate = [{ folder = "Hidden" }]\n',
        "Hidden/Sapphire.md": "# Sapphire\n\n[[Nowhere]]\n",
        "Forms/Emerald.md": "---\naliases: [Smaragd]\n---\n",
        "Note.md": "[[Saphire]] [[x/Sapphire]] [[Sapphire]] [[Emerlad]] [[Emerald]] [[Smaragd]]\n",
    }
    with an_index(tmp_path / "vault", files) as library:
        edges = library.check().edges

    assert [each.raw for each in edges] == [
        "[[Saphire]]", "[[x/Sapphire]]", "[[Sapphire]]", "[[Emerlad]]", "[[Smaragd]]",
    ]  # fmt: skip
    assert all(each.suggestion is None for each in edges)
    assert edges[1].rule is None


def test_links_to_one_note_that_is_not_there_have_one_ghost(tmp_path: Path) -> None:
    text = "[[Birch]] [b](birch.md) ![[BIRCH#x]] [[Trees/Birch]] [[Map]]\n"
    with an_index(tmp_path / "vault", {**FILES, "Note.md": text}) as library:
        edges = library.check().edges

    assert [each.ghost for each in edges] == ["birch", "birch", "birch", "trees/birch", None]


def test_problems_come_with_the_links(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "Twice.md": "One ^a\n\nTwo ^a\n",
        "Bad.md": "---\na: b: c\n---\n",
        "Odd.md": b"\xff",
    }
    with an_index(tmp_path / "vault", files) as library:
        findings = library.check()

    assert [(each.path, each.line, each.code) for each in findings.problems] == [
        ("Bad.md", 2, "bad_frontmatter"),
        ("Odd.md", 1, "not_utf8"),
        ("Twice.md", 3, "duplicate_block_id"),
    ]
    assert findings.edges == ()
    assert findings.has_any(["duplicate_block_id"])
    assert findings.has_any(["warning"])
    assert findings.has_any(KINDS)
    assert not findings.has_any([*BROKEN, "notice", "too_large"])
    with pytest.raises(UsageError, match="did you mean duplicate_block_id"):
        findings.has_any(["duplicate_block_ids"])


def test_every_code_has_its_severity() -> None:
    severities = {code: a_problem("", 0, code, "").severity for code in CODES}

    assert severities["table_pipe"] is Severity.NOTICE
    assert severities["bad_frontmatter"] is Severity.ERROR
    assert severities["duplicate_block_id"] is Severity.WARNING
    assert set(severities.values()) == set(Severity)


def test_a_vault_in_order_has_nothing_to_put_right(tmp_path: Path) -> None:
    with an_index(
        tmp_path / "vault", {"Oak.md": "[[Oak]] [x](https://e.org) ![[Oak]]\n"}
    ) as library:
        assert library.check() == ((), ())


def test_thousands_of_links_that_lead_nowhere_are_no_reason_to_wait(tmp_path: Path) -> None:
    names = [f"Letter {number:04} to nobody in particular" for number in range(3_000)]
    links = "".join(f"[[w{number}/{name}]] [[{name[:-2]}]]\n" for number, name in enumerate(names))
    files = {f"{number % 40}/{name}.md": "" for number, name in enumerate(names)}
    with an_index(tmp_path / "vault", {**files, "Note.md": links}) as library:
        start = time.perf_counter()
        edges = library.check().edges
        seconds = time.perf_counter() - start

    assert len(edges) == 6_000
    assert sum(each.suggestion is not None for each in edges) == 6_000
    assert seconds < 20
