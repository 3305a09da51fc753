"""Tokens: `chars4`, `cl100k_base` without a network, `o200k_base` where it can be had (C7)."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from mindnet.chunking.tokens import token_counter
from mindnet.errors import MindnetError, TokenizerMissing
from tests.chunking.notes import A, blocks, full, sizes, sliding


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is loaded yet, nothing is kept on disk, and nobody can be asked."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the network was touched")

    for name in ("connect", "connect_ex", "bind", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("tiktoken.registry.ENCODINGS", {})
    token_counter.cache_clear()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), (A, 10), ("好" * 9, 3), ("🌳", 1), ("\r\n", 1)],
)
def test_chars4_is_a_quarter_of_the_characters_rounded_up(text: str, tokens: int) -> None:
    assert token_counter("chars4")(text) == tokens


KNOWN = {  # as OpenAI gives them
    "": 0,
    "hello world": 2,
    "tiktoken is great!": 6,
    "antidisestablishmentarianism": 6,
    "2 + 2 = 4": 7,
    "お誕生日おめでとう": 9,
    "🌳": 3,
    "a" * 1000: 125,
    "\n\n": 1,
    "<|endoftext|>": 7,
}


@pytest.mark.usefixtures("no_network")
def test_cl100k_base_counts_as_everywhere_and_asks_nobody() -> None:
    """C7: what looks like a special token is plain text."""
    count = token_counter("cl100k_base")

    assert {text: count(text) for text in KNOWN} == KNOWN


@pytest.mark.usefixtures("no_network")
def test_o200k_base_without_its_file_is_told_in_a_sentence() -> None:
    with pytest.raises(TokenizerMissing) as told:
        token_counter("o200k_base")

    assert isinstance(told.value, MindnetError)
    assert "o200k_base" in str(told.value)
    assert "TIKTOKEN_CACHE_DIR" in str(told.value)
    assert told.value.exit_code == 2


@pytest.mark.usefixtures("no_network")
def test_a_note_cut_by_a_tokenizer_that_is_missing_is_an_error_before_any_work() -> None:
    with pytest.raises(TokenizerMissing):
        sliding(A, tokenizer="o200k_base")


@pytest.mark.usefixtures("no_network")
def test_a_tokenizer_that_was_missing_can_be_asked_for_again() -> None:
    for _ in range(2):
        with pytest.raises(TokenizerMissing):
            token_counter("o200k_base")
    assert token_counter("cl100k_base")("hello world") == 2


def test_who_counts_in_chars4_loads_no_tables() -> None:
    code = (
        "import sys\n"
        "from mindnet.chunking.tokens import token_counter\n"
        "token_counter('chars4')('a')\n"
        "sys.exit('tiktoken' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2])

    assert done.returncode == 0


def test_a_text_that_looks_like_a_special_token_is_cut_like_any_other() -> None:
    """C7: `<|endoftext|>` has seven tokens, and two of them do not fit ten."""
    text = blocks("<|endoftext|>", "<|endoftext|>")
    chunks = sliding(text, tokenizer="cl100k_base", max=10)

    assert full(chunks) == ["<|endoftext|>", "<|endoftext|>"]
    assert sizes(chunks) == [7, 7]


def test_a_counted_text_is_the_one_that_is_emitted() -> None:
    """C7: the blank line between two blocks counts, and a block is no sum of its words."""
    text = blocks("hello world", "hello world")

    assert sizes(sliding(text, tokenizer="cl100k_base", max=5)) == [5]
    assert sizes(sliding(text, tokenizer="cl100k_base", max=4)) == [2, 2]
