"""`docs/add-a-strategy.md` is followed word for word, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from mindnet.chunking.overlap import Lending
from mindnet.profile_keys import STRATEGIES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-strategy.md").read_text(encoding="utf-8")
COPIED = ("mindnet", "profiles", "tests")
FILE = re.compile(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository as it is."""
    root = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@pytest.fixture(scope="module")
def copy(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that has the three files of the page."""
    root = tmp_path_factory.mktemp("followed") / "copy"
    shutil.copytree(bare, root)
    for name, text in FILE.findall(PAGE):
        assert not (root / name).exists()
        (root / name).write_text(text, encoding="utf-8")
    return root


def run(root: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with the Python that runs this test."""
    tool, _, rest = command.partition(" ")
    if tool != "printf":
        command = f'"{sys.executable}" -m {tool} {rest}'
    places = {"PYTHONPATH": str(root), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        ["sh", "-c", command],
        cwd=root,
        env={**os.environ, **places},
        capture_output=True,
        encoding="utf-8",
    )


def test_the_page_has_one_strategy_one_profile_and_one_test() -> None:
    assert [Path(name).parent.as_posix() for name, _ in FILE.findall(PAGE)] == [
        "mindnet/chunking/strategies",
        "profiles",
        "tests/chunking",
    ]


def test_following_the_page_leads_where_it_says(copy: Path) -> None:
    (console,) = CONSOLE.findall(PAGE)
    commands = re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]

    assert [command.split()[0] for command in commands] == ["pytest", "printf", "mindnet"]
    for part in commands:
        command, _, shown = part.partition("\n")
        done = run(copy, command)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout == shown or not shown, command


def test_the_code_of_the_page_is_in_form(copy: Path) -> None:
    names = " ".join(name for name, _ in FILE.findall(PAGE) if name.endswith(".py"))

    for command in (f"ruff check {names}", f"ruff format --check {names}"):
        done = run(copy, command)
        assert done.returncode == 0, done.stdout + done.stderr


def test_without_its_file_a_strategy_is_unknown(bare: Path, copy: Path) -> None:
    command = "mindnet chunk pyproject.toml --set strategy=by_pages"

    assert "did you mean by_page?" in run(copy, command).stderr
    assert "strategy should be by_block, " in run(bare, command).stderr
    assert "by_page?" not in run(bare, command).stderr


def test_a_vault_may_have_the_profile_for_itself(bare: Path, copy: Path, tmp_path: Path) -> None:
    (profile,) = (text for name, text in FILE.findall(PAGE) if name.endswith(".toml"))
    (tmp_path / ".mindnet" / "profiles").mkdir(parents=True)
    (tmp_path / ".mindnet" / "profiles" / "scans.toml").write_text(profile)
    (tmp_path / "Atlas.txt").write_text("One.\fTwo.\n")
    command = f'mindnet chunk "{tmp_path}/Atlas.txt" --profile scans'

    assert "scans (asked for) · 2 chunks" in run(copy, command).stdout
    refused = run(bare, command)
    assert refused.returncode == 2
    assert "scans.toml:2: strategy should be " in refused.stderr


@pytest.mark.parametrize("name", STRATEGIES)
def test_all_strategies_have_the_same_signature(name: str) -> None:
    strategy = import_module(f"mindnet.chunking.strategies.{name}")
    other = import_module("mindnet.chunking.strategies.by_heading")

    assert signature(strategy.cut) == signature(other.cut)
    assert strategy.LENDING is None or isinstance(strategy.LENDING, Lending)
