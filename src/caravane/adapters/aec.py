"""PettingZoo's AEC environment: a batch of one game, stepped by one compiled call."""

from collections.abc import Mapping
from typing import Any

import gymnasium.spaces
import numpy as np
import pettingzoo

from caravane.adapters.picture import picture
from caravane.adapters.space import LegalActions, Mask, observation_space
from caravane.arguments import one_of, whole_number
from caravane.batch import Batch
from caravane.errors import IllegalAction
from caravane.features import RAW
from caravane.game import SPECTATOR, Game, Value
from caravane.stepping import ENDED
from caravane.text import Text

RENDER_MODES = ["human", "ansi", "rgb_array"]


def draw(game: Game, state: Any, render_mode: str | None) -> Any:
    """What somebody who only watches sees: printed, as text or as a picture."""
    text = game.draw(game.view(state, SPECTATOR), "en")
    if render_mode == "ansi":
        return text
    if render_mode == "rgb_array":
        return picture(text)
    print(text)
    return None


def check_agent(agent: Any, possible: list[str]) -> str:
    """The agent's name, if there is such a one."""
    one_of("agent", agent, possible)
    return str(agent)


class SeatEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo's generics say nothing here
    """One game; `agent_selection` is the seat that decides."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        position: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        encoding: str = RAW,
    ) -> None:
        super().__init__()
        one_of("render_mode", render_mode, [None, *RENDER_MODES])
        if max_cycles is not None:
            whole_number("max_cycles", max_cycles, 1)
        self.batch = Batch(
            game, 1, seats, options=options, preset=preset, position=position, begins_anew=False, encoding=encoding
        )
        self.game = self.batch.game
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"caravane_{self.game.id}_v{self.game.rules_version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.agents: list[str] = []
        self._chosen = np.zeros(1, np.int32)
        self._seed = 0
        space = observation_space(self.batch.encoding, self.game.action_count)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: LegalActions(self.game.action_count, self._mask_of(seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self.state_space = gymnasium.spaces.Box(-128, 127, (self.game.state.itemsize,), np.int8)

    def _mask_of(self, seat: int) -> Any:
        return lambda: self._look(seat)["action_mask"]

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What a seat observes: the same fields for all seats."""
        return self.observation_spaces[check_agent(agent, self.possible_agents)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All actions of the game; the mask says which are legal."""
        return self.action_spaces[check_agent(agent, self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed another one than the last time."""
        self._seed = self._seed + 1 if seed is None else seed
        self.batch.max_plies = self.max_cycles * self.batch.seats if self.max_cycles else -1
        self.batch.reset(self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.batch.seat[0]]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; IllegalAction names the legal ones."""
        if not self.agents:
            raise IllegalAction(Text("La partie est finie.", "The game is over."))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise self.batch.refusal(0, -1)
        number = whole_number("action", action)
        if not 0 <= number < self.game.action_count:
            raise self.batch.refusal(0, number)
        self._chosen[0] = number
        self.batch.step(self._chosen)
        self._cumulative_rewards[agent] = 0.0
        if self.batch.endings[0]:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.batch.seat[0]]

    def _end(self) -> None:
        ended = bool(self.batch.endings[0] == ENDED)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(self.batch.returns[0, seat])
            self.terminations[agent] = ended
            self.truncations[agent] = not ended
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees and may do now; the arrays are the caller's to keep."""
        seat = self.possible_agents.index(check_agent(agent, self.possible_agents))
        if seat == self.batch.seat[0]:
            return {"observation": self.batch.observation[0].copy(), "action_mask": self.batch.mask[0].copy()}
        return self._look(seat)

    def _look(self, seat: int) -> dict[str, Any]:
        mask: Mask = np.zeros(self.game.action_count, np.int8)
        seen = np.zeros(self.batch.encoding.size, self.batch.encoding.kind)
        self.batch.look(0, seat, mask, seen)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> Any:
        """The whole truth as bytes, for training with a central critic; no agent may see it."""
        return np.frombuffer(self.batch.states.tobytes(), np.int8)

    def render(self) -> Any:
        """What somebody who only watches sees."""
        return draw(self.game, self.batch.states[0], self.render_mode)

    def close(self) -> None:
        """PettingZoo asks for it; no file or window is open."""
