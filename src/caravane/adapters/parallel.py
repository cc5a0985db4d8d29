"""PettingZoo's Parallel environment: every seat answers each step.

`writing="order"`: an action is one order; who has nothing to decide answers `wait`, the last action.
`writing="sheet"`: an action marks all orders of a sheet at once; they are written in ascending order, so of two on
one line the later stands, and the sheet is sealed. Where one thing is chosen (a country, a first presence) the
lowest mark counts.
"""

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium.spaces
import numpy as np
import numpy.typing as npt
import pettingzoo

from caravane.adapters.aec import RENDER_MODES, check_agent, draw
from caravane.adapters.space import LegalActions, Mask, Sheets, observation_space
from caravane.arguments import one_of, whole_number
from caravane.batch import refusal
from caravane.errors import BadInput, IllegalAction
from caravane.features import RAW, encoding_of
from caravane.game import Game, Structure, Value
from caravane.play import Play, start
from caravane.text import Text

Writing = Literal["order", "sheet"]
WRITINGS = ("order", "sheet")


class OrderEnv(pettingzoo.ParallelEnv):  # type: ignore[misc]  # PettingZoo's generics say nothing here
    """One game in which all seats are asked each step."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        writing: Writing = "order",
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        position: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        encoding: str = RAW,
    ) -> None:
        one_of("render_mode", render_mode, [None, *RENDER_MODES])
        one_of("writing", writing, WRITINGS)
        if max_cycles is not None:
            whole_number("max_cycles", max_cycles, 1)
        self._begin: Any = lambda seed: start(game, seats, seed=seed, options=options, preset=preset, position=position)
        self.play: Play = self._begin(0)
        self.game = self.play.game
        self.writing: Writing = writing
        if writing == "sheet" and self.game.orders is None:
            raise _no_sheets(self.game)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": f"caravane_{self.game.id}_{writing}_v{self.game.rules_version}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
        }
        self.wait = self.game.action_count  # only with writing="order"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self._seed = 0
        self._cycle = 0
        count = self.game.action_count + (writing == "order")
        kind = LegalActions if writing == "order" else Sheets
        self.encoding = encoding_of(self.game, self.play.seats, encoding)
        space = observation_space(self.encoding, count)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: kind(count, self._mask_of(seat)) for seat, agent in enumerate(self.possible_agents)
        }
        self.state_space = gymnasium.spaces.Box(-128, 127, (self.game.state.itemsize,), np.int8)

    def _mask_of(self, seat: int) -> Any:
        return lambda: self._mask(seat)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What a seat observes: the same fields for all seats."""
        return self.observation_spaces[check_agent(agent, self.possible_agents)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What a seat answers: one order or, with `writing="sheet"`, a mark for each order."""
        return self.action_spaces[check_agent(agent, self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin a game; without a seed another one than the last time."""
        self._seed = self._seed + 1 if seed is None else seed
        self.play = self._begin(self._seed)
        self.agents = self.possible_agents[:]
        self._cycle = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Any:
        """Carry out what every agent answered; nothing happens if one of them may not."""
        if not self.agents:
            raise IllegalAction(Text("La partie est finie.", "The game is over."))
        movers = self.play.to_move
        chosen = {seat: self._checked(seat, actions) for seat in range(self.play.seats)}
        for seat in movers:
            for action in chosen[seat]:
                # An order that no longer fits (a sheet has only so many strokes) is left out; sealing always fits.
                if self.writing == "order" or action in self.game.legal(self.play.state, seat):
                    self.play.apply(action, seat)
        self._cycle += 1
        return self._answer()

    def _answer(self) -> Any:
        agents = self.agents
        over = self.play.is_over
        cut = not over and self._cycle == self.max_cycles
        returns = self.play.returns if over else [0.0] * self.play.seats
        observations = self._observations()
        if over or cut:
            self.agents = []
        return (
            observations,
            dict(zip(agents, returns, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _checked(self, seat: int, actions: Any) -> list[int]:
        """The actions that an agent's answer stands for."""
        agent = self.possible_agents[seat]
        if not isinstance(actions, Mapping) or agent not in actions:
            raise BadInput(Text(f"{agent} n’a rien répondu.", f"{agent} gave no answer."))
        mask = self._mask(seat)
        if self.writing == "order":
            marks = [whole_number(f"actions[{agent!r}]", actions[agent])]
        else:
            marks = np.flatnonzero(_sheet_of(agent, actions[agent], len(mask))).tolist()
        for action in marks:
            if not 0 <= action < len(mask) or not mask[action]:
                raise refusal(self.game, self.play.state, seat, action)
        if self.writing == "order":
            return [] if marks[0] == self.wait else marks
        return self._sheet(seat, marks)

    def _sheet(self, seat: int, marks: list[int]) -> list[int]:
        orders = self.game.orders
        assert orders is not None
        legal = self.game.legal(self.play.state, seat)
        if orders.ready in legal:
            return [*marks, orders.ready]
        return (marks or legal)[:1]

    def marks(self, agent: str, sheet: str | Structure) -> npt.NDArray[np.int8]:
        """A sheet written as people write it, as an action of `writing="sheet"`."""
        seat = self.possible_agents.index(check_agent(agent, self.possible_agents))
        if self.game.orders is None:
            raise _no_sheets(self.game)
        marked = np.zeros(self.game.action_count, np.int8)
        for action in self.game.orders.read(self.game.view(self.play.state, seat), seat, sheet).actions:
            marked[action] = 1
        return marked

    def _mask(self, seat: int) -> Mask:
        count = self.action_spaces[self.possible_agents[seat]].n
        mask: Mask = np.zeros(int(count), np.int8)
        orders = self.game.orders
        if seat in self.play.to_move:
            mask[self.game.legal(self.play.state, seat)] = 1
            if self.writing == "sheet" and orders is not None:
                mask[[orders.ready, orders.unready]] = 0  # sealing is done for the seat
        elif self.writing == "order":
            mask[self.wait] = 1
        return mask

    def _observations(self) -> dict[str, Any]:
        return {
            agent: {
                "observation": self.encoding.of_view(self.game, self.game.view(self.play.state, seat), seat),
                "action_mask": self._mask(seat),
            }
            for seat, agent in enumerate(self.agents)
        }

    def state(self) -> Any:
        """The whole truth as bytes, for training with a central critic; no agent may see it."""
        return np.frombuffer(self.play.state.tobytes(), np.int8)

    def render(self) -> Any:
        """What somebody who only watches sees."""
        return draw(self.game, self.play.state, self.render_mode)

    def close(self) -> None:
        """PettingZoo asks for it; no file or window is open."""


def _no_sheets(game: Game) -> BadInput:
    return BadInput(Text(f"{game.id} n’a pas de feuilles d’ordres.", f"{game.id} has no order sheets."))


def _sheet_of(agent: str, given: Any, count: int) -> Any:
    """A whole sheet: a number that is 0 or not for every action."""
    found = np.asarray(given)
    if found.shape == (count,) and found.dtype.kind in "biu":
        return found
    shape = f"{found.dtype}{list(found.shape)}"
    raise BadInput(
        Text(
            f"actions[{agent!r}]\u00a0: {shape}\u00a0; il faut int8[{count}].",
            f"actions[{agent!r}]: {shape}; it must be int8[{count}].",
        )
    )
