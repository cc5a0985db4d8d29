"""Chance by meaning: true odds at every draw, and a word is one way to draw."""

import importlib
import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.door import copy_state
from caravane.errors import IllegalAction
from caravane.game import Game, games
from caravane.games.africa.actions import LIFT, OPEN
from caravane.games.africa.board import FACE_DOWN
from caravane.odds import NO_ACTION, chance_asked, draw_of, forget, settle, told

GAMES = [game for game in games().values() if game.odds]
RANDOM = {
    "pistes": {"variant": "second", "placement": "random", "numbering": "random", "match": "single"},
    "africa1880": {"countries": "drawn"},
}
# Games whose words draw one thing after the other, each by one number of `below`, and the module that calls it.
STEPWISE = {"africa1880": "preparation", "africana": "deal"}


def begin(game: Game) -> Any:
    return game.start(game.min_seats, game.choose_options(RANDOM.get(game.id, {})))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_can_be_played_by_draws_alone(game: Game) -> None:
    state, luck, draws = begin(game), random.Random(5), 0
    for _ in range(150):
        if game.rules.is_over(state):
            break
        while chance_asked(game, state):
            draws += 1
            let_one_come(game, state, NO_ACTION, luck)
        seat = game.seats_to_move(state)[0]
        action = luck.choice(game.legal(state, seat))
        if chance_asked(game, state, action):
            draws += 1
            let_one_come(game, state, action, luck)
        game.rules.apply_action(state, seat, action)
        assert game.odds.is_ahead(state) or not chance_asked(game, state)
    assert draws > 2


def let_one_come(game: Game, state: Any, action: int, luck: random.Random) -> None:
    drawn = draw_of(game, state, action)
    assert drawn.outcomes == sorted(set(drawn.outcomes))
    assert all(0 <= outcome < game.odds.OUTCOME_COUNT for outcome in drawn.outcomes)
    assert all(count > 0 for _, count in drawn.cases)
    assert math.isclose(sum(odds for _, odds in drawn.probabilities), 1)
    outcome = luck.choices(drawn.outcomes, [count for _, count in drawn.cases])[0]
    assert told(game, state, outcome, action).en.endswith(f" of {drawn.total}")
    settle(game, state, outcome, action)


@pytest.mark.plain
@pytest.mark.parametrize("name", STEPWISE)
def test_a_word_leads_to_each_outcome_as_often_as_its_cases_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number that `below` may give at a draw, the later ones fixed: the same states, as often, by outcomes."""
    game = games()[name]
    module: Any = importlib.import_module(f"caravane.games.{name}.{STEPWISE[name]}")
    start = begin(game)
    by_word, draws = Counter[bytes](), 0
    counts = counted(game, copy_state(start), [], module, monkeypatch)
    for at, count in enumerate(counts[:4]):
        for nth in range(count):
            state = copy_state(start)
            counted(game, state, [0] * at + [nth], module, monkeypatch)
            by_word[state.tobytes()] += 1
        by_draws = Counter[bytes]()
        state = copy_state(start)
        for _ in range(at):
            settle(game, state, draw_of(game, state).outcomes[0])
        for outcome, ways in draw_of(game, state).cases:
            other = copy_state(state)
            settle(game, other, outcome)
            while chance_asked(game, other):
                settle(game, other, draw_of(game, other).outcomes[0])
            by_draws[other.tobytes()] += ways
        assert by_word == by_draws, at
        by_word.clear()
        draws += 1
    assert draws >= 3


def counted(game: Game, state: Any, choices: list[int], module: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a word decide where `below` gives these numbers, then zeros; among how many each time."""
    asked: list[int] = []

    def below(word: Any, count: int) -> int:
        asked.append(count)
        return choices[len(asked) - 1] if len(asked) <= len(choices) else 0

    monkeypatch.setattr(module, "below", below)
    game.rules.apply_chance(state, np.uint64(1))
    return asked


@pytest.mark.plain
def test_numbers_and_pawns_are_laid_in_as_many_ways_by_a_word_as_by_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["pistes"]
    module: Any = importlib.import_module("caravane.games.pistes.set_up")
    state = begin(game)
    for _ in range(2):  # the camps, then the pawns
        ways, by_draws = 1, copy_state(state)
        for _ in range(18):
            drawn = draw_of(game, by_draws)
            ways *= drawn.total
            settle(game, by_draws, drawn.outcomes[0])
        assert math.prod(counted(game, state, [], module, monkeypatch)) == ways == math.factorial(9) ** 2


@pytest.mark.parametrize("hidden", [False, True])
def test_the_odds_of_a_tile_are_those_of_the_tiles_that_lie_face_down(hidden: bool) -> None:
    play = caravane.start("africa", 3, seed=4, options={"hidden_treasure": hidden})
    luck, seen = random.Random(2), 0
    for _ in range(150):
        if play.is_over:
            break
        action = luck.choice(play.legal())
        if OPEN <= action < LIFT:
            bag = copy_state(play.state)
            forget(play.game, bag)
            lying = Counter(int(tile) for tile in play.state.hidden[play.state.ground == FACE_DOWN])
            assert dict(draw_of(play.game, bag, action).cases) == lying
            assert not chance_asked(play.game, play.state, action)  # this one was dealt
            seen += 1
        play.apply(action)
    assert seen > 10


def test_an_outcome_is_told_with_its_odds() -> None:
    game = games()["africa"]
    state = game.start(2, game.choose_options({}))
    assert told(game, state, draw_of(game, state).outcomes[0]) == ("bleu commence : 1 sur 2", "blue begins: 1 of 2")


def test_what_cannot_come_is_refused_and_changes_nothing() -> None:
    game = games()["africa1880"]
    state = begin(game)
    settle(game, state, 0)
    before = state.tobytes()
    for outcome in (0, -1, 6, 2**70):
        with pytest.raises(IllegalAction, match=f"Chance cannot give {outcome}; possible: 1, 2, 3, 4, 5"):
            settle(game, state, outcome)
    assert state.tobytes() == before
    for outcome in (1, 2):
        settle(game, state, outcome)
    with pytest.raises(IllegalAction, match="Nothing is left to chance here"):
        settle(game, state, 3)
