"""The log on disk. What many tables add at the same moment shares one transaction, and so one fsync."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server import database as db
from caravane.server.sqlite import SqliteStore

log = structlog.get_logger()

MOST = 500  # batches in one transaction

Then = Callable[[Exception | None], None]


class Conflict(Exception):
    """Another process was faster: (table, sequence) is taken."""


@dataclass(slots=True)
class Batch:
    """What is stored together or not at all."""

    events: list[dict[str, Any]]
    snapshot: dict[str, Any] | None = None
    new_table: dict[str, Any] | None = None
    changes: dict[str, Any] | None = None  # of the table's row; needs "id"
    sitters: list[dict[str, Any]] | None = None  # all of them, if they changed


class LogWriter:
    """Writes batches in the order in which they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Batch, Then]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_stopping = False
        self._sqlite = SqliteStore(engine.url.database or "") if engine.dialect.name == "sqlite" else None
        self.commits = 0
        self.written = 0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is None:
            return
        self._is_stopping = True
        self._wake.set()
        await self._task
        if self._sqlite is not None:
            await self._sqlite.close()

    def put(self, batch: Batch, then: Then) -> None:
        """Store a batch; `then` is called when it is durable, or with the error."""
        self._waiting.append((batch, then))
        self._wake.set()

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.put(batch, lambda error: _settle(done, error))
        await done

    async def _run(self) -> None:
        while not self._is_stopping or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                waiting, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._store(waiting)

    async def _store(self, waiting: list[tuple[Batch, Then]]) -> None:
        batches = [batch for batch, _ in waiting]
        try:
            if self._sqlite is not None:
                async with db.turn(self._engine):
                    await self._sqlite.store(batches)
            else:
                async with self._engine.begin() as connection:
                    await _write(connection, batches)
        except (IntegrityError, sqlite3.IntegrityError):
            if len(batches) == 1:
                _tell(waiting, Conflict())
            else:  # one of them lost a race; the others must not suffer
                for one in waiting:
                    await self._store([one])
            return
        except Exception as error:  # noqa: BLE001  # whoever waits is told, and the writer lives on
            _tell(waiting, error)
            return
        self.commits += 1
        self.written += len(batches)
        # Not at once: while these go on the disk can take what came meanwhile.
        asyncio.get_running_loop().call_soon(_tell, waiting, None)


def _tell(waiting: list[tuple[Batch, Then]], error: Exception | None) -> None:
    for _, then in waiting:
        try:
            then(error)
        except Exception:  # the others are told all the same
            log.exception("log.then")


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # nobody waits any more
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


async def _write(connection: AsyncConnection, batches: list[Batch]) -> None:
    tables = [batch.new_table for batch in batches if batch.new_table]
    if tables:
        await connection.execute(sa.insert(db.tables), tables)
    events = [event for batch in batches for event in batch.events]
    if events:
        await connection.execute(sa.insert(db.events), events)
    snapshots = [batch.snapshot for batch in batches if batch.snapshot]
    if snapshots:
        await connection.execute(sa.insert(db.snapshots), snapshots)
    for batch in batches:
        if batch.sitters is not None:
            table = batch.events[0]["table"]
            await connection.execute(sa.delete(db.sitters).where(db.sitters.c.table == table))
            if batch.sitters:
                await connection.execute(sa.insert(db.sitters), batch.sitters)
        if batch.changes:
            values = {name: value for name, value in batch.changes.items() if name != "id"}
            await connection.execute(sa.update(db.tables).where(db.tables.c.id == batch.changes["id"]).values(values))
