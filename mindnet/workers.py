"""Notes are read in processes of our own.

    SeenFiles  →  Outcomes, in any order

Knows how long a note may take, and that one which passes that or brings its process down costs
nothing but itself: it is tried once more alone, and then told as a problem.
They are asked for notes, and give back plain rows.
Leaves how a process is started and ended to `processes`.
"""

from __future__ import annotations

import marshal
import os
import pickle
import queue
import select
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO

from mindnet.errors import ReadersFailed
from mindnet.keeping import FileState, SeenFile, Stamp
from mindnet.processes import Process, copy_ourselves, may_copy, start_by_name
from mindnet.reading import Outcome, Reader

Task = tuple[SeenFile, str | None]  # a file, and the hash of a content that need not be read

_AT_ONCE = 32  # notes that a process is sent before it is asked
_LEAST = 2.0  # seconds that every note may take
_PER_BYTE = 1 / 1_000_000
_STARTING = 60.0  # seconds; starting counts against no note
_STARTS = 2  # a process may be killed from outside before it has begun
_HEAD = 8  # bytes that tell the length of what follows


def read_all(reader: Reader, tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Outcome]]:
    """Each task with what became of it, read by so many processes."""
    groups: queue.SimpleQueue[Sequence[Task]] = queue.SimpleQueue()
    for start in range(0, len(tasks), _AT_ONCE):
        groups.put(tasks[start : start + _AT_ONCE])
    done: queue.Queue[tuple[Task, Outcome] | BaseException | None] = queue.Queue(maxsize=256)
    stop = threading.Event()
    workers = [_Worker(reader) for _ in range(jobs)]
    _copy_ourselves(reader, workers)  # before there are threads
    threads = [
        threading.Thread(target=_drive, args=(worker, groups, done, stop), daemon=True)
        for worker in workers
    ]
    for thread in threads:
        thread.start()
    try:
        running = len(threads)
        while running:
            each = done.get()
            if each is None:
                running -= 1
            elif isinstance(each, BaseException):
                raise each
            else:
                yield each
    finally:
        stop.set()
        while any(thread.is_alive() for thread in threads):
            _drain(done)
            for thread in threads:
                thread.join(timeout=0.02)


def _drain(done: queue.Queue[tuple[Task, Outcome] | BaseException | None]) -> None:
    try:
        while True:
            done.get_nowait()
    except queue.Empty:
        return


def _drive(
    worker: _Worker,
    groups: queue.SimpleQueue[Sequence[Task]],
    done: queue.Queue[tuple[Task, Outcome] | BaseException | None],
    stop: threading.Event,
) -> None:
    """Keeps one process busy until nothing is left."""
    try:
        while not stop.is_set():
            for task, outcome in worker.read(groups.get_nowait()):
                done.put((task, outcome))
                if stop.is_set():
                    break
    except queue.Empty:
        pass
    except BaseException as error:
        done.put(error)
    finally:
        worker.stop()
        done.put(None)


class _Worker:
    """One process, started again whenever it has to be."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._rules = pickle.dumps(
            (str(reader.root), reader.settings, reader.profiles, reader.mark)
        )
        self.process: Process | None = None

    def read(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Outcome]]:
        """What becomes of each task; a process that fails is asked once more for that note."""
        number = 0
        tries = 0
        while number < len(tasks):
            self._send(tasks[number : number + 1] if tries else tasks[number:])
            while number < len(tasks):
                outcome = self._receive(_deadline(tasks[number][0]) * (1 + tries))
                if isinstance(outcome, str):
                    self.stop()
                    tries += 1
                    if tries == 2:
                        yield tasks[number], self._reader.give_up(tasks[number][0], outcome)
                        number, tries = number + 1, 0
                    break
                yield tasks[number], outcome
                number += 1
                if tries:  # it was alone
                    tries = 0
                    break

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        process, self.process = self.process, None
        if process is not None:
            process.stop()

    def _send(self, tasks: Sequence[Task]) -> None:
        if self.process is None:
            self._start()
        plain = [
            (file.path, file.place, file.stamp and tuple(file.stamp), file.demoted, known)
            for file, known in tasks
        ]
        self._tell(marshal.dumps(plain))

    def _start(self) -> None:
        for _ in range(_STARTS):
            try:
                self.process = start_by_name()
            except OSError as error:
                raise ReadersFailed(str(error.strerror)) from None
            self._tell(self._rules)
            if not isinstance(self._receive(_STARTING), str):
                return
            self.stop()
        raise ReadersFailed("they end as soon as they begin")

    def _tell(self, body: bytes) -> None:
        with suppress(OSError):  # it died: nothing will come back, and that is found out next
            if self.process is not None:
                _write(self.process.to, body)

    def _receive(self, seconds: float) -> Outcome | str:
        """The next outcome, or why there is none."""
        if self.process is None:
            return "crashed"
        stream = self.process.back
        end = time.monotonic() + seconds
        head = _read_exactly(stream, _HEAD, end)
        if isinstance(head, str):
            return head
        body = _read_exactly(stream, int.from_bytes(head, "big"), end + seconds)
        return body if isinstance(body, str) else Outcome(*marshal.loads(body))


def _copy_ourselves(reader: Reader, workers: Sequence[_Worker]) -> None:
    """Starts the processes as copies, which need not load what we have; else they start later."""
    if may_copy():
        reader.warm_up()
        for worker in workers:
            with suppress(OSError):  # too many processes: it is told when it cannot be started
                worker.process = copy_ourselves(partial(_serve, reader))


def serve() -> None:
    """The other end: reads tasks from standard input, and answers on standard output."""
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    root, settings, profiles, mark = pickle.loads(_read(stdin))
    _write(stdout, marshal.dumps(tuple(Outcome("gone"))))  # it says when it is ready
    _serve(Reader(Path(root), settings, profiles, mark), stdin, stdout)


def _serve(reader: Reader, stdin: IO[bytes], stdout: IO[bytes]) -> None:
    import gc

    sys.stdout = sys.stderr  # nothing but answers may stand there
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)  # notes hold no cycles: looking for them is a waste
    try:
        while body := _read(stdin):
            for path, place, stamp, demoted, known in marshal.loads(body):
                seen = SeenFile(path, place, FileState.NOTE, stamp and Stamp(*stamp), demoted)
                _write(stdout, marshal.dumps(tuple(reader.attempt(seen, known))))
    except BrokenPipeError:
        os._exit(0)  # nobody waits for an answer any longer


def _deadline(file: SeenFile) -> float:
    size = file.stamp.size if file.stamp else 0
    return max(_LEAST, size * _PER_BYTE)


def _write(stream: IO[bytes], body: bytes) -> None:
    stream.write(len(body).to_bytes(_HEAD, "big"))
    stream.write(body)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes:
    """The next message; empty where nobody speaks any more."""
    head = stream.read(_HEAD)
    size = int.from_bytes(head, "big")
    body = stream.read(size) if len(head) == _HEAD else b""
    return body if len(body) == size else b""


def _read_exactly(stream: IO[bytes], size: int, end: float) -> bytes | str:
    """So many bytes, or why they did not come in time."""
    parts: list[bytes] = []
    while size:
        left = end - time.monotonic()
        if left <= 0 or not select.select([stream], [], [], left)[0]:
            return "too_slow"
        part = os.read(stream.fileno(), min(size, 1 << 20))
        if not part:
            return "crashed"
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
