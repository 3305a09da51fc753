from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from mindnet.errors import SettingsError
from mindnet.settings import (
    PrivateRule,
    Rule,
    Settings,
    find_inverses,
    profiles_folder,
    settings_from,
)
from mindnet.settings_files import load_settings

WHOLE = """
default_profile = "sliding_short"
ignore = ["Templates/**", "*.bak.md"]
max_note_bytes = 5_000
private = [{ tag = "secret" }, { folder = "Diary/**" }]
obsidian_excluded = "ignore"
legacy_properties = true
base_url = "https://notes.example"

[types]
Concept = "heading_smart"

[[rules]]
folder = "Sources/**"
profile = "structured"

[[rules]]
property = { series = "notebook", part = 2 }
profile = "fixed"

[relations]
Depends-on = "required by"
near = "near"

[heading_types]
"Decision*" = "decision"
"*" = "Fact"

[links]
resolve_aliases = true
list_relations = true
"""


def a_vault(folder: Path, config: str | bytes) -> Path:
    (folder / ".mindnet").mkdir()
    data = config if isinstance(config, bytes) else config.encode()
    (folder / ".mindnet" / "config.toml").write_bytes(data)
    return folder


def test_a_vault_without_settings_has_the_defaults(tmp_path: Path) -> None:
    settings = load_settings(tmp_path)

    assert settings == Settings()
    assert settings.default_profile == "heading_smart"
    assert settings.max_note_bytes == 10_000_000
    assert settings.private == (PrivateRule(property="private"),)
    assert settings.obsidian_excluded == "demote"


def test_an_empty_file_has_the_defaults(tmp_path: Path) -> None:
    assert load_settings(a_vault(tmp_path, "")) == Settings()


def test_every_key_is_read(tmp_path: Path) -> None:
    assert load_settings(a_vault(tmp_path, WHOLE)) == Settings(
        default_profile="sliding_short",
        ignore=("Templates/**", "*.bak.md"),
        types=(("Concept", "heading_smart"),),
        rules=(
            Rule("structured", folder="Sources/**"),
            Rule("fixed", property=(("series", "notebook"), ("part", 2))),
        ),
        relations=(("depends_on", "required_by"), ("near", "near")),
        heading_types=(("Decision*", "decision"), ("*", "fact")),
        resolve_aliases=True,
        list_relations=True,
        max_note_bytes=5_000,
        private=(PrivateRule(tag="secret"), PrivateRule(folder="Diary/**")),
        obsidian_excluded="ignore",
        legacy_properties=True,
        base_url="https://notes.example",
    )


def test_heading_types_keep_the_order_of_the_file() -> None:
    patterns = {"Z*": "last", "A*": "first", "M*": "middle"}

    assert settings_from({"heading_types": patterns}).heading_types == tuple(patterns.items())


def test_settings_are_frozen_and_compare_by_content() -> None:
    settings: Any = settings_from({"ignore": ["a"]})

    assert settings == settings_from({"ignore": ("a",)})
    assert hash(settings) == hash(settings_from({"ignore": ["a"]}))
    with pytest.raises(FrozenInstanceError):
        settings.base_url = "x"


def test_a_file_saved_by_notepad_is_read(tmp_path: Path) -> None:
    vault = a_vault(tmp_path, b'\xef\xbb\xbfignore = ["a"]\r\n[links]\r\n')

    assert load_settings(vault).ignore == ("a",)


