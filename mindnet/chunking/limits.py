"""How large a chunk of sentences may be.

    Profile  →  Limits

Knows the hard limit in tokens and the soft one in characters (`strategies.md` S1, S8).
"""

from __future__ import annotations

from math import floor

from mindnet.chunking.sheet import Sheet

_NEAR = 8  # tokens by which a text may count more than a longer one
_LONG = 16  # characters of a token, at first


class Limits:
    """The limits of one profile, held against the texts of one note."""

    def __init__(self, sheet: Sheet) -> None:
        profile = sheet.profile
        self.sheet, self.max = sheet, sheet.max
        self.chars = profile.max_chars
        self.soft = floor(profile.max_chars * (1 + profile.overflow))
        self.most = min(self.soft, sheet.max * sheet.cheap or self.soft)  # where lengths tell
        self.cut_at = self.chars if profile.strict_chars else None

    def has_room(self, start: int, end: int) -> bool:
        """Whether a span of pages is within both limits, the soft one with its tolerance."""
        sheet = self.sheet
        if sheet.length(start, end) > self.most:
            return False
        return bool(sheet.cheap) or sheet.fits(sheet.normal(start, end))

    def is_too_large(self, text: str) -> bool:
        """Whether a text has to be cut."""
        if self.cut_at is not None and len(text) > self.cut_at:
            return True
        size = _LONG * self.max
        while size < len(text):  # the start of a long text tells enough
            if not self.sheet.fits(text[:size], self.max + _NEAR):
                return True
            size *= 4
        return not self.sheet.fits(text)
