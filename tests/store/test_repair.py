"""Exactly the edges whose answer can change are looked at again: `links.md` L47–L49."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from mindnet import indexer
from tests.store.vaults import Garden


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


# The table of L49.


def test_creating_the_note_that_three_links_miss_looks_at_these_three(garden: Garden) -> None:
    garden.save({f"{name}.md": "[[Elm]] and [[Ash]]\n" for name in "ABC"})
    garden.look()

    garden.save({"Trees/Elm.md": "An elm.\n"})

    assert garden.look() == 3
    assert [garden.leads(f"{name}.md") for name in "ABC"] == [["Trees/Elm.md", "missing"]] * 3


def test_creating_a_better_namesake_looks_at_all_links_of_that_name(garden: Garden) -> None:
    garden.save({f"{number}.md": "[[Log]] [[Blog]]\n" for number in range(5)})
    garden.save({"Archive/Log.md": "A log.\n"})
    garden.look()

    garden.save({"Log.md": "Another log.\n"})

    assert garden.look() == 5
    rules = {each["rule"] for each in garden.edges() if each["target_text"] == "Log"}
    assert rules == {"exact_path"}


def test_creating_a_note_of_another_name_looks_at_nothing(garden: Garden) -> None:
    garden.save({f"{number}.md": "[[Log]]\n" for number in range(5)})
    garden.save({"Archive/Log.md": "A log.\n"})
    garden.look()

    garden.save({"Archive/Blog.md": "No links.\n"})

    assert garden.look() == 0


def test_renaming_a_heading_looks_at_the_links_to_it_alone(garden: Garden) -> None:
    garden.save({"Oak.md": "# Oak\n\n## Care\n\nDaily.\n", "Note.md": "[[Oak#Care]] [[Oak]]\n"})
    garden.look()

    garden.save({"Oak.md": "# Oak\n\n## Caring\n\nDaily.\n"})

    assert garden.look() == 1
    assert garden.told("Note.md", "status") == [("fragment_missing",), ("resolved",)]


def test_a_note_that_nobody_names_costs_its_own_links(garden: Garden) -> None:
    garden.save({f"{number}.md": "[[Log]] [[Elm]] [[Ash#x]]\n" for number in range(30)})
    garden.look()

    garden.save({"New.md": "[[Log]] [[#x]] [b](https://b.example) ![[new]]\n"})

    assert garden.look() == 3


# A file appears or disappears, is excluded or no longer so.

NAMES = "[[Elm]] [[elm.md]] [[A/ELM]] [[Elm.png]] [[Elm.md.md]] [[./Elm]] [[Elms]] [[Elm.txt]]\n"


@pytest.mark.parametrize(
    ("name", "looked_at"),
    [
        ("Elm.md", 4),  # Elm, elm.md, A/ELM, ./Elm
        ("B/elm", 3),  # no extension: Elm, A/ELM, ./Elm
        ("B/Elm.PNG", 1),
        ("elm.md.md", 2),  # Elm.md.md, and elm.md
        ("Elm.txt", 1),
        ("Elm", 3),
        ("Elm/Oak.md", 0),  # folders are no targets
    ],
)
def test_a_file_that_comes_or_goes_concerns_the_links_of_its_name(
    garden: Garden, tmp_path: Path, name: str, looked_at: int
) -> None:
    garden.save({"C/Note.md": NAMES})
    assert garden.look() == 8

    garden.save({name: ""})
    assert garden.look() == looked_at
    assert garden.is_as_anew(tmp_path / "with")

    garden.delete(name)
    assert garden.look() == looked_at
    assert garden.is_as_anew(tmp_path / "without")


@pytest.mark.parametrize(
    ("keep_out", "looked_at"),
    [
        ('ignore = ["Elm.md"]', 4),
        ('private = [{ folder = "Elm.md" }]', 8),  # any note may be private now: all are read
    ],
)
def test_a_file_that_is_excluded_concerns_the_links_of_its_name(
    garden: Garden, tmp_path: Path, keep_out: str, looked_at: int
) -> None:
    garden.save({"Note.md": NAMES, "Elm.md": "[[Note]]\n", "Trees/Elm.md": ""})
    garden.look()

    garden.settle(f"{keep_out}\n")
    assert garden.look() == looked_at
    assert garden.leads("Note.md")[0] == "missing"
    assert garden.is_as_anew(tmp_path / "out")

    garden.settle("")
    assert garden.look() == looked_at + 1  # its own link comes anew
    assert garden.leads("Note.md")[0] == "Elm.md"
    assert garden.is_as_anew(tmp_path / "in")


def test_a_note_that_becomes_private_concerns_the_links_of_its_name(garden: Garden) -> None:
    garden.save({"Note.md": "[[Oak]] [[Elm]]\n", "Oak.md": "[[Note]]\n"})
    garden.look()

    garden.save({"Oak.md": "---\nprivate: yes\n---\n"})
    assert garden.look() == 1
    assert garden.told("Note.md", "status", "rule") == [("missing", None)] * 2

    garden.save({"Oak.md": "[[Note]]\n"})
    assert garden.look() == 2
    assert garden.leads("Note.md") == ["Oak.md", "missing"]


# A file is renamed or moved.


def test_a_renamed_note_concerns_both_names_and_its_own_links(
    garden: Garden, tmp_path: Path
) -> None:
    garden.save({"Oak.md": "[[Elm]] [[#x]]\n", "Note.md": "[[Oak]] [[Ash]] [[Elm]]\n"})
    garden.look()

    garden.move("Oak.md", "Ash.md")

    assert garden.look() == 4
    assert garden.leads("Note.md") == ["missing", "Ash.md", "missing"]
    assert garden.is_as_anew(tmp_path / "fresh")


def test_a_moved_note_takes_other_links_with_it_for_its_folder_counts(
    garden: Garden, tmp_path: Path
) -> None:
    garden.save({"A/Log.md": "", "B/Log.md": "", "A/Note.md": "[[Log]] [[./Log]]\n"})
    garden.save({"Other.md": "[[Log]] [[Note]]\n"})
    garden.look()
    assert garden.leads("A/Note.md") == ["A/Log.md", "A/Log.md"]

    garden.move("A/Note.md", "B/Note.md")

    assert garden.look() == 3  # and the link to its name
    assert garden.leads("B/Note.md") == ["B/Log.md", "B/Log.md"]
    assert garden.is_as_anew(tmp_path / "fresh")


def test_a_moved_folder_concerns_the_names_in_it(garden: Garden, tmp_path: Path) -> None:
    garden.save({"Trees/Oak.md": "[[Elm]]\n", "Trees/Elm.md": "", "Trees/a.png": b""})
    garden.save({"Note.md": "[[Trees/Oak]] [[Woods/Oak]] [[Elm]] ![[a.png]] [[Ash]]\n"})
    garden.look()

    garden.move("Trees", "Woods")

    assert garden.look() == 5
    assert garden.leads("Note.md") == [
        "missing", "Woods/Oak.md", "Woods/Elm.md", "Woods/a.png", "missing",
    ]  # fmt: skip
    assert garden.is_as_anew(tmp_path / "fresh")


# Several at once, none, and what is ended before its end.


def test_an_edge_that_several_events_concern_is_looked_at_once(
    garden: Garden, tmp_path: Path
) -> None:
    garden.save({"Oak.md": "# Care\n", "Note.md": "[[Oak#Care]] [[Elm]]\n"})
    garden.look()

    garden.save({"Oak.md": "# Other\n", "Trees/Oak.md": "", "Trees/Elm.md": "", "Elm.png": b""})
    garden.save({"Note.md": "[[Oak#Care]] [[Elm]] and more\n"})

    assert garden.look() == 2
    assert garden.is_as_anew(tmp_path / "fresh")


def test_a_second_run_looks_at_nothing_and_writes_nothing(garden: Garden) -> None:
    garden.save({"Oak.md": "# Care\n", "Note.md": "[[Oak#Care]] [[Elm]]\n"})
    first = garden.library.reindex()
    data = garden.library.db.read_bytes()

    again = garden.library.reindex()

    assert (again.links_checked, again.generation) == (0, first.generation)
    assert garden.library.db.read_bytes() == data


def test_a_saved_file_and_all_its_consequences_are_one_generation(garden: Garden) -> None:
    garden.save({"Oak.md": "", "Note.md": "[[Oak]] [[Elm]]\n", "Other.md": "[[Elm]]\n"})
    before = garden.library.reindex().generation or 0

    garden.move("Oak.md", "Elm.md")

    assert garden.library.reindex().generation == before + 1


def test_a_run_that_was_ended_before_links_were_looked_up_is_made_good(
    garden: Garden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the next run finds nothing to read."""
    monkeypatch.setattr(indexer, "_BATCH", 1)
    garden.save({"Note.md": "[[Elm]] [[Oak#Care]]\n", "Oak.md": "# Care\n"})
    garden.look()
    garden.save({"Elm.md": "[[Note]]\n"})

    def stop(*_: float) -> NoReturn:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        garden.library.reindex(progress=stop)
    assert garden.told("Elm.md", "status") == [(None,)]  # written, and not yet looked up

    report = garden.library.reindex()
    assert (report.added, report.changed, report.links_checked) == (0, 0, 2)
    assert garden.is_as_anew(tmp_path / "fresh")
