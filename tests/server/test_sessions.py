"""Sessions: what was ended is ended at once, in cookies, tokens and open sockets, in every process."""

import asyncio
import hashlib
import hmac
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from caravane.server.accounts import sessions, tokens
from caravane.server.store import database as db
from tests.server import databases
from tests.server.client import Line, Player, Refusal
from tests.server.conftest import House, Serve, new_database

WORD = "kalimba, baobab, dune"
LOGGED_OUT = 4401


def cookie_of(player: Player) -> str:
    return player.http.cookies["caravane"]


async def registered(house: House, name: str = "Ann") -> Player:
    player = await house.player()
    await player.post("/api/me/register", {"name": name, "password": WORD})
    return player


async def logged_in(house: House, name: str = "Ann") -> Player:
    player = await house.player()
    player.id = (await player.post("/api/login", {"name": name, "password": WORD}))["id"]
    return player


async def with_token(house: House, player: Player, *scopes: str) -> Player:
    body = {"label": "script"} | ({"scopes": list(scopes)} if scopes else {})
    token = (await player.post("/api/me/tokens", body))["token"]
    program = Player(house.base, authorization=f"Bearer {token}")
    program.id = player.id
    house.people.append(program)
    return program


async def is_hung_up(line: Line) -> bool:
    """Whether the server closes the socket because its session ended; everything before that is read."""
    try:
        async with asyncio.timeout(5):
            while True:
                await line.socket.recv()
    except ConnectionClosed:
        return line.socket.close_code == LOGGED_OUT


async def is_stranger(base: str, cookie: str) -> bool:
    """Whether a cookie proves nothing any more."""
    thief = Player(base)
    thief.http.cookies.set("caravane", cookie)
    try:
        await thief.call("PATCH", "/api/me", {"language": "en"})
    except Refusal as refusal:
        return refusal.code == "unknown-visitor"
    finally:
        await thief.close()
    return False


async def log_out(ann: Player) -> None:
    await ann.post("/api/logout")


async def log_out_everywhere(ann: Player) -> None:
    await ann.post("/api/logout-everywhere")


async def change_password(ann: Player) -> None:
    await ann.post("/api/me/password", {"old": WORD, "new": "another long one"})


async def delete_account(ann: Player) -> None:
    await ann.call("DELETE", "/api/me", {"password": WORD})


async def end_this_session(ann: Player) -> None:
    here = next(one for one in await ann.get("/api/me/sessions") if one["here"])
    await ann.call("DELETE", f"/api/me/sessions/{here['id']}")


ENDS = [log_out, log_out_everywhere, change_password, delete_account, end_this_session]
ENDS_ALL = [log_out_everywhere, change_password, delete_account]


@pytest.mark.parametrize("end", ENDS)
async def test_an_ended_session_is_void_and_its_socket_is_closed(
    house: House, end: Callable[[Player], Awaitable[None]]
) -> None:
    ann = await registered(house)
    cookie, line = cookie_of(ann), await house.line(ann)
    await end(ann)
    assert await is_stranger(house.base, cookie)
    assert await is_hung_up(line)


@pytest.mark.parametrize("end", ENDS_ALL)
async def test_what_ends_everything_ends_other_devices_and_tokens(
    house: House, end: Callable[[Player], Awaitable[None]]
) -> None:
    ann = await registered(house)
    phone, script = await logged_in(house), await with_token(house, ann)
    cookie = cookie_of(phone)
    lines = [await house.line(phone), await house.line(script)]
    await end(ann)
    assert await is_stranger(house.base, cookie)
    with pytest.raises(Refusal, match="unauthorized"):
        await script.get("/api/tables")
    assert all([await is_hung_up(line) for line in lines])


async def test_logging_out_here_leaves_the_others(house: House) -> None:
    ann = await registered(house)
    phone, script = await logged_in(house), await with_token(house, ann)
    line = await house.line(phone)
    await log_out(ann)
    assert (await phone.get("/api/me"))["name"] == "Ann"
    assert (await script.get("/api/me"))["name"] == "Ann"
    assert (await line.ask("ping"))["type"] == "pong"


