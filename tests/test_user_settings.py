"""What the user says for all vaults: `index.md` §1, `interfaces.md` §1."""

from __future__ import annotations

import os
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from mindnet.errors import SettingsError, VaultNotNamed
from mindnet.library import (
    Library,
    chunk_text,
    find_vault,
    init_vault,
    load_rules,
    open_library,
    read_file,
)
from mindnet.settings import PrivateRule, Settings
from mindnet.settings_files import load_settings, load_user_settings, user_config
from tests.edge.commands import call
from tests.test_settings import WHOLE

NOTES = {
    "Oak.md": "# Oak\n\n## Decision: cut it\n\nIt is old.\n",
    "Elm.md": "---\ntype: concept\n---\n# Elm\n\nYoung.\n",
    "Ash.md": "- near [[Oak]]\n",
}


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MINDNET_VAULT", "MINDNET_DB"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".mindnet").mkdir(parents=True)
    for name, text in NOTES.items():
        (root / name).write_text(text)
        os.utime(root / name, (time.time() - 60,) * 2)
    return root


def say(text: str) -> Path:
    """The user's own settings say this."""
    file = user_config()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_they_stand_in_the_configuration_folder(tmp_path: Path) -> None:
    assert user_config() == tmp_path / "xdg_config_home" / "mindnet" / "config.toml"


# Which vault, which index.


def test_a_vault_is_meant_where_nobody_names_one(vault: Path, tmp_path: Path) -> None:
    with pytest.raises(VaultNotNamed, match=r"default_vault in .*mindnet/config\.toml"):
        open_library()
    say(f'default_vault = "{vault}"')
    assert open_library().root == vault
    assert find_vault() == vault

    (tmp_path / "xdg_config_home" / "mindnet" / "config.toml").unlink()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "notes").symlink_to(vault)
    say('default_vault = "~/notes"')
    assert open_library().root == vault


def test_whatever_names_another_vault_is_stronger(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(f'default_vault = "{vault}"')
    for name in ("named", "told", "around"):
        (tmp_path / name / ".obsidian").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "around")
    assert open_library().root == tmp_path / "around"
    monkeypatch.setenv("MINDNET_VAULT", str(tmp_path / "told"))
    assert open_library().root == tmp_path / "told"
    assert open_library(tmp_path / "named").root == tmp_path / "named"


def test_a_default_vault_that_is_gone_is_told_with_its_line(tmp_path: Path) -> None:
    file = say(f'ignore = ["a"]\n\ndefault_vault = "{tmp_path / "gone"}"\n')

    with pytest.raises(SettingsError) as caught:
        open_library()
    told = f"{file}:3: default_vault: there is no vault at {tmp_path / 'gone'}"
    assert (str(caught.value), caught.value.exit_code) == (told, 2)


def test_the_index_lies_where_the_user_says(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say('db = "~/own.db"')
    assert open_library(vault).db == tmp_path / "home" / "own.db"
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "told.db"))
    assert open_library(vault).db == tmp_path / "told.db"
    assert open_library(vault, db=tmp_path / "named.db").db == tmp_path / "named.db"


# Defaults for every vault.


def test_every_setting_may_be_a_default(vault: Path) -> None:
    (vault / ".mindnet" / "config.toml").write_text(WHOLE)
    whole = load_settings(vault)
    (vault / ".mindnet" / "config.toml").unlink()
    say(WHOLE)

    assert load_settings(vault) == whole
    assert set(load_user_settings().defaults) == {each.name for each in fields(Settings)}


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("", {}),
        ("ignore = []", {"ignore": ()}),
        ('default_profile = "fixed"', {"default_profile": "fixed"}),
        ("[types]\n", {"types": ()}),
        ("private = [{ tag = 'x' }]", {"private": (PrivateRule(tag="x"),)}),
        ("[links]\nresolve_aliases = false", {"resolve_aliases": False}),
        ("[links]\n", {}),
    ],
)
def test_a_key_of_the_vault_takes_the_place_of_the_users(
    vault: Path, own: str, told: dict[str, Any]
) -> None:
    say(WHOLE)
    users = load_settings(vault)
    (vault / ".mindnet" / "config.toml").write_text(own)

    assert load_settings(vault) == replace(users, **told)


def test_they_hold_in_every_vault_and_nowhere_else(vault: Path, tmp_path: Path) -> None:
    say('[heading_types]\n"Decision*" = "decision"\n')
    (tmp_path / "Oak.md").write_text(NOTES["Oak.md"])

    assert read_file(vault / "Oak.md").blocks[-1].section_type == "decision"
    assert read_file(tmp_path / "Oak.md").blocks[-1].section_type is None
    assert load_rules(None)[0] == Settings()
    assert {chunk.section_type for chunk in chunk_text(NOTES["Oak.md"])} == {None}


