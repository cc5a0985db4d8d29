"""Reachable places and the cheapest way to each, against walking every way there is."""

from typing import Any

import caravane
from caravane.games.africana.actions import STEP
from caravane.games.africana.board import CARDS, JOKER, PLACE_IDS
from caravane.games.africana.reach import reachable
from tests.games.africana.builder import GAME, after, table

Cost = tuple[int, int, int, int]


def walked(play: caravane.Play) -> dict[str, Cost]:
    """The least of silver, travel cards, cards and jokers for each place, by trying every sequence of steps."""
    best: dict[str, Cost] = {}
    seen: set[tuple[bytes, Cost]] = set()

    def walk(state: Any, cost: Cost) -> None:
        place = PLACE_IDS[int(state.place[0])]
        best[place] = min(best.get(place, cost), cost)
        if (state.tobytes(), cost) in seen:
            return
        seen.add((state.tobytes(), cost))
        for action in GAME.legal(state, 0):
            if "with" not in GAME.notation(action):
                continue
            card = (action - STEP) % CARDS
            twin = state.copy()
            GAME.rules.apply_action(twin, 0, action)
            paid = int(state.silver[0]) - int(twin.silver[0])
            walk(twin, (cost[0] + paid, cost[1] + (card < JOKER), cost[2] + 1, cost[3] + (card == JOKER)))

    walk(play.state, (0, 0, 0, 0))
    return best


def found(play: caravane.Play) -> dict[str, Cost]:
    view = GAME.view(play.state, 0)
    return {
        place: (way.silver, way.travel_cards, len(way.steps), sum(step.card == "joker" for step in way.steps))
        for place, way in reachable(view, 0).items()
    }


def test_the_cheapest_ways_are_those_of_an_exhaustive_walk() -> None:
    for seat in (
        "Italy Lagos hand grey orange violet joker",
        "Italy Khartoum hand magenta assistant-grey joker",
        "Italy Lagos silver 11 hand violet assistant-grey",
        "Italy Cape Town silver 4 hand violet violet turquoise",
    ):
        play = table(seat, "France")
        assert found(play) == walked(play), seat


def test_a_way_can_be_walked_as_it_is_told() -> None:
    play = table("Italy Lagos silver 5 hand grey violet turquoise joker", "France")
    for goal in play.view(0)["reach"]:
        twin = play.copy()
        for step in goal["steps"]:
            twin.apply({"type": "step", **step})
        assert twin.view(0)["players"][0]["place"] == goal["place"]
        assert 5 - twin.view(0)["players"][0]["silver"] == goal["silver"]


def test_cards_that_come_back_are_spent_first() -> None:
    ways = reachable(table("Italy Lagos hand grey assistant-grey joker", "France").state, 0)
    assert [(step.place, step.card) for step in ways["LEO"].steps] == [("LEO", "assistant grey")]
    assert ways["UJI"].travel_cards == 0, "assistant and joker lead there"


def test_used_cards_lead_nowhere_and_only_travellers_are_told() -> None:
    play = after(table("Italy Lagos hand joker", "France"), "Leopoldville with joker")
    assert set(reachable(play.state, 0)) == {"LEO"}
    assert play.view(1)["reach"] == []
    assert after(table("Italy silver 9", "France"), "turn north left").view(0)["reach"] == []
