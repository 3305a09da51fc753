"""Likeness is for suggestions: quick, and never an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindnet.names import nearest

NAMES = ["Garden/Oak", "Trees/Oak Wood", "Garden/Compost", "Tower/Log", "Zażółć", "春子の大根帖"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Copmost", "Garden/Compost"),
        ("garden/compost.md", "Garden/Compost"),
        ("Oak Wod", "Trees/Oak Wood"),
        ("oakwood", "Trees/Oak Wood"),
        ("Zazólć", "Zażółć"),
        ("春子の大根", "春子の大根帖"),
    ],
)
def test_the_name_that_was_meant_comes_first(typed: str, meant: str) -> None:
    assert nearest(typed, NAMES)[0] == meant


@pytest.mark.parametrize("typed", ["zanzibar", "", "\0", "x" * 100_000])
def test_what_is_like_nothing_finds_nothing(typed: str) -> None:
    assert nearest(typed, NAMES) == ()


def test_no_more_come_than_are_asked_for() -> None:
    assert len(nearest("note", [f"note {number}" for number in range(100)])) == 5
    assert len(nearest("note", [f"note {number}" for number in range(100)], most=2)) == 2


@given(st.text(), st.lists(st.text(), max_size=8))
def test_whatever_is_compared_is_no_error(typed: str, names: list[str]) -> None:
    assert set(nearest(typed, names)) <= set(names)
