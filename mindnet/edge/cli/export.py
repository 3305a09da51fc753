"""`mindnet export`: everything that the index holds, one record per line.

    Namespace  →  library  →  JSON lines, exit code

Knows that a dump may be larger than memory: it is written as it is read.
"""

from __future__ import annotations

from argparse import Namespace

from mindnet.edge.cli.output import print_records


def run_export(options: Namespace) -> int:
    """Prints the logical dump of the index."""
    from mindnet.library import open_library

    with open_library(options.vault, db=options.db) as library:
        print_records(library.export(options.what))
    return 0
