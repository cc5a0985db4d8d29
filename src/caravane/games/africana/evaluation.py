"""Heuristics for bots: how good a position looks, and a quick sensible choice."""

from caravane.chance import below
from caravane.games.africana.score import points
from caravane.games.africana.state import State, Word
from caravane.kernel import Actions, kernel


@kernel
def evaluate(state: State, seat: int) -> float:
    return float(points(state, seat)) / 100.0


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Word) -> int:
    return int(actions[below(word, count)])
