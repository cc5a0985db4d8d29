"""What is stored, and the connection to it: SQLite in WAL mode, or PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from caravane.server.config import async_url

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(32), nullable=False),
    sa.Column("login", sa.String(64), unique=True),  # the name casefolded, once registered
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("password", sa.String(200)),
    sa.Column("epoch", sa.Integer, nullable=False),  # cookies of an older epoch are void
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(16), nullable=False, index=True),
    sa.Column("label", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("last_used_at", sa.BigInteger),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("terms", sa.Text, nullable=False),  # facts.Terms as JSON: what the table was opened with
    sa.Column("visibility", sa.String(8), nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),  # hex; never leaves the server before the end
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("wake_at", sa.BigInteger),  # when somebody should look at it: a clock, a bot
    sa.Index("ix_tables_status", "status", "opened_at"),
    sa.Index("ix_tables_wake_at", "wake_at"),
)

# Who sits where, for finding one's tables; the log is the truth.
sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("table", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(16), nullable=False, index=True),
)

# The log. The primary key is what keeps two writers from both winning.
events = sa.Table(
    "events",
    metadata,
    sa.Column("table", sa.String(16), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# A cache: what replaying the log up to `sequence` gives.
snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table", sa.String(16), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# The house's own: the key that signs cookies.
house = sa.Table(
    "house",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)


def connect(url: str) -> AsyncEngine:
    """The engine for a database address."""
    full = async_url(url)
    if not full.startswith("sqlite"):
        return create_async_engine(full, pool_size=10, max_overflow=10, pool_pre_ping=True)
    engine = create_async_engine(full)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


_turns: WeakKeyDictionary[AsyncEngine, asyncio.Lock] = WeakKeyDictionary()


def turn(engine: AsyncEngine) -> asyncio.Lock:
    """Whose turn it is to write to SQLite."""
    return _turns.setdefault(engine, asyncio.Lock())


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes. SQLite has one writer at a time: within a process they take turns."""
    if engine.dialect.name != "sqlite":
        async with engine.begin() as connection:
            yield connection
        return
    async with turn(engine), engine.begin() as connection:
        yield connection


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # A move is durable before it is acknowledged; moves of many tables share one fsync, so FULL costs little.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=30000")  # a backup or another process may be writing
    cursor.close()
