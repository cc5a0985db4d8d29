"""The bot that searches a tree of possible worlds; see `ismcts`."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots import ismcts
from caravane.bots.thought import Budget, Thought, certain
from caravane.bots.tree import NODE, NONE, ROOT, SEATS, Words, plant
from caravane.game import Game

FIRST_CHUNK = 32
NODES = 1_000_000
NODES_EACH = 80  # room for the children of what an iteration may open; the tree stops growing when it is full


@dataclass
class Search:
    """Information-set Monte-Carlo tree search with a budget of playouts, of seconds, or both."""

    playouts: int | None = 500
    seconds: float | None = None
    plies: int = 4  # played on sensibly before the position is judged
    exploration: float = 0.6
    temperature: float = 0.08
    trust: float = 1.0  # how many visits the first sight counts for
    forks: int = 1  # whether outcomes that the seat can tell apart are searched apart
    worlds: int = 6  # in which the root's actions are looked at first
    whim: float = 0.0  # plays something that seems worth at most so much less
    name: str = "search"

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        return self.think(game, view, seat, legal, word).pick(self.whim, word)

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """Search until the budget is used up."""
        if len(legal) == 1:
            return certain(legal[0])
        worlds = np.zeros(ismcts.RECORDS, game.state)
        seen, words = record_and_words(game.state)
        worlds[ismcts.VIEW] = view
        seats = int(view[0])
        budget = Budget(self.playouts, self.seconds)
        room = NODES if self.playouts is None else min(NODES, 2 * game.max_legal + NODES_EACH * self.playouts)
        nodes = np.zeros(room, NODE)
        ledger = np.zeros(2, np.int64)
        settings = np.array([self.exploration, self.temperature, self.trust, self.plies, self.forks], np.float64)
        actions = np.zeros(game.max_legal, np.int32)
        stamps = np.zeros(game.action_count, np.int64)
        path = np.zeros(ismcts.MAX_DEPTH, np.int32)
        values = np.zeros(SEATS, np.float64)
        plant(nodes, ledger)
        world_count = self.worlds if game.has_secrets else 1
        choices = np.array(legal, np.int32)
        ismcts.average_first_sight(nodes, worlds, seat, choices, world_count, settings, ledger, word)
        while chunk := budget.next_chunk(FIRST_CHUNK):
            word = np.uint64(
                ismcts.grow(
                    nodes,
                    worlds,
                    seen,
                    words,
                    seat,
                    seats,
                    chunk,
                    settings,
                    actions,
                    stamps,
                    ledger,
                    path,
                    values,
                    word,
                )
            )
            budget.spent(chunk)
        return _read(nodes, seat, budget.done)


def record_and_words(state: np.dtype[Any]) -> tuple[Any, Words]:
    """A record and its memory as plain words, the last filled up with zeros."""
    words = np.zeros(-(-state.itemsize // 8), np.uint64)
    return words.view(np.uint8)[: state.itemsize].view(state), words


def _read(nodes: Any, seat: int, iterations: int) -> Thought:
    """What the root's children say."""
    actions, visits, values = [], [], []
    child = int(nodes[ROOT].child)
    while child != NONE:
        node = nodes[child]
        actions.append(int(node.action))
        visits.append(int(node.visits))
        # An action that was never visited is known by its first sight only.
        values.append(float((node.total[seat] + node.guess) / (node.visits + 1)))
        child = int(node.sibling)
    total = sum(visits)
    if total == 0:  # first sight is all there is
        best = max(values)
        visits = [1 + len(values) * (value == best) for value in values]
        total = sum(visits)
    return Thought(actions[::-1], [v / total for v in visits[::-1]], values[::-1], iterations)
