"""What a stranger or a cheat tried on an open server, and that it leads nowhere; others notice nothing."""

import asyncio
import contextlib
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from caravane.server.accounts import quotas
from caravane.server.accounts.networks import network_of
from caravane.server.live import connection
from caravane.server.tables import checks, talking
from tests.server.client import Json, Line, Player
from tests.server.conftest import House, Serve
from tests.server.test_quotas import refused

SEATS = ("me", "open", "open")


async def seated(house: House, game: str, **more: Any) -> tuple[str, list[Line]]:
    """Three people at a table, each watching from her seat."""
    people = [await house.player() for _ in SEATS]
    table = (await people[0].open(game, *SEATS, **more))["id"]
    for player in people[1:]:
        await player.post(f"/api/tables/{table}/join", {})
    found = [await house.line(player) for player in people]
    for seat, one in enumerate(found):
        await one.watch(table, seat)
    return table, found


async def until_all_write(table: str, at: list[Line]) -> None:
    """Choose powers in africa1880, until sheets are written."""
    while True:
        for seat, one in enumerate(at):
            await one.watch(table, seat)
            position = one.positions[table]
            assert position is not None
            if len(position["to_move"]) > 1:
                return
            if seat in position["to_move"]:
                await one.act(table, seat, position["legal"][0]["action"])


def legal_of(one: Line, table: str) -> Json:
    position = one.positions[table]
    assert position is not None
    action: Json = position["legal"][0]["action"]
    return action


# --- at the table -------------------------------------------------------------------------------------------


async def test_a_repeated_request_tells_nothing_about_another_seat(house: House) -> None:
    """Its answer would count what that seat has seen, and with it the orders that it wrote in secret."""
    table, at = await seated(house, "africa1880")
    await until_all_write(table, at)
    await at[2].ask("say", table=table, seat=2, text="hm", request="mine")
    again = await at[2].ask("say", table=table, seat=2, text="hm", request="mine")
    assert again["sequence"] == len(at[2].entries[table])
    for command in ("say", "undo", "resign"):
        fields = {"text": "hm"} if command == "say" else {}
        for seat in (1, 9):
            await refused(at[2].ask(command, table=table, seat=seat, request="mine", **fields), "not-your-seat")


