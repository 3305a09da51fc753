"""`mindnet chunks`: how a note of the index was cut.

    Namespace  →  library  →  a drawing, or JSON, exit code

Leaves the look of a cut note to `draw`.
"""

from __future__ import annotations

from argparse import Namespace

from mindnet.edge.cli.output import one_line, print_json, print_lines, tell


def run_chunks(options: Namespace) -> int:
    """Shows how one note was cut when it was indexed."""
    from mindnet.edge.cli.draw import choose_pen, draw_kept
    from mindnet.library import open_library

    with open_library(options.vault, db=options.db) as library:
        cut = library.get_cut(options.note)
        index = library.index_state()
    if index is not None and index.fresh is False:
        tell(f"{one_line(cut.path)} has changed since it was indexed: run mindnet reindex")
    if options.json:
        print_json({"chunks": [chunk.to_dict() for chunk in cut.chunks]}, index)
    else:
        print_lines(draw_kept(cut, choose_pen()))
    return 0
