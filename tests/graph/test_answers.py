"""`links.md` L21, L27, L28, L33, L46: what a link finds, and what becomes of it."""

from __future__ import annotations

import pytest

from mindnet.graph.namesakes import Rule
from mindnet.graph.resolve import (
    Answer,
    Status,
    Via,
    find_candidates,
    ghost_name,
    resolve,
    resolve_card,
    status_of,
)
from mindnet.keeping import FileState
from tests.graph.vaults import GARDEN, NOTE, a_vault, leads, status


def an_answer(
    path: str | None,
    state: FileState | None = None,
    rule: str | None = None,
    via: str | None = None,
) -> Answer:
    return Answer(path, state, Rule(rule) if rule else None, Via(via) if via else None)


# Cards.


def test_a_file_card_leads_to_the_exact_path_it_names() -> None:
    """L21."""
    vault = a_vault("a/Log.md", "Log", "b/oak.md", "b/OAK.md", ignored=["c.md"])

    assert resolve_card("a/log.md", vault) == ("a/Log.md", FileState.NOTE, "exact_path", "name")
    assert resolve_card("b/OAK.md", vault).rule == "same_case"
    assert resolve_card("c.md", vault) == (None, None, "excluded", None)
    for path in ("Log.md", "a/Log", "/a/Log.md", "./a/Log.md", " ", "a/"):
        assert resolve_card(path, vault) == (None, None, None, None), path


# Hidden files.


@pytest.mark.parametrize(("state", "rule"), [("ignored", "excluded"), ("private", None)])
def test_a_file_that_is_kept_out_takes_part_and_is_never_told_of(
    state: str, rule: str | None
) -> None:
    """L27."""
    vault = a_vault("deep/er/Log.md", **{state: ["Log.md"]})

    assert resolve("Log", NOTE, vault) == (None, None, rule, None)
    assert status("Log", vault) == "missing"
    assert find_candidates("Log", NOTE, vault) == (("deep/er/Log.md",), 1)
    assert leads("er/Log", vault) == ("deep/er/Log.md", "only_one")


def test_a_private_note_looks_like_any_missing_note() -> None:
    """L27: whatever way the link goes."""
    vault, empty = a_vault(private=["a/Diary.md"]), a_vault()

    for path in ("Diary", "./Diary", "/a/Diary", "a/Diary", "a/Diary.md", "../a/Diary"):
        assert resolve(path, "a/Note.md", vault) == resolve(path, "a/Note.md", empty)
        assert find_candidates(path, "a/Note.md", vault) == ((), 0)
    assert resolve_card("a/Diary.md", vault) == resolve_card("a/Diary.md", empty)


def test_a_hidden_namesake_still_makes_a_link_ambiguous() -> None:
    """L27: it takes part in the rule, and is not shown."""
    vault = a_vault("a/Map.md", private=["b/Map.md"], ignored=["c/Map.md"])

    assert status("Map", vault) == "ambiguous"
    assert find_candidates("Map", NOTE, vault) == (("a/Map.md",), 1)


def test_a_hidden_file_has_its_name() -> None:
    """L24, L27: `oak` is the ignored file, so no `oak.md` is taken for it."""
    assert leads("oak", a_vault("oak.md", ignored=["bin/oak"])) == (None, "excluded")


# Aliases.


def test_aliases_resolve_a_link_only_when_they_are_asked() -> None:
    """L28."""
    aliased = {"quercus": ["Trees/Oak.md"], "log": ["Trees/Oak.md"], "../x": ["X.md"]}

    def find(alias: str) -> list[str]:
        return aliased.get(alias, [])

    assert leads("Quercus", GARDEN) == (None, None)
    answer = resolve(" QUERCUS ", NOTE, GARDEN, find)
    assert answer == an_answer("Trees/Oak.md", FileState.NOTE, via="alias")
    assert status_of(answer, None) == "resolved"
    assert find_candidates("quercus", NOTE, GARDEN, find) == (("Trees/Oak.md",), 1)
    assert resolve("Log", NOTE, GARDEN, find).via == "name"
    assert resolve("Trees/Quercus", NOTE, GARDEN, find).resolved is None
    assert resolve("../X", NOTE, GARDEN, find).resolved == "X.md"
    assert resolve("../Y", NOTE, GARDEN, find) == (None, None, "relative", None)


