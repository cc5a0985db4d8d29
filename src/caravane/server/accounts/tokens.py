"""Tokens: how scripts and bots prove whose they are. Only digests are stored."""

from collections.abc import Callable, Iterable
from typing import Any, get_args

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import wire
from caravane.server.accounts.credentials import Credential
from caravane.server.accounts.secrets_at_rest import digest, new_id, new_secret
from caravane.server.problems import Refused
from caravane.server.store import database as db

USED_EVERY_MS = 60_000  # how exactly the last use of a token is known
MOST = 50  # of one person


class Tokens:
    """All tokens of all people."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    async def find(self, token: str) -> tuple[Credential, dict[str, Any]] | None:
        """What a token allows and the row of its person."""
        query = (
            sa.select(db.people, db.tokens.c.id.label("token"), db.tokens.c.scopes, db.tokens.c.last_used_at)
            .join(db.people, db.people.c.id == db.tokens.c.person)
            .where(db.tokens.c.digest == digest(token))
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).mappings().first()
        if found is None:
            return None
        row = dict(found)
        identity, scopes, used_at, now = row.pop("token"), row.pop("scopes"), row.pop("last_used_at"), self._now()
        if now - (used_at or 0) > USED_EVERY_MS:
            async with db.writing(self._engine) as connection:
                await connection.execute(
                    sa.update(db.tokens).where(db.tokens.c.id == identity).values(last_used_at=now)
                )
        return Credential(kind="token", id=identity, scopes=frozenset(scopes.split())), row

    async def of(self, person: str) -> list[wire.Token]:
        """Her tokens, without their text."""
        async with self._engine.connect() as connection:
            query = sa.select(db.tokens).where(db.tokens.c.person == person).order_by(db.tokens.c.created_at)
            rows = (await connection.execute(query)).mappings().all()
        return [
            wire.Token(
                id=row["id"],
                label=row["label"],
                scopes=row["scopes"].split(),
                created_at=row["created_at"],
                last_used_at=row["last_used_at"],
            )
            for row in rows
        ]

    async def make(self, person: str, label: str, scopes: Iterable[wire.Scope]) -> wire.Token:
        """A token, told once."""
        ordered = [scope for scope in get_args(wire.Scope) if scope in set(scopes)]
        if len(await self.of(person)) >= MOST:
            raise Refused("too-many-tokens")
        token, identity, now = "crv_" + new_secret(), new_id(), self._now()
        row = {"id": identity, "person": person, "label": label, "digest": digest(token), "scopes": " ".join(ordered)}
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.insert(db.tokens).values(**row, created_at=now, last_used_at=None))
        return wire.Token(id=identity, label=label, scopes=ordered, created_at=now, last_used_at=None, token=token)

    async def drop(self, person: str, token: str) -> bool:
        """The token is void; false if there is no such token of hers."""
        async with db.writing(self._engine) as connection:
            result = await connection.execute(
                sa.delete(db.tokens).where(db.tokens.c.person == person, db.tokens.c.id == token)
            )
        return bool(result.rowcount)
