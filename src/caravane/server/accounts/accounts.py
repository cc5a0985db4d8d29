"""What people do with their accounts: register, log in, change the password, come back without it, delete."""

from collections.abc import Callable

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import wire
from caravane.server.accounts import guesses as limits
from caravane.server.accounts import mail as letters
from caravane.server.accounts.devices import make_mark, read_mark
from caravane.server.accounts.guesses import Guesses, Limit, TooManyGuesses
from caravane.server.accounts.keys import Keys, code_digest
from caravane.server.accounts.mail import Mailer, check_address
from caravane.server.accounts.names import canonical, clean_name, is_reserved
from caravane.server.accounts.passwords import Passwords, check_password
from caravane.server.accounts.people import GONE, People, Person, named
from caravane.server.accounts.secrets_at_rest import digest
from caravane.server.config import Settings
from caravane.server.problems import Refused, Wait
from caravane.text import Language, Text

NOBODY = "nobody"


def too_many_guests(wait: float) -> Wait:
    """Why nobody new is welcome just now."""
    seconds = int(wait) + 1
    return Wait(
        "too-many-guests",
        wait,
        Text(
            f"Beaucoup de nouveaux visiteurs viennent de cette adresse ; réessayez dans {seconds} s, ou connectez-vous.",
            f"Many new visitors come from this address; try again in {seconds} s, or log in.",
        ),
    )


class Place(Struct, frozen=True, kw_only=True):
    """From where somebody asks: an address, and the mark of a device, if it brought one."""

    address: str
    mark: str = ""


