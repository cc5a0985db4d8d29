"""PettingZoo's own tests, and what they do not look at: illegal actions, secrets, seeds."""

import importlib
import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.errors import BadInput, IllegalAction
from caravane.game import Game, games

pettingzoo_test = pytest.importorskip("pettingzoo.test")
from caravane.adapters import zoo  # noqa: E402  # after the check that PettingZoo is here

GAMES = list(games().values())
WITH_ORDERS = [game for game in GAMES if game.orders is not None]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
# PettingZoo warns of every dict observation but those of its own games, which it knows by name.
own_style = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent",
    "ignore:Action mask numpy array",
)


@own_style
@every_game
def test_the_aec_environment_passes_their_tests(game: Game) -> None:
    pettingzoo_test.api_test(zoo.env(game), num_cycles=60)
    pettingzoo_test.seed_test(lambda: zoo.env(game), num_cycles=30)


@own_style
@every_game
def test_the_parallel_environment_passes_their_tests(game: Game) -> None:
    pettingzoo_test.parallel_api_test(zoo.parallel_env(game), num_cycles=25)
    pettingzoo_test.parallel_seed_test(lambda: zoo.parallel_env(game), num_cycles=10)


@own_style
@pytest.mark.parametrize("game", WITH_ORDERS, ids=lambda game: game.id)
def test_whole_sheets_pass_their_tests_and_end_a_game(game: Game) -> None:
    env = zoo.parallel_env(game, writing="sheet")
    pettingzoo_test.parallel_api_test(env, num_cycles=9)
    pettingzoo_test.parallel_seed_test(lambda: zoo.parallel_env(game, writing="sheet"), num_cycles=2)
    env.max_cycles = None
    env.reset(seed=1)
    cycles = 0
    while env.agents:
        _, rewards, *_ = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        cycles += 1
    assert cycles <= 40, "a turn is one step"
    assert abs(sum(rewards.values())) < 1e-9


# Not their bombardment_test: it compares shapes of dicts and fails on their own tictactoe; nor manual_control_test,
# which types on a keyboard that none of these games wants.
@own_style
@every_game
def test_states_and_saved_observations_pass_their_tests(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pettingzoo_test.state_test(zoo.env(game), zoo.parallel_env(game), num_cycles=5)
    monkeypatch.chdir(tmp_path)  # it writes pictures of observations that are pictures
    pettingzoo_test.test_save_obs(zoo.env(game))
    assert "did not save the observations:  Observations must be Box" in capsys.readouterr().out


def test_their_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = itertools.count()
    module = importlib.import_module("pettingzoo.test.performance_benchmark")  # the function hides it
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(seconds)))  # not five seconds
    pettingzoo_test.performance_benchmark(zoo.env("africa", 3))
    assert "turns per second" in capsys.readouterr().out


def test_their_test_of_cycles_passes() -> None:
    pettingzoo_test.max_cycles_test(
        SimpleNamespace(
            env=lambda max_cycles: zoo.env("pistes", max_cycles=max_cycles),
            parallel_env=lambda max_cycles: zoo.parallel_env("pistes", max_cycles=max_cycles),
        )
    )


@every_game
def test_it_renders_as_text_and_as_a_picture(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    pettingzoo_test.render_test(lambda render_mode: zoo.env(game, render_mode=render_mode))
    assert capsys.readouterr().out, "human: printed"
    env = zoo.env(game, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert min(picture.shape[:2]) > 40
    assert len(np.unique(picture)) > 2, "something is drawn"


def test_a_seed_gives_the_game_that_a_play_with_this_seed_is() -> None:
    env, play = zoo.env("africa", 3), caravane.start("africa", 3, seed=11)
    env.reset(seed=11)
    for _ in range(20):
        action = play.legal()[-1]
        play.apply(action)
        env.step(action)
    assert env.state().tobytes() == play.save()


@every_game
def test_an_illegal_action_raises_with_the_legal_ones(game: Game) -> None:
    env = zoo.env(game)
    env.reset(seed=0)
    before = env.state().tobytes()
    mask = env.observe(env.agent_selection)["action_mask"]
    for action in np.flatnonzero(mask == 0)[:1]:  # in a small game everything may be legal
        with pytest.raises(IllegalAction, match="Legal: ") as caught:
            env.step(int(action))
        assert caught.value.rule
        assert f"{np.flatnonzero(mask)[0]} (" in str(caught.value), "the first legal one is named"
    for nothing in (None, -1, game.action_count):
        with pytest.raises(IllegalAction, match=r"There is no action .*; legal: "):
            env.step(nothing)
    assert env.state().tobytes() == before


@every_game
def test_in_parallel_an_ignored_mask_raises_with_the_legal_ones(game: Game) -> None:
    env: Any = zoo.parallel_env(game)
    observations, _ = env.reset(seed=0)
    before = env.state().tobytes()
    answers = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    mover = next(agent for agent, seen in observations.items() if seen["action_mask"].sum() > 1)
    answers[mover] = int(np.flatnonzero(observations[mover]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=r"[Ll]egal: "):
        env.step(answers)
    assert env.state().tobytes() == before


def test_a_finished_game_takes_nothing_more() -> None:
    env = zoo.env("pistes", max_cycles=1)
    env.reset(seed=0)
    for agent in env.agent_iter():
        env.step(None if env.truncations[agent] else env.action_space(agent).sample())
    with pytest.raises(IllegalAction, match="over"):
        env.step(3)


def test_in_parallel_a_wrong_seat_and_a_missing_answer_are_refused() -> None:
    env = zoo.parallel_env("pistes")
    observations, _ = env.reset(seed=0)
    mine = int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    with pytest.raises(IllegalAction, match="Seat 1 is not to move; to move: 0"):
        env.step({"seat_0": mine, "seat_1": mine})
    with pytest.raises(BadInput, match="seat_1 gave no answer"):
        env.step({"seat_0": mine})
    env.step({"seat_0": mine, "seat_1": env.wait})


def test_only_games_with_orders_have_sheets() -> None:
    with pytest.raises(BadInput, match="pistes has no order sheets"):
        zoo.parallel_env("pistes", writing="sheet")


@pytest.mark.parametrize("game", WITH_ORDERS, ids=lambda game: game.id)
def test_a_sheet_written_in_words_is_an_action(game: Game) -> None:
    env: Any = zoo.parallel_env(game, writing="sheet", options={"countries": "seats", "start": "historical"})
    env.reset(seed=0)
    marked = env.marks("seat_0", "boat: nothing")
    chosen = [game.decode(int(action)) for action in np.flatnonzero(marked)]
    assert chosen == [{"type": "no-landing"}]
    others = {agent: env.action_space(agent).sample() for agent in env.agents[1:]}
    env.step({"seat_0": marked, **others})
    assert env.play.state.turn == 1