@pytest.mark.parametrize(
    ("config", "read"),
    [
        ('[heading_types]\n"Decision*" = "decision"\n', ["Oak.md"]),
        ('[heading_types]\n"Nothing*" = "decision"\n', []),
        ('[types]\nconcept = "heading_strict"\n', ["Elm.md"]),
        ('[[rules]]\nfolder = "/Ash.md"\nprofile = "fixed"\n', ["Ash.md"]),
        ('default_profile = "fixed"\n', sorted(NOTES)),
        ('base_url = "https://notes.example"\n', []),
    ],
)
def test_a_changed_default_reads_exactly_the_notes_it_touches(
    vault: Path, config: str, read: list[str]
) -> None:
    with open_library(vault) as library:
        library.reindex()
        assert pending(library) == []
        say(config)

        assert pending(library) == read
        assert library.reindex().changed == len(read)
        assert pending(library) == []
        user_config().unlink()
        assert library.reindex().changed == len(read)


def pending(library: Library) -> list[str]:
    return sorted(library.status().pending.read)


def test_a_default_may_hide_notes(vault: Path) -> None:
    with open_library(vault) as library:
        library.reindex()
        say('private = [{ folder = "/Oak.md" }]')
        library.reindex()

        assert {hit.path for hit in library.search("old")} == set()
        assert library.status().counts.notes == 2


# What is wrong.


@pytest.mark.parametrize(
    ("config", "line", "why"),
    [
        ("ignore = [\n", 1, "this is not TOML"),
        ('\ndefault_valt = "/a"\n', 2, "no key default_valt; did you mean default_vault?"),
        ('ignor = ["a"]\n', 1, "no key ignor; did you mean ignore?"),
        ("db = 3\n", 1, "db should be a path that begins with / or ~, not 3"),
        ('\n\ndb = "own.db"\n', 3, "db should be a path that begins with / or ~, not 'own.db'"),
        ('default_vault = ""\n', 1, "default_vault should be a path that begins with / or ~"),
        ('db = "/a\\u0000b"\n', 1, "db should be a path"),
        ("max_note_bytes = 0\n", 1, "max_note_bytes should be a whole number above 0"),
        ('[types]\na = "b"\n', 2, "types.a names a profile that does not exist, 'b'"),
        ('default_profile = "fixd"\n', 1, "does not exist, 'fixd'; did you mean fixed?"),
    ],
)
def test_what_is_wrong_stops_before_anything_is_touched(
    vault: Path, tmp_path: Path, config: str, line: int, why: str
) -> None:
    file = say(config)

    for act in (lambda: open_library(vault).reindex(), lambda: init_vault(vault)):
        with pytest.raises(SettingsError) as caught:
            act()
        assert str(caught.value).startswith(f"{file}:{line}: ")
        assert why in str(caught.value)
    assert not (tmp_path / "xdg_state_home").exists()
    assert list((vault / ".mindnet").iterdir()) == []


def test_a_profile_that_does_not_exist_is_told_of_the_file_that_names_it(vault: Path) -> None:
    file = say('default_profile = "fixd"\n')
    own = vault / ".mindnet" / "config.toml"
    own.write_text('\n[types]\nconcept = "heading_smrt"\n')
    with pytest.raises(SettingsError) as caught:
        load_rules(vault)
    assert (caught.value.file, caught.value.line) == (file, 1)

    file.unlink()
    with pytest.raises(SettingsError) as caught:
        load_rules(vault)
    assert (caught.value.file, caught.value.line) == (own, 3)


@pytest.mark.parametrize("key", ["db", "default_vault"])
def test_a_vault_cannot_say_what_is_the_users(
    capsys: pytest.CaptureFixture[str], vault: Path, tmp_path: Path, key: str
) -> None:
    own = vault / ".mindnet" / "config.toml"
    own.write_text(f'ignore = ["a"]\n{key} = "{tmp_path / "x"}"\n')
    code, out, err = call(capsys, "reindex", vault)

    assert (code, out) == (2, "")
    assert err == (
        f"mindnet: {own}:2: a vault cannot set {key}, only your own settings can: "
        f"move it to {user_config()}\n"
    )
    assert not (tmp_path / "x").exists()
    with pytest.raises(SettingsError, match=f"there is no key {key}"):
        chunk_text("a", settings={key: "/x"})


def test_what_is_nearly_such_a_key_is_told_by_the_nearest_of_a_vault(vault: Path) -> None:
    (vault / ".mindnet" / "config.toml").write_text('default_profil = "fixed"\n')

    with pytest.raises(SettingsError, match="did you mean default_profile"):
        load_settings(vault)
