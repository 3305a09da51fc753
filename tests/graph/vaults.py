"""Small vaults to resolve links in, the one of `links.md` §4 among them."""

from __future__ import annotations

from collections.abc import Iterable

from mindnet.graph.namesakes import Namesakes
from mindnet.graph.resolve import FindNames, resolve, status_of
from mindnet.keeping import FileState
from mindnet.names import name_key


def a_vault(*paths: str, **others: Iterable[str]) -> FindNames:
    """Files by name: notes and attachments, and such of another state (`private=["a.md"]`)."""
    files = [(path, state_by_name(path)) for path in paths]
    for state, some in others.items():
        files += [(path, FileState(state)) for path in some]
    return by_name(files)


def by_name(files: Iterable[tuple[str, FileState]]) -> FindNames:
    """The look-up that a store would give."""
    names: dict[str, list[tuple[str, FileState]]] = {}
    for path, state in files:
        names.setdefault(name_key(path), []).append((path, state))
    return {key: Namesakes(some) for key, some in names.items()}.get


def state_by_name(path: str) -> FileState:
    """What a file is that is neither kept out nor skipped."""
    is_note = path.lower().endswith((".md", ".txt", ".canvas"))
    return FileState.NOTE if is_note else FileState.ATTACHMENT


GARDEN = a_vault(
    "Plan.md",
    "Projects/Plan.md",
    "Projects/v1.2.md",
    "Projects/Garden/Log.md",
    "Projects/Garden/old/Log.md",
    "Archive/Log.md",
    "Areas/A/Map.md",
    "Areas/B/Map.md",
    "Assets/oak.png",
)
NOTE = "Projects/Garden/Note.md"


def leads(path: str, find: FindNames, source: str = NOTE) -> tuple[str | None, str | None]:
    """Path and rule of the answer to a link."""
    answer = resolve(path, source, find)
    assert (answer.via == "name") == (answer.resolved is not None)
    return answer.resolved, answer.rule


def status(path: str, find: FindNames, source: str = NOTE) -> str:
    """What becomes of a link without a fragment."""
    return status_of(resolve(path, source, find), None)
