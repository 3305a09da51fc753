"""What an answer says of the index it comes from.

    generation, the last look at the vault  →  IndexState

Knows when an index may be called fresh (`index.md` §4): somebody looked, and found nothing to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from mindnet.answers import IndexState


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the whole vault: when, and what it found to do."""

    at: datetime
    pending: int | None  # None: part of the vault could not be seen


def now() -> datetime:
    """The moment that an answer tells of."""
    return datetime.now(UTC)


def tell_state(generation: int, look: Look | None) -> IndexState:
    """The state of the index, as far as somebody looked."""
    pending = look.pending if look else None
    fresh = None if pending is None else pending == 0
    at = look.at if look else now()
    return IndexState(generation, fresh, pending, at.isoformat(timespec="milliseconds"))
