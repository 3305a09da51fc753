"""Every address that an answer gives leads back to the text it was given for."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from mindnet.errors import RefAmbiguous
from mindnet.library import Library, open_library
from tests.store.vaults import EXAMPLE


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with open_library(EXAMPLE, db=tmp_path_factory.mktemp("index") / "example.db") as library:
        library.reindex()
        yield library


def test_every_chunk_is_found_by_its_addresses(library: Library) -> None:
    for chunk in library.export("chunks"):
        check = sha256(chunk["md_text"].encode()).hexdigest()[:8]
        for ref in (chunk["ref"], chunk["chunk_id"], f"{chunk['ref']}@{check}"):
            found = library.get(ref)
            assert (found.text, found.chunk_id) == (chunk["md_text"], chunk["chunk_id"])
            assert found.ref == f"{chunk['ref']}@{check}"
            assert (found.line_start, found.line_end) == (chunk["line_start"], chunk["line_end"])


def test_every_note_is_found_by_its_names(library: Library) -> None:
    for note in library.export("notes"):
        for ref in (note["path"], note["document_id"], f"[[{note['path']}]]"):
            assert library.get(ref).path == note["path"]


def test_every_line_range_that_is_given_out_holds(library: Library) -> None:
    for note in library.export("notes"):
        whole = library.get(note["document_id"], ["outline"])
        lines = [whole.lines, *(each["lines"] for each in whole.parts["outline"])]
        for ref in filter(None, lines):
            found = library.get(ref)
            assert (found.state, found.ref) == ("holds", ref)


def test_every_heading_and_block_leads_to_its_place(library: Library) -> None:
    for note in library.export("notes"):
        text = _source(note["path"])
        for heading in note["headings"]:
            found = _find_section(library, note["document_id"], heading["title"], heading["line"])
            assert found.startswith(text.splitlines()[heading["line"] - 1])
        for block in note["block_ids"]:
            found_block = library.get(f"{note['document_id']}#^{block['id']}")
            assert found_block.text == text[block["char_start"] : block["char_end"]]


def _find_section(library: Library, document_id: str, title: str, line: int) -> str:
    """The section of a heading; of several of the same name the one on this line."""
    try:
        found = library.get(f"{document_id}#{title}")
    except RefAmbiguous as error:
        (found,) = (
            each for each in map(library.get, error.candidates or ()) if each.line_start == line
        )
    assert found.line_start == line
    return str(found.text)


def _source(path: str) -> str:
    return Path(EXAMPLE, path).read_bytes().decode()
