"""Observations: made of the view, readable by name, blind to what the seat may not know."""

import numpy as np
import pytest

import caravane
from caravane.batch import Batch
from caravane.chance import SeededChance
from caravane.game import Game, games
from caravane.observation import flat_observation, layout
from caravane.play import Play

GAMES = list(games().values())


def after(game: Game, plies: int, seed: int) -> Play:
    """A game some random plies from its start."""
    play, chance = caravane.start(game, seed=seed), SeededChance(seed + 1000)
    for _ in range(plies):
        if play.is_over:
            break
        seat = play.to_move[0]
        legal = play.legal(seat)
        play.apply(legal[int(chance.word()) % len(legal)], seat)
    return play


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_field_of_the_view_stands_where_the_layout_says(game: Game) -> None:
    play = after(game, 12, 3)
    view = game.view(play.state, 1)
    found = layout(game).unpack(flat_observation(game, view, 1))

    assert found["seat"] == 1
    assert found[game.id] == play.seats
    left_out = set(game.state.names or ()) - set(found) - set(game.unseen_fields)
    assert all(game.state[name].base.itemsize == 8 for name in left_out), "only 64-bit bookkeeping is left out"
    for name in set(found) - {"seat"}:
        assert np.array_equal(found[name], getattr(view, name))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_kernel_and_plain_numpy_write_the_same_observation(game: Game) -> None:
    batch = Batch(game, 1, begins_anew=False)
    mask, seen = np.zeros(game.action_count, np.int8), np.zeros(batch.layout.size, np.int16)
    chosen, word = np.zeros(1, np.int32), np.uint64(9)
    for _ in range(15):
        for seat in range(batch.seats):
            batch.look(0, seat, mask, seen)
            view = game.view(batch.states[0], seat)
            assert np.array_equal(seen, flat_observation(game, view, seat))
            expected = game.legal(batch.states[0], seat) if seat in game.seats_to_move(batch.states[0]) else []
            assert np.flatnonzero(mask).tolist() == expected
        word = batch.random_actions(word, chosen)
        batch.step(chosen)
        if batch.endings[0]:
            break


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_secrets], ids=lambda game: game.id)
def test_what_a_seat_cannot_know_changes_no_entry(game: Game) -> None:
    play = after(game, 15, 5)
    for seat in range(play.seats):
        view = game.view(play.state, seat)
        seen = flat_observation(game, view, seat)
        for word in range(1, 4):
            world = view.copy()
            game.rules.determinize(world, seat, np.uint64(word * 7919))
            assert np.array_equal(flat_observation(game, game.view(world, seat), seat), seen)


def test_a_byte_without_sign_is_read_without_sign() -> None:
    """A sheet may be changed 250 times in a turn: more than a signed byte can tell."""
    batch = Batch("africa1880", 1, 3)
    batch.states["strokes"][0, 2] = 250
    mask, seen = np.zeros(batch.game.action_count, np.int8), np.zeros(batch.layout.size, np.int16)
    batch.states["country"][0, 1] = 2
    batch.look(0, 1, mask, seen)
    assert batch.layout.unpack(seen)["strokes"][2] == 250
    assert batch.layout.high.max() >= 250
