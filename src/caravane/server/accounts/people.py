"""People: guests at once, registered if they like. Who they are is proved by a session's cookie or a token."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
import structlog
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server import wire
from caravane.server.accounts.credentials import Credential
from caravane.server.accounts.keys import use_key
from caravane.server.accounts.names import CLASH, canonical, clean_name, is_reserved, login_forms
from caravane.server.accounts.open_sockets import OpenSockets
from caravane.server.accounts.secrets_at_rest import new_id
from caravane.server.accounts.sessions import Sessions
from caravane.server.accounts.tokens import Tokens
from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.text import Language

__all__ = ["COOKIE", "GONE", "GUESTS", "People", "Person", "clean_name", "new_id"]

log = structlog.get_logger()

COOKIE = "caravane"
REMEMBERED = 50_000  # people in memory; those not asked for longest are read again
FRESH_FOR = 10.0  # seconds for which another process's change of a name may go unnoticed
AT_ONCE = 500  # ids in one question to the database
GUESTS: dict[Language, str] = {"fr": "Voyageur", "en": "Traveller"}
GONE: dict[Language, str] = {"fr": "Compte supprimé", "en": "Deleted account"}

TellEnded = Callable[[str, list[str] | None], None]  # whose, and which credentials; None: all


class Person(Struct, frozen=True, kw_only=True):
    """Somebody; `credential` is how she proved it in this request, if she did."""

    id: str
    name: str
    login: str | None
    language: Language
    password: str | None
    epoch: int
    created_at: int
    deleted: bool
    canonical: str
    mail: str | None = None
    credential: Credential | None = None

    @property
    def is_program(self) -> bool:
        """Whether a program asks for her, with a token."""
        return self.credential is not None and self.credential.kind == "token"

    def me(self) -> wire.Me:
        """What the person itself is told of its account."""
        return wire.Me(
            id=self.id, name=self.name, language=self.language, guest=self.login is None, created_at=self.created_at
        )


class People:
    """Everybody who ever came."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int]) -> None:
        self._engine = engine
        self._now = now
        self._known: OrderedDict[str, tuple[float, Person]] = OrderedDict()
        self.key = b""
        self.sessions = Sessions(engine, now)
        self.tokens = Tokens(engine, now)
        self.sockets = OpenSockets()
        self.tell_ended: TellEnded | None = None  # says it to other processes

    async def start(self) -> None:
        """Find or make the key that signs; all processes share it."""
        async with db.writing(self._engine) as connection:
            found = await connection.scalar(sa.select(db.house.c.value).where(db.house.c.name == "cookie_key"))
        if found is None:
            try:
                async with db.writing(self._engine) as connection:
                    await connection.execute(sa.insert(db.house).values(name="cookie_key", value=secrets.token_hex(32)))
            except IntegrityError:
                pass  # another process was faster
            return await self.start()
        self.key = bytes.fromhex(found)
        await self.sessions.forget_old()
        return None

    # --- who is it ----------------------------------------------------------------------------------------

    def name(self, person: str | None) -> str | None:
        """The name of somebody known to this process."""
        if person is None or person not in self._known:
            return None
        self._known.move_to_end(person)
        return self._known[person][1].name

    async def get(self, person: str) -> Person | None:
        """The person of an id, from memory while fresh."""
        known = self._known.get(person)
        if known is not None and time.monotonic() - known[0] < FRESH_FOR:
            return known[1]
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(db.people).where(db.people.c.id == person))).mappings().first()
        return self._remember(Person(**row)) if row else None

    async def know(self, people: set[str]) -> None:
        """Load people who are not in memory, so that `name` can answer."""
        missing = [person for person in people if person not in self._known]
        if not missing:
            return
        async with self._engine.connect() as connection:
            rows = (await connection.execute(sa.select(db.people).where(db.people.c.id.in_(missing)))).mappings()
            for row in rows:
                self._remember(Person(**row))

    def _remember(self, person: Person) -> Person:
        # How she proved who she is is known of this request alone.
        self._known[person.id] = (time.monotonic(), replace(person, credential=None))
        self._known.move_to_end(person.id)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return person

    def forget(self, person: str) -> None:
        """Read it again at the next occasion."""
        if person in self._known:
            self._known[person] = (float("-inf"), self._known[person][1])

    async def by_cookie(self, cookie: str) -> Person | None:
        """The person whose session a cookie opens, if any."""
        if cookie.count(".") == 2:
            return await self._by_signed_cookie(cookie)
        found = await self.sessions.find(cookie)
        if found is None or found[1]["deleted"]:
            return None
        credential = Credential(kind="session", id=found[0])
        return self._remember(Person(**found[1], credential=credential))

    async def _by_signed_cookie(self, cookie: str) -> Person | None:
        """A guest of the time before sessions: guests cannot log in again, so their cookies are exchanged once."""
        body, _, signature = cookie.rpartition(".")
        expected = hmac.new(self.key, body.encode(), hashlib.sha256).hexdigest()[:40]
        if not hmac.compare_digest(expected.encode(), signature.encode()):
            return None
        identity, _, epoch = body.partition(".")
        self.forget(identity)
        person = await self.get(identity)
        if person is None or person.deleted or person.login is not None or str(person.epoch) != epoch:
            return None
        return replace(person, credential=Credential(kind="signed", id=epoch))

    async def by_token(self, token: str) -> Person | None:
        """The person to whom a token belongs."""
        found = await self.tokens.find(token)
        if found is None or found[1]["deleted"]:
            return None
        return self._remember(Person(**found[1], credential=found[0]))

    async def by_login(self, name: str) -> Person | None:
        """Somebody registered under this name."""
        async with self._engine.connect() as connection:
            query = sa.select(db.people).where(db.people.c.login.in_(login_forms(name)))
            row = (await connection.execute(query)).mappings().first()
        return self._remember(Person(**row)) if row else None

    # --- sessions and what ends them ----------------------------------------------------------------------

    async def begin_session(self, person: Person, device: str, instead_of: Person | None = None) -> str:
        """Log somebody in here; what the browser was before, with the cookie that it brought, ends."""
        if instead_of is not None and instead_of.credential is not None:
            await self.end_credential(instead_of, instead_of.credential)
        return await self.sessions.begin(person.id, device)

    async def end_credential(self, person: Person, credential: Credential) -> bool:
        """One session or token is void, and its sockets are closed; false if it was none of hers."""
        if credential.kind == "signed":
            await self.update(person, {"epoch": person.epoch + 1})
            return True
        kept = self.sessions.end if credential.kind == "session" else self.tokens.drop
        if not await kept(person.id, credential.id):
            return False
        await self._tell_ended(person.id, [credential.key])
        return True

    async def log_out_everywhere(self, person: Person) -> None:
        """Every cookie and token of hers is void, and every socket closed, from now on."""
        await self.change_and_end(person, {})

    async def change_and_end(self, person: Person, values: dict[str, Any], key: str | None = None) -> Person:
        """Change somebody and end all that lets her in, in one stroke; with a key, only if that is good, and once."""
        async with self._changing(person) as connection:
            if key is not None:
                await use_key(connection, key, self._now())
            for table in (db.sessions, db.tokens):
                await connection.execute(sa.delete(table).where(table.c.person == person.id))
            links = sa.delete(db.keys).where(db.keys.c.person == person.id)
            await connection.execute(links if values.get("deleted") else links.where(db.keys.c.kind != "code"))
            change = sa.update(db.people).where(db.people.c.id == person.id)
            await connection.execute(change.values(**values, epoch=db.people.c.epoch + 1))
        await self._tell_ended(person.id, None)
        return await self._read_again(person)

    async def _tell_ended(self, person: str, keys: list[str] | None) -> None:
        self.sockets.end(person, keys)
        if self.tell_ended is not None:
            try:
                self.tell_ended(person, keys)
            except Exception:  # it is done; other processes find out by themselves, see check_sockets
                log.exception("sessions.end_not_told")

    async def check_sockets(self) -> None:
        """End sockets whose session or token is gone, in case that word of it was lost between processes."""
        for kind, table in (("session", db.sessions), ("token", db.tokens)):
            mine = [found for found in self.sockets.credentials().values() if found[1].kind == kind]
            for start in range(0, len(mine), AT_ONCE):
                some = mine[start : start + AT_ONCE]
                query = sa.select(table.c.id).where(table.c.id.in_([credential.id for _, credential in some]))
                async with self._engine.connect() as connection:
                    there = set(await connection.scalars(query))
                for person, credential in some:
                    if credential.id not in there:
                        self.sockets.end(person, [credential.key])

    async def still_holds(self, person: Person) -> bool:
        """Whether what somebody came with is still good."""
        credential = person.credential
        assert credential is not None
        if credential.kind == "signed":
            self.forget(person.id)
            now = await self.get(person.id)
            return now is not None and now.epoch == person.epoch
        table = db.sessions if credential.kind == "session" else db.tokens
        async with self._engine.connect() as connection:
            return await connection.scalar(sa.select(table.c.id).where(table.c.id == credential.id)) is not None

    # --- coming and going ---------------------------------------------------------------------------------

    async def welcome(self, language: Language) -> Person:
        """Make a guest, with a given name in the language."""
        name = given_name(language)
        person = Person(
            id=new_id(),
            name=name,
            login=None,
            language=language,
            password=None,
            epoch=0,
            created_at=self._now(),
            deleted=False,
            canonical=canonical(name),
        )
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.insert(db.people).values(_values(person)))
        return self._remember(person)

    async def change(self, person: Person, change: wire.ChangeMe) -> Person:
        """Another name or language; the name must be free, and with it one logs in from then on."""
        values: dict[str, Any] = {}
        name = None if change.name is None else clean_name(change.name)
        if name is not None and name != person.name:
            await self.check_name(person, name)
            values |= named(name, is_registered=person.login is not None)
        if change.language is not None:
            values["language"] = change.language
        changed = await self.update(person, values)
        if "name" not in values:
            return changed
        if person.login is not None:
            await self.rename_guests(changed)
        elif await self._is_registered(changed.canonical, person.id):  # at the same moment
            return await self._rename(changed)
        return changed

    # --- names --------------------------------------------------------------------------------------------

    async def check_name(self, person: Person, name: str) -> None:
        """Refuse a name that is reserved or that somebody else registered, for herself or for a seat of hers."""
        if canonical(name) == person.canonical:
            return
        if is_reserved(name):
            raise Refused("name-reserved")
        if await self._is_registered(canonical(name), person.id):
            raise Refused("name-taken")

    async def _is_registered(self, key: str, but: str) -> bool:
        alike = sa.or_(db.people.c.canonical == key, db.people.c.canonical.startswith(key + CLASH, autoescape=True))
        others = sa.and_(db.people.c.login.is_not(None), db.people.c.id != but)
        async with self._engine.connect() as connection:
            return await connection.scalar(sa.select(db.people.c.id).where(alike, others).limit(1)) is not None

    async def rename_guests(self, person: Person) -> None:
        """A name that somebody registered is nobody else's: guests who bore it are called as they came."""
        query = sa.select(db.people).where(
            db.people.c.canonical == person.canonical, db.people.c.login.is_(None), db.people.c.deleted.is_(False)
        )
        async with self._engine.connect() as connection:
            guests = (await connection.execute(query)).mappings().all()
        for guest in guests:
            await self._rename(Person(**guest))

    async def _rename(self, guest: Person) -> Person:
        return await self.update(guest, named(given_name(guest.language), is_registered=False))

    def standing(self, person: str | None) -> wire.Standing | None:
        """What somebody known to this process is: registered, a guest, or gone."""
        known = self._known.get(person) if person is not None else None
        if known is None:
            return None
        return "gone" if known[1].deleted else "guest" if known[1].login is None else "registered"

    # --- storing ------------------------------------------------------------------------------------------

    async def update(self, person: Person, values: dict[str, Any]) -> Person:
        if not values:
            return person
        async with self._changing(person) as connection:
            await connection.execute(sa.update(db.people).where(db.people.c.id == person.id).values(values))
        return await self._read_again(person)

    @asynccontextmanager
    async def _changing(self, person: Person) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes somebody; a name that is taken undoes it."""
        try:
            async with db.writing(self._engine) as connection:
                yield connection
        except IntegrityError as error:
            raise Refused("name-taken") from error
        finally:
            self.forget(person.id)

    async def _read_again(self, person: Person) -> Person:
        changed = await self.get(person.id)
        assert changed is not None
        return replace(changed, credential=person.credential)


def given_name(language: Language) -> str:
    """What a guest is called who did not say."""
    return f"{GUESTS[language]} {secrets.randbelow(9000) + 1000}"


def named(name: str, *, is_registered: bool) -> dict[str, Any]:
    """What to store of a name."""
    return {"name": name, "canonical": canonical(name)} | ({"login": name.casefold()} if is_registered else {})


def _values(person: Person) -> dict[str, Any]:
    return {name: getattr(person, name) for name in Person.__struct_fields__ if name != "credential"}
