"""What is typed becomes a command with its options.

    argv  →  options

Knows the commands, their options, and how their help teaches them.
Imports nothing heavy: `mindnet --help` should be there at once.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser

from mindnet import __version__
from mindnet.edge.cli.asking_arguments import add_asking
from mindnet.edge.cli.parsers import Parser, add_command, add_places, count
from mindnet.edge.cli.upkeep_arguments import add_upkeep

_USAGE = "mindnet [-h] [--version] COMMAND ..."
_ABOUT = "Keeps an index of a Markdown vault that a local assistant can ask."
_EXAMPLES = """commands:
  to keep an index   init, reindex, status, indexes
  to ask it          search, get, chunks, export
  to follow links    resolve, links, backlinks, check
  without one        parse, chunk, profiles

examples:
  mindnet parse Garden/Oak.md        what mindnet reads in a note
  mindnet chunk Garden/Oak.md        how it is cut, and why there
  mindnet reindex ~/vault            bring the index of a vault up to date
  mindnet search compost heat        find passages, with path and line
  mindnet get "Garden/Oak#Care"      the text at an address
  mindnet check                      broken links, and what else to put right

The vault is the one named, MINDNET_VAULT, the nearest folder upwards that has
.mindnet or .obsidian, or your default_vault. Only init ever writes to it.
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
_SEARCH = """Finds the passages that hold all the words, the best first. Whatever signs are
typed among them, they are words and never an error."""
_SEARCH_EXAMPLES = """examples:
  mindnet search compost heat
  mindnet search -n 3 --vault ~/vault why goats
"""
_GET = """Prints the text at an address, as it is on disk: a note, a section, a block, a
chunk or lines. An address with a check (@9f3ac1d2) finds its text again where it
moved, and tells when it has changed or is gone."""
_GET_EXAMPLES = """examples:
  mindnet get Garden/Oak
  mindnet get "Garden/Oak#Care" --with outline,links
  mindnet get "Garden/Oak#^dry"
  mindnet get Garden/Oak:12-30@9f3ac1d2
"""
_WITH = "outline, links, backlinks, frontmatter: what to tell beside the text"
_CHUNKS = """Shows how a note of the index was cut: where each chunk begins and ends, how large
it is, what was carried over, and where its links lead."""
_CHUNKS_EXAMPLES = """examples:
  mindnet chunks Garden/Oak
  mindnet chunks Oak --vault ~/vault --json
"""
_EXPORT = """Prints everything that the index holds, one JSON object per line, in an order that
is always the same. Each tells in "rec" what it is: note, chunk, edge, tag or
problem. Row ids, times and places of this machine are left out: the same vault
with the same settings gives the same lines everywhere."""
_EXPORT_EXAMPLES = """examples:
  mindnet export > vault.jsonl
  mindnet export --what notes,tags --vault ~/vault
  mindnet export --what chunks | jq -r .embedding_text
"""
_KINDS = "notes,chunks,edges,tags,problems"
_SET = "one key of the profile, as often as needed"
_COMPARE = "several profiles side by side: sizes, and where each one cuts"


def make_parser() -> ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(prog="mindnet", usage=_USAGE, description=_ABOUT, epilog=_EXAMPLES)
    parser.add_argument("--version", action="version", version=f"mindnet {__version__}")
    commands = parser.add_subparsers(
        dest="command", prog="mindnet", metavar="COMMAND", help=SUPPRESS
    )

    parse = add_command(commands, "parse", _PARSE, _PARSE_EXAMPLES)
    parse.add_argument("file", metavar="FILE", help="a note; - reads standard input")

    chunk = add_command(commands, "chunk", _CHUNK, _CHUNK_EXAMPLES)
    chunk.add_argument("file", metavar="FILE", help="a note; - reads standard input")
    chunk.add_argument("--profile", metavar="P", help="a profile in place of the note's own")
    chunk.add_argument("--compare", metavar="P,P,...", help=_COMPARE)
    chunk.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help=_SET)

    profiles = add_command(commands, "profiles", _PROFILES, _PROFILES_EXAMPLES)
    profiles.add_argument("action", nargs="?", choices=("list", "show", "check"), default="list")
    profiles.add_argument("name", metavar="NAME", nargs="?", help="the profile to show")
    profiles.add_argument("--vault", metavar="PATH", help="the vault's folder")

    add_upkeep(commands)

    search = add_command(commands, "search", _SEARCH, _SEARCH_EXAMPLES)
    search.add_argument("query", metavar="QUERY", nargs="+", help="the words to find")
    search.add_argument("-n", "--limit", type=count, default=10, help="how many hits (10)")
    add_places(search)

    get = add_command(commands, "get", _GET, _GET_EXAMPLES)
    get.add_argument("ref", metavar="REF", help="an address, such as Garden/Oak#c03")
    get.add_argument("--with", dest="parts", metavar="PARTS", default="", help=_WITH)
    add_places(get)

    chunks = add_command(commands, "chunks", _CHUNKS, _CHUNKS_EXAMPLES)
    chunks.add_argument("note", metavar="NOTE", help="a note of the index, such as Garden/Oak")
    add_places(chunks)

    export = add_command(commands, "export", _EXPORT, _EXPORT_EXAMPLES)
    export.add_argument("--format", choices=("jsonl",), default="jsonl", help="how it is written")
    export.add_argument("--what", metavar="KINDS", default=_KINDS, help=f"{_KINDS} (all)")
    add_places(export)

    add_asking(commands)
    return parser
