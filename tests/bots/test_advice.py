"""Hints: the best actions with reasons in both languages, from what the seat may see."""

import numpy as np
import pytest

import caravane
from caravane import bots
from caravane.bots.advice import outlook, points_at_once
from caravane.bots.talks import Deal, Term
from caravane.chance import SeededChance, below
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
    assert outlook(0.4, 2).en == "You have a clear advantage."
    assert outlook(-0.4, 2).fr == "L’adversaire a un net avantage."
    assert outlook(-0.9, 5).en == "Somebody else has nearly won."
    assert outlook(0.0, 2).en == "The position is balanced."


def test_only_what_is_forced_is_called_the_only_action() -> None:
    """A sheet that is complete can still be changed: sealing it is advice, not necessity."""
    play = caravane.start("africa1880", 3, seed=1)
    game = play.game
    assert game.orders is not None
    hints = []
    for _ in range(200):
        seat = play.to_move[0]
        view = game.view(play.state, seat)
        found = bots.advise(game, view, seat, np.uint64(1), seconds=0.05)
        hints.append((len(play.legal(seat)), found.suggestions[0]))
        play.apply(found.suggestions[0].action, seat)
        if found.suggestions[0].action == game.orders.ready:
            break
    assert all(("only action" in hint.text.en) == (count == 1) for count, hint in hints)
    assert hints[-1][0] > 1
    assert "nothing left to write" in hints[-1][1].text.en


def test_a_hint_reminds_of_a_promise() -> None:
    play = caravane.start("africa1880", 3, seed=1)
    game = play.game
    orders = game.orders
    assert orders is not None
    while orders.ready not in play.legal(play.to_move[0]):
        play.apply(play.legal(play.to_move[0])[0], play.to_move[0])
    view = game.view(play.state, 0)
    promise = next(each for each in orders.promises(view, 0) if each["type"] == "alliance")
    deal = Deal(1, (0, 1), int(view.turn), (Term(0, promise),), True)
    best = bots.advise(game, view, 0, np.uint64(1), 0.05, (deal,)).suggestions[0]
    assert game.decode(best.action) == {"type": "alliance", "country": promise["to"]}
    assert best.text.en.startswith("You promised it. ")


def forced(far: int) -> tuple[caravane.Play, int]:
    """A game of africa at random in which a seat has no choice and is so many points ahead or behind; how many."""
    words = SeededChance(1)
    for seed in range(20):
        play = caravane.start("africa", seed=seed)
        while not play.is_over:
            seat = play.to_move[0]
            ahead = play.points[seat] - play.points[1 - seat]
            if len(play.legal()) == 1 and abs(ahead) > far:
                return play, ahead
            play.apply(play.legal()[below(words.word(), len(play.legal()))])
    raise AssertionError("never forced")


def test_a_forced_action_does_not_make_a_lost_position_even() -> None:
    play, ahead = forced(12)
    seat = play.to_move[0]
    advice = bots.advise(play.game, play.game.view(play.state, seat), seat, np.uint64(1), 0.05)
    assert (advice.value > 0.05) == (ahead > 0)
    assert "balanced" not in advice.text.en
    assert advice.suggestions[0].text.en.startswith("It is the only action there is. ")


@pytest.mark.parametrize("game", games())
def test_a_seat_that_waits_is_told_how_it_stands(game: str) -> None:
    play = caravane.start(game, seed=2)
    for _ in range(40):
        play.apply(play.legal(play.to_move[0])[0], play.to_move[0])
        waiting = [seat for seat in range(play.seats) if seat not in play.to_move]
        if waiting:
            break
    advice = bots.advise(play.game, play.game.view(play.state, waiting[0]), waiting[0], np.uint64(1), 0.05)
    assert advice.suggestions == []
    assert -1.0 <= advice.value <= 1.0
    assert advice.text.fr.endswith(".")
