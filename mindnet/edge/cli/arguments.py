"""What is typed becomes a command with its options.

    argv  →  options

Knows the commands, their options, and how their help teaches them.
Imports nothing heavy: `mindnet --help` should be there at once.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, NoReturn

from mindnet import __version__

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_ABOUT = "Keeps an index of a Markdown vault that a local assistant can ask."
_EXAMPLES = """examples:
  mindnet parse Garden/Oak.md        what mindnet reads in a note
  mindnet chunk Garden/Oak.md        how it is cut, and why there
  mindnet reindex ~/vault            read a vault into its index
  mindnet search compost heat        find passages, with path and line

The vault is the one named, else MINDNET_VAULT, else the nearest folder
upwards with .mindnet or .obsidian in it. It is only ever read.
"""
_PARSE = """Shows what mindnet reads in a file, without an index: frontmatter, blocks with
their lines, section types, block ids, links, tags, callouts and problems."""
_PARSE_EXAMPLES = """examples:
  mindnet parse "Garden/Oak.md"
  mindnet parse Board.canvas --json
  pbpaste | mindnet parse -
"""
_CHUNK = """Shows how a file is cut, without an index: where each chunk begins and ends, how
large it is, and what was carried over. Nothing is written."""
_CHUNK_EXAMPLES = """examples:
  mindnet chunk Garden/Oak.md
  mindnet chunk Garden/Oak.md --profile sliding_short --set max=200
  mindnet chunk Garden/Oak.md --set overlap.side=both --json
  mindnet chunk Garden/Oak.md --compare heading_smart,structured,sentence
  pbpaste | mindnet chunk -
"""
_PROFILES = """Shows the profiles in force and how many notes of the vault each applies to,
or one of them with where its values come from; check tells what is wrong."""
_PROFILES_EXAMPLES = """examples:
  mindnet profiles                   all of them
  mindnet profiles show recipes      every key, and the layer it comes from
  mindnet profiles check --vault ~/vault
"""
_REINDEX = """Reads every note of the vault into its index. The vault is never written to;
the index lies in the user's state folder, or where --db says."""
_REINDEX_EXAMPLES = """examples:
  mindnet reindex                    the vault around this folder
  mindnet reindex ~/vault --db /mnt/fast/vault.db
"""
_SEARCH = """Finds the passages that hold all the words, the best first. Whatever signs are
typed among them, they are words and never an error."""
_SEARCH_EXAMPLES = """examples:
  mindnet search compost heat
  mindnet search -n 3 --vault ~/vault why goats
"""
_SET = "one key of the profile, as often as needed"
_COMPARE = "several profiles side by side: sizes, and where each one cuts"


class _Parser(ArgumentParser):
    """Keeps its help as written, and raises where argparse would print and leave."""

    def __init__(self, **more: Any) -> None:
        more |= {"formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(**more)

    def error(self, message: str) -> NoReturn:
        from mindnet.errors import UsageError

        raise UsageError(f"{message} (see {self.prog} --help)")


def make_parser() -> ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(prog="mindnet", description=_ABOUT, epilog=_EXAMPLES)
    parser.add_argument("--version", action="version", version=f"mindnet {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    parse = _add(commands, "parse", "what mindnet reads in a file", _PARSE, _PARSE_EXAMPLES)
    parse.add_argument("file", metavar="FILE", help="a note; - reads standard input")

    chunk = _add(commands, "chunk", "how a file is cut", _CHUNK, _CHUNK_EXAMPLES)
    chunk.add_argument("file", metavar="FILE", help="a note; - reads standard input")
    chunk.add_argument("--profile", metavar="P", help="a profile in place of the note's own")
    chunk.add_argument("--compare", metavar="P,P,...", help=_COMPARE)
    chunk.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help=_SET)

    about = "the profiles, and their notes"
    profiles = _add(commands, "profiles", about, _PROFILES, _PROFILES_EXAMPLES)
    profiles.add_argument("action", nargs="?", choices=("list", "show", "check"), default="list")
    profiles.add_argument("name", metavar="NAME", nargs="?", help="the profile to show")
    profiles.add_argument("--vault", metavar="PATH", help="the vault's folder")

    reindex = _add(commands, "reindex", "read a vault into its index", _REINDEX, _REINDEX_EXAMPLES)
    reindex.add_argument("place", metavar="VAULT", nargs="?", help="the vault's folder")
    _add_places(reindex)

    search = _add(commands, "search", "find passages", _SEARCH, _SEARCH_EXAMPLES)
    search.add_argument("query", metavar="QUERY", nargs="+", help="the words to find")
    search.add_argument("-n", "--limit", type=_count, default=10, help="how many hits (10)")
    _add_places(search)
    return parser


def _add(
    commands: _SubParsersAction[_Parser], name: str, about: str, description: str, examples: str
) -> _Parser:
    parser = commands.add_parser(name, help=about, description=description, epilog=examples)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def _add_places(parser: ArgumentParser) -> None:
    parser.add_argument("--vault", metavar="PATH", help="the vault's folder")
    parser.add_argument("--db", metavar="PATH", help="the file of the index")


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 18 or int(text) < 1:
        kind = "a number too large" if text.isdecimal() and int(text[:19]) else "no number above 0"
        raise ArgumentTypeError(f"{text[:40]!r} is {kind}")
    return int(text)
