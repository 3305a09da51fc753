"""What `docs/index.md` says of the index is true of the one of `vault_example/`."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.library import EVERYTHING, open_library
from mindnet.store import schema
from mindnet.store.views import VIEWS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^([^\n]+\?)\n\n```sql\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    db = tmp_path_factory.mktemp("index") / "example.db"
    with open_library(ROOT / "vault_example", db=db) as library:
        library.reindex()
    connection = sqlite3.connect(f"{db.as_uri()}?mode=ro", uri=True)
    yield connection
    connection.close()


def answers(index: sqlite3.Connection, words: str) -> list[tuple[object, ...]]:
    """The rows of the question that holds these words."""
    (query,) = (query for question, query in QUESTIONS if words in question)
    return index.execute(query).fetchall()


def test_every_query_of_the_page_stands_under_a_question() -> None:
    assert len(QUESTIONS) == PAGE.count("```sql") >= 8


@pytest.mark.parametrize("query", [query for _, query in QUESTIONS], ids=[q for q, _ in QUESTIONS])
def test_every_query_finds_something(index: sqlite3.Connection, query: str) -> None:
    assert index.execute(query).fetchall()


def test_the_answers_are_those_a_reader_would_give(index: sqlite3.Connection) -> None:
    verdict = "Meetings/2026-05-07 Goat Hearing.md"
    assert {row[0] for row in answers(index, "decisions mention")} >= {verdict}
    assert answers(index, "two words")[0][0] == verdict
    assert ("Kitchen/Nettle Soup.md", '["March","April"]') in answers(index, "in a property")
    assert ("Garden/Slug Census.md", "Slug Census") in answers(index, "no tags")
    assert ("Garden/Watering Plan.md", 5, 2) in answers(index, "left to do")
    lengths = [int(str(row[1])) for row in answers(index, "longest")]
    assert lengths == sorted(lengths, reverse=True)
    assert all(str(row[3]).startswith("Garden/") for row in answers(index, "folder"))
    rota = "Archive/Old Rota.md", 19, "[[Watering Plan#Hose days]]", "fragment_missing"
    assert rota in answers(index, "nowhere")
    assert answers(index, "most others")[0][0] == "Garden/Keeper's Purple.md"
    assert ("Garden/Compost.md", 1) in answers(index, "all that stand below")


def test_every_table_and_view_is_described() -> None:
    made = "\n".join((*schema.TABLES, *VIEWS))
    names = re.findall(r"CREATE (?:VIRTUAL )?(?:TABLE|VIEW) (\w+)", made)

    for name in set(names) - {"chunk_texts"}:  # a step on the way to chunks_full
        assert re.search(rf"^\| [^|]*`{name}`", PAGE, re.MULTILINE), name
        assert f"**{name}**" in (schema.__doc__ or ""), name


def test_every_kind_of_record_is_described_with_its_fields(tmp_path: Path) -> None:
    with open_library(ROOT / "vault_example", db=tmp_path / "example.db") as library:
        library.reindex()
        records = {record["rec"]: record for record in library.export()}

    assert {f"{name}s" for name in records} == set(EVERYTHING)
    for name in ("note", "tag", "problem"):
        (row,) = re.findall(rf"^\| `{name}` \| (.*) \|$", PAGE, re.MULTILINE)
        assert set(re.findall(r"`(\w+)`", row)) == records[name].keys() - {"rec"}


def test_the_command_of_the_page_gives_what_it_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "example.db"))
    monkeypatch.chdir(ROOT)
    main(["reindex", "vault_example"])
    capsys.readouterr()
    ((command, shown),) = re.findall(r"```console\n\$ mindnet ([^\n]*)\n(.*?)…\n```", PAGE)

    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.startswith(shown)


def test_prose_has_one_sentence_per_line() -> None:
    prose = re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)

    for line in prose.splitlines():
        if not line.startswith(("|", "#")):
            assert not re.search(r"[a-z)`]\. [A-Z]", line), line
