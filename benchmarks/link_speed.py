"""How fast links are looked up again: `make bench`, or `python benchmarks/link_speed.py`.

    a vault made for this  →  a table: what happened, how many links were looked at, what it cost

What is told is the time beyond that of a run which finds nothing to do, the best of some rounds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from mindnet.library import Library, open_library

NEVER = float("inf")
GRAIN = 2.1  # seconds after which the stamp of a file is trusted
HUB = "# Hub\n\n## Care\n\nWhat all others point to.\n"
WORDS = ("rain", "soil", "oak", "moss", "fern", "bark", "root", "leaf", "seed", "stone", "path")
IDLE = "nothing"


@dataclass(slots=True)
class Cost:
    """What an event cost, at best."""

    event: str
    links_checked: int = 0
    seconds: float = NEVER
    cpu_seconds: float = NEVER


def make_vault(root: Path, notes: int, backlinks: int) -> None:
    """Notes in folders that name each other, so many of them a hub."""
    chance = Random(7)
    root.mkdir()
    (root / ".mindnet").mkdir()
    for number in range(notes):
        folder = root / f"Folder {number % 97}"
        folder.mkdir(exist_ok=True)
        words = " ".join(chance.choices(WORDS, k=60))
        links = " ".join(f"[[Note {chance.randrange(notes)}]]" for _ in range(8))
        hub = ("[[Hub]]", "[[Hub#Care]]")[number % 2] if number < backlinks else ""
        (folder / f"Note {number}.md").write_text(f"# Note {number}\n\n{words}\n\n{links} {hub}\n")
    (root / "Hub.md").write_text(HUB)


class Bench:
    """A vault, its index, and the clock."""

    def __init__(self, root: Path, library: Library) -> None:
        self._root, self._library = root, library
        self._costs = {IDLE: Cost(IDLE)}

    def round(self) -> None:
        """Everything happens once, and is undone."""
        for _ in range(3):
            self._measure(IDLE, lambda: None)
        self._measure("the hub is renamed", lambda: self._move("Hub.md", "Centre.md"))
        self._measure("it is renamed back", lambda: self._move("Centre.md", "Hub.md"))
        self._measure("a heading in it is renamed", lambda: self._write("Hub.md", "## Tending"))
        self._measure("that is undone", lambda: self._write("Hub.md", "## Care"))
        self._measure("a note is created", lambda: self._write("New.md", "## New"))
        self._measure("it is changed", lambda: self._write("New.md", "## Old"))
        (self._root / "New.md").unlink()
        self._library.reindex()
        self._measure("every link is looked up", lambda: self._heed_aliases(True))
        self._heed_aliases(False)
        self._library.reindex()

    def _measure(self, event: str, happen: Callable[[], object]) -> None:
        happen()
        start, cpu = time.perf_counter(), time.process_time()
        report = self._library.reindex()
        cost = self._costs.setdefault(event, Cost(event))
        cost.seconds = min(cost.seconds, time.perf_counter() - start)
        cost.cpu_seconds = min(cost.cpu_seconds, time.process_time() - cpu)
        cost.links_checked = report.links_checked

    def _move(self, old: str, new: str) -> None:
        (self._root / old).rename(self._root / new)

    def _write(self, name: str, heading: str) -> None:
        (self._root / name).write_text(HUB.replace("## Care", heading))

    def _heed_aliases(self, heed: bool) -> None:
        settings = f"[links]\nresolve_aliases = {str(heed).lower()}\n"
        (self._root / ".mindnet" / "config.toml").write_text(settings)

    def costs(self) -> list[Cost]:
        """What each event cost beyond a run that finds nothing; that run comes first."""
        idle, *others = self._costs.values()
        for each in others:
            each.seconds -= idle.seconds
            each.cpu_seconds -= idle.cpu_seconds
        return [idle, *others]


def show(costs: Sequence[Cost]) -> str:
    """The table, in Markdown."""
    rows = ["| what happens | links looked at | ms | CPU ms |", "|---|---:|---:|---:|"]
    rows += [
        f"| {each.event} | {each.links_checked:,} | {1000 * each.seconds:.0f}"
        f" | {1000 * each.cpu_seconds:.0f} |"
        for each in costs
    ]
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How fast links are looked up again.")
    parser.add_argument("--notes", type=int, default=50_000, help="in the vault (50000)")
    parser.add_argument("--backlinks", type=int, default=1000, help="of its hub (1000)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts (3)")
    parser.add_argument("--json", action="store_true", help="figures for programs")
    asked = parser.parse_args(arguments)
    if not 0 < asked.backlinks <= asked.notes:
        parser.error("there are as many notes as backlinks, or more")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "vault")
        make_vault(root, asked.notes, asked.backlinks)
        time.sleep(GRAIN)
        with open_library(root, db=Path(folder, "index.db")) as library:
            library.reindex()
            bench = Bench(root, library)
            for _ in range(max(1, asked.rounds)):
                bench.round()
    costs = bench.costs()
    print(json.dumps(list(map(asdict, costs)), indent=2) if asked.json else show(costs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
