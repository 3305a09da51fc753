"""`links.md` L23–L26, L29, L34: where a link leads, by which rule."""

from __future__ import annotations

import unicodedata

import pytest

from mindnet.graph.namesakes import Rule
from mindnet.graph.resolve import Answer, Via, find_candidates, resolve
from mindnet.keeping import FileState
from mindnet.names import name_key, normalise
from tests.graph.vaults import GARDEN, NOTE, a_vault, leads, status

NFC, NFD = "Caf\u00e9.md", "Cafe\u0301.md"


# The table of §4, row by row.


@pytest.mark.parametrize(
    ("path", "answer", "rule"),
    [
        ("Plan", "Plan.md", "exact_path"),
        ("PLAN.md", "Plan.md", "exact_path"),
        ("/Plan", "Plan.md", "absolute"),
        ("../Plan", "Projects/Plan.md", "relative"),
        ("Log", "Projects/Garden/Log.md", "shortest_path"),
        ("Garden/log", "Projects/Garden/Log.md", "only_one"),
        ("old/Log", "Projects/Garden/old/Log.md", "only_one"),
        ("./old/../Log", None, "relative"),
        ("/Log", None, "absolute"),
        ("wrong/Log", None, None),
        ("Map", "Areas/A/Map.md", "path_order"),
        ("oak.png", "Assets/oak.png", "only_one"),
        ("oak", None, None),
    ],
)
def test_a_link_from_the_garden_leads_where_the_table_says(
    path: str, answer: str | None, rule: str | None
) -> None:
    """L25: the table of `links.md` §4."""
    assert leads(path, GARDEN) == (answer, rule)


def test_a_link_from_the_root_has_every_file_below_it() -> None:
    """L26, and the last row of the table of `links.md` §4."""
    assert leads("Log", GARDEN, source="Plan.md") == ("Archive/Log.md", "shortest_path")


def test_an_ambiguous_link_has_both_candidates() -> None:
    """L25, L34."""
    assert status("Map", GARDEN) == "ambiguous"
    assert find_candidates("Map", NOTE, GARDEN) == (("Areas/A/Map.md", "Areas/B/Map.md"), 2)


# Names.


@pytest.mark.parametrize(
    ("path", "files", "answer"),
    [
        ("oak.png", ["x/oak.png", "oak.png.md"], "x/oak.png"),
        ("v1.2", ["Projects/v1.2.md"], "Projects/v1.2.md"),
        ("oak", ["oak.png"], None),
        ("oak", ["oak.canvas", "oak.txt"], None),
        ("oak.canvas", ["oak.canvas"], "oak.canvas"),
        ("oak.odd", ["a/oak.odd"], "a/oak.odd"),
        ("oak", ["oak.md", "x/oak"], "x/oak"),
        ("./oak", ["oak.md", "x/oak"], None),
        ("Oak.md", ["Oak.md", "Oak.md.md"], "Oak.md"),
        ("Oak.md", ["Oak.md.md"], "Oak.md.md"),
        ("OAK", ["oak.MD"], "oak.MD"),
    ],
)
def test_a_whole_name_comes_before_one_with_md_behind_it(
    path: str, files: list[str], answer: str | None
) -> None:
    """L23, L24: whatever the extension; `.md` is added only if the whole vault has no such name."""
    assert leads(path, a_vault(*files), source="Note.md")[0] == answer


@pytest.mark.parametrize(
    "path", ["Areas", "Areas/A", "Areas/", "Areas/A/", "/", "./", "../", ".", "..", "a//"]
)
def test_a_folder_is_no_target(path: str) -> None:
    """L23."""
    assert leads(path, GARDEN)[0] is None
    assert status(path, GARDEN) == "missing"


def test_a_file_of_blanks_is_not_meant_by_a_folder() -> None:
    assert leads("Areas/", a_vault("Areas/ ")) == (None, None)


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("oak WOOD", "Oak Wood.md"),
        ("Cafe\u0301", "Caf\u00e9.md"),
        ("Caf\u00e9", "Cafe\u0301.md"),
        ("Oak\u00a0Wood", "Oak Wood.md"),
        ("Oak Wood", "Oak\u00a0Wood.md"),
        (" Oak ", "Oak.md"),
        ("ΟΔΟΣ", "ΟΔΟΣ.md"),
        ("ΟΔΟΣ.md", "ΟΔΟΣ.md"),
        ("οδος", "ΟΔΟΣ.md"),
        ("ÜBUNG", "Übung.md"),
    ],
)
def test_names_are_compared_normalised(path: str, file: str) -> None:
    """L6, L23."""
    assert leads(path, a_vault(f"Trees/{file}")) == (f"Trees/{file}", "only_one")
    assert leads(f"trees/{path.strip()}", a_vault(f"Trees/{file}"))[1] == "exact_path"


