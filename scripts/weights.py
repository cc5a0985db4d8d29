"""`make tune GAME=pistes`, first part: moves what a game's evaluation counts with as long as that wins matches.

Each weight in turn is made larger and smaller; a bot with the new weights plays one with the old, each in a process
of its own, for kernels hold their constants. What a sequential test finds stronger stays, and is written to
games/<game>/weights.toml with this run. (Fitting all weights at once to how games of self-play ended was tried and
lost its matches in every game: what goes with winning is not what makes one win.)
"""

import argparse
import datetime
import multiprocessing
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from tune import named

import caravane.weights
from caravane.bots import arena, register
from caravane.bots import load as load_bot
from caravane.bots.elo import Sprt
from caravane.bots.levels import SETTINGS
from caravane.game import Game, load

GAMES = Path(__file__).parent.parent / "src" / "caravane" / "games"
SEED = 20_000  # the ladder begins at 0, scripts/tune.py at 10000
STEP = 1.4
PLAYOUTS, NODES = 200, 2_500  # what a choice is worth in a match
SPAWN = multiprocessing.get_context("spawn")  # a new process has its own weights and its own cache
Weights = dict[str, float]


def judge(name: str) -> str:
    """Who plays with new weights against old ones: the game's own search, without whims."""
    settings = {key: value for key, value in SETTINGS.get(name, {}).items() if key != "run"}
    return named(settings, PLAYOUTS) if settings else f"deepening:nodes={NODES}"


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
        planned = arena.matches(name, names, most, game.min_seats, game.check_options({}), seed=SEED)
        # Compiling takes longer than a bot may think.
        arena.SHORTEST_PATIENCE = 1200.0
        table = arena.run(planned, names, 1, sprt=test)
    verdict = test.verdict(table.blocks(*names))
    return verdict == "stronger", f"{table.share('new'):.1%} of {len(table.outcomes)} games, {verdict}"


def tune(name: str, most: int) -> None:
    """Try every weight in both directions, and write down what came of it."""
    weights = caravane.weights.read_weights(str(GAMES / name / "evaluation.py"))
    bot, story = judge(name), []
    for key in list(weights):
        for factor in (STEP, 1 / STEP):
            changed = weights | {key: float(f"{weights[key] * factor:.3g}")}
            stronger, how = compare(name, bot, changed, weights, most)
            story.append(f"{key} {weights[key]:g}->{changed[key]:g}: {how}")
            print(name, story[-1], flush=True)
            if stronger:
                weights = changed
                break
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    write(name, weights, f"make tune, {day}, {bot}: " + "; ".join(story))


def write(name: str, weights: Weights, run: str) -> None:
    """Into the game's file; comments stay."""
    file = GAMES / name / caravane.weights.FILE
    text = re.sub(r'(?m)^run = ".*"$', f'run = "{run}"', file.read_text("utf-8"))
    for key, value in weights.items():
        text = re.sub(rf"(?m)^{key} = [-+.\de]+", f"{key} = {value}", text)
    file.write_text(text, "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(file.parent.name for file in GAMES.glob("*/weights.toml")))
    parser.add_argument("--most", type=int, default=400, help="games of a match, at most")
    arguments = parser.parse_args()
    for each in arguments.games:
        if (GAMES / each / caravane.weights.FILE).exists():  # others count with something else
            tune(each, arguments.most)
