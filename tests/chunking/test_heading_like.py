"""Lines that look like headings: `strategies.md` S20."""

from __future__ import annotations

import pytest

from mindnet.chunking.pages import is_heading_like


@pytest.mark.parametrize(
    "line",
    [
        *("# Any", "#any", "  ## any  ", "ALL UPPER CASE 7", "A" * 80),
        *("The Old Valve", "A B C D E F G H I J K L", "1. any", "12) any", "IV. any", "MCM)\tany"),
        *("- any", "* any", "• any"),
    ],
)
def test_heading_like(line: str) -> None:
    """S20."""
    assert is_heading_like(line)


@pytest.mark.parametrize(
    "line",
    [
        *("", "  ", "The old valve", "any", "A" * 81, f"The {'Aaaa ' * 16}Valve"),
        *("A B C D E F G H I J K L M".title().replace("A B", "A b"), "1.any", "1.", "a1. any"),
        *("IIX any", "iv. any", "-any", "+ any", "–", "1: any"),
    ],
)
def test_not_heading_like(line: str) -> None:
    """S20."""
    assert not is_heading_like(line)


def test_more_than_twelve_words_are_no_title() -> None:
    """S20: nor more than eighty characters."""
    assert is_heading_like("Aa " * 12)
    assert not is_heading_like("Aa " * 13)
    assert is_heading_like(f"{'Aaaaaaaaa ' * 7}Aaaaaaaaaa")
    assert not is_heading_like(f"{'Aaaaaaaaa ' * 7}Aaaaaaaaaaa")
