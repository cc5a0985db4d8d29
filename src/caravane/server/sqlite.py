"""The log's way into SQLite: plain statements in a thread of its own, one transaction for all that waits.

SQLAlchemy took more of a move's time than everything else: statements, greenlets, three hops between threads a commit.
"""

import asyncio
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

INSERT_EVENTS = 'INSERT INTO events ("table", sequence, at, body) VALUES '
INSERT_SNAPSHOTS = 'INSERT INTO snapshots ("table", sequence, body) VALUES (:table, :sequence, :body)'
INSERT_TABLES = (
    "INSERT INTO tables (id, game, seats, terms, visibility, secret, status, opened_at, ended_at, wake_at)"
    " VALUES (:id, :game, :seats, :terms, :visibility, :secret, :status, :opened_at, :ended_at, :wake_at)"
)
DELETE_SITTERS = 'DELETE FROM sitters WHERE "table" = ?'
INSERT_SITTERS = 'INSERT INTO sitters ("table", seat, person) VALUES (:table, :seat, :person)'
UPDATES = {
    "status": "UPDATE tables SET status = :status WHERE id = :id",
    "ended_at": "UPDATE tables SET ended_at = :ended_at WHERE id = :id",
    "wake_at": "UPDATE tables SET wake_at = :wake_at WHERE id = :id",
}


EVENTS_AT_ONCE = 200


@cache
def insert_events(count: int) -> str:
    """One statement for many events: each statement of a thread waits for the interpreter, up to 5 ms if it is busy."""
    return INSERT_EVENTS + ", ".join(["(?, ?, ?, ?)"] * count)


class SqliteStore:
    """One connection, used by one thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None

    async def store(self, batches: Iterable[Any]) -> None:
        """Write batches in one transaction; raises sqlite3.IntegrityError when a sequence is taken."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store, list(batches))

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None, cached_statements=2 * EVENTS_AT_ONCE)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000"):
                self._connection.execute(f"PRAGMA {pragma}")
        return self._connection

    def _store(self, batches: list[Any]) -> None:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            _write(connection, batches)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _write(connection: sqlite3.Connection, batches: list[Any]) -> None:
    if tables := [batch.new_table for batch in batches if batch.new_table]:
        connection.executemany(INSERT_TABLES, tables)
    events = [event for batch in batches for event in batch.events]
    for start in range(0, len(events), EVENTS_AT_ONCE):
        some = events[start : start + EVENTS_AT_ONCE]
        values = [value for event in some for value in (event["table"], event["sequence"], event["at"], event["body"])]
        connection.execute(insert_events(len(some)), values)
    if snapshots := [batch.snapshot for batch in batches if batch.snapshot]:
        connection.executemany(INSERT_SNAPSHOTS, snapshots)
    for batch in batches:
        if batch.sitters is not None:
            connection.execute(DELETE_SITTERS, (batch.events[0]["table"],))
            connection.executemany(INSERT_SITTERS, batch.sitters)
        for name in batch.changes or ():
            if name != "id":
                connection.execute(UPDATES[name], {name: batch.changes[name], "id": batch.changes["id"]})
