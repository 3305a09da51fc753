"""Very many files in one folder: the work grows with their number, and not faster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mindnet.library import open_library
from tests.laws.test_index_laws import dump, fresh_dump

MEASURED = """
import json, resource, sys
from mindnet import open_library
with open_library(sys.argv[1], db=sys.argv[2]) as library:
    first = library.reindex()
    again = library.reindex()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([first.added, first.seconds, again.unchanged, again.seconds, peak]))
"""


def a_large_folder(root: Path, number: int) -> Path:
    root.mkdir(exist_ok=True)
    for each in range(number):
        (root / f"Note {each}.md").write_text(f"word{each} [[Note {each + 1}]]\n")
    return root


def seconds_to_index(root: Path, db: Path) -> float:
    start = time.process_time()
    with open_library(root, db=db) as library:
        library.reindex()
    return time.process_time() - start


def test_the_time_grows_with_the_number_of_files(tmp_path: Path) -> None:
    root = a_large_folder(tmp_path / "vault", 500)
    seconds_to_index(root, tmp_path / "warm.db")
    few = seconds_to_index(root, tmp_path / "few.db")
    many = seconds_to_index(a_large_folder(root, 3000), tmp_path / "many.db")

    assert many < 18 * few  # 6 times the files; 36 times the work would be quadratic


def test_every_file_of_a_large_folder_is_kept_and_forgotten(tmp_path: Path) -> None:
    root, db = a_large_folder(tmp_path / "vault", 1500), tmp_path / "index.db"
    with open_library(root, db=db) as library:
        assert library.reindex().added == 1500
        assert [hit.path for hit in library.search("word777")] == ["Note 777.md"]
        for number in range(0, 1500, 2):
            os.unlink(root / f"Note {number}.md")
        assert library.reindex().removed == 750

    assert dump(root, db) == fresh_dump(root)


@pytest.mark.soak
def test_a_hundred_thousand_files_in_one_folder(tmp_path: Path) -> None:
    small = _measure(a_large_folder(tmp_path / "small", 10_000), tmp_path / "small.db")
    large = _measure(a_large_folder(tmp_path / "large", 100_000), tmp_path / "large.db")

    assert (large[0], large[2]) == (100_000, 100_000)
    assert large[1] < 20 * small[1]
    assert large[4] < 400_000  # KB


def _measure(root: Path, db: Path) -> Any:
    command = [sys.executable, "-c", MEASURED, str(root), str(db)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
