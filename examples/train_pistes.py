"""Learn L'Africa by self-play on one core: temporal differences, a small network, NumPy alone.

    python examples/train_pistes.py --minutes 3 --curve curve.csv
    python examples/train_pistes.py --minutes 3 --ray 4        # four processes of Ray, here or on a cluster

A position is looked at after a move, from the mover's side of the board: which cells hold its pawns, which the
other's. The network says how good that is, -1..1. A player tries every legal move and takes the one it likes best;
after the game, values are pulled towards what came later (TD(lambda)). It is measured against the greedy bot.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one core means one core

import argparse
import csv
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.batch import Batch
from caravane.bots import load as load_bot
from caravane.chance import SeededChance
from caravane.games.pistes import GAME
from caravane.stepping import ENDED

CELLS = 90
PAWN, DARK = 64, 16  # bits of a cell's entry
OPTIONS: dict[str, str | int | bool] = {"match": "single"}
LAMBDA = 0.8
RATE = 2e-3  # falls to a tenth in the course of the training
LESSON = 256  # boards
Floats = npt.NDArray[np.float32]


@dataclass
class Network:
    """Cells in, a hidden layer, one value out."""

    into: Floats
    bias: Floats
    out: Floats
    moments: list[Any] = field(default_factory=list)
    lessons: int = 0

    @staticmethod
    def new(hidden: int, seed: int) -> "Network":
        rng = np.random.default_rng(seed)
        return Network(
            rng.normal(0, 0.15, (2 * CELLS, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, 0.1, hidden).astype(np.float32),
        )

    def judge(self, before: Floats) -> Floats:
        """Values from what reaches the hidden layer."""
        judged: Floats = np.tanh(np.maximum(before, 0) @ self.out)
        return judged

    def learn(self, boards: Floats, targets: Floats, rate: float) -> float:
        """One step of Adam towards the targets; the mean squared error before it."""
        before = boards @ self.into + self.bias
        hidden = np.maximum(before, 0)
        values = np.tanh(hidden @ self.out)
        error = values - targets
        slope = (error * (1 - values**2) / len(targets)).astype(np.float32)
        back = np.outer(slope, self.out) * (before > 0)
        self._adam([boards.T @ back, back.sum(0), hidden.T @ slope], rate)
        return float(np.mean(error**2))

    def _adam(self, gradients: list[Any], rate: float) -> None:
        weights = [self.into, self.bias, self.out]
        self.moments = self.moments or [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
        self.lessons += 1
        for weight, gradient, (first, second) in zip(weights, gradients, self.moments, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            scale = np.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
            weight -= rate * scale * first / (np.sqrt(second) + 1e-8)


def boards_of(batch: Batch) -> tuple[Floats, npt.NDArray[Any]]:
    """For every game own pawns and the other's, turned so that one's camp is always at the same end; and the side."""
    seen = batch.layout.unpack(batch.observation)
    cells, side = seen["cell"], seen["side"]
    pawns = cells & PAWN != 0
    own = pawns & ((cells & DARK != 0) == (side[:, None] == 1))
    both = np.concatenate([own, pawns & ~own], axis=1)
    turned = np.concatenate([both[:, CELLS - 1 :: -1], both[:, : CELLS - 1 : -1]], axis=1)
    return np.where(side[:, None] == 1, turned, both).astype(np.float32), side


def choose(network: Network, batch: Batch, explore: float, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """In every game the move that is liked best, or now and then any; with its value and the board after it."""
    boards, side = boards_of(batch)
    slots = np.arange(batch.legal.shape[1])[None, : batch.counts.max()]
    rows, columns = np.nonzero(slots < batch.counts[:, None])
    actions = batch.legal[rows, columns]
    moves = actions < CELLS * CELLS
    origin, target = np.where(moves, actions // CELLS, 0), np.where(moves, actions % CELLS, 0)
    dark = side[rows] == 1
    origin, target = np.where(dark, CELLS - 1 - origin, origin), np.where(dark, CELLS - 1 - target, target)
    before = (boards @ network.into + network.bias)[rows]
    before += (network.into[target] - network.into[origin]) * moves[:, None]
    values = network.judge(before)
    liked = values + np.where(rng.random(batch.count) < explore, 1e3, 1e-3)[rows] * rng.random(len(rows))
    table = np.full((batch.count, slots.shape[1]), -np.inf)
    table[rows, columns] = liked
    best = np.flatnonzero(columns == table.argmax(axis=1)[rows])
    after = boards
    every = np.arange(batch.count)
    after[every, origin[best]] -= moves[best]
    after[every, target[best]] += moves[best]
    return actions[best].astype(np.int32), values[best], after


CAMP = np.zeros(CELLS, np.float32)  # the mover's camp cells, from its side


def find_camp() -> None:
    """Mark light's camp; dark's lies the same way seen from its side."""
    from caravane.games.pistes.board import CAMP as CELLS_OF

    CAMP[np.asarray(CELLS_OF[0])] = 1


class SelfPlay:
    """Games that the network plays against itself."""

    def __init__(self, seed: int, games: int, steps: int) -> None:
        find_camp()
        self.batch = Batch(GAME, games, options=OPTIONS, seed=seed * games)
        self.shape = steps, games
        self.rng = np.random.default_rng(seed)

    def play(self, network: Network, explore: float) -> tuple[Floats, Floats]:
        """Boards seen and what the value of each should have been."""
        steps, games = self.shape
        boards = np.zeros((steps, games, 2 * CELLS), np.float32)
        values, results = np.zeros(self.shape, np.float32), np.zeros(self.shape, np.float32)
        ended = np.zeros(self.shape, bool)
        for step in range(steps):
            mover = self.batch.seat.copy()
            actions, values[step], boards[step] = choose(network, self.batch, explore, self.rng)
            self.batch.step(actions)
            ended[step] = self.batch.endings == ENDED
            won = self.batch.returns[np.arange(games), mover]
            # A draw is worth the pawns that came home: without that nothing is learnt before the first win.
            home = boards[step, :, :CELLS] @ CAMP - boards[step, :, CELLS:] @ CAMP[::-1]
            results[step] = np.where(won != 0, won, 0.5 * home / 9)
        targets = np.zeros_like(values)
        later = values[-1]
        for step in reversed(range(steps)):
            if step + 1 < steps:
                later = -((1 - LAMBDA) * values[step + 1] + LAMBDA * targets[step + 1])
            targets[step] = np.where(ended[step], results[step], later)
        return boards.reshape(-1, 2 * CELLS), targets.reshape(-1)


def against_greedy(network: Network, games: int, seed: int) -> float:
    """The share of wins against the greedy bot, draws half, half of the games on each seat."""
    batch = Batch(GAME, games, options=OPTIONS, seed=seed)
    rng, luck, greedy = np.random.default_rng(seed), SeededChance(seed), load_bot("greedy")
    share, left = 0.0, set(range(games))  # a game that is over begins anew: only its first end counts
    while left:
        actions, _, _ = choose(network, batch, 0.0, rng)
        for game in left:
            seat = int(batch.seat[game])
            if seat == game % 2:
                legal = batch.legal[game, : batch.counts[game]].tolist()
                actions[game] = greedy.choose(GAME, batch.states[game].copy(), seat, legal, luck.word())
        batch.step(actions)
        for game in [game for game in left if batch.endings[game] == ENDED]:
            left.remove(game)
            share += (1 + batch.returns[game, 1 - game % 2]) / 2
    return share / games


def workers(count: int, seed: int, games: int, steps: int) -> Any:
    """Who plays: this process, or `count` processes of Ray; gives a function that plays a round."""
    if not count:
        here = SelfPlay(seed, games, steps)
        return lambda network, explore: [here.play(network, explore)]
    import ray

    ray.init(ignore_reinit_error=True, include_dashboard=False, log_to_driver=False)
    far = [ray.remote(SelfPlay).remote(seed + number, games, steps) for number in range(count)]
    return lambda network, explore: ray.get([each.play.remote(network, explore) for each in far])


def train(asked: argparse.Namespace) -> tuple[Network, list[list[float]]]:
    """Play and learn for so long; the network and a curve: minutes, games' moves so far, share against greedy."""
    minutes, seed, tests = asked.minutes, asked.seed, asked.tests
    network, rng = Network.new(asked.hidden, seed), np.random.default_rng(seed)
    play_round = workers(asked.ray, seed, asked.games, asked.steps)
    # Minutes of this core's time; with Ray the work is done elsewhere, so they are those of the wall.
    clock = time.perf_counter if asked.ray else time.process_time
    against_greedy(network, 2, seed)
    play_round(network, 1.0)  # both compile at the first call: that is not training
    began, moves, next_test = clock(), 0, 0.0
    curve: list[list[float]] = []
    while (spent := (clock() - began) / 60) < minutes:
        if spent >= next_test:
            curve.append(_measured(network, spent, moves, tests, seed))
            next_test += max(minutes / 12, 1e-9)
        part_done = spent / minutes
        explore = 0.02 + 0.2 * max(0.0, 1 - 3 * part_done)
        for boards, targets in play_round(network, explore):
            moves += len(targets)
            order = rng.permutation(len(targets))
            for part in np.array_split(order, max(len(order) // LESSON, 1)):
                network.learn(boards[part], targets[part], RATE * (1 - 0.9 * part_done))
    curve.append(_measured(network, minutes, moves, 2 * tests, seed + 1))
    return network, curve


def _measured(network: Network, minutes: float, moves: int, games: int, seed: int) -> list[float]:
    share = against_greedy(network, games, seed)
    print(f"{minutes:5.2f} min  {moves:>10,} moves  {100 * share:5.1f} % against greedy", flush=True)
    return [round(minutes, 2), moves, share]


def main(arguments: list[str] | None = None) -> list[list[float]]:
    """Read the command line, train, write the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--games", type=int, default=128, help="played side by side")
    parser.add_argument("--steps", type=int, default=128, help="moves in each of them between two lessons")
    parser.add_argument("--tests", type=int, default=100, help="games against greedy at each point of the curve")
    parser.add_argument("--ray", type=int, default=0, metavar="N", help="play in N processes of Ray")
    parser.add_argument("--curve", help="write the curve as CSV")
    asked = parser.parse_args(arguments)
    _, curve = train(asked)
    if asked.curve:
        with Path(asked.curve).open("w", newline="") as out:
            csv.writer(out).writerows([["minutes", "moves", "share"], *curve])
    return curve


if __name__ == "__main__":
    main()
