"""Sessions: where somebody is logged in. The cookie holds a random secret; the server keeps its digest."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import wire
from caravane.server.accounts.secrets_at_rest import digest, new_id, new_secret
from caravane.server.store import database as db

SEEN_EVERY_MS = 5 * 60_000  # how exactly it is known when a session was last used
LASTS_MS = 365 * 86_400_000  # without being used
MOST = 50  # of one person; the one not used for longest ends


class Sessions:
    """All sessions of all people."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    async def begin(self, person: str, device: str) -> str:
        """A new session; the secret for the cookie, told once."""
        secret, now = new_secret(), self._now()
        row = {"id": new_id(), "person": person, "digest": digest(secret), "device": device}
        too_old = sa.select(db.sessions.c.id).where(db.sessions.c.person == person)
        too_old = too_old.order_by(db.sessions.c.seen_at.desc(), db.sessions.c.id).offset(MOST - 1)
        async with db.writing(self._engine) as connection:
            old = (await connection.scalars(too_old)).all()
            if old:
                await connection.execute(sa.delete(db.sessions).where(db.sessions.c.id.in_(old)))
            await connection.execute(sa.insert(db.sessions).values(**row, created_at=now, seen_at=now))
        return secret

    async def find(self, secret: str) -> tuple[str, dict[str, Any]] | None:
        """The session that a secret opens and the row of its person; asked anew each time, so that an end is one."""
        now = self._now()
        query = (
            sa.select(db.people, db.sessions.c.id.label("session"), db.sessions.c.seen_at)
            .join(db.people, db.people.c.id == db.sessions.c.person)
            .where(db.sessions.c.digest == digest(secret), db.sessions.c.seen_at > now - LASTS_MS)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).mappings().first()
        if found is None:
            return None
        row = dict(found)
        session, seen_at = row.pop("session"), row.pop("seen_at")
        if now - seen_at > SEEN_EVERY_MS:
            async with db.writing(self._engine) as connection:
                await connection.execute(sa.update(db.sessions).where(db.sessions.c.id == session).values(seen_at=now))
        return session, row

    async def of(self, person: str, here: str | None) -> list[wire.LoggedIn]:
        """Where she is logged in, the latest first."""
        query = sa.select(db.sessions).where(db.sessions.c.person == person).order_by(db.sessions.c.seen_at.desc())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [
            wire.LoggedIn(
                id=row["id"],
                device=row["device"],
                created_at=row["created_at"],
                seen_at=row["seen_at"],
                here=row["id"] == here,
            )
            for row in rows
        ]

    async def end(self, person: str, session: str) -> bool:
        """End one; false if there is no such session of hers."""
        async with db.writing(self._engine) as connection:
            result = await connection.execute(
                sa.delete(db.sessions).where(db.sessions.c.person == person, db.sessions.c.id == session)
            )
        return bool(result.rowcount)

    async def forget_old(self) -> None:
        """Drop those that nobody used for so long that they are void."""
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.delete(db.sessions).where(db.sessions.c.seen_at <= self._now() - LASTS_MS))
