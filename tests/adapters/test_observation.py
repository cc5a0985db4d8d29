"""Observations: made of the view, readable by name, blind to what the seat may not know."""

import importlib.util
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.batch import Batch
from caravane.chance import SeededChance
from caravane.fields import Sight, fields_of
from caravane.game import SPECTATOR, Game, games
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
    assert game.rules.seats(view) == play.seats
    left_out = {field.name for field in fields_of(game.state.names) if field.sight is not Sight.SECRET} - set(found)
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


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_every_value_lies_between_its_bounds_in_random_games(game: Game) -> None:
    luck = random.Random(6)
    for preset in game.presets:
        play = caravane.start(game, seed=luck.randrange(99), preset=preset.name)
        for _ in range(120):
            if play.is_over:
                break
            seat = play.to_move[0]
            play.apply(luck.choice(play.legal(seat)), seat)
            for viewer in (*range(play.seats), SPECTATOR):
                seen = flat_observation(game, game.view(play.state, viewer), viewer)
                found = layout(game)
                wrong = np.flatnonzero((seen < found.low) | (seen > found.high))
                assert not wrong.size, [field.name for field in found.fields if field.first <= wrong[0]][-1]
            for field in fields_of(game.state.names):
                low, high = field.bounds
                if field.kind.itemsize <= 2:
                    assert (np.asarray(play.state[field.name]) >= low).all(), field.name
                    assert (np.asarray(play.state[field.name]) <= high).all(), field.name


def script(name: str) -> Any:
    """A script of this house, as a module."""
    path = Path(__file__).parents[2] / f"scripts/{name}.py"
    specification = importlib.util.spec_from_file_location(f"{name}_script", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_api_reference_is_what_the_docstrings_say() -> None:
    module = script("api")
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run python scripts/api.py"
    for name in ("Batch", "VectorEnv", "SeatAgainstBots", "features", "draw_of", "parallel_env"):
        assert f"# `{name}`" in module.page()


def test_the_page_of_fields_is_what_is_declared() -> None:
    module = script("fields")
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "run python scripts/fields.py"
    meanings = [
        module.comments(path.read_text(encoding="utf-8")) for path in module.ROOT.glob("src/caravane/games/*/state.py")
    ]
    assert len(meanings) == len(games())
    assert not [name for found in meanings for name, meaning in found.items() if not meaning]
