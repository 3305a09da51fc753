"""Every edge of the index has its answer: `links.md` L27, L28, L33, L42–L46."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

from mindnet.graph.namesakes import Rule
from mindnet.graph.resolve import Answer, Via, status_of
from mindnet.keeping import FileState
from mindnet.store.views import STATUS
from tests.store.vaults import Garden


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


# What becomes of a link (L33).


def test_each_edge_is_told_with_its_status_and_the_rule_that_decided(garden: Garden) -> None:
    garden.save(
        {
            "Oak.md": "# Care\n\nDaily. ^dry\n",
            "A/Map.md": "",
            "B/Map.md": "",
            "Trees/Elm.md": "",
            "bark.png": b"",
            "Broken.md": b"\xff",
            "Note.md": "[[Oak]] [[Elm]] [[Map]] [[bark.png]] [[Broken]] [[Ash]] [[./Ash]]"
            " [[Oak#Care]] [[Oak#Bark]] [[Oak#^DRY]] [[Map#x]] [[#Here]] [[#]] [[Note]]"
            " <https://oak.example>\n",
        }
    )

    assert garden.look() == 14
    assert garden.told("Note.md", "resolved", "status", "rule", "via", "fragment_ok") == [
        ("Oak.md", "resolved", "exact_path", "name", None),
        ("Trees/Elm.md", "resolved", "only_one", "name", None),
        ("A/Map.md", "ambiguous", "path_order", "name", None),
        ("bark.png", "attachment", "exact_path", "name", None),
        ("Broken.md", "attachment", "exact_path", "name", None),
        (None, "missing", None, None, None),
        (None, "missing", "relative", None, None),
        ("Oak.md", "resolved", "exact_path", "name", True),
        ("Oak.md", "fragment_missing", "exact_path", "name", False),
        ("Oak.md", "resolved", "exact_path", "name", True),
        ("A/Map.md", "ambiguous", "path_order", "name", False),
        ("Note.md", "fragment_missing", "self", "name", False),
        ("Note.md", "self", "self", "name", None),
        ("Note.md", "resolved", "exact_path", "name", None),
        (None, "external", None, None, None),
    ]


def test_sql_tells_the_same_status_as_the_rule() -> None:
    """`status` is not stored: it follows from the rest in one way only."""
    answers = [None, Answer(None, None, None, None), Answer(None, None, Rule.EXCLUDED, None)]
    for rule, state in product(Rule, (FileState.NOTE, FileState.ATTACHMENT, FileState.SKIPPED)):
        if rule is not Rule.EXCLUDED and (state is FileState.NOTE or rule is not Rule.SELF):
            answers.append(Answer("Oak.md", state, rule, Via.NAME))
    with closing(sqlite3.connect(":memory:")) as connection:
        for answer, fragment_ok in product(answers, (None, True, False)):
            is_note = answer is not None and answer.state is FileState.NOTE
            is_file = answer is not None and answer.resolved is not None and not is_note
            if fragment_ok is not None and not is_note:
                continue  # there is nothing to look up
            rule_name = answer.rule.value if answer and answer.rule else None
            row = (answer is None, is_note or None, is_file or None, fragment_ok, rule_name)
            (told,) = connection.execute(
                f"SELECT {STATUS} FROM (SELECT ? AS external) e, (SELECT 1 AS edge,"
                " ? AS note, ? AS file, ? AS fragment_ok, ? AS rule) a",
                row,
            ).fetchone()
            assert told == status_of(answer, fragment_ok).value


def test_fragments_of_other_files_than_markdown_are_not_looked_up(garden: Garden) -> None:
    garden.save(
        {
            "Log.txt": "# Care\n",
            "Board.canvas": '{"nodes": [], "edges": []}',
            "book.pdf": b"",
            "Broken.md": b"\xff",
            "Note.md": "[[Log.txt#Care]] [[Board.canvas#x]] [[book.pdf#page=3]] [[Broken#^x]]\n",
        }
    )
    garden.look()

    assert garden.told("Note.md", "status", "fragment_ok") == [
        ("resolved", None),
        ("resolved", None),
        ("attachment", None),
        ("attachment", None),
    ]


# Files that are kept out (L27).


def test_a_private_note_looks_like_a_missing_one_and_an_ignored_one_is_excluded(
    garden: Garden,
) -> None:
    garden.settle('ignore = ["Old"]\nprivate = [{ folder = "Home" }, { property = "private" }]\n')
    garden.save(
        {
            "Home/Key.md": "",
            "Diary.md": "---\nprivate: true\n---\n",
            "Old/Ash.md": "",
            "Old/leaf.png": b"",
            "Trees/Deep/Ash.md": "",
            "Old/Trees/Ash.md": "",
            "Note.md": "[[Key]] [[Diary#x]] [[Home/Key]] [[Nobody]] [[leaf.png]] [[Ash]]\n",
        }
    )
    garden.look()

    looks = garden.told("Note.md", "status", "rule", "via", "fragment_ok", "resolved_chunk")
    assert set(looks[:4]) == {("missing", None, None, None, None)}
    assert garden.told("Note.md", "resolved", "status", "rule")[4:] == [
        (None, "missing", "excluded"),
        (None, "missing", "excluded"),
    ]


# Canvas cards and properties.


def test_a_file_card_leads_to_its_exact_path_and_its_subpath(garden: Garden) -> None:
    cards = [
        {"id": "a", "type": "file", "file": "Trees/Oak.md", "subpath": "#Care", "x": 0, "y": 0},
        {"id": "b", "type": "file", "file": "Oak.md", "x": 0, "y": 0},
        {"id": "c", "type": "file", "file": "Trees/Oak.md", "subpath": "#^no", "x": 0, "y": 0},
        {"id": "d", "type": "link", "url": "https://oak.example", "x": 0, "y": 0},
        {"id": "e", "type": "text", "text": "[[Oak#Care]]", "x": 0, "y": 0},
    ]
    garden.save(
        {"Trees/Oak.md": "# Care\n", "Board.canvas": json.dumps({"nodes": cards, "edges": []})}
    )
    garden.look()

    found = {each["key"]: each for each in garden.edges("Board.canvas")}
    assert {key: (each["resolved"], each["status"]) for key, each in found.items()} == {
        "a": ("Trees/Oak.md", "resolved"),
        "b": (None, "missing"),
        "c": ("Trees/Oak.md", "fragment_missing"),
        "d": (None, "external"),
        "e": ("Trees/Oak.md", "resolved"),
    }
    assert found["a"]["rule"] == "exact_path"
    assert found["a"]["source_chunk"] is None


def test_a_property_leads_like_any_link_and_begins_in_no_chunk(garden: Garden) -> None:
    garden.save({"Oak.md": "Text.\n", "Note.md": '---\nup: "[[Oak]]"\n---\nBody.\n'})
    garden.look()

    assert garden.told("Note.md", "resolved", "status", "kind", "relation", "source_chunk") == [
        ("Oak.md", "resolved", "property", "up", None)
    ]


# Aliases (L28).


def test_aliases_resolve_nothing_unless_the_settings_ask_for_it(garden: Garden) -> None:
    garden.save(
        {
            "B.md": "---\naliases: [Quercus, Trees/Holm Oak, A]\n---\n\n# Care\n\nDaily.\n",
            "C.md": "---\naliases: [quercus, C]\n---\n",
            "A.md": "",
            "Note.md": "[[QUERCUS]] [[trees/holm oak#Care]] [[holm oak]] [[A]] [[Trees/Elm|C]]\n",
            "Board.canvas": '{"nodes": [{"id": "a", "type": "file", "file": "Quercus"}]}',
        }
    )
    garden.look()
    assert garden.leads("Note.md") == ["missing", "missing", "missing", "A.md", "missing"]

    garden.settle("[links]\nresolve_aliases = true\n")
    garden.look()

    told = garden.told("Note.md", "resolved", "status", "rule", "via", "fragment_ok")
    assert told == [
        ("B.md", "ambiguous", "path_order", "alias", None),
        ("B.md", "resolved", None, "alias", True),
        (None, "missing", None, None, None),
        ("A.md", "resolved", "exact_path", "name", None),
        (None, "missing", None, None, None),
    ]
    assert garden.leads("Board.canvas") == ["missing"]


# The chunk that a link leads to (L45).

CUT = """Before.

