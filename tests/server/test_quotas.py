"""What one person or address may have, with a clear refusal that says what to do; others notice nothing."""

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from caravane.server.accounts.quotas import Tally
from caravane.server.live import session
from tests.server.client import Line, Player, Refusal
from tests.server.conftest import House, Serve


async def refused(work: Any, code: str) -> None:
    """It is refused with this code, and a sentence in both languages."""
    with pytest.raises(Refusal) as refusal:
        await work
    body = refusal.value.body
    assert body["code"] == code
    assert body["text"]["fr"]
    assert body["text"]["en"]


def test_a_tally_forgets_those_who_have_nothing() -> None:
    tally = Tally(2)
    assert [tally.add("ann") for _ in range(3)] == [True, True, False]
    assert tally.add("bea")
    for name in ("ann", "ann", "bea"):
        tally.remove(name)
    assert len(tally) == 0
    assert all(Tally(0).add("ann") for _ in range(100))


async def test_tables_opened_in_an_hour(serve: Serve) -> None:
    house = await serve(tables_per_hour=4)
    ann, bea = await house.player(), await house.player()
    first = await ann.open("pistes", "me", "me")
    await ann.post(f"/api/tables/{first['id']}/abort")
    await ann.open("pistes", "me", "me")
    await refused(ann.open("pistes", "me", "me"), "too-many-tables")
    await refused(ann.post(f"/api/tables/{first['id']}/rematch"), "too-many-tables")
    await bea.open("pistes", "me", "me")


async def test_new_guests_of_one_address_share_its_tables(serve: Serve) -> None:
    house = await serve(tables_per_hour_per_address=4)
    for _ in range(2):
        await (await house.player()).open("pistes", "me", "me")
    await refused((await house.player()).open("pistes", "me", "me"), "too-many-tables")


async def test_unfinished_tables_held(serve: Serve) -> None:
    house = await serve(unfinished_tables=2)
    ann = await house.player()
    tables = [(await ann.open("pistes", "me", "open"))["id"] for _ in range(2)]
    await refused(ann.open("pistes", "me", "me"), "too-many-held")
    await ann.post(f"/api/tables/{tables[0]}/abort")
    opened = await asyncio.gather(*(ann.open("pistes", "me", "open") for _ in range(4)), return_exceptions=True)
    assert sum(not isinstance(one, Refusal) for one in opened) <= 1, "not even all at once"


async def test_tables_of_bots_alone(serve: Serve) -> None:
    house = await serve(bot_only_tables=1)
    ann, bea = await house.player(), await house.player()
    await ann.open("africa", "bot1", "bot1", "bot1")
    await refused(ann.open("africa", "bot1", "bot1"), "too-many-bots")
    await ann.open("africa", "me", "bot1")
    await bea.open("africa", "bot1", "bot1")


async def test_thinking_in_an_hour(serve: Serve) -> None:
    house = await serve(bot_seconds_per_hour=60.0)
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    house.service.bots.allowance.spend(ann.id, 120.0)
    await refused(ann.post(f"/api/tables/{table}/hint", {"seat": 0}), "bots-are-tired")
    await refused(ann.open("pistes", "me", "bot1"), "bots-are-tired")
    await ann.open("pistes", "me", "me")
    await bea.open("pistes", "me", "bot1")


async def watched(house: House, **more: Any) -> tuple[str, Line, Line]:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "me", **more))["id"]
    return table, await house.line(ann), await house.line(bea)


async def test_only_those_at_the_table_or_watching_write(serve: Serve) -> None:
    house = await serve()
    table, one, two = await watched(house)
    await refused(two.ask("say", table=table, text="hello"), "not-watching")
    await refused(two.ask("say", table=table, text="hello", seat=0), "not-your-seat")
    await two.watch(table)
    await two.ask("say", table=table, text="hello")
    await two.ask("unwatch", table=table)
    await refused(two.ask("say", table=table, text="hello"), "not-watching")
    await one.ask("say", table=table, text="hello", seat=0)


async def test_nobody_writes_at_a_finished_table(serve: Serve) -> None:
    house = await serve()
    table, one, two = await watched(house)
    await one.watch(table, 0)
    await two.watch(table)
    await one.ask("resign", table=table, seat=0)
    await refused(one.ask("say", table=table, text="well played", seat=0), "no-more-chat")
    await refused(two.ask("say", table=table, text="well played"), "no-more-chat")
    assert not any(entry["type"] == "said" for entry in one.entries[table])


