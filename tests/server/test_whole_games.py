"""Whole games of every game over HTTP and the socket, with a lost connection in the middle; the record proves them."""

import random

import pytest

from caravane import record
from caravane.game import games
from caravane.proof import verify
from tests.server.client import Json, Line
from tests.server.conftest import House

MOST = 4000  # decisions; no game is longer


async def play_to_the_end(house: House, game: str, seats: int) -> tuple[str, Line]:
    """One person at seat 0 against bots; somewhere in the middle the connection breaks."""
    luck = random.Random(7)
    ann = await house.player()
    bots = ["bot1"] * (seats - 1)
    table = (await ann.open(game, "me", *bots, adds_entropy=True))["id"]
    await ann.post(f"/api/tables/{table}/entropy", {"entropy": "0a0b0c"})
    line = await house.line(ann)
    await line.watch(table, 0)
    for decision in range(MOST):
        position = await line.until(table, lambda now: now["over"] or 0 in now["to_move"])
        if position["over"]:
            return table, line
        if decision == 10:
            line = await reconnect(house, line, table)
            continue
        await line.act(table, 0, choose(luck, position["legal"]))
    raise AssertionError("the game does not end")


def choose(luck: random.Random, legal: list[Json]) -> Json:
    """Any action, but a sheet of orders is handed in before it is full."""
    actions: list[Json] = [one["action"] for one in legal]
    ready = [action for action in actions if action["type"] == "ready"]
    return ready[0] if ready and luck.random() < 0.1 else luck.choice(actions)


async def reconnect(house: House, old: Line, table: str) -> Line:
    """Hang up, come back, and ask only for what was missed."""
    await old.close()
    line = await house.line(old.player)
    line.entries = old.entries
    await line.watch(table, 0, since=len(old.entries[table]))
    return line


@pytest.mark.compiled
@pytest.mark.parametrize("game", list(games()))
async def test_a_whole_game_is_played_and_proves_itself(quick_house: House, game: str) -> None:
    house = quick_house
    table, line = await play_to_the_end(house, game, games()[game].min_seats)
    ended = line.entries[table][-1]
    assert ended["type"] == "ended"
    text = await line.player.get(f"/api/tables/{table}/record")
    proof = verify(record.read(text))
    assert (proof.chance, proof.ordered, proof.ending) == ("committed", True, ended["ending"])
    moved = [entry for entry in line.entries[table] if entry["type"] == "moved"]
    assert proof.actions >= len(moved)
    imported = await line.player.call("POST", "/api/records", content=text.encode())
    assert imported["ending"] == ended["ending"]
