"""What stops us, and what does not.

A `MindnetError` stops: something the person at the keyboard can put right.
A `Problem` does not: it is kept with its note and shown, while the work goes on.
"""

from __future__ import annotations

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
_ERRORS = frozenset({"not_utf8", "too_large", "unreadable", "bad_json", "bad_frontmatter"})


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


class MindnetError(Exception):
    """Something the person at the keyboard can put right."""

    exit_code = 2
    code = "error"


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

    def __init__(self) -> None:
        super().__init__(
            "no vault here: name one with --vault PATH or MINDNET_VAULT, "
            "or go to a folder that has .obsidian or .mindnet in it or above it"
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


class IndexLocked(MindnetError):
    """Another process writes the index."""

    exit_code = 6
    code = "index_locked"

    def __init__(self, path: Path) -> None:
        super().__init__(f"another mindnet is writing {path}: try again when it is done")
        self.path = path


class IndexUnusable(MindnetError):
    """The file of the index cannot be used as one."""

    code = "index_unusable"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"cannot use {path} as the index: {why}")
        self.path = path


class TokenizerMissing(MindnetError):
    """A tokenizer whose tables are not on this machine."""

    code = "tokenizer_missing"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the tokenizer {name} is not on this machine, and nothing is downloaded: "
            "point TIKTOKEN_CACHE_DIR to a folder that holds it, or use cl100k_base or chars4"
        )
        self.name = name
