"""The search for pistes sees what one can see, and as the same source in both modes."""

import numpy as np

import caravane
from caravane.bots.deepening import Deepening
from caravane.chance import SeededChance
from caravane.games.pistes.queries import note_pawns, position_key


def nearly_home() -> caravane.Play:
    """Light has eight pawns home; the ninth stands below an open column of the camp."""
    play = caravane.start("pistes", options={"match": "single"})
    state = play.state
    for cell in range(90):
        state.cell[cell] = 0
    for name in ("h7", "j7", "h8", "i8", "j8", "h9", "i9", "j9"):
        state.cell[cell_of(name)] = 64
    state.cell[cell_of("i1")] = 64
    for name in ("a9", "b9", "a8", "b8", "a7", "b7", "a6", "b6", "a5"):
        state.cell[cell_of(name)] = 64 + 16
    note_pawns(state)
    state.key = position_key(state)
    state.history[0] = state.key
    return play


def cell_of(name: str) -> int:
    return (int(name[1]) - 1) * 10 + "abcdefghij".index(name[0])


def test_it_looks_at_what_it_may() -> None:
    play = caravane.start("pistes")
    thought = Deepening(nodes=60).think(
        play.game, play.game.view(play.state, 0), 0, play.legal(0), SeededChance(1).word()
    )
    assert thought.depth >= 1
    assert abs(sum(thought.shares) - 1.0) < 1e-9
    assert thought.best in play.legal(0)


def test_it_brings_a_pawn_home_that_can_come_home() -> None:
    play = nearly_home()
    bot = Deepening(nodes=150)
    choice = bot.choose(play.game, play.game.view(play.state, 0), 0, play.legal(0), np.uint64(3))
    play.apply(choice, 0)
    assert play.is_over
    assert play.returns == [1.0, -1.0]
