"""Nothing is asked of the network, not even by the processes that read notes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.faults.runs import a_vault, many_notes, run

FORBIDDEN = """
import socket

def refused(*_, **__):
    raise SystemExit("a socket was opened")

socket.socket = socket.create_connection = socket.getaddrinfo = refused
"""
COMMANDS = (
    ("reindex", "--full", "--jobs", "2"),
    ("search", "word3"),
    ("get", "Note 3", "--with", "outline,links,backlinks,frontmatter"),
    ("export",),
    ("status",),
)


@pytest.mark.parametrize("tokenizer", ["cl100k_base", "chars4"])
def test_every_process_of_ours_works_without_a_network(tmp_path: Path, tokenizer: str) -> None:
    vault = a_vault(tmp_path / "vault", many_notes(40))
    profile = f'extends = "heading_smart"\ntokenizer = "{tokenizer}"\n'
    a_vault(vault, {".mindnet/profiles/heading_smart.toml": profile})
    a_vault(tmp_path / "forbidden", {"sitecustomize.py": FORBIDDEN})
    path = os.pathsep.join((str(tmp_path / "forbidden"), os.environ.get("PYTHONPATH", "")))
    for words in COMMANDS:
        answer = run(*words, "--vault", vault, env={"PYTHONPATH": path})
        assert answer.code == 0, answer.err


def test_a_socket_would_be_found_out(tmp_path: Path) -> None:
    a_vault(tmp_path / "forbidden", {"sitecustomize.py": FORBIDDEN})
    path = {"PYTHONPATH": str(tmp_path / "forbidden")}
    answer = run("import socket; socket.socket()", command=(sys.executable, "-c"), env=path)

    assert answer.err == "a socket was opened\n"
