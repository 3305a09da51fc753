"""The command `mindnet`: understand, run, and leave with the right code.

    argv  →  exit code

Knows how errors are told; anything that is no `MindnetError` is our bug, and loud.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mindnet.edge.cli.arguments import make_parser
from mindnet.edge.cli.output import prepare_streams, print_error

_OWN = (
    "check",
    "chunks",
    "export",
    "get",
    "indexes",
    "init",
    "links",
    "reindex",
    "resolve",
    "status",
)
_HOMES = {name: name for name in _OWN} | {"backlinks": "links"}
_INTERRUPTED = 130  # what a shell says of a process ended by SIGINT
_BROKEN_PIPE = 141  # and of one whose reader went away


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line, and gives back its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    prepare_streams()
    try:
        return _run(words)
    except SystemExit as leave:  # --help and --version
        return int(leave.code or 0)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        return _BROKEN_PIPE


def _run(words: list[str]) -> int:
    try:
        parser = make_parser()
        options = parser.parse_args(words)
        if options.command is None:
            parser.print_help(sys.stderr)
            return 2
        from importlib import import_module

        home = import_module(f"mindnet.edge.cli.{_HOMES.get(options.command, 'commands')}")
        return int(getattr(home, f"run_{options.command}")(options))
    except Exception as error:
        from mindnet.errors import MindnetError  # --help is quicker without it

        if not isinstance(error, MindnetError):
            raise
        print_error(error.code, str(error), as_json="--json" in words, candidates=error.candidates)
        return error.exit_code
