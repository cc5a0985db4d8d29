"""Passwords: guessing is slow, owners are not locked out, nothing tells whether a name exists, memory stays bounded."""

import asyncio
import threading
import time

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from caravane.server.accounts import guesses, passwords
from caravane.server.accounts.passwords import NOBODYS, Passwords, check_password, common_passwords
from caravane.server.problems import Refused
from caravane.server.store import database as db
from tests.server.client import Player, Refusal
from tests.server.conftest import House, Serve

WORD = "kalimba, baobab, dune"
NOON = 1_800_000_000_000


class Time:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Against what passwords were checked; hashing costs nothing in these tests."""
    seen: list[str] = []

    def verify(_self: Passwords, stored: str, password: str) -> bool:
        seen.append(stored)
        return stored == f"hash of {password}"

    monkeypatch.setattr(Passwords, "_verify", verify)
    monkeypatch.setattr(Passwords, "hash", _hash)
    monkeypatch.setattr(Passwords, "is_outdated", lambda _self, _stored: False)
    return seen


async def _hash(_self: Passwords, password: str) -> str:
    return f"hash of {password}"


async def a_house(serve: Serve, clock: Time) -> House:
    return await serve(now=clock, trust_proxy=True)


async def registered(house: House, name: str = "Ann") -> Player:
    player = await house.player()
    await player.post("/api/me/register", {"name": name, "password": WORD})
    return player


async def guess(house: House, name: str = "Ann", password: str = "not that one", address: str = "10.0.0.1") -> str:
    """Log in from somewhere; "in", or the code of the refusal."""
    stranger = Player(house.base, **{"x-forwarded-for": address})
    try:
        await stranger.post("/api/login", {"name": name, "password": password})
    except Refusal as refusal:
        return refusal.code
    finally:
        await stranger.close()
    return "in"


async def test_each_wrong_guess_makes_the_next_wait_longer_but_never_long(serve: Serve, checked: list[str]) -> None:
    clock = Time()
    house = await a_house(serve, clock)
    await registered(house)
    for number in range(5):
        assert await guess(house, address=f"10.0.0.{number}") == "unauthorized"
    waits = []
    for number in range(5, 15):
        assert await guess(house, password=WORD, address=f"10.0.0.{number}") == "too-many-guesses"
        async with house.service.people._engine.connect() as connection:
            free_at = await connection.scalar(sa.select(sa.func.max(db.guesses.c.free_at)))
        waits.append((free_at - clock.now) // 1000)
        clock.now = free_at
        assert await guess(house, address=f"10.0.0.{number}") == "unauthorized"
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    clock.now += 60_000
    assert await guess(house, password=WORD, address="10.9.9.9") == "in", "the owner, at a device of somebody else"
    assert await guess(house, address="10.9.9.8") == "unauthorized", "and the count begins anew"


async def test_a_refused_guess_says_how_long_to_wait(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    stranger = await house.player(**{"accept-language": "fr"})
    for _ in range(5):
        with pytest.raises(Refusal, match="unauthorized"):
            await stranger.post("/api/login", {"name": "Ann", "password": "wrong one"})
    response = await stranger.http.post("/api/login", json={"name": "Ann", "password": "wrong one"})
    assert (response.status_code, response.headers["retry-after"]) == (429, "2")
    assert "réessayez dans 2 s" in response.json()["sentence"]


async def test_guesses_of_others_do_not_slow_down_a_known_device(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    ann = await registered(house)
    await ann.post("/api/logout")
    for number in range(8):
        await guess(house, address=f"10.0.0.{number}")
    assert await guess(house, password=WORD, address="10.9.9.9") == "too-many-guesses"
    assert (await ann.post("/api/login", {"name": "Ann", "password": WORD}))["name"] == "Ann"
    bea = await house.player()
    bea.http.cookies.update({"caravane_device": ann.http.cookies["caravane_device"]})
    for _ in range(10):
        with pytest.raises(Refusal, match="unauthorized"):
            await bea.post("/api/login", {"name": "Ann", "password": "wrong one"})
    with pytest.raises(Refusal, match="too-many-guesses"):
        await bea.post("/api/login", {"name": "Ann", "password": WORD})


async def test_a_mark_of_a_device_helps_nobody_else(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    ann, eve = await registered(house), await registered(house, "Eve")
    for number in range(8):
        await guess(house, address=f"10.0.0.{number}")
    with pytest.raises(Refusal, match="too-many-guesses"):
        await eve.post("/api/login", {"name": "Ann", "password": WORD})
    await ann.post("/api/logout-everywhere")
    with pytest.raises(Refusal, match="too-many-guesses"):
        await ann.post("/api/login", {"name": "Ann", "password": WORD})


async def test_one_address_guesses_few_names_and_a_household_is_one(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    answers = [await guess(house, f"Name {number}", address=f"2001:db8::{number:x}") for number in range(32)]
    assert answers == ["unauthorized"] * 30 + ["too-many-guesses"] * 2
    assert await guess(house, "Other", address="2001:db8:0:1::1") == "unauthorized"


async def test_a_school_logs_in_from_one_address(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    await registered(house)
    assert {await guess(house, password=WORD) for _ in range(40)} == {"in"}


async def test_many_guesses_at_once_gain_nothing(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    await registered(house)
    del checked[:]
    answers = await asyncio.gather(*[guess(house, address=f"10.0.1.{number}") for number in range(40)])
    assert sorted(answers) == ["too-many-guesses"] * 35 + ["unauthorized"] * 5
    assert len(checked) == 5


async def test_a_name_that_does_not_exist_takes_the_same_work(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    await registered(house)
    guest = await house.player()
    await guest.call("PATCH", "/api/me", {"name": "Gus"})
    del checked[:]
    for name in ("Ann", "Nobody at all", "Gus"):
        assert await guess(house, name) == "unauthorized"
    assert checked == [f"hash of {WORD}", NOBODYS, NOBODYS]
    assert not PasswordHasher().check_needs_rehash(NOBODYS), "and the same effort"


async def test_few_passwords_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lock, now, most = threading.Lock(), 0, 0

    def verify(_self: Passwords, _stored: str, _password: str) -> bool:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.002)
        with lock:
            now -= 1
        return False

    monkeypatch.setattr(Passwords, "_verify", verify)
    house = Passwords(at_once=2)
    tries = [house.is_right(None, "x") for _ in range(passwords.MOST_WAITING + 20)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    house.stop()
    assert most <= 2
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [error.code for error in refused] == ["busy"] * 20
    assert answers.count(False) == passwords.MOST_WAITING


async def test_real_hashes_are_made_and_checked() -> None:
    house = Passwords()
    stored = await house.hash(WORD)
    assert stored.startswith("$argon2id$")
    assert [await house.is_right(stored, WORD), await house.is_right(stored, "other")] == [True, False]
    assert not await house.is_right("no hash at all", WORD)
    assert house.is_outdated(PasswordHasher(time_cost=1, memory_cost=64).hash(WORD))
    house.stop()


async def test_an_older_hash_is_made_anew_at_the_next_login(house: House) -> None:
    ann = await registered(house)
    weak = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(WORD)
    async with db.writing(house.service.people._engine) as connection:
        await connection.execute(sa.update(db.people).values(password=weak))
    await ann.post("/api/login", {"name": "Ann", "password": WORD})
    async with house.service.people._engine.connect() as connection:
        stored = await connection.scalar(sa.select(db.people.c.password).where(db.people.c.login == "ann"))
    assert str(stored).startswith("$argon2id$")
    assert stored != weak


COMMON = [
    "password",
    "12345678",
    "Football",
    "qwertyuiop",
    "AZERTYUIOP",
    "motdepasse",
    "iloveyou",
    "11111111",
    "Ann Ier",
]


@pytest.mark.parametrize("password", COMMON)
def test_what_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(Refused, match="tried first"):
        check_password(password, "Ann Ier")


def test_more_than_the_thousand_commonest_are_known() -> None:
    assert len(common_passwords()) > 3000
    assert all(len(word) >= 8 and word == word.casefold() for word in common_passwords())
    check_password(WORD, "Ann")


async def test_common_passwords_are_refused_everywhere_and_change_nothing(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    guest, ann = await house.player(), await registered(house)
    codes = (await ann.post("/api/me/recovery-codes", {"password": WORD}))["codes"]
    with pytest.raises(Refusal, match="common-password"):
        await guest.post("/api/me/register", {"name": "Bea", "password": "password1"})
    assert (await guest.get("/api/me"))["guest"]
    with pytest.raises(Refusal, match="common-password"):
        await ann.post("/api/me/password", {"old": WORD, "new": "password1"})
    with pytest.raises(Refusal, match="common-password"):
        await guest.post("/api/recover", {"name": "Ann", "code": codes[0], "password": "password1"})
    assert (await ann.get("/api/me"))["name"] == "Ann"
    assert await guess(house, password=WORD) == "in"


async def test_counts_name_nobody_and_are_forgotten(serve: Serve, checked: list[str]) -> None:
    clock = Time()
    house = await a_house(serve, clock)
    await guess(house, address="10.1.2.3")
    async with house.service.people._engine.connect() as connection:
        rows = (await connection.execute(sa.select(db.guesses))).all()
    assert len(rows) == 2
    assert "10.1.2.3" not in str(rows)
    assert "ann" not in str(rows)
    clock.now += guesses.FORGOTTEN_AFTER_MS + 1
    await guess(house, "Bea", address="10.3.2.1")
    async with house.service.people._engine.connect() as connection:
        assert len((await connection.execute(sa.select(db.guesses))).all()) == 2


async def test_somebody_with_a_stolen_session_cannot_guess_for_long(serve: Serve, checked: list[str]) -> None:
    house = await a_house(serve, Time())
    ann = await registered(house)
    codes = []
    for _ in range(11):
        try:
            await ann.post("/api/me/password", {"old": "not that one", "new": "another long one"})
        except Refusal as refusal:
            codes.append(refusal.code)
    assert codes == ["unauthorized"] * 10 + ["too-many-guesses"]
