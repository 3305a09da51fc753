"""Files with strange names: each is found by its own name, and none is taken for another."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mindnet.library import Library, open_library
from tests.edge.commands import call
from tests.faults.runs import OLD, a_vault, run
from tests.laws.test_index_laws import dump, fresh_dump

NAMES = (
    *("new\nline.md", "tab\there.md", "\r.md", "a\r\nb.md", "a\x01b.md", "a\x7fb.md"),
    *("🌳 tree.md", "日本.md", "\u202eevil.md", "\u200b.md", "\ufeffbom.md", "a\u00a0b.md"),
    *("Caf\u00e9.md", "Cafe\u0301.md", "Caf\u00e9/Note.md", "Cafe\u0301/Note.md"),
    *("Oak.md", "oak.md", "OAK.MD", "X.md", "X.MD", "İ.md", "ß.md", "ΟΔΟΣ.md", "οδος.md"),
    *("x" * 252 + ".md", "é" * 126 + ".md", "a.txt", "a.txt.md", "note.md.md", "é.MD.md"),
    *(" lead.md", "lead.md", "trail .md", "trail.md", "  .md", "sp ace/ x /y.md", " / .md"),
    *("C# notes.md", "C.md", "#c00.md", "a#b#c.md", "a#^b.md", "a^b.md", "a|b.md", "[a].md"),
    *("[[b]].md", "b.md", "![[b]].md", "a:12.md", "a:b.md", "a:1-2@9f3ac1d2.md", "x@12345678.md"),
    *("back\\slash.md", "back/slash.md", "qu\"ote'.md", "`tick`.md", "a%2e%2e.md", "a..b.md"),
    *("--help.md", "-n.md", "-.md", "-dir/-n.md", "~.md", "$HOME.md", "*.md", "?.md", "a;b.md"),
    *("CON.md", "aux.txt", "NUL.md", "COM1.md", "9f3ac1d2.md", "deadbeefdeadbeef.md", "12.md"),
    *("folder.md/inner.md", "caf\\xe9.md"),
)
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")  # by a terminal
NO_NOTES = ("...md", "..md.md", "trail.md ", "a.md\n", ".hidden/a.md")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("names")
    notes = {name: f"# Heading\n\nword{number} text\n" for number, name in enumerate(NAMES)}
    try:
        root = a_vault(folder / "vault", {**notes, **dict.fromkeys(NO_NOTES, "none\n")})
    except OSError:
        pytest.skip("this file system does not take every name")
    if len(list(root.rglob("*"))) < len(NAMES):
        pytest.skip("this file system takes some names for one")
    with open_library(root, db=folder / "index.db") as library:
        library.reindex()
        yield library


def test_every_file_is_a_note_of_its_own(library: Library) -> None:
    assert {each["path"] for each in library.export("notes")} == set(NAMES)
    assert library.reindex().unchanged == len(NAMES)
    assert dump(library.root, library.db) == fresh_dump(library.root)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_every_address_of_a_note_leads_to_it(library: Library, name: str) -> None:
    word = f"word{NAMES.index(name)} "
    (hit,) = library.search(word)
    (chunk,) = library.chunks(name)
    text = library.get(name)
    refs = [name, hit.ref, chunk.ref, chunk.chunk_id, text.ref, text.lines]
    refs += [] if name.endswith(".txt") else [f"{name}#Heading"]

    assert (hit.path, chunk.path, text.path) == (name, name, name)
    for ref in filter(None, refs):
        found = library.get(ref)
        assert (found.path, found.state or "holds") == (name, "holds")
        assert word in str(found.text)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_every_note_is_told_of_by_its_own_name(library: Library, name: str) -> None:
    told = library.file_status(name)

    assert (told.path, told.indexed, told.fresh, told.reason) == (name, True, True, "note")


@pytest.mark.parametrize("name", NO_NOTES, ids=ascii)
def test_what_only_looks_like_a_note_is_told(library: Library, name: str) -> None:
    told = library.file_status(name)

    assert not told.indexed
    assert told.reason in ("hidden", "attachment")


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_every_command_takes_every_name(
    library: Library, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    places = "--vault", library.root, "--db", library.db
    for command in ("get", "chunks", "status"):
        code, out, err = call(capsys, command, *places, "--", name)
        assert code == 0
        assert not OBEYED.search(out + err)
        answer = _ask(capsys, command, *places, "--", name)
        noun: Any = answer.get("texts") or answer.get("chunks") or [answer["status"]]
        assert noun[0]["path"] == name


def _ask(capsys: pytest.CaptureFixture[str], command: str, *words: str | Path) -> Any:
    _, out, _ = call(capsys, command, "--json", *words)
    return json.loads(out)


def test_a_name_that_looks_like_an_option_is_a_name_behind_two_dashes(library: Library) -> None:
    answer = run("get", "--vault", library.root, "--db", library.db, "--", "--help.md")

    assert answer.code == 0
    assert f"word{NAMES.index('--help.md')} " in answer.out


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes such names")
def test_names_that_are_no_utf8_are_told_and_cost_nothing(tmp_path: Path) -> None:
    vault, db = a_vault(tmp_path / "vault", {"caf\\xe9.md": "word\n"}), tmp_path / "index.db"
    for name in (b"caf\xe9.md", b"\xff.txt", b"bad\xff/in.md", b"pic\xff.png"):
        file = os.fsencode(vault) + b"/" + name
        os.makedirs(os.path.dirname(file), exist_ok=True)
        Path(os.fsdecode(file)).write_text("none\n")
        os.utime(file, (OLD, OLD))
    places = "--vault", vault, "--db", db
    answer = run("reindex", *places)
    assert answer.code == 0
    assert answer.out.startswith("1 added, 1 note, 1 chunk, 3 problems")
    names = [line.partition(" error")[0] for line in answer.err.splitlines()]
    assert names == ["./caf\\xe9.md", "\\xff.txt", "bad\\xff/in.md"]

    generation = run("reindex", *places, "--json").json["index"]["generation"]
    assert run("reindex", *places, "--json").json["index"]["generation"] == generation
    for command, code in (("status", 0), ("get", 5), ("chunks", 5)):
        assert run(command, *places, b"caf\xe9.md").code == code
    assert "not UTF-8: rename it" in run("status", *places, b"caf\xe9.md").out
    assert "none" not in run("export", *places).out
