"""A bot for the first minute on a new machine: no compiled code, an answer within about a second."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.chance import next_word
from caravane.game import Game


@dataclass
class Quick:
    """What the game's own quick choice says; as long as there is time, compared with the other actions."""

    seconds: float | None = 0.8
    name: str = "quick"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if len(legal) == 1:
            return legal[0]
        until = time.perf_counter() + min(self.seconds or 0.8, 0.8)
        rules = game.rules
        world = view.copy()
        rules.determinize(world, seat, word)
        first = int(rules.rollout_action(world, seat, np.array(legal, np.int32), len(legal), word))
        if game.orders is not None:  # a sheet is more than its first line
            return first
        best, highest = first, -2.0
        for action in [first, *(action for action in legal if action != first)]:
            trial = world.copy()
            rules.apply_action(trial, seat, action)
            while rules.asks_chance(trial):
                word = next_word(word)
                rules.apply_chance(trial, word)
            value = float(rules.evaluate(trial, seat))
            # The quick choice knows more than one ply: others must be clearly better.
            if value > highest + (0.0 if action == first else 0.02):
                best, highest = action, value
            if time.perf_counter() > until:
                break
        return best
