"""Undo: free inside one's own turn until something hidden came out, otherwise by asking."""

import pytest

from caravane.game import games
from tests.server.client import Json, Line, Refusal
from tests.server.conftest import House

TAKES_SEVERAL_STEPS = [name for name in ("africana", "africa") if name in games()]


async def two_people(house: House, game: str = "pistes") -> tuple[str, Line, Line]:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open(game, "me", "open"))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    one, two = await house.line(ann), await house.line(bea)
    await one.watch(table, 0)
    await two.watch(table, 1)
    return table, one, two


def first_action(line: Line, table: str) -> Json:
    position = line.positions[table]
    assert position is not None
    action: Json = position["legal"][0]["action"]
    return action


async def test_a_move_is_taken_back_before_anybody_answered(house: House) -> None:
    table, one, two = await two_people(house)
    start = one.positions[table]
    await one.act(table, 0, first_action(one, table))
    moved = one.positions[table]
    assert moved is not None
    assert moved["undo"] == "free"
    await one.ask("undo", table=table, seat=0)
    back = one.positions[table]
    assert back is not None
    assert start is not None
    assert back["view"] == start["view"]
    while two.entries[table][-1]["type"] != "undone":
        await two.receive()
    undone = two.entries[table][-1]
    assert (undone["type"], two.entries[table][undone["back_to"] - 1]["type"]) == ("undone", "started")


async def test_after_an_answer_the_other_is_asked(house: House) -> None:
    table, one, two = await two_people(house)
    start = one.positions[table]
    await one.act(table, 0, first_action(one, table))
    await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, first_action(two, table))
    asked = await one.until(table, lambda now: now["to_move"] == [0])
    assert asked["undo"] == "ask"
    await one.ask("undo", table=table, seat=0)
    with pytest.raises(Refusal, match="nothing-asked"):
        await one.ask("answer_undo", table=table, seat=0, agree=True)
    while two.entries[table][-1]["type"] != "undo_asked":
        await two.receive()
    await two.ask("answer_undo", table=table, seat=1, agree=True)
    back = await one.until(table, lambda now: now["undo"] == "no" and now["to_move"] == [0])
    assert start is not None
    assert back["view"] == start["view"]


async def test_a_refused_undo_leaves_everything(house: House) -> None:
    table, one, two = await two_people(house)
    await one.act(table, 0, first_action(one, table))
    await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, first_action(two, table))
    await one.until(table, lambda now: now["to_move"] == [0])
    await one.ask("undo", table=table, seat=0)
    while two.entries[table][-1]["type"] != "undo_asked":
        await two.receive()
    await two.ask("answer_undo", table=table, seat=1, agree=False)
    with pytest.raises(Refusal, match="nothing-asked"):
        await two.ask("answer_undo", table=table, seat=1, agree=True)
    while one.entries[table][-1]["type"] != "undo_answered":
        await one.receive()
    await one.act(table, 0, first_action(one, table))


async def test_nothing_is_taken_back_at_the_start(house: House) -> None:
    table, one, _ = await two_people(house)
    with pytest.raises(Refusal, match="no-undo"):
        await one.ask("undo", table=table, seat=0)


@pytest.mark.parametrize("game", TAKES_SEVERAL_STEPS)
async def test_what_came_out_stays_out(house: House, game: str) -> None:
    """Walk on until a hidden thing was turned up: from then on there is no way back."""
    table, *lines = await two_people(house, game)
    seen = set()
    for _ in range(12):
        mover = (await current(lines[0], table))["to_move"][0]
        line = lines[mover]
        await line.until(table, lambda now, seat=mover: seat in now["to_move"])
        await line.act(table, mover, first_action(line, table))
        after = line.positions[table]
        assert after is not None
        seen.add(after["undo"])
        if after["undo"] == "no":
            with pytest.raises(Refusal, match="no-undo"):
                await line.ask("undo", table=table, seat=mover)
    assert "no" in seen


async def current(line: Line, table: str) -> Json:
    """The position now."""
    await line.watch(table, line.player_seat(table), since=len(line.entries[table]))
    position = line.positions[table]
    assert position is not None
    return position
