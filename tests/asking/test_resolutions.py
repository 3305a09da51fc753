"""Where a link leads that somebody typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindnet.errors import MindnetError, NoLink, RefAmbiguous, RefUnknown, UsageError
from mindnet.library import Library
from tests.asking.vaults import FILES, an_index


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with an_index(tmp_path_factory.mktemp("vaults") / "garden", FILES) as library:
        yield library


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("[[Oak]]", ("Oak", None, None, None)),
        ("![[Oak#Care|so]]", ("Oak", "Care", None, "so")),
        ("Oak#Care ^dry", ("Oak", "Care", "dry", None)),
        ("Trees/Oak.md", ("Trees/Oak.md", None, None, None)),
        ("  [the oak](<Trees/Oak.md#Care>)  ", ("Trees/Oak.md", "Care", None, "the oak")),
        ("![](Trees/Oak)", ("Trees/Oak", None, None, None)),
        (r"[[Oak\|so]]", ("Oak", None, None, "so")),
    ],
)
def test_a_link_may_be_typed_in_every_form(
    library: Library, typed: str, words: tuple[str | None, ...]
) -> None:
    found = library.resolve(typed, "Rain")

    assert (found.target_text, found.heading, found.block, found.alias) == words
    assert (found.link, found.source) == (typed.strip(), "Rain.md")
    assert (found.resolved, found.via) == ("Trees/Oak.md", "name")


def test_the_heading_or_block_is_told_with_its_line(library: Library) -> None:
    care = library.resolve("[[Oak#care]]", "Rain")
    block = library.resolve("[[Oak#Care#^OLD]]", "Rain")
    own = library.resolve("[[#Why]]", "Rain")

    assert care.anchor is not None
    assert care.anchor.to_dict() == {"kind": "heading", "text": "Care", "line": 8}
    assert block.anchor is not None
    assert block.anchor.to_dict() == {"kind": "block", "text": "old", "line": 6}
    assert (own.status, own.resolved, own.rule) == ("self", "Rain.md", "self")
    assert own.anchor is not None
    assert own.anchor.line == 6


def test_a_heading_that_is_not_there_never_unmakes_the_link(library: Library) -> None:
    found = library.resolve("[[Oak#Car]]", "Rain")

    assert (found.status, found.resolved, found.fragment_ok) == (
        "fragment_missing",
        "Trees/Oak.md",
        False,
    )
    assert found.anchor is None
    assert found.suggestion is not None
    assert found.suggestion.link == "[[Oak#Care]]"


def test_an_address_on_the_web_is_external(library: Library) -> None:
    for typed in ("[x](https://example.org/a#b)", "<https://example.org/a#b>"):
        found = library.resolve(typed)
        assert (found.status, found.resolved, found.rule) == ("external", None, None)
        assert found.target_text == "https://example.org/a#b"


def test_an_attachment_has_no_headings(library: Library) -> None:
    found = library.resolve("![[Sun.png#height=400]]", "Oak")

    assert (found.status, found.resolved, found.fragment_ok) == (
        "attachment",
        "Pictures/Sun.png",
        None,
    )


@pytest.mark.parametrize("link", ["[[Diary]]", "[[Diary.md]]", "[[/Diary]]", "[[Nobody else]]"])
def test_a_private_note_looks_like_one_that_is_not_there(library: Library, link: str) -> None:
    found = library.resolve(link, "Rain")

    assert (found.status, found.resolved, found.via) == ("missing", None, None)
    assert (found.candidates, found.candidate_count, found.suggestion) == ((), 0, None)
    assert found.rule == ("absolute" if link.startswith("[[/") else None)


def test_an_ignored_file_is_said_to_be_left_out(library: Library) -> None:
    found = library.resolve("[[Day]]", "Rain")

    assert (found.status, found.rule, found.resolved) == ("missing", "excluded", None)
    assert (found.candidates, found.suggestion) == ((), None)


@pytest.mark.parametrize(
    "link",
    [
        "[[../../../etc/passwd]]",
        "[[/etc/passwd]]",
        "[x](../%2e%2e/%2e%2e/etc/passwd)",
        "[[Trees]]",
        "[[Trees/]]",
        "[[.obsidian/app.json]]",
        "[[.mindnet/config.toml]]",
        "[[a\0b]]",
        "[[" + "x" * 10_240 + "]]",
        "[[" + "x/" * 5_120 + "]]",
        "[[C:\\Windows]]",
        "[[\udcff]]",
        "...",
        "/",
        "a\0b",
    ],
)
def test_what_is_no_file_of_the_vault_leads_nowhere(library: Library, link: str) -> None:
    found = library.resolve(link, "Oak")

    assert (found.status, found.resolved) == ("missing", None)
    assert found.candidates == ()


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "[[]]", "[[ ]]", "[[a\nb]]", "[[Oak]] and [[Elm]]", "see [[Oak]]", "[x]()",
     "[x](two words)", "[[Oak", "[t][r]", "#", "[["],
)  # fmt: skip
def test_what_is_no_link_is_told_with_how_one_looks(library: Library, typed: str) -> None:
    with pytest.raises(NoLink, match=r"name one alone, such as '\[\[Oak#Care\]\]'") as caught:
        library.resolve(typed, "Oak")

    assert caught.value.exit_code == 2


def test_a_reference_link_is_looked_up_in_its_note(tmp_path: Path) -> None:
    text = "See [the oak][1] and [2].\n\n[1]: Trees/Oak.md\n[2]: https://example.org\n"
    with an_index(tmp_path / "vault", {"Note.md": text, "Trees/Oak.md": ""}) as library:
        found = library.resolve("[the oak][1]", "Note")
        assert (found.resolved, found.alias, found.rule) == (
            "Trees/Oak.md",
            "the oak",
            "exact_path",
        )
        assert library.resolve("[2]", "Note").status == "external"
        with pytest.raises(NoLink):
            library.resolve("[the oak][1]", "Oak")


def test_a_link_into_its_own_note_needs_that_note(library: Library) -> None:
    with pytest.raises(UsageError, match="--from NOTE"):
        library.resolve("[[#Why]]")


def test_the_source_is_any_address_of_a_note(library: Library) -> None:
    for source in ("Trees/Oak.md", "oak", "Oak#^dry", "Oak:3", "[[Oak|so]]", "Oak#c00"):
        assert library.resolve("[[#^dry]]", source).source == "Trees/Oak.md"
    with pytest.raises(RefUnknown):
        library.resolve("[[Oak]]", "Diary")
    with pytest.raises(RefUnknown):
        library.resolve("[[Oak]]", "Nowhere")


def test_ten_thousand_notes_of_one_name_are_counted_and_fifty_shown(tmp_path: Path) -> None:
    files = {f"{number // 100:03}/{number:05}/Log.md": "" for number in range(10_000)}
    with an_index(tmp_path / "vault", {**files, "Home.md": "[[Log]] [[x/Log]]\n"}) as library:
        found = library.resolve("[[Log]]", "Home")
        assert (found.status, found.rule, found.resolved) == (
            "ambiguous",
            "path_order",
            "000/00000/Log.md",
        )
        assert (len(found.candidates), found.candidate_count) == (50, 10_000)
        assert list(found.candidates) == sorted(files)[:50]
        near = library.resolve("[[Log]]", "042/04217/Log")
        assert (near.resolved, near.rule) == ("042/04217/Log.md", "own_folder")
        with pytest.raises(RefAmbiguous, match="and 9,990 more"):
            library.links("Log")


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="[]()#^|!/.\\ \0\nOakélm%20<>:-_…", max_size=30))
def test_whatever_is_typed_is_an_answer_or_a_sentence(library: Library, typed: str) -> None:
    try:
        found = library.resolve(typed, "Oak")
    except MindnetError:
        return
    assert found.candidate_count >= len(found.candidates)
    assert (found.resolved is None) == (found.status in ("missing", "external"))
