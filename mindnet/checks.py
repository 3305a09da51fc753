"""What is cited carries a check: by it the text is known again.

    name, place, text  →  `Garden/Oak#c03@9f3ac1d2`, `Garden/Oak:12-30@9f3ac1d2`

Knows how answers give out chunks and lines (`interfaces.md` §2).
Leaves reading them again to `addresses`.
"""

from __future__ import annotations

from hashlib import sha256

_DIGITS = 8  # of a check, as answers give it


def check_of(text: str) -> str:
    """The check of a text: the start of its sha256."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def has_check(text: str, check: str) -> bool:
    """Whether a text is the one that a check was made of."""
    whole = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return whole.startswith(check.lower())


def spell_chunk(document_id: str, index: int, text: str) -> str:
    """`Garden/Oak#c03@9f3ac1d2`."""
    return f"{document_id}#c{index:02}@{check_of(text)}"


def spell_lines(document_id: str, first: int, last: int, text: str) -> str:
    """`Garden/Oak:12-30@9f3ac1d2`; one line alone is `Garden/Oak:12@9f3ac1d2`."""
    lines = str(first) if first == last else f"{first}-{last}"
    return f"{document_id}:{lines}@{check_of(text)}"
