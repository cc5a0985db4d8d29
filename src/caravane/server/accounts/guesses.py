"""Limits on guessing: each wrong guess makes the next wait longer, by name, by address and by device.

A guess is counted before it is checked, so that many at once gain nothing, and taken back if it was right. Counts are
kept in the database: every process sees them, and a restart forgives nothing. Keys are digests, so that no address is
stored. Whoever comes from a device on which she logged in before is counted by that device alone: guesses of others
never slow her down.
"""

import hashlib
import hmac
from collections.abc import Callable

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server.accounts.networks import network_of
from caravane.server.problems import Wait
from caravane.server.store import database as db
from caravane.text import Text

FORGOTTEN_AFTER_MS = 86_400_000
PRUNED_EVERY_MS = 60_000


class Limit(Struct, frozen=True):
    """What is counted: so many wrong guesses are free, then the wait doubles up to the longest."""

    key: str
    free: int
    longest_ms: int

    def wait_after(self, failures: int) -> int:
        """Milliseconds until the next guess."""
        over = failures - self.free
        return 0 if over < 0 else min(self.longest_ms, 1000 << min(over, 20))


def by_name(name: str) -> Limit:
    """Whoever guesses the password of one person from anywhere."""
    return Limit(f"name:{name}", 5, 60_000)


def by_device(device: str) -> Limit:
    """Somebody at a device on which she logged in before."""
    return Limit(f"device:{device}", 10, 60_000)


def by_address(address: str) -> Limit:
    """Whoever guesses from one address, anybody's password; a school may share one."""
    return Limit(f"address:{network_of(address)}", 30, 300_000)


def mails_to(name: str) -> Limit:
    """Mails that one person is sent."""
    return Limit(f"mail:{name}", 3, 3_600_000)


def guests_from(address: str, now: int, free: int) -> Limit:
    """New guests of one address; every hour begins anew."""
    return Limit(f"guests:{network_of(address)}:{now // 3_600_000}", free, 600_000)


class TooManyGuesses(Wait):
    """Wait before the next guess."""

    def __init__(self, wait: float) -> None:
        seconds = int(wait) + 1
        super().__init__(
            "too-many-guesses",
            wait,
            Text(
                f"Trop d’essais : réessayez dans {seconds} s. Un code de secours permet d’entrer sans attendre.",
                f"Too many guesses: try again in {seconds} s. A recovery code lets you in without waiting.",
            ),
        )


class Guesses:
    """All that was guessed wrong lately."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int], key: bytes) -> None:
        self._engine = engine
        self._now = now
        self._key = key
        self._pruned_at = 0

    async def begin(self, *limits: Limit) -> None:
        """Count a guess everywhere, or refuse it and count it nowhere."""
        async with db.writing(self._engine) as connection:
            await self._prune(connection)
            for limit in sorted(limits, key=lambda limit: limit.key):
                await self._count(connection, limit)

    async def was_right(self, *limits: Limit) -> None:
        """Take the guess back; a name or device starts anew, an address only loses this one."""
        now = self._now()
        async with db.writing(self._engine) as connection:
            for limit in sorted(limits, key=lambda limit: limit.key):
                mine = db.guesses.c.key == self._digest(limit)
                if not limit.key.startswith("address:"):
                    await connection.execute(sa.delete(db.guesses).where(mine))
                    continue
                failures = await connection.scalar(
                    sa.update(db.guesses)
                    .where(mine)
                    .values(failures=db.guesses.c.failures - 1)
                    .returning(db.guesses.c.failures)
                )
                free_at = now + limit.wait_after(failures or 0)
                await connection.execute(sa.update(db.guesses).where(mine).values(free_at=free_at))

    async def _count(self, connection: AsyncConnection, limit: Limit) -> None:
        now, key, table = self._now(), self._digest(limit), db.guesses
        insert = (sqlite if self._engine.dialect.name == "sqlite" else postgresql).insert(table)
        counted = sa.case((table.c.last_at < now - FORGOTTEN_AFTER_MS, 1), else_=table.c.failures + 1)
        failures = await connection.scalar(
            insert.values(key=key, failures=1, free_at=now, last_at=now)
            .on_conflict_do_update(
                index_elements=[table.c.key],
                set_={"failures": counted, "last_at": now},
                where=table.c.free_at <= now,
            )
            .returning(table.c.failures)
        )
        if failures is None:
            free_at = await connection.scalar(sa.select(table.c.free_at).where(table.c.key == key))
            raise TooManyGuesses(((free_at or now) - now) / 1000)
        free_at = now + limit.wait_after(failures)
        await connection.execute(sa.update(table).where(table.c.key == key).values(free_at=free_at))

    async def _prune(self, connection: AsyncConnection) -> None:
        now = self._now()
        if now - self._pruned_at >= PRUNED_EVERY_MS:
            self._pruned_at = now
            await connection.execute(sa.delete(db.guesses).where(db.guesses.c.last_at < now - FORGOTTEN_AFTER_MS))

    def _digest(self, limit: Limit) -> str:
        return hmac.new(self._key, limit.key.encode(), hashlib.sha256).hexdigest()