async def test_a_dropped_token_takes_its_sockets_along(house: House) -> None:
    ann = await registered(house)
    script, other = await with_token(house, ann), await with_token(house, ann)
    line, others, own = await house.line(script), await house.line(other), await house.line(ann)
    first = (await ann.get("/api/me/tokens"))[0]
    await ann.call("DELETE", f"/api/me/tokens/{first['id']}")
    assert await is_hung_up(line)
    assert (await others.ask("ping"))["type"] == "pong"
    assert (await own.ask("ping"))["type"] == "pong"


async def test_an_ended_socket_is_told_nothing_even_if_it_stays(house: House) -> None:
    ann, bea = await registered(house), await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    assert len(house.service.broadcaster.by_table[table].watchers) == 1
    await log_out_everywhere(ann)
    assert table not in house.service.broadcaster.by_table
    await bea.post(f"/api/tables/{table}/join", {})
    assert await is_hung_up(line)


async def test_registering_and_logging_in_make_a_new_session(house: House) -> None:
    ann, planted = await house.player(), await house.player()
    before, line = cookie_of(ann), await house.line(ann)
    script = await with_token(house, ann)
    planted.http.cookies.set("caravane", before, domain="127.0.0.1")
    await ann.post("/api/me/register", {"name": "Ann", "password": WORD})
    assert cookie_of(ann) != before
    assert await is_stranger(house.base, before), "whoever had planted the guest's cookie is not Ann"
    with pytest.raises(Refusal, match="unauthorized"):
        await script.get("/api/me")
    assert await is_hung_up(line)

    bea = await house.player()
    guest = cookie_of(bea)
    await bea.post("/api/login", {"name": "Ann", "password": WORD})
    assert cookie_of(bea) not in (guest, cookie_of(ann))
    assert await is_stranger(house.base, guest)


async def test_a_token_never_makes_a_cookie(house: House) -> None:
    ann = await house.player()
    script = await with_token(house, ann, "read", "play", "manage")
    for method, path, body in [
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", {"language": "fr"}),
        ("POST", "/api/me/register", {"name": "Ann", "password": WORD}),
        ("POST", "/api/me/password", {"old": WORD, "new": WORD}),
        ("POST", "/api/logout", {}),
        ("DELETE", "/api/me", {}),
        ("GET", "/", None),
    ]:
        response = await script.http.request(method, path, json=body)
        assert "set-cookie" not in response.headers, path
    assert (await ann.get("/api/me"))["guest"], "nothing of it happened"


