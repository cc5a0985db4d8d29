"""`play:<game>`: random play inside the kernel."""

from typing import Any

import numpy as np

from caravane.bench import peer
from caravane.bench.stopwatch import Benchmark, Peer, Run
from caravane.chance import SeededChance
from caravane.game import Game, games
from caravane.playout import play_many

MAX_PLIES = 400  # random play of pistes hardly ever ends
SEATS = 4  # as Catanatron's; fewer or more where the game wants it
GAMES_A_RUN = 20
TURNS_A_RUN = 200

PEERS: dict[str, Peer] = {
    "pistes": peer.LINES_OF_ACTION,
    "africa": peer.CATANATRON,
    "africana": peer.CATANATRON,
    "africa1880": peer.DIPLOMACY,
}


def benchmarks() -> list[Benchmark]:
    """One for every game found."""
    return [
        Benchmark(f"play:{game.id}", "turns/s" if game.orders else "actions/s", _runner(game), PEERS.get(game.id))
        for game in games().values()
    ]


def _runner(game: Game) -> Any:
    return lambda: _turns(game) if game.orders else _actions(game)


def _start(game: Game, seats: int) -> Any:
    first = np.zeros(1, game.state)
    first[0] = game.start(seats, game.check_options({}))
    return first


def _actions(game: Game) -> Run:
    """Whole random games; counts actions."""
    first = _start(game, min(max(SEATS, game.min_seats), game.max_seats))
    scratch = np.zeros(1, game.state)
    actions = np.zeros(game.max_legal, np.int32)
    chance = SeededChance(0)

    def run() -> int:
        return int(play_many(first, scratch, chance.word(), actions, GAMES_A_RUN, MAX_PLIES, False))

    run()
    return run


def _turns(game: Game) -> Run:
    """Random sheets for every country and their resolution; counts turns, as diplomacy counts phases."""
    assert game.orders is not None
    random_turns = game.orders.random_turns
    first = _start(game, game.max_seats)
    scratch = np.zeros(1, game.state)
    chance = SeededChance(0)

    def run() -> int:
        return int(random_turns(first, scratch, chance.word(), TURNS_A_RUN))

    run()
    return run
