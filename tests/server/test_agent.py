"""A program with a token plays at the table that people use, and says that it is one."""

import asyncio

import pytest

from caravane.adapters.agent import LiveTable
from caravane.errors import IllegalAction
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
    assert after[0] == before[0] | {"program": True, "connected": after[0]["connected"]}

    position = await line.until(table["id"], lambda each: 1 in each["to_move"])
    await line.act(table["id"], 1, position["legal"][0]["action"])
    assert not (await ann.get(f"/api/tables/{table['id']}"))["seats"][1]["program"]
    header = await bob.get(f"/api/tables/{table['id']}/record")
    assert " [bot]" in header.splitlines()[0]
