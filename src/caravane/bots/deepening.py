"""The bot that searches deeper and deeper, for two seats without secrets; see `alphabeta`."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots import alphabeta
from caravane.bots.thought import Thought, certain, now
from caravane.chance import below, next_word
from caravane.game import Game

FIRST_NODES = 2_000
DEEPEST = 40  # further than any budget reaches
TINY = 1e-6


@dataclass
class Deepening:
    """Alpha-beta with a budget of positions, of seconds, or both, and a greatest depth."""

    nodes: int | None = 50_000
    seconds: float | None = None
    depth: int | None = None  # DEEPEST at most
    margin: float = 0.02  # actions so close to the best are valued exactly
    noise: float = 0.0  # plays something that seems worth at most so much less
    name: str = "deepening"
    limits = ("nodes", "seconds", "depth")  # not annotated: no setting

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        return self.think(game, view, seat, legal, word).pick(self.noise, word)

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """Search until the budget is used up or there is nothing more to find."""
        if len(legal) == 1:
            return certain(legal[0])
        desk = _Desk(game, view, max(self.margin, self.noise))
        order = _shuffled(legal, word)
        values = [0.0] * len(order)
        began, done, depth = now(), 0, 0
        deepest = DEEPEST if self.depth is None else min(self.depth, DEEPEST)
        while depth < deepest:
            limit = self._affordable(done, now() - began)
            if limit <= 0:
                break
            finished, found, used = desk.look(order, depth + 1, limit)
            done += used
            if finished < len(order):
                # The best of the depth before was looked at first: what beats it now is better indeed.
                values[:finished] = found[:finished]
                values[finished:] = [min(value, min(found[:finished], default=value)) for value in values[finished:]]
                order, values = _sorted(order, values)
                break
            depth += 1
            order, values = _sorted(order, found)
            if abs(values[0]) > 1.0 - alphabeta.SOONER * alphabeta.MAX_PLY:  # won or lost whatever comes
                break
        return _thought(legal, order, values, self.noise, done, depth)

    def _affordable(self, done: int, used: float) -> int:
        """How many more positions the budget allows."""
        left = (1 << 40) if self.nodes is None else self.nodes - done
        if self.seconds is None:
            return left
        if done == 0:
            return min(left, FIRST_NODES)
        return min(left, int((self.seconds - used) * done / max(used, 1e-6)))


class _Desk:
    """Everything a search writes on, kept from depth to depth."""

    def __init__(self, game: Game, view: Any, margin: float) -> None:
        self.margin = margin
        self.stack = np.zeros(alphabeta.MAX_PLY + 1, game.state)
        self.stack[0] = view
        self.frames = np.zeros(alphabeta.MAX_PLY + 1, alphabeta.FRAME)
        self.table = np.zeros(alphabeta.TABLE, alphabeta.ENTRY)
        self.moves = np.zeros((alphabeta.MAX_PLY + 1, game.max_legal), np.int32)
        self.scores = np.zeros((alphabeta.MAX_PLY + 1, game.max_legal), np.int64)
        self.killers = np.full((alphabeta.MAX_PLY + 1, 2), -1, np.int64)
        self.history = np.zeros((2, game.action_count), np.int64)
        self.start_points = int(game.rules.points(view, 0)) + int(game.rules.points(view, 1))

    def look(self, order: list[int], depth: int, limit: int) -> tuple[int, list[float], int]:
        """Value the root's actions at a depth: how many were finished, their values, the positions seen."""
        ledger = np.array([0, limit, self.start_points], np.int64)
        values = np.zeros(len(order), np.float64)
        finished = alphabeta.search_root(
            self.stack,
            depth,
            np.array(order, np.int32),
            values,
            self.margin,
            self.frames,
            self.table,
            self.moves,
            self.scores,
            self.killers,
            self.history,
            ledger,
        )
        return int(finished), [float(value) for value in values], int(ledger[alphabeta.NODES])


def _shuffled(legal: list[int], word: np.uint64) -> list[int]:
    """Another order each time, so that equals are not always the same one."""
    order = list(legal)
    for i in range(len(order) - 1, 0, -1):
        word = next_word(word)
        j = below(word, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _sorted(order: list[int], values: list[float]) -> tuple[list[int], list[float]]:
    """The best first; equals stay in their order."""
    ranked = sorted(range(len(order)), key=lambda i: -values[i])
    return [order[i] for i in ranked], [values[i] for i in ranked]


def _thought(legal: list[int], order: list[int], values: list[float], noise: float, done: int, depth: int) -> Thought:
    """Shares fall off with the distance from the best; without a noise the first alone counts."""
    best = values[0]
    reach = max(noise, TINY)
    weights = {order[0]: 1.0} | {
        action: 0.5 * max(0.0, 1.0 - (best - value) / reach)
        for action, value in zip(order[1:], values[1:], strict=True)
    }
    total = sum(weights.values())
    by_action = dict(zip(order, values, strict=True))
    return Thought(legal, [weights[a] / total for a in legal], [by_action[a] for a in legal], done, depth)
