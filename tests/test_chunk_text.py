from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import mindnet
from mindnet.errors import SettingsError
from mindnet.library import chunk_file

A = "Aaaa bbbb cccc dddd eeee ffff gggg hhhh."  # 10 tokens of chars4
NOTE = f"""---
type: concept
---
## A

{A} {A} {A}

## B

Short end.

## C

> [!section] decision

We did.
"""


def a_vault(root: Path) -> Path:
    (root / ".mindnet" / "profiles").mkdir(parents=True)
    (root / ".mindnet" / "profiles" / "tiny.toml").write_text('extends = "fixed"\nmax = 28\n')
    (root / ".mindnet" / "config.toml").write_text('base_url = "https://notes.example"\n')
    (root / "Garden").mkdir()
    (root / "Garden" / "Oak.md").write_text(NOTE)
    return root / "Garden" / "Oak.md"


def test_a_text_is_cut_without_any_file() -> None:
    keys: dict[str, Any] = {"tokenizer": "chars4", "target": 22, "max": 28}
    by_name = mindnet.chunk_text(NOTE, "Garden/Oak.md", "heading_smart", **keys)
    by_dict = mindnet.chunk_text(NOTE, "Garden/Oak.md", {"extends": "heading_smart", **keys})

    assert [chunk.token_count for chunk in by_name] == [22, 16, 4]
    assert [chunk.full_text for chunk in by_name] == [chunk.full_text for chunk in by_dict]
    assert by_name[0].to_dict()["vault"] is None
    assert isinstance(by_name[0], mindnet.Chunk)
    assert isinstance(by_name[0].knife, mindnet.Profile)


def test_a_text_without_a_profile_is_cut_by_the_rules_of_its_settings() -> None:
    settings = {"types": {"concept": "sliding_short"}, "heading_types": {"B": "fact"}}
    chunks = mindnet.chunk_text(NOTE, settings=settings)

    assert {chunk.knife.name for chunk in chunks} == {"sliding_short"}
    assert [chunk.section_type for chunk in chunks] == [None, "fact", "decision"]
    assert mindnet.chunk_text(NOTE)[0].knife.name == "heading_smart"
    with pytest.raises(mindnet.MindnetError, match="did you mean sliding_short"):
        mindnet.chunk_text(NOTE, settings={"types": {"concept": "sliding_shrt"}})


def test_a_chunk_knows_its_vault_and_its_file(tmp_path: Path) -> None:
    note = a_vault(tmp_path / "vault")
    os.utime(note, (1_700_000_000, 1_700_000_000))
    chunk = chunk_file(note)[0].to_dict()

    assert (chunk["vault"], chunk["profile"]) == ("vault", "heading_smart")
    assert chunk["modified"] == "2023-11-14T22:13:20+00:00"
    assert chunk["navigation"]["file_uri"] == note.as_uri()
    assert chunk["navigation"]["url"].startswith("https://notes.example/Garden/Oak#:~:text=")


def test_a_file_is_cut_by_the_profiles_of_its_vault(tmp_path: Path) -> None:
    note = a_vault(tmp_path)

    chunk = chunk_file(note, "tiny", {"strategy": "sliding_window"})[0]
    assert (chunk.knife.name, chunk.knife.max, chunk.knife.target) == ("tiny", 28, 28)
    with pytest.raises(SettingsError, match="there is no profile 'tiny'"):
        mindnet.chunk_text(NOTE, profile="tiny")


def test_a_profile_that_is_named_needs_no_rules() -> None:
    settings = {"types": {"recipe": "recipes"}}  # which only its vault has

    assert mindnet.chunk_text(NOTE, profile="heading_smart", settings=settings)
    with pytest.raises(SettingsError, match=r"types.recipe names a profile that does not exist"):
        mindnet.chunk_text(NOTE, settings=settings)
