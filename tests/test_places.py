"""Where in a note an address leads, and whether its text is still the one that was meant."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindnet.errors import RefAmbiguous, RefUnknown
from mindnet.library import Library, open_library
from tests.texts import OAK, a_vault, check, there


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return a_vault(tmp_path / "vault")


@pytest.fixture
def library(vault: Path, tmp_path: Path) -> Iterator[Library]:
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        yield library


def test_a_section_goes_to_the_next_heading_of_its_level(library: Library) -> None:
    text = library.get("Oak#Decision")

    assert text.text == "## Decision\n\n> [!section] decision\n\nWe keep it. ^keep"
    assert (text.kind, text.line_start, text.line_end) == ("section", 17, 21)
    assert (text.headings_path, text.section_type) == (("Oak", "Decision"), "decision")
    assert text.ref == text.lines == f"Trees/Oak:17-21@{check(text.text)}"
    assert library.get(text.ref).text == text.text


@pytest.mark.parametrize("ref", ["Oak#Water", "Oak#Care#Water", "Oak#oak#water", "Oak#Oak#Water"])
def test_a_heading_is_found_below_others(library: Library, ref: str) -> None:
    assert library.get(ref).text == "### Water\n\nDaily, in dry summers."


def test_a_heading_that_stands_there_twice_is_listed_by_lines(library: Library) -> None:
    with pytest.raises(RefAmbiguous) as caught:
        library.get("Oak#Care")
    first, second = caught.value.candidates or ()

    assert there(library.get(first)).startswith("## Care\n\n### Water")
    assert there(library.get(second)).startswith("## Care\n\n### Prune")
    assert library.get("[[Oak#Care]]").lines == first  # a link takes the first


@pytest.mark.parametrize("ref", ["Oak#Water#Care", "Oak#Elm#Care", "Oak#nothing", "Ask.txt#x"])
def test_a_missing_heading_is_told(library: Library, ref: str) -> None:
    with pytest.raises(RefUnknown, match="no heading"):
        library.get(ref)


def test_the_nearest_headings_are_told_as_addresses(library: Library) -> None:
    with pytest.raises(RefUnknown) as caught:
        library.get("Oak#Watter")

    assert caught.value.candidates == ("Trees/Oak#Water",)
    assert there(library.get("Trees/Oak#Water")).startswith("### Water")


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("Oak#^old", "An old one, see [[Elm]]. ^old"),
        ("Oak#^OLD", "An old one, see [[Elm]]. ^old"),
        ("Oak#^w2", "- never ^W2"),
        ("Oak#Decision#^keep", "We keep it. ^keep"),
    ],
)
def test_a_block_is_found_by_its_id(library: Library, ref: str, words: str) -> None:
    text = library.get(ref)

    assert (text.kind, text.text) == ("block", words)
    assert library.get(text.ref).text == words


def test_a_missing_block_is_told(library: Library) -> None:
    with pytest.raises(RefUnknown, match=r"no block \^keeps there; did you mean Trees/Oak#\^keep"):
        library.get("Oak#^keeps")


@pytest.mark.parametrize(
    ("ref", "words"),
    [("Ask.txt:2", "text"), ("Ask.txt:1-2", "plain\ntext"), ("Ask.txt:2-99", "text"),
     ("Windows:2", "two"), ("Windows:1-2", "one\r\ntwo"), ("Oak:7", "# Oak")],
)  # fmt: skip
def test_lines_are_given_as_they_are(library: Library, ref: str, words: str) -> None:
    text = library.get(ref)

    assert (text.kind, text.text) == ("lines", words)
    assert text.ref == text.lines
    assert library.get(text.ref).state == "holds"


@pytest.mark.parametrize(
    "ref", ["Ask.txt:3", "Ask.txt:0", "Ask.txt:2-1", "Empty:1", "Board.canvas:1", "Oak:999999999"]
)
def test_lines_that_are_not_there_are_told(library: Library, ref: str) -> None:
    with pytest.raises(RefUnknown):
        library.get(ref)


def test_a_chunk_is_found_by_its_number_and_its_id(library: Library) -> None:
    for chunk in library.chunks("Trees/Oak"):
        text = library.get(chunk.ref)
        assert (text.kind, text.text, text.chunk_id) == ("chunk", chunk.md_text, chunk.chunk_id)
        assert text.ref == f"{chunk.ref}@{check(chunk.md_text)}"
        assert (text.headings_path, text.section_type) == (chunk.headings_path, chunk.section_type)
        for ref in (chunk.chunk_id, chunk.chunk_id[:12], chunk.chunk_id.upper(), text.ref):
            assert library.get(ref).text == chunk.md_text


def test_a_chunk_that_is_not_there_is_told(library: Library) -> None:
    with pytest.raises(RefUnknown, match="the last of its 1 chunks"):
        library.get("C#c01")
    with pytest.raises(RefUnknown):
        library.get("0" * 64)


def test_digits_that_fit_a_note_and_a_chunk_are_listed(library: Library) -> None:
    chunk = library.chunks("C")[0]
    with sqlite3.connect(library.db) as connection:
        digest = bytes.fromhex("deadbeef" + chunk.chunk_id[8:])
        connection.execute(
            "UPDATE chunks SET chunk_id = ? WHERE chunk_id = ?",
            (digest, bytes.fromhex(chunk.chunk_id)),
        )
    connection.close()
    with pytest.raises(RefAmbiguous) as caught:
        library.get("deadbeef")

    assert caught.value.candidates == ("deadbeef.md", digest.hex())
    assert library.get("deadbeef.md").text == "Not a chunk."
    assert library.get(digest.hex()).path == "C.md"


def test_a_canvas_has_chunks_and_no_lines(library: Library) -> None:
    whole, chunk = library.get("Board.canvas"), library.get("Board.canvas#c00")

    assert whole.text == chunk.text == "A card."
    assert (whole.lines, whole.line_start, chunk.line_end) == (None, 0, 0)
    assert chunk.ref == f"Board.canvas#c00@{check('A card.')}"


def test_an_empty_note_is_an_empty_text(library: Library) -> None:
    text = library.get("Empty")

    assert (text.text, text.lines, text.ref) == ("", None, "Empty")


def test_a_text_that_is_as_it_was_holds(library: Library) -> None:
    for ref in ("Oak#c01", "Oak:9", "Oak#Decision"):
        cited = library.get(ref).ref
        assert library.get(cited).state == "holds"


@pytest.mark.parametrize("reindexed", [False, True])
@pytest.mark.parametrize("ref", ["Oak:9", "Oak#Decision", "Oak#c01", "Oak#c03"])
def test_a_text_that_moved_is_found_again(
    library: Library, vault: Path, ref: str, reindexed: bool
) -> None:
    cited = library.get(ref)
    (vault / "Trees" / "Oak.md").write_text(OAK.replace("# Oak\n", "# News\n\nNew.\n\n# Oak\n"))
    if reindexed:
        library.reindex()
    found = library.get(cited.ref)

    assert (found.state, found.text) == ("moved", cited.text)
    assert found.line_start == cited.line_start + 4
    assert library.get(found.ref).state == "holds"


@pytest.mark.parametrize("reindexed", [False, True])
@pytest.mark.parametrize(
    ("ref", "now"), [("Oak:9", "An older one, see"), ("Oak#c00", "# Oak\n\nAn older")]
)
def test_a_text_that_changed_is_told(
    library: Library, vault: Path, ref: str, now: str, reindexed: bool
) -> None:
    cited = library.get(ref)
    (vault / "Trees" / "Oak.md").write_text(OAK.replace("An old one", "An older one"))
    if reindexed:
        library.reindex()
    found = library.get(cited.ref)

    assert found.state == "changed"
    assert there(found).startswith(now)
    assert found.ref != cited.ref


@pytest.mark.parametrize("reindexed", [False, True])
@pytest.mark.parametrize("ref", ["Oak:21", "Oak#c03"])
def test_a_text_that_is_gone_is_told(
    library: Library, vault: Path, ref: str, reindexed: bool
) -> None:
    cited = library.get(ref)
    (vault / "Trees" / "Oak.md").write_text("# Oak\n\nFelled.\n")
    if reindexed:
        library.reindex()
    found = library.get(cited.ref)

    assert (found.state, found.text, found.ref) == ("gone", None, cited.ref)


def test_a_text_whose_file_is_gone_is_gone(library: Library, vault: Path) -> None:
    cited = library.get("Elm.md#c00").ref
    (vault / "Elm.md").unlink()

    assert library.get(cited).state == "gone"


def test_a_chunk_that_is_cut_in_another_way_is_found_again(library: Library, vault: Path) -> None:
    cited = library.get("Oak#c01")
    (vault / ".mindnet" / "config.toml").write_text('default_profile = "heading_smart"\n')
    found = library.get(cited.ref)

    assert (found.state, found.text) == ("moved", cited.text)
    assert library.get(found.ref).text == cited.text


def test_the_id_of_a_chunk_never_gives_another_text(library: Library, vault: Path) -> None:
    chunk = library.chunks("Trees/Oak")[0]
    (vault / "Trees" / "Oak.md").write_text(OAK.replace("An old one", "An OLD one"))
    found = library.get(chunk.chunk_id)

    assert found.state == "changed"
    assert "An OLD one" in there(found)


def test_without_a_check_the_place_counts_as_it_is_now(library: Library, vault: Path) -> None:
    (vault / "Trees" / "Oak.md").write_text(OAK.replace("We keep it", "We fell it"))

    assert library.get("Oak:21").text == "We fell it. ^keep"
    assert library.get("Oak#^keep").text == "We fell it. ^keep"
    assert "We fell it" in there(library.get("Oak#Decision"))
    assert (library.get("Oak#Decision").section_type) == "decision"
    state = library.index_state()
    assert state is not None
    assert (state.fresh, state.pending) == (False, 1)


def test_lines_that_moved_are_searched_for_only_so_far(library: Library, vault: Path) -> None:
    words = [f"{number:07}" for number in range(20_000)]
    (vault / "Long.txt").write_text("\n".join(words))
    library.reindex()
    near, far = (check("\n".join(words[at : at + 10_000])) for at in (100, 9_000))

    assert library.get(f"Long.txt:1-10000@{near}").state == "moved"
    assert library.get(f"Long.txt:1-10000@{far}").state == "changed"


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(st.sampled_from(["a", "b", "", "# h", "c c"]), min_size=1, max_size=12),
    others=st.lists(st.sampled_from(["a", "b", "", "# h", "c c"]), min_size=1, max_size=12),
    data=st.data(),
)
def test_a_check_never_lets_another_text_pass(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[str],
    others: list[str],
    data: st.DataObject,
) -> None:
    root = tmp_path_factory.mktemp("vault")
    note = root / "N.md"
    note.write_text("".join(f"{line}\n" for line in lines))
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    with open_library(root, db=root.with_suffix(".db")) as library:
        library.reindex()
        cited = library.get(f"N:{first}-{last}")
        note.write_text("".join(f"{line}\n" for line in others))
        found = library.get(cited.ref)

    places = [
        start + 1
        for start in range(len(others) - (last - first))
        if others[start : start + last - first + 1] == lines[first - 1 : last]
    ]
    if places:
        assert found.text == cited.text
        assert found.line_start == min(places, key=lambda each: (abs(each - first), each))
        assert found.state == ("holds" if first in places else "moved")
    else:
        assert found.state == ("changed" if first <= len(others) else "gone")
