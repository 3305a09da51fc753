"""What holds for every vault and every link: `links.md` L24–L27, read word by word.

`read_literally` goes through all files for each line of the table of L25; `resolve` has to
give the same answer, in time that does not grow with their number.
"""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.graph.resolve import find_candidates, ghost_name, resolve
from mindnet.keeping import FileState
from mindnet.names import name_key, normalise
from tests.graph.vaults import GARDEN, NOTE, a_vault, by_name, leads

Files = dict[str, FileState]

HIDDEN = {FileState.IGNORED, FileState.PRIVATE}
FOLDERS = ["a", "A", "b", "ab", "a0", "a.", "a b", "ü", "u\u0308", "😀"]
NAMES = ["N", "n", "N.md", "n.md", "n.MD", "N.png", "é.md", "e\u0301.md", "É.md", "n.md.md"]
LEADS = ["", "", "", "./", "../", "../../", "./../", "/", "//"]

folders = st.lists(st.sampled_from(FOLDERS), max_size=3).map("/".join)
paths = st.builds(
    lambda folder, name: f"{folder}/{name}" if folder else name, folders, st.sampled_from(NAMES)
)
links = st.builds(
    lambda lead, path, note: lead + (path.removesuffix(".md") if note else path),
    st.sampled_from(LEADS),
    paths,
    st.booleans(),
)
vaults = st.dictionaries(paths, st.sampled_from(FileState), max_size=12)


# The reading that is slow and plain.


def read_literally(link: str, source: str, files: Files) -> tuple[list[str], str | None]:
    """The files that the last line leaves, the first of them being the answer; the rule."""
    named = [path for path in files if name_key(path) == name_key(link)]
    if not named:
        link += ".md"
        named = [path for path in files if name_key(path) == name_key(link)]
    if link.startswith(("./", "../")):
        link, rule = seen_from_the_root(link, source), "relative"
        return by_spelling([path for path in named if same(path, link)], link, rule)
    if link.startswith("/"):
        return by_spelling([path for path in named if same(path, link[1:])], link[1:], "absolute")
    exact = [path for path in named if same(path, link)]
    if exact:
        return by_spelling(exact, link, "exact_path")
    fits = [path for path in named if normalise(path).endswith("/" + normalise(link))]
    if len(fits) <= 1:
        return fits, "only_one" if fits else None
    folder = normalise(source).rpartition("/")[0]
    own = [path for path in fits if not folder or normalise(path).startswith(folder + "/")]
    if len(own) == 1:
        return own, "own_folder"
    fits = own or fits
    shortest = min(map(length, fits))
    return by_spelling([path for path in fits if length(path) == shortest], link, "shortest_path")


def by_spelling(fits: list[str], link: str, rule: str) -> tuple[list[str], str | None]:
    """`same_case` and `path_order`."""
    if len(fits) <= 1:
        return fits, rule if fits or rule in ("relative", "absolute") else None
    exact = [path for path in fits if f"/{path}".endswith(f"/{link}")]
    alike = [path for path in fits if f"/{nfc(path)}".endswith(f"/{nfc(link)}")]
    left = sorted(exact or alike or fits)
    return left, "same_case" if len(left) == 1 else "path_order"


def seen_from_the_root(link: str, source: str) -> str:
    steps = source.split("/")[:-1]
    while link.startswith(("./", "../")):
        if link.startswith("../"):
            if not steps:
                return "above/the/root"
            steps.pop()
        link = link.partition("/")[2]
    return "/".join([*steps, link])


def same(one: str, other: str) -> bool:
    return normalise(one) == normalise(other)


def length(path: str) -> int:
    return len(nfc(path))


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


# The laws.


@given(links, paths, vaults)
@tries(max_examples=1_000, deadline=None)
def test_a_link_leads_where_the_words_of_the_rules_say(
    link: str, source: str, files: Files
) -> None:
    """L24–L27."""
    left, rule = read_literally(link, source, files)
    answer = resolve(link, source, by_name(files.items()))

    state = files[left[0]] if left else None
    if state == FileState.IGNORED:
        assert answer == (None, None, "excluded", None)
    elif state is None or state == FileState.PRIVATE:
        without = {"./": "relative", "..": "relative"}.get(link[:2])
        without = "absolute" if link.startswith("/") else without
        assert answer == (None, None, without, None)
    else:
        assert answer == (left[0], state, rule, "name")


@given(links, paths, vaults, st.randoms())
def test_the_order_in_which_files_are_found_does_not_matter(
    link: str, source: str, files: Files, random: object
) -> None:
    shuffled = list(files.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # a random.Random of hypothesis

    for ask in (resolve, find_candidates):
        assert ask(link, source, by_name(files.items())) == ask(link, source, by_name(shuffled))


@given(links, paths, vaults)
@tries(max_examples=300)
def test_candidates_begin_with_the_answer_and_hold_what_fits(
    link: str, source: str, files: Files
) -> None:
    """L27, L34."""
    seen = dict.fromkeys(files, FileState.NOTE)
    every = find_candidates(link, source, by_name(seen.items()))
    shown = find_candidates(link, source, by_name(files.items()))

    assert every.shown[:1] == tuple(read_literally(link, source, seen)[0][:1])
    assert shown.shown == tuple(path for path in every.shown if files[path] not in HIDDEN)
    assert shown.number == len(shown.shown)
    ending = "/" + name_key(link)
    assert all(f"/{name_key(path)}" in (ending, ending + ".md") for path in every.shown)


@given(links, paths, vaults)
def test_an_answer_depends_on_the_files_of_two_names_alone(
    link: str, source: str, files: Files
) -> None:
    """L47."""
    keys = {name_key(link), name_key(link) + ".md"}
    few = {path: state for path, state in files.items() if name_key(path) in keys}

    answer = resolve(link, source, by_name(files.items()))
    assert answer == resolve(link, source, by_name(few.items()))


@given(st.text(max_size=40), st.text(max_size=40))
@tries(max_examples=300)
def test_whatever_a_link_says_there_is_an_answer(link: str, source: str) -> None:
    vault = a_vault("a/n.md", "n.md")

    answer = resolve(link, source, vault)
    assert answer.resolved in (None, source, "a/n.md", "n.md")
    assert bool(ghost_name(link, source)) == bool(normalise(link))


# Ten thousand of a kind.


def test_ten_thousand_notes_of_one_name_and_as_many_links_take_no_long_time() -> None:
    notes = [f"years/{number:05}/Log.md" for number in range(10_000)]
    vault = a_vault(*notes)
    start = time.process_time()

    for number, path in enumerate(notes):
        note = path.replace("Log", "Note")
        assert leads("Log", vault, note) == (path, "own_folder")
        assert leads(f"{number:05}/log", vault, note) == (path, "only_one")
        assert leads("lOG", vault, f"{number}.md") == (notes[0], "path_order")
    assert find_candidates("Log", "a/b.md", vault) == (tuple(notes[:50]), 10_000)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("path", ["../" * 3_400, "a/" * 5_000 + "Log", "Log" * 3_400, "/" * 10_000])
def test_a_target_of_ten_kilobytes_takes_no_long_time(path: str) -> None:
    start = time.process_time()

    for _ in range(100):
        assert leads(path, GARDEN)[0] is None
        assert ghost_name(path, NOTE)
    assert time.process_time() - start < 1
