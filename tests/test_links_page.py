"""What `docs/links.md` says of links is what the commands say."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.edge.cli.resolve import RULES
from mindnet.graph.namesakes import Rule
from mindnet.graph.resolve import Status
from mindnet.kept import Edge
from mindnet.library import Library, open_library
from mindnet.linked import BROKEN, BrokenEdge, Likeness, Resolution, SeenEdge, Suggestion
from tests.asking.vaults import a_vault

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "links.md").read_text(encoding="utf-8")
DRAWING, FILES = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
CONSOLE = "\n".join(re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
ROW = re.compile(r"^\| `(.*)` \| `(.*)` \| (?:`(.*)`|nowhere) \| (?:`(.*)`|–) \|$", re.MULTILINE)
NOWHERE = ("[[Archiv/Log]]", "check")  # exit code 1


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The vault of the page, beside the one that ships."""
    here = tmp_path_factory.mktemp("page")
    root = a_vault(here / "vault", dict.fromkeys(FILES.split(), ""))
    (root / "vault_example").symlink_to(ROOT / "vault_example")
    for vault, name in ((root, "own.db"), (ROOT / "vault_example", "example.db")):
        with open_library(vault, db=here / name) as library:
            library.reindex()
    with open_library(root, db=here / "own.db") as library:
        yield library


def test_the_drawing_has_every_rule_in_its_order_and_in_the_words_of_resolve() -> None:
    drawn = re.findall(r"─► (\w+: .+)$", DRAWING, re.MULTILINE)

    assert drawn == [
        f"{rule}: {words.format(folder='its folder', where='that fit')}"
        for rule, words in RULES.items()
    ]
    assert [*RULES, "excluded"] == list(Rule)


@pytest.mark.parametrize(
    ("command", "output"),
    [part.split("\n", 1) for part in re.split(r"^\$ ", CONSOLE, flags=re.MULTILINE)[1:]],
)
def test_every_command_of_the_page_gives_what_it_shows(
    library: Library,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    output: str,
) -> None:
    monkeypatch.chdir(library.root)
    db = "example.db" if "vault_example" in command else "own.db"
    monkeypatch.setenv("MINDNET_DB", str(library.root.parent / db))
    code = main(shlex.split(command)[1:])
    out, err = capsys.readouterr()

    assert code == any(word in command for word in NOWHERE)
    assert output.strip() in ((err + out).strip(), (out + err).strip())


def test_the_worked_table_is_what_resolve_says(library: Library) -> None:
    rows = ROW.findall(PAGE)
    answers = [library.resolve(link, source) for link, source, *_ in rows]

    assert len(rows) == 17
    assert [(each.resolved or "", each.rule or "") for each in answers] == [
        (resolved, rule) for *_, resolved, rule in rows
    ]
    assert {each.rule for each in answers} >= {*RULES} - {"self", "same_case"}


def test_every_status_field_and_reason_is_described() -> None:
    own = {each.name for each in fields(Edge)}
    names = {each.name for kind in (SeenEdge, BrokenEdge) for each in fields(kind)} - own
    names |= {each.name for kind in (Resolution, Suggestion) for each in fields(kind)}

    for name in (*Status, *Likeness, *BROKEN, *names):
        assert re.search(rf"`{name}`", PAGE), name
