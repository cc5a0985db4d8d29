"""Steps of the environments that agents use, observations and masks included.

`pettingzoo:<game>`, `vector:<game>` on one core, and `vector-threads:<game>` with a thread for every core.
"""

import os
import random
import time
from importlib.util import find_spec
from typing import Any

import numpy as np

from caravane.bench import peer
from caravane.bench.peer import play_zoo
from caravane.bench.stopwatch import Benchmark, Peer, Run
from caravane.chance import SeededChance
from caravane.game import Game, games

ROWS = 1024  # of a vector environment: the price of the call, some 8 us, is spread over as many games
THREADED_ROWS = 8192  # it takes some 30 us to wake a thread and to hear that it is done
STEPS_A_RUN = 50


def benchmarks() -> list[Benchmark]:
    """Three for every game found; they need the extra `rl`."""
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        return []
    found, unit, cores = [], "steps/s", os.cpu_count() or 1
    for game in games().values():
        many, alone = _vector(game, THREADED_ROWS, cores), _alone(game)
        found += [
            Benchmark(f"pettingzoo:{game.id}", unit, _single(game), peer.TICTACTOE),
            Benchmark(f"vector:{game.id}", unit, _vector(game, ROWS, 1), alone),
            Benchmark(f"vector-threads:{game.id}", unit, many, alone, time.perf_counter),
        ]
    return found


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


def _vector(game: Game, rows: int, threads: int) -> Any:
    """Random legal actions in every row; choosing them is counted in."""

    def prepare() -> Run:
        from caravane.adapters.vector import VectorEnv

        env = VectorEnv(game, rows, threads=threads)
        env.reset(seed=0)
        chosen = np.zeros(rows, np.int32)
        word = SeededChance(0).word()

        def run() -> int:
            nonlocal word
            for _ in range(STEPS_A_RUN):
                word = env.batch.random_actions(word, chosen)
                env.step(chosen)
            return rows * STEPS_A_RUN

        run()
        return run

    return prepare
