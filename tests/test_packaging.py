"""What is installed is whole: the wheel carries the package, its types and its profiles."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import mindnet
from mindnet.settings import profiles_folder

ROOT = Path(__file__).parent.parent
SHIPPED = {
    "heading_smart": ("by_heading", 400, 600, None),
    "heading_strict": ("by_heading", 400, 600, None),
    "heading_strict_l3": ("by_heading", 400, 600, None),
    "sliding_standard": ("sliding_window", 400, 600, None),
    "sliding_short": ("sliding_window", 200, 350, None),
    "structured": ("by_block", 650, 900, 120),
    "sentence": ("by_sentence", None, 500, None),
    "fixed": ("fixed_size", 500, 750, 100),
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    build = "from hatchling.build import build_wheel as b; import sys; b(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", build, str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        yield wheel


def test_the_wheel_carries_every_module_and_its_types(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    modules = {file.relative_to(ROOT).as_posix() for file in (ROOT / "mindnet").rglob("*.py")}

    assert modules <= names
    assert "mindnet/py.typed" in names
    assert not any(name.startswith(("tests/", "vault_example/")) for name in names)


def test_the_wheel_carries_the_profiles(wheel: zipfile.ZipFile) -> None:
    for name in SHIPPED:
        source = (ROOT / "profiles" / f"{name}.toml").read_bytes()
        assert wheel.read(f"mindnet/profiles/{name}.toml") == source


def test_an_installed_wheel_finds_its_profiles(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    script = (
        "import sys; sys.path.insert(0, '.');"
        "from mindnet.settings import profiles_folder; print(profiles_folder().resolve())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True
    )

    assert done.stdout.strip() == str(tmp_path.resolve() / "mindnet" / "profiles"), done.stderr


def test_the_wheel_names_version_licence_and_command(wheel: zipfile.ZipFile) -> None:
    folder = f"mindnet-{mindnet.__version__}.dist-info"

    assert "License-Expression: MIT" in wheel.read(f"{folder}/METADATA").decode()
    assert f"{folder}/licenses/LICENSE" in wheel.namelist()
    assert (
        "mindnet = mindnet.edge.cli.main:main" in wheel.read(f"{folder}/entry_points.txt").decode()
    )


def test_every_dependency_has_a_bounded_major() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    for needed in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        assert "<" in needed or "~=" in needed, needed


def test_exactly_the_documented_profiles_ship() -> None:
    assert {file.stem for file in profiles_folder().iterdir()} == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_profile_says_what_its_documentation_says(name: str) -> None:
    profile = tomllib.loads((profiles_folder() / f"{name}.toml").read_text())
    sizes = (profile.get("target"), profile.get("max"), profile.get("min"))

    assert (profile["strategy"], *sizes) == SHIPPED[name]
    assert profile["about"].endswith(".")
    assert profile["about"].count(". ") == 0
    assert profile["overlap"]["side"] in ("none", "previous", "next", "both")


def test_strict_profiles_differ_in_how_deep_they_cut() -> None:
    strict, deeper = (
        tomllib.loads((profiles_folder() / f"{name}.toml").read_text())
        for name in ("heading_strict", "heading_strict_l3")
    )

    assert strict["strict_heading_split"]
    assert deeper["strict_heading_split"]
    assert (strict["split_level"], deeper["split_level"]) == (2, 3)
