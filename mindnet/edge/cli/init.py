"""`mindnet init`: a vault is looked over, and gets its settings file.

    Namespace  →  library  →  Outlook  →  lines or JSON, exit code

Knows how a vault's outlook reads, and which command comes next.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mindnet.edge.cli.output import align, one_line, plural, print_json, print_lines, tally
from mindnet.edge.cli.parsers import named_vault
from mindnet.edge.cli.progress import progress_bar

if TYPE_CHECKING:
    from mindnet.answers import Outlook


def run_init(options: Namespace) -> int:
    """Looks the vault over, and writes its settings file."""
    from mindnet.library import init_vault

    with progress_bar() as bar:
        file, outlook = init_vault(named_vault(options), bar)
    if options.json:
        print_json({"config": str(file), "outlook": outlook.to_dict()}, index=None)
    else:
        print_lines(outlook_lines(file, outlook))
    return 0


def outlook_lines(file: Path, outlook: Outlook) -> Iterator[str]:
    """What would be indexed, what not, and how to go on."""
    notes = f"{plural(outlook.notes, 'note')}, {outlook.bytes / 1e6:.1f} MB"
    last = f"{outlook.demoted:,} of them, excluded by Obsidian" if outlook.demoted else ""
    facts = (
        ("to index", notes),
        ("found last", last),
        ("profiles", ", ".join(f"{name} {each:,}" for name, each in outlook.profiles.items())),
        ("skipped", tally(outlook.skipped)),
        ("left out", tally(outlook.left_out)),
    )
    yield from align([(name, one_line(fact)) for name, fact in facts if fact])
    yield ""
    yield one_line(f"wrote {file}: every setting stands in it, with its default")
    yield one_line(f'next: mindnet reindex "{file.parent.parent}"')
