"""Gymnasium by the book: registered environments, its own checker, ends that are shown, resets, pickles."""

import pickle
from typing import Any

import numpy as np
import pytest

import caravane
from caravane.errors import BadInput, IllegalAction
from caravane.game import games
from caravane.observation import flat_observation

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402  # after the check that Gymnasium is here
from gymnasium.vector import AutoresetMode  # noqa: E402

import caravane.adapters.gym  # noqa: E402
from caravane.adapters.vector import VectorEnv  # noqa: E402

SHORT: dict[str, Any] = {"match": "single", "repetition": 2, "no_progress": 10}


@pytest.mark.parametrize("name", games())
def test_one_seat_against_bots_passes_their_checker(name: str) -> None:
    check_env(gymnasium.make(f"caravane/{name}-v0").unwrapped, skip_render_check=True)


def test_a_game_against_bots_is_played_to_its_end_and_repeats() -> None:
    ends = []
    for _ in range(2):
        env = gymnasium.make("caravane/pistes-v0", seat=1, options=SHORT)
        seen, _ = env.reset(seed=5)
        env.action_space.seed(1)
        over = cut = False
        while not (over or cut):
            seen, reward, over, cut, info = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        assert reward == info["returns"][1]
        assert not seen["action_mask"].any()
        ends.append((seen["observation"].tobytes(), reward))
        with pytest.raises(IllegalAction, match="The game is over"):
            env.unwrapped.step(0)
    assert ends[0] == ends[1]


