"""Catches bots that peek.

Two truths that a seat cannot tell apart are put behind the same view. A fair bot that is given the same word
answers the same in both, and judges them alike; one that looks at the truth, wherever it finds it, does not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.registry import Bot
from caravane.bots.thought import Thought
from caravane.chance import SeededChance
from caravane.play import Play

TRIES = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """A bot that knew what it could not know."""

    ply: int
    seat: int
    answers: tuple[Any, Any]


def _possible(play: Play, seat: int, word: np.uint64) -> Any:
    """A truth that fits what the seat sees."""
    state = play.game.view(play.state, seat)
    play.game.rules.determinize(state, seat, word)
    return state


def twins(play: Play, seat: int, words: SeededChance) -> tuple[Play, Play] | None:
    """Two games whose truths differ only in what the seat cannot know; None where there is nothing of the kind."""
    states = [_possible(play, seat, words.word())]
    for _ in range(TRIES):  # where little is hidden, two deals are often the same
        states[1:] = [_possible(play, seat, words.word())]
        if states[0].tobytes() != states[1].tobytes():
            break
    else:
        return None
    views = [play.game.view(state, seat).tobytes() for state in states]
    assert views[0] == views[1], "the views of what a seat cannot tell apart must be the same"
    first, second = play.copy(), play.copy()
    first.state, second.state = states
    return first, second


def ask(bot: Bot, play: Play, seat: int, word: np.uint64) -> tuple[int, list[float]]:
    """A bot's choice and, if it tells, what it thinks the actions are worth. The truth is near, as at any table."""
    view = play.game.view(play.state, seat)
    legal = play.game.legal(view, seat)
    think: Callable[..., Thought] | None = getattr(bot, "think", None)
    values = think(play.game, view.copy(), seat, list(legal), word).values if think else []
    return int(bot.choose(play.game, view, seat, list(legal), word)), values


def differences(make: Callable[[], Bot], play: Play, plies: int, seed: int = 0) -> Iterator[Difference]:
    """Play on at random and compare at every ply; `make` gives a fresh bot, so that memory cannot explain it."""
    words = SeededChance(seed)
    for ply in range(plies):
        if play.is_over:
            return
        seat = play.to_move[0]
        pair = twins(play, seat, words)
        word = words.word()
        if pair is not None:
            first, second = (ask(make(), twin, seat, word) for twin in pair)
            if first != second:
                yield Difference(ply, seat, (first, second))
        legal = play.legal(seat)
        play.apply(legal[int(words.word()) % len(legal)], seat)
