"""Two readings of `by_sentence`: where they differ, one has misread the rules.

The other reading stands in `tests/chunking/sentence_reference.py`.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from mindnet.chunking.tokens import count_chars4
from tests.chunking.notes import cut
from tests.chunking.sentence_reference import Rules, Told, tell

WORDS = ("o", "oak", "tree", "garden", "Oak", "v1.2", "well-kept", "木", "abcdefghijklmnopqrs" * 2)
SPACES = (" ", " ", " ", "  ", "\n", "\n\n", "\t", "\r\n", " \n ", "\xa0", " " * 40)
STOPS = (".", ".", "!", "?", "...", ".)", '."', ". )", ".))))))))", "。", "！", "？」", "‼")
BREAKS = (",", ";", " (", ") ", "—", "、", "-", "/", '"')
FIGURES = (
    "<figure>oak. tree</figure>",
    "<FIGURE>\n</Figure>",
    "<figures><figure>oak</figure></figure>",
    "<figure",
    "<figure>",
    "</figure>",
)
HEADS = ("# oak\n", "OAK TREE\n", "Oak Tree\n", "1. oak\n", "iv) oak\n", "IV. oak\n", "- oak\n")

words = st.tuples(st.sampled_from(WORDS), st.sampled_from(("", "", *BREAKS)))
sentences = st.builds(
    lambda parts, space, stop, gap: space.join(word + mark for word, mark in parts) + stop + gap,
    st.lists(words, min_size=1, max_size=8),
    st.sampled_from(SPACES),
    st.sampled_from(("", *STOPS)),
    st.sampled_from(("", *SPACES)),
)
orderly = st.builds(
    lambda head, parts: head + "".join(parts),
    st.sampled_from(("", "", "", " ", *HEADS)),
    st.lists(st.one_of(sentences, sentences, sentences, st.sampled_from(FIGURES)), max_size=6),
)
loose = st.lists(st.sampled_from(("o", "oak", "trees,", "garden", "木")), min_size=1, max_size=9)
torn = st.builds(  # begins and ends inside a sentence
    lambda lead, start, middle, end, tail: lead + " ".join((*start, *middle, *end)) + tail,
    st.sampled_from(("", "", " ", "\n")),
    loose,
    st.lists(st.sampled_from(("oak.", 'Oak."', "Tree!)", "oak。", *FIGURES[:2])), max_size=3),
    loose,
    st.sampled_from(("", "", " ", "  ", ")", " <figures></figure>", '" )', "-")),
)
wild = st.lists(st.sampled_from((*WORDS, *SPACES, *STOPS, *BREAKS, *FIGURES)), max_size=25).map(
    "".join
)
page_texts = st.one_of(orderly, torn, torn, wild, st.sampled_from(("", " ", "\n \n", " " * 90)))
pages_of_text = st.lists(page_texts, min_size=1, max_size=5)
rules_of_cutting = st.builds(
    Rules,
    max=st.integers(2, 60),
    chars=st.integers(5, 200),
    count=st.just(count_chars4),
    overflow=st.sampled_from((0.0, 0.1, 0.2, 0.5)),
    ratio=st.sampled_from((0.0, 0.1, 0.25, 0.5)),
    midpoint=st.sampled_from((0.0, 0.1, 0.4)),
    strict=st.booleans(),
)


def edge(
    most: int,
    chars: int,
    overflow: float = 0.0,
    ratio: float = 0.0,
    midpoint: float = 0.0,
    *,
    strict: bool = False,
) -> Rules:
    return Rules(most, chars, count_chars4, overflow, ratio, midpoint, strict)


def read(pages: list[str], rules: Rules) -> list[Told]:
    chunks = cut(
        "\f".join(pages),
        "by_sentence",
        path="doc-1.txt",
        max=rules.max,
        max_chars=rules.chars,
        overflow=rules.overflow,
        side="next",
        ratio=rules.ratio,
        midpoint_overlap=rules.midpoint,
        strict_chars=rules.strict,
        sentences="punctuation",
    )
    return [
        Told(
            chunk.char_start,
            chunk.char_end,
            -1 if chunk.page is None else chunk.page,
            chunk.normalized_text,
            chunk.overlap_prev,
            chunk.overlap_next,
            chunk.full_text,
            "oversize" in chunk.flags,
        )
        for chunk in chunks
    ]


@given(pages_of_text, rules_of_cutting)
@tries(deadline=None, max_examples=600)
def test_pages_are_cut_as_told(pages: list[str], rules: Rules) -> None:
    """S1–S29."""
    assert read(pages, rules) == tell(pages, rules)


@pytest.mark.parametrize(
    ("pages", "rules"),
    [
        (["Foo bar", "baz. Qux quux quuz", "corge grault garply waldo"], edge(300, 32, 0.1)),
        (["Aaaa bbbb. Cccc dddd", "eeee ffff gggg", "hhhh iiii jjjj kkkk"], edge(300, 26)),
        (["o o", "iv) oak\n", "o o o o o o o"], edge(6, 18, 0.2)),
        (["abcd,", "  oak oak oak oak oak"], edge(300, 18, 0.1, 0.25)),
        (["Oak." + " " * 40 + "oak tree."], edge(300, 20, 9.0, 0.2, strict=True)),
        (["oak" + " " * 20, "tree oak"], edge(300, 20, 1.0, strict=True)),
        (["o oak.)o"], edge(2, 5, 0.0, 0.25, 0.4, strict=True)),
        (["oak\r\no", "o o"], edge(2, 5, 0.0, 0.0, 0.4, strict=True)),
    ],
    ids=[
        "the head of a fragment has the page of its first character",
        "a fragment that was carried is cut again on the page after",
        "no core ends in a form feed",
        "spaces that left the core still part it from the page before",
        "nothing stands between core and overlap on one page",
        "a merge takes in the white space between",
        "what a chunk borrows in front counts when it looks ahead",
        "only the chunk that starts at a middle borrows there",
    ],
)
def test_edges_are_cut_as_told(pages: list[str], rules: Rules) -> None:
    """C22, S14, S16, S19, S25, S29."""
    assert read(pages, rules) == tell(pages, rules)
