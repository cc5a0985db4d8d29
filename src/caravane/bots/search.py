"""The bot that searches a tree of possible worlds; see `ismcts`."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravane.bots import ismcts
from caravane.bots.thought import Budget, Thought, certain
from caravane.bots.tree import (
    NODE,
    NONE,
    ROOT,
    SEATS,
    USED,
    Ledger,
    Nodes,
    Words,
    child_by,
    digest,
    find_outcome,
    init_root,
    reroot,
)
from caravane.game import Game

FIRST_CHUNK = 32
NODES = 1_000_000
NODES_EACH = 80  # room for the children of what an iteration may open; the tree stops growing when it is full
KEPT = 50_000  # nodes remembered at most, those near the root


@dataclass(slots=True)
class Kept:
    """What a search remembers: the tree below the action that was chosen."""

    nodes: Nodes = field(default_factory=lambda: np.zeros(0, NODE))


@dataclass
class Search:
    """Information-set Monte-Carlo tree search with a budget of playouts, of seconds, or both.

    What grew below the action that it chose is remembered. If the seat's next view is one that was foreseen there,
    the search goes on from it.
    """

    playouts: int | None = 500
    seconds: float | None = None
    plies: int = 4  # played on sensibly before the position is judged
    exploration: float = 0.6
    temperature: float = 0.08
    prior_visits: float = 1.0  # how many visits the first sight counts for
    split_outcomes: int = 1  # whether outcomes that the seat can tell apart are searched apart
    worlds: int = 6  # in which the root's actions are looked at first
    noise: float = 0.0  # plays something that seems worth at most so much less
    reuse: int = 1  # whether the tree is kept for the next decision; without split_outcomes it cannot be
    name: str = "search"
    limits = ("playouts", "seconds")  # not annotated: no setting

    def __post_init__(self) -> None:
        self.kept = Kept()  # no setting: whoever makes a new bot for each decision hands it on

    def choose(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> int:
        if len(legal) == 1:  # what is remembered may still be of use
            return legal[0]
        nodes, done = self._grow(game, view, seat, legal, word)
        action = _read(nodes, seat, legal, done).pick(self.noise, word)
        if self.reuse and self.split_outcomes and self.playouts != 0:
            self.kept.nodes = _below(nodes, action)
        return action

    def think(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> Thought:
        """Search until the budget is used up."""
        if len(legal) == 1:
            return certain(legal[0])
        nodes, done = self._grow(game, view, seat, legal, word)
        return _read(nodes, seat, legal, done)

    def _grow(self, game: Game, view: Any, seat: int, legal: list[int], word: np.uint64) -> tuple[Nodes, int]:
        """The tree when the budget is used up, and the iterations that took."""
        worlds = np.zeros(ismcts.RECORDS, game.state)
        seen, words = record_and_words(game.state)
        worlds[ismcts.VIEW] = view
        seats = int(game.rules.seats(view))
        budget = Budget(self.playouts, self.seconds)
        room = NODES if self.playouts is None else min(NODES, 2 * game.max_legal + NODES_EACH * self.playouts)
        ledger = np.zeros(2, np.int64)
        seen[0] = view
        nodes = self._new_tree(room, np.uint64(digest(words)), ledger)
        settings = np.array(
            [self.exploration, self.temperature, self.prior_visits, self.plies, self.split_outcomes], np.float64
        )
        actions = np.zeros(game.max_legal, np.int32)
        stamps = np.zeros(game.action_count, np.int64)
        path = np.zeros(ismcts.MAX_DEPTH, np.int32)
        values = np.zeros(SEATS, np.float64)
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
        return nodes[: int(ledger[USED])], budget.done

    def _new_tree(self, room: int, seen: Any, ledger: Ledger) -> Nodes:
        """Nodes to search in: with what is remembered of such a view at the root, or a root alone."""
        kept = self.kept.nodes
        known = find_outcome(kept, len(kept), seen)
        nodes = np.zeros(room + (len(kept) if known != NONE else 0), NODE)
        if known == NONE:
            init_root(nodes, ledger)
        else:
            reroot(kept, known, nodes, ledger)
        return nodes


def record_and_words(state: np.dtype[Any]) -> tuple[Any, Words]:
    """A record and its memory as plain words, the last filled up with zeros."""
    words = np.zeros(-(-state.itemsize // 8), np.uint64)
    return words.view(np.uint8)[: state.itemsize].view(state), words


def _below(nodes: Nodes, action: int) -> Nodes:
    """What grew below an action of the root."""
    kept = np.zeros(min(KEPT, len(nodes)), NODE)
    ledger = np.zeros(2, np.int64)
    reroot(nodes, child_by(nodes, ROOT, action), kept, ledger)
    return kept[: int(ledger[USED])].copy()


def _read(nodes: Nodes, seat: int, legal: list[int], iterations: int) -> Thought:
    """What the root's children say."""
    children = [nodes[child_by(nodes, ROOT, action)] for action in legal]
    visits = [int(child.visits) for child in children]
    # An action that was never visited is known by its first sight only.
    values = [float((child.total[seat] + child.guess) / (child.visits + 1)) for child in children]
    total = sum(visits)
    if total == 0:  # first sight is all there is
        best = max(values)
        visits = [1 + len(values) * (value == best) for value in values]
        total = sum(visits)
    return Thought(list(legal), [v / total for v in visits], values, iterations)
