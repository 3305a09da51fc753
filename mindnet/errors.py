"""What stops us, and what does not.

A `MindnetError` stops: something the person at the keyboard can put right.
A `Problem` does not: it is kept with its note and shown, while the work goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any


class Severity(StrEnum):
    """How much a problem takes away."""

    ERROR = "error"  # something of the note is not in the index
    WARNING = "warning"  # indexed, but hardly as meant
    NOTICE = "notice"  # worth knowing


_WARNINGS = frozenset(
    {
        "bad_section_type",
        "duplicate_block_id",
        "bad_edge_directive",
        "bad_canvas_card",
        "unknown_profile",
    }
)
_ERRORS = frozenset(
    {
        "not_utf8",
        "too_large",
        "unreadable",
        "bad_json",
        "bad_frontmatter",
        "too_slow",
        "crashed",
    }
)


_NOTICES = frozenset(
    {
        "legacy_property",
        "bad_tag",
        "unclosed_frontmatter",
        "unclosed",
        "bad_block_id",
        "directive_ignored",
        "table_pipe",
        "too_deep",
    }
)
CODES = _ERRORS | _WARNINGS | _NOTICES  # of all problems that there are


@dataclass(frozen=True, slots=True)
class Problem:
    """Something strange in a note: where it stands, and what to do about it."""

    path: str
    line: int  # 0: the whole file
    code: str
    message: str
    severity: Severity

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, ready for `json.dumps`."""
        return {**asdict(self), "severity": self.severity.value}


def a_problem(path: str, line: int, code: str, message: str) -> Problem:
    """A problem whose severity follows from its code."""
    return Problem(path, line, code, message, _severity(code))


def _severity(code: str) -> Severity:
    if code in _ERRORS:
        return Severity.ERROR
    return Severity.WARNING if code in _WARNINGS else Severity.NOTICE


_MOST_SHOWN = 10  # candidates that a sentence lists


class MindnetError(Exception):
    """Something the person at the keyboard can put right."""

    exit_code = 2
    code = "error"
    candidates: tuple[str, ...] | None = None  # what may have been meant, ready to use


class VaultNotFound(MindnetError):
    """The folder that should be a vault is none."""

    code = "vault_not_found"

    def __init__(self, root: Path) -> None:
        super().__init__(f"there is no vault at {root}")
        self.root = root


class FileNotReadable(MindnetError):
    """A file named by the user cannot be read."""

    code = "file_not_readable"

    def __init__(self, path: Path | str, why: str) -> None:
        super().__init__(f"cannot read {path}: {why}")
        self.path = path


class VaultNotNamed(MindnetError):
    """Nobody said which vault is meant."""

    code = "vault_not_named"

    def __init__(self, config: Path) -> None:
        super().__init__(
            "no vault here: name one with --vault PATH or MINDNET_VAULT, "
            "go to a folder that has .obsidian or .mindnet in it or above it, "
            f"or set default_vault in {config}"
        )


class SettingsError(MindnetError):
    """The settings say something mindnet cannot follow."""

    code = "bad_settings"

    def __init__(
        self,
        why: str,
        place: tuple[str | int, ...] = (),  # the way down to the key: ("rules", 0, "folder")
        file: Path | None = None,
        line: int | None = None,
    ) -> None:
        where = "in the settings" if file is None else str(file)
        super().__init__(f"{where}{'' if line is None else f':{line}'}: {why}")
        self.why, self.place, self.file, self.line = why, place, file, line


class UsageError(MindnetError):
    """The command line cannot be understood."""

    code = "usage"


class NoLink(MindnetError):
    """What should be a link is none."""

    code = "no_link"

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{_shorten(text) or 'an empty text'} is no link: "
            "name one alone, such as '[[Oak#Care]]', '[oak](Trees/Oak.md)' or Trees/Oak"
        )
        self.text = text


class OutputFailed(MindnetError):
    """The answer cannot be written out."""

    code = "output_failed"

    def __init__(self, why: str) -> None:
        super().__init__(f"cannot write the answer: {why}")


class IndexMissing(MindnetError):
    """The vault has no index yet."""

    exit_code = 3
    code = "no_index"

    def __init__(self, root: Path) -> None:
        super().__init__(f'no index of {root} yet: run mindnet reindex "{root}" first')
        self.root = root


class RefUnknown(MindnetError):
    """Nothing in the index is called so."""

    exit_code = 5
    code = "unknown_ref"

    def __init__(self, ref: str, near: Sequence[str] = (), why: str = "") -> None:
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        name = _shorten(ref)
        told = f"{name}: {why}" if why else f"nothing in the index is called {name}"
        super().__init__(f"{told}{hint}")
        self.ref, self.candidates = ref, tuple(near)


class RefAmbiguous(MindnetError):
    """Several things in the index are called so."""

    exit_code = 5
    code = "ambiguous_ref"

    def __init__(self, ref: str, candidates: Sequence[str], number: int = 0) -> None:
        shown = ", ".join(candidates[:_MOST_SHOWN])
        more = max(number, len(candidates)) - _MOST_SHOWN
        also = f" and {more:,} more" if more > 0 else ""
        super().__init__(f"{_shorten(ref)} may be any of {shown}{also}: say which one")
        self.ref, self.candidates = ref, tuple(candidates)


class ConfigExists(MindnetError):
    """The vault has settings already."""

    code = "config_exists"

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} is there already, and is not written over: "
            "edit it, or move it away and run mindnet init again"
        )
        self.file = file


class ConfigNotWritten(MindnetError):
    """The settings cannot be written into the vault."""

    code = "config_not_written"

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"cannot write {file}: {why}")
        self.file = file


class IndexLocked(MindnetError):
    """Another process writes the index."""

    exit_code = 6
    code = "index_locked"

    def __init__(self, path: Path, holder: tuple[int, str] | None = None) -> None:
        who = f"mindnet {holder[1]} (process {holder[0]})" if holder else "another mindnet"
        stays = holder is not None and holder[1] == "watch"
        hint = "it stays until it is ended" if stays else "try again when it is done"
        super().__init__(f"{who} is writing {path}: {hint}")
        self.path, self.holder = path, holder


class RequestRefused(MindnetError):
    """Whoever holds the index could not do what it was asked for."""

    def __init__(self, message: str, code: str, exit_code: int) -> None:
        super().__init__(message)
        self.code, self.exit_code = code, exit_code


class IndexUnusable(MindnetError):
    """The file of the index cannot be used as one."""

    code = "index_unusable"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"cannot use {path} as the index: {why}")
        self.path = path


class DiskFull(MindnetError):
    """There is no room left for the index."""

    code = "disk_full"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"the disk of {path} is full: make room and run mindnet reindex again; "
            "what was indexed before is as it was"
        )
        self.path = path


class ReadersFailed(MindnetError):
    """The processes that read notes cannot be started."""

    code = "readers_failed"

    def __init__(self, why: str) -> None:
        super().__init__(
            f"the processes that read notes cannot be started: {why}; "
            "what was indexed is kept: close other programs and run mindnet reindex again"
        )


class TokenizerMissing(MindnetError):
    """A tokenizer whose tables are not on this machine."""

    code = "tokenizer_missing"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the tokenizer {name} is not on this machine, and nothing is downloaded: "
            "point TIKTOKEN_CACHE_DIR to a folder that holds it, or use cl100k_base or chars4"
        )
        self.name = name


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
