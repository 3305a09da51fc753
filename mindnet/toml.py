"""A TOML file becomes checked values, or a sentence with its line.

    file  →  text, flag, size, list, table

Knows wrong types, unknown keys and the names they were meant to be.
Leaves which keys there are to `settings`.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from mindnet.errors import SettingsError

T = TypeVar("T")
Place = tuple[str | int, ...]  # the way down to a key: ("rules", 0, "folder")

_TOML_LINE = re.compile(r"at line (\d+)")
_LONGEST = 500  # lines of a file in which the line of a wrong key is looked for


def load_toml(file: Path, settle: Callable[[Mapping[str, Any]], T]) -> T | None:
    """What `settle` makes of the file, its errors told with file and line; None without a file."""
    text = _read(file)
    if text is None:
        return None
    data = _parse(text, file)
    try:
        return settle(data)
    except SettingsError as error:
        line = _find_line(text, error.place)
        raise SettingsError(error.why, error.place, file, line) from None


def locate(error: SettingsError, files: Iterable[Path]) -> SettingsError:
    """The same error, told with the first of these files that says so, and its line."""
    for file in files:
        text = _read(file)
        if text is not None and _has(_parse(text, file), error.place):
            return SettingsError(error.why, error.place, file, _find_line(text, error.place))
    return error


def refuse_unknown(
    table: Mapping[str, Any], known: Collection[str], place: Place, elsewhere: Collection[str] = ()
) -> None:
    """An error for the first key that is not known, with the nearest one that is."""
    if all(key in known for key in table):
        return
    import difflib  # slow to load, and mostly not needed

    for key in table:
        if key not in known:
            near = difflib.get_close_matches(str(key).lower(), [*known, *elsewhere], n=1)
            within = f" in {spell(place)}" if place else ""
            hint = f"; did you mean {near[0]}?" if near else ""
            raise SettingsError(f"there is no key {key}{within}{hint}", (*place, key))


def wrong(place: Place, wanted: str, value: object) -> SettingsError:
    """The error for a value that is not what was wanted."""
    return SettingsError(f"{spell(place)} should be {wanted}, not {value!r:.60}", place)


def spell(place: Place) -> str:
    """`rules[1].folder`: the folder of the second rule."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def check_text(value: object, place: Place) -> str:
    """A text that is not blank, trimmed and in NFC."""
    if not isinstance(value, str) or not value.strip():
        raise wrong(place, "a text", value)
    return unicodedata.normalize("NFC", value.strip())


def check_flag(value: object, place: Place) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(place, "true or false", value)
    return value


def check_size(value: object, place: Place) -> int:
    """A whole number above 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise wrong(place, "a whole number above 0", value)
    return value


def check_list(value: object, place: Place) -> list[Any]:
    """A list of anything."""
    if not isinstance(value, list | tuple):
        raise wrong(place, "a list", value)
    return list(value)


def check_table(value: object, place: Place) -> Mapping[str, Any]:
    """A table of anything."""
    if not isinstance(value, Mapping):
        raise wrong(place, "a table", value)
    return value


def check_texts(value: object, place: Place) -> tuple[str, ...]:
    """A list of texts."""
    items = check_list(value, place)
    return tuple(check_text(each, (*place, i)) for i, each in enumerate(items))


def check_pairs(value: object, place: Place) -> tuple[tuple[str, str], ...]:
    """A table of texts, in the order of the file."""
    table = check_table(value, place)
    return tuple(
        (check_text(key, (*place, key)), check_text(table[key], (*place, key))) for key in table
    )


def _read(file: Path) -> str | None:
    try:
        if stat.S_ISFIFO(os.stat(file).st_mode):
            raise SettingsError("cannot be read: it is a pipe", file=file)
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if any(os.path.islink(each) and not each.exists() for each in (file, file.parent)):
            why = "cannot be read: it is a symlink that leads nowhere"  # it may say what is private
            raise SettingsError(why, file=file) from None
        return None
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}", file=file) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError("this is not UTF-8", file=file, line=line) from None


def _parse(text: str, file: Path) -> dict[str, Any]:
    import tomllib  # many vaults have no TOML at all

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise SettingsError("nested too deeply", file=file) from None
    except ValueError as error:  # also a number of too many digits
        found = _TOML_LINE.search(str(error))
        line = int(found[1]) if found else text.rstrip().count("\n") + 1  # "at end of document"
        raise SettingsError(f"this is not TOML: {error}", file=file, line=line) from None


def _find_line(text: str, place: Place) -> int | None:
    """The line where a key begins: the file is read again, a line longer each time."""
    import tomllib

    lines = text.split("\n")
    start = 0
    for end in range(1, min(len(lines), _LONGEST) + 1):
        try:
            data = tomllib.loads("\n".join(lines[:end]))
        except ValueError:
            continue  # in the middle of a value
        if _has(data, place):
            return start + 1
        start = end
    return None


def _has(data: Any, place: Place) -> bool:
    for step in place:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
