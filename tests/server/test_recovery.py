"""Ways back into an account: codes told once, and links by mail where a mail server is set up."""

import asyncio
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller

from caravane.errors import BadInput
from caravane.server.accounts import keys
from caravane.server.config import Settings
from caravane.server.store import database as db
from tests.server.client import Player, Refusal
from tests.server.conftest import House, Serve
from tests.server.databases import free_port
from tests.server.test_passwords import Time, checked, guess
from tests.server.test_sessions import cookie_of, is_hung_up, is_stranger

__all__ = ["checked"]

WORD, NEW = "kalimba, baobab, dune", "balafon, savane, puits"


async def registered(house: House, name: str = "Ann", **headers: str) -> Player:
    player = await house.player(**headers)
    await player.post("/api/me/register", {"name": name, "password": WORD})
    return player


async def test_a_code_lets_its_owner_in_once_and_ends_everything_else(serve: Serve, checked: list[str]) -> None:
    house = await serve(now=Time())
    ann, back = await registered(house), await house.player()
    codes = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"]
    assert len(set(codes)) == keys.CODES
    assert (await ann.get("/api/me/account"))["codes_left"] == keys.CODES
    cookie, line = cookie_of(ann), await house.line(ann)
    written = f"  {codes[3].upper().replace('-', ' ')} "
    assert (await back.post("/api/recover", {"name": "ann", "code": written, "password": NEW}))["name"] == "Ann"
    assert await is_stranger(house.base, cookie)
    assert await is_hung_up(line)
    assert await guess(house, password=WORD) == "unauthorized"
    assert await guess(house, password=NEW) == "in"
    assert (await back.get("/api/me/account"))["codes_left"] == keys.CODES - 1
    with pytest.raises(Refusal, match="bad-code"):
        await back.post("/api/recover", {"name": "Ann", "code": codes[3], "password": WORD})
    assert await guess(house, password=NEW) == "in", "nothing changed"


async def test_a_code_works_while_others_guess_the_password(serve: Serve, checked: list[str]) -> None:
    house = await serve(now=Time(), trust_proxy=True)
    ann = await registered(house)
    codes = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"]
    for number in range(8):
        await guess(house, address=f"10.0.0.{number}")
    assert await guess(house, password=WORD, address="10.0.1.1") == "too-many-guesses"
    back = Player(house.base, **{"x-forwarded-for": "10.0.1.1"})
    house.people.append(back)
    await back.post("/api/recover", {"name": "Ann", "code": codes[0], "password": NEW})


async def test_codes_ask_for_the_password_are_nobody_elses_and_replace_older_ones(
    serve: Serve, checked: list[str]
) -> None:
    house = await serve(now=Time())
    ann, bea = await registered(house), await registered(house, "Bea")
    with pytest.raises(Refusal, match="unauthorized"):
        await ann.post("/api/me/recovery-codes", {"password": "not that one"})
    old = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"]
    new = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"]
    for name, code in [("Ann", old[0]), ("Bea", new[0]), ("Nobody", new[0]), ("Ann", "x")]:
        with pytest.raises(Refusal, match="bad-code"):
            await bea.post("/api/recover", {"name": name, "code": code, "password": NEW})
    async with house.service.people._engine.connect() as connection:
        stored = str((await connection.execute(sa.select(db.keys))).all())
    assert not any(code in stored or code.replace("-", "") in stored for code in new)
    guest = await house.player()
    with pytest.raises(Refusal, match="not-registered"):
        await guest.post("/api/me/recovery-codes", {"password": WORD})


async def test_a_code_used_twice_at_once_counts_once(serve: Serve, checked: list[str]) -> None:
    house = await serve(now=Time())
    ann = await registered(house)
    code = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"][0]
    strangers = [await house.player() for _ in range(4)]
    tries = [
        one.http.post("/api/recover", json={"name": "Ann", "code": code, "password": f"{NEW} {number}"})
        for number, one in enumerate(strangers)
    ]
    assert sorted(response.status_code for response in await asyncio.gather(*tries)) == [200, 401, 401, 401]


class Letterbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # aiosmtpd's name
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"

    async def letter(self, number: int) -> EmailMessage:
        """Wait for it."""
        async with asyncio.timeout(10):
            while len(self.letters) <= number:  # noqa: ASYNC110  # the mail server is in another thread
                await asyncio.sleep(0.01)
        return self.letters[number]


