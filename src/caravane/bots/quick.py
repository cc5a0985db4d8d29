"""A bot for the first minute on a new machine: no compiled code, an answer within about a second."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.thought import Thought, certain, now
from caravane.chance import WalkedChance
from caravane.door import carry_out, let_chance_decide
from caravane.game import Game

SECONDS = 0.8
CLEARLY = 0.02  # the quick choice knows more than one ply: others must look better by so much


@dataclass
class Quick:
    """What the game's own quick choice says; as long as there is time, compared with the other actions."""

    seconds: float | None = SECONDS
    name: str = "quick"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        return self.think(game, view, seat, legal, word).best

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """Compare what can be compared in time; the rest is not valued."""
        if len(legal) == 1:
            return certain(legal[0])
        until = now() + (self.seconds or SECONDS)
        world = view.copy()
        game.rules.determinize(world, seat, word)
        choices = np.array(legal, np.int32)
        first = int(game.rules.rollout_action(world, seat, choices, len(legal), word))
        if game.orders is not None:  # a sheet is more than its next line
            return certain(first)
        values: dict[int, float] = {}
        for action in [first, *(action for action in legal if action != first)]:
            values[action] = _first_sight(game, world, seat, action, word)
            if now() > until:
                break
        best = max(values, key=lambda action: values[action] + (CLEARLY if action == first else 0.0))
        return Thought(
            list(values), [float(action == best) for action in values], list(values.values()), len(values), 1
        )


def _first_sight(game: Game, world: Any, seat: int, action: int, word: np.uint64) -> float:
    """What the position after an action looks like."""
    trial = world.copy()
    carry_out(game, trial, seat, action)
    let_chance_decide(game, trial, WalkedChance(word))
    return float(game.rules.evaluate(trial, seat))
