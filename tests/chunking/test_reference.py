"""Two readings of the rules: where they differ, one has misread them.

The other reading stands in `tests/chunking/reference.py`.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import token_counter
from tests.chunking.notes import cut
from tests.chunking.reference import (
    LIMITS,
    NOTES,
    Found,
    Limits,
    Simple,
    lend,
    read_sliding,
    read_smart,
    read_strict,
)

tokenizers = pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
sides = st.sampled_from(("previous", "next", "both"))


def read(it: Simple, limits: Limits, **keys: Any) -> list[str]:
    keys |= {"max": limits[0], "target": limits[1], "sentences": "punctuation"}
    return [chunk.full_text for chunk in cut(it.text, **keys)]


def tell(it: Simple, found: list[Found]) -> list[str]:
    return [lead + it.text[start:end] for (lead, start, end), _ in found]


@tokenizers
@given(NOTES, LIMITS, st.integers(0, 30), sides)
@tries(deadline=None, max_examples=80)
def test_smart_as_told(tokenizer: str, it: Simple, limits: Limits, budget: int, side: str) -> None:
    """C7, C20–C23, H5–H11, H15."""
    it.count = token_counter(tokenizer)
    found = read_smart(it, *limits)
    keys = {"strategy": "by_heading", "tokenizer": tokenizer}

    assert read(it, limits, **keys) == tell(it, found)
    lent = read(it, limits, **keys, side=side, tokens=budget)
    assert lent == lend(it, within(found), limits[0], budget, side)


@tokenizers
@given(NOTES, LIMITS, st.integers(0, 30), sides)
@tries(deadline=None, max_examples=80)
def test_strict_as_told(tokenizer: str, it: Simple, limits: Limits, budget: int, side: str) -> None:
    """C7, C20–C23, H13–H15."""
    it.count = token_counter(tokenizer)
    found = read_strict(it, *limits)
    keys = {"strategy": "by_heading", "tokenizer": tokenizer, "strict_heading_split": True}

    assert read(it, limits, **keys) == tell(it, found)
    lent = read(it, limits, **keys, side=side, tokens=budget)
    assert lent == lend(it, within(found), limits[0], budget, side)


@tokenizers
@given(NOTES, LIMITS, st.integers(0, 30), sides)
@tries(deadline=None, max_examples=80)
def test_sliding_as_told(
    tokenizer: str, it: Simple, limits: Limits, budget: int, side: str
) -> None:
    """C7, C20–C23, W1, W3, W4."""
    it.count, it.over_headings = token_counter(tokenizer), True
    found: list[Found] = [(("", *core), None) for core in read_sliding(it, *limits)]
    keys = {"strategy": "sliding_window", "tokenizer": tokenizer}

    assert read(it, limits, **keys) == tell(it, found)
    lent = read(it, limits, **keys, side=side, tokens=budget)
    assert lent == lend(it, found, limits[0], budget, side)


def within(found: list[Found]) -> list[Found]:
    """H15: sections that are whole have no neighbours."""
    return [
        (part, -number - 1 if cut_from is None else cut_from)
        for number, (part, cut_from) in enumerate(found)
    ]
