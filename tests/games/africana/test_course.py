"""Whole games: cards are conserved at every position, and games end."""

import numpy as np
import pytest

import caravane
from caravane.kernel import is_plain
from tests.games.africana.builder import GAME

GAMES = 1 if is_plain() else 3


def total(counts: dict[str, int]) -> int:
    return sum(counts.values())


def check_conserved(play: caravane.Play) -> None:
    """60 travel cards, 4 markers a seat, 34 expeditions, 30 adventures, 10 assistants, a joker a seat, all accounted for."""
    seen = GAME.describe_as_json(play.state, -1)
    players, travel, books = seen["players"], seen["travel"], seen["books"]
    hands = sum(p["travel_cards"] for p in players)
    assert travel["pile"] + total(travel["discards"]) + total(travel["played"]) + hands == 60
    assert sum(p["joker"] for p in players) + seen["removed"]["jokers"] == play.seats
    assistants = sum(len(p["assistants"]) for p in players)
    assert assistants + total(seen["assistants"]["stock"]) + total(seen["assistants"]["removed"]) == 10
    row = [space for space in seen["row"] if space["card"]]
    done = sum(len(p["expeditions_done"]) for p in players)
    assert len(row) + done + len(seen["expeditions"]["unseen"]) == 34
    for p in players:
        assert p["markers"] + sum(p["seat"] in space["joined"] for space in row) == 4
    in_books = sum(side["count"] for book in books for side in book["sides"].values())
    held = sum(len(p["adventures"]) + len(p["adventures_done"]) for p in players)
    assert in_books + held + len(seen["removed"]["adventures"]) == 30


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("sensible", [False, True], ids=["random", "sensible"])
def test_cards_are_conserved_at_every_position_and_the_game_ends(seats: int, sensible: bool) -> None:
    buffer = np.empty(GAME.max_legal, np.int32)
    for seed in range(GAMES):
        generator = np.random.default_rng(seed)
        play = caravane.start("africana", seats, seed=seed, options={"memory_aid": True})
        while not play.is_over:
            seat = play.to_move[0]
            count = int(GAME.rules.legal_actions(play.state, seat, buffer))
            word = generator.integers(1 << 63, dtype=np.uint64)
            choice = (
                GAME.rules.rollout_action(play.state, seat, buffer, count, word)
                if sensible
                else buffer[int(word) % count]
            )
            play.apply(int(choice))
            assert GAME.invariants(play.state) == []
            if len(play.steps) % 7 == 0:
                check_conserved(play)
        check_conserved(play)
        assert GAME.ending(play.state) in GAME.endings
