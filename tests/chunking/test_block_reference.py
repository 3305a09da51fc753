"""Two readings of `by_block`: where they differ, one has misread the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import token_counter
from tests.chunking.block_reference import LIMITS, NOTES, Limits, Simple, read_blocks, read_lent
from tests.chunking.notes import full, kinds, structured


@pytest.mark.parametrize("tokenizer", ["chars4", "cl100k_base"])
@given(NOTES, LIMITS, st.integers(0, 40))
@tries(deadline=None, max_examples=150)
def test_by_block_as_told(tokenizer: str, it: Simple, limits: Limits, budget: int) -> None:
    """C7, C20, C21, B3–B8."""
    it.count = token_counter(tokenizer)
    keys = {"tokenizer": tokenizer, "sentences": "punctuation", **vars(limits)}
    parts, chunks = read_blocks(it, limits), structured(it.text, **keys)

    assert full(chunks) == [part.lead + it.text[part.start : part.end] for part in parts]
    assert kinds(chunks) == [
        part.kinds.pop() if len(part.kinds) == 1 else "mixed" for part in parts
    ]
    lent = structured(it.text, **keys, side="previous", tokens=budget)
    assert full(lent) == read_lent(it, parts, limits, budget)
