"""The log's way into SQLite: plain statements in a thread of its own, one transaction for all that waits.

SQLAlchemy took more of a move's time than everything else: statements, greenlets, three hops between threads a commit.
"""

import asyncio
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server.store import database as db
from caravane.server.store.statements import EVENTS_AT_ONCE, Statement


class SqliteStore:
    """One connection, used by one thread."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None

    async def store(self, statements: Iterable[Statement]) -> None:
        """Carry out statements in one transaction; raises sqlite3.IntegrityError when a sequence is taken."""
        async with db.turn(self._engine):
            await asyncio.get_running_loop().run_in_executor(self._thread, self._store, list(statements))

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            path = self._engine.url.database or ""
            self._connection = sqlite3.connect(path, isolation_level=None, cached_statements=2 * EVENTS_AT_ONCE)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000"):
                self._connection.execute(f"PRAGMA {pragma}")
        return self._connection

    def _store(self, statements: list[Statement]) -> None:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in statements:
                connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # when the disk is full SQLite has rolled back already
                connection.execute("ROLLBACK")
            raise

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
