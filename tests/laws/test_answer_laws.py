"""What the index keeps of an edge is what the rule says of it, whatever names are made of."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import open_library
from mindnet.graph.namesakes import Namesakes
from mindnet.graph.resolve import FindNames, resolve, status_of
from mindnet.names import name_key
from mindnet.settings import Settings
from mindnet.vault.walk import walk_vault
from tests.laws.test_index_laws import MEMORY

LETTERS = "aAbσΣςİiıßé\u0301e\u00a0 .日🌳"
SEGMENTS = st.text(LETTERS, min_size=1, max_size=4).filter(lambda name: not name.startswith("."))
FOLDERS = st.lists(SEGMENTS, max_size=2).map(lambda steps: "".join(f"{step}/" for step in steps))
NAMES = st.tuples(FOLDERS, SEGMENTS, st.sampled_from([".md", ".MD", "", ".png"])).map("".join)
LEADS = st.sampled_from(["", "", "", "/", "./", "../", "../../"])
TARGETS = st.tuples(LEADS, FOLDERS, SEGMENTS, st.sampled_from(["", ".md", "/"])).map("".join)


def by_name(paths: list[tuple[str, str]]) -> FindNames:
    """The look-up of all files at once."""
    names: dict[str, list[tuple[str, str]]] = {}
    for path, state in paths:
        names.setdefault(name_key(path), []).append((path, state))
    return {key: Namesakes(some) for key, some in names.items()}.get


@given(names=st.lists(NAMES, max_size=6), targets=st.lists(TARGETS, min_size=1, max_size=6))
@tries(max_examples=150, deadline=None)
def test_an_edge_leads_where_the_rule_leads_it(names: list[str], targets: list[str]) -> None:
    folder = Path(tempfile.mkdtemp(dir=MEMORY))
    try:
        check(folder, names, targets)
    finally:
        shutil.rmtree(folder)


def check(folder: Path, names: list[str], targets: list[str]) -> None:
    root = folder / "vault"
    links = "".join(f"[[{each}]]\n\n" for each in targets)
    for name in ("Aa/Note.md", *names):
        file = root / name
        if any(each.is_file() for each in file.parents) or file.exists():
            continue  # what was made before has a name that is in the way
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(links if name == "Aa/Note.md" else "")
    with open_library(root, db=folder / "index.db") as library:
        library.reindex()
        edges = [each for each in library.export("edges") if each["source"] == "Aa/Note.md"]
    find = by_name([(file.path, file.state) for file in walk_vault(root, Settings()).files])

    for edge in edges:
        answer = resolve(edge["target_text"], "Aa/Note.md", find)
        assert (edge["resolved"], edge["rule"]) == (answer.resolved, answer.rule)
        assert edge["status"] == status_of(answer, None)
    assert len(edges) == sum(bool(each.strip(" ")) for each in targets)
