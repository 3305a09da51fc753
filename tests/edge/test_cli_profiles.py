from __future__ import annotations

import json
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main

NOTES = {
    "Soup.md": "---\ntype: recipe\n---\n# Soup\n",
    "Bread.md": "---\nchunk_profile: recipes\n---\n# Bread\n",
    "Day.md": "A day.\n",
    "Odd.md": "---\nchunk_profile: recipe\n---\nOdd.\n",
    "Secret.md": "---\nprivate: true\nchunk_profile: hidden\n---\nmine\n",
}
RECIPES = (
    'about = "Recipes."\nextends = "heading_strict"\nmax = 300\n[window]\nsection_type = true\n'
)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    root = tmp_path / "vault"
    (root / ".mindnet" / "profiles").mkdir(parents=True)
    (root / ".mindnet" / "profiles" / "recipes.toml").write_text(RECIPES)
    (root / ".mindnet" / "config.toml").write_text('[types]\nrecipe = "recipes"\n')
    for name, text in NOTES.items():
        (root / name).write_text(text)
    return root


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def test_the_list_tells_sizes_sources_and_notes(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "profiles", "--vault", vault)

    assert code == 0
    assert (
        "recipes            by_heading      300     300  -    2      vault\n    Recipes.\n" in out
    )
    assert "    1 by chunk_profile in its frontmatter, 1 by type recipe\n" in out
    assert "sentence           by_sentence     -       500  -    0      shipped\n" in out
    assert "heading_smart      by_heading      400     600  -    2      shipped\n" in out
    assert "    2 by default_profile\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert err == (
        "Odd.md:2 warning unknown_profile chunk_profile names no profile that exists: "
        "'recipe'; did you mean recipes?\n"
    )


def test_private_notes_are_not_counted(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    _, out, err = call(capsys, "profiles", "list", "--vault", vault, "--json")

    counted = [each["notes"]["count"] for each in json.loads(out)["profiles"]]
    assert sum(counted) == len(NOTES) - 1
    assert "Secret" not in err
    assert "hidden" not in err


def test_outside_of_a_vault_the_shipped_ones_are_listed(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "profiles")
    assert (code, err) == (0, "")
    assert out.startswith("profile            strategy        target  max  min  from\n")
    assert "recipes" not in out

    code, out, _ = call(capsys, "profiles", "--json")
    assert {each["notes"] for each in json.loads(out)["profiles"]} == {None}
    assert vault.is_dir()


def test_the_list_as_json_has_the_whole_profiles(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, _ = call(capsys, "profiles", "--vault", vault, "--json")
    answer = json.loads(out)
    (recipes,) = (each for each in answer["profiles"] if each["name"] == "recipes")

    assert code == 0
    assert list(answer) == ["mindnet", "index", "profiles"]
    assert answer["index"] is None
    assert (recipes["strategy"], recipes["target"], recipes["max"]) == ("by_heading", 300, 300)
    assert recipes["overlap"] == {"side": "none", "tokens": 65, "ratio": None}
    assert recipes["window"]["section_type"] is True
    assert (recipes["source"], recipes["extends"]) == (
        ".mindnet/profiles/recipes.toml",
        ["heading_strict"],
    )
    assert recipes["notes"] == {
        "count": 2,
        "rules": [
            {"rule": "chunk_profile in its frontmatter", "count": 1},
            {"rule": "type recipe", "count": 1},
        ],
    }


def test_show_tells_every_key_and_its_layer(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    code, out, err = call(capsys, "profiles", "show", "recipes", "--vault", vault)
    rows = [line.split(maxsplit=2) for line in out.splitlines()[3:]]
    told = {key: (value, layer) for key, value, layer in rows}

    assert (code, err) == (0, "")
    assert out.startswith("recipes (.mindnet/profiles/recipes.toml, extends heading_strict)\n")
    assert told["strategy"] == ('"by_heading"', "shipped heading_strict")
    assert told["max"] == ("300", ".mindnet/profiles/recipes.toml")
    assert told["target"] == ("300", "gives way to max of .mindnet/profiles/recipes.toml")
    assert told["overlap.tokens"] == ("65", "default")
    assert told["overlap.ratio"] == ("-", "default")
    assert len(told) == 22

    _, out, _ = call(capsys, "profiles", "show", "recipes", "--vault", vault, "--json")
    (recipes,) = json.loads(out)["profiles"]
    assert recipes["origins"]["tokenizer"] == "default"


@pytest.mark.parametrize("action", ["list", "show", "check"])
def test_a_wrong_profile_is_exit_code_2_with_its_line(
    capsys: pytest.CaptureFixture[str], vault: Path, action: str
) -> None:
    file = vault / ".mindnet" / "profiles" / "broken.toml"
    file.write_text('strategy = "by_block"\nmaks = 5\n')
    name = ["fixed"] if action == "show" else []
    code, out, err = call(capsys, "profiles", action, *name, "--vault", vault)

    assert (code, out) == (2, "")
    assert err == f"mindnet: {file}:2: there is no key maks; did you mean max?\n"


def test_check_says_that_all_is_well(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    assert call(capsys, "profiles", "check", "--vault", vault) == (
        0,
        "9 profiles in order, 1 of them from the vault\n",
        "",
    )


def test_check_finds_settings_that_name_no_profile(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    (vault / ".mindnet" / "config.toml").write_text('default_profile = "recipe"')
    code, out, err = call(capsys, "profiles", "check", "--vault", vault, "--json")

    assert (code, out) == (2, "")
    message = json.loads(err)["error"]["message"]
    assert "config.toml:1: default_profile names a profile that does not exist" in message
    assert "did you mean recipes?" in message


def test_a_wrong_profile_leaves_the_index_as_it_was(
    capsys: pytest.CaptureFixture[str], vault: Path, tmp_path: Path
) -> None:
    db = tmp_path / "index.db"
    (vault / ".mindnet" / "profiles" / "recipes.toml").write_text("max = 0")

    code, _, err = call(capsys, "reindex", vault, "--db", db)
    assert code == 2
    assert "recipes.toml:1: max should be a whole number above 0" in err
    assert not db.exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show"], "which profile?"),
        (["show", "recipe"], "there is no profile 'recipe'; there are fixed"),
        (["list", "fixed"], "takes no name"),
        (["check", "fixed"], "takes no name"),
        (["lst"], "invalid choice: 'lst'"),
        (["--vault", "nowhere"], "there is no vault at nowhere"),
    ],
)
def test_a_wrong_command_line_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], vault: Path, words: list[str], sentence: str
) -> None:
    code, out, err = call(capsys, "profiles", *words)

    assert (code, out) == (2, "")
    assert err.startswith("mindnet: ")
    assert sentence in err
    assert vault.is_dir()


def test_nothing_is_written(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    before = _state(vault)

    for words in (["chunk", "vault/Soup.md"], ["profiles", "--vault", "vault"], ["profiles"]):
        assert call(capsys, *words)[0] == 0
        assert call(capsys, *words, "--json")[0] == 0
    assert _state(vault) == before


def _state(root: Path) -> dict[str, tuple[int, bytes]]:
    files = [each for each in root.rglob("*") if each.is_file()]
    return {str(each): (each.stat().st_mtime_ns, each.read_bytes()) for each in files}
