"""The name that may have been meant: quick among many, and rather none than a wrong one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.graph.likeness import LikeNames

NAMES = LikeNames(
    ["compost", "elms", "willow", "maple", "week 12", "tim-hor", "obsidian publish", "春子の大根帖"]
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Copmost", "compost"),
        ("elm", "elms"),
        ("Willaw", "willow"),
        ("mapla", "maple"),
        ("week-12", "week 12"),
        ("Tim Hor", "tim-hor"),
        ("Obsidian Publish.", "obsidian publish"),
        ("春子の大根貼", "春子の大根帖"),
    ],
)
def test_a_slip_of_the_pen_is_seen_through(typed: str, meant: str) -> None:
    assert NAMES.find(typed) == meant


@pytest.mark.parametrize(
    "typed", ["Week 13", "Compass", "Obsidian October", "Publish", "", "\0", "x" * 100_000, "..."]
)
def test_what_is_hardly_like_a_name_finds_none(typed: str) -> None:
    assert NAMES.find(typed) is None


def test_the_most_like_one_is_found_whatever_the_order() -> None:
    names = ["garden plans", "garden planes", "garden plan b", "gardens plan"]

    for some in (names, names[::-1]):
        assert LikeNames(some).find("Garden Plans!") == "garden plans"


def test_no_number_of_names_makes_a_question_slow() -> None:
    names = LikeNames(f"the note of the year {number:05}" for number in range(20_000))
    start = time.perf_counter()
    for number in range(200):
        assert (
            names.find(f"the note of the yaer {number:05}") == f"the note of the year {number:05}"
        )

    assert time.perf_counter() - start < 5


@given(st.text(), st.lists(st.text(), max_size=8))
def test_whatever_is_compared_is_no_error(typed: str, names: list[str]) -> None:
    assert LikeNames(names).find(typed) in {*names, None}
