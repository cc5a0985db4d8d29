"""What a position is worth to every seat from what one seat knows: by search, by playing on, and what an action may show.

Fixed numbers of iterations and a word that the caller gives: the same question has the same answer on every machine.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bots import ismcts
from caravane.bots.ismcts import (
    BLANK,
    VIEW,
    WORLD,
    let_chance_decide,
    play_on,
    scramble,
)
from caravane.bots.search import NODES_EACH, Search, record_and_words
from caravane.bots.tree import NODE, ROOT, SEATS, USED, init_root
from caravane.chance import next_word
from caravane.fields import view_for
from caravane.game import Game
from caravane.kernel import Actions, apply_action, determinize, kernel, legal_actions

Values = npt.NDArray[np.float64]


@kernel
def look_ahead(
    worlds: Any,
    seat: int,
    seats: int,
    deals: bool,
    iterations: int,
    plies: int,
    actions: Actions,
    values: Any,
    totals: Any,
    word: Any,
) -> None:
    """Play `plies` sensible plies on in worlds that fit worlds[VIEW]; add what each seat then has to `totals`."""
    for _ in range(iterations):
        word = next_word(word)
        worlds[WORLD] = worlds[VIEW]
        if deals:
            determinize(worlds[WORLD], seat, scramble(word))
        play_on(worlds[WORLD], plies, actions, scramble(next_word(word)))
        ismcts.judge(worlds[WORLD], seats, values)
        for each in range(seats):
            totals[each] += values[each]


@kernel
def may_act(world: Any, mover: int, action: int, actions: Actions) -> bool:
    """Whether an action is legal for a seat in a world that was dealt."""
    count = legal_actions(world, mover, actions)
    for i in range(count):
        if int(actions[i]) == action:
            return True
    return False


@kernel
def draw_outcomes(
    worlds: Any, seat: int, mover: int, action: int, samples: int, actions: Actions, found: Any, word: Any
) -> int:
    """Write what the seat may see after an action, once for each world in which it is possible; how many."""
    count = 0
    for _ in range(samples):
        word = next_word(word)
        worlds[WORLD] = worlds[VIEW]
        determinize(worlds[WORLD], seat, scramble(word))
        if not may_act(worlds[WORLD], mover, action, actions):
            continue
        apply_action(worlds[WORLD], mover, action)
        let_chance_decide(worlds[WORLD], scramble(next_word(word)))
        found[count] = worlds[BLANK]
        view_for(worlds[WORLD], seat, found[count])
        count += 1
    return count


class Appraiser:
    """The buffers of a game, made once, and the questions that can be asked."""

    def __init__(self, game: Game, iterations: int) -> None:
        self.game, self.iterations = game, iterations
        self.worlds = np.zeros(ismcts.RECORDS, game.state)
        self.seen, self.words = record_and_words(game.state)
        self.actions = np.zeros(game.max_legal, np.int32)
        self.stamps = np.zeros(game.action_count, np.int64)
        self.path = np.zeros(ismcts.MAX_DEPTH, np.int32)
        self.values = np.zeros(SEATS, np.float64)
        self.ledger = np.zeros(2, np.int64)
        self.nodes = np.zeros(2 * game.max_legal + NODES_EACH * iterations, NODE)
        usual = Search()
        self.settings = np.array(
            [usual.exploration, usual.temperature, usual.prior_visits, usual.plies, usual.split_outcomes], np.float64
        )

    def by_search(self, view: Any, seat: int, word: np.uint64) -> Values:
        """What a small tree from the seat's view says of each seat, -1..1."""
        seats = int(self.game.rules.seats(view))
        self.worlds[VIEW] = view
        self.seen[0] = view
        self.ledger[USED] = 0
        init_root(self.nodes, self.ledger)
        ismcts.grow(
            self.nodes, self.worlds, self.seen, self.words, seat, seats, self.iterations, self.settings,
            self.actions, self.stamps, self.ledger, self.path, self.values, word,
        )  # fmt: skip
        root = self.nodes[ROOT]
        found: Values = root["total"][:seats] / max(int(root["visits"]), 1)
        return found

    def by_playing_on(self, view: Any, seat: int, iterations: int, plies: int, word: np.uint64) -> Values:
        """What each seat has after so many sensible plies, on average; a finished game counts by its returns."""
        seats = int(self.game.rules.seats(view))
        self.worlds[VIEW] = view
        totals = np.zeros(SEATS, np.float64)
        deals = self.game.orders is None  # unwritten sheets are written sensibly instead
        look_ahead(
            self.worlds, seat, seats, deals, iterations, plies, self.actions, self.values, totals, word
        )  # fmt: skip
        return totals[:seats] / iterations

    def outcomes(self, view: Any, seat: int, mover: int, action: int, samples: int, word: np.uint64) -> Any:
        """Views of the seat after an action, one for each world that was tried and allows it."""
        found = np.zeros(samples, self.game.state)
        self.worlds[VIEW] = view
        count = draw_outcomes(self.worlds, seat, mover, action, samples, self.actions, found, word)
        return found[: int(count)]


def compile_all(game: Game, view: Any, seat: int, action: int) -> None:
    """Ask everything once, briefly, so that nobody waits for the compiler later."""
    appraiser = Appraiser(game, 1)
    if game.orders is None:
        appraiser.by_search(view, seat, np.uint64(1))
    appraiser.by_playing_on(view, seat, 1, 1, np.uint64(1))
    appraiser.outcomes(view, seat, seat, action, 1, np.uint64(1))