@pytest.mark.parametrize(
    ("path", "file"),
    [("STRASSE", "Straße.md"), ("ﬁr", "fir.md"), ("οδοσ", "οδος.md"), ("Resume", "Résumé.md")],
)
def test_names_are_lowered_and_never_folded(path: str, file: str) -> None:
    """L6: `str.lower`, no case folding."""
    assert leads(path, a_vault(file)) == (None, None)


@pytest.mark.parametrize("name", ["Oak", "ΟΔΟΣ", "ΟΔΟΣ.ΑΣ", "İ", "Cafe\u0301", "a.b"])
def test_a_name_with_md_behind_it_has_the_key_with_md_behind_it(name: str) -> None:
    """L24, L47: an edge keeps the key of its name, and both keys are looked up by it."""
    assert normalise(name + ".md") == normalise(name) + ".md"
    assert name_key(f"ΑΣ/{name}.md") == name_key(f"ΑΣ/{name}") + ".md"


# Rules.


@pytest.mark.parametrize("path", ["", " ", "\u00a0"])
def test_a_blank_path_means_the_source(path: str) -> None:
    """L25 `self`."""
    answer = resolve(path, NOTE, GARDEN)

    assert answer == Answer(NOTE, FileState.NOTE, Rule.SELF, Via.NAME)
    assert find_candidates(path, NOTE, GARDEN) == ((NOTE,), 1)


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("./Log", "Projects/Garden/Log.md"),
        (" ./Log ", "Projects/Garden/Log.md"),
        ("./old/log", "Projects/Garden/old/Log.md"),
        ("./../Plan", "Projects/Plan.md"),
        (".././v1.2", "Projects/v1.2.md"),
        ("../../Plan", "Plan.md"),
        ("../../Archive/Log.md", "Archive/Log.md"),
        ("../Garden/Log", "Projects/Garden/Log.md"),
        ("../Log", None),
        ("../../../Plan", None),
        ("../../../Projects/Plan", None),
        (".//Log", None),
        ("../Garden/./Log", None),
    ],
)
def test_a_relative_path_is_followed_from_the_folder_of_the_source(
    path: str, answer: str | None
) -> None:
    """L25 `relative`: that very path or missing; above the root: missing."""
    assert leads(path, GARDEN) == (answer, "relative")


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/Archive/log", "Archive/Log.md"),
        ("/Archive/Log.md", "Archive/Log.md"),
        ("/Assets/oak.png", "Assets/oak.png"),
        ("//Plan", None),
        ("/./Plan", None),
        ("/Garden/Log", None),
    ],
)
def test_an_absolute_path_is_that_very_path(path: str, answer: str | None) -> None:
    """L25 `absolute`."""
    assert leads(path, GARDEN) == (answer, "absolute")


def test_an_exact_path_comes_before_a_file_beside_the_source() -> None:
    """L25 `exact_path`."""
    vault = a_vault("Log.md", "a/Log.md", "a/b/Log.md", "b/Log.md")

    assert leads("Log", vault, source="a/Note.md") == ("Log.md", "exact_path")
    assert leads("b/Log", vault, source="a/Note.md") == ("b/Log.md", "exact_path")
    assert find_candidates("Log", "a/Note.md", vault).shown == (
        "Log.md",
        "a/Log.md",
        "a/b/Log.md",
        "b/Log.md",
    )


def test_a_path_fits_by_whole_segments() -> None:
    """L25 `only_one`, §11."""
    vault = a_vault("x/ab/N.md", "x/b/N.md", "x/bc/N.md")

    assert leads("b/N", vault) == ("x/b/N.md", "only_one")
    assert leads("b/N", a_vault("ab/N.md")) == (None, None)
    assert leads("N", a_vault("aN.md", "x/aN.md")) == (None, None)


def test_one_file_in_or_below_the_own_folder_comes_before_shorter_paths() -> None:
    """L25 `own_folder`."""
    vault = a_vault("b/Log.md", "Projects/Garden/deep/er/Log.md", "Projects/Log.md")

    assert leads("Log", vault) == ("Projects/Garden/deep/er/Log.md", "own_folder")
    assert leads("log", vault, source="PROJECTS/GARDEN/x.md")[1] == "own_folder"