@pytest.fixture
def letterbox() -> Iterator[tuple[Letterbox, dict[str, Any]]]:
    """A real mail server on this machine, and the settings for it."""
    box, port = Letterbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield (
        box,
        {
            "mail_host": "127.0.0.1",
            "mail_port": port,
            "mail_security": "none",
            "mail_from": "caravane@example.org",
            "public_url": "https://play.example.org/",
        },
    )
    controller.stop()


def secret_in(letter: EmailMessage, word: str) -> str:
    found = re.search(rf"https://play\.example\.org/login#{word}=(\S+)", letter.get_content())
    assert found is not None, letter.get_content()
    return found[1]


async def test_a_confirmed_address_is_a_way_back(
    serve: Serve, checked: list[str], letterbox: tuple[Letterbox, dict[str, Any]]
) -> None:
    box, settings = letterbox
    clock = Time()
    house = await serve(now=clock, **settings)
    ann = await registered(house, **{"accept-language": "fr"})
    assert (await ann.get("/api/recover"))["mail"]
    await ann.call("PUT", "/api/me/mail", {"mail": "ann@example.org", "password": WORD})
    letter = await box.letter(0)
    assert (letter["to"], letter["from"]) == ("ann@example.org", "caravane@example.org")
    assert "Bonjour Ann" in letter.get_content()
    stranger = await house.player()
    await stranger.post("/api/recover/mail", {"name": "Ann"})
    assert (await ann.get("/api/me/account"))["mail"] is None, "not confirmed yet"
    confirm = secret_in(letter, "confirm")
    with pytest.raises(Refusal, match="bad-code"):
        await stranger.post("/api/recover", {"code": confirm, "password": NEW})
    await stranger.post("/api/me/mail/confirm", {"code": confirm})
    assert (await ann.get("/api/me/account")) == {"codes_left": 0, "mail": "ann@example.org", "can_mail": True}

    await stranger.post("/api/recover/mail", {"name": "Nobody at all"})
    await stranger.post("/api/recover/mail", {"name": "Ann"})
    link = secret_in(await box.letter(1), "recover")
    assert len(box.letters) == 2
    clock.now += keys.HOUR_MS
    with pytest.raises(Refusal, match="bad-code"):
        await stranger.post("/api/recover", {"code": link, "password": NEW})
    await stranger.post("/api/recover/mail", {"name": "Ann"})
    link = secret_in(await box.letter(2), "recover")
    cookie = cookie_of(ann)
    assert (await stranger.post("/api/recover", {"code": link, "password": NEW}))["name"] == "Ann"
    assert await is_stranger(house.base, cookie)
    with pytest.raises(Refusal, match="bad-code"):
        await stranger.post("/api/recover", {"code": link, "password": NEW})
    assert await guess(house, password=NEW) == "in"


async def test_nobody_is_flooded_with_mails(
    serve: Serve, checked: list[str], letterbox: tuple[Letterbox, dict[str, Any]]
) -> None:
    box, settings = letterbox
    house = await serve(now=Time(), **settings)
    await registered(house)
    async with db.writing(house.service.people._engine) as connection:
        await connection.execute(sa.update(db.people).values(mail="ann@example.org"))
    stranger = await house.player()
    for _ in range(8):
        await stranger.post("/api/recover/mail", {"name": "Ann"})
    await box.letter(2)
    await asyncio.sleep(0.3)
    assert len(box.letters) == 3


@pytest.mark.parametrize("mail", ["ann", "ann@", "a b@example.org", "a@b.c\nBcc: all@example.org", "é@example.org"])
async def test_an_address_that_is_none_is_refused(
    serve: Serve, checked: list[str], letterbox: tuple[Letterbox, dict[str, Any]], mail: str
) -> None:
    house = await serve(now=Time(), **letterbox[1])
    ann = await registered(house)
    with pytest.raises(Refusal, match="bad-mail"):
        await ann.call("PUT", "/api/me/mail", {"mail": mail, "password": WORD})


async def test_without_a_mail_server_the_way_is_not_offered(serve: Serve, checked: list[str]) -> None:
    house = await serve(now=Time())
    ann = await registered(house)
    assert not (await ann.get("/api/recover"))["mail"]
    with pytest.raises(Refusal, match="no-mail"):
        await ann.call("PUT", "/api/me/mail", {"mail": "ann@example.org", "password": WORD})
    with pytest.raises(Refusal, match="no-mail"):
        await ann.post("/api/recover/mail", {"name": "Ann"})


def test_links_need_to_know_where_the_server_is() -> None:
    with pytest.raises(BadInput, match="public_url"):
        Settings(mail_host="localhost", mail_from="caravane@example.org")
