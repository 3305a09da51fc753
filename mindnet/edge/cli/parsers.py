"""How a command's own words are read.

    name, help, examples  →  a parser that raises in place of leaving

Knows what all commands have in common: their look, `--json`, the vault and the index they mean.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    Commands = _SubParsersAction["Parser"]


class Parser(ArgumentParser):
    """Keeps its help as written, and raises where argparse would print and leave."""

    def __init__(self, **more: Any) -> None:
        more |= {"formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(**more)

    def error(self, message: str) -> NoReturn:
        """Tells what is wrong in one sentence."""
        from mindnet.errors import UsageError

        raise UsageError(f"{message} (see {self.prog} --help)")


def add_command(commands: Commands, name: str, description: str, examples: str) -> Parser:
    """A command with its help; every one takes `--json`."""
    parser = commands.add_parser(name, description=description, epilog=examples)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def add_places(parser: ArgumentParser, positional: bool = False) -> None:
    """The vault and the index that a command is about."""
    if positional:
        parser.add_argument("place", metavar="VAULT", nargs="?", help="the vault's folder")
    parser.add_argument("--vault", metavar="PATH", help="the vault's folder")
    parser.add_argument("--db", metavar="PATH", help="the file of the index")


def named_vault(options: Namespace) -> str | None:
    """The vault that was named, before or behind `--vault`."""
    from mindnet.errors import UsageError
    from mindnet.library import is_same_vault

    named: list[str] = [each for each in (options.place, options.vault) if each is not None]
    if len(named) == 2 and not is_same_vault(*named):
        raise UsageError(f"two vaults are named, {named[0]} and {named[1]}: which one is meant?")
    return named[0] if named else None


def count(text: str) -> int:
    """A number above 0."""
    if not text.isdecimal() or len(text) > 18 or int(text) < 1:
        kind = "a number too large" if text.isdecimal() and int(text[:19]) else "no number above 0"
        raise ArgumentTypeError(f"{text[:40]!r} is {kind}")
    return int(text)
