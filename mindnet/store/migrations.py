"""An index of an older mindnet becomes one of this: alone in knowing sqlite-utils.

    connection  →  the tables of `schema`

Knows the way from each version to the next; where the meaning of the tables changed, the old
ones go, and the notes are read again.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from mindnet.store import schema
from mindnet.store.views import VIEWS

_MIGRATIONS = Migrations("mindnet")
_SECOND = (  # its tables; those that point to others go first
    *("chunks_fts", "problems", "anchors", "aliases", "tags", "edges", "chunks", "blocks"),
    *("sections", "files", "notes", "profiles", "meta"),
)


@_MIGRATIONS()
def m002_chunks_and_edges(db: Database) -> None:
    """The first version kept blocks alone; nothing of it can be used further."""
    for name in ("blocks_fts", "blocks"):
        db.conn.execute(f"DROP TABLE IF EXISTS {name}")


@_MIGRATIONS()
def m003_answers(db: Database) -> None:
    """The second version did not know where links lead, nor in which chunk a heading stands."""
    run = db.conn.execute
    generation = 0
    if "meta" in db.table_names():
        (generation,) = run("SELECT value FROM meta WHERE key = 'generation'").fetchone()
    for name in ("edges_full", "chunks_full", "chunk_texts", "names"):
        run(f"DROP VIEW IF EXISTS {name}")
    for name in _SECOND:
        run(f"DROP TABLE IF EXISTS {name}")
    for statement in (*schema.TABLES, *VIEWS):
        run(statement)
    run("INSERT INTO meta VALUES ('generation', ?)", (generation,))


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the tables up to date, each step whole or not at all."""
    # ours from the first write on: whoever is stopped here finds the file again
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    _MIGRATIONS.apply(Database(connection))
    connection.execute(f"PRAGMA user_version = {schema.VERSION}")
