"""The views show people with `sqlite3` or Datasette what a dump tells."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from mindnet.library import Library
from tests.store.vaults import EXAMPLE, PROFILES, a_vault, an_index

LISTS = (
    "core_block_indices",
    "overlap_prev_block_indices",
    "overlap_next_block_indices",
    "block_indices",
    "headings_path",
    "text_headings_path",
    "block_ids",
    "flags",
    "tags",
    "aliases",
)
A = "The oak is old. It was there before us. Nobody has cut it."
NOTES = {
    "Oak.md": f"# Oak\n\n{A} {A}\n\n## Care ^care\n\n{A} #wet [[Rain]]\n\n#\n\n{A} %% x %%\n",
    "Rain.md": f"---\nup: '[[Oak]]'\n---\n\nnear:: [[Oak]]\n\n> [!section] fact\n\n{A} {A} {A}\n",
    "Äst/C# notes.md": f"---\ntags: [b, a, B]\naliases: [z, y]\n---\n{A}\n\n{A}\n\n{A} [[X]]\n",
    "Pages.txt": f"{A}\f{A}",
}


@pytest.fixture(params=[None, *PROFILES.values()], ids=["the example", *PROFILES])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    if request.param is None:
        return an_index(EXAMPLE, tmp_path / "example.db")
    return an_index(a_vault(tmp_path / "vault", NOTES, request.param))


def shown(library: Library, view: str, order: str) -> list[dict[str, Any]]:
    connection = sqlite3.connect(library.db)
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute(f"SELECT * FROM {view} ORDER BY {order}")]
    connection.close()
    return rows


def test_chunks_full_shows_the_record_of_every_chunk(library: Library) -> None:
    rows = shown(library, "chunks_full", 'path, "index"')
    told = list(library.export("chunks"))

    for row in rows:
        row |= {name: json.loads(row[name]) for name in LISTS}
        assert row.pop("modified").endswith("+00:00")
    left_out = ("rec", "navigation", "embedding_text")
    assert rows == [{key: each[key] for key in each if key not in left_out} for each in told]
    assert len(rows) > 3


def test_edges_full_shows_the_record_of_every_edge(library: Library) -> None:
    rows = shown(library, "edges_full", "source")
    told = [{key: each[key] for key in each if key != "rec"} for each in library.export("edges")]

    assert sorted(rows, key=json.dumps) == sorted(told, key=json.dumps)
    assert any(row["section_path"] is None and row["source_chunk"] is None for row in rows)


def test_modified_is_the_moment_that_the_record_tells(library: Library) -> None:
    rows = shown(library, "chunks_full", 'path, "index"')

    assert [row["modified"] for row in rows if row["path"] == rows[0]["path"]] == [
        chunk.modified for chunk in library.chunks(rows[0]["path"])
    ]


def test_tagged_joins_notes_and_chunks_to_tags_and_to_those_they_imply(tmp_path: Path) -> None:
    """As `links.md` L50 asks."""
    notes = {
        "One.md": "---\ntags: [Tree/Oak/Holm]\n---\n\nText. #tree/oak\n",
        "Two.md": "#Tree and #TREE/ash, #tree/ash\n",
    }
    library = an_index(a_vault(tmp_path / "vault", notes))
    ids = {each["path"]: each["chunk_id"] for each in library.export("chunks")}

    rows = shown(library, "tagged", "tag, path, chunk_id")

    assert [tuple(row.values()) for row in rows] == [
        ("tree", None, "One.md", None, 1),
        ("tree", None, "One.md", ids["One.md"], 1),
        ("tree", None, "Two.md", ids["Two.md"], 0),
        ("tree/ash", "tree", "Two.md", ids["Two.md"], 0),
        ("tree/oak", "tree", "One.md", None, 1),
        ("tree/oak", "tree", "One.md", ids["One.md"], 0),
        ("tree/oak/holm", "tree/oak", "One.md", None, 0),
    ]
