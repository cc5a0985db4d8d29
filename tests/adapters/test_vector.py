"""The vector environment: Gymnasium's words for a batch."""

import numpy as np
import pytest

from caravane.errors import BadInput, IllegalAction
from caravane.game import games

gymnasium = pytest.importorskip("gymnasium")
from caravane.adapters.vector import VectorEnv  # noqa: E402  # after the check that Gymnasium is here


@pytest.mark.parametrize("game", list(games()))
def test_observations_and_masks_lie_in_their_spaces(game: str) -> None:
    env = VectorEnv(game, 4)
    observations, infos = env.reset(seed=3)
    for _ in range(10):
        assert env.observation_space.contains(observations)
        chosen = observations["action_mask"].argmax(axis=1).astype(np.int32)
        acted = infos["seat"].copy()
        observations, rewards, terminations, truncations, infos = env.step(chosen)
        assert np.array_equal(rewards, infos["returns"][np.arange(4), acted])
        assert not (terminations & truncations).any()
    env.close()


def test_a_cap_truncates_and_a_seed_repeats() -> None:
    env = VectorEnv("pistes", 2, max_plies=3)
    runs = []
    for _ in range(2):
        observations, _ = env.reset(seed=8)
        for _ in range(3):
            chosen = observations["action_mask"].argmax(axis=1).astype(np.int32)
            observations, _, terminations, truncations, _ = env.step(chosen)
        runs.append(observations["observation"].tobytes())
        assert truncations.all()
        assert not terminations.any()
    assert runs[0] == runs[1]


@pytest.mark.parametrize("game", list(games()))
def test_an_ignored_mask_raises_with_the_legal_ones_and_changes_nothing(game: str) -> None:
    env = VectorEnv(game, 2)
    observations, _ = env.reset(seed=0)
    before = env.batch.states.tobytes()
    chosen = observations["action_mask"].argmax(axis=1).astype(np.int32)
    for action in np.flatnonzero(observations["action_mask"][1] == 0)[:1]:  # in a small game everything may be legal
        chosen[1] = action
        with pytest.raises(IllegalAction, match="Legal: "):
            env.step(chosen)
    chosen[1] = -1
    with pytest.raises(IllegalAction, match="There is no action -1; legal: "):
        env.step(chosen)
    assert env.batch.states.tobytes() == before


def test_wrong_shapes_and_kinds_of_actions_are_refused() -> None:
    env = VectorEnv("pistes", 2)
    env.reset(seed=0)
    with pytest.raises(BadInput, match=r"2 actions are needed, one a game; given: int32\[3\]"):
        env.step(np.zeros(3, np.int32))
    with pytest.raises(BadInput, match=r"given: float64\[2\]"):
        env.step(np.zeros(2))
