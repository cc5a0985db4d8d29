"""`pettingzoo:<game>` and `vector:<game>`: steps of the environments that agents use, observations and masks included."""

import random
from importlib.util import find_spec
from typing import Any

import numpy as np

from caravane.bench import peer
from caravane.bench.peer import play_zoo
from caravane.bench.stopwatch import Benchmark, Peer, Run
from caravane.chance import SeededChance
from caravane.game import Game, games

ROWS = 2048  # of a vector environment: the price of the call, some 5 us, is spread over as many games
STEPS_A_RUN = 50
RUNS_BEFORE = 60  # until the games, which begin together, are everywhere between beginning and end


def benchmarks() -> list[Benchmark]:
    """Two for every game found; they need the extra `rl`."""
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        return []
    return [
        *(Benchmark(f"pettingzoo:{game.id}", "steps/s", _single(game), peer.TICTACTOE) for game in games().values()),
        *(Benchmark(f"vector:{game.id}", "steps/s", _vector(game), _alone(game)) for game in games().values()),
    ]


def _single(game: Game) -> Any:
    """The same loop that plays PettingZoo's own game."""

    def prepare() -> Run:
        from caravane.adapters import zoo

        run = play_zoo(zoo.env(game), random.Random(0))
        run()
        return run

    return prepare


def _alone(game: Game) -> Peer:
    """What many games at once are compared with: the same game alone."""
    return Peer("the same game's PettingZoo environment", "caravane", _single(game))


def _vector(game: Game) -> Any:
    """Random legal actions in every row; choosing them is counted in."""

    def prepare() -> Run:
        from caravane.adapters.vector import VectorEnv

        env = VectorEnv(game, ROWS)
        env.reset(seed=0)
        chosen = np.zeros(ROWS, np.int32)
        word = SeededChance(0).word()

        def run() -> int:
            nonlocal word
            for _ in range(STEPS_A_RUN):
                word = env.batch.random_actions(word, chosen)
                env.step(chosen)
            return ROWS * STEPS_A_RUN

        for _ in range(RUNS_BEFORE):
            run()
        return run

    return prepare
