"""Many games in one array: each is the game that a single play would be."""

from typing import Any

import numpy as np
import pytest

import caravane
from caravane.batch import Batch
from caravane.errors import BadInput, IllegalAction
from caravane.fields import Sight, fields_of
from caravane.game import SPECTATOR, Game, games
from caravane.observation import flat_observation, layout
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
        if any(play.is_over for play in plays):
            break
        batch.step(chosen)
        assert [state.tobytes() for state in batch.states] == [play.save() for play in plays]
    assert min(len(play.steps) for play in plays) > 2, "something was compared"


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_view_shows_fields_as_the_game_says(game: Game) -> None:
    play = caravane.start(game, seed=5)
    for _ in range(40):
        seat = play.to_move[0]
        play.apply(play.legal(seat)[-1], seat)
        if play.is_over:
            break
        for viewer in (*range(play.seats), SPECTATOR):
            view = game.view(play.state, viewer)
            for field in fields_of(game.state.names):
                seen, truth = view[field.name], play.state[field.name]
                if field.sight is Sight.OPEN:
                    assert np.array_equal(seen, truth), field.name
                elif field.sight is Sight.OWN:
                    rows = np.zeros_like(truth)
                    if viewer != SPECTATOR:
                        rows[viewer] = truth[viewer]
                    assert np.array_equal(seen, rows), field.name
                elif field.sight is Sight.SECRET:
                    assert not seen.any(), field.name


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
    with pytest.raises(BadInput, match=r"mask: float64\[2, 3\]; it must be int8"):
        Batch("pistes", 2, mask=np.zeros((2, 3)))  # type: ignore[arg-type]


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nothing_is_written_behind_the_arrays_of_a_batch(game: Game) -> None:
    """Compiled code checks no bounds: what it wrote behind a mask once was somebody else's memory."""
    count, guard = 2, 4096
    shapes = {"mask": (game.action_count, np.int8), "observation": (layout(game).size, np.int16)}
    rooms = {name: np.full(count * size + guard, 77, kind) for name, (size, kind) in shapes.items()}
    arrays = {name: room[:-guard].reshape(count, -1) for name, room in rooms.items()}
    batch = Batch(game, count, seed=1, mask=arrays["mask"], observation=arrays["observation"])
    chosen, word = np.zeros(count, np.int32), np.uint64(5)
    for _ in range(300):
        word = batch.random_actions(word, chosen)
        batch.step(chosen)
        assert all((room[-guard:] == 77).all() for room in rooms.values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_caller_writes_on_its_mask_makes_nothing_legal(game: Game) -> None:
    mask = np.zeros((2, game.action_count), np.int8)
    batch = Batch(game, 2, seed=1, mask=mask)
    illegal = next((action for action in range(game.action_count) if not mask[1, action]), game.action_count)
    before = batch.states.tobytes()
    mask[:] = 1
    with pytest.raises(IllegalAction):
        batch.step(np.array([batch.legal[0, 0], illegal], np.int32))
    assert batch.states.tobytes() == before


def test_what_the_kernels_rely_on_cannot_be_written() -> None:
    batch = Batch("pistes", 2)
    for array in (batch.mask, batch.seat, batch.legal, batch.counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    "chosen", [np.zeros(1, np.int32), np.zeros(3, np.int32), np.zeros(2), np.zeros((2, 1), np.int32)]
)
def test_a_batch_wants_one_whole_number_a_game(chosen: Any) -> None:
    with pytest.raises(BadInput, match="2 actions are needed"):
        Batch("pistes", 2).step(chosen)


@pytest.mark.compiled
def test_a_rule_that_ends_in_a_bitset_gives_it_to_the_batch_and_no_other_does() -> None:
    given = {game.id: len(Batch(game, 2)._sets) for game in GAMES}
    assert given == {"pistes": 0, "africa": 0, "africana": 0, "africa1880": 2}
