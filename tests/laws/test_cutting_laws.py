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

from mindnet import Note, Profile, read_note
from mindnet.cuts import Overlap
from mindnet.pipeline import cut_note
from tests.chunking.laws import check
from tests.laws.generated import mutations, notes, wild_texts
from tests.laws.vaults import example_notes, real_notes, some_of, text_of

EXAMPLES = [text_of(note) for note in example_notes()]
REAL = real_notes()
SIZE, MOST = 24_000, 10.0  # characters; times as long for four times the text
LIMITS = (600, 60, 16, 8, 4, 1)
SIDES = ("none", "previous", "next", "both")
KINDS: dict[str, dict[str, Any]] = {
    "smart": {"strategy": "by_heading"},
    "smart_l3": {"strategy": "by_heading", "split_level": 3},
    "strict": {"strategy": "by_heading", "strict_heading_split": True},
    "strict_l3": {"strategy": "by_heading", "strict_heading_split": True, "split_level": 3},
    "standard": {"strategy": "sliding_window", "target": 400, "max": 600},
    "short": {"strategy": "sliding_window", "target": 200, "max": 350},
    "structured": {"strategy": "by_block", "target": 650, "max": 900, "min": 120},
    "structured_small": {"strategy": "by_block", "min": 3},
    "sentence": {"strategy": "by_sentence", "max": 500, "sentences": "punctuation"},
    "sentence_small": {"strategy": "by_sentence", "max_chars": 60, "overflow": 0.1},
    "sentence_strict": {"strategy": "by_sentence", "max_chars": 30, "strict_chars": True},
    "sentence_ahead": {"strategy": "by_sentence", "max_chars": 60, "ratio": 0.1},
    "sentence_far_ahead": {"strategy": "by_sentence", "max_chars": 30, "overflow": 1, "ratio": 0.5},
    "fixed": {"strategy": "fixed_size", "target": 500, "max": 750, "min": 100},
    "fixed_small": {"strategy": "fixed_size", "min": 3},
    "fixed_ratio": {"strategy": "fixed_size", "min": 3, "ratio": 0.12},
}
real = pytest.mark.skipif(not REAL, reason="no real vaults: name their folder in MINDNET_VAULTS")


def a_profile(kind: str, **keys: Any) -> Profile:
    given = {"tokenizer": "chars4", "target": 400, "max": 600, **KINDS[kind], **keys}
    given["target"] = min(given["target"], given["max"])
    names = {"side": "none", "tokens": 65, "ratio": None}
    overlap = Overlap(**{name: given.pop(name, usual) for name, usual in names.items()})
    return Profile(name=kind, overlap=overlap, **given)


def profiles(tokenizer: str = "chars4") -> st.SearchStrategy[Profile]:
    return st.builds(
        a_profile,
        st.sampled_from(tuple(KINDS)),
        max=st.sampled_from(LIMITS),
        target=st.sampled_from((400, 40, 10, 5, 3, 1)),
        side=st.sampled_from(SIDES),
        tokens=st.sampled_from((65, 10, 3, None)),
        sentences=st.sampled_from(("linguistic", "punctuation")),
        tokenizer=st.just(tokenizer),
    )


