"""An index that is held open while it is asked.

    vault, file of the index  →  Reader

Knows when the index is opened and let go of, and what answers may say of it.
Leaves the questions to `library`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mindnet.errors import IndexMissing

if TYPE_CHECKING:
    from mindnet.answers import IndexState
    from mindnet.freshness import Look
    from mindnet.store.store import Store


class Reader:
    """A vault and its index, opened when it is first asked."""

    def __init__(self, root: Path, db: Path) -> None:
        self.root = root
        self.db = db
        self._reader: Store | None = None
        self._look: Look | None = None

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """All answers given inside come from one generation of the index."""
        from mindnet.store.connection import one_moment

        store = self._open()
        with one_moment(store.connection, store.path):
            yield

    def index_state(self) -> IndexState | None:
        """What answers say of the index: its generation, and whether it is known to be fresh.

        Somebody looked at the whole vault where it was just reindexed or asked for its status;
        None where there is no index yet.
        """
        from mindnet.freshness import tell_state

        store = self._find()
        return None if store is None else tell_state(store.generation, self._look)

    def close(self) -> None:
        """Lets go of the index."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _open(self) -> Store:
        store = self._find()
        if store is None:
            raise IndexMissing(self.root)
        return store

    def _find(self) -> Store | None:
        from mindnet.store.store import find_store

        self._reader = self._reader or find_store(self.db)
        return self._reader

    def _note_stale(self) -> None:
        """Somebody saw a note that the index does not know as it is."""
        from mindnet.freshness import Look, now

        self._look = Look(now(), 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
