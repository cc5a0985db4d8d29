"""Keys that let somebody in once: recovery codes, and links sent by mail. Only digests are stored."""

from collections.abc import Callable
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server.accounts.secrets_at_rest import digest, new_id, new_secret
from caravane.server.problems import Refused
from caravane.server.store import database as db

CODES = 10
HOUR_MS = 3_600_000
LASTS_MS = {"link": HOUR_MS, "mail": 24 * HOUR_MS}


def code_digest(person: str, code: str) -> str:
    """What is stored of a recovery code: 80 bits that nobody guesses; case and dashes do not matter."""
    return digest(f"{person}:{''.join(char for char in code.lower() if char.isalnum())}")


async def use_key(connection: AsyncConnection, key: str, now: int) -> None:
    """Void a key inside the transaction that it allows; refused if it was void already."""
    good = sa.or_(db.keys.c.ends_at.is_(None), db.keys.c.ends_at > now)
    used = await connection.execute(sa.delete(db.keys).where(db.keys.c.digest == key, good))
    if not used.rowcount:
        raise Refused("bad-code")


class Keys:
    """All keys of all people."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now

    async def new_codes(self, person: str) -> list[str]:
        """Ten recovery codes, told once; those of before are void."""
        codes = ["-".join(new_id(4) for _ in range(4)) for _ in range(CODES)]
        now = self._now()
        rows = [
            {"digest": code_digest(person, code), "person": person, "kind": "code", "created_at": now} for code in codes
        ]
        async with db.writing(self._engine) as connection:
            old = sa.delete(db.keys).where(db.keys.c.person == person, db.keys.c.kind == "code")
            await connection.execute(old)
            await connection.execute(sa.insert(db.keys), rows)
        return codes

    async def codes_left(self, person: str) -> int:
        """How many were not used yet."""
        query = sa.select(sa.func.count()).where(db.keys.c.person == person, db.keys.c.kind == "code")
        async with self._engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def new_link(self, person: str, kind: Literal["link", "mail"], mail: str | None = None) -> str:
        """A secret for a link; an older one of the same kind is void."""
        secret, now = new_secret(), self._now()
        row = {"digest": digest(secret), "person": person, "kind": kind, "mail": mail}
        async with db.writing(self._engine) as connection:
            old = sa.delete(db.keys).where(db.keys.c.person == person, db.keys.c.kind == kind)
            await connection.execute(old)
            await connection.execute(sa.insert(db.keys).values(**row, created_at=now, ends_at=now + LASTS_MS[kind]))
        return secret

    async def person_of(self, secret: str, kind: Literal["link", "mail"]) -> tuple[str, str | None]:
        """Whose link it is, and which address it was sent to."""
        query = sa.select(db.keys.c.person, db.keys.c.mail).where(
            db.keys.c.digest == digest(secret), db.keys.c.kind == kind, db.keys.c.ends_at > self._now()
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        if found is None:
            raise Refused("bad-code")
        return found[0], found[1]

    async def confirm(self, secret: str) -> str:
        """The address to which this link was sent is its owner's; who it is."""
        person, mail = await self.person_of(secret, "mail")
        async with db.writing(self._engine) as connection:
            await use_key(connection, digest(secret), self._now())
            await connection.execute(sa.update(db.people).where(db.people.c.id == person).values(mail=mail))
        return person
