"""Games as JSON: whole games through it, nothing secret in it, mistakes answered with what is possible."""

import json

import pytest

from caravane.adapters.agent import LocalTable
from caravane.chance import SeededChance
from caravane.errors import IllegalAction
from caravane.game import games


@pytest.mark.parametrize("name", list(games()))
def test_a_seat_plays_by_what_it_is_told(name: str) -> None:
    table, luck = LocalTable(name, seed=3), SeededChance(5)
    for ply in range(25):
        if table.is_over:
            break
        seat = table.to_move[-1]
        seen = json.loads(json.dumps(table.observe(seat)))
        assert seen["seat"] == seat
        assert seen["ask"]
        chosen = seen["legal"][int(luck.word()) % len(seen["legal"])]
        table.act(seat, chosen["action"] if ply % 2 else chosen["notation"])
    assert any(table.observe(seat, "fr")["log"] for seat in range(table.play.seats))


def test_what_others_write_in_secret_is_not_told() -> None:
    options = {"countries": "seats", "start": "historical"}
    table = LocalTable("africa1880", options=options, seed=1)
    before = json.dumps(table.observe(1))
    order = next(each for each in table.observe(0)["legal"] if each["action"]["type"] == "develop")
    table.act(0, order["action"])
    assert json.dumps(table.observe(1)) == before


def test_an_illegal_action_is_answered_with_those_that_are_possible() -> None:
    table = LocalTable("pistes")
    legal = [each["notation"] for each in table.observe(0)["legal"]]
    with pytest.raises(IllegalAction, match=f"Possible: {legal[0]}, {legal[1]}") as caught:
        table.act(0, 0)
    assert caught.value.rule
    with pytest.raises(IllegalAction, match="Seat 1 is not to move; to move: 0"):
        table.act(1, legal[0])
