"""Which notes nobody may see.

    Note, source text, Settings  →  yes or no

Knows the `private` rules, and that privacy fails closed: where a note cannot be read well
enough to tell, a sign of a rule is enough.
Leaves private folders to `files` too, which does not even open them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mindnet.globs import fits
from mindnet.model import Note
from mindnet.settings import PrivateRule, Settings

_NO = frozenset({"", "false", "no", "off", "0"})
_FRONT = re.compile(r"\ufeff?\s*---[ \t]*\n(.*?)(?:^---[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TAG_BREAK = re.compile(r"[\s,]+")


def is_private(note: Note, source_text: str, settings: Settings) -> bool:
    """Whether a rule hides this note; frontmatter that was not read is searched as text."""
    unread = "" if note.frontmatter_ok else _front(source_text)
    return any(_hides(rule, note, unread) for rule in settings.private)


def is_private_path(path: str, settings: Settings) -> bool:
    """Whether a rule hides everything at this path."""
    return any(rule.folder and _is_in(path, rule.folder) for rule in settings.private)


def may_be_private(text: str, settings: Settings) -> bool:
    """Whether a text that could not be read as a note shows a sign of a rule."""
    front = _front(text)
    signs = {f"#{_bare(rule.tag)}" for rule in settings.private if rule.tag}
    return any(sign in text.lower() for sign in signs) or any(
        _shows(rule, front) for rule in settings.private
    )


def _hides(rule: PrivateRule, note: Note, unread: str) -> bool:
    if rule.folder:
        return _is_in(note.path, rule.folder)
    if rule.tag and any(_is_below(tag, _bare(rule.tag)) for tag in _tags(note)):
        return True
    values = _values(note.properties, rule.property) if rule.property else ()
    return any(_says_yes(value) for value in values) or _shows(rule, unread)


def _shows(rule: PrivateRule, front: str) -> bool:
    if rule.tag:
        return _bare(rule.tag) in front.lower()
    if not rule.property:
        return False
    key = rf"(?:^|[{{,])[ \t\"'?-]*{re.escape(rule.property)}(?![\w-])"
    return re.search(key, front, re.IGNORECASE | re.MULTILINE) is not None


def _front(text: str) -> str:
    """What looks like frontmatter: after a first `---`, to the next one or to the end."""
    found = _FRONT.match(text.replace("\r\n", "\n").replace("\r", "\n"))
    return found[1] if found else ""


def _values(properties: Mapping[str, Any], name: str) -> Iterator[Any]:
    for key, value in properties.items():
        if key.strip().lower() == name.lower():
            yield value


def _says_yes(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().lower() not in _NO
    return value is not None and value != 0


def _tags(note: Note) -> Iterator[str]:
    """The note's tags, and what stands in its tag properties without being one."""
    yield from note.tags
    for name in ("tags", "tag"):
        for value in _values(note.properties, name):
            for item in value if isinstance(value, list | tuple) else (value,):
                yield from _TAG_BREAK.split(str(item))


def _is_below(tag: str, wanted: str) -> bool:
    return f"{_bare(tag)}/".startswith(f"{wanted}/")


def _bare(tag: str) -> str:
    return tag.strip().lstrip("#").rstrip("/").lower()


def _is_in(path: str, folder: str) -> bool:
    """A private folder counts in any case: `private/**` hides `Private/Diary.md`."""
    return fits(path.lower(), folder.lower())
