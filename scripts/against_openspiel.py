"""`python scripts/against_openspiel.py pistes --games 40 --seconds 1`: level 5 against OpenSpiel's own search.

OpenSpiel's `MCTSBot` (pistes) or `ISMCTSBot` (games with secrets) plays through our OpenSpiel game, with the same
time for a move on the same core; its random rollouts stop after `--cap` plies and count as a draw then.
"""

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import caravane.adapters.openspiel  # noqa: F401  # registers the games
from caravane.bots import arena, register
from caravane.game import Game, load


class Capped(mcts.Evaluator):  # type: ignore[misc]  # without types
    """Random rollouts up to a cap."""

    def __init__(self, cap: int, rng: np.random.RandomState) -> None:
        self.cap, self.rng = cap, rng

    def evaluate(self, state: Any) -> Any:
        world = state.clone()
        for _ in range(self.cap):
            if world.is_terminal():
                break
            if world.is_chance_node():
                world.apply_action(int(self.rng.randint(256)))
            else:
                legal = world.legal_actions()
                world.apply_action(legal[self.rng.randint(len(legal))])
        return np.array(world.returns())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions(state.current_player())
        return [(action, 1.0 / len(legal)) for action in legal]


class Spiel:
    """OpenSpiel's search as one of our bots; the number of simulations follows the time they take."""

    def __init__(self, game: Game, options: dict[str, Any], cap: int) -> None:
        self.name = "openspiel"
        self.seconds = 1.0
        self.simulations = 8.0
        given = ",".join(f"{key}={value}" for key, value in {"players": game.min_seats, **options}.items())
        self.spiel = pyspiel.load_game(f"caravane_{game.id}({given})")
        rng = np.random.RandomState(1)
        evaluator = Capped(cap, rng)
        if game.has_secrets:
            self.bot = ismcts.ISMCTSBot(
                self.spiel,
                evaluator,
                1.4,
                8,
                random_state=rng,
                final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            )
        else:
            self.bot = mcts.MCTSBot(self.spiel, 1.4, 8, evaluator, random_state=rng)

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if len(legal) == 1:
            return legal[0]
        state = self.spiel.new_initial_state()
        state.record, state.heard, state.seat = view.copy(), [], seat
        count = max(2, int(self.simulations))
        self.bot.max_simulations = count
        self.bot._max_simulations = count
        began = time.thread_time()
        action = int(self.bot.step(state))
        self.simulations = count * min(4.0, self.seconds / max(time.thread_time() - began, 1e-3))
        return action


def main() -> None:
    """Play and print the share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="pistes")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--cap", type=int, default=60)
    parser.add_argument("--option", action="append", default=[])
    asked = parser.parse_args()
    game = load(asked.game)
    options = game.check_options(dict(each.split("=") for each in asked.option))
    register("openspiel", lambda: Spiel(game, options, asked.cap))
    names = ["level5", "openspiel"]
    planned = arena.matches(game.id, names, asked.games, game.min_seats, options, asked.seconds)
    table = arena.run(planned, names, 1, lambda so_far: print(so_far.outcomes[-1], flush=True))
    print(table.report(game.id, game.min_seats))


if __name__ == "__main__":
    main()
