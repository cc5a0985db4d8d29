"""The two simplest bots: one that plays anything, one that takes what looks best at once."""

from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.game import Game
from caravane.kernel import Actions, apply_action, apply_chance, asks_chance, determinize, evaluate, kernel

WORLDS = 3  # how many possible worlds greedy looks at when there are secrets
_WORST = -1e9


@kernel
def best_at_once(worlds: Any, seat: int, legal: Actions, count: int, world_count: int, word: Any) -> int:
    """The action after which `evaluate` is highest on average over possible worlds; ties by chance.

    worlds[0] is the seat's view; worlds[1] is scratch.
    """
    best = 0
    best_value = _WORST
    ties = 1
    for i in range(count):
        total = 0.0
        luck = word  # the same worlds and the same luck for every action: differences are due to the action
        for _ in range(world_count):
            luck = next_word(luck)
            worlds[1] = worlds[0]
            determinize(worlds[1], seat, luck)
            apply_action(worlds[1], seat, int(legal[i]))
            while asks_chance(worlds[1]):
                luck = next_word(luck)
                apply_chance(worlds[1], luck)
            total += evaluate(worlds[1], seat)
        if total > best_value + 1e-9:
            best = i
            best_value = total
            ties = 1
        elif total > best_value - 1e-9:
            ties += 1
            if below(luck, ties) == 0:
                best = i
    return int(legal[best])


class Random:
    """Any legal action, all alike."""

    name = "random"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        return legal[below(word, len(legal))]


class Greedy:
    """What looks best after one action, in worlds that fit what the seat knows."""

    name = "greedy"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if len(legal) == 1:
            return legal[0]
        worlds = np.zeros(2, game.state)
        worlds[0] = view
        actions = np.array(legal, np.int32)
        world_count = WORLDS if game.has_secrets else 1
        return int(best_at_once(worlds, seat, actions, len(legal), world_count, word))
