"""Gymnasium's vector environment: many games, one compiled call a step.

Each row is a game, seen by the seat that is to move in it (`infos["seat"]`). What happens when a game ends is said by
`autoreset_mode`, as Gymnasium's book has it:

    SAME_STEP   (default) it begins anew in the same step: the row shows the new game, and infos["final_obs"],
                infos["final_info"] the old one, where infos["_final_obs"] is true
    NEXT_STEP   the row shows the end; the next step begins it anew, whatever action is given
    DISABLED    the row shows the end until `reset(options={"reset_mask": ...})`

An ended game is shown as the seat sees it that acted last, whose reward it also is; `returns` has all seats'.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium.vector
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from caravane.adapters.space import observation_space
from caravane.arguments import whole_number
from caravane.batch import Batch, sealed
from caravane.errors import BadInput
from caravane.features import RAW
from caravane.game import Game, Value
from caravane.stepping import ENDED, TRUNCATED
from caravane.text import Text

_ENDED, _TRUNCATED = np.array(ENDED, np.int8), np.array(TRUNCATED, np.int8)  # compared with sooner than numbers are
_SEEDS = 1 << 62


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]  # Gymnasium's generics say nothing here
    """`num_envs` games in one array of records. The arrays it returns are its own and change with each step.

    `mask` and `observation` may be given: int8[num_envs, actions] and int16[num_envs, layout.size]; with
    `encoding="features"` observations are float32[num_envs, features(game, seats).size] (`caravane.features`).
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        seats: int | None = None,
        *,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        position: str | None = None,
        max_plies: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        mask: npt.NDArray[np.int8] | None = None,
        observation: npt.NDArray[Any] | None = None,
        encoding: str = RAW,
    ) -> None:
        self._mode = _mode(autoreset_mode)
        whole_number("num_envs", num_envs, 1)
        self.batch = Batch(
            game, num_envs, seats, options=options, preset=preset, position=position, max_plies=max_plies, mask=mask, observation=observation, encoding=encoding
        )  # fmt: skip
        self.batch.begins_anew = False  # here it is done by mode, once the end was shown
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": self._mode}
        count = self.batch.game.action_count
        self.single_action_space = gymnasium.spaces.Discrete(count)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(self.batch.encoding, count)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._shape = (num_envs,)
        self._entropy = np.random.default_rng()
        self._bind()

    def _bind(self) -> None:
        """What is returned: the batch's own arrays."""
        self._seen = {"observation": self.batch.observation, "action_mask": self.batch.mask}
        self._infos = {"seat": self.batch.seat, "returns": self.batch.returns}
        self._acted = np.zeros(self.num_envs, np.int8)
        self._final = np.zeros_like(self.batch.observation)
        self._no_mask = sealed(np.zeros_like(self.batch.mask))  # when a game is over nothing is legal

    def __getstate__(self) -> dict[str, Any]:
        arrays = {"_seen", "_infos", "_acted", "_final", "_no_mask"}
        return {name: value for name, value in self.__dict__.items() if name not in arrays}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self._bind()

    def reset(self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin all games, or those of `options["reset_mask"]`; with a number game i is `caravane.start(seed=seed + i)`.

        Without a seed they are others each time; a list has a seed, or None, for each game.
        """
        which = self._reset_mask(options)
        self.batch.begin(which, self._seeds(seed))
        return self._seen, self._infos

    def _seeds(self, seed: Any) -> list[int]:
        if isinstance(seed, int | np.integer):
            self._entropy = np.random.default_rng(abs(int(seed)))  # so that what follows can be repeated too
            return [int(seed) + i for i in range(self.num_envs)]
        if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray | None):
            whole_number("seed", seed)
        given = [None] * self.num_envs if seed is None else list(seed)
        if len(given) != self.num_envs:
            raise BadInput(
                Text(
                    f"seed a {len(given)} graines ; il en faut {self.num_envs}.",
                    f"seed has {len(given)} seeds; {self.num_envs} are needed.",
                )
            )
        fresh = self._entropy.integers(_SEEDS, size=self.num_envs).tolist()
        return [
            new if old is None else whole_number(f"seed[{i}]", old)
            for i, (old, new) in enumerate(zip(given, fresh, strict=True))
        ]

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        if not isinstance(options, Mapping | None):
            raise BadInput(
                Text(
                    f"options\u00a0: {options!r}\u00a0; il faut {{'reset_mask': …}} ou rien.",
                    f"options: {options!r}; it must be {{'reset_mask': …}} or nothing.",
                )
            )
        given = (options or {}).get("reset_mask")
        if given is None:
            return np.ones(self.num_envs, np.bool_)
        if (
            not isinstance(given, np.ndarray)
            or given.dtype != np.bool_
            or given.shape != self._shape
            or not given.any()
        ):
            found = f"{given.dtype}{list(given.shape)}" if isinstance(given, np.ndarray) else type(given).__name__
            raise BadInput(
                Text(
                    f"options['reset_mask'] : {found} ; il faut bool[{self.num_envs}], une partie au moins.",
                    f"options['reset_mask']: {found}; it must be bool[{self.num_envs}] with at least one game.",
                )
            )
        return given

    def step(self, actions: npt.ArrayLike) -> Any:
        """Step every game; the reward is that of the seat that acted, all seats' are in `infos["returns"]`."""
        chosen = self._checked(actions)
        batch = self.batch
        over = batch.endings != 0 if self._mode != AutoresetMode.SAME_STEP else None
        if over is not None and over.any():
            self._step_others(chosen, over)
        else:
            np.copyto(self._acted, batch.seat)
            batch.step(chosen)
        endings = batch.endings
        rewards, ended, cut, infos = batch.rewards.copy(), endings == _ENDED, endings == _TRUNCATED, self._infos
        done = ended | cut
        if over is not None:
            done &= ~over
        if done.any():
            infos = self._end(done)
        return self._seen, rewards, ended, cut, infos

    def _step_others(self, chosen: npt.NDArray[np.int32], over: npt.NDArray[np.bool_]) -> None:
        """Some games have ended before: they begin now, or nothing can be done."""
        if self._mode == AutoresetMode.DISABLED:
            rows = ", ".join(map(str, np.flatnonzero(over)))
            raise BadInput(
                Text(
                    f"Parties finies, à recommencer par reset(options={{'reset_mask': …}}) : {rows}.",
                    f"Games that are over, to be begun by reset(options={{'reset_mask': …}}): {rows}.",
                )
            )
        np.copyto(self._acted, self.batch.seat)
        self.batch.step_only(~over, chosen)
        self.batch.begin(over)

    def _end(self, done: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Show the games that have just ended, and begin them anew if that is the mode."""
        batch = self.batch
        if self._mode != AutoresetMode.SAME_STEP:
            batch.observe(done, self._acted, batch.observation)
            return self._infos
        batch.observe(done, self._acted, self._final)
        returns, endings = batch.returns.copy(), batch.endings.copy()
        batch.begin(done)
        batch.returns[done], batch.endings[done] = returns[done], endings[done]  # told until the next step
        return self._infos | {
            "final_obs": {
                "observation": self._final, "_observation": done, "action_mask": self._no_mask, "_action_mask": done,
            },
            "_final_obs": done,
            "final_info": {"seat": self._acted, "_seat": done, "returns": returns, "_returns": done},
            "_final_info": done,
        }  # fmt: skip

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """One 32-bit integer a game: what the kernels are compiled for."""
        given = np.asarray(actions)
        if given.dtype == np.int32 and given.shape == self._shape:
            return given
        if given.shape == self._shape and given.dtype.kind in "iu":
            lowest = 0 if given.dtype.kind == "u" else -1
            clipped: npt.NDArray[np.int32] = np.clip(given, lowest, self.batch.game.action_count).astype(np.int32)
            return clipped
        found = f"{given.dtype}{list(given.shape)}"
        raise BadInput(
            Text(
                f"actions : il faut {self.num_envs} actions, une par partie ; donné : {found}.",
                f"actions: {self.num_envs} actions are needed, one a game; given: {found}.",
            )
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Gymnasium asks for it; no file or window is open."""


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    for mode in AutoresetMode:
        if given in (mode, mode.value, mode.name):
            return mode
    possible = ", ".join(mode.name for mode in AutoresetMode)
    raise BadInput(
        Text(
            f"autoreset_mode ne peut pas valoir {given!r} ; possibles : {possible}.",
            f"autoreset_mode cannot be {given!r}; possible: {possible}.",
        )
    )
