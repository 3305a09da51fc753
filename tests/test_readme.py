"""What the README shows is what happens, and nothing goes untold."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from mindnet.cuts import Profile
from mindnet.edge.cli.arguments import make_parser
from mindnet.profile_keys import STRATEGIES, default_values, flatten
from mindnet.profiles import load_profiles, profile_from
from mindnet.settings import Settings
from mindnet.settings_files import load_settings, load_user_settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
PROFILES = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
ASKING = (ROOT / "docs" / "asking.md").read_text(encoding="utf-8")
LINKS = (ROOT / "docs" / "links.md").read_text(encoding="utf-8")
STRATEGY = (ROOT / "docs" / "add-a-strategy.md").read_text(encoding="utf-8")
PROFILE_KEYS = ["extends", *flatten(Profile("", ""))]


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def _shown_commands(page: str) -> Iterator[tuple[str, str]]:
    """Each `$ mindnet …` of a page with the output that stands under it."""
    for block in _blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("mindnet "):
                yield command, output.strip()


@pytest.fixture
def here(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "vault_example", tmp_path / "vault_example")
    return tmp_path


def _run(here: Path, *words: str) -> str:
    places = {"MINDNET_DB": str(here / "index.db"), "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=here,
        env={**os.environ, **places},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _words(text: str) -> list[str]:
    """The lines without their numbers: counts and times may drift, words may not."""
    return [re.sub(r"\d+(\.\d+)?", "0", line) for line in text.strip().splitlines()]


def test_the_commands_of_the_readme_give_what_it_shows(here: Path) -> None:
    commands = list(_shown_commands(README))

    assert len(commands) >= 3
    for command, output in commands:
        assert _words(_run(here, "-m", *shlex.split(command))) == _words(output), command


def test_the_commands_about_places_give_what_the_page_shows(here: Path) -> None:
    _run(here, "-m", "mindnet", "reindex", "vault_example")
    commands = list(_shown_commands(ASKING))

    assert len(commands) >= 5
    for command, output in commands:
        words = [*shlex.split(command), "--vault", "vault_example"]
        assert _run(here, "-m", *words).strip() == output, command


def test_the_python_of_the_readme_runs(here: Path) -> None:
    (script,) = _blocks(README, "python")

    assert "Goat Hearing.md" in _run(here, "-c", script)


def test_the_first_screen_shows_how_to_begin() -> None:
    screen = "\n".join(README.splitlines()[:30])

    for command in ("make demo", "mindnet reindex", "mindnet search"):
        assert command in screen


def test_every_command_and_option_is_described() -> None:
    (commands,) = (
        action.choices for action in make_parser()._actions if isinstance(action.choices, dict)
    )

    for name, parser in commands.items():
        assert f"`mindnet {name}" in README
        for option in (each for action in parser._actions for each in action.option_strings):
            told = option in README or option in ("-h", "--help", "--limit")
            assert told, f"mindnet {name} {option}"


@pytest.mark.parametrize("key", [each.name for each in fields(Settings)])
def test_every_setting_is_described(key: str) -> None:
    assert re.search(rf"^\| `[^|]*\b{key}\b", README, re.MULTILINE)
    assert key in SETTINGS


def test_the_settings_shown_in_the_docs_are_valid_and_name_every_key(tmp_path: Path) -> None:
    shown, _ = _blocks(SETTINGS, "toml")
    (tmp_path / ".mindnet").mkdir()
    (tmp_path / ".mindnet" / "config.toml").write_text(shown)
    settings = load_settings(tmp_path)

    assert settings.relations == (("depends_on", "required_by"), ("near", "near"))
    for each in fields(Settings):
        assert re.search(rf"\b{each.name}\b", shown), each.name


def test_the_users_settings_shown_in_the_docs_are_valid_and_name_every_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, shown = _blocks(SETTINGS, "toml")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "mindnet").mkdir()
    (tmp_path / "mindnet" / "config.toml").write_text(shown)
    settings = load_user_settings()

    assert settings.db == Path("~/.cache/mindnet.db").expanduser()
    assert settings.default_vault == Path("~/notes").expanduser()
    assert settings.defaults["list_relations"] is True
    for key in ("default_vault", "db"):
        for page in (README, SETTINGS):
            assert re.search(rf"^\| `{key}` ", page, re.MULTILINE)


@pytest.mark.parametrize("key", PROFILE_KEYS)
def test_every_key_of_a_profile_is_described(key: str) -> None:
    assert re.search(rf"^\| [^|]*`{re.escape(key)}`", README, re.MULTILINE)
    assert re.search(rf"^(# )?{key.rpartition('.')[2]} = ", PROFILES, re.MULTILINE)


def test_the_profile_shown_in_the_docs_says_the_defaults() -> None:
    (shown,) = _blocks(PROFILES, "toml")
    values = tomllib.loads(shown)
    profile = profile_from(values, load_profiles(None))

    assert flatten(profile) == {**default_values("by_heading"), "about": values["about"]}


def test_every_profile_and_strategy_is_described() -> None:
    for name, recipe in load_profiles(None).recipes.items():
        told = recipe.profile
        target = "–" if told.strategy == "by_sentence" else str(told.target)
        sizes = " / ".join([target, str(told.max), *([str(told.min)] if told.min else [])])
        assert f"| `{name}` | `{told.strategy}` | {sizes} |" in README
    for strategy in STRATEGIES:
        assert f"| `{strategy}` | " in PROFILES


def test_every_target_of_the_makefile_is_described() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (targets,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)

    for target in targets.split():
        assert f"make {target}" in README


@pytest.mark.parametrize("page", [README, SETTINGS, PROFILES, STRATEGY, ASKING, LINKS])
def test_prose_has_one_sentence_per_line(page: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)

    for line in prose.splitlines():
        if not line.startswith(("|", "#")):
            assert not re.search(r"[a-z)`]\. [A-Z]", line), line
