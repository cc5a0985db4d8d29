"""Sitting down, playing, coming back."""

import pytest

from caravane.game import Game, games
from caravane.play import start
from tests.server.client import Refusal
from tests.server.conftest import House


async def test_two_people_play_a_move_each(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    joined = await bea.post(f"/api/tables/{table}/join", {"entropy": "0d1ce5"})
    assert (joined["status"], joined["my_seats"], joined["my_turn"]) == ("running", [1], False)
    one, two = await house.line(ann), await house.line(bea)
    await one.watch(table, 0)
    await two.watch(table, 1)
    first = one.positions[table]
    assert first is not None
    assert first["to_move"] == [0]
    await one.act(table, 0, first["legal"][0]["action"])
    second = await two.until(table, lambda position: position["to_move"] == [1])
    await two.act(table, 1, second["legal"][0]["action"])
    await one.until(table, lambda position: position["to_move"] == [0])
    assert [entry["type"] for entry in one.entries[table]][-3:] == ["started", "moved", "moved"]
    assert one.entries[table] == two.entries[table]


async def test_a_foreign_seat_is_refused(house: House) -> None:
    ann, eve = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(eve)
    with pytest.raises(Refusal, match="not-your-seat"):
        await line.watch(table, 0)
    watching = await line.watch(table)
    assert watching["snapshot"]["position"]["legal"] == []
    with pytest.raises(Refusal, match="not-your-seat"):
        await line.act(table, 0, {"type": "slide", "from": "a9", "to": "a4"})


async def test_a_bot_answers(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "bot1"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    start = line.positions[table]
    assert start is not None
    await line.act(table, 0, start["legal"][0]["action"])
    await line.until(table, lambda position: position["to_move"] == [0])
    assert line.entries[table][-1]["by_bot"]


@pytest.mark.parametrize("game", [game for game in games().values() if not game.has_secrets], ids=lambda game: game.id)
def test_a_game_without_secrets_describes_the_same_to_all(game: Game) -> None:
    """The server makes the description once for everybody."""
    play = start(game, seed=1)
    for ply in range(20):
        seats = range(-1, play.seats)
        shown = [game.describe(game.view(play.state, seat), seat) for seat in seats]
        assert all(one == shown[0] for one in shown)
        play.apply(play.legal()[ply % len(play.legal())])
