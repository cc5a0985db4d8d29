"""`make tune GAME=pistes`, first part: fits what a game's evaluation counts with to self-play, and keeps it if it wins.

Games of `--bot` against itself give positions and how they ended; weights are changed one by one as long as the
evaluation comes nearer to the end (in plain Python, where a constant can be changed). Then a bot with the new
weights plays one with the old, each in a process of its own, for kernels hold their constants; the new ones are
written to games/<game>/weights.toml, with this run, if a sequential test says that they are stronger.
"""

import argparse
import datetime
import importlib
import multiprocessing
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

import caravane.weights
from caravane.bots import arena, register
from caravane.bots import load as load_bot
from caravane.bots.elo import Sprt
from caravane.chance import SeededChance, below
from caravane.game import Game, load
from caravane.play import start

GAMES = Path(__file__).parent.parent / "src" / "caravane" / "games"
SEED = 20_000  # the ladder begins at 0, scripts/tune.py at 10000
STEPS = (1.6, 1.25, 1.1)
FARTHEST = 5.0  # no weight becomes more than so many times larger or smaller: few games say little about rare things
EACH = 12  # positions of a game
SPAWN = multiprocessing.get_context("spawn")  # a new process has its own weights and its own cache
Weights = dict[str, float]


@dataclass
class Samples:
    """Positions and what they came to: states[i], and ends[i, seat]."""

    states: Any
    ends: Any

    @property
    def seats(self) -> int:
        return int(self.ends.shape[1])


def play_games(game: Game, bot: str, count: int) -> Samples:
    """Positions of self-play, some from each game."""
    states, ends = [], []
    for seed in range(SEED, SEED + count):
        play = start(game, seed=seed)
        bots = [load_bot(bot) for _ in range(play.seats)]
        words = SeededChance(seed)
        met = []
        while not play.is_over:
            seat = play.to_move[0]
            view = game.view(play.state, seat)
            play.apply(bots[seat].choose(game, view, seat, play.legal(seat), words.word()), seat)
            met.append(play.state.copy())
        chosen = {below(words.word(), len(met)) for _ in range(EACH)}
        states += [met[i] for i in sorted(chosen)]
        ends += [play.returns] * len(chosen)
    return Samples(np.array(states, game.state), np.array(ends))


def fit(answer: Connection, name: str, samples: Samples) -> None:
    """In a plain process: send weights that judge the samples better."""
    evaluation = importlib.import_module(f"caravane.games.{name}.evaluation")
    weights = caravane.weights.read_weights(str(GAMES / name / "evaluation.py"))

    def error(changed: Weights) -> float:
        caravane.weights.read_weights = lambda _: changed
        evaluate = importlib.reload(evaluation).evaluate
        judged = [[evaluate(state, seat) for seat in range(samples.seats)] for state in samples.states]
        return float(np.mean((np.array(judged) - samples.ends) ** 2))

    bounds = {key: (value / FARTHEST, value * FARTHEST) for key, value in weights.items()}
    before = least = error(weights)
    for step in STEPS:
        for key in list(weights):
            for factor in (step, 1 / step):
                while bounds[key][0] <= weights[key] * factor <= bounds[key][1]:
                    changed = weights | {key: weights[key] * factor}
                    if (found := error(changed)) >= least - 1e-6:
                        break
                    weights, least = changed, found
        print(f"steps of {step}: error {before:.4f} -> {least:.4f}", flush=True)
    answer.send(({key: float(f"{value:.3g}") for key, value in weights.items()}, before, least))


def serve(line: Connection, name: str, bot: str, weights: Weights) -> None:
    """In a process of its own: a bot with these weights answers what it would do."""
    caravane.weights.read_weights = lambda _: weights  # type: ignore[assignment]
    game, mind = load(name), load_bot(bot)
    while (asked := line.recv()) is not None:
        view, seat, legal, word = asked
        line.send(mind.choose(game, np.frombuffer(view, game.state)[0].copy(), seat, legal, word))


class Remote:
    """A bot in another process."""

    def __init__(self, line: Connection) -> None:
        self.name, self.line = "remote", line

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        self.line.send((view.tobytes(), seat, legal, word))
        return int(self.line.recv())


@contextmanager
def child(target: Any, *given: Any, **environment: str) -> Iterator[Connection]:
    """A process with another environment."""
    here, there = SPAWN.Pipe()
    before = dict(os.environ)
    os.environ.update(environment)
    process = SPAWN.Process(target=target, args=(there, *given))
    process.start()
    os.environ.clear()
    os.environ.update(before)
    try:
        yield here
    finally:
        process.terminate()


def compare(name: str, bot: str, new: Weights, old: Weights, most: int) -> tuple[bool, str]:
    """Whether the new weights win, and how it went."""
    game, names = load(name), ["new", "old"]
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as second,
        child(serve, name, bot, new, CARAVANE_CACHE_DIR=first) as one,
        child(serve, name, bot, old, CARAVANE_CACHE_DIR=second) as other,
    ):
        register("new", lambda: Remote(one))
        register("old", lambda: Remote(other))
        test = Sprt(0.0, 30.0)
        planned = arena.matches(name, names, most, game.min_seats, game.check_options({}), seed=SEED + 5000)
        # Compiling takes longer than a bot may think.
        arena.SHORTEST_PATIENCE = 1200.0
        table = arena.run(planned, names, 1, sprt=test)
    verdict = test.verdict(table.blocks(*names))
    return verdict == "stronger", f"{table.share('new'):.1%} of {len(table.outcomes)} games of {bot}, {verdict}"


def write(name: str, weights: Weights, run: str) -> None:
    """Into the game's file; comments stay."""
    file = GAMES / name / caravane.weights.FILE
    text = re.sub(r'(?m)^run = ".*"$', f'run = "{run}"', file.read_text("utf-8"))
    for key, value in weights.items():
        text = re.sub(rf"(?m)^{key} = [-+.\de]+", f"{key} = {value}", text)
    file.write_text(text, "utf-8")


def main() -> None:
    """Fit, compare, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(file.parent.name for file in GAMES.glob("*/weights.toml")))
    parser.add_argument("--bot", default="level2", help="who plays the games that weights are fitted to")
    parser.add_argument("--count", type=int, default=300, help="games of self-play")
    parser.add_argument("--judge", default="level3", help="who plays with new weights against old ones")
    parser.add_argument("--most", type=int, default=400, help="games of the match, at most")
    asked = parser.parse_args()
    for name in asked.games:
        if not (GAMES / name / caravane.weights.FILE).exists():  # it counts with something else
            continue
        old = caravane.weights.read_weights(str(GAMES / name / "evaluation.py"))
        samples = play_games(load(name), asked.bot, asked.count)
        with child(fit, name, samples, NUMBA_DISABLE_JIT="1") as line:
            new, before, after = line.recv()
        print(name, new, flush=True)
        stronger, how = compare(name, asked.judge, new, old, asked.most)
        print(name, how, flush=True)
        day = datetime.datetime.now(datetime.UTC).date().isoformat()
        run = f"make tune, {day}, {asked.count} games of {asked.bot}: error {before:.4f} -> {after:.4f}; match {how}"
        write(name, new if stronger else old, run if stronger else f"{run}: the weights before stayed")


if __name__ == "__main__":
    main()
