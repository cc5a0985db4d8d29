"""Whole games: they end, nothing is lost, views agree with the truth."""

import numpy as np
import pytest

import caravane
from caravane.chance import below, next_word
from caravane.game import SPECTATOR
from caravane.games.africa.state import STATE
from caravane.play import Play


def sensible(play: Play, word: np.uint64) -> int:
    """The game's own quick choice."""
    seat = play.to_move[0]
    legal = np.array(play.legal(), np.int32)
    return int(play.game.rules.rollout_action(play.state, seat, legal, len(legal), word))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_ends_and_conserves_tiles_camps_and_symbols(seats: int) -> None:
    play = caravane.start("africa", seats, seed=seats)
    word = np.uint64(seats)
    while not play.is_over:
        assert play.game.invariants(play.state) == []
        word = next_word(word)
        play.apply(sensible(play, word))
    assert play.game.invariants(play.state) == []
    assert play.game.ending(play.state) == "monuments"
    assert play.points == [sum(item.points for item in play.score_sheet(seat)) for seat in range(seats)]


@pytest.mark.parametrize("hidden_treasure", [False, True])
def test_every_view_of_a_random_game_is_a_possible_truth(hidden_treasure: bool) -> None:
    play = caravane.start("africa", 3, seed=11, options={"hidden_treasure": hidden_treasure})
    game, word = play.game, np.uint64(5)
    for ply in range(60):
        seat = play.to_move[0]
        viewer = (SPECTATOR, 0, 1, 2)[ply % 4]
        view = game.view(play.state, viewer)
        possible = view.copy()
        game.rules.determinize(possible, viewer, word)
        assert game.invariants(possible) == []
        assert game.view(possible, viewer).tobytes() == view.tobytes()
        assert game.legal(game.view(play.state, seat), seat) == play.legal()
        word = next_word(word)
        play.apply(sensible(play, word) if ply % 4 else play.legal()[below(word, len(play.legal()))])


def test_the_record_has_no_padding() -> None:
    fields = [STATE.fields[name][0].itemsize for name in STATE.names or ()] if STATE.fields else []
    assert sum(fields) == STATE.itemsize
