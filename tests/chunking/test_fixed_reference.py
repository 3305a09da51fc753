"""Two readings of `fixed_size`: where they differ, one has misread the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import token_counter
from tests.chunking.fixed_reference import (
    LIMITS,
    Limits,
    break_lines,
    read_fixed,
    read_lent,
)
from tests.chunking.notes import fixed, full
from tests.chunking.reference import NOTES, Simple


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS, st.sampled_from(("0.12", "0.5")), st.booleans())
@tries(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
def test_fixed_size_as_told(
    tokenizer: str, it: Simple, limits: Limits, ratio: str, lines: bool
) -> None:
    """C7, C21, F2–F9."""
    it.count = token_counter(tokenizer)
    if lines:
        break_lines(it)
    sizes = {"max": limits.max, "target": limits.target, "min": limits.min}
    cores = read_fixed(it, limits)
    chunks = fixed(it.text, **sizes, tokenizer=tokenizer, ratio=float(ratio), tokens=limits.cap)

    assert [(chunk.char_start, chunk.char_end) for chunk in chunks] == cores
    assert full(chunks) == read_lent(it, cores, limits, Fraction(ratio))
