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
    assert seats[1]["name"] == "Baobab [bot]"

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