async def test_tokens_do_only_what_they_are_for(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    reader, player = await with_token(house, ann, "read"), await with_token(house, ann, "play")
    manager = await with_token(house, ann, "manage")
    shown = await reader.get(f"/api/tables/{table}/snapshot")
    assert shown["seat"] == 0
    action = {
        "seat": 0, "action": shown["position"]["legal"][0]["action"], "sequence": shown["sequence"], "request": "1",
    }  # fmt: skip
    for program, method, path, body in [
        (reader, "POST", f"/api/tables/{table}/actions", action),
        (reader, "POST", "/api/tables", {"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}]}),
        (reader, "PATCH", "/api/me", {"name": "Nan"}),
        (player, "PATCH", "/api/me", {"name": "Nan"}),
        (player, "GET", "/api/me/tokens", None),
        (player, "GET", "/api/me/sessions", None),
        (player, "POST", "/api/logout-everywhere", {}),
        (manager, "GET", f"/api/tables/{table}/snapshot", None),
        (manager, "POST", "/api/me/tokens", {"label": "more", "scopes": ["play"]}),
    ]:
        with pytest.raises(Refusal, match="'scope'"):
            await program.call(method, path, body)
    line = await house.line(reader)
    await line.watch(table, 0)
    with pytest.raises(Refusal, match="'scope'"):
        await line.act(table, 0, action["action"])
    with pytest.raises(Refusal, match="'scope'"):
        await line.ask("say", table=table, seat=0, among=None, text="hello")
    await player.post(f"/api/tables/{table}/actions", action)
    assert (await manager.call("PATCH", "/api/me", {"name": "Nan"}))["name"] == "Nan"
    assert {tuple(one["scopes"]) for one in await ann.get("/api/me/tokens")} == {("read",), ("play",), ("manage",)}


async def test_the_last_use_of_a_token_is_written_once_a_minute(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_800_000_000_000
    house = await serve(now=lambda: now)
    ann = await house.player()
    script = await with_token(house, ann)
    assert (await ann.get("/api/me/tokens"))[0]["last_used_at"] is None
    used = []
    for passed in (0, 30_000, 30_001):
        now += passed
        await script.get("/api/me")
        used.append((await ann.get("/api/me/tokens"))[0]["last_used_at"] - 1_800_000_000_000)
    assert used == [0, 0, 60_001]
    assert tokens.USED_EVERY_MS == 60_000


async def test_where_am_i_logged_in(serve: Serve) -> None:
    now = 1_800_000_000_000
    house = await serve(now=lambda: now)
    ann = await registered(house)
    phone = await house.player(**{"user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"})
    await phone.post("/api/login", {"name": "ann", "password": WORD})
    now += sessions.SEEN_EVERY_MS + 1
    await phone.get("/api/me")
    shown = sorted(await ann.get("/api/me/sessions"), key=lambda one: one["here"])
    assert [(one["device"], one["here"]) for one in shown] == [("Safari, iPhone", False), ("", True)]
    assert shown[0]["seen_at"] == now
    line = await house.line(phone)
    await ann.call("DELETE", f"/api/me/sessions/{shown[0]['id']}")
    assert await is_hung_up(line)
    assert len(await ann.get("/api/me/sessions")) == 1
    bea = await registered(house, "Bea")
    with pytest.raises(Refusal, match="not-found"):
        await bea.call("DELETE", f"/api/me/sessions/{shown[1]['id']}")


async def test_one_person_has_a_bounded_number_of_sessions_and_old_ones_end(serve: Serve) -> None:
    now = 1_800_000_000_000
    house = await serve(now=lambda: now)
    ann = await house.player()
    first = cookie_of(ann)
    for number in range(sessions.MOST):
        now += 1
        await house.service.people.sessions.begin(ann.id, f"{number}")
    assert len(await house.service.people.sessions.of(ann.id, None)) == sessions.MOST
    assert await is_stranger(house.base, first)
    bea = await house.player()
    now += sessions.LASTS_MS
    assert await is_stranger(house.base, cookie_of(bea))
    await house.service.people.sessions.forget_old()
    assert await house.service.people.sessions.of(bea.id, None) == []


async def test_secrets_are_stored_as_digests_only(house: House) -> None:
    ann = await registered(house)
    await with_token(house, ann)
    async with house.service.people._engine.connect() as connection:
        for table in (db.sessions, db.tokens, db.people):
            stored = str((await connection.execute(sa.select(table))).all())
            assert cookie_of(ann) not in stored
            assert WORD not in stored
            assert "crv_" not in stored


def signed(house: House, person: str, epoch: int = 0) -> str:
    """A cookie as it was before there were sessions."""
    body = f"{person}.{epoch}"
    return f"{body}.{hmac.new(house.service.people.key, body.encode(), hashlib.sha256).hexdigest()[:40]}"


async def test_a_guests_signed_cookie_of_before_is_exchanged_once(house: House) -> None:
    guest = await house.service.people.welcome("fr")
    ann = Player(house.base)
    house.people.append(ann)
    old = signed(house, guest.id)
    ann.http.cookies.set("caravane", old)
    assert (await ann.get("/api/tables", which="mine")) == []
    response = await ann.http.get("/api/me", headers={"cookie": f"caravane={old}"})
    assert response.json()["id"] == guest.id
    assert "." not in response.cookies["caravane"]
    assert await is_stranger(house.base, old)


async def test_a_signed_cookie_of_somebody_registered_is_void(house: House) -> None:
    ann = await registered(house)
    for epoch in range(3):
        assert await is_stranger(house.base, signed(house, ann.id, epoch))


@pytest.mark.database
async def test_other_processes_end_sockets_too_even_if_word_is_lost(
    serve: Serve, postgresql_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(prefix="crv") as folder, databases.redis(Path(folder)) as channel:
        url = await new_database(postgresql_server)
        one = await serve(database_url=url, channels_url=channel)
        two = await serve(database_url=url, channels_url=channel)
        ann = await registered(one)
        phone = await logged_in(two)
        line = await two.line(phone)
        await log_out_everywhere(ann)
        assert await is_hung_up(line)
        assert await is_stranger(two.base, cookie_of(phone))

        bea = await registered(one, "Bea")
        phone = await logged_in(two, "Bea")
        line = await two.line(phone)
        one.service.people.tell_ended = None  # word of it is lost
        await log_out_everywhere(bea)
        await two.service.people.check_sockets()
        assert await is_hung_up(line)
        await one.stop()
        await two.stop()
