"""A vault is looked over, and gets a settings file that says the defaults."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path

import pytest

from mindnet import beginning
from mindnet.beginning import CONFIG_TEXT, write_config
from mindnet.errors import ConfigExists, ConfigNotWritten, SettingsError
from mindnet.library import init_vault, load_rules, open_library
from mindnet.settings import CONFIG, Settings
from mindnet.settings_files import load_settings

NOTES = {
    "Oak.md": "# Oak\n",
    "Elm.md": "---\ntype: concept\n---\nElm\n",
    "Late/Last.md": "last\n",
    "Forms/Day.md": "form\n",
    "oak.png": "",
    "Board.canvas": "no json",
    "Secret.md": "---\nprivate: true\n---\nhidden\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    (root / ".obsidian" / "templates.json").write_text('{"folder": "Forms"}')
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Late/"]}')
    for name, text in NOTES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "Bytes.md").write_bytes(b"\xff\xfe")
    return root


def test_the_outlook_is_what_a_reindex_makes_of_it(vault: Path, tmp_path: Path) -> None:
    _, outlook = init_vault(vault)
    with open_library(vault, db=tmp_path / "index.db") as library:
        library.reindex()
        status = library.status()

    assert outlook.notes == status.counts.notes == 3
    assert outlook.skipped == status.counts.skipped == {"bad_json": 1, "not_utf8": 1}
    assert outlook.left_out == status.left_out == {"attachment": 1, "template": 1}
    assert outlook.profiles == status.counts.profiles == {"heading_smart": 3}
    assert outlook.demoted == status.counts.demoted == 1
    assert outlook.bytes == sum(len(NOTES[name]) for name in ("Oak.md", "Elm.md", "Late/Last.md"))


def test_progress_is_told_for_every_note_that_may_be_seen(vault: Path) -> None:
    steps: list[tuple[int, float, int]] = []
    init_vault(vault, lambda *step: steps.append(step))

    assert [share for _, share, _ in steps] == [each / 6 for each in range(1, 7)]
    assert [done for done, _, _ in steps] == [1, 2, 3, 4, 5, 5]


def test_the_file_says_nothing_but_the_defaults(vault: Path) -> None:
    file, _ = init_vault(vault)

    assert file == vault / CONFIG
    assert load_settings(vault) == Settings()
    assert load_rules(vault)[0] == Settings()


def test_every_setting_stands_in_the_file() -> None:
    for each in fields(Settings):
        assert re.search(rf"^# \[*{each.name}\b", CONFIG_TEXT, re.MULTILINE), each.name


def test_the_defaults_in_the_file_are_those_of_the_settings(vault: Path) -> None:
    usual = Settings().to_dict()
    scalars = [each for each in usual if not isinstance(usual[each], dict | list)]
    lines = re.findall(
        rf"^# ((?:{'|'.join([*scalars, 'ignore', 'private'])}) = .*)$", CONFIG_TEXT, re.M
    )
    (vault / ".mindnet").mkdir()
    (vault / CONFIG).write_text("\n".join(lines))

    assert len(lines) == len(scalars) + 2
    assert load_settings(vault) == Settings()


def test_the_file_is_valid_with_every_setting_switched_on(vault: Path) -> None:
    spoken = re.sub(r"^# ((?:\[|\"|\w+ = ).*)$", r"\1", CONFIG_TEXT, flags=re.MULTILINE)
    (vault / ".mindnet").mkdir()
    (vault / CONFIG).write_text(spoken)
    settings, _ = load_rules(vault)

    assert settings.types == (("decision", "heading_strict"),)
    assert settings.relations == (("depends_on", "required_by"),)
    assert settings.heading_types == (("Decision*", "decision"),)
    assert [rule.folder for rule in settings.rules] == ["Journal/**"]
    assert settings.base_url == "https://notes.example"
    assert (settings.resolve_aliases, settings.list_relations) == (False, False)


def test_a_vault_may_have_profiles_and_no_settings(vault: Path) -> None:
    (vault / ".mindnet" / "profiles").mkdir(parents=True)
    (vault / ".mindnet" / "profiles" / "own.toml").write_text('extends = "fixed"')

    assert init_vault(vault)[0].is_file()


@pytest.mark.parametrize("content", ["", "ignore = []\n", "not toml"])
def test_settings_that_are_there_are_not_written_over(vault: Path, content: str) -> None:
    (vault / ".mindnet").mkdir()
    (vault / CONFIG).write_text(content)
    with pytest.raises(ConfigExists, match="move it away and run mindnet init again") as caught:
        init_vault(vault)

    assert caught.value.exit_code == 2
    assert (vault / CONFIG).read_text() == content


def test_settings_that_come_meanwhile_are_not_written_over(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (vault / ".mindnet").mkdir()
    (vault / CONFIG).write_text("ignore = []\n")
    monkeypatch.setattr(beginning, "refuse_config", lambda _: None)
    with pytest.raises(ConfigExists):
        write_config(vault)

    assert (vault / CONFIG).read_text() == "ignore = []\n"
    assert os.listdir(vault / ".mindnet") == ["config.toml"]


def test_a_disk_without_links_gets_its_file_too(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)

    assert write_config(vault).read_text() == CONFIG_TEXT
    assert os.listdir(vault / ".mindnet") == ["config.toml"]


def test_nothing_is_written_through_a_symlink(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (vault / ".mindnet").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ConfigNotWritten, match="symlink"):
        init_vault(vault)

    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_file_in_the_way_is_told(vault: Path) -> None:
    (vault / ".mindnet").write_text("in the way")
    with pytest.raises(ConfigNotWritten, match="File exists"):
        write_config(vault)
    with pytest.raises(SettingsError, match="Not a directory"):
        init_vault(vault)

    assert (vault / ".mindnet").read_text() == "in the way"


def test_a_wrong_profile_stops_before_anything_is_written(vault: Path) -> None:
    (vault / ".mindnet" / "profiles").mkdir(parents=True)
    (vault / ".mindnet" / "profiles" / "own.toml").write_text("strateg = 1")
    with pytest.raises(SettingsError):
        init_vault(vault)

    assert not (vault / CONFIG).exists()
