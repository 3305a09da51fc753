"""Whether a path fits a pattern of the settings.

    "Templates/Day.md", "Templates/**"  →  True

Knows `*`, `?` and `[abc]` within a name, and `**` for any number of folders.
Works name by name and never looks back further than the last `**`, so no pattern is slow.
"""

from __future__ import annotations

from fnmatch import fnmatchcase


def fits(path: str, pattern: str) -> bool:
    """Whether the pattern means this path or a folder above it: `Templates`, `Templates/**`.

    A pattern without a slash in front or inside is looked for at every depth: `*.bak.md`.
    """
    pattern = pattern.removeprefix("./").rstrip("/")
    anywhere = [] if "/" in pattern else ["**"]
    return _fit(path.split("/"), [*anywhere, *pattern.removeprefix("/").split("/"), "**"])


def _fit(names: list[str], parts: list[str]) -> bool:
    at = part = 0
    after_star = retry = -1  # where to go on when the last ** has to take in one name more
    while at < len(names):
        if part < len(parts) and parts[part] == "**":
            part += 1
            after_star, retry = part, at
        elif part < len(parts) and fnmatchcase(names[at], parts[part]):
            at, part = at + 1, part + 1
        elif after_star >= 0:
            retry += 1
            at, part = retry, after_star
        else:
            return False
    return all(rest == "**" for rest in parts[part:])
