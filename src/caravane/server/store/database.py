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
    sa.Column("epoch", sa.Integer, nullable=False),  # marks of devices, and signed cookies of before, are void after it
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("deleted", sa.Boolean, nullable=False),
    sa.Column("canonical", sa.String(200), nullable=False),  # the name as it is compared; see accounts/names.py
    sa.Column("mail", sa.String(254)),  # confirmed
)
# Two registered people never bear names that look alike.
sa.Index(
    "uq_people_canonical",
    people.c.canonical,
    unique=True,
    sqlite_where=people.c.login.is_not(None),
    postgresql_where=people.c.login.is_not(None),
)
sa.Index("ix_people_canonical", people.c.canonical)

# Where somebody is logged in: a cookie's secret as a digest.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(16), nullable=False, index=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
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
    sa.Column("scopes", sa.String(32), nullable=False),  # words with spaces between
)

# What lets somebody in once: recovery codes, links sent by mail, and addresses to be confirmed.
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(16), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),  # code, link or mail
    sa.Column("mail", sa.String(254)),  # the address that following the link proves
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("ends_at", sa.BigInteger),
)

# Wrong guesses of passwords, by name, address and device; keys are digests.
guesses = sa.Table(
    "guesses",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("free_at", sa.BigInteger, nullable=False),  # the next guess may be made
    sa.Column("last_at", sa.BigInteger, nullable=False, index=True),
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
    sa.Column("owner", sa.String(16), index=True),  # who opened it; as in its terms
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

# When no server was there; what clocks are given back follows from it.
absences = sa.Table(
    "absences",
    metadata,
    sa.Column("ended_at", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("began_at", sa.BigInteger, nullable=False),
)

# The house's own: the key that signs marks of devices, when a server was last alive.
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
