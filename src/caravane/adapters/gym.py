"""Gymnasium: every game as `caravane/<id>-v0`, registered when this module is imported.

    import gymnasium, caravane.adapters.gym
    env = gymnasium.make("caravane/pistes-v0", bots="greedy")             # one seat against named bots
    envs = gymnasium.make_vec("caravane/africa-v0", num_envs=64, seats=3)   # all seats, see `caravane.adapters.vector`

Any action of the space may be given, as Gymnasium wants it: one that is not legal loses the game for the seat (reward -1,
`info["illegal"]`). With `illegal="raise"` it raises IllegalAction with the reason. `observation["action_mask"]` says what
is legal, and `env.action_space.sample()` draws from that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

from caravane.adapters.aec import RENDER_MODES, draw
from caravane.adapters.space import LegalActions, Mask, observation_space
from caravane.arguments import one_of, whole_number
from caravane.bots.registry import load as load_bot
from caravane.chance import SeededChance
from caravane.door import check_seat
from caravane.errors import BadInput, IllegalAction
from caravane.features import RAW, encoding_of
from caravane.game import Game, Value, games
from caravane.play import Play, start
from caravane.text import Text

ILLEGAL = ("lose", "raise")  # what an action of the space does that is not legal
_SEEDS = 1 << 62
_BOTS_LUCK = 1 << 80  # so that bots draw from another stream than the game


class SeatAgainstBots(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's generics say nothing here
    """One seat's decisions; `bots` is a name for all others, or a name for each of them in order of seats."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        position: str | None = None,
        max_steps: int = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        encoding: str = RAW,
    ) -> None:
        one_of("illegal", illegal, ILLEGAL)
        one_of("render_mode", render_mode, [None, *RENDER_MODES])
        whole_number("max_steps", max_steps, 0)
        self._given = {"seats": seats, "options": options, "preset": preset, "position": position}
        self.play: Play = start(game, seed=0, **self._given)  # type: ignore[arg-type]  # their kinds are those above
        self.game = self.play.game
        check_seat(self.play.seats, seat)
        self.seat = seat
        others = [other for other in range(self.play.seats) if other != seat]
        self.bots = {other: load_bot(name) for other, name in zip(others, _names(bots, len(others)), strict=True)}
        self.max_steps = max_steps
        self.illegal = illegal
        self._has_lost = False
        self.render_mode = render_mode
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        self.encoding = encoding_of(self.game, self.play.seats, encoding)
        self.observation_space = observation_space(self.encoding, self.game.action_count)
        self.action_space = LegalActions(self.game.action_count, self._mask)
        self._luck = SeededChance(_BOTS_LUCK)
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin the game that `caravane.start(seed=seed)` begins; without a seed another one each time."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(_SEEDS)) if seed is None else seed
        self.play = start(self.game, seed=chosen, **self._given)  # type: ignore[arg-type]
        self._luck = SeededChance(_BOTS_LUCK + chosen)
        self._steps = 0
        self._has_lost = False
        self._let_bots_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> Any:
        """Carry out the seat's action, then the bots' until it may decide again; the reward comes at the end."""
        if self.play.is_over or self._has_lost:
            raise IllegalAction(Text("La partie est finie.", "The game is over."))
        number = whole_number("action", action)
        if self.illegal == "lose" and 0 <= number < self.game.action_count and not self._mask()[number]:
            self._has_lost = True
            return self._seen(), -1.0, True, False, self._info()
        self.play.apply(number, self.seat)
        self._let_bots_play()
        self._steps += 1
        over = bool(self.play.is_over)
        reward = float(self.play.returns[self.seat]) if over else 0.0
        return self._seen(), reward, over, not over and self._steps == self.max_steps, self._info()

    def _let_bots_play(self) -> None:
        while not self.play.is_over and self.seat not in self.play.to_move:
            other = self.play.to_move[0]
            view = self.game.view(self.play.state, other)
            self.play.apply(
                self.bots[other].choose(self.game, view, other, self.play.legal(other), self._luck.word()), other
            )

    def _mask(self) -> Mask:
        mask: Mask = np.zeros(self.game.action_count, np.int8)
        if not self.play.is_over:
            mask[self.game.legal(self.play.state, self.seat)] = 1
        return mask

    def _seen(self) -> dict[str, Any]:
        view = self.game.view(self.play.state, self.seat)
        return {"observation": self.encoding.of_view(self.game, view, self.seat), "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        returns = self.play.returns if self.play.is_over else [0.0] * self.play.seats
        return {"seat": self.seat, "returns": np.array(returns), "illegal": self._has_lost}

    def render(self) -> Any:
        """What somebody who only watches sees."""
        return draw(self.game, self.play.state, self.render_mode)


def _names(bots: Any, count: int) -> Sequence[str]:
    names = [bots] * count if isinstance(bots, str) else list(bots) if isinstance(bots, Sequence) else [bots]
    if not all(isinstance(name, str) for name in names):
        raise BadInput(
            Text(
                f"bots\u00a0: {bots!r}\u00a0; il faut un nom, ou un nom par adversaire.",
                f"bots: {bots!r}; it must be a name, or a name for each opponent.",
            )
        )
    if len(names) != count:
        raise BadInput(
            Text(
                f"bots a {len(names)} noms ; il en faut {count}, un par adversaire.",
                f"bots has {len(names)} names; {count} are needed, one for each opponent.",
            )
        )
    return names


for _name in games():
    gymnasium.register(
        id=f"caravane/{_name}-v0",
        entry_point="caravane.adapters.gym:SeatAgainstBots",
        vector_entry_point="caravane.adapters.vector:VectorEnv",
        kwargs={"game": _name},
    )
