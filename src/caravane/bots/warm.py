"""Compiles what a game and its bots need, step by step, so that nobody waits for it later."""

from collections.abc import Callable, Iterator

import numpy as np

from caravane.bots import load
from caravane.bots.appraisal import compile_all
from caravane.bots.planner import worth_of_promises
from caravane.chance import SeededChance, next_word
from caravane.game import SPECTATOR, Game
from caravane.perft import perft
from caravane.play import start
from caravane.playout import play_many
from caravane.positions import opening


def warm(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The steps, each a name and what compiles it; run them in this order."""
    yield "rules", lambda: _rules(game)
    yield "playout", lambda: _playout(game)
    yield "perft", lambda: perft(opening(game), 1)
    yield "bots", lambda: _bots(game)


def _rules(game: Game) -> None:
    """Call every rule once from Python."""
    play = start(game)
    while not play.is_over and len(play.steps) < 3:
        seat = play.to_move[0]
        play.apply(play.legal(seat)[0], seat)
    view = game.view(play.state, SPECTATOR)
    game.rules.determinize(view, SPECTATOR, next_word(1))
    actions = np.zeros(game.max_legal, np.int32)
    for seat in play.to_move:
        count = game.rules.legal_actions(play.state, seat, actions)
        game.rules.rollout_action(play.state, seat, actions, count, next_word(2))
    game.rules.evaluate(play.state, 0)
    game.rules.points(play.state, 0)
    game.rules.returns(play.state, np.zeros(play.seats, np.float64))


def _playout(game: Game) -> None:
    first = np.zeros(1, game.state)
    first[0] = game.start(game.min_seats, game.check_options({}))
    actions = np.zeros(game.max_legal, np.int32)
    for sensible in (False, True):
        play_many(first, np.zeros(1, game.state), next_word(3), actions, 1, 3, sensible)


def _bots(game: Game) -> None:
    """Let those who use different kernels decide once."""
    play = start(game)
    seat = play.to_move[0]
    for name in ("greedy", "level1", "level5"):
        load(name, 0.05).choose(game, game.view(play.state, seat), seat, play.legal(seat), SeededChance(0).word())
    compile_all(game, game.view(play.state, seat), seat, play.legal(seat)[0])
    if game.orders is not None:
        worth_of_promises(game, game.view(play.state, seat), seat, [], 0, SeededChance(0).word())
