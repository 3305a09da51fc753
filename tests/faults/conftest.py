"""No test of faults sees the places of whoever runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.runs import BOUND, run
from tests.laws.test_index_laws import MEMORY


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory where that can be: no disk has to spin for a fault."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(os.path.realpath(folder))


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MINDNET_VAULT", "MINDNET_DB"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def bound(tmp_path: Path) -> Iterator[tuple[str, ...]]:
    """The command, stopped by permissions even where root runs it."""
    closed = tmp_path / "closed"
    closed.touch(0o000)
    if run(f"open({str(closed)!r})", command=(*BOUND, "-c"), quiet=False).code == 0:
        pytest.skip("nothing is closed to this user")
    yield (*BOUND, "-m", "mindnet")
    for folder in (tmp_path, *tmp_path.rglob("*")):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o700)
