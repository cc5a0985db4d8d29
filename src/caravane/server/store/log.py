"""The log on disk. What many tables add at the same moment shares one transaction, and so one fsync."""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server.problems import Refused
from caravane.server.store.sqlite import SqliteStore
from caravane.server.store.statements import Batch, Statement, probe, statements

log = structlog.get_logger()

PROBE_BYTES = 16_384
MOST = 500  # batches in one transaction

Then = Callable[[Exception | None], None]


class Conflict(Exception):
    """Another process was faster: (table, sequence) is taken."""


class Store(Protocol):
    """Where statements are carried out, in one transaction."""

    async def store(self, statements: Iterable[Statement]) -> None:
        """Returns when all of them are durable; raises, and nothing is stored, if one cannot be carried out."""

    async def close(self) -> None:
        """Let go of what it holds."""


class EngineStore:
    """SQLAlchemy's connections, for every database but SQLite."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def store(self, statements: Iterable[Statement]) -> None:
        """Carry out statements in one transaction."""
        async with self._engine.begin() as connection:
            for statement, rows in statements:
                await connection.execute(_text(statement), [dict(row) for row in rows])

    async def close(self) -> None:
        """Nothing is held: the engine belongs to whoever made it."""


_text = lru_cache(maxsize=512)(sa.text)


class LogWriter:
    """Writes batches in the order in which they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._store: Store = SqliteStore(engine) if engine.dialect.name == "sqlite" else EngineStore(engine)
        self._waiting: list[tuple[Batch, Then]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_stopping = False
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
        await self._store.close()

    def put(self, batch: Batch, then: Then) -> None:
        """Store a batch; `then` is called when it is durable, or with the error."""
        self._waiting.append((batch, then))
        self._wake.set()

    async def append(self, batch: Batch) -> None:
        """Store a batch; returns when it is durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.put(batch, lambda error: _settle(done, error))
        await done

    async def probe(self) -> None:
        """Write something that needs room, durably, and nothing of it stays; raises if that is impossible."""
        await self._store.store(probe({"table": secrets.token_hex(8), "sequence": 0, "body": bytes(PROBE_BYTES)}))

    async def _run(self) -> None:
        while not self._is_stopping or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                waiting, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._write(waiting)

    async def _write(self, waiting: list[tuple[Batch, Then]]) -> None:
        batches = [batch for batch, _ in waiting]
        try:
            await self._store.store(statements(batches))
        except (IntegrityError, sqlite3.IntegrityError):
            if len(batches) == 1:
                _tell(waiting, Conflict())
            else:  # one of them lost a race; the others must not suffer
                for one in waiting:
                    await self._write([one])
            return
        except (OSError, sqlite3.Error, DBAPIError) as error:
            log.error("log.not_stored", why=f"{type(error).__name__}: {error}"[:300])
            _tell(waiting, Refused("not-stored"))
            return
        except Exception as error:  # noqa: BLE001  # whoever waits is told, and the writer lives on
            _tell(waiting, error)
            return
        told = sum(not batch.is_quiet for batch in batches)
        self.commits += told > 0
        self.written += told
        # Not at once: while these go on the disk can take what came meanwhile.
        asyncio.get_running_loop().call_soon(_tell, waiting, None)


def _tell(waiting: list[tuple[Batch, Then]], error: Exception | None) -> None:
    for _, then in waiting:
        try:
            then(error)
        except Exception:  # the others are told all the same
            log.exception("log.callback_failed")


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # nobody waits any more
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
