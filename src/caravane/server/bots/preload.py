"""Rules made ready before anybody waits for them: loading a compiled rule takes a moment at its first use."""

import numpy as np

from caravane.game import SPECTATOR, Game
from caravane.play import start

PLIES = 40


def make_ready(game: Game) -> None:
    """Play a little, so that every rule the server needs has been used once."""
    for seats in range(game.min_seats, game.max_seats + 1):
        play = start(game, seats, seed=seats)
        for ply in range(PLIES):
            if play.is_over:
                break
            seat = play.to_move[0]
            legal = play.legal(seat)
            before = game.view(play.state, seat)
            game.describe(before, seat)
            game.rules.determinize(before.copy(), seat, np.uint64(ply + 1))
            action = legal[ply % len(legal)]
            play.apply(action, seat)
            game.narrate(before, game.view(play.state, seat), seat, action)
        game.describe(game.view(play.state, SPECTATOR), SPECTATOR)
        game.rules.returns(play.state, np.zeros(seats, np.float64))
        game.rules.points(play.state, 0)
