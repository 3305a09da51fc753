from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mindnet
from mindnet.edge.cli.arguments import make_parser
from mindnet.edge.cli.main import main

NOTE = """---
type: concept
aliases: [Humus]
tags: [soil]
---
# Compost

> [!section] decision

We turn it weekly, see [[Rain]] and #heat. ^turn

## Why

- [x] heat
- [ ] air ^air

```python
turn()
```
"""
HEAVY = (
    "mistune", "yaml", "frontmatter", "networkx", "sqlite_utils", "tiktoken", "watchdog",
    "numpy", "mcp", "asyncio", "sqlite3", "tomllib", "dataclasses", "platformdirs",
)  # fmt: skip


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.delenv("MINDNET_DB", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    (root / "Garden").mkdir()
    (root / "Garden" / "Compost.md").write_text(NOTE)
    (root / "Rain.md").write_text("Rain keeps the compost wet.\n")
    (root / "Secret.md").write_text("---\nprivate: true\n---\nthe compost of my heart\n")
    (root / "Odd.md").write_bytes(b"\xff\xfe")
    return root


def run(*words: str | bytes | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs the command as a user would."""
    whole = [sys.executable, "-m", "mindnet", *words]
    return subprocess.run(whole, capture_output=True, text=True, encoding="utf-8", **more)


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    """Runs the command in this process: exit code, stdout, stderr."""
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def test_help_fits_one_screen_and_teaches_every_command() -> None:
    done = run("--help")
    lines = done.stdout.splitlines()

    assert done.returncode == 0
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for command in ("parse", "reindex", "search", "get"):
        assert f"  mindnet {command} " in done.stdout
    for command in {words[0] for words in COMMANDS if words[0] != "--help"} | {"init"}:
        assert re.search(rf"\b{command}\b", done.stdout), command


@pytest.mark.parametrize(
    "command",
    ["parse", "reindex", "search", "status", "get", "init", "indexes",
     "resolve", "links", "backlinks", "check"],
)  # fmt: skip
def test_the_help_of_a_command_shows_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    code, out, _ = call(capsys, command, "--help")

    assert code == 0
    assert f"examples:\n  mindnet {command}" in out
    assert "--json" in out


def test_help_imports_nothing_heavy() -> None:
    whole = [sys.executable, "-X", "importtime", "-m", "mindnet", "--help"]
    done = subprocess.run(whole, capture_output=True, text=True)
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}

    assert "argparse" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_a_search_imports_no_parser(vault: Path) -> None:
    run("reindex", vault)
    whole = [sys.executable, "-X", "importtime", "-m", "mindnet", "search", "rain"]
    done = subprocess.run(whole, capture_output=True, text=True, cwd=vault)
    loaded = {line.rpartition("|")[2].strip().split(".")[0] for line in done.stderr.splitlines()}

    assert done.returncode == 0
    assert "sqlite3" in loaded
    assert loaded.isdisjoint({"mistune", "yaml", "frontmatter", "asyncio", "sqlite_utils"})


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, "--version") == (0, f"mindnet {mindnet.__version__}\n", "")


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys)

    assert (code, out) == (2, "")
    assert err.startswith("usage: mindnet")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["serach", "x"], "invalid choice: 'serach'"),
        (["search"], "required: QUERY"),
        (["parse"], "required: FILE"),
        (["parse", "a", "b"], "unrecognized arguments: b"),
        (["search", "x", "-n", "0"], "'0' is no number above 0"),
        (["search", "x", "-n", "many"], "'many' is no number above 0"),
        (["search", "x", "--lim", "3"], "unrecognized arguments: --lim"),
    ],
)
def test_a_wrong_command_line_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    code, out, err = call(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("mindnet: ")
    assert sentence in err

    code, out, err = call(capsys, *words, "--json")
    assert (code, out) == (2, "")
    assert sentence in json.loads(err)["error"]["message"]
    assert json.loads(err)["error"]["code"] == "usage"


def test_parse_shows_everything_that_was_read(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "parse", vault / "Garden" / "Compost.md")

    assert (code, err) == (0, "")
    assert (
        out
        == """\
Compost (Garden/Compost.md)
  type         concept
  aliases      Humus
  tags         soil, heat
  frontmatter  read
  tasks        1 of 2 done

Properties (3)
  type     "concept"
  aliases  ["Humus"]
  tags     ["soil"]

Blocks (6)
  6      heading 1        decision         # Compost
  8      callout section  decision         > [!section] decision
  10     paragraph        decision  ^turn  We turn it weekly, see [[Rain]] and #heat. ^turn
  12     heading 2        decision         ## Why
  14-15  list of 2        decision  ^air   - [x] heat - [ ] air ^air
  17-19  code python      decision         ```python turn() ```

Headings (2)
  6   #   Compost
  12  ##  Why

Links (1)
  10  wikilink  links_to  [[Rain]]

Tags (2)
  4   #soil
  10  #heat

Callouts (1)
  8  section  depth 1  decision

Block ids (2)
  10  ^turn  We turn it weekly, see [[Rain]] and #heat. ^turn
  15  ^air   - [ ] air ^air
"""
    )


def test_parse_gives_the_same_as_python(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    code, out, _ = call(capsys, "parse", "--json", vault / "Garden" / "Compost.md")

    assert code == 0
    note = mindnet.read_note(NOTE, path="Garden/Compost.md")
    assert json.loads(out) == {
        "mindnet": mindnet.__version__,
        "index": None,
        "notes": [note.to_dict()],
    }


def test_parse_uses_the_settings_of_the_vault_around_the_file(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / ".mindnet").mkdir()
    (vault / ".mindnet" / "config.toml").write_text('[heading_types]\n"Why" = "reason"')
    _, out, _ = call(capsys, "parse", "vault/Garden/Compost.md", "--json")
    (note,) = json.loads(out)["notes"]

    assert note["path"] == "Garden/Compost.md"
    assert [each["section_type"] for each in note["blocks"]][-1] == "reason"


def test_parse_reads_standard_input(vault: Path) -> None:
    done = run("parse", "-", input="# Piped\n", cwd=vault)

    assert done.returncode == 0
    assert done.stdout.startswith("stdin (stdin.md)\n")
    assert "# Piped" in done.stdout


def test_parse_of_no_standard_input_is_told() -> None:
    command = f"'{sys.executable}' -m mindnet parse - <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stderr.startswith("mindnet: cannot read -")


def test_a_missing_file_and_a_folder_are_told(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "parse", "gone.md")
    assert (code, out) == (2, "")
    assert err == "mindnet: cannot read gone.md: No such file or directory\n"

    code, out, err = call(capsys, "parse", vault, "--json")
    assert (code, out) == (2, "")
    assert json.loads(err) == {
        "error": {"code": "file_not_readable", "message": f"cannot read {vault}: it is a folder"}
    }


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"fine\n\xff\n", "strange.md:2 error not_utf8 this is not UTF-8"),
        (b"x" * 3000, "strange.md error too_large larger than 2,000 bytes"),
        (b"---\na: [\n---\n", "error bad_frontmatter"),
    ],
)
def test_a_strange_file_is_shown_with_its_problems(
    capsys: pytest.CaptureFixture[str], vault: Path, data: bytes, problem: str
) -> None:
    (vault / "strange.md").write_bytes(data)
    (vault / ".mindnet").mkdir()
    (vault / ".mindnet" / "config.toml").write_text("max_note_bytes = 2000")
    code, out, err = call(capsys, "parse", vault / "strange.md")

    assert (code, err) == (0, "")
    assert "Problems (1)\n  strange.md" in out
    assert problem in out


def test_wrong_settings_are_told_with_their_line(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / ".mindnet").mkdir()
    (vault / ".mindnet" / "config.toml").write_text("\nignores = []")

    for words in (["parse", str(vault / "Rain.md")], ["reindex", str(vault)]):
        code, out, err = call(capsys, *words)
        assert (code, out) == (2, "")
        assert "config.toml:2: there is no key ignores; did you mean ignore?" in err


def test_reindex_and_search_from_end_to_end(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "reindex", vault)
    assert code == 0
    assert out.startswith("2 added, 2 notes, 2 chunks, 1 skipped (1 not_utf8), 1 problem, ")
    assert err == "Odd.md:1 error not_utf8 this is not UTF-8: save the file as UTF-8\n"

    code, out, err = call(capsys, "search", "--vault", vault, "wet", "compost")
    assert (code, err) == (0, "")
    assert out == "Rain.md:1  Rain\n    Rain keeps the compost wet.\n"

    code, out, err = call(capsys, "search", "turn it weekly", "--vault", vault)
    assert out.splitlines()[0] == "Garden/Compost.md:6  Compost  [decision]"


def test_reindex_and_search_as_json(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    code, out, err = call(capsys, "reindex", vault, "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["mindnet", "index", "report"]
    assert answer["report"]["notes"] == 2
    assert [each["code"] for each in answer["report"]["problems"]] == ["not_utf8"]
    assert answer["index"].pop("as_of")
    generation = answer["report"]["generation"]
    assert answer["index"] == {"generation": generation, "fresh": True, "pending": 0}

    code, out, err = call(capsys, "search", "compost", "-n", "1", "--vault", vault, "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["mindnet", "index", "hits"]
    assert answer["index"].pop("as_of")
    assert answer["index"] == {"generation": generation, "fresh": None, "pending": None}
    (hit,) = answer["hits"]
    assert set(hit) == {
        "path", "title", "ref", "chunk_id", "line_start", "line_end", "chunk_type",
        "headings_path", "section_type", "score", "snippet", "text",
    }  # fmt: skip


def test_no_hit_is_exit_code_1(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    call(capsys, "reindex", vault)

    assert call(capsys, "search", "zanzibar", "--vault", vault) == (
        1, "", "nothing found for zanzibar\n",
    )  # fmt: skip
    code, out, err = call(capsys, "search", "zanzibar", "--vault", vault, "--json")
    assert (code, json.loads(out)["hits"], err) == (1, [], "")


def test_a_private_note_is_never_found(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    call(capsys, "reindex", vault)

    assert call(capsys, "search", "heart", "--vault", vault)[0] == 1


def test_a_search_without_an_index_is_exit_code_3(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "search", "x", "--vault", vault)
    assert (code, out) == (3, "")
    assert f'run mindnet reindex "{vault}" first' in err

    code, out, err = call(capsys, "search", "x", "--vault", vault, "--json")
    assert (code, json.loads(err)["error"]["code"]) == (3, "no_index")


def test_no_vault_is_told_with_a_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["reindex"], ["search", "x"]):
        code, _, err = call(capsys, *words)
        assert code == 2
        assert "name one with --vault PATH or MINDNET_VAULT" in err

    code, _, err = call(capsys, "reindex", "nowhere")
    assert (code, err) == (2, "mindnet: there is no vault at nowhere\n")


def test_two_names_for_a_vault_must_mean_the_same(
    capsys: pytest.CaptureFixture[str], vault: Path, tmp_path: Path
) -> None:
    code, _, err = call(capsys, "reindex", vault, "--vault", tmp_path)
    assert code == 2
    assert "two vaults are named" in err

    assert call(capsys, "reindex", vault, "--vault", "./vault")[0] == 0


def test_the_vault_may_be_said_by_the_environment_or_the_folder(vault: Path) -> None:
    assert run("reindex", env={**os.environ, "MINDNET_VAULT": str(vault)}).returncode == 0
    assert run("search", "rain", cwd=vault / "Garden").returncode == 0


def test_the_index_may_be_named(
    capsys: pytest.CaptureFixture[str], vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call(capsys, "reindex", vault, "--db", "deep/er/one.db")[0] == 0
    assert (tmp_path / "deep" / "er" / "one.db").exists()
    assert not (tmp_path / "state").exists()

    monkeypatch.setenv("MINDNET_DB", "deep/er/one.db")
    assert call(capsys, "search", "rain", "--vault", vault)[0] == 0


def test_a_database_that_is_not_ours_is_told(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    note = vault / "Rain.md"
    code, _, err = call(capsys, "reindex", vault, "--db", note)

    assert code == 2
    assert err == (
        f"mindnet: cannot use {note} as the index: file is not a database: "
        "name another file with --db, or move this one away\n"
    )
    assert note.read_text() == "Rain keeps the compost wet.\n"


def test_an_interruption_is_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mindnet.edge.cli.commands.run_search", interrupted)

    assert call(capsys, "search", "x") == (130, "", "")


def test_a_reader_that_goes_away_is_quiet(vault: Path) -> None:
    (vault / "Long.md").write_text("A line.\n\n" * 20_000)
    command = f"'{sys.executable}' -m mindnet parse '{vault}/Long.md' | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)

    assert done.stdout == "Long (Long.md)\n"
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk that is always full")
def test_a_full_disk_is_told(vault: Path) -> None:
    with open("/dev/full", "w") as full:
        whole = [sys.executable, "-m", "mindnet", "parse", str(vault / "Rain.md")]
        done = subprocess.run(whole, stdout=full, stderr=subprocess.PIPE, text=True)

    assert done.returncode == 2
    assert done.stderr == "mindnet: cannot write the answer: No space left on device\n"


@pytest.mark.parametrize("closed", ["1", "2"])
def test_a_closed_stream_is_no_traceback(vault: Path, closed: str) -> None:
    command = f"'{sys.executable}' -m mindnet parse '{vault}/gone.md' {closed}>&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("json_flag", [["--json"], []])
def test_no_encoding_of_the_terminal_is_a_traceback(
    vault: Path, encoding: str, json_flag: list[str]
) -> None:
    (vault / "日本.md").write_text("# 日本 🐐 é\n")
    done = subprocess.run(
        [sys.executable, "-m", "mindnet", "parse", str(vault / "日本.md"), *json_flag],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )

    assert (done.returncode, done.stderr) == (0, b"")
    if json_flag:
        assert json.loads(done.stdout)["notes"][0]["title"] == "日本"


def test_a_file_name_that_is_not_utf8_is_no_traceback(vault: Path) -> None:
    name = os.fsencode(vault) + b"/caf\xe9.md"
    try:
        Path(os.fsdecode(name)).write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")

    assert run("parse", name).stdout.startswith("caf\\xe9 (caf\\xe9.md)")
    assert json.loads(run("parse", name, "--json").stdout)["notes"][0]["path"] == "caf\\xe9.md"
    assert "caf\\xe9.md error unreadable" in run("reindex", vault).stderr
    for words in ([b"parse", b"gone\xff.md"], [b"search", b"\xff"], [b"reindex", b"\xff"]):
        done = run(*words, cwd=vault)
        assert done.returncode in (1, 2)
        assert "Traceback" not in done.stderr


def test_a_note_gives_the_terminal_no_orders(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / "Evil.md").write_text("# \x1b[2J\x07 evil \u202e\n\n\x1b]0;owned\x07 text\n")
    call(capsys, "reindex", vault)
    _, parsed, _ = call(capsys, "parse", vault / "Evil.md")
    _, searched, _ = call(capsys, "search", "evil", "--vault", vault)

    assert "evil" in parsed
    assert "evil" in searched
    assert {"\x1b", "\x07", "\u202e"}.isdisjoint(parsed + searched)


COMMANDS = (
    ["--help"],
    ["parse", "Garden/Compost.md"],
    ["parse", "Odd.md", "--json"],
    ["parse", "gone.md"],
    ["reindex", "--dry-run"],
    ["reindex"],
    ["reindex", "--json"],
    ["reindex", "--full", "--jobs", "2"],
    ["status"],
    ["status", "--json"],
    ["status", "Secret.md"],
    ["get", "Compost", "--with", "outline,links,backlinks,frontmatter"],
    ["get", "Compost#c00", "--json"],
    ["get", "Secret"],
    ["chunks", "Compost"],
    ["export", "--format", "jsonl"],
    ["profiles"],
    ["chunk", "Garden/Compost.md"],
    ["indexes"],
    ["search", "compost"],
    ["search", "compost", "--json"],
    ["search", "zanzibar"],
    ["resolve", "[[Rain]]", "--from", "Compost"],
    ["resolve", "[[Secret]]", "--json"],
    ["links", "Compost"],
    ["backlinks", "Rain", "--json"],
    ["check"],
    ["check", "--all", "--json"],
)


def test_no_command_touches_the_vault(vault: Path) -> None:
    before = _state(vault)

    for words in COMMANDS:
        done = run(*words, cwd=vault)
        assert "Traceback" not in done.stderr, words
        assert _state(vault) == before, words


def test_every_command_but_init_is_among_those_that_touch_nothing() -> None:
    (commands,) = (
        action.choices for action in make_parser()._actions if isinstance(action.choices, dict)
    )

    assert {*commands} - {words[0] for words in COMMANDS} == {"init"}


def test_no_command_opens_a_socket(
    capsys: pytest.CaptureFixture[str], vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a command opened a socket")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.chdir(vault)

    for words in COMMANDS:
        assert call(capsys, *words)[0] in (0, 1, 2, 5)


def _state(root: Path) -> dict[str, tuple[object, ...]]:
    """Content, time and mode of everything below a folder, and of itself."""
    state: dict[str, tuple[object, ...]] = {}
    for each in (root, *root.rglob("*")):
        facts = each.stat()
        content = hashlib.sha256(each.read_bytes()).hexdigest() if each.is_file() else None
        state[str(each)] = (facts.st_mtime_ns, facts.st_mode, facts.st_size, content)
    return state