class Accounts:
    """The accounts of a server."""

    def __init__(self, engine: AsyncEngine, people: People, settings: Settings, now: Callable[[], int]) -> None:
        self.people = people
        self._passwords = Passwords(settings.passwords_at_once)
        self._guesses = Guesses(engine, now, people.key)
        self._now = now
        self._guests_per_hour = settings.guests_per_hour_per_address
        self.keys = Keys(engine, now)
        self.mailer = Mailer(settings)

    async def stop(self) -> None:
        """Let threads and letters go."""
        self._passwords.stop()
        await self.mailer.stop()

    def mark(self, person: Person) -> str:
        """What tells a device on which she logged in from others."""
        return make_mark(self.people.key, person.id, person.epoch)

    async def welcome(self, language: Language, place: Place) -> Person:
        """Somebody new becomes a guest, unless too many came from there this hour. All processes count together."""
        if self._guests_per_hour:
            try:
                await self._guesses.begin(limits.guests_from(place.address, self._now(), self._guests_per_hour))
            except TooManyGuesses as error:
                raise too_many_guests(error.wait) from error
        return await self.people.welcome(language)

    async def register(self, person: Person, credentials: wire.Credentials) -> Person:
        """A guest becomes somebody who can come back; the tables stay, what let the guest in ends."""
        if person.login is not None:
            raise Refused("already-registered")
        name = clean_name(credentials.name)
        check_password(credentials.password, name)
        if is_reserved(name):
            raise Refused("name-reserved")
        await self.people.check_name(person, name)
        password = await self._passwords.hash(credentials.password)
        values = {**named(name, is_registered=True), "password": password}
        changed = await self.people.change_and_end(person, values)
        await self.people.rename_guests(changed)
        return changed

    async def log_in(self, credentials: wire.Credentials, place: Place) -> Person:
        """Whoever knows the password; as slow for a name that nobody bears."""
        person = await self.people.by_login(credentials.name)
        counted = self._limits(person, credentials.name, place)
        await self._guesses.begin(*counted)
        stored = person.password if person is not None else None
        if not await self._passwords.is_right(stored, credentials.password) or person is None or stored is None:
            raise Refused("unauthorized")
        await self._guesses.was_right(*counted)
        if self._passwords.is_outdated(stored):
            await self.people.update(person, {"password": await self._passwords.hash(credentials.password)})
        return person

    def _limits(self, person: Person | None, name: str, place: Place) -> list[Limit]:
        """Guesses of others do not slow down a device on which she logged in before."""
        mark = read_mark(self.people.key, place.mark)
        if person is not None and mark is not None and mark[:2] == (person.id, person.epoch):
            return [limits.by_device(mark[2])]
        return [limits.by_address(place.address), limits.by_name(canonical(name))]

    async def check(self, person: Person, password: str) -> None:
        """Ask somebody who is logged in for the password again; guessing is limited by where she is logged in."""
        if person.login is None:
            raise Refused("not-registered")
        counted = limits.by_device(person.credential.key if person.credential else person.id)
        await self._guesses.begin(counted)
        if not await self._passwords.is_right(person.password, password):
            raise Refused("unauthorized")
        await self._guesses.was_right(counted)

    async def change_password(self, person: Person, change: wire.ChangePassword) -> Person:
        """Another password; all that let her in with the old one ends."""
        await self.check(person, change.old)
        check_password(change.new, person.name)
        return await self.people.change_and_end(person, {"password": await self._passwords.hash(change.new)})

    async def delete(self, person: Person, password: str | None) -> None:
        """Nothing that names her stays; her moves do."""
        if person.login is not None:
            await self.check(person, password or "")
        gone = GONE[person.language]
        nobody = {"login": None, "password": None, "mail": None, "deleted": True}
        await self.people.change_and_end(person, {"name": gone, "canonical": canonical(gone), **nobody})

    # --- ways back in -------------------------------------------------------------------------------------

    async def new_codes(self, person: Person, password: str) -> list[str]:
        """Recovery codes, told once."""
        await self.check(person, password)
        return await self.keys.new_codes(person.id)

    async def recover(self, wanted: wire.Recover, place: Place) -> Person:
        """A new password for whoever has a recovery code or a link; both work once."""
        counted = limits.by_address(place.address)
        await self._guesses.begin(counted)
        if wanted.name is None:
            owner, _ = await self.keys.person_of(wanted.code, "link")
            person, key = await self.people.get(owner), digest(wanted.code)
        else:
            person = await self.people.by_login(wanted.name)
            key = code_digest(person.id if person else NOBODY, wanted.code)
        if person is None or person.login is None:
            raise Refused("bad-code")
        check_password(wanted.password, person.name)
        password = await self._passwords.hash(wanted.password)
        person = await self.people.change_and_end(person, {"password": password}, key)
        await self._guesses.was_right(counted)
        return person

    async def set_mail(self, person: Person, wanted: wire.SetMail) -> None:
        """An address to be confirmed, or none."""
        await self.check(person, wanted.password)
        if wanted.mail is None:
            await self.people.update(person, {"mail": None})
            return
        if not self.mailer.is_set_up:
            raise Refused("no-mail")
        address = check_address(wanted.mail)
        await self._guesses.begin(limits.mails_to(person.canonical))
        secret = await self.keys.new_link(person.id, "mail", address)
        link = self.mailer.link(f"/login#confirm={secret}")
        self.mailer.in_background(
            self.mailer.send(address, letters.CONFIRM, person.language, name=person.name, link=link)
        )

    async def ask_mail(self, name: str, place: Place) -> None:
        """Send a link to whoever bears this name and confirmed an address; nobody learns whether."""
        if not self.mailer.is_set_up:
            raise Refused("no-mail")
        await self._guesses.begin(limits.by_address(place.address))
        self.mailer.in_background(self._send_link(name))

    async def _send_link(self, name: str) -> None:
        person = await self.people.by_login(name)
        if person is None or person.mail is None:
            return
        try:
            await self._guesses.begin(limits.mails_to(person.canonical))
        except TooManyGuesses:
            return
        link = self.mailer.link(f"/login#recover={await self.keys.new_link(person.id, 'link')}")
        await self.mailer.send(person.mail, letters.RECOVER, person.language, name=person.name, link=link)

    async def account(self, person: Person) -> wire.Account:
        """How she can get back in."""
        left = await self.keys.codes_left(person.id)
        return wire.Account(codes_left=left, mail=person.mail, can_mail=self.mailer.is_set_up)
