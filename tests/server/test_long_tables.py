"""A table of a thousand events opens at once, cold and warm."""

import random
import time

import pytest

from caravane.server import decisions
from tests.server.conftest import House, Serve

EVENTS = 1000


async def long_table(house: House) -> str:
    """A table with a thousand facts, moves first and then talk."""
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    luck = random.Random(3)
    for number in range(EVENTS):
        found = await house.hall.get(table)
        if found.sequence >= EVENTS:
            break
        if found.status == "running" and number % 2:
            seat = found.to_move[0]
            action = found.game.decode(luck.choice(found.game.legal(found.state, seat)))
            last = found.last_sequence(seat)
            await house.hall.run(
                table,
                lambda live, seat=seat, action=action, last=last, number=number: decisions.act(
                    live, ann.id, seat, action, last, f"r{number}", 0
                ),
            )
        else:
            await house.hall.run(
                table, lambda live, number=number: decisions.say(live, ann.id, 0, None, f"word {number}", f"s{number}")
            )
    return table


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