@pytest.mark.parametrize(
    ("config", "line", "sentence"),
    [
        ('defualt_profile = "x"', 1, "did you mean default_profile?"),
        ("\n\n[links]\nresolve_alias = true", 4, "in links; did you mean resolve_aliases?"),
        ("resolve_aliases = true", 1, "did you mean links.resolve_aliases?"),
        ("[nothing_like_it]", 1, "there is no key nothing_like_it"),
        ('# why\nignore = "Templates/**"', 2, "ignore should be a list, not 'Templates/**'"),
        ('ignore = [\n  "a",\n  7,\n]', 1, "ignore[1] should be a text, not 7"),
        ('ignore = [" "]', 1, "ignore[0] should be a text"),
        ("max_note_bytes = 0", 1, "a whole number above 0"),
        ("max_note_bytes = true", 1, "a whole number above 0"),
        ("legacy_properties = 1", 1, "legacy_properties should be true or false, not 1"),
        ("base_url = 5", 1, "base_url should be a text"),
        ('obsidian_excluded = "drop"', 1, '"demote" or "ignore"'),
        ("[types]\nconcept = 1", 2, "types.concept should be a text"),
        ("types = 3", 1, "types should be a table"),
        ('[heading_types]\n"A*" = "two words"', 2, "one word of letters"),
        ('[[rules]]\nfolder = "a"\nprofile = "x"\n[[rules]]\nfolder = "b"', 4, "needs a profile"),
        ('[[rules]]\nprofile = "x"', 1, "a folder, tag, extension or property"),
        ('[[rules]]\nfolders = "a"\nprofile = "x"', 2, "did you mean folder?"),
        ('[[rules]]\nprofile = "x"\nproperty = { a = [] }', 3, "a text, a number"),
        ('private = [{ property = "a", tag = "b" }]', 1, "one of property, tag and folder"),
        ('private = ["secret"]', 1, "private[0] should be a table"),
        ('[relations]\na = "b"\nc = "b"', 3, "the relation b has two inverses, a and c"),
        ('[relations]\nup-to = "b"\n"up to" = "c"', 3, "up_to has two inverses"),
        ('[relations]\nlinks_to = "read_by"', 2, "links_to has two inverses, linked_by and"),
        ("a = [1,\nb = 2", 2, "this is not TOML"),
        ("x = 1\nx = 2", 2, "this is not TOML"),
        (b'base_url = "a"\nignore = ["caf\xe9"]', 2, "this is not UTF-8"),
    ],
)  # fmt: skip
def test_wrong_settings_are_told_with_line_and_sentence(
    tmp_path: Path, config: str | bytes, line: int, sentence: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(a_vault(tmp_path, config))

    file = tmp_path / ".mindnet" / "config.toml"
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{file}:{line}: ")
    assert sentence in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_relation_and_its_inverse_may_both_be_named() -> None:
    relations = {"up": "down", "down": "up", "links_to": "linked_by"}

    assert settings_from({"relations": relations}).relations == tuple(relations.items())


def test_every_relation_has_its_name_from_the_other_end() -> None:
    settings = settings_from({"relations": {"Depends on": "required-by", "near": "near"}})

    assert find_inverses(settings) == {
        "links_to": "linked_by", "linked_by": "links_to", "embeds": "embedded_by",
        "embedded_by": "embeds", "depends_on": "required_by", "required_by": "depends_on",
        "near": "near",
    }  # fmt: skip


@pytest.mark.parametrize("config", ["a = " + "[" * 100_000, "a = " + "9" * 10_000, "\x00"])
def test_no_toml_however_odd_is_a_traceback(tmp_path: Path, config: str) -> None:
    with pytest.raises(SettingsError):
        load_settings(a_vault(tmp_path, config))


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / ".mindnet" / "config.toml").mkdir(parents=True)

    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)


@pytest.mark.parametrize("data", [{"ignore": 5}, {7: "x"}, {"links": {"x": True}}])
def test_a_wrong_dict_is_told_without_a_file(data: dict[Any, Any]) -> None:
    with pytest.raises(SettingsError, match="in the settings: "):
        settings_from(data)


def test_the_profiles_that_ship_are_found() -> None:
    names = {file.stem for file in profiles_folder().glob("*.toml")}

    assert Settings().default_profile in names


def test_settings_come_back_from_their_own_shape() -> None:
    data = {
        "default_profile": "fixed",
        "ignore": ["Old/**"],
        "private": [{"tag": "diary"}, {"folder": "People/**"}],
        "types": {"decision": "heading_strict"},
        "rules": [{"folder": "Sources/**", "property": {"done": True}, "profile": "structured"}],
        "relations": {"depends_on": "required_by"},
        "heading_types": {"Decision*": "decision"},
        "max_note_bytes": 1000,
        "obsidian_excluded": "ignore",
        "legacy_properties": True,
        "base_url": "https://notes.example",
        "links": {"resolve_aliases": True, "list_relations": True},
    }

    assert settings_from(data).to_dict() == data
    assert settings_from(Settings().to_dict()) == Settings()
