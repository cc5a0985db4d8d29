"""`describe:<game>`: what screens are told, for everybody at the table and a spectator; counts viewers."""

from collections.abc import Callable

from caravane.bench.stopwatch import Benchmark, Run
from caravane.game import SPECTATOR, Game, games
from caravane.play import start

SEATS = 4  # fewer or more where the game wants it
PLIES, EVERY = 400, 10  # positions of a random game


def benchmarks() -> list[Benchmark]:
    """One for every game found."""
    return [Benchmark(f"describe:{game.id}", "viewers/s", _runner(game)) for game in games().values()]


def _runner(game: Game) -> Callable[[], Run]:
    return lambda: _viewers(game)


def _viewers(game: Game) -> Run:
    """Positions one after the other, each for all its viewers: only within a position is anything shared."""
    play = start(game, min(max(SEATS, game.min_seats), game.max_seats), seed=3)
    viewers = (SPECTATOR, *range(play.seats))
    tables = []
    for ply in range(PLIES):
        if play.is_over:
            break
        if ply % EVERY == EVERY // 2:
            tables.append([(game.view(play.state, viewer), viewer) for viewer in viewers])
        seat = play.to_move[0]
        legal = play.legal(seat)
        play.apply(legal[ply * 7919 % len(legal)], seat)

    def run() -> int:
        game.describing.forget()
        for table in tables:
            for view, viewer in table:
                game.describe(view, viewer)
        return len(tables) * len(viewers)

    run()
    return run
