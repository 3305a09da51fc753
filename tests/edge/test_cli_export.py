"""`mindnet export`: `index.md` §3 and `interfaces.md` §3."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from mindnet.edge.cli.main import main
from mindnet.library import EVERYTHING, open_library
from tests.store.vaults import a_vault, an_index

NOTES = {
    "Oak.md": "---\ntags: [tree]\n---\n# Oak 🌳\n\nWater [[Rain]] #dry\u2028never\0.\n",
    "Rain.md": "Zażółć.\n",
}


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINDNET_VAULT", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MINDNET_DB", str(tmp_path / "index.db"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = a_vault(tmp_path / "vault", NOTES)
    an_index(root, tmp_path / "index.db").close()
    return root


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    return code, *capsys.readouterr()


def test_a_dump_is_one_object_per_line(capsys: pytest.CaptureFixture[str], vault: Path) -> None:
    code, out, err = call(capsys, "export", "--format", "jsonl", "--vault", vault)

    with open_library(vault) as library:
        assert [json.loads(line) for line in out.removesuffix("\n").split("\n")] == list(
            library.export()
        )
    assert (code, err) == (0, "")
    assert "🌳" in out
    assert "Zażółć" in out


def test_the_kinds_that_are_asked_for_come_alone(
    capsys: pytest.CaptureFixture[str], vault: Path
) -> None:
    whole = call(capsys, "export", "--vault", vault)[1].splitlines(keepends=True)
    parts = [call(capsys, "export", "--vault", vault, "--what", each)[1] for each in EVERYTHING]

    assert "".join(parts) == "".join(whole)
    assert call(capsys, "export", "--vault", vault, "--what", "tags,notes")[1] == (
        parts[EVERYTHING.index("notes")] + parts[EVERYTHING.index("tags")]
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--what", "nots"], "did you mean notes?"),
        (["--what", "notes,zzz"], "there are chunks, edges, notes, problems, tags"),
        (["--what", ""], "there are chunks"),
        (["--format", "csv"], "choose from"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    capsys: pytest.CaptureFixture[str], vault: Path, words: list[str], told: str
) -> None:
    code, out, err = call(capsys, "export", "--vault", vault, *words)

    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_without_an_index_the_command_to_run_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = a_vault(tmp_path / "vault", NOTES)
    code, out, err = call(capsys, "export", "--vault", root, "--json")

    assert (code, out) == (3, "")
    assert json.loads(err)["error"]["code"] == "no_index"
    assert "mindnet reindex" in err


def test_a_reader_who_goes_away_is_no_reason_to_complain(tmp_path: Path) -> None:
    root = a_vault(tmp_path / "vault", {f"{i}.md": "# Oak\n\nwords\n" * 60 for i in range(60)})
    an_index(root, tmp_path / "index.db").close()
    words = [sys.executable, "-m", "mindnet", "export", "--vault", str(root)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as export:
        assert export.stdout is not None
        assert export.stderr is not None
        assert json.loads(export.stdout.readline())["rec"] == "note"
        export.stdout.close()
        complaint = export.stderr.read()

    assert (export.returncode, complaint) == (141, b"")


def test_a_dump_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    text = "\n\n".join(f"# {i}\n\n{'The oak is old. ' * 20}" for i in range(60))
    profile = 'extends = "heading_smart"\ntokenizer = "chars4"\n'
    root = a_vault(tmp_path / "vault", {f"{i}.md": text for i in range(100)}, profile)
    with an_index(root) as library:
        size = 0
        tracemalloc.start()
        for record in library.export():
            size += len(json.dumps(record))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert size > 8_000_000
    assert peak < 1_500_000
