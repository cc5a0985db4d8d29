"""A table of a thousand events opens at once, cold and warm."""

import random
import time

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from caravane.server import database as db
from caravane.server import decisions
from caravane.server.hall import Decide
from caravane.server.table import LiveTable
from tests.server.conftest import House, Serve

EVENTS = 1000


async def long_table(house: House) -> str:
    """A table with a thousand facts, moves and talk by turns."""
    ann = await house.player()
    table: str = (await ann.open("pistes", "me", "me"))["id"]
    luck = random.Random(3)
    for number in range(EVENTS):
        found = await house.hall.get(table)
        await house.hall.run(table, _next(found, ann.id, number, luck))
    return table


def _next(table: LiveTable, person: str, number: int, luck: random.Random) -> Decide:
    """A move, or a word when it is the turn of words or the game is over."""
    if table.status != "running" or number % 2 == 0:
        return lambda live: decisions.say(live, person, 0, None, f"word {number}", f"s{number}")
    seat = table.to_move[0]
    action = table.game.decode(luck.choice(table.game.legal(table.state, seat)))
    last = table.last_sequence(seat)
    return lambda live: decisions.act(live, person, seat, action, last, f"r{number}", 0)


async def test_a_cold_table_is_read_from_its_snapshot(serve: Serve) -> None:
    """Only the facts after the newest snapshot are replayed; the result is the same as replaying all."""
    house = await serve()
    table = await long_table(house)
    warm = await house.hall.get(table)
    snapshot = await house.people[0].get(f"/api/tables/{table}/snapshot")
    assert snapshot["sequence"] >= EVENTS - 1
    house.hall.forget(table)
    cold = await house.hall.get(table)
    assert cold is not warm
    assert cold.state.tobytes() == warm.state.tobytes()
    assert (cold.standing, cold.words, cold.position) == (warm.standing, warm.words, warm.position)
    assert await house.people[0].get(f"/api/tables/{table}/snapshot") == snapshot


async def test_a_snapshot_that_means_something_else_is_left_aside(serve: Serve) -> None:
    """The log is the truth: after an update of the rules a state's bytes may have another order."""
    house = await serve()
    table = await long_table(house)
    warm = await house.hall.get(table)
    of_other_rules = replace(warm.save(), sources="others", state=bytes(len(warm.save().state)))
    for body in (b"", b"\xc1", msgspec.msgpack.encode(of_other_rules)):
        async with house.hall._engine.begin() as connection:
            changed = await connection.execute(sa.update(db.snapshots).values(body=body))
        assert changed.rowcount > 0
        house.hall.forget(table)
        cold = await house.hall.get(table)
        assert cold.state.tobytes() == warm.state.tobytes()
        assert (cold.standing, cold.words, cold.position) == (warm.standing, warm.words, warm.position)


@pytest.mark.compiled
async def test_a_thousand_events_open_in_fifty_milliseconds(serve: Serve) -> None:
    house = await serve()
    table = await long_table(house)
    took = []
    for _ in range(5):
        house.hall.forget(table)
        begun = time.process_time()
        await house.people[0].get(f"/api/tables/{table}/snapshot")
        took.append(time.process_time() - begun)
    assert min(took) < 0.05