def test_an_alias_of_several_notes_is_ambiguous_by_path_order() -> None:
    """L28."""
    answer = resolve("Tree", NOTE, GARDEN, lambda _: ["b.md", "a.md", "b.md"])

    assert answer == an_answer("a.md", FileState.NOTE, "path_order", "alias")
    assert status_of(answer, None) == "ambiguous"
    assert find_candidates("Tree", NOTE, GARDEN, lambda _: ["b.md", "a.md"]).shown == (
        "a.md",
        "b.md",
    )
    assert resolve("Tree", NOTE, GARDEN, lambda _: ["b.md", "b.md"]).rule is None


@pytest.mark.parametrize("state", ["ignored", "private"])
def test_no_alias_is_taken_for_a_file_that_is_kept_out(state: str) -> None:
    """L27, L28."""
    vault = a_vault(**{state: ["Tree.md"]})

    assert resolve("Tree", NOTE, vault, lambda _: ["a.md"]).resolved is None
    assert find_candidates("Tree", NOTE, vault, lambda _: ["a.md"]) == ((), 0)


# Status.


@pytest.mark.parametrize(
    ("answer", "fragment_ok", "expected"),
    [
        (None, None, "external"),
        (an_answer(None), None, "missing"),
        (an_answer(None, rule="excluded"), None, "missing"),
        (an_answer("a.md", FileState.NOTE, "path_order"), False, "ambiguous"),
        (an_answer("a.png", FileState.ATTACHMENT, "path_order"), None, "ambiguous"),
        (an_answer("a.png", FileState.ATTACHMENT, "only_one"), None, "attachment"),
        (an_answer("a.md", FileState.SKIPPED, "only_one"), None, "attachment"),
        (an_answer("a.md", FileState.NOTE, "only_one"), False, "fragment_missing"),
        (an_answer("a.md", FileState.NOTE, "self"), False, "fragment_missing"),
        (an_answer("a.md", FileState.NOTE, "self"), True, "self"),
        (an_answer("a.md", FileState.NOTE, "self"), None, "self"),
        (an_answer("a.md", FileState.NOTE, "only_one"), True, "resolved"),
        (an_answer("a.md", FileState.NOTE, "exact_path"), None, "resolved"),
        (an_answer("a.md", FileState.NOTE, via="alias"), None, "resolved"),
    ],
)
def test_the_first_status_that_holds_is_taken(
    answer: Answer | None, fragment_ok: bool | None, expected: str
) -> None:
    """L33."""
    assert status_of(answer, fragment_ok) is Status(expected)


# Ghosts.


@pytest.mark.parametrize(
    ("path", "source", "name"),
    [
        ("Elm", NOTE, "elm"),
        ("elm.md", NOTE, "elm"),
        (" ELM.MD ", NOTE, "elm"),
        ("Trees/Elm", NOTE, "trees/elm"),
        ("/Trees/Elm", NOTE, "trees/elm"),
        ("/Elm.md", NOTE, "elm"),
        ("./Elm", NOTE, "projects/garden/elm"),
        ("../Elm", NOTE, "projects/elm"),
        ("../../Elm", NOTE, "elm"),
        ("./Elm", "Note.md", "elm"),
        ("../Elm", "Note.md", "../elm"),
        ("../../../../Elm", NOTE, "../../elm"),
        ("Elm.md.md", NOTE, "elm.md"),
        ("Elm.png", NOTE, "elm.png"),
        ("ΟΔΟΣ.md", NOTE, "οδος"),
        ("Cafe\u0301", NOTE, "caf\u00e9"),
        ("https://x", NOTE, "https://x"),
        ("Trees/", NOTE, "trees/"),
        ("/", NOTE, "/"),
        (".md", NOTE, ".md"),
    ],
)
def test_a_ghost_is_named_by_the_path_of_the_link(path: str, source: str, name: str) -> None:
    """L46."""
    assert ghost_name(path, source) == name
