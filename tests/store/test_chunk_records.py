"""A chunk that was kept comes back as it was cut: `chunks.md` §2."""

from __future__ import annotations

import json
import os
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mindnet.library import Library, cut_file
from tests.laws.generated import notes, wild_texts
from tests.laws.vaults import real_notes, some_of
from tests.store.vaults import EXAMPLE, PROFILES, a_vault, an_index, fresh_chunks

A = "The oak is old. It was there before us. Nobody has cut it."
SECTIONS = f"""---
type: concept
tags: [tree/oak, Wood]
aliases: [Quercus]
---
# Oak

{A} {A} {A} ^first

> [!section] decision

{A} {A} #wood %% not for everybody %% {A}

## Care 🌳

| month | water |
|---|---|
| May | {A} |
| June | {A} |
| July | {A} |

## Care 🌳

{A}
"""
STRANGE = {
    "CRLF.md": SECTIONS.replace("\n", "\r\n"),
    "CR.md": SECTIONS.replace("\n", "\r"),
    "NUL.md": SECTIONS.replace("old", "o\0ld").replace("Care", "Ca\0re"),
    "Astral 🌳.md": SECTIONS.replace("oak", "🌳𝒪"),
    "BOM.md": f"\ufeff{SECTIONS}",
    "Empty.md": "",
    "Front.md": "---\ntitle: 'Only \0 this'\n---\n",
    "Pages.txt": f"{A} {A}\f{A}\n\n{A}\f{A}",
    "a.txt.md": SECTIONS,
}


def kept_chunks(library: Library) -> dict[str, list[dict[str, Any]]]:
    """The chunks that a library gives back, by path."""
    found = groupby(library.export("chunks"), key=lambda record: str(record["path"]))
    return {path: list(records) for path, records in found}


def assert_as_cut(library: Library) -> int:
    """Every note of the index comes back as it is cut now; how many chunks that were."""
    kept, number = kept_chunks(library), 0
    for record in library.export("notes"):
        path = record["path"]
        fresh = [{"rec": "chunk", **each} for each in fresh_chunks(library.root, path)]
        assert kept.get(path, []) == fresh, path
        number += len(fresh)
    return number


def crashed(library: Library) -> list[dict[str, Any]]:
    """The notes that could not be kept, and should have been."""
    return [each for each in library.export("problems") if each["code"] in ("crashed", "too_slow")]


@pytest.fixture(params=PROFILES.values(), ids=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_example_comes_back_as_it_is_cut(tmp_path: Path) -> None:
    with an_index(EXAMPLE, tmp_path / "example.db") as library:
        assert assert_as_cut(library) > 80


def test_strange_notes_come_back_as_they_are_cut(tmp_path: Path, profile: str) -> None:
    with an_index(a_vault(tmp_path / "vault", STRANGE, profile)) as library:
        assert assert_as_cut(library) > 30
        assert not crashed(library)


def test_the_profiles_of_these_tests_lend_repeat_and_tag(tmp_path: Path) -> None:
    """Else the tests above would prove little."""
    lent, tagged, typed = (
        [
            record
            for records in kept_chunks(an_index(a_vault(tmp_path / f"{i}", STRANGE, each))).values()
            for record in records
        ]
        for i, each in enumerate(PROFILES.values())
    )

    assert any(each["overlap_prev"] and each["overlap_next"] for each in lent)
    assert any(each["prefix"] and each["overlap_prev"] for each in tagged)
    assert any(each["window"].startswith("[PAGE]") for each in tagged)
    assert any("[decision]" in each["window"] for each in typed)
    assert any(each["normalized_text"] != each["md_text"] for each in lent)
    assert any("\0" in each["overlap_prev"] for each in lent)
    assert any(each["page"] for each in lent)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    texts=st.lists(notes(), min_size=1, max_size=6),
    cards=st.lists(wild_texts(), max_size=4),
    profile=st.sampled_from(tuple(PROFILES.values())),
)
def test_whatever_a_note_holds_comes_back(texts: list[str], cards: list[str], profile: str) -> None:
    """A canvas can hold what UTF-8 cannot: lone surrogates."""
    nodes = [
        {"id": f"{i}", "type": "text", "text": card, "x": 0, "y": i, "width": 1, "height": 1}
        for i, card in enumerate(cards)
    ]
    vault: dict[str, str] = {f"{i}.md": text for i, text in enumerate(texts)}
    vault["board.canvas"] = json.dumps({"nodes": nodes})
    with TemporaryDirectory() as folder, an_index(a_vault(Path(folder, "v"), vault, profile)) as it:
        assert_as_cut(it)
        assert not crashed(it)


def test_the_notes_of_others_come_back_as_they_are_cut(tmp_path: Path, profile: str) -> None:
    found = some_of(real_notes(), 150)
    if not found:
        pytest.skip("no vault of others is at hand")
    texts = {f"{number}/{note.name}": note.read_bytes() for number, note in enumerate(found)}
    with an_index(a_vault(tmp_path / "vault", texts, profile)) as library:
        assert assert_as_cut(library) > 150
        assert not crashed(library)


def test_what_depends_on_the_machine_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    root = a_vault(tmp_path / "My vault", {"Garden/Oak.md": SECTIONS})
    os.utime(root / "Garden" / "Oak.md", ns=(0, 1_700_000_000_500_000_000))
    with an_index(root) as library:
        chunks = library.chunks("Garden/Oak.md")

    fresh = cut_file(root / "Garden" / "Oak.md").chunks
    told = [chunk.to_dict() for chunk in chunks]
    assert [record.pop("edges") for record in told] == [[] for _ in chunks]
    assert told == [chunk.to_dict() for chunk in fresh]
    assert list(told[0]) == list(fresh[0].to_dict())
    assert (told[0]["vault"], told[0]["modified"]) == ("My vault", "2023-11-14T22:13:20+00:00")
    assert told[0]["navigation"]["file_uri"] == (root / "Garden" / "Oak.md").as_uri()
