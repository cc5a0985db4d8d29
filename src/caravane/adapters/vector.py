"""Gymnasium's vector environment: many games, one compiled call a step.

Each row is a game, seen by the seat that is to move in it (`infos["seat"]`). A game that ends begins anew in the
same step: the row then shows the new game, `terminations` and `infos["returns"]` tell of the old one.
"""

from collections.abc import Mapping
from typing import Any

import gymnasium.vector
import numpy as np
import numpy.typing as npt

from caravane.adapters.space import observation_space
from caravane.batch import Batch
from caravane.errors import BadInput
from caravane.game import Game, Value
from caravane.stepping import ENDED, TRUNCATED
from caravane.text import Text

_ENDED, _TRUNCATED = np.array(ENDED, np.int8), np.array(TRUNCATED, np.int8)  # compared with sooner than numbers are


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]  # Gymnasium's generics say nothing here
    """`num_envs` games in one array of records. The arrays it returns are its own and change with each step.

    `mask` and `observation` may be given: int8[num_envs, actions] and int16[num_envs, layout.size].
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        seats: int | None = None,
        *,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        max_plies: int = 0,
        mask: npt.NDArray[np.int8] | None = None,
        observation: npt.NDArray[np.int16] | None = None,
    ) -> None:
        self.batch = Batch(
            game, num_envs, seats, options=options, preset=preset, max_plies=max_plies, mask=mask, observation=observation
        )  # fmt: skip
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        count = self.batch.game.action_count
        self.single_action_space = gymnasium.spaces.Discrete(count)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(self.batch.layout, count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._seen = {"observation": self.batch.observation, "action_mask": self.batch.mask}
        self._infos = {"seat": self.batch.seat, "returns": self.batch.returns}
        self._shape = (num_envs,)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin all games; game i is the one that `caravane.start(seed=seed + i)` begins."""
        self.batch.reset(0 if seed is None else seed)
        return self._seen, self._infos

    def step(self, actions: npt.ArrayLike) -> Any:
        """Step every game; the reward is that of the seat that acted, all seats' are in `infos["returns"]`."""
        self.batch.step(self._checked(actions))
        endings = self.batch.endings
        return self._seen, self.batch.rewards.copy(), endings == _ENDED, endings == _TRUNCATED, self._infos

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """One 32-bit integer a game: what the kernels are compiled for."""
        given = np.asarray(actions)
        if given.dtype == np.int32 and given.shape == self._shape:
            return given
        if given.shape == self._shape and given.dtype.kind in "iu":
            clipped: npt.NDArray[np.int32] = np.clip(given, -1, self.batch.game.action_count).astype(np.int32)
            return clipped
        found = f"{given.dtype}{list(given.shape)}"
        raise BadInput(
            Text(
                f"Il faut {self.num_envs} actions, une par partie ; donné : {found}.",
                f"{self.num_envs} actions are needed, one a game; given: {found}.",
            )
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held."""
