"""Processes of our own, each at the other end of two pipes.

    what to do there  →  Process

Knows two ways to start one: as a copy of ourselves, which has everything loaded already, where
that is safe; else by name, so that a script that calls us needs no guard.
Leaves what is said through the pipes to `workers`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

_START = "import sys; sys.path[:0] = {!r}; from mindnet.workers import serve; serve()"
_FIRST = 3  # what comes before are the standard streams

Serve = Callable[[IO[bytes], IO[bytes]], None]  # reads from one stream, answers on the other


class Process:
    """A process that serves us until it is stopped."""

    def __init__(self, to: int, back: int, kill: Callable[[], None]) -> None:
        self.to: IO[bytes] = os.fdopen(to, "wb")
        self.back: IO[bytes] = os.fdopen(back, "rb", buffering=0)
        self._kill = kill

    def stop(self) -> None:
        """Ends it, whatever it does."""
        self._kill()
        for stream in (self.to, self.back):
            with suppress(OSError):  # it was gone before us
                stream.close()


def may_copy() -> bool:
    """Whether a copy of ourselves is safe: what other threads hold would stay held in it."""
    return sys.platform == "linux" and threading.active_count() == 1


def copy_ourselves(serve: Serve) -> Process:
    """A copy of this process that does nothing but serve."""
    read_end, to = os.pipe()
    back, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        _begin(serve, read_end, write_end)
    os.close(read_end)
    os.close(write_end)
    return Process(to, back, lambda: _kill(pid))


def start_by_name() -> Process:
    """A new interpreter that serves on its standard streams."""
    read_end, to = os.pipe()
    back, write_end = os.pipe()
    try:
        process = subprocess.Popen(
            # -P: nothing is imported from the vault
            [sys.executable, "-P", "-c", _START.format([str(Path(__file__).parent.parent)])],
            stdin=read_end,
            stdout=write_end,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            process_group=0,  # an interrupt is for us: they are ended when we are
        )
    except OSError:
        os.close(to)
        os.close(back)
        raise
    finally:
        os.close(read_end)
        os.close(write_end)

    def kill() -> None:
        process.kill()
        process.wait()

    return Process(to, back, kill)


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _begin(serve: Serve, read_end: int, write_end: int) -> NoReturn:
    """The life of a copy: it holds nothing open but its two pipes, and leaves without a word."""
    try:
        os.setpgid(0, 0)  # an interrupt is for the one who started us
        kept = {read_end, write_end}
        for number in range(_FIRST, max(kept) + 1):
            if number not in kept:
                with suppress(OSError):
                    os.close(number)
        os.closerange(max(kept) + 1, os.sysconf("SC_OPEN_MAX"))
        with os.fdopen(read_end, "rb") as read, os.fdopen(write_end, "wb") as write:
            serve(read, write)
    finally:
        os._exit(0)
