"""What holds for every note and every way to cut it: the laws of `chunks.md` §4.

The laws stand in `tests/chunking/laws.py`; here are the notes they are held against: generated,
random, real, and real ones that were tampered with.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet import Profile, read_note
from mindnet.cuts import Overlap
from mindnet.pipeline import cut_note
from tests.chunking.laws import check
from tests.laws.generated import mutations, notes, wild_texts
from tests.laws.vaults import example_notes, real_notes, some_of, text_of

EXAMPLES = [text_of(note) for note in example_notes()]
REAL = real_notes()
MOST = 7.0  # times as long for four times the text
LIMITS = (600, 60, 16, 8, 4, 1)
SIDES = ("none", "previous", "next", "both")
KINDS: dict[str, dict[str, Any]] = {
    "smart": {"strategy": "by_heading"},
    "smart_l3": {"strategy": "by_heading", "split_level": 3},
    "strict": {"strategy": "by_heading", "strict_heading_split": True},
    "strict_l3": {"strategy": "by_heading", "strict_heading_split": True, "split_level": 3},
    "standard": {"strategy": "sliding_window", "target": 400, "max": 600},
    "short": {"strategy": "sliding_window", "target": 200, "max": 350},
}
real = pytest.mark.skipif(not REAL, reason="no real vaults: name their folder in MINDNET_VAULTS")


def a_profile(kind: str, **keys: Any) -> Profile:
    side, tokens = keys.pop("side", "none"), keys.pop("tokens", 65)
    given = {"tokenizer": "chars4", "target": 400, "max": 600, **KINDS[kind], **keys}
    given["target"] = min(given["target"], given["max"])
    return Profile(name=kind, overlap=Overlap(side, tokens), **given)


def profiles(tokenizer: str = "chars4") -> st.SearchStrategy[Profile]:
    return st.builds(
        a_profile,
        st.sampled_from(tuple(KINDS)),
        max=st.sampled_from(LIMITS),
        target=st.sampled_from((400, 40, 10, 5, 3, 1)),
        side=st.sampled_from(SIDES),
        tokens=st.sampled_from((65, 10, 3)),
        sentences=st.sampled_from(("linguistic", "punctuation")),
        tokenizer=st.just(tokenizer),
    )


def some_profiles(seed: str, number: int, **keys: Any) -> Iterator[Profile]:
    """So many ways to cut a note, the same in every run."""
    chance = Random(seed)
    for _ in range(number):
        limit = chance.choice(LIMITS)
        drawn = {
            "max": limit,
            "target": chance.choice((limit, 2 * limit // 3 or 1)),
            "side": chance.choice(SIDES),
            "tokens": chance.choice((65, 10, 3)),
        }
        yield a_profile(chance.choice(tuple(KINDS)), **drawn, **keys)


def check_files(files: Sequence[Path], number: int, **keys: Any) -> None:
    for file in files:
        for profile in some_profiles(file.name, number, **keys):
            try:
                check(text_of(file), profile)
            except Exception as error:
                raise AssertionError(f"{file} breaks a law, cut by {profile}") from error


# Every law but the last: `tests/chunking/laws.py`.


@given(notes(), profiles())
@tries(deadline=None, max_examples=150)
def test_every_law_holds_for_notes_as_people_write_them(text: str, profile: Profile) -> None:
    check(text, profile)


@given(wild_texts(), profiles())
@tries(deadline=None, max_examples=300)
def test_every_law_holds_for_any_text(text: str, profile: Profile) -> None:
    check(text, profile)


@given(mutations(EXAMPLES), profiles())
@tries(deadline=None, max_examples=60)
def test_every_law_holds_for_notes_that_were_tampered_with(text: str, profile: Profile) -> None:
    check(text, profile)


@given(st.one_of(notes(), wild_texts()), profiles("cl100k_base"))
@tries(deadline=None, max_examples=100)
def test_every_law_holds_for_tokens_of_another_kind(text: str, profile: Profile) -> None:
    check(text, profile)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limit", [None, 60, 8])
def test_every_law_holds_for_the_vault_that_ships(kind: str, limit: int | None) -> None:
    keys = {} if limit is None else {"max": limit}
    for text in EXAMPLES:
        for side in ("none", "both"):
            check(text, a_profile(kind, side=side, **keys))


@real
def test_every_law_holds_for_some_real_notes() -> None:
    check_files(some_of(REAL, 300), 1)


@real
def test_every_law_holds_for_some_real_notes_in_tokens_of_another_kind() -> None:
    check_files(some_of(REAL[::-1], 50), 1, tokenizer="cl100k_base")


@pytest.mark.soak
@real
@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
def test_every_law_holds_for_all_real_notes(tokenizer: str) -> None:
    check_files(REAL, 3, tokenizer=tokenizer)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("texts", "number"),
    [(notes(), 20_000), (wild_texts(), 50_000), (mutations(EXAMPLES), 5_000)],
    ids=["written", "wild", "tampered with"],
)
@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
def test_every_law_holds_for_a_hundred_thousand_texts(
    texts: st.SearchStrategy[str], number: int, tokenizer: str
) -> None:
    tries(deadline=None, max_examples=number)(given(texts, profiles(tokenizer))(check))()


# Law 7: a note four times as long takes about four times as long; sixteen would be quadratic.


def seconds(text: str, profile: Profile) -> float:
    note = read_note(text)
    start = time.process_time()
    cut_note(note, profile)
    return time.process_time() - start


def growth(unit: Callable[[int], str], size: int, profile: Profile) -> float:
    once = min(seconds(unit(size), profile) for _ in range(2))
    return seconds(unit(4 * size), profile) / once


def repeated(text: str, before: str = "") -> Callable[[int], str]:
    return lambda size: before + text * (size // len(text))


def steps(size: int) -> str:
    """A list in which each item is nested in the one before it."""
    return "".join(f"{'  ' * i}- a\n" for i in range(int(size**0.5)))


HOSTILE: dict[str, tuple[Callable[[int], str], int]] = {
    "a word": (repeated("a"), 400_000),
    "words": (repeated("word "), 100_000),
    "words without stops on lines": (repeated("some words\n"), 100_000),
    "sentences": (repeated("It is old. "), 100_000),
    "Chinese": (repeated("今天天气很好。"), 100_000),
    "paragraphs": (repeated("It is old.\n\n"), 100_000),
    "paragraphs without stops": (repeated("It is old\n\n", "# A\n\n"), 100_000),
    "headings": (repeated("# A\n\n"), 40_000),
    "steps of headings": (repeated("# A\n\n## B\n\n### C\n\n"), 40_000),
    "headings and texts": (repeated("## A\n\nIt is old.\n\n"), 100_000),
    "an item": (repeated("word ", "- "), 100_000),
    "items": (repeated("- item\n"), 100_000),
    "items with items": (repeated("- item\n  - item\n"), 60_000),
    "steps": (steps, 60_000),
    "a table": (repeated("|a|b|\n", "|a|b|\n|-|-|\n"), 60_000),
    "a row": (repeated("|a", "|a|b|\n|-|-|\n"), 60_000),
    "code": (repeated("x = 1\n", "```py\n"), 100_000),
    "a quote": (repeated("> It is old.\n"), 60_000),
    "paragraphs of a quote": (repeated("> It is old.\n>\n"), 60_000),
    "lines of HTML": (repeated("<b>a</b>\n", "<div>\n"), 60_000),
    "types": (repeated("> [!section] a\n\nx\n\n> [!section] b\n\ny\n\n"), 40_000),
    "comments": (repeated("a %%b%% c. "), 60_000),
    "blocks of comments": (repeated("%% a %%\n\n", "a\n\n"), 40_000),
    "ids": (repeated("It is old. ^a\n\n"), 60_000),
    "embeds": (repeated("![[a]] "), 60_000),
    "clusters": (repeated("e\u0301"), 100_000),
    "rules": (repeated("---\n\n", "a\n\n"), 40_000),
}


@pytest.mark.parametrize("kind", ["smart", "strict", "standard"])
@pytest.mark.parametrize("note", HOSTILE)
def test_the_time_to_cut_grows_with_the_length_of(note: str, kind: str) -> None:
    """Law 7, `strategies.md` §8: overlap on both sides included."""
    unit, size = HOSTILE[note]
    profile = a_profile(kind, side="both", max=60, target=40, tokens=20)

    assert growth(unit, size, profile) < MOST or growth(unit, size, profile) < MOST


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "A line of ten megabytes is read, too.\n" * 260_000,
        "word " * 200_000,
        "a" * 1_000_000,
        "- " * 10_000 + "a",
        "| tree | place |\n|---|---|\n" + "| oak | on a hill |\n" * 100_000,
    ],
    ids=["ten megabytes", "a long line", "a long word", "a deep list", "a long table"],
)
def test_a_note_of_any_size_is_cut_in_seconds(text: str, kind: str) -> None:
    """Law 7."""
    assert seconds(text, a_profile(kind, side="previous")) < 2 * max(2, len(text) / 1e6)
