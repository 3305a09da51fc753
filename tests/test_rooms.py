"""Reads the imports of the package, and keeps the arrows between its rooms true."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "mindnet"
FILES = sorted(PACKAGE.rglob("*.py"))

BASE = frozenset(  # what every room may ask
    {
        "errors",
        "values",
        "model",
        "cuts",
        "keeping",
        "navigation",
        "settings",
        "settings_files",
        "toml",
        "globs",
        "patterns",
        "names",
        "checks",
        "kept",
        "linked",
        "answers",
    }
)
PROFILES = frozenset({"profiles", "profile_files", "profile_keys"})
ARROWS = {
    "errors": set(),
    "globs": set(),
    "names": set(),
    "checks": set(),
    "patterns": set(),
    "keeping": {"errors", "model"},
    "kept": {"cuts", "model"},
    "linked": {"errors", "kept", "model", "names"},
    "answers": {"errors", "model"},
    "freshness": {"answers"},
    "addresses": BASE | {"notes.targets"},
    "values": set(),
    "model": {"errors", "values"},
    "toml": {"errors"},
    "cuts": {"model", "navigation"},
    "navigation": {"cuts", "model"},
    "settings": {"errors", "model", "toml", "globs"},
    "settings_files": {"errors", "settings", "toml"},
    "profiles": BASE | PROFILES,
    "profile_files": BASE | PROFILES,
    "profile_keys": BASE | PROFILES,
    "comparison": BASE | PROFILES,
    "vault": BASE,
    "notes": BASE,
    "chunking": BASE,
    "store": BASE,
    "graph": BASE | {"store"},
    "search": BASE | {"store"},
    "pipeline": BASE | {"notes", "chunking"},
    "recipes": BASE | PROFILES,
    "reading": BASE | PROFILES | {"chunking", "pipeline", "recipes", "store.rows", "vault"},
    "processes": BASE,
    "workers": BASE | {"processes", "reading"},
    "crew": BASE | {"reading", "workers"},
    "pages": BASE | PROFILES | {"pipeline", "store", "vault"},
    "places": BASE | {"addresses", "graph.fragments", "pages", "store"},
    "texts": BASE
    | PROFILES
    | {"addresses", "graph.resolver", "pages", "places", "recipes", "store"},
    "asking": BASE
    | PROFILES
    | {"addresses", "graph", "notes.inline", "notes.links", "notes.targets"}
    | {"pages", "store", "texts"},
    "reader": BASE | {"freshness", "store"},
    "pending": BASE | {"indexer", "reading", "store", "vault"},
    "status": BASE | {"indexer", "pending", "store", "vault"},
    "file_status": BASE | PROFILES | {"indexer", "pipeline", "recipes", "store", "vault"},
    "beginning": BASE | PROFILES | {"indexer", "pipeline", "vault"},
    "handover": BASE | {"store"},
    "indexer": BASE
    | PROFILES
    | {
        "pipeline",
        "reading",
        "recipes",
        "crew",
        "vault",
        "store",
        "linking",
    },
    "linking": BASE | {"graph.resolve", "graph.namesakes", "graph.fragments", "store"},
    "single": BASE | PROFILES | {"comparison", "pipeline", "vault"},
    "library": BASE
    | PROFILES
    | {"single", "comparison", "indexer", "pipeline", "vault", "store", "search", "graph"}
    | {"asking", "beginning", "file_status", "freshness", "handover", "pending", "reader"}
    | {"status", "texts"},
    "edge": BASE | PROFILES | {"library", "comparison", ""},
    "": BASE | PROFILES | {"library", "single", "kept"},
    "__main__": {"edge"},
}
DOORS = {
    "mistune": ("notes/grammar.py",),
    "yaml": ("notes/properties.py",),
    "frontmatter": ("notes/properties.py",),
    "sqlite3": ("store/",),
    "sqlite_utils": ("store/",),
    "watchdog": ("edge/watch.py",),
    "networkx": ("graph/whole.py",),
    "tiktoken": ("chunking/tokens.py",),
    "sentencex": ("chunking/sentences.py",),
    "regex": ("patterns.py",),
    "mcp": ("edge/mcp_server.py",),
    "platformdirs": ("store/", "edge/", "settings_files.py"),
}
PURE = ("model", "globs", "addresses", "notes", "chunking", "pipeline", "search")
DISK_AND_CLOCK = {"os", "io", "shutil", "socket", "subprocess", "tempfile", "time"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_imports_follow_the_arrows(file: Path) -> None:
    room = _room(file)
    allowed = ARROWS[room]

    for name in _own_imports(file):
        target = name.split(".")
        assert target[0] == room or target[0] in allowed or ".".join(target[:2]) in allowed, (
            f"{room or 'mindnet'} may not import mindnet.{name}"
        )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_foreign_library_stays_behind_its_door(file: Path) -> None:
    place = file.relative_to(PACKAGE).as_posix()

    for name in _imports(file):
        doors = DOORS.get(name.split(".")[0])
        assert doors is None or place.startswith(doors), f"{name} belongs to {doors}"


def test_no_strategy_knows_another() -> None:
    strategies = "chunking.strategies"
    files = sorted((PACKAGE / "chunking" / "strategies").glob("*.py"))

    assert len(files) > 1
    for file in files:
        assert not any(name.startswith(strategies) for name in _own_imports(file)), file.name


@pytest.mark.parametrize("room", PURE)
def test_what_turns_values_into_values_sees_no_disk_and_no_clock(room: str) -> None:
    for file in FILES:
        if _room(file) == room:
            assert DISK_AND_CLOCK.isdisjoint(_imports(file)), file.name


def test_every_room_has_its_arrows() -> None:
    assert {_room(file) for file in FILES} <= ARROWS.keys()


def _room(file: Path) -> str:
    first = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def _own_imports(file: Path) -> Iterator[str]:
    """`notes.blocks` for `from mindnet.notes import blocks`; "" for the package itself."""
    for name in _imports(file):
        if name == "mindnet" or name.startswith("mindnet."):
            rest = name.removeprefix("mindnet").removeprefix(".")
            yield rest if _is_module(rest) else rest.rpartition(".")[0]


def _is_module(name: str) -> bool:
    place = PACKAGE / name.replace(".", "/")
    return bool(name) and (place.is_dir() or place.with_suffix(".py").is_file())


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}: imports are spelled out from mindnet on"
            yield from (f"{node.module}.{each.name}" for each in node.names)