async def test_a_repeated_request_over_http_names_ones_own_seat(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    bea = await house.player()
    await bea.post(f"/api/tables/{table}/join", {})
    snapshot = await ann.get(f"/api/tables/{table}/snapshot", seat=0)
    action = snapshot["position"]["legal"][0]["action"]
    body = {"seat": 0, "action": action, "sequence": snapshot["sequence"], "request": "mine"}
    first = await ann.post(f"/api/tables/{table}/actions", body)
    assert await ann.post(f"/api/tables/{table}/actions", body) == first
    for seat in (1, 9):
        await refused(ann.post(f"/api/tables/{table}/actions", {**body, "seat": seat}), "not-your-seat")


async def test_nobody_decides_beside_a_bot_that_plays_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock stands still: who could decide there had all the time in the world, and who gave up has done so."""
    table, at = await seated(house, "africa")
    monkeypatch.setattr(house.service.bots, "choose", lambda *_, **__: asyncio.sleep(1000))
    position = at[0].positions[table]
    assert position is not None
    seat = position["to_move"][0]
    action = legal_of(at[seat], table)
    await at[seat].ask("resign", table=table, seat=seat)
    await at[seat].watch(table, seat)
    await refused(at[seat].act(table, seat, action), "resigned")
    await refused(at[seat].ask("undo", table=table, seat=seat), "resigned")


async def test_who_was_replaced_takes_the_seat_back_first(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    time = [0]
    house = await serve(now=lambda: time[0])
    clock = {"type": "correspondence", "decision_ms": 60_000}
    table, at = await seated(house, "africa", clock=clock)
    monkeypatch.setattr(house.service.bots, "choose", lambda *_, **__: asyncio.sleep(1000))
    position = at[0].positions[table]
    assert position is not None
    seat = position["to_move"][0]
    action = legal_of(at[seat], table)
    time[0] += 61_000
    await house.service.scheduler.check_clock(table)
    await at[seat].watch(table, seat)
    await refused(at[seat].act(table, seat, action), "stand-in")
    await at[seat].ask("take_back", table=table, seat=seat)
    await at[seat].watch(table, seat)
    await at[seat].act(table, seat, action)


async def test_a_seat_does_not_go_on_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that are made and taken back stay in the log and in memory."""
    monkeypatch.setattr(checks, "MOST_DEEDS", 4)
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    one = await house.line(ann)
    await one.watch(table, 0)
    for _ in range(4):
        await one.ask("say", table=table, seat=0, text="hm")
    await refused(one.act(table, 0, legal_of(one, table)), "too-many-deeds")
    await refused(one.ask("say", table=table, seat=0, text="hm"), "too-many-deeds")
    await one.ask("say", table=table, seat=1, text="I may")
    await one.ask("resign", table=table, seat=0)


async def test_proposals_of_a_seat_in_one_turn(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talking, "MOST_PROPOSALS", 2)
    table, at = await seated(house, "africa1880")
    await until_all_write(table, at)
    offer: Json = {"table": table, "seat": 0, "to": [1], "terms": [{"by": 0, "text": "peace"}]}
    for _ in range(2):
        await at[0].ask("propose", **offer)
    await refused(at[0].ask("propose", **offer), "too-many-proposals")
    await at[1].ask("propose", **{**offer, "seat": 1, "to": [0]})
    mine = next(entry["proposal"]["id"] for entry in at[0].entries[table] if entry["type"] == "proposed")
    await at[0].ask("answer_proposal", table=table, seat=0, proposal=mine, answer="withdraw")
    await at[0].ask("propose", **offer)


async def test_two_who_ask_for_a_rematch_at_once_meet_at_one_table(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    for _ in range(3):
        table = (await ann.open("pistes", "me", "open"))["id"]
        await bea.post(f"/api/tables/{table}/join", {})
        await (await house.line(bea)).ask("resign", table=table, seat=1)
        again = await asyncio.gather(*(one.post(f"/api/tables/{table}/rematch") for one in (ann, bea, ann)))
        assert len({one["id"] for one in again}) == 1
        assert [one["status"] for one in again] == ["open"] * 3
        await bea.post(f"/api/tables/{again[0]['id']}/join", {})


async def test_a_table_does_not_become_one_of_bots_by_and_by(serve: Serve) -> None:
    house = await serve(bot_only_tables=1, bot_seconds_per_hour=60.0)
    ann = await house.player()
    tables = [(await ann.open("africa", "open", "open"))["id"] for _ in range(3)]

    async def put_bots(table: str) -> None:
        for seat in (0, 1):
            await ann.call("PUT", f"/api/tables/{table}/seats/{seat}", {"choice": {"type": "bot", "level": 1}})

    await put_bots(tables[0])
    await refused(put_bots(tables[1]), "too-many-bots")
    house.service.bots.allowance.spend(ann.id, 120.0)
    await refused(put_bots(tables[2]), "bots-are-tired")


# --- lists --------------------------------------------------------------------------------------------------


async def test_one_visitor_does_not_fill_the_list_of_open_tables(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    hers = (await ann.open("pistes", "me", "open", visibility="public"))["id"]
    for _ in range(8):
        await bea.open("pistes", "me", "open", visibility="public")
    listed = [table["id"] for table in await ann.get("/api/tables", which="open", game="pistes")]
    assert hers in listed
    assert len(listed) == 1 + 6


async def test_invitations_do_not_hide_the_games_that_go_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from caravane.server.http import tables as handlers

    monkeypatch.setattr(handlers, "LISTED", 3)
    ann, bea = await house.player(), await house.player()
    await ann.post("/api/me/register", {"name": "Amina", "password": "four words are enough"})
    running, waiting = (await ann.open("pistes", "me", "me"))["id"], (await ann.open("pistes", "me", "open"))["id"]
    for _ in range(4):
        await bea.open("pistes", "me", {"type": "person", "name": "Amina"})
    listed = [table["id"] for table in await ann.get("/api/tables", which="mine")]
    assert {running, waiting} < set(listed)


# --- the network --------------------------------------------------------------------------------------------


def test_limits_count_networks() -> None:
    """Who has an IPv6 network has more addresses than any list could hold."""
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("unknown") == "unknown"


def frame(kind: int, data: bytes = b"") -> bytes:
    """A frame as a client sends it; `kind` is its first byte."""
    return bytes((kind, 0x80 | len(data))) + bytes(4) + data


@pytest.mark.parametrize(
    ("first", "flood"),
    [(b"", frame(0x89)), (b"", frame(0x8A)), (b"", frame(0x81, b"{}")), (frame(0x01), frame(0x00))],
    ids=["pings", "pongs", "nonsense", "scraps of a message"],
)
async def test_a_flood_of_frames_is_cut_off(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, first: bytes, flood: bytes
) -> None:
    monkeypatch.setattr(quotas, "FRAMES_AT_ONCE", 60)
    house = await serve()
    other = await house.line(await house.player())
    async with connect(house.base.replace("http", "ws", 1) + "/api/socket") as socket:
        await socket.recv()
        socket.transport.write(first)
        with contextlib.suppress(ConnectionError):
            for _ in range(50):
                socket.transport.write(flood * 100)
                await asyncio.sleep(0)
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.wait_for(socket.recv(), 20)
        assert socket.close_code in (4429, 1006)  # 1006: it wrote on while we hung up
    await other.ask("ping")


async def test_who_does_not_read_is_cut_off_before_much_waits_for_her(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what waits, not only by how much of it: a snapshot may be a megabyte."""
    monkeypatch.setattr(connection, "MOST_BYTES", 400_000)
    monkeypatch.setattr(connection, "GRACE", 0.2)
    house = await serve(commands_per_second=0, messages_per_minute=0)
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    talker = await house.line(ann)
    for number in range(90):
        await talker.ask("say", table=table, seat=0, text=f"{number} " + "x" * 990)
    slow = await ann.connect(max_queue=1)
    slow.socket.transport.pause_reading()
    cut: list[int] = []
    cut_off = connection.Connection.cut_off

    def cut_off_and_note(self: connection.Connection, code: int, reason: str) -> None:
        cut.append(self._bytes)
        assert code == connection.TOO_SLOW
        cut_off(self, code, reason)

    monkeypatch.setattr(connection.Connection, "cut_off", cut_off_and_note)
    for number in range(200):  # twenty megabytes: more than the network itself holds for her
        await slow.socket.send(f'{{"type":"watch","request":"w{number}","table":"{table}","seat":0}}')
    for _ in range(400):
        if cut and len(house.service.sessions) == 1:
            break
        await asyncio.sleep(0.05)
    assert len(house.service.sessions) == 1, "the slow one is gone although she never reads"
    assert cut
    assert cut[0] <= 400_000
    await talker.ask("ping")
    slow.socket.transport.abort()


async def test_a_head_that_never_ends(house: House) -> None:
    port = int(house.base.rsplit(":", 1)[1])
    for start in (b"GET / HTTP/1.1\r\nX: ", b"GET /", b"\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(start)
        answer = b""
        with contextlib.suppress(ConnectionError):
            for _ in range(400):
                writer.write(b"\r\n" * 32_768 if start == b"\r\n" else b"a" * 65_536)
                await asyncio.wait_for(writer.drain(), 20)
                if writer.transport.is_closing():
                    break
            answer = await asyncio.wait_for(reader.read(100), 20)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))
        writer.transport.abort()
    await (await house.player()).get("/api/me")


async def test_pages_and_new_sockets_count_as_requests(serve: Serve) -> None:
    house = await serve(requests_per_minute=1)  # but sixty at once
    ann = await house.player()
    statuses = [(await ann.http.get("/")).status_code for _ in range(65)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    with pytest.raises(InvalidStatus):
        await connect(house.base.replace("http", "ws", 1) + "/api/socket")
    assert (await ann.http.get("/api/me")).headers["Retry-After"]


async def test_new_guests_of_an_address(serve: Serve) -> None:
    """Two processes on one database count together; who was there before comes again as often as she likes."""
    house, other = await serve(guests_per_hour_per_address=3), await serve(guests_per_hour_per_address=3)
    ann = await house.player()
    await other.player()
    await house.player()
    late = Player(other.base)
    house.people.append(late)
    answer = await late.http.get("/api/me")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too-many-guests"
    assert int(answer.headers["Retry-After"]) >= 1
    assert (await ann.get("/api/me"))["id"] == ann.id
