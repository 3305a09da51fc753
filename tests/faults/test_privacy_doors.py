"""Through every door, a vault with private notes looks like one that has none."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.edge.commands import call
from tests.faults.runs import Notes, a_vault
from tests.laws.test_index_laws import dump, fresh_dump

NAME, WORD = "zanzibar", "xylotheque"  # in the names of hidden files, and in their texts
CONFIG = """
ignore = ["Old/**"]
max_note_bytes = 2000
private = [{ property = "private" }, { tag = "secret" }, { folder = "Diary/**" }]
obsidian_excluded = "ignore"
"""
SEEN: Notes = {
    ".mindnet/config.toml": CONFIG,
    ".obsidian/app.json": '{"userIgnoreFilters": ["Late/"]}',
    ".obsidian/templates.json": '{"folder": "Forms"}',
    "Oak.md": "---\naliases: [Quercus]\ntags: [tree]\n---\n# Oak\n\nSee [[Elm]] and [[Plan]].\n",
    "Elm.md": "# Elm\n\nWater it. #tree\n",
    "Garden/Plan.md": "# Plan\n\nSow.\n",
    "Odd.md": b"\xff",
}
TEXT = f"# {WORD}\n\nThe {WORD} of [[Oak]] #{WORD}\n\n%% {WORD} %% ^{WORD}\n"
PRIVATE: Notes = {
    f"{NAME} 1.md": f"---\nprivate: true\naliases: [{WORD}, Quercus]\ntitle: Plan\n---\n{TEXT}",
    f"{NAME} 2.md": f"---\nPrivate: perhaps\n---\n{TEXT}",
    f"{NAME} 3.md": f"---\nprivate: [\nkey: {WORD}\n---\n{TEXT}",
    f"{NAME} 4.md": f"---\nkey: {{\n? private\n{TEXT}",
    f"{NAME} 5.md": f"---\ntags: [secret/plan]\n---\n{TEXT}",
    f"{NAME} 6.md": f"{TEXT}\n#secret\n",
    f"{NAME} 7.md": f"---\ntags: [\n  secret,\n---\n{TEXT}",
    f"Diary/{NAME} 8.md": TEXT,
    f"diary/{NAME} 9.md": TEXT,
    f"Diary/Deep/{NAME}.png": WORD,
    f"{NAME} 10.md": f"---\nprivate: yes\n---\n{TEXT}".encode() + b"\xff\xfe",
    f"{NAME} 11.md": f"---\nprivate: yes\n---\n{TEXT}".encode("utf-16"),
    f"{NAME} 12.md": f"---\nprivate: yes\n---\n{TEXT}" + "x" * 3000,
    f"{NAME} 13.md": f"---\nprivate: yes\nchunk_profile: nothing\n---\n{TEXT}",
}
LEFT_OUT: Notes = {
    f"Old/{NAME} 20.md": TEXT,
    f"Forms/{NAME} 21.md": TEXT,
    f"Late/{NAME} 22.md": TEXT,
    f"node_modules/{NAME} 23.md": TEXT,
    f".{NAME}/24.md": TEXT,
}
COMMANDS = (
    ("status",),
    ("status", "--json"),
    ("reindex", "--dry-run"),
    ("reindex", "--dry-run", "--json"),
    ("reindex", "--json"),
    ("reindex", "--full"),
    ("reindex", "--full", "--json"),
    ("search", WORD),
    ("search", "--json", NAME),
    ("search", "secret"),
    ("search", "--json", "oak"),
    ("export",),
    ("profiles", "list"),
    ("profiles", "list", "--json"),
    ("get", "Plan"),
    ("get", "Plan.md"),
    ("get", "Quercus", "--with", "outline,links,backlinks,frontmatter", "--json"),
    ("get", "zanzibr"),
    ("get", "zanzibar 99", "--json"),
    ("get", "Pln", "--json"),
    ("chunks", "Oak", "--json"),
    ("chunks", "zanzibr"),
)


Ask = Callable[..., tuple[int, str, str]]


def make(folder: Path, *parts: Notes) -> Path:
    for part in parts:
        a_vault(folder / "vault", part)
    return folder / "vault"


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """What a command says of a vault, without what always differs."""

    def ask(vault: Path, *words: str) -> tuple[int, str, str]:
        db = vault.with_name("index.db")
        code, out, err = call(capsys, *words, "--vault", vault, "--db", db)
        return code, _level(out, vault), _level(err, vault)

    return ask


def _level(told: str, vault: Path) -> str:
    told = told.replace(str(vault.parent), "…")
    told = re.sub(r'"(seconds|bytes|generation|as_of|modified)": [^,}]+', r'"\1": …', told)
    return re.sub(r"[0-9.]+ s$|[0-9.]+ MB, generation [0-9]+", "…", told, flags=re.MULTILINE)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_private_notes_change_no_answer(tmp_path: Path, words: tuple[str, ...], ask: Ask) -> None:
    plain = make(tmp_path / "without", SEEN, LEFT_OUT)
    full = make(tmp_path / "with", SEEN, LEFT_OUT, PRIVATE)
    for command in (("reindex", "--json"), words):
        assert ask(full, *command) == ask(plain, *command)


def test_a_link_that_means_a_private_note_looks_as_if_nobody_had_written_it(
    tmp_path: Path, ask: Ask
) -> None:
    vault = make(tmp_path, SEEN, {"Plan.md": f"---\nprivate: 1\n---\n{TEXT}"})
    assert ask(vault, "reindex")[0] == 0

    _, out, _ = ask(vault, "export", "--what", "edges")
    (edge,) = (each for each in map(json.loads, out.splitlines()) if each["raw"] == "[[Plan]]")
    assert (edge["status"], edge["resolved"], edge["rule"]) == ("missing", None, None)


def test_a_first_look_at_private_notes_counts_none(tmp_path: Path, ask: Ask) -> None:
    plain = make(tmp_path / "without", SEEN)
    full = make(tmp_path / "with", SEEN, PRIVATE)

    assert ask(full, "reindex", "--dry-run", "--json") == ask(
        plain, "reindex", "--dry-run", "--json"
    )


def test_what_happens_to_private_notes_is_no_news(tmp_path: Path, ask: Ask) -> None:
    plain = make(tmp_path / "without", SEEN)
    full = make(tmp_path / "with", SEEN, PRIVATE)
    assert ask(full, "reindex") == ask(plain, "reindex")
    (full / f"{NAME} 1.md").write_text(f"---\nprivate: true\n---\nanother {WORD}\n")
    (full / f"{NAME} 2.md").unlink()
    (full / f"{NAME} 30.md").write_text(f"---\nprivate: true\n---\n{WORD}\n")
    (full / f"{NAME} 6.md").rename(full / f"{NAME} 66.md")

    for words in (("status", "--json"), ("reindex", "--dry-run"), ("reindex", "--json")):
        assert ask(full, *words) == ask(plain, *words)


def refs(path: str) -> tuple[str, ...]:
    """The ways to ask for a file."""
    name = path.removesuffix(".md")
    places = "", "#c00", ":1", ":1-3@9f3ac1d2", f"#{WORD}", f"#^{WORD}"
    return path, *(f"{name}{place}" for place in places), f"[[{name}]]", f"[[{name}|x]]"


@pytest.mark.parametrize("path", [*PRIVATE, *LEFT_OUT])
def test_a_hidden_note_is_answered_as_one_that_does_not_exist(
    tmp_path: Path, path: str, ask: Ask
) -> None:
    vault = make(tmp_path / "with", SEEN, PRIVATE, LEFT_OUT)
    ask(vault, "reindex")
    plain = make(tmp_path / "without", SEEN)
    ask(plain, "reindex")
    for ref in refs(path):
        for command in ("get", "chunks"):
            assert ask(vault, command, "--json", "--", ref) == ask(
                plain, command, "--json", "--", ref
            )


def test_no_answer_holds_a_word_of_what_is_left_out(tmp_path: Path, ask: Ask) -> None:
    vault = make(tmp_path, SEEN, PRIVATE, LEFT_OUT)
    for words in (("reindex", "--json"), *COMMANDS):
        told = " ".join(map(str, ask(vault, *words)))
        asked = [each for word in words for each in (word, f"'{word}'")]
        for each in asked:
            told = told.replace(each, "")
        assert NAME not in told
        assert WORD not in told


def test_whoever_looks_into_the_index_finds_names_and_no_word(tmp_path: Path, ask: Ask) -> None:
    vault = make(tmp_path, SEEN, PRIVATE, LEFT_OUT)
    ask(vault, "reindex")
    db = tmp_path / "index.db"
    with closing(sqlite3.connect(db)) as connection:
        views = "SELECT name FROM sqlite_schema WHERE type = 'view'"
        for (view,) in connection.execute(views).fetchall():
            rows = connection.execute(f"SELECT * FROM {view}").fetchall()
            assert NAME not in json.dumps(rows, default=str)
        rows = connection.execute("SELECT path FROM names WHERE kind = 'note'").fetchall()
        assert [each for (each,) in sorted(rows)] == ["Elm.md", "Garden/Plan.md", "Oak.md"]
    for file in tmp_path.glob("index.db*"):
        assert WORD.encode() not in file.read_bytes().lower()


def test_a_note_that_became_private_is_gone_from_what_opens_it_at_once(
    tmp_path: Path, ask: Ask
) -> None:
    vault = make(tmp_path, SEEN)
    ask(vault, "reindex")
    _, out, _ = ask(vault, "chunks", "Elm", "--json")
    chunk = out.partition('"chunk_id": "')[2][:64]
    (vault / "Elm.md").write_text(f"---\nprivate: true\n---\n{WORD}\n")
    for ref in ("Elm", "Elm.md", "Elm#c00", "Elm:1", "[[Elm]]", chunk, chunk[:12]):
        for command in ("get", "chunks"):
            code, out, err = ask(vault, command, "--json", ref)
            assert (code, out) == (5, "")
            assert json.loads(err)["error"]["candidates"] == []


def test_settings_decide_again_with_the_next_reindex(tmp_path: Path, ask: Ask) -> None:
    vault = make(tmp_path, SEEN, PRIVATE, LEFT_OUT)
    db = tmp_path / "index.db"
    ask(vault, "reindex")
    a_vault(vault, {".mindnet/config.toml": "private = []\n"})
    ask(vault, "reindex")
    assert ask(vault, "search", WORD)[0] == 0
    assert dump(vault, db) == fresh_dump(vault)

    a_vault(vault, {".mindnet/config.toml": CONFIG})
    ask(vault, "reindex")
    assert ask(vault, "search", WORD)[0] == 1
    assert dump(vault, db) == fresh_dump(vault)
    assert all(WORD.encode() not in file.read_bytes() for file in tmp_path.glob("index.db*"))
