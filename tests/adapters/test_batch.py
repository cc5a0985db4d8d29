"""Many games in one array: each is the game that a single play would be."""

import numpy as np
import pytest

import caravane
from caravane.batch import Batch
from caravane.errors import BadInput, IllegalAction
from caravane.fields import row_of_seat
from caravane.game import SPECTATOR, Game, games
from caravane.observation import flat_observation
from caravane.stepping import AT_ONCE, ENDED

GAMES = list(games().values())
PRESETS = [(game, preset.name) for game in GAMES for preset in game.presets]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_row_is_the_game_that_its_seed_begins(game: Game) -> None:
    batch = Batch(game, 3, seed=40)
    plays = [caravane.start(game, seed=40 + row) for row in range(3)]
    chosen, word = np.zeros(3, np.int32), np.uint64(1)
    for _ in range(12):
        word = batch.random_actions(word, chosen)
        for row, play in enumerate(plays):
            seat = int(batch.seat[row])
            assert batch.legal[row, : batch.counts[row]].tolist() == play.legal(seat)
            assert np.flatnonzero(batch.mask[row]).tolist() == play.legal(seat)
            assert np.array_equal(batch.observation[row], flat_observation(game, game.view(play.state, seat), seat))
            play.apply(int(chosen[row]), seat)
        batch.step(chosen)
        assert [state.tobytes() for state in batch.states] == [play.save() for play in plays]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=lambda value: value if isinstance(value, str) else value.id)
def test_rows_that_are_written_over_show_what_is_seen_now(game: Game, preset: str) -> None:
    """Not all of a row is written at each step: turns are played, games end and begin anew, and it must still be right.

    The last legal action seals a sheet or ends a turn, so that much happens in few steps.
    """
    batch = Batch(game, 2, seed=7, max_plies=90, preset=preset)
    chosen, word = np.zeros(2, np.int32), np.uint64(3)
    began_anew = 0
    for step in range(130):
        word = batch.random_actions(word, chosen)
        if step % 3:
            chosen[:] = [batch.legal[row, batch.counts[row] - 1] for row in range(2)]
        batch.step(chosen)
        began_anew += int(batch.endings.any())
        for row in range(2):
            seat = int(batch.seat[row])
            view = game.view(batch.states[row], seat)
            assert np.array_equal(batch.observation[row], flat_observation(game, view, seat))
            assert np.flatnonzero(batch.mask[row]).tolist() == game.legal(batch.states[row], seat)
    assert began_anew > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_rows_are_right_where_one_bunch_ends_and_the_next_begins(game: Game) -> None:
    batch = Batch(game, AT_ONCE + 2, seed=1)
    chosen, word = np.zeros(batch.count, np.int32), np.uint64(5)
    for _ in range(3):
        word = batch.random_actions(word, chosen)
        batch.step(chosen)
    for row in (0, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1):
        seat = int(batch.seat[row])
        view = game.view(batch.states[row], seat)
        assert np.array_equal(batch.observation[row], flat_observation(game, view, seat))
        assert np.flatnonzero(batch.mask[row]).tolist() == game.legal(batch.states[row], seat)


@pytest.mark.parametrize("game", [game for game in GAMES if game.open_fields], ids=lambda game: game.id)
def test_every_view_shows_fields_as_the_game_says(game: Game) -> None:
    play, own_row = caravane.start(game, seed=5), game.rules.own_row or row_of_seat
    for _ in range(40):
        seat = play.to_move[0]
        play.apply(play.legal(seat)[-1], seat)
        if play.is_over:
            break
        for viewer in (*range(play.seats), SPECTATOR):
            view = game.view(play.state, viewer)
            for name in game.open_fields + game.steady_fields:
                assert np.array_equal(view[name], play.state[name]), name
            for name in game.row_fields:
                row, rows = own_row(play.state, viewer), np.zeros_like(view[name])
                if row >= 0:
                    rows[row] = play.state[name][row]
                assert np.array_equal(view[name], rows), name
            assert not any(view[name].any() for name in game.unseen_fields)


def test_a_finished_game_tells_its_returns_and_begins_anew() -> None:
    batch = Batch("pistes", 2, options={"match": "single", "repetition": 2, "no_progress": 10})
    start, plies = batch.observation.copy(), 0
    chosen, word = np.zeros(2, np.int32), np.uint64(1)
    while not batch.endings.any():
        word = batch.random_actions(word, chosen)
        batch.step(chosen)
        plies += 1
    ended = int(np.flatnonzero(batch.endings == ENDED)[0])

    assert plies >= 3
    assert abs(batch.returns[ended].sum()) < 1e-9
    assert np.array_equal(batch.observation[ended], start[ended])
    assert batch.plies[ended] == 0
    batch.step(batch.legal[:, 0].copy())
    assert batch.endings[ended] == 0


def test_a_finished_game_that_does_not_begin_anew_has_no_random_action() -> None:
    batch = Batch("pistes", 2, options={"match": "single", "repetition": 2, "no_progress": 10}, begins_anew=False)
    chosen, word = np.zeros(2, np.int32), np.uint64(1)
    while not batch.endings.any():
        word = batch.random_actions(word, chosen)
        batch.step(chosen)
    with pytest.raises(IllegalAction, match="The game is over"):
        batch.random_actions(word, chosen)


def test_an_illegal_action_names_the_legal_ones_and_changes_nothing() -> None:
    batch = Batch("pistes", 2)
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=r"Seat 0, action 0 .*Legal: .*[a-i]\d") as caught:
        batch.step(np.array([batch.legal[0, 0], 0], np.int32))
    assert caught.value.rule
    assert batch.states.tobytes() == before
    with pytest.raises(IllegalAction, match="There is no action 999999"):
        batch.step(np.array([999999, 0], np.int32))


def test_the_arrays_may_be_the_callers() -> None:
    probe = Batch("pistes", 2)
    mask, seen = np.ones_like(probe.mask), np.ones_like(probe.observation)
    Batch("pistes", 2, mask=mask, observation=seen)
    assert np.array_equal(mask, probe.mask)
    assert np.array_equal(seen, probe.observation)
    with pytest.raises(BadInput, match=r"mask is float64\[2, 3\]; it must be int8"):
        Batch("pistes", 2, mask=np.zeros((2, 3)))  # type: ignore[arg-type]