def test_an_illegal_action_loses_or_raises_and_one_outside_the_space_raises() -> None:
    env = caravane.adapters.gym.SeatAgainstBots("pistes")
    seen, _ = env.reset(seed=1)
    wrong = int(seen["action_mask"].argmin())
    _, reward, over, cut, info = env.step(wrong)
    assert (reward, over, cut, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(IllegalAction, match="The game is over"):
        env.step(wrong)
    strict = caravane.adapters.gym.SeatAgainstBots("pistes", illegal="raise")
    for action in (wrong, -1, 10**9):
        strict.reset(seed=1)
        before = strict.play.save()
        with pytest.raises((IllegalAction, BadInput)):
            strict.step(action)
        assert strict.play.save() == before


def test_a_seed_begins_the_same_game_everywhere_and_no_seed_another() -> None:
    env = gymnasium.make("caravane/africa-v0").unwrapped
    env.reset(seed=7)
    assert env.play.steps[0].word == caravane.start("africa", seed=7).steps[0].word
    words = set()
    for _ in range(3):
        env.reset()
        words.add(env.play.steps[0].word)
    assert len(words) == 3


def test_bad_arguments_are_named() -> None:
    for wanted, given in (
        ("bots has 2 names; 1 are needed", {"bots": ["random", "random"]}),
        ("illegal cannot be 'pass'; possible: lose, raise", {"illegal": "pass"}),
        ("render_mode cannot be 'gif'", {"render_mode": "gif"}),
        ("no preset 'tea'", {"preset": "tea"}),
        ("no option 'tea'", {"options": {"tea": 1}}),
    ):
        with pytest.raises(BadInput, match=wanted):
            caravane.adapters.gym.SeatAgainstBots("pistes", **given)
    with pytest.raises(BadInput, match="autoreset_mode cannot be 'never'; possible: NEXT_STEP"):
        VectorEnv("pistes", 2, autoreset_mode="never")
    env = VectorEnv("pistes", 2)
    with pytest.raises(BadInput, match="seed has 3 seeds; 2 are needed"):
        env.reset(seed=[1, 2, 3])
    for mask in (np.ones(3, np.bool_), np.ones(2), np.zeros(2, np.bool_), [True, True]):
        with pytest.raises(BadInput, match=r"options\['reset_mask'\]: .* must be bool\[2\]"):
            env.reset(options={"reset_mask": mask})


def any_legal(seen: Any) -> Any:
    """A legal action of each game, in each row another one; of a game that is over, 0."""
    chosen = np.zeros(len(seen["action_mask"]), np.int32)
    for row, mask in enumerate(seen["action_mask"]):
        legal = np.flatnonzero(mask)
        if legal.size:
            chosen[row] = legal[-1 - row * 5 % legal.size]
    return chosen


def play_to_an_end(env: VectorEnv) -> tuple[Any, ...]:
    seen, infos = env.reset(seed=3)
    while True:
        acted = infos["seat"].copy()
        chosen = any_legal(seen)
        plays = [copy_of(env, row) for row in range(env.num_envs)]
        seen, rewards, ended, cut, infos = env.step(chosen)
        if (ended | cut).any():
            return seen, rewards, ended | cut, infos, acted, chosen, plays


def copy_of(env: VectorEnv, row: int) -> Any:
    return env.batch.states[row].copy()


def end_of(env: VectorEnv, plays: list[Any], row: Any, acted: Any, chosen: Any) -> tuple[Any, Any]:
    """What the seat that acted sees at the end of a game, and all outcomes, by the rules alone."""
    game, state = env.batch.game, plays[row]
    game.rules.apply_action(state, int(acted[row]), int(chosen[row]))
    returns = np.zeros(env.batch.seats)
    game.rules.returns(state, returns)
    return flat_observation(game, game.view(state, int(acted[row])), int(acted[row])), returns


def short(mode: AutoresetMode) -> VectorEnv:
    made = gymnasium.make_vec("caravane/pistes-v0", num_envs=3, options=SHORT, autoreset_mode=mode)
    env: VectorEnv = made.unwrapped
    assert env.metadata["autoreset_mode"] == mode
    return env


def test_in_the_same_step_the_end_is_in_final_obs_and_the_row_begins_anew() -> None:
    env = short(AutoresetMode.SAME_STEP)
    seen, rewards, done, infos, acted, chosen, plays = play_to_an_end(env)
    assert np.array_equal(infos["_final_obs"], done)
    for row in np.flatnonzero(done):
        last, returns = end_of(env, plays, row, acted, chosen)
        assert np.array_equal(infos["final_obs"]["observation"][row], last)
        assert not infos["final_obs"]["action_mask"][row].any()
        assert np.array_equal(infos["final_info"]["returns"][row], returns)
        assert np.array_equal(infos["returns"][row], returns)
        assert rewards[row] == returns[acted[row]]
        assert env.batch.plies[row] == 0
        assert seen["action_mask"][row].any()
    _, rewards, ended, _, infos = env.step(any_legal(seen))
    assert not ended[done].any()
    assert "final_obs" not in infos or not infos["_final_obs"][done].any()
    assert not infos["returns"][done].any()
    assert not rewards[done].any()


def test_in_the_next_step_the_end_stands_for_a_step() -> None:
    env = short(AutoresetMode.NEXT_STEP)
    seen, rewards, done, infos, acted, chosen, plays = play_to_an_end(env)
    assert "final_obs" not in infos
    row = int(np.flatnonzero(done)[0])
    last, returns = end_of(env, plays, row, acted, chosen)
    assert np.array_equal(seen["observation"][row], last)
    assert rewards[row] == returns[acted[row]]
    before = env.batch.plies.copy()
    seen, rewards, ended, cut, _ = env.step(any_legal(seen))
    assert (env.batch.plies[row], rewards[row], ended[row] | cut[row]) == (0, 0, False)
    assert seen["action_mask"][row].any()
    assert (~done).any()
    assert all(env.batch.plies[other] == before[other] + 1 for other in np.flatnonzero(~done))


def test_what_a_caller_writes_on_its_mask_makes_nothing_legal_while_others_begin() -> None:
    mask = np.zeros((3, games()["pistes"].action_count), np.int8)
    env = VectorEnv("pistes", 3, options=SHORT, autoreset_mode="NEXT_STEP", mask=mask)
    seen, _, done, *_ = play_to_an_end(env)
    chosen = any_legal(seen)
    row = int(np.flatnonzero(~done)[0])
    chosen[row] = mask[row].argmin()
    before = env.batch.states.tobytes()
    mask[:] = 1
    with pytest.raises(IllegalAction):
        env.step(chosen)
    assert env.batch.states.tobytes() == before


def test_where_nothing_begins_by_itself_a_mask_says_what_begins() -> None:
    env = short(AutoresetMode.DISABLED)
    seen, _, done, _, acted, chosen, plays = play_to_an_end(env)
    row = int(np.flatnonzero(done)[0])
    assert np.array_equal(seen["observation"][row], end_of(env, plays, row, acted, chosen)[0])
    with pytest.raises(BadInput, match="Games that are over, to be begun by reset"):
        env.step(any_legal(seen))
    others = env.batch.states[~done].tobytes()
    seen, _ = env.reset(options={"reset_mask": done})
    assert env.batch.states[~done].tobytes() == others
    assert not env.batch.plies[done].any()
    env.step(any_legal(seen))


def test_without_a_seed_games_differ_and_with_one_they_repeat() -> None:
    env = VectorEnv("africa", 3)
    deals = set()
    for seed in (None, None, 4, 4, [4, None, 6]):
        env.reset(seed=seed)
        deals |= {env.batch.states[row].hidden.tobytes() for row in range(3)}
    assert len(deals) == 3 + 3 + 3 + 0 + 1
    play = caravane.start("africa", seed=6)
    assert env.batch.states[2].tobytes() == play.save()


@pytest.mark.parametrize("name", ["pistes", "africana"])
def test_a_pickled_environment_goes_on_as_the_first_does(name: str) -> None:
    env = VectorEnv(name, 3)
    seen, _ = env.reset(seed=1)
    for _ in range(4):
        seen, *_ = env.step(any_legal(seen))
    other = pickle.loads(pickle.dumps(env))
    assert np.array_equal(other.batch.observation, env.batch.observation)
    assert np.array_equal(other.batch.mask, env.batch.mask)
    for _ in range(6):
        chosen = any_legal(seen)
        (first, *rest), (second, *others) = env.step(chosen), other.step(chosen)
        assert np.array_equal(first["observation"], second["observation"])
        assert np.array_equal(rest[0], others[0])
    assert other.batch.states.tobytes() == env.batch.states.tobytes()
