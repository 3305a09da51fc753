"""What others ask of the one who holds the index.

    Request  →  a file beside the index  →  Answer

Knows how both sides find each other: the asker keeps a lock on the request for as long as it waits,
so whoever finds one without a lock knows that nobody waits for the answer any more.
Leaves who holds the index to `lock`, and the work itself to `library`.

A request of the id `1f3a…` lies in `NAME.db.ask-1f3a…`, is claimed by being called `.taken-1f3a…`,
and its answer is in `.answer-1f3a…`; `.new-…` and `.draft-…` are files that are not whole yet.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mindnet.store.lock import SERVING, Holder

REINDEX = "reindex"

_KINDS = ("new", "ask", "taken")  # under which name the asker keeps its lock
_FILE = re.compile(r"\.(new|ask|taken|draft|answer)-([0-9a-f]{32})")


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants to be done."""

    root: str  # of the vault
    what: str = REINDEX
    full: bool = False
    dry_run: bool = False
    id: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of it: a report, or the error that kept it from being done."""

    generation: int | None = None  # of the index, once it was done
    report: dict[str, Any] | None = None
    error: dict[str, Any] | None = None  # code, message, exit_code


class Asker:
    """Somebody who waits for the right to write, or for whoever has it to do the work."""

    def __init__(self, db: Path, request: Request) -> None:
        self.db, self.request = db, request
        self.answer: Answer | None = None
        self._id, self._handle = "", -1

    def look(self, holder: Holder | None) -> bool:
        """Asks the holder if it does what others want; whether there is an answer."""
        with suppress(OSError):  # a full disk, or a folder that is swept: tried again
            if self._handle < 0 and holder is not None and holder[1] == SERVING:
                self._ask()
            if self._handle >= 0:
                self.answer = _read_answer(_place(self.db, "answer", self._id))
        return self.answer is not None

    def withdraw(self) -> None:
        """Lets go of the request, answered or not."""
        if self._handle < 0:
            return
        for kind in ("ask", "taken", "answer"):
            with suppress(OSError):
                os.unlink(_place(self.db, kind, self._id))
        os.close(self._handle)
        self._handle = -1

    def _ask(self) -> None:
        """The request is there as a whole, and locked, or not at all."""
        number = os.urandom(16).hex()
        new = _place(self.db, "new", number)
        handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _write(handle, asdict(self.request) | {"id": number})
            os.rename(new, _place(self.db, "ask", number))
        except BaseException:
            os.close(handle)
            new.unlink(missing_ok=True)
            raise
        self._id, self._handle = number, handle


@contextmanager
def asking(db: Path, request: Request) -> Iterator[Asker]:
    """Somebody who asks, for as long as it waits."""
    asker = Asker(db, request)
    try:
        yield asker
    finally:
        asker.withdraw()


def take_requests(db: Path) -> list[Request]:
    """What is asked for and not answered, the oldest first; only for the one who holds the index.

    What another claimed before it died is claimed again.
    """
    claimed: list[tuple[int, Request]] = []
    for number, kinds in sweep(db).items():
        kind = next((each for each in ("ask", "taken") if each in kinds), None)
        if kind is None or "answer" in kinds:
            continue
        taken = _place(db, "taken", number)
        with suppress(OSError):  # withdrawn
            os.rename(_place(db, kind, number), taken)
            moment, told = os.stat(taken).st_mtime_ns, _read(taken)
            claimed.append((moment, _request(told, number)))
    return [request for _, request in sorted(claimed, key=lambda each: each[0])]


def give_answer(db: Path, request: Request, answer: Answer) -> None:
    """Lets the asker know what became of its request."""
    draft = _place(db, "draft", request.id)
    with suppress(OSError):  # a full disk: the asker waits in vain, and is told so
        handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            _write(handle, asdict(answer))
        finally:
            os.close(handle)
        os.rename(draft, _place(db, "answer", request.id))


def sweep(db: Path) -> dict[str, set[str]]:
    """Removes what nobody waits for any more; the requests that are left, by id and kinds.

    Only for the one who holds the index.
    """
    left: dict[str, set[str]] = {}
    for number, kinds in _list(db).items():
        waits = [_is_waited_for(_place(db, kind, number)) for kind in kinds.intersection(_KINDS)]
        if True in waits:
            left[number] = kinds
        elif None not in waits:
            for kind in kinds:
                with suppress(OSError):  # no harm is done by what cannot be removed
                    os.unlink(_place(db, kind, number))
    return left


def _list(db: Path) -> dict[str, set[str]]:
    """The ids of all requests beside an index, and what lies there of each."""
    found: dict[str, set[str]] = {}
    with suppress(OSError):
        for name in os.listdir(db.parent):
            if name.startswith(db.name) and (match := _FILE.fullmatch(name, len(db.name))):
                found.setdefault(match[2], set()).add(match[1])
    return found


def _place(db: Path, kind: str, number: str) -> Path:
    return db.with_name(f"{db.name}.{kind}-{number}")


def _is_waited_for(file: Path) -> bool | None:
    """Whether the asker of a request lives; None if it is gone by now, or another user's."""
    try:
        handle = _open_own(file)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _open_own(file: Path) -> int:
    """A file of this user; others may write in the folder, and say what they like."""
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if os.fstat(handle).st_uid != os.getuid():
        os.close(handle)
        raise PermissionError
    return handle


def _write(handle: int, told: dict[str, Any]) -> None:
    with open(handle, "wb", closefd=False) as stream:
        stream.write(json.dumps(told).encode("ascii"))


def _read(file: Path) -> dict[str, Any]:
    """The table in a file; an empty one for whatever it is that we did not write."""
    with open(_open_own(file), "rb") as stream:
        data = stream.read()
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _request(told: dict[str, Any], number: str) -> Request:
    """A request; one that cannot be understood asks for nothing known."""
    root, what = (told.get(key) for key in ("root", "what"))
    if not isinstance(root, str) or not isinstance(what, str):
        return Request("", "", id=number)
    return Request(root, what, told.get("full") is True, told.get("dry_run") is True, number)


def _read_answer(file: Path) -> Answer | None:
    try:
        told = _read(file)
    except FileNotFoundError:
        return None
    return Answer(told.get("generation"), told.get("report"), told.get("error"))