def some_profiles(seed: str, text: str, number: int, **keys: Any) -> Iterator[Profile]:
    """So many ways to cut a note, the same in every run; long ones are not cut to dust."""
    chance = Random(seed)
    for _ in range(number):
        limit = chance.choice(LIMITS if len(text) < 5000 else LIMITS[:3])
        drawn = {
            "max": limit,
            "target": chance.choice((limit, 2 * limit // 3 or 1)),
            "side": chance.choice(SIDES),
            "tokens": chance.choice((65, 10, 3, None)),
        }
        yield a_profile(chance.choice(tuple(KINDS)), **drawn, **keys)


def check_files(files: Sequence[Path], number: int, **keys: Any) -> None:
    for file in files:
        text = text_of(file)
        for profile in some_profiles(file.name, text, number, **keys):
            try:
                check(text, profile)
            except Exception as error:
                raise AssertionError(f"{file} breaks a law, cut by {profile}") from error


# Every law but the last: `tests/chunking/laws.py`.


@given(notes(), profiles())
@tries(deadline=None, max_examples=300)
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
def test_every_law_holds_for_the_vault_that_ships(kind: str) -> None:
    for text in EXAMPLES:
        check(text, a_profile(kind, side="previous"))
        check(text, a_profile(kind, side="both", max=60, target=40, tokens=10))


def test_every_law_holds_for_the_vault_that_ships_and_limits_that_are_tight() -> None:
    check_files(example_notes(), 3)


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_chunks_of_a_vault_have_one_name(kind: str) -> None:
    """Law 3."""
    files = example_notes()
    notes = [read_note(text_of(file), path=file) for file in files]
    chunks = [chunk for note in notes for chunk in cut_note(note, a_profile(kind, max=60))]

    for name in ("chunk_id", "ref"):
        assert len({getattr(chunk, name) for chunk in chunks}) == len(chunks)


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


def seconds(note: Note, profile: Profile) -> float:
    start = time.process_time()
    cut_note(note, profile)
    return time.process_time() - start


def growth(note: Note, longer: Note, profile: Profile) -> float:
    """How many times as long the longer note takes."""
    return seconds(longer, profile) / seconds(note, profile)


def repeated(text: str, before: str = "") -> Callable[[int], str]:
    return lambda size: before + text * (size // len(text))


def steps(size: int) -> str:
    """A list in which each item is nested in the one before it."""
    return "".join(f"{'  ' * i}- a\n" for i in range(int(size**0.5)))


HOSTILE: dict[str, Callable[[int], str]] = {
    "a word": repeated("a"),
    "words": repeated("word "),
    "words without stops on lines": repeated("some words\n"),
    "sentences": repeated("It is old. "),
    "Chinese": repeated("今天天气很好。"),
    "paragraphs": repeated("It is old.\n\n"),
    "paragraphs without stops": repeated("It is old\n\n", "# A\n\n"),
    "headings": repeated("# A\n\n"),
    "steps of headings": repeated("# A\n\n## B\n\n### C\n\n"),
    "headings and texts": repeated("## A\n\nIt is old.\n\n"),
    "an item": repeated("word ", "- "),
    "items": repeated("- item\n"),
    "items with items": repeated("- item\n  - item\n"),
    "steps": steps,
    "a table": repeated("|a|b|\n", "|a|b|\n|-|-|\n"),
    "a row": repeated("|a", "|a|b|\n|-|-|\n"),
    "code": repeated("x = 1\n", "```py\n"),
    "a quote": repeated("> It is old.\n"),
    "paragraphs of a quote": repeated("> It is old.\n>\n"),
    "lines of HTML": repeated("<b>a</b>\n", "<div>\n"),
    "types": repeated("> [!section] a\n\nx\n\n> [!section] b\n\ny\n\n"),
    "comments": repeated("a %%b%% c. "),
    "blocks of comments": repeated("%% a %%\n\n", "a\n\n"),
    "ids": repeated("It is old. ^a\n\n"),
    "embeds": repeated("![[a]] "),
    "clusters": repeated("e\u0301"),
    "rules": repeated("---\n\n", "a\n\n"),
}


@pytest.mark.parametrize("note", HOSTILE)
def test_the_time_to_cut_grows_with_the_length_of(note: str) -> None:
    """Law 7, `strategies.md` §8: overlap on both sides included."""
    once, longer = read_note(HOSTILE[note](SIZE)), read_note(HOSTILE[note](4 * SIZE))

    for kind in ("smart", "standard", "structured", "sentence_small", "fixed_small"):
        profile = a_profile(kind, side="both", max=60, target=40, tokens=20)
        assert growth(once, longer, profile) < MOST or growth(once, longer, profile) < MOST, kind


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
    assert seconds(read_note(text), a_profile(kind, side="previous")) < 2 * max(2, len(text) / 1e6)
