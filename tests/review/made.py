"""Games made for reviews: random ones that the table ended, endings with a planted blunder or stroke of luck."""

from collections.abc import Callable
from typing import Any

import numpy as np

from caravane import bots
from caravane.chance import SeededChance
from caravane.course import Course
from caravane.game import Game
from caravane.play import Play, start
from caravane.positions import write
from caravane.record import Judged
from caravane.review.calibration import calibration_of
from caravane.review.effort import Effort
from caravane.review.measure import Meter
from caravane.review.story import Deed, Story, share_of
from caravane.review.walking import searcher

TINY = Effort(iterations=2, best=2, nodes=50, worlds=4, outcomes=2, deals=1, second=2, costliest=1)
Chooser = Callable[[Play, int], int]


def at_random(seed: int) -> Chooser:
    """Any legal action; where sheets are written, sealed now and then."""
    luck = SeededChance(seed)

    def choose(play: Play, seat: int) -> int:
        legal = play.legal(seat)
        orders = play.game.orders
        if orders is not None and orders.ready in legal and int(luck.word()) % 5 == 0:
            return orders.ready
        return legal[int(luck.word()) % len(legal)]

    return choose


def by(name: str, seed: int) -> Chooser:
    """A bot for all seats."""
    luck, bot = SeededChance(seed), bots.load(name, 0.05)
    return lambda play, seat: bot.choose(
        play.game, play.game.view(play.state, seat), seat, play.legal(seat), luck.word()
    )


def follow(play: Play, choose: Chooser, most: int = 10_000) -> list[Any]:
    """Play on; the truth before each action and after the last."""
    states = [play.state]
    while not play.is_over and len(states) <= most:
        movers = play.to_move
        seat = movers[len(states) % len(movers)]
        play.apply(choose(play, seat), seat)
        states.append(play.state)
    return states


def deeds_of(play: Play) -> list[Deed]:
    """What was done."""
    return [Deed(step.seat, step.action) for step in play.steps if step.seat >= 0]


def told(play: Play, states: list[Any], verdict: Judged | None = None, position: str | None = None) -> Story:
    """A game that ended by the rules or by the table."""
    returns = play.returns if verdict is None else verdict.returns
    shares = tuple(share_of(value, play.seats) for value in returns)
    return Story(play.game, play.seats, states, deeds_of(play), shares, verdict, position, play.options)


def broken_off(game: str, seats: int, seed: int, actions: int) -> Story:
    """A random game in which seat 0 resigned, somebody ran out of time, or all agreed."""
    play = start(game, seats, seed=seed)
    states = follow(play, at_random(seed), actions)
    if play.is_over:
        return told(play, states)
    reason, seat = (("resigned", 0), ("time", 1), ("agreed", -1))[seed % 3]
    winner = (seed + 1) % seats
    returns = [1.0 if each == winner else -1.0 / (seats - 1) for each in range(seats)]
    return told(play, states, Judged(reason, seat, [0.0] * seats if reason == "agreed" else returns))


def ending_of(game: str, seats: int, seed: int, wanted: Callable[[Any], bool], bot: str = "level3") -> Play:
    """A game of bots as soon as a position is as wanted, to go on from there."""
    play, choose = start(game, seats, seed=seed), by(bot, seed)
    while not wanted(play.state):
        play.apply(choose(play, play.to_move[0]), play.to_move[0])
    return Play(play.game, seats, play.options, play.chance, play.state, write(play.game, play.state))


def blunder_in(play: Play, seat: int, seed: int, bot: str = "level3") -> tuple[Story, int]:
    """Bots play on, but in its first turn the seat always takes what a search likes least; and the turn's last deed."""
    choose, effort = by(bot, seed), Effort(best=1000)
    done: list[int] = []

    def plan(play: Play, mover: int) -> int:
        number = len(deeds_of(play))
        if mover != seat or (done and done[-1] != number - 1):
            return choose(play, mover)
        done.append(number)
        view, legal = play.game.view(play.state, seat), play.legal(seat)
        thought = searcher(play.game, effort).think(play.game, view, seat, legal, np.uint64(7))
        worst: int = thought.actions[min(range(len(legal)), key=lambda i: thought.values[i])]
        return worst

    states = follow(play, plan)
    return told(play, states, position=play.began), done[-1]


def luck_in(play: Play, seat: int, seed: int, bot: str = "level3") -> tuple[Story, int]:
    """Bots play on; under the first tile of Africa that the seat turns over lies the best that can; and that deed."""
    game, choose = play.game, by(bot, seed)
    meter = Meter(game, play.seats, seat, calibration_of(game, play.seats), Effort(iterations=100))
    planted: list[int] = []

    def plan(play: Play, mover: int) -> int:
        action = choose(play, mover)
        if mover == seat and not planted and game.odds.reveals(game.view(play.state, seat), action):
            planted.append(len(deeds_of(play)))
            play.course.state = _with_the_best(meter, play.state, action, planted[0])
        return action

    states = follow(play, plan)
    return told(play, states, position=play.began), planted[0]


def _with_the_best(meter: Meter, state: Any, action: int, at: int) -> Any:
    """The same position to everybody, with the tile that is worth most to the seat under the hex of the action."""
    game, place = meter.game, action - _first_open(meter.game)
    best, best_value = state, -1
    for other in np.flatnonzero(state.hidden):
        if int(state.ground[other]) != int(state.ground[place]):
            continue
        trial = state.copy()
        trial.hidden[place], trial.hidden[other] = state.hidden[other], state.hidden[place]
        after = Course(game, meter.seats, {}, trial)
        after.act(meter.seat, action)
        value = meter.chances(after.view(meter.seat), at + 1)[meter.seat]
        if value > best_value:
            best, best_value = trial, value
    return best


def _first_open(game: Game) -> int:
    from caravane.games.africa.actions import OPEN

    assert game.id == "africa"
    return OPEN


def africa_nears_its_end(state: Any) -> bool:
    """Two monuments are left, and a turn begins."""
    return int(state.monuments) >= 9 and int(state.half) == 0 and int(state.decision) == 2
