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


@given(notes(), profiles())
@tries(deadline=None, max_examples=200)
def test_every_law_holds_for_notes_as_people_write_them(text: str, profile: Profile) -> None:
    check(text, profile)