@pytest.mark.parametrize("beside", ["a0", "a!", "aa", "A.", "a 0", "a00"])
def test_a_folder_whose_name_begins_like_the_own_one_is_another(beside: str) -> None:
    """L25 `own_folder`."""
    vault = a_vault(f"{beside}/Log.md", "b/Log.md", "cccccc/Log.md")

    assert leads("Log", vault, source="a/Note.md") == ("b/Log.md", "shortest_path")


def test_folders_above_the_source_give_no_preference() -> None:
    """L26."""
    vault = a_vault("b/Log.md", "Projects/Log.md", "Projects/Gardens/Log.md")

    assert leads("Log", vault) == ("b/Log.md", "shortest_path")


def test_the_shortest_path_is_counted_in_characters_of_the_whole_path() -> None:
    """L25 `shortest_path`, §11: code points, outside the BMP too."""
    assert leads("Log", a_vault("abcd/Log.md", "a/b/Log.md"))[0] == "a/b/Log.md"
    assert leads("Log", a_vault("aaaa/Log.md", "😀😀😀/Log.md"))[0] == "😀😀😀/Log.md"
    assert leads("Log", a_vault("İİ/Log.md", "abc/Log.md"))[0] == "İİ/Log.md"


def test_the_spelling_of_the_link_breaks_a_tie() -> None:
    """L25 `same_case`, §11."""
    vault = a_vault("a/map.md", "b/Map.md", "c/MAP.md")

    assert leads("Map", vault) == ("b/Map.md", "same_case")
    assert leads("MAP.md", vault) == ("c/MAP.md", "same_case")
    assert leads("mAp", vault) == ("a/map.md", "path_order")
    assert find_candidates("MAP", NOTE, vault).shown == ("c/MAP.md", "a/map.md", "b/Map.md")


def test_among_several_of_the_same_spelling_the_first_path_is_taken() -> None:
    """L25 `path_order`: by code points."""
    vault = a_vault("é/Map.md", "a/map.md", "z/Map.md", "c/Map.md")

    assert leads("Map", vault) == ("c/Map.md", "path_order")
    assert leads("map", vault) == ("a/map.md", "same_case")
    assert find_candidates("Map", NOTE, vault).shown == (
        "c/Map.md",
        "z/Map.md",
        "é/Map.md",
        "a/map.md",
    )


@pytest.mark.parametrize(("one", "other"), [("a/Log.md", "a/log.md"), (f"a/{NFC}", f"a/{NFD}")])
def test_files_that_differ_in_spelling_only_are_told_apart_by_it(one: str, other: str) -> None:
    """L26: after `relative`, `absolute` and `exact_path` too."""
    vault = a_vault(one, other)

    for file in (one, other):
        name = file.removeprefix("a/").removesuffix(".md")
        for path in (f"./{name}", f"/a/{name}", f"a/{name}", f"a/{name}.md", name):
            assert leads(path, vault, source="a/Note.md") == (file, "same_case"), path
    for path in ("./LOG", "/a/LOG", "a/LOG", "LOG") if one == "a/Log.md" else ("CAFÉ", "/a/CAFÉ"):
        assert leads(path, vault, source="a/Note.md") == (min(one, other), "path_order")
        assert status(path, vault, source="a/Note.md") == "ambiguous"


def test_a_spelling_counts_in_every_unicode_form() -> None:
    """L25 `same_case`: a path is told in NFC, however the disk and the link spell it."""
    vault = a_vault(f"a/{NFC}", f"b/{NFC.upper()}")

    assert leads(NFD.removesuffix(".md"), vault) == (f"a/{NFC}", "same_case")
    assert unicodedata.normalize("NFC", NFD) == NFC


@pytest.mark.parametrize("path", ["https://x", "https://x.org/Plan", "obsidian:Plan"])
def test_a_wikilink_with_a_scheme_is_a_name(path: str) -> None:
    """L29."""
    assert leads(path, GARDEN) == (None, None)
    assert leads("https://x", a_vault("a/https:/x.md")) == (None, None)


def test_a_note_may_name_itself() -> None:
    """L33: `resolved`, not `self`."""
    assert leads("Plan", a_vault("a/Plan.md"), "a/Plan.md") == ("a/Plan.md", "only_one")
    assert status("Plan", a_vault("a/Plan.md"), "a/Plan.md") == "resolved"
