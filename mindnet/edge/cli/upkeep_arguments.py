"""The commands that begin, keep and look after an index, as they are typed.

    argv  →  options of init, reindex, status and indexes

Knows how their help teaches them; leaves what all commands share to `parsers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindnet.edge.cli.parsers import add_command, add_places, count

if TYPE_CHECKING:
    from mindnet.edge.cli.parsers import Commands

_INIT = """Looks a vault over, tells what would be indexed and what not, and writes
.mindnet/config.toml into it: every setting with its default, as comments.
It is the only command that writes into a vault, and it writes over nothing."""
_INIT_EXAMPLES = """examples:
  mindnet init ~/vault
  mindnet init --json                the vault around this folder
"""
_REINDEX = """Brings the index up to date: new and changed notes are read, and what is gone is
forgotten. The vault is only ever read; the index lies in the user's state
folder, or where --db says."""
_REINDEX_EXAMPLES = """examples:
  mindnet reindex                    the vault around this folder
  mindnet reindex ~/vault --dry-run  what would be done
  mindnet reindex --full             every note is read again
"""
_STATUS = """Tells how the index is and how far behind the vault. With a PATH it tells why that
file is in the index or not: which rule left it out, or chose its profile."""
_STATUS_EXAMPLES = """examples:
  mindnet status
  mindnet status Templates/Day.md    why is this note not found?
"""
_INDEXES = """Lists the indexes in the user's state folder with their vaults, or removes those
that are named. An index can be made again from its vault at any time."""
_INDEXES_EXAMPLES = """examples:
  mindnet indexes
  mindnet indexes remove old-vault-1f3a5b7c9d0e.db
"""


def add_upkeep(commands: Commands) -> None:
    """The commands around the index."""
    init = add_command(commands, "init", _INIT, _INIT_EXAMPLES)
    init.add_argument("place", metavar="VAULT", nargs="?", help="the vault's folder")
    init.add_argument("--vault", metavar="PATH", help="the vault's folder")

    reindex = add_command(commands, "reindex", _REINDEX, _REINDEX_EXAMPLES)
    add_places(reindex, positional=True)
    reindex.add_argument("--full", action="store_true", help="read every note again")
    reindex.add_argument("--dry-run", action="store_true", help="only tell what would be done")
    reindex.add_argument("--jobs", metavar="N", type=count, help="how many processes read")

    status = add_command(commands, "status", _STATUS, _STATUS_EXAMPLES)
    status.add_argument("file", metavar="PATH", nargs="?", help="a file of the vault")
    add_places(status)

    indexes = add_command(commands, "indexes", _INDEXES, _INDEXES_EXAMPLES)
    indexes.add_argument("action", nargs="?", choices=("list", "remove"), default="list")
    indexes.add_argument("names", metavar="NAME", nargs="*", help="the indexes to remove")