# Oak

## Empty

## Care

### Water

Daily. ^dry

## Last ^last
"""


@pytest.mark.parametrize(
    ("link", "chunk"),
    [
        ("[[Oak]]", "Before."),
        ("[[Oak#^dry]]", "Daily. ^dry"),
        ("[[Oak#Water]]", "Daily. ^dry"),  # a heading in no core: the first chunk of its section
        ("[[Oak#Care]]", "Daily. ^dry"),  # also of one that lies deeper
        ("[[Oak#Oak]]", "Daily. ^dry"),
        ("[[Oak#Empty]]", "Before."),  # no chunk in its section: the first of the note
        ("[[Oak#Last]]", "Before."),
        ("[[Oak#^last]]", "Before."),
        ("[[Oak#Care ^none]]", "Daily. ^dry"),  # the block is missing, its heading is there
        ("[[Oak#None ^dry]]", "Daily. ^dry"),  # the block decides
        ("[[Oak#None ^none]]", "Before."),
        ("[[Oak#None]]", "Before."),
    ],
)
def test_a_link_leads_to_the_chunk_of_what_it_names(garden: Garden, link: str, chunk: str) -> None:
    garden.settle('default_profile = "structured"\n')
    garden.save({"Oak.md": CUT, "Note.md": link})
    garden.look()

    (edge,) = garden.edges("Note.md")
    texts = {each["chunk_id"]: each["md_text"] for each in garden.library.export("chunks")}
    assert texts[edge["resolved_chunk"]] == chunk


def test_a_heading_in_a_core_leads_to_the_chunk_that_holds_it(garden: Garden) -> None:
    garden.settle('default_profile = "heading_strict"\n')
    garden.save({"Oak.md": CUT, "Note.md": "[[Oak#Empty]] [[Oak#Water]] [[Oak#^last]]"})
    garden.look()

    texts = {each["chunk_id"]: each["md_text"] for each in garden.library.export("chunks")}
    starts = [texts[each["resolved_chunk"]].split("\n")[0] for each in garden.edges("Note.md")]
    assert starts == ["## Empty", "## Care", "## Last ^last"]


def test_a_link_to_what_has_no_chunks_leads_to_none(garden: Garden) -> None:
    garden.save(
        {
            "Empty.md": "",
            "oak.png": b"",
            "Broken.md": b"\xff",
            "Note.md": "[[Empty]] [[Empty#x]] [[oak.png]] [[Broken]] [[Ghost]]\n",
        }
    )
    garden.look()

    assert garden.told("Note.md", "resolved_chunk") == [(None,)] * 5


def test_a_note_of_many_links_and_many_notes_of_one_name(garden: Garden) -> None:
    """Each of the links is looked up, and each in its own folder."""
    names = [f"F{number}" for number in range(300)]
    garden.save({f"{name}/Log.md": f"[[Log]] [[F7/Log#x]] [[{name}/log.md]]\n" for name in names})
    garden.save({"All.md": "".join(f"[[{name}/Log]]\n[[#x]]\n" for name in names * 4)})

    assert garden.look() == 300 * 3 + 300 * 8
    for name in ("F3", "F77", "F299"):
        assert garden.leads(f"{name}/Log.md") == [
            f"{name}/Log.md", "F7/Log.md", f"{name}/Log.md",
        ]  # fmt: skip
    assert garden.leads("All.md")[::2] == [f"{name}/Log.md" for name in names * 4]
    assert garden.leads("All.md")[1::2] == ["All.md"] * 1200


@pytest.mark.parametrize(
    "target", ["x" * 10_000, "Trees", "Trees/", ".hidden", ".obsidian/app.json", "..", "../..", "/"]
)
def test_whatever_a_link_names_it_has_an_answer(garden: Garden, target: str) -> None:
    garden.save({"Trees/Oak.md": "", ".hidden.md": "", ".obsidian/app.json": "{}"})
    garden.save({"Note.md": f"[[{target}]]\n"})

    assert garden.look() == 1
    assert garden.leads("Note.md") == ["missing"]


def test_notes_that_embed_each_other_in_a_loop_have_their_answers(garden: Garden) -> None:
    garden.save({"A.md": "![[B]]\n", "B.md": "![[C]]\n", "C.md": "![[A]] ![[C]]\n"})
    garden.look()

    assert [garden.leads(f"{name}.md") for name in "ABC"] == [["B.md"], ["C.md"], ["A.md", "C.md"]]
