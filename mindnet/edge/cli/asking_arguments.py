"""The commands that follow links, as they are typed.

    argv  →  options of resolve, links, backlinks and check

Knows how their help teaches them; leaves what all commands share to `parsers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindnet.edge.cli.parsers import add_command, add_places, count

if TYPE_CHECKING:
    from mindnet.edge.cli.parsers import Commands, Parser

_RESOLVE = """Tells where a link leads, by which rule, and what else it might mean. The link is
typed as it stands in a note, or as its words alone. It leads from the note that
--from names; without one, as from a note in the root of the vault."""
_RESOLVE_EXAMPLES = """examples:
  mindnet resolve '[[Log]]' --from Garden/Map
  mindnet resolve '![[Oak#Care|how to care]]' --from Home
  mindnet resolve '[the log](../Tower/Log.md)' --from Garden/Map
  mindnet resolve 'Log#May 2026'
exit code 1: it leads nowhere
"""
_LINKS = """Lists the links in a note, or in a part of it, each with its line and where it
leads. REF is any address: a note, a section, a block, a chunk or lines."""
_LINKS_EXAMPLES = """examples:
  mindnet links Garden/Oak
  mindnet links "Oak#Care" --status missing
  mindnet links Oak --relation depends_on    what Oak depends on; also
                                             what says required_by Oak
exit code 1: there are none
"""
_BACKLINKS = """Lists the links that lead to a note, a section, a block or a chunk, each with its
place. A file that is no note can be asked for too, and a note that is not
written yet: which links wait for it?"""
_BACKLINKS_EXAMPLES = """examples:
  mindnet backlinks Garden/Oak
  mindnet backlinks "Oak#^dry"
  mindnet backlinks Attachments/oak.png
  mindnet backlinks Oak --relation depends_on --json
exit code 1: there are none
"""
_CHECK = """Lists what should be put right in the vault: links that lead nowhere, headings
and blocks that are not there, names that several files have, block ids that stand
twice, frontmatter that cannot be read; and what may have been meant."""
_CHECK_EXAMPLES = """examples:
  mindnet check                      the first 20 of each kind
  mindnet check --all
  mindnet check --fail-on ambiguous,fragment_missing,error
  mindnet check --json | jq -r '.edges[] | select(.suggestion) | .raw'
exit code 1: something was found (of what --fail-on names, if it is given)
"""
_RELATION = "only links of this relation, seen from either end"
_STATUS = "only links of this status, such as missing"
_FAIL_ON = "what makes exit code 1, such as missing,error (everything)"


def add_asking(commands: Commands) -> None:
    """The commands that follow links."""
    resolve = add_command(commands, "resolve", _RESOLVE, _RESOLVE_EXAMPLES)
    resolve.add_argument("link", metavar="LINK", help="a link, such as '[[Oak#Care]]'")
    resolve.add_argument("--from", dest="source", metavar="NOTE", help="the note it stands in")
    add_places(resolve)

    _add_edges(add_command(commands, "links", _LINKS, _LINKS_EXAMPLES))
    _add_edges(add_command(commands, "backlinks", _BACKLINKS, _BACKLINKS_EXAMPLES))

    check = add_command(commands, "check", _CHECK, _CHECK_EXAMPLES)
    check.add_argument("--fail-on", metavar="KINDS", help=_FAIL_ON)
    check.add_argument("--all", action="store_true", help="show all of each kind")
    add_places(check)


def _add_edges(parser: Parser) -> None:
    parser.add_argument("ref", metavar="REF", help="an address, such as Garden/Oak#Care")
    parser.add_argument("--relation", metavar="R", help=_RELATION)
    parser.add_argument("--status", metavar="S", help=_STATUS)
    parser.add_argument("-n", "--limit", type=count, help="how many links (all)")
    add_places(parser)
