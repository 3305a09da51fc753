"""The same notes give the same dump, whoever reads them, when, where and in which order."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.faults.runs import OLD, run
from tests.store.vaults import EXAMPLE

ODD = {
    "Broken.md": b"---\na: [\n---\ntext\n",
    "Bytes.md": b"\xff\xfe\xfd",
    "Board.canvas": b"{",
    "Twice.md": b"one ^a\n\ntwo ^a\n",
    "Asks.md": b"---\nchunk_profile: nothing\n---\ntext\n",
}


def files_of_the_example() -> dict[str, bytes]:
    found = (each for each in EXAMPLE.rglob("*") if each.is_file())
    return {str(each.relative_to(EXAMPLE)): each.read_bytes() for each in found} | ODD


def make(root: Path, names: list[str], at: Callable[[int], float]) -> Path:
    """The example, its files made in this order, each at its own time."""
    files = files_of_the_example()
    for number, name in enumerate(names):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(files[name])
        os.utime(root / name, (at(number), at(number)))
    return root


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("same")
    vault = make(folder / "vault", sorted(files_of_the_example()), lambda _: OLD)
    return dumped(vault, folder / "index.db")


def dumped(vault: Path, db: Path, *words: str, **env: str) -> str:
    assert run("reindex", vault, "--db", db, *words, env=env).code == 0
    return run("export", "--vault", vault, "--db", db, env=env).out


def test_the_dump_holds_what_it_should(wanted: str) -> None:
    for kind in ("note", "chunk", "edge", "tag", "problem"):
        assert f'{{"rec": "{kind}"' in wanted


@pytest.mark.parametrize("jobs", ["1", "2", "4"])
def test_however_many_read_the_dump_is_the_same(tmp_path: Path, wanted: str, jobs: str) -> None:
    vault = make(tmp_path / "vault", sorted(files_of_the_example()), lambda _: OLD)

    assert dumped(vault, tmp_path / "index.db", "--jobs", jobs) == wanted


@pytest.mark.parametrize("seed", range(2))
def test_in_whatever_order_notes_were_made_the_dump_is_the_same(
    tmp_path: Path, wanted: str, seed: int
) -> None:
    names, chance = sorted(files_of_the_example()), Random(seed)
    chance.shuffle(names)
    vault = make(tmp_path / "vault", names, lambda _: chance.uniform(0, 2 * OLD))

    assert dumped(vault, tmp_path / "index.db") == wanted


def test_in_whatever_order_notes_came_into_the_index_the_dump_is_the_same(
    tmp_path: Path, wanted: str
) -> None:
    names, vault, db = sorted(files_of_the_example()), tmp_path / "vault", tmp_path / "index.db"
    Random(3).shuffle(names)
    for some in (names[:10], names[10:40], names[40:]):
        make(vault, some, lambda _: OLD)
        run("reindex", vault, "--db", db)

    assert dumped(vault, db) == wanted


def test_wherever_the_vault_lies_the_dump_is_the_same(tmp_path: Path, wanted: str) -> None:
    other = tmp_path / "other ⟨place⟩ #1" / "Ünder.md"
    make(other, sorted(files_of_the_example()), lambda _: OLD)
    assert dumped(other, tmp_path / "index.db") == wanted

    moved = Path(shutil.move(other, tmp_path / "moved"))
    assert dumped(moved, tmp_path / "index.db") == wanted
    (tmp_path / "link").symlink_to("moved")
    assert dumped(tmp_path / "link", tmp_path / "linked.db") == wanted


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu"},
        {"LC_ALL": "C", "LANG": "C"},
    ],
    ids=["seed and zone", "locale"],
)
def test_whatever_the_machine_is_set_to_the_dump_is_the_same(
    tmp_path: Path, wanted: str, env: dict[str, str]
) -> None:
    vault = make(tmp_path / "vault", sorted(files_of_the_example()), lambda _: OLD)

    assert dumped(vault, tmp_path / "index.db", "--jobs", "2", **env) == wanted
