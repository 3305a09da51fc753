"""`mindnet resolve`, `links` and `backlinks`, as people and programs see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.asking.vaults import FILES, a_vault
from tests.edge.commands import ask, call

EDGE = [
    "source", "source_chunk", "section_path", "section_type", "line", "char_start", "char_end",
    "raw", "kind", "syntax", "key", "relation", "target_text", "heading", "block", "alias",
    "resolved", "resolved_chunk", "fragment_ok", "status", "rule", "via",
]  # fmt: skip
RESOLUTION = [
    "link", "source", "target_text", "heading", "block", "alias", "status", "resolved", "rule",
    "via", "fragment_ok", "anchor", "candidates", "candidate_count", "suggestion",
]  # fmt: skip


@pytest.fixture(autouse=True)
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "index.db"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    root = a_vault(tmp_path / "vault", FILES)
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def index(capsys: pytest.CaptureFixture[str], vault: Path) -> Path:
    call(capsys, "reindex")
    return vault


@pytest.mark.usefixtures("index")
def test_resolve_tells_the_rule_and_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "resolve", "[[Oak#Care]]", "--from", "Rain")

    assert (code, err) == (0, "")
    assert out == (
        "[[Oak#Care]] in Rain.md leads to Trees/Oak.md:8, heading Care\n"
        "by only_one: no other path ends in the link's words\n"
    )


@pytest.mark.usefixtures("index")
def test_a_link_that_leads_nowhere_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "resolve", "[[wrong/Oak]]")
    assert (code, err) == (
        1,
        "as from a note in the root of the vault; --from NOTE names another\n",
    )
    assert out == (
        "[[wrong/Oak]] leads nowhere: there is no wrong/Oak\ndid you mean [[Oak]] (Trees/Oak.md)?\n"
    )

    code, out, err = call(capsys, "resolve", "[[Diary]]", "--json")
    (found,) = json.loads(out)["resolutions"]
    assert (code, err) == (1, "")
    assert (found["status"], found["resolved"], found["candidates"]) == ("missing", None, [])


@pytest.mark.usefixtures("index")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["[x](https://e.org)"], "leads out of the vault, to https://e.org"),
        (["Sun.png"], "leads to Pictures/Sun.png, no note"),
        (["Oak#^old"], "leads to Trees/Oak.md:6, block ^old"),
        (["Oak#Fruit"], "leads to Trees/Oak.md, which has no heading Fruit"),
        (["[[#Why]]", "--from", "Rain"], "by self: a link without a path means the note it"),
        (["[[../Rain]]", "--from", "Oak"], "by relative: it begins with ./ or ../ and means"),
        (["[[/Rain]]"], "by absolute: it begins with / and means that very path"),
        (["[[Rain]]"], "by exact_path: the link names its whole path"),
    ],
)
def test_every_answer_has_its_words(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, out, _ = call(capsys, "resolve", *words)

    assert code == 0
    assert said in out


@pytest.mark.usefixtures("index")
@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("[[Day]]", "nowhere: the settings leave out the file that it means"),
        ("[[../Rain]]", "nowhere: there is no ../Rain, seen from the root"),
        ("[[Oat]]", "nowhere: no file is called Oat"),
    ],
)
def test_every_way_to_nowhere_has_its_words(
    capsys: pytest.CaptureFixture[str], link: str, said: str
) -> None:
    code, out, _ = call(capsys, "resolve", link)

    assert code == 1
    assert said in out


def test_the_other_candidates_are_told_with_what_spoke_against_them(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    for name in ("a/Log.md", "a/LOG.md", "a/b/Log.md", "c/Log.md"):
        a_vault(vault, {name: ""})
    for number in range(20):
        a_vault(vault, {f"many/{number:02}/Map.md": ""})
    (vault / "Log.md").unlink()
    call(capsys, "reindex")
    _, out, _ = call(capsys, "resolve", "[[Log]]", "--from", "a/b/Log")
    assert "  c/Log.md    not in a/b\n" in out
    _, out, _ = call(capsys, "resolve", "[[Log]]")
    assert "by same_case: the only one of those that fit" not in out  # c/Log.md is spelled so too
    assert "  a/LOG.md    later by path\n" in out
    assert "  a/b/Log.md  a longer path: 10 characters, not 8\n" in out
    _, out, _ = call(capsys, "resolve", "[[Map]]")
    assert out.endswith("  and 10 more\n")
    assert "to be sure, write [[00/Map]] (many/00/Map.md)\n" in out


def test_an_alias_leads_where_the_settings_let_it(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    config = vault / ".mindnet" / "config.toml"
    config.write_text(config.read_text() + "[links]\nresolve_aliases = true\n")
    a_vault(vault, {"Quercus.md": "---\naliases: [English Oak]\n---\n"})
    call(capsys, "reindex")
    code, out, _ = call(capsys, "resolve", "[[english oak]]")

    assert code == 0
    assert out == "[[english oak]] leads to Quercus.md\nby alias: that note has this alias\n"
    (found,) = ask(capsys, "resolve", "[[English Oak]]")["resolutions"]
    assert (found["via"], found["rule"], found["candidates"]) == ("alias", None, ["Quercus.md"])


@pytest.mark.usefixtures("index")
def test_links_are_grouped_by_relation(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "links", "Oak#Care#^dry")
    assert (code, err) == (0, "Trees/Oak#^dry: 1 link\n")
    assert out == "links_to (1)\n  Trees/Oak.md:13  [the rain](Rain.md#Why)  Rain.md#Why\n"

    _, out, err = call(capsys, "links", "Oak", "-n", "4")
    assert err == "Trees/Oak: 9 links, 4 of them shown\n"
    assert out.split("\n\n") == [
        "up (1)\n  Trees/Oak.md:2  [[Trees]]  missing",
        "soil (1)\n  Trees/Oak.md:6  [[Loam]]  missing",
        "links_to (1)\n  Trees/Oak.md:6  [[Elm]]  missing",
        "depends_on (1)\n  Trees/Oak.md:11  [[Rain]]  Rain.md\n",
    ]


@pytest.mark.usefixtures("index")
def test_backlinks_are_called_by_their_inverse(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "backlinks", "Rain")
    assert (code, err) == (0, "Rain: 4 backlinks\n")
    assert out.split("\n\n") == [
        "near (2)\n  Moss.md:3  [[Rain]]\n  Rain.md:4  [[Rain]]",
        "required_by (1)\n  Trees/Oak.md:11  [[Rain]]",
        "linked_by (1)\n  Trees/Oak.md:13  [the rain](Rain.md#Why)\n",
    ]
    code, out, err = call(capsys, "backlinks", "Loam")
    assert (code, err) == (0, "Loam: 1 backlink (no such note yet)\n")
    assert out == "soil, inwards (1)\n  Trees/Oak.md:6  [[Loam]]\n"


@pytest.mark.usefixtures("index")
def test_nothing_found_is_exit_code_1_and_an_unknown_name_5(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert call(capsys, "links", "Moss:1") == (1, "", "Moss:1@1f978847: no links\n")
    code, out, err = call(capsys, "links", "Oak", "--relation", "near", "--json")
    assert (code, json.loads(out)["edges"], err) == (1, [], "")
    code, out, err = call(capsys, "backlinks", "Raim")
    assert (code, out) == (5, "")
    assert "did you mean Rain?" in err
    code, out, err = call(capsys, "backlinks", "Oak#Fruit", "--json")
    assert (code, out, json.loads(err)["error"]["code"]) == (5, "", "unknown_ref")


def test_a_text_that_changed_is_told(capsys: pytest.CaptureFixture[str], index: Path) -> None:
    ref = ask(capsys, "get", "Moss:3")["texts"][0]["ref"]
    (index / "Moss.md").write_text("Wet.\n\nSee [[Oak]].\n")
    code, out, err = call(capsys, "links", ref)

    assert code == 1
    assert "[[Oak]]" in out
    assert err.endswith("1 link (the text that was cited has changed)\n")


@pytest.mark.usefixtures("index")
def test_answers_as_json_have_one_shape(capsys: pytest.CaptureFixture[str]) -> None:
    links = ask(capsys, "links", "Oak")
    assert list(links) == ["mindnet", "index", "edges"]
    assert {tuple(each) for each in links["edges"]} == {(*EDGE, "direction", "inverse")}
    back = ask(capsys, "backlinks", "Rain")
    assert list(back) == ["mindnet", "index", "edges"]
    assert {tuple(each) for each in back["edges"]} == {(*EDGE, "direction", "inverse")}
    found = ask(capsys, "resolve", "[[Oak#Care]]", "--from", "Rain")
    assert list(found) == ["mindnet", "index", "resolutions"]
    assert list(found["resolutions"][0]) == RESOLUTION
    assert found["resolutions"][0]["anchor"] == {"kind": "heading", "text": "Care", "line": 8}
    code, out, err = call(capsys, "check", "--json")
    findings: dict[str, Any] = json.loads(out)
    assert (code, err) == (1, "")
    assert list(findings) == ["mindnet", "index", "problems", "edges"]
    assert {tuple(each) for each in findings["edges"]} == {(*EDGE, "ghost", "suggestion")}


@pytest.mark.usefixtures("index")
def test_python_and_the_command_give_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    import mindnet

    with mindnet.open_library() as library:
        told = [each.to_dict() for each in library.backlinks("Rain", relation="near")]
        found = library.resolve("[[Oak]]", source="Rain").to_dict()
        broken = [each.to_dict() for each in library.check().edges]
    assert ask(capsys, "backlinks", "Rain", "--relation", "near")["edges"] == told
    assert ask(capsys, "resolve", "[[Oak]]", "--from", "Rain")["resolutions"] == [found]
    assert json.loads(call(capsys, "check", "--json")[1])["edges"] == broken


@pytest.mark.parametrize(
    "words", [["resolve", "[[Oak]]"], ["links", "Oak"], ["backlinks", "Oak"], ["check"]]
)
def test_without_an_index_the_next_command_is_named(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    code, out, err = call(capsys, *words)

    assert (code, out) == (3, "")
    assert "run mindnet reindex" in err


def test_no_link_gives_the_terminal_an_order(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    evil = "\x1b]0;owned\x07"
    a_vault(vault, {"Evil.md": f"[[{evil}\u202e]] [[Oak#{evil}]] x:: [[Oak|{evil}]]\n"})
    call(capsys, "reindex")
    answers = [
        call(capsys, "check", "--all"),
        call(capsys, "links", "Evil"),
        call(capsys, "backlinks", "Oak"),
        call(capsys, "resolve", f"[[Oak#{evil}]]", "--from", "Evil"),
        call(capsys, "resolve", f"[[{evil}]]"),
        call(capsys, "resolve", f"[[{evil}"),
    ]

    assert all("owned" in f"{out}{err}" for _, out, err in answers)
    for _, out, err in answers:
        assert {"\x1b", "\x07", "\u202e"}.isdisjoint(f"{out}{err}")
