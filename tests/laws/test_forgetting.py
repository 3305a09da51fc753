"""What was deleted, excluded or made private is gone from the file of the index (`index.md` §3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from mindnet import indexer, open_library

SECRET = "xylotheque"
NOTE = (
    f"---\naliases: [{SECRET}-alias]\nkey: {SECRET}\n---\n\n# {SECRET}\n\nThe {SECRET}. #{SECRET}\n"
)


def delete(root: Path) -> None:
    (root / "Note.md").unlink()


def make_private(root: Path) -> None:
    (root / "Note.md").write_text(f"---\nprivate: yes\n---\n\n{SECRET}\n")


def make_unreadable(root: Path) -> None:
    """Broken frontmatter with a sign of privacy: fails closed."""
    (root / "Note.md").write_text(f"---\nprivate: [\nkey: {SECRET}\n---\n\n{SECRET}\n")


def ignore(root: Path) -> None:
    (root / ".mindnet").mkdir()
    (root / ".mindnet" / "config.toml").write_text('ignore = ["Note.md"]\n')


def make_folder_private(root: Path) -> None:
    (root / ".mindnet").mkdir()
    (root / ".mindnet" / "config.toml").write_text('private = [{ folder = "Note.md" }]\n')


def rewrite(root: Path) -> None:
    (root / "Note.md").write_bytes(b"caf\xe9 cannot be read any more")


WAYS = (delete, make_private, make_unreadable, ignore, make_folder_private, rewrite)


@pytest.mark.parametrize("hide", WAYS)
@pytest.mark.parametrize("others", [0, 30])
def test_nothing_is_left_in_the_file(
    tmp_path: Path, hide: Callable[[Path], None], others: int
) -> None:
    root, db = tmp_path / "vault", tmp_path / "index.db"
    root.mkdir()
    (root / "Note.md").write_text(NOTE)
    for number in range(others):
        (root / f"Other {number}.md").write_text(f"Another note, number {number}.\n" * 30)
    with open_library(root, db=db) as library:
        library.reindex()
        assert SECRET.encode() in db.read_bytes()
        hide(root)
        library.reindex()
        assert library.search(SECRET) == ()

    files = [file for file in tmp_path.iterdir() if file.is_file()]
    assert db in files
    for file in files:
        assert SECRET.encode() not in file.read_bytes().lower(), file.name


def test_what_an_ended_run_had_forgotten_leaves_the_file_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer, "_BATCH", 1)
    root, db = tmp_path / "vault", tmp_path / "index.db"
    root.mkdir()
    (root / "Note.md").write_text(NOTE)
    (root / "Other.md").write_text("Another note.\n")

    def stop(*_: float) -> NoReturn:
        raise KeyboardInterrupt

    with open_library(root, db=db) as library:
        library.reindex()
        make_private(root)
        with pytest.raises(KeyboardInterrupt):
            library.reindex(progress=stop)
        library.reindex()

    assert SECRET.encode() not in db.read_bytes().lower()
