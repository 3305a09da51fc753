"""Notes, edges, tags and problems come back as they were read: `index.md` §3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from mindnet.chunking.holders import Holders
from mindnet.errors import IndexMissing, UsageError
from mindnet.library import EVERYTHING, Library, cut_file, open_library
from mindnet.model import Note
from mindnet.store.writer import open_writer
from tests.store.vaults import EXAMPLE, OF_MACHINE, PROFILES, a_vault, an_index, portable

OAK = """---
type: concept
title: "The \\ud800 oak"
tags: [Tree/Oak, wood]
aliases: [Quercus, "o\0ak"]
up: "[[Trees]]"
---
Before all.

# Oak #wood

> [!edge] near
> [[Rain]] and ![[Sun#Light|bright]]

- [x] plant it ^done
- [ ] water it #a#b

## Care ^care

See [the care](Care.md#How), soil:: [[Loam]], <https://a.example> and [[#^done]]. ^care
"""
BOARD = {
    "nodes": [
        {"id": "b", "type": "text", "text": "#t\ud800 [[Oak]]", "x": 0, "y": 1},
        {"id": "a", "type": "text", "text": "Up \ud83c\udf33 #a\ud800b", "x": 0, "y": 0},
        {"id": "c", "type": "file", "file": "Oak.md", "x": 0, "y": 2},
    ]
}
NOTES: dict[str, str | bytes] = {
    "Oak.md": OAK,
    "Trees/CRLF.md": OAK.replace("\n", "\r\n"),
    "Board.canvas": json.dumps(BOARD),
    "Bad.md": "---\nup: [unclosed\n---\n\n%% open\n",
    "Odd.md": "---\nchunk_profile: heading_smrat\ntags: [1, 'a b']\n---\n\n> [!section]\n",
    "Broken.md": b"\xff\xfe\xfd",
    "Empty.md": "",
}


@pytest.fixture(params=[None, *PROFILES.values()], ids=["the example", *PROFILES])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    root = EXAMPLE if request.param is None else a_vault(tmp_path / "vault", NOTES, request.param)
    with an_index(root, tmp_path / "index.db") as library:
        yield library


@pytest.fixture
def garden(tmp_path: Path) -> Iterator[Library]:
    with an_index(a_vault(tmp_path / "vault", NOTES)) as library:
        yield library


def records(library: Library, kind: str) -> dict[str, list[dict[str, Any]]]:
    """The records of a kind by path, without what they say of themselves."""
    found = groupby(library.export(kind), key=lambda each: each.get("path") or each["source"])
    return {path: [_bare(each) for each in group] for path, group in found}


def notes(library: Library) -> Iterator[tuple[str, Note, Holders, list[str]]]:
    """Each note of the index, read just now; who holds its places, and the ids of its chunks."""
    for record in library.export("notes"):
        cut = cut_file(library.root / record["path"])
        holders = Holders(cut.note, cut.chunks)
        yield record["path"], cut.note, holders, [chunk.chunk_id for chunk in cut.chunks]


def _bare(record: dict[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in record if key != "rec"}


def test_a_note_comes_back_as_it_is_read(library: Library) -> None:
    told = {each["path"]: each for each in library.export("notes")}

    for path, note, _, chunks in notes(library):
        fresh = portable(note.to_dict())
        record = told.pop(path)
        for name in ("headings", "block_ids", "aliases", "tags", "first_heading"):
            assert record[name] == fresh[name], (path, name)
        for name in ("path", "document_id", "title", "type", "frontmatter_ok", "tasks_open"):
            assert record[name] == fresh[name], (path, name)
        for kept, block in zip(record["blocks"], fresh["blocks"], strict=True):
            assert kept == {name: block[name] for name in kept}
        assert record["properties"] == note.properties
        assert record["counts"]["chunks"] == len(chunks)
        assert record["counts"]["links"] == len(note.links)
        assert (record["tasks_done"], record["content_hash"]) == (
            note.tasks_done,
            note.content_hash,
        )
    assert not told


def test_edges_come_back_as_links_are_written_and_say_where_they_begin(library: Library) -> None:
    told = records(library, "edges")

    for path, note, holders, chunks in notes(library):
        for edge, link in zip(told.get(path, []), note.links, strict=True):
            fresh = portable(link.to_dict())
            assert {name: edge[name] for name in fresh if name != "status"} == {
                name: fresh[name] for name in fresh if name != "status"
            }
            in_body = link.char_start is not None and link.kind != "property"
            holder = holders.find(link.char_start or 0) if in_body else None
            assert edge["source_chunk"] == (None if holder is None else chunks[holder])


def test_tags_come_back_with_their_places_and_chunks(library: Library) -> None:
    told = records(library, "tags")

    for path, note, holders, chunks in notes(library):
        for tag, fresh in zip(told.get(path, []), note.tag_occurrences, strict=True):
            holder = None if fresh.char_start is None else holders.find(fresh.char_start)
            chunk_id = None if holder is None else chunks[holder]
            assert tag == {"path": path, **portable(fresh.to_dict()), "chunk_id": chunk_id}


def test_problems_come_back_by_path_then_line_then_code(library: Library) -> None:
    told = list(map(_bare, library.export("problems")))

    assert told == sorted(told, key=lambda each: (each["path"], each["line"], each["code"]))
    by_path = records(library, "problems")
    for path, note, _, _ in notes(library):
        mine = [each for each in by_path.get(path, []) if each["code"] != "unknown_profile"]
        assert mine == [portable(problem.to_dict()) for problem in note.problems]


def test_a_file_that_cannot_be_read_is_a_problem_and_no_note(garden: Library) -> None:
    paths = [record["path"] for record in garden.export("notes")]
    codes = {(each["path"], each["code"]) for each in garden.export("problems")}

    assert paths == ["Bad.md", "Board.canvas", "Empty.md", "Oak.md", "Odd.md", "Trees/CRLF.md"]
    assert ("Broken.md", "not_utf8") in codes
    assert ("Odd.md", "unknown_profile") in codes


def test_what_utf8_cannot_spell_is_marked_as_such(garden: Library) -> None:
    told = records(garden, "tags")["Board.canvas"]

    assert [(each["tag"], each["char_start"], each["block"]) for each in told] == [
        ("a\ufffdb", 5, 0),
        ("t\ufffd", 11, 1),
    ]


def test_the_chunk_of_a_place_is_the_one_whose_core_holds_it(garden: Library) -> None:
    cores = {
        each["chunk_id"]: (each["path"], each["char_start"], each["char_end"])
        for each in garden.export("chunks")
    }
    places = [(each["source"], each["source_chunk"], each) for each in garden.export("edges")]
    places += [(each["path"], each["chunk_id"], each) for each in garden.export("tags")]

    held = [place for place in places if place[1] is not None]
    assert len(held) > 15
    for path, chunk, each in held:
        home, start, end = cores[chunk]
        assert (home, start <= each["char_start"] < end) == (path, True)


# The dump.


def test_a_dump_comes_kind_by_kind_and_path_by_path(library: Library) -> None:
    dump = list(library.export())

    order = {name.removesuffix("s"): number for number, name in enumerate(EVERYTHING)}
    places = [(order[each["rec"]], each.get("path") or each["source"]) for each in dump]
    assert places == sorted(places)
    assert {each["rec"] for each in dump} == order.keys()


def test_a_dump_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    one = an_index(a_vault(tmp_path / "one place", NOTES))
    other = an_index(a_vault(tmp_path / "quite" / "another", NOTES))

    dump = list(one.export())
    assert dump == list(other.export())
    names = set(_names_in(dump))
    assert names.isdisjoint({*OF_MACHINE, "mtime_ns", "size", "place", "root", "recipe_hash"})
    assert "one place" not in json.dumps(dump)


def test_an_index_after_edits_dumps_like_one_made_anew(tmp_path: Path) -> None:
    root = a_vault(tmp_path / "vault", NOTES)
    with open_library(root, db=tmp_path / "old.db") as library:
        library.reindex()
        for name, text in {"Oak.md": OAK[:200], "New.md": OAK, "Aa.md": "# Aa\n\n#a"}.items():
            (root / name).write_text(text, encoding="utf-8")
        (root / "Trees" / "CRLF.md").rename(root / "Trees" / "Moved.md")
        library.reindex()
        dump = list(library.export())

    assert dump == list(an_index(root, tmp_path / "new.db").export())


def test_kinds_come_in_the_order_of_a_dump_however_they_are_named(garden: Library) -> None:
    some = [each["rec"] for each in garden.export("tags, notes")]

    assert some == [each["rec"] for each in garden.export(["notes", "tags", "notes"])]
    assert some == sorted(some)


@pytest.mark.parametrize("what", ["note", "chunks,nots", "", ["x"]])
def test_a_kind_that_is_none_is_refused_before_anything_is_read(
    garden: Library, what: str | list[str]
) -> None:
    with pytest.raises(
        UsageError, match=r"to export; (did you mean notes|there are chunks, edges)"
    ):
        garden.export(what)


def test_without_an_index_there_is_nothing_to_dump(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing):
        open_library(a_vault(tmp_path / "vault", NOTES), db=tmp_path / "none.db").export()


def test_a_dump_is_that_of_one_moment(garden: Library) -> None:
    """What is written while it is read is not seen."""
    before = list(garden.export())
    dump = garden.export()
    first = next(dump)
    writer = open_writer(garden.db)
    with writer.batch():
        writer.forget("Oak.md")
    writer.close()

    assert [first, *dump] == before
    assert len(list(garden.export())) < len(before)


def _names_in(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        yield from (name for name in told if name != "properties")
        yield from (name for key in told if key != "properties" for name in _names_in(told[key]))
    elif isinstance(told, list):
        yield from (name for each in told for name in _names_in(each))
