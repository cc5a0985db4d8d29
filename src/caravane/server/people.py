"""People: guests at once, registered if they like, with cookies and tokens."""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import database as db
from caravane.server import wire
from caravane.server.problems import Refused
from caravane.text import Language

COOKIE = "caravane"
USED_EVERY_MS = 60_000  # how exactly the last use of a token is known
FRESH_FOR = 10.0  # seconds for which another process's change of a person may go unnoticed
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # no l, o, 0, 1: ids are read aloud
GUESTS: dict[Language, str] = {"fr": "Voyageur", "en": "Traveller"}
GONE: dict[Language, str] = {"fr": "Compte supprimé", "en": "Deleted account"}


def new_id(length: int = 10) -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


class Person(Struct, frozen=True, kw_only=True):
    """Somebody."""

    id: str
    name: str
    login: str | None
    language: Language
    password: str | None
    epoch: int
    created_at: int
    deleted: bool
    is_program: bool = False  # asks with a token

    def me(self) -> wire.Me:
        """For the wire."""
        return wire.Me(
            id=self.id, name=self.name, language=self.language, guest=self.login is None, created_at=self.created_at
        )


class People:
    """Everybody who ever came."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now
        self._known: dict[str, tuple[float, Person]] = {}
        self._key = b""
        self._hasher = PasswordHasher()

    async def start(self) -> None:
        """Find or make the key that signs cookies; all processes share it."""
        async with db.writing(self._engine) as connection:
            found = await connection.scalar(sa.select(db.house.c.value).where(db.house.c.name == "cookie_key"))
        if found is None:
            try:
                async with db.writing(self._engine) as connection:
                    await connection.execute(sa.insert(db.house).values(name="cookie_key", value=secrets.token_hex(32)))
            except IntegrityError:
                pass  # another process was faster
            return await self.start()
        self._key = bytes.fromhex(found)
        return None

    # --- who is it ----------------------------------------------------------------------------------------

    def name(self, person: str | None) -> str | None:
        """The name of somebody known to this process."""
        if person is None or person not in self._known:
            return None
        return self._known[person][1].name

    async def get(self, person: str) -> Person | None:
        """Somebody by id."""
        known = self._known.get(person)
        if known is not None and time.monotonic() - known[0] < FRESH_FOR:
            return known[1]
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(db.people).where(db.people.c.id == person))).mappings().first()
        return self._remember(Person(**row)) if row else None

    async def know(self, people: set[str]) -> None:
        """Make names available."""
        missing = [person for person in people if person not in self._known]
        if not missing:
            return
        async with self._engine.connect() as connection:
            rows = (await connection.execute(sa.select(db.people).where(db.people.c.id.in_(missing)))).mappings()
            for row in rows:
                self._remember(Person(**row))

    def _remember(self, person: Person) -> Person:
        # How she asked is known of this request alone.
        self._known[person.id] = (time.monotonic(), replace(person, is_program=False))
        return person

    def forget(self, person: str) -> None:
        """Read it again at the next occasion."""
        if person in self._known:
            self._known[person] = (float("-inf"), self._known[person][1])

    def cookie(self, person: Person) -> str:
        """What proves who somebody is."""
        body = f"{person.id}.{person.epoch}"
        return f"{body}.{self._sign(body)}"

    def _sign(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()[:40]

    async def by_cookie(self, cookie: str) -> Person | None:
        """The person whom a cookie proves, if any."""
        body, _, signature = cookie.rpartition(".")
        if not body or not hmac.compare_digest(self._sign(body), signature):
            return None
        identity, _, epoch = body.partition(".")
        person = await self.get(identity)
        if person is None or person.deleted or str(person.epoch) != epoch:
            return None
        return person

    async def by_token(self, token: str) -> Person | None:
        """The person to whom a token belongs."""
        digest = hashlib.sha256(token.encode()).hexdigest()
        async with self._engine.connect() as connection:
            query = sa.select(db.tokens).where(db.tokens.c.digest == digest)
            row = (await connection.execute(query)).mappings().first()
        if row is None:
            return None
        now = self._now()
        if now - (row["last_used_at"] or 0) > USED_EVERY_MS:
            async with db.writing(self._engine) as connection:
                await connection.execute(
                    sa.update(db.tokens).where(db.tokens.c.id == row["id"]).values(last_used_at=now)
                )
        person = await self.get(row["person"])
        return replace(person, is_program=True) if person else None

    async def by_login(self, name: str) -> Person | None:
        """Somebody registered under this name."""
        async with self._engine.connect() as connection:
            query = sa.select(db.people).where(db.people.c.login == name.strip().casefold())
            row = (await connection.execute(query)).mappings().first()
        return self._remember(Person(**row)) if row else None

    # --- coming and going ---------------------------------------------------------------------------------

    async def welcome(self, language: Language) -> Person:
        """A new guest."""
        person = Person(
            id=new_id(),
            name=f"{GUESTS[language]} {secrets.randbelow(9000) + 1000}",
            login=None,
            language=language,
            password=None,
            epoch=0,
            created_at=self._now(),
            deleted=False,
        )
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.insert(db.people).values(_values(person)))
        return self._remember(person)

    async def change(self, person: Person, change: wire.ChangeMe) -> Person:
        """Another name or language; who is registered keeps the name that logs in unless it is free."""
        values: dict[str, Any] = {}
        if change.name is not None:
            values["name"] = clean_name(change.name)
            if person.login is not None:
                values["login"] = values["name"].casefold()
        if change.language is not None:
            values["language"] = change.language
        return await self._update(person, values)

    async def register(self, person: Person, credentials: wire.Credentials) -> Person:
        """A guest becomes somebody who can come back; the tables stay."""
        if person.login is not None:
            raise Refused("already-registered")
        name = clean_name(credentials.name)
        password = await asyncio.to_thread(self._hasher.hash, credentials.password)
        return await self._update(person, {"name": name, "login": name.casefold(), "password": password})

    async def log_in(self, credentials: wire.Credentials) -> Person:
        """Whoever knows the password."""
        person = await self.by_login(credentials.name)
        if person is None or not await self.knows_password(person, credentials.password):
            raise Refused("unauthorized")
        return person

    async def knows_password(self, person: Person, password: str) -> bool:
        """Whether it is the right one; hashing is slow on purpose and must not hold up others."""
        try:
            return await asyncio.to_thread(self._hasher.verify, person.password or "", password)
        except VerificationError:
            return False
        except ValueError:  # no hash at all: a guest
            return False

    async def log_out_everywhere(self, person: Person) -> Person:
        """Every cookie and token of hers is void from now on."""
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.delete(db.tokens).where(db.tokens.c.person == person.id))
        return await self._update(person, {"epoch": person.epoch + 1})

    async def delete(self, person: Person, password: str | None) -> None:
        """Nothing that names her stays; her moves do."""
        if person.login is not None and not await self.knows_password(person, password or ""):
            raise Refused("unauthorized")
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.delete(db.tokens).where(db.tokens.c.person == person.id))
        gone = {"name": GONE[person.language], "login": None, "password": None, "deleted": True}
        await self._update(person, gone | {"epoch": person.epoch + 1})

    async def _update(self, person: Person, values: dict[str, Any]) -> Person:
        if not values:
            return person
        try:
            async with db.writing(self._engine) as connection:
                await connection.execute(sa.update(db.people).where(db.people.c.id == person.id).values(values))
        except IntegrityError as error:
            raise Refused("name-taken") from error
        self.forget(person.id)
        changed = await self.get(person.id)
        assert changed is not None
        return changed

    # --- tokens -------------------------------------------------------------------------------------------

    async def tokens(self, person: Person) -> list[wire.Token]:
        """Her tokens, without their text."""
        async with self._engine.connect() as connection:
            query = sa.select(db.tokens).where(db.tokens.c.person == person.id).order_by(db.tokens.c.created_at)
            rows = (await connection.execute(query)).mappings().all()
        return [
            wire.Token(id=row["id"], label=row["label"], created_at=row["created_at"], last_used_at=row["last_used_at"])
            for row in rows
        ]

    async def new_token(self, person: Person, label: str) -> wire.Token:
        """A token, told once; only its digest is stored."""
        token, identity, now = "crv_" + secrets.token_urlsafe(32), new_id(), self._now()
        digest = hashlib.sha256(token.encode()).hexdigest()
        async with db.writing(self._engine) as connection:
            await connection.execute(
                sa.insert(db.tokens).values(
                    id=identity, person=person.id, label=label, digest=digest, created_at=now, last_used_at=None
                )
            )
        return wire.Token(id=identity, label=label, created_at=now, last_used_at=None, token=token)

    async def drop_token(self, person: Person, token: str) -> None:
        """The token is void."""
        async with db.writing(self._engine) as connection:
            result = await connection.execute(
                sa.delete(db.tokens).where(db.tokens.c.person == person.id, db.tokens.c.id == token)
            )
        if not result.rowcount:
            raise Refused("not-found")


def clean_name(name: str) -> str:
    """A name without what cannot be seen."""
    cleaned = " ".join("".join(char for char in name if char.isprintable()).split())
    if not cleaned:
        raise Refused("malformed")
    return cleaned


def _values(person: Person) -> dict[str, Any]:
    return {name: getattr(person, name) for name in Person.__struct_fields__ if name != "is_program"}
