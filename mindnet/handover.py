"""The index is written by us, or by whoever holds it.

    the right to write, or a Request  →  Report
    Requests of others  →  their Answers

Knows how an asker and a holder come together (`index.md` §4): who holds the index for long does
what others ask of it; if it dies meanwhile, the asker gets the right and does the work itself.
Leaves the files between them to `store`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from mindnet.errors import IndexUnusable, MindnetError, RequestRefused
from mindnet.keeping import Report, report_from
from mindnet.store.lock import writing
from mindnet.store.requests import (
    REINDEX,
    Answer,
    Request,
    asking,
    give_answer,
    sweep,
    take_requests,
)
from mindnet.store.store import find_store

_OTHER_VERSION = "the mindnet that holds the index is of another version: end it, and try again"


def write_or_ask(
    db: Path, request: Request, patience: float, write: Callable[[], Report]
) -> Report:
    """What `write` reports with the right to write, or whoever has that right and does the work."""
    with (
        asking(db, request) as asker,
        writing(db, patience=patience, meanwhile=asker.look) as is_ours,
    ):
        if is_ours:
            sweep(db)
            return write()
    assert asker.answer is not None  # nothing else ends the waiting
    report = _read(asker.answer)
    _expect(db, report.generation or 0)
    return report


def serve_requests(db: Path, root: Path, reindex: Callable[[bool, bool], Report]) -> int:
    """Does what others ask of the holder of an index; how many there were.

    `reindex` is called with `full` and `dry_run`, and once for all who ask for the same.
    """
    requests = take_requests(db)
    answers: dict[tuple[bool, bool], Answer] = {}
    for request in requests:
        refused = _find_refusal(request, root)
        kind = request.full, request.dry_run
        if refused is None and kind not in answers:
            answers[kind] = _do(reindex, *kind)
        give_answer(db, request, refused or answers[kind])
    return len(requests)


def _find_refusal(request: Request, root: Path) -> Answer | None:
    """The answer to what cannot be done here."""
    if request.what != REINDEX:
        return _refuse(RequestRefused(_OTHER_VERSION, "other_version", 2))
    if request.root != str(root):
        why = f"this index is kept for {root}: name another file with --db, or end mindnet watch"
        return _refuse(RequestRefused(why, "other_vault", 2))
    return None


def _do(reindex: Callable[[bool, bool], Report], full: bool, dry_run: bool) -> Answer:
    try:
        report = reindex(full, dry_run)
    except MindnetError as error:
        return _refuse(error)
    return Answer(report.generation, report.to_dict())


def _refuse(error: MindnetError) -> Answer:
    told = {"code": error.code, "message": str(error), "exit_code": error.exit_code}
    return Answer(error=told)


def _expect(db: Path, generation: int) -> None:
    """An error if the index is not there as its holder wrote it."""
    store = find_store(db)
    if store is not None:
        with closing(store):
            if store.generation >= generation:
                return
    why = "whoever holds it writes another file, which was deleted: end mindnet watch, try again"
    raise IndexUnusable(db, why)


def _read(answer: Answer) -> Report:
    """The report of an answer, or the error that it tells."""
    try:
        if answer.error is not None:
            told = answer.error
            raise RequestRefused(told["message"], told["code"], int(told["exit_code"]))
        return report_from(answer.report or {})
    except (KeyError, TypeError, ValueError):
        raise RequestRefused(_OTHER_VERSION, "other_version", 2) from None
