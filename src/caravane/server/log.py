"""The log on disk. What many tables add at the same moment shares one transaction, and so one fsync."""

import asyncio
import sqlite3
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server import database as db
from caravane.server.sqlite import SqliteStore

MOST = 500  # batches in one transaction


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
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class LogWriter:
    """Writes batches in the order in which they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[Batch] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
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
        await asyncio.gather(*(batch.done for batch in self._waiting), return_exceptions=True)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._sqlite is not None:
            await self._sqlite.close()

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is durable."""
        self._waiting.append(batch)
        self._wake.set()
        await batch.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            batches = self._waiting[:MOST]
            await self._store(batches)
            del self._waiting[: len(batches)]
            if not self._waiting:
                self._wake.clear()

    async def _store(self, batches: list[Batch]) -> None:
        try:
            if self._sqlite is not None:
                async with db.turn(self._engine):
                    await self._sqlite.store(batches)
            else:
                async with self._engine.begin() as connection:
                    await _write(connection, batches)
        except (IntegrityError, sqlite3.IntegrityError):
            if len(batches) == 1:
                _fail(batches[0], Conflict())
            else:  # one of them lost a race; the others must not suffer
                for batch in batches:
                    await self._store([batch])
            return
        except Exception as error:  # noqa: BLE001  # whoever waits is told, and the writer lives on
            for batch in batches:
                _fail(batch, error)
            return
        self.commits += 1
        self.written += len(batches)
        for batch in batches:
            if not batch.done.done():
                batch.done.set_result(None)


def _fail(batch: Batch, error: Exception) -> None:
    if not batch.done.done():
        batch.done.set_exception(error)


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
