"""What a note holds and how it is called concerns the edges that lead to it: `links.md` L48."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.vaults import Garden

ALIASES = "[links]\nresolve_aliases = true\n"


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


# Headings, block ids and chunks change.


@pytest.mark.parametrize(
    ("text", "looked_at"),
    [
        ("# Care\n\nWeekly. ^dry\n", 0),  # the same places
        ("New.\n\n# Care\n\nDaily. ^dry\n", 0),  # further down, in the same chunk
        ("# Caring\n\nDaily. ^dry\n", 3),
        ("# Care\n\nDaily. ^wet\n", 3),
        ("# Care\n\nDaily. ^dry\n\n## More\n", 3),
        ("## Care\n\nDaily. ^dry\n", 3),
    ],
)
def test_other_anchors_concern_the_links_with_a_fragment(
    garden: Garden, tmp_path: Path, text: str, looked_at: int
) -> None:
    garden.save({"Oak.md": "# Care\n\nDaily. ^dry\n"})
    garden.save({"Note.md": "[[Oak]] [[Oak#Care]] [[Oak#^dry]] [[Oak#Nothing]] [[Elm#Care]]\n"})
    garden.look()

    garden.save({"Oak.md": text})

    assert garden.look() == looked_at
    assert garden.is_as_anew(tmp_path / "fresh")


def test_other_chunks_concern_the_links_to_what_stands_in_another_one(
    garden: Garden, tmp_path: Path
) -> None:
    parts = ["# Oak\n\nText.\n", "# Care\n\nDaily. ^dry\n"]
    garden.settle('default_profile = "heading_strict"\n')
    garden.save({"Oak.md": "\n".join(parts), "Note.md": "[[Oak]] [[Oak#Oak]] [[Oak#^dry]]\n"})
    garden.look()

    garden.save({"Oak.md": "\n".join([parts[0], "# New\n\nText.\n", parts[1]])})
    assert garden.look() == 2  # a link without a fragment leads to the first chunk, as before
    assert garden.is_as_anew(tmp_path / "more")

    garden.settle('default_profile = "heading_smart"\n')
    assert garden.look() == 3  # every note is cut anew, and brings its own links
    assert garden.is_as_anew(tmp_path / "other")


def test_the_same_places_in_other_chunks_concern_the_links_to_them(
    garden: Garden, tmp_path: Path
) -> None:
    garden.settle('default_profile = "heading_strict"\n')
    garden.save({"Oak.md": "# Care\n\nDaily. ^dry\n", "Note.md": "[[Oak]] [[Oak#^dry]]\n"})
    garden.look()

    garden.save({"Oak.md": "A preamble.\n\n# Care\n\nDaily. ^dry\n"})

    assert garden.look() == 1
    first, second = (each.chunk_id for each in garden.library.chunks("Oak"))
    assert garden.told("Note.md", "resolved_chunk") == [(first,), (second,)]
    assert garden.is_as_anew(tmp_path / "fresh")


def test_a_note_that_gets_its_first_chunk_needs_no_look(garden: Garden, tmp_path: Path) -> None:
    garden.save({"Oak.md": "", "Note.md": "[[Oak]] [[Oak#x]]\n"})
    garden.look()
    assert garden.told("Note.md", "resolved_chunk") == [(None,), (None,)]

    garden.save({"Oak.md": "A chunk.\n"})

    assert garden.look() == 0
    (chunk,) = (each for each in garden.library.export("chunks") if each["path"] == "Oak.md")
    assert garden.told("Note.md", "resolved_chunk") == [(chunk["chunk_id"],)] * 2
    assert garden.is_as_anew(tmp_path / "fresh")


# A note is skipped from now on, or no longer.


def test_a_note_that_cannot_be_read_any_more_concerns_the_links_that_lead_to_it(
    garden: Garden, tmp_path: Path
) -> None:
    garden.save({"A/Log.md": "# Care\n", "B/Log.md": "", "A/Note.md": "[[Log#Care]] [[B/Log]]\n"})
    garden.save({"A/Other.md": "[[./Log]] [[Log.md]]\n"})
    garden.look()

    garden.save({"A/Log.md": b"# Care\n\n\xff"})
    assert garden.look() == 3
    assert garden.told("A/Note.md", "resolved", "status", "fragment_ok") == [
        ("A/Log.md", "attachment", None),
        ("B/Log.md", "resolved", None),
    ]
    assert garden.is_as_anew(tmp_path / "skipped")

    garden.save({"A/Log.md": "# Care\n"})
    assert garden.look() == 3
    assert garden.told("A/Note.md", "status", "fragment_ok")[0] == ("resolved", True)
    assert garden.is_as_anew(tmp_path / "read")


# Aliases change.


def test_an_alias_gained_or_lost_concerns_the_links_that_no_file_answers(
    garden: Garden, tmp_path: Path
) -> None:
    garden.settle(ALIASES)
    garden.save(
        {
            "Oak.md": "",
            "Elm.md": "",
            "A.md": "[[Quercus]] [[quercus#x]] [[Trees/Quercus]] [[Elm]] [[Ash]]\n",
            "B.md": "[[QUERCUS]]\n",
        }
    )
    garden.look()

    garden.save({"Oak.md": "---\naliases: [Quercus, Elm]\n---\n"})
    assert garden.look() == 3
    assert garden.leads("A.md") == ["Oak.md", "Oak.md", "missing", "Elm.md", "missing"]
    assert garden.is_as_anew(tmp_path / "gained")

    garden.save({"Oak.md": "---\naliases: [Elm, Trees/Quercus]\n---\n"})
    assert garden.look() == 4
    assert garden.leads("A.md") == ["missing", "missing", "Oak.md", "Elm.md", "missing"]
    assert garden.is_as_anew(tmp_path / "another")

    garden.delete("Elm.md")
    assert garden.look() == 1
    assert garden.leads("A.md")[3] == "Oak.md"
    assert garden.is_as_anew(tmp_path / "deleted")

    garden.delete("Oak.md")
    assert garden.look() == 2
    assert set(garden.leads("A.md")) == {"missing"}
    assert garden.is_as_anew(tmp_path / "none")


def test_aliases_concern_nothing_while_they_resolve_nothing(garden: Garden) -> None:
    garden.save({"Oak.md": "", "A.md": "[[Quercus]]\n"})
    garden.look()

    garden.save({"Oak.md": "---\naliases: [Quercus]\n---\n"})

    assert garden.look() == 0


def test_turning_aliases_on_or_off_looks_at_every_edge_and_reads_no_note(
    garden: Garden, tmp_path: Path
) -> None:
    garden.save({"Oak.md": "---\naliases: [Quercus]\n---\n[[Elm]]\n", "A.md": "[[Quercus]]\n"})
    garden.look()

    garden.settle(ALIASES)
    report = garden.library.reindex()
    assert (report.links_checked, report.changed) == (2, 0)
    assert garden.told("A.md", "resolved", "via") == [("Oak.md", "alias")]
    assert garden.is_as_anew(tmp_path / "on")

    garden.settle("")
    report = garden.library.reindex()
    assert (report.links_checked, report.changed) == (2, 0)
    assert garden.leads("A.md") == ["missing"]


def test_a_note_with_an_alias_that_cannot_be_read_loses_it(garden: Garden, tmp_path: Path) -> None:
    garden.settle(ALIASES)
    garden.save({"Oak.md": "---\naliases: [Quercus]\n---\n", "A.md": "[[Quercus]] [[Oak]]\n"})
    garden.look()

    garden.save({"Oak.md": b"\xff"})
    assert garden.look() == 2
    assert garden.leads("A.md") == ["missing", "Oak.md"]
    assert garden.is_as_anew(tmp_path / "skipped")

    garden.save({"Oak.md": "---\naliases: [Quercus]\n---\n"})
    assert garden.look() == 2
    assert garden.is_as_anew(tmp_path / "read")
