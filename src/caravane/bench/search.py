"""`search:<game>`: iterations of the tree search; for secret orders, whole sheets tried."""

from collections.abc import Callable

from caravane.bench import peer
from caravane.bench.stopwatch import Benchmark, Peer, Run
from caravane.bots.planner import Planner
from caravane.bots.search import Search
from caravane.chance import SeededChance
from caravane.game import Game, games
from caravane.play import Play, start

ITERATIONS = 200  # a run
OPENING = 12  # plies into the game, where there is something to think about
# The peers play every rollout to the end of their game, so ours do here too (our bots ask `evaluate` much sooner).
# Random play of pistes never ends: there a rollout is as long as the peer's on average.
TO_THE_END = 100_000
PLIES = {"pistes": 183}

PEERS: dict[str, Peer] = {"pistes": peer.MCTS_LINES_OF_ACTION}
OTHERWISE = peer.MCTS_BACKGAMMON  # dice and long games


def benchmarks() -> list[Benchmark]:
    """One for every game found."""
    return [
        Benchmark(f"search:{game.id}", "iterations/s", _runner(game), PEERS.get(game.id, OTHERWISE))
        for game in games().values()
    ]


def _runner(game: Game) -> Callable[[], Run]:
    return lambda: _iterations(game)


def _position(game: Game) -> Play:
    """Some plies into a game, where the seat to move has a choice."""
    play = start(game, seed=1)
    words = SeededChance(1)
    while len(play.steps) < OPENING or len(play.legal(play.to_move[0])) < 3:
        seat = play.to_move[0]
        legal = play.legal(seat)
        play.apply(legal[int(words.word()) % len(legal)], seat)
    return play


def _iterations(game: Game) -> Run:
    """Whole searches from one position, each with its own luck."""
    play = _position(game)
    seat = play.to_move[0]
    view, legal = game.view(play.state, seat), play.legal(seat)
    bot = (
        Planner(rounds=ITERATIONS // len(play.to_move))
        if game.orders
        else Search(playouts=ITERATIONS, plies=PLIES.get(game.id, TO_THE_END))
    )
    words = SeededChance(0)

    def run() -> int:
        return bot.think(game, view.copy(), seat, legal, words.word()).iterations

    run()
    return run
