"""How fast notes are read: `make bench`, or `python benchmarks/read_speed.py [VAULT…]`.

    vaults  →  a table: what reading the bytes costs, and what reading the notes costs
    one note of 1, 2, 4 and 10 MB  →  a table: whether the speed stays

All times are CPU seconds of one core, the best of some rounds in which vaults take turns.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from mindnet.errors import MindnetError
from mindnet.keeping import SeenFile
from mindnet.model import NotePath, SourceFile
from mindnet.pipeline import read_note
from mindnet.settings import Settings
from mindnet.settings_files import load_settings
from mindnet.vault.files import ReadFile, read_bytes, read_source, walk_vault

ROOT = Path(__file__).parent.parent
MEGABYTES = (1, 2, 4, 10)
NEVER = float("inf")

PAGE = """\
## Day {n} of the garden ^day-{n}

> [!note]- Weather
> Rain from the [[Shores/Map#The kelp beach|kelp beach]], as the [almanac](Almanac.md#May) said.

The oak stands where it stood, and nobody asked it why; the path goes round it. #garden/oak
It costs $5 a year in acorns, `git log` says since 1987, and *that* is a **long** time.

- [ ] water the beans
  - and the ones behind the shed: [[Log|see the log]]
- [x] carry the gate to [[Workshop]] ^gate-{n}

| Crop | Metres | Where |
|---|---:|---|
| Bean | 6 | [[Bed\\|the bed]] {n} |
| Squash | 800 | #elsewhere |

```python
for bed in garden:  # [[no link]]
    bed.water()
```

up:: [[Garden]]

"""


@dataclass(slots=True)
class Speed:
    """What reading cost, at best."""

    name: str
    notes: int
    megabytes: float
    floor_seconds: float = NEVER  # for the bytes alone
    read_seconds: float = NEVER  # walk, read, decode and read_note

    @property
    def rate(self) -> float:
        """Megabytes a second."""
        return self.megabytes / max(self.read_seconds, 1e-9)

    @property
    def ratio(self) -> float:
        """How many times the cost of the bytes."""
        return self.read_seconds / max(self.floor_seconds, 1e-9)


class Vault:
    """A vault whose reading is measured."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.settings = load_settings(root)
        self.files = walk_vault(root, self.settings).notes
        size = sum(os.path.getsize(root / file.place) for file in self.files)
        self.speed = Speed(name, len(self.files), size / 1e6)

    def measure(self) -> None:
        """One round: the bytes, then the notes."""
        speed = self.speed
        speed.floor_seconds = min(speed.floor_seconds, _cpu_seconds(self._read_bytes))
        speed.read_seconds = min(speed.read_seconds, _cpu_seconds(self._read_notes))

    def _read_bytes(self) -> None:
        for file in self.files:
            with open(self.root / file.place, "rb") as stream:
                stream.read()

    def _read_notes(self) -> None:
        for file in walk_vault(self.root, self.settings).notes:
            self._read_one(file)

    def _read_one(self, file: SeenFile) -> None:
        found = read_bytes(self.root, file, self.settings.max_note_bytes, 0)
        if not isinstance(found, ReadFile):
            return
        source = read_source(file.path, found.data, self.settings)
        if isinstance(source, SourceFile):
            read_note(source, self.settings)


def measure_growth(rounds: int) -> list[Speed]:
    """The speed on one note, the longer the better to see."""
    sources = [_a_note(size) for size in MEGABYTES]
    speeds = [Speed(each.path, 1, len(each.text) / 1e6) for each in sources]
    for _ in range(rounds):
        for source, speed in zip(sources, speeds, strict=True):
            seconds = _cpu_seconds(partial(read_note, source, Settings()))
            speed.read_seconds = min(speed.read_seconds, seconds)
    return speeds


def find_vaults(named: Sequence[Path]) -> list[Vault]:
    """Those named; else the real ones, if they are at hand; else the one that ships."""
    if named:
        return [Vault(root.resolve(), root.resolve().name) for root in named]
    folder = Path(os.environ.get("MINDNET_VAULTS") or ROOT.parent / "shared" / "vaults")
    found = [Vault(each, each.relative_to(folder).as_posix()) for each in _vaults_in(folder)]
    return found or [Vault(ROOT / "vault_example", "vault_example")]


def show(vaults: Sequence[Speed], growth: Sequence[Speed]) -> str:
    """Both tables, in Markdown."""
    rows = [("vault", "notes", "MB", "floor s", "read_note CPU s", "MB/s", "÷ floor")]
    rows += [
        (
            each.name,
            f"{each.notes:,}",
            f"{each.megabytes:.1f}",
            f"{each.floor_seconds:.3f}",
            f"{each.read_seconds:.2f}",
            f"{each.rate:.1f}",
            f"{each.ratio:.0f}",
        )
        for each in vaults
    ]
    more = [("one note of", "CPU s", "MB/s")]
    more += [(e.name, f"{e.read_seconds:.2f}", f"{e.rate:.1f}") for e in growth]
    return f"{_table(rows)}\n\n{_table(more)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast mindnet reads notes, on one core.")
    parser.add_argument(
        "vault", nargs="*", type=Path, help="folders to read (default: real vaults)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts (3)")
    parser.add_argument("--json", action="store_true", help="figures for programs")
    asked = parser.parse_args()
    for folder in asked.vault:
        if not folder.is_dir():
            parser.error(f"there is no vault at {folder}")
    try:
        vaults = find_vaults(asked.vault)
    except MindnetError as error:  # settings that cannot be followed
        parser.error(str(error))
    for _ in range(max(1, asked.rounds)):
        for vault in vaults:
            vault.measure()
    speeds, growth = [each.speed for each in vaults], measure_growth(max(1, asked.rounds))
    print(_as_json(speeds, growth) if asked.json else show(speeds, growth))
    return 0


def _cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _vaults_in(folder: Path) -> Iterator[Path]:
    """The nearest folders below that hold notes themselves."""
    below = sorted(folder.iterdir()) if folder.is_dir() else []
    for each in below:
        if each.is_dir() and not each.name.startswith("."):
            if any(each.glob("*.md")):
                yield each
            else:
                yield from _vaults_in(each)


def _a_note(megabytes: int) -> SourceFile:
    pages = (PAGE.format(n=number) for number in range(1 + megabytes * 1_000_000 // len(PAGE)))
    text = "# The garden\n\n" + "".join(pages)
    return SourceFile(NotePath(f"{megabytes} MB"), text[: megabytes * 1_000_000])


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_row(row, widths) for row in rows]
    marks = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([lines[0], _row(marks, widths), *lines[1:]])


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = (
        cell.rjust(width) if number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return f"| {' | '.join([first, *rest])} |"


def _as_json(vaults: Sequence[Speed], growth: Sequence[Speed]) -> str:
    told = [{**asdict(each), "mb_per_second": each.rate} for each in vaults]
    one = [
        {"megabytes": e.megabytes, "read_seconds": e.read_seconds, "mb_per_second": e.rate}
        for e in growth
    ]
    return json.dumps({"vaults": told, "one_note": one}, ensure_ascii=False, indent=2)


if __name__ == "__main__":
    sys.exit(main())
