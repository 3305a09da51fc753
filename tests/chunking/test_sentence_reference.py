"""The second reading of `by_sentence`, held against the examples of `strategies.md` §5."""

from __future__ import annotations

from typing import Any

import pytest

from mindnet.chunking.tokens import count_chars4
from tests.chunking.sentence_reference import Rules, Told, tell

GREEK = (
    "Alpha beta gamma delta. Epsilon zeta eta theta iota kappa."
    " Lambda mu nu xi omicron pi rho sigma tau."
)
LETTERS = (
    "Alpha beta gamma delta epsilon zeta. Eta theta."
    " Iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon."
)
VALVE = ("The valve stays open", "until noon", "and then it shuts. Done.")
LOAD = ("The procedure continues to operate", "under heavy load for weeks.")
PLAN = 'Text before <figure><img src="plan.png"></figure><figure>two</figure> after it.'
SPAN = "alpha beta gamma delta epsilon zeta eta theta"


def read(*pages: str, chars: int, most: int = 500) -> list[Told]:
    return tell(list(pages), Rules(most, chars, count_chars4))


def whole(start: int, end: int, text: str, **keys: Any) -> Told:
    """A chunk that borrows nothing."""
    return Told(**{"page": 0, "oversize": False, **keys}, **bare(start, end, text), full=text)


def bare(start: int, end: int, text: str) -> dict[str, Any]:
    return {"start": start, "end": end, "core": text, "before": "", "behind": ""}


def ahead(told: Told, behind: str) -> Told:
    return told._replace(behind=behind, full=told.full + behind)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (
            read("One two three. Four five six. Seven.", chars=30),
            [whole(0, 29, "One two three. Four five six."), whole(29, 36, " Seven.")],
        ),
        (
            read(GREEK, chars=60),
            [ahead(whole(0, 58, GREEK[:58]), " Lambda mu "), whole(58, 100, GREEK[58:])],
        ),
        (
            read(LETTERS, chars=50),
            [ahead(whole(0, 47, LETTERS[:47]), "Iota "), whole(48, 108, LETTERS[48:])],
        ),
        (read(*VALVE, chars=100), [whole(0, 56, " ".join(VALVE))]),
        (
            read(*LOAD, chars=60, most=14),
            [
                ahead(whole(0, 14, "The procedure "), "continues "),
                whole(14, 62, f"continues to operate {LOAD[1]}", page=1),
            ],
        ),
        (
            read(PLAN, chars=20, most=10),
            [
                whole(0, 49, PLAN[:49], oversize=True),
                whole(49, 69, "<figure>two</figure>"),
                whole(69, 79, " after it."),
            ],
        ),
        (
            read("a" * 100, chars=1000, most=20),
            [
                ahead(whole(0, 50, "a" * 50), "a" * 10),
                whole(50, 100, "a" * 50)._replace(before="a" * 10, full="a" * 60),
            ],
        ),
        (
            read(SPAN, chars=1000, most=6),
            [whole(0, 23, "alpha beta gamma delta "), whole(23, 45, "epsilon zeta eta theta")],
        ),
    ],
    ids=range(1, 9),
)
def test_the_examples_read_as_they_are_told(found: list[Told], told: list[Told]) -> None:
    assert found == told