async def test_those_who_watch_write_less_often(serve: Serve) -> None:
    house = await serve(messages_per_minute=6, spectator_messages_per_minute=2)
    table, one, two = await watched(house)
    await two.watch(table)
    await two.ask("say", table=table, text="1")
    await refused(two.ask("say", table=table, text="2"), "too-talkative")
    for number in range(6):
        await one.ask("say", table=table, text=str(number), seat=0)
    await refused(one.ask("say", table=table, text="7", seat=0), "too-talkative")


async def turned_away(player: Player) -> bool:
    """Whether a socket is told that there are too many, and closed."""
    with pytest.raises(AssertionError, match="too-many-sockets"):
        await player.connect()
    return True


async def test_sockets_of_a_person_and_of_strangers(serve: Serve) -> None:
    house = await serve(sockets_per_person=2, anonymous_sockets_per_address=1)
    ann, bea = await house.player(), await house.player()
    lines = [await house.line(ann) for _ in range(2)]
    assert await turned_away(ann)
    await house.line(bea)
    stranger = Player(house.base)
    house.people.append(stranger)
    await house.line(stranger)
    assert await turned_away(stranger)
    await lines[0].close()
    for _ in range(100):
        if house.service.quotas.sockets._counts[ann.id] < 2:
            break
        await asyncio.sleep(0.01)
    await house.line(ann)


async def test_sockets_of_an_address(serve: Serve) -> None:
    house = await serve(sockets_per_address=2)
    for _ in range(2):
        await house.line(await house.player())
    assert await turned_away(await house.player())


async def test_who_was_turned_away_is_not_left_waiting(serve: Serve) -> None:
    house = await serve(sockets_per_person=1)
    ann = await house.player()
    line = await house.line(ann)
    from websockets.asyncio.client import connect

    cookie = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
    async with connect(
        house.base.replace("http", "ws", 1) + "/api/socket", additional_headers={"Cookie": cookie}
    ) as two:
        assert "too-many-sockets" in str(await two.recv())
        with pytest.raises(ConnectionClosed):
            await two.recv()
        assert two.close_code == 4429
    await line.ask("ping")


async def test_watches_of_a_person_over_all_sockets(serve: Serve) -> None:
    house = await serve(watched_tables_per_person=2)
    ann, bea = await house.player(), await house.player()
    tables = [(await ann.open("pistes", "me", "me"))["id"] for _ in range(3)]
    one, two = await house.line(ann), await house.line(ann)
    await one.watch(tables[0], 0)
    await two.watch(tables[1], 0)
    await refused(two.watch(tables[2], 0), "too-many-watched")
    await one.watch(tables[0], 1)
    await one.ask("unwatch", table=tables[0])
    await two.watch(tables[2], 0)
    await (await house.line(bea)).watch(tables[0])
    for line in house.lines:
        await line.close()
    for _ in range(100):
        if not house.service.broadcaster.by_table:
            break
        await asyncio.sleep(0.01)
    quotas = house.service.quotas
    assert [len(tally) for tally in (quotas.watches, quotas.sockets, quotas.sockets_from)] == [0, 0, 0]


async def test_a_long_table_counts_for_several(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is watched stays in memory however long it is."""
    monkeypatch.setattr(session, "LONG", 2)
    house = await serve(watched_tables_per_person=2)
    ann = await house.player()
    tables = [(await ann.open("pistes", "me", "me"))["id"] for _ in range(2)]
    one, two = await house.line(ann), await house.line(ann)
    await one.watch(tables[0], 0)
    await one.watch(tables[0], 1)
    await refused(two.watch(tables[1], 0), "too-many-watched")
    await one.ask("unwatch", table=tables[0])
    await two.watch(tables[1], 0)
    await two.ask("unwatch", table=tables[1])
    assert len(house.service.quotas.watches) == 0


async def test_a_watch_that_is_refused_leaves_the_old_one(house: House) -> None:
    table, one, two = await watched(house)
    await two.watch(table)
    await refused(two.watch(table, 1), "not-your-seat")
    await one.ask("say", table=table, text="still there?", seat=0)
    while not any(entry.get("text") == "still there?" for entry in two.entries[table]):
        await two.receive()
