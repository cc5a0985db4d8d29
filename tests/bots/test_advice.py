"""Hints: the best actions with reasons in both languages, from what the seat may see."""

import numpy as np
import pytest

import caravane
from caravane import bots
from caravane.bots.advice import outlook, points_at_once
from caravane.game import games
from caravane.text import LANGUAGES


@pytest.mark.parametrize("game", games())
def test_a_hint_names_legal_actions_and_reasons(game: str) -> None:
    play = caravane.start(game, seed=2)
    seat = play.to_move[0]
    advice = bots.advise(play.game, play.game.view(play.state, seat), seat, np.uint64(1), seconds=0.2)
    assert advice.suggestions
    assert -1.0 <= advice.value <= 1.0
    for suggestion in advice.suggestions:
        assert suggestion.action in play.legal(seat)
        assert suggestion.notation == play.game.notation(suggestion.action)
        for language in LANGUAGES:
            assert suggestion.text.of(language).endswith(".")


def test_a_hint_tells_points_that_an_action_brings() -> None:
    """A camp in africa brings points for what lies around it."""
    play = caravane.start("africa", seed=2)
    for _ in range(300):
        brings = [a for a in play.legal() if play.game.decode(a)["type"] == "study"]
        if brings:
            break
        play.apply(play.legal()[0])
    seat = play.to_move[0]
    view = play.game.view(play.state, seat)
    before = play.points[seat]
    gained = points_at_once(play.game, view, seat, brings[0], np.uint64(1))
    play.apply(brings[0])
    assert gained == play.points[seat] - before


def test_the_outlook_is_told_from_the_seats_side() -> None:
    assert outlook(0.4).en == "You have a clear advantage."
    assert outlook(-0.4).fr == "L’adversaire a un net avantage."
    assert outlook(0.0).en == "The position is balanced."
