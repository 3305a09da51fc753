"""What holds for the links of every vault: the one that ships, and those of others at hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from mindnet.library import Library, open_library

ROOT = Path(__file__).parent.parent.parent
NAMED = os.environ.get("MINDNET_VAULTS")
VAULTS = Path(NAMED) if NAMED else ROOT.parent / "shared" / "vaults"
WORDS = ("target_text", "heading", "block", "alias")
ANSWER = ("status", "resolved", "rule", "via", "fragment_ok")
MOST = 2_000  # edges of a vault that are asked for


@pytest.fixture(scope="module", params=["vault_example", "obsidian-help"])
def library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Library]:
    root = next(
        (each / request.param for each in (ROOT, VAULTS) if (each / request.param).is_dir()), None
    )
    if root is None:
        pytest.skip("this vault is not at hand")
    with open_library(root, db=tmp_path_factory.mktemp("index") / "vault.db") as library:
        library.reindex()
        yield library


def some(library: Library) -> list[dict[str, object]]:
    edges = [each for each in library.export("edges") if each["syntax"] != "canvas"]
    return Random(7).sample(edges, min(MOST, len(edges)))


def test_a_link_asked_for_leads_where_its_edge_does(library: Library) -> None:
    for edge in some(library):
        found = library.resolve(str(edge["raw"]), str(edge["source"])).to_dict()
        assert {name: found[name] for name in (*WORDS, *ANSWER)} == {
            name: edge[name] for name in (*WORDS, *ANSWER)
        }
        assert found["resolved"] is None or found["candidates"][0] == found["resolved"]


def test_every_edge_is_among_the_links_of_its_source_and_the_backlinks_of_its_target(
    library: Library,
) -> None:
    edges = [{**each, "rec": None} for each in library.export("edges")]
    notes = [str(each["path"]) for each in library.export("notes")]
    own = ("direction", "inverse")
    told = [each.to_dict() for path in notes for each in library.links(path)]
    back = [each.to_dict() for path in notes for each in library.backlinks(path)]

    assert [_bare(each, own) for each in told] == [_bare(each, ("rec",)) for each in edges]
    assert sorted(map(repr, (_bare(each, own) for each in back))) == sorted(
        repr(_bare(each, ("rec",))) for each in edges if each["resolved"] in set(notes)
    )


def test_every_suggestion_leads_where_it_says(library: Library) -> None:
    for edge in library.check().edges[:MOST]:
        if edge.suggestion is not None and edge.syntax != "canvas":
            found = library.resolve(edge.suggestion.link, edge.source)
            assert found.resolved == edge.suggestion.path
            assert found.status not in ("missing", "ambiguous")


def _bare(edge: dict[str, object], without: tuple[str, ...]) -> dict[str, object]:
    return {name: value for name, value in edge.items() if name not in without}
