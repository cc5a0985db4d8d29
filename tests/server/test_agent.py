"""A program with a token plays at the table that people use, and says that it is one."""

import asyncio

import pytest

from caravane.adapters.agent import LiveTable
from caravane.errors import IllegalAction
from tests.server.client import Player
from tests.server.conftest import House


async def test_a_program_sits_down_as_a_bot_and_plays(house: House) -> None:
    ann, owner = await house.player(), await house.player()
    table = await ann.open("pistes", "me", "open")
    token = (await owner.post("/api/me/tokens", {"label": "program"}))["token"]
    program = LiveTable(house.base, table["id"], token)

    assert await asyncio.to_thread(program.sit, "Baobab") == 1
    seats = (await ann.get(f"/api/tables/{table['id']}"))["seats"]
    assert [(seat["name"] == "Baobab", seat["program"]) for seat in seats] == [(False, False), (True, True)]
    by_hand = await owner.open("pistes", "me", "open")
    assert not by_hand["seats"][0]["program"], "whose program plays is no program"

    line = await house.line(ann)
    await line.watch(table["id"], 0)
    position = await line.until(table["id"], lambda each: 0 in each["to_move"])
    await line.act(table["id"], 0, position["legal"][0]["action"])

    seen = await asyncio.to_thread(program.wait)
    assert seen["to_move"] == [1]
    assert seen["ask"]
    assert seen["log"], "what Ann did, in words"
    await asyncio.to_thread(program.act, seen["legal"][0]["action"])
    after = await asyncio.to_thread(program.observe)
    assert after["to_move"] == [0]
    with pytest.raises(IllegalAction):
        await asyncio.to_thread(program.act, seen["legal"][0]["action"])


async def test_a_seat_taken_by_hand_is_a_bots_once_a_token_decides_there(house: House) -> None:
    ann, bob = await house.player(), await house.player()
    table = await ann.open("pistes", "me", "open")
    await bob.post(f"/api/tables/{table['id']}/join", {})
    token = (await ann.post("/api/me/tokens", {"label": "program"}))["token"]
    program = LiveTable(house.base, table["id"], token, seat=0)

    line = await house.line(bob)
    await line.watch(table["id"], 1)
    seen = await asyncio.to_thread(program.wait)
    before = (await bob.get(f"/api/tables/{table['id']}"))["seats"]
    assert [seat["program"] for seat in before] == [False, False], "whoever only looks is no bot"
    await asyncio.to_thread(program.act, seen["legal"][0]["action"])
    after = (await bob.get(f"/api/tables/{table['id']}"))["seats"]
    assert [seat["program"] for seat in after] == [True, False]
    assert after[0] == before[0] | {"program": True, "mark": "program", "connected": after[0]["connected"]}

    position = await line.until(table["id"], lambda each: 1 in each["to_move"])
    await line.act(table["id"], 1, position["legal"][0]["action"])
    assert not (await ann.get(f"/api/tables/{table['id']}"))["seats"][1]["program"]
    header = await bob.get(f"/api/tables/{table['id']}/record")
    assert " [bot]" in header.splitlines()[0]


async def test_over_the_socket_too(house: House) -> None:
    ann, bob = await house.player(), await house.player()
    table = await ann.open("pistes", "me", "open")
    await bob.post(f"/api/tables/{table['id']}/join", {})
    token = (await ann.post("/api/me/tokens", {"label": "program"}))["token"]
    ann.http.headers["authorization"] = f"Bearer {token}"
    line = await house.line(ann)
    await line.watch(table["id"], 0)
    position = await line.until(table["id"], lambda each: 0 in each["to_move"])
    await line.act(table["id"], 0, position["legal"][0]["action"])
    assert [seat["program"] for seat in (await bob.get(f"/api/tables/{table['id']}"))["seats"]] == [True, False]


async def test_orders_written_as_a_sheet_by_a_token_are_a_bots(house: House) -> None:
    ann = await house.player()
    table = await ann.open("africa1880", "me", "bot1", "bot1")
    token = (await ann.post("/api/me/tokens", {"label": "program"}))["token"]
    hand = await house.line(ann)
    await hand.watch(table["id"], 0)

    async def asked(wanted: str) -> bool:
        """Ann decides by hand until she is asked for something of this type; whether she ever is."""
        for _ in range(20):
            position = await hand.until(table["id"], lambda each: 0 in each["to_move"])
            first = position["legal"][0]["action"]
            if any(each["action"]["type"] == wanted for each in position["legal"]):
                return True
            await hand.act(table["id"], 0, first)
        return False

    assert await asked("ready")
    assert not (await ann.get(f"/api/tables/{table['id']}"))["seats"][0]["program"]
    ann.http.headers["authorization"] = f"Bearer {token}"
    program = await house.line(ann)
    await program.watch(table["id"], 0)
    position = await program.until(table["id"], lambda each: 0 in each["to_move"])
    order = next(each["notation"] for each in position["legal"] if each["action"]["type"] == "develop")
    answer = await program.ask("sheet", table=table["id"], seat=0, sheet=order, write=True)
    assert answer["sequence"] is not None, answer
    assert not (await ann.get(f"/api/tables/{table['id']}"))["seats"][0]["program"], (
        "that orders were written is secret"
    )
    await hand.ask("ping")  # take in what was written
    await hand.act(table["id"], 0, {"type": "ready"})
    assert (await ann.get(f"/api/tables/{table['id']}"))["seats"][0]["program"], (
        "sealed by hand, but written by a program"
    )


async def test_what_a_program_writes_in_secret_reaches_nobody_and_is_not_counted(house: House) -> None:
    people = [await house.player() for _ in range(3)]
    options = {"start": "historical", "countries": "seats"}
    table = (await people[0].open("africa1880", "me", "open", "open", options=options))["id"]
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/join", {})
    token = (await people[0].post("/api/me/tokens", {"label": "program"}))["token"]
    other, watcher = await house.line(people[1]), await house.line(people[2])
    await other.watch(table, 1)
    await watcher.watch(table)
    people[0].http.headers["authorization"] = f"Bearer {token}"
    program = await house.line(people[0])
    await program.watch(table, 0)
    for line in (other, watcher):
        await line.ask("ping")
    before = [len(other.raw), len(watcher.raw)]
    numbers = await counted(people[1])
    order = next(
        each["action"] for each in (program.positions[table] or {})["legal"] if each["action"]["type"] != "ready"
    )
    await program.act(table, 0, order)
    assert await counted(people[1]) == numbers
    for line, seen in zip((other, watcher), before, strict=True):
        await line.ask("ping")
        assert [message for message in line.raw[seen:] if '"pong"' not in message] == []
    await program.act(table, 0, {"type": "ready"})
    assert await counted(people[1]) != numbers
    await other.ask("ping")
    assert [entry["type"] for entry in other.entries[table][-2:]] == ["seated", "moved"]


async def counted(person: Player) -> list[str]:
    """What the metrics say of moves and of the log."""
    lines = (await person.get("/metrics")).splitlines()
    return [
        line
        for line in lines
        if line.startswith(("caravane_moves", "caravane_log_transactions", "caravane_log_batches"))
    ]
