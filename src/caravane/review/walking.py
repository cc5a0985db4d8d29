"""Along the game: what each action changed for the seat, as luck, its choice, the others' moves, and what is left.

With V the chance before, Q what an action is worth on average over all it may reveal, and V' the chance after:

    own action:      V' - V = (Q(best) - V) + (Q(chosen) - Q(best)) + (V' - Q(chosen))
                              unexplained     choice                  luck
    others' action:  V' - V = (Q - V) + (V' - Q)
                              others    luck
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from caravane.bots.deepening import Deepening
from caravane.bots.levels import SETTINGS
from caravane.bots.search import Search
from caravane.chance import SeededChance
from caravane.door import let_chance_decide
from caravane.game import Game
from caravane.positions import opening
from caravane.review.effort import Effort
from caravane.review.measure import UNIT, Chances, Meter, Prospect, in_millionths
from caravane.review.story import Story
from caravane.review.told import Parts


@dataclass(frozen=True, slots=True)
class Weighed:
    """An own decision: what was done, what was best, and what both may show."""

    chosen: tuple[int, ...]  # one action, or the lines of a sheet
    best: tuple[int, ...]
    view: Any
    prospects: tuple[Prospect, Prospect]
    chance: int
    best_chance: int


@dataclass(frozen=True, slots=True)
class Step:
    """What one action, or all of a year, changed."""

    first: int
    last: int
    mover: int  # -1: nobody alone
    before: Chances
    after: Chances
    parts: Parts
    weighed: Weighed | None = None


def begin(story: Story, seat: int, meter: Meter) -> tuple[int, Step]:
    """The share of the seat before anything happened, and what the deal was worth."""
    view = story.game.view(story.states[0], seat)
    first = story.clock[0]
    now = meter.chances(view, first)
    mean = _mean_of_deals(story, meter, now, first)
    start = in_millionths(meter.calibration.start) if story.position is None else mean
    parts = Parts(luck=now[seat] - mean[seat], unexplained=mean[seat] - start[seat])
    return start[seat], Step(-1, -1, -1, start, now, parts)


def _mean_of_deals(story: Story, meter: Meter, now: Chances, at: int) -> Chances:
    if story.position is None:
        first = opening(story.game, story.seats, story.options)
    else:
        first = opening(story.game, position=story.position)
    if first.viewer is None and not story.game.rules.asks_chance(first.state):
        return now
    means = np.zeros(story.seats)
    for seed in range(meter.effort.deals):
        chance = SeededChance(seed)
        state, _ = first.truth(chance)
        let_chance_decide(story.game, state, chance)
        means += np.array(meter.chances(story.game.view(state, meter.seat), at))
    return in_millionths(means / meter.effort.deals / UNIT)


def judge_step(story: Story, seat: int, meter: Meter, at: int, clock: list[int]) -> Step:
    """What an action of a game without written orders changed."""
    game, deed = story.game, story.deeds[at]
    view, after_view = game.view(story.states[at], seat), game.view(story.states[at + 1], seat)
    now, then = clock[at], clock[at + 1]
    before, after = meter.chances(view, now), meter.chances(after_view, then)
    prospect = meter.prospect(view, deed.seat, deed.action)
    if not prospect.views:  # no world that was tried allows what happened
        prospect = Prospect((after_view,), (1.0,))
    worth = meter.expected(prospect, then) if not prospect.is_certain else after
    luck = after[seat] - worth[seat]
    if deed.seat != seat:
        return Step(at, at, deed.seat, before, after, Parts(luck=luck, others=worth[seat] - before[seat]))
    best, best_prospect, best_worth = _best(meter, view, deed.action, prospect, worth[seat], then)
    weighed = Weighed((deed.action,), (best,), view, (prospect, best_prospect), worth[seat], best_worth)
    parts = Parts(luck=luck, choices=worth[seat] - best_worth, unexplained=best_worth - before[seat])
    return Step(at, at, seat, before, after, parts, weighed)


def _best(meter: Meter, view: Any, chosen: int, prospect: Prospect, worth: int, then: int) -> tuple[int, Prospect, int]:
    """What a search of its own prefers, valued like everything else; what was chosen if it is worth no less."""
    legal = meter.game.legal(view, meter.seat)
    if len(legal) > 1:
        found = searcher(meter.game, meter.effort).think(meter.game, view.copy(), meter.seat, legal, meter.word(view))
        if found.best != chosen:
            other = meter.prospect(view, meter.seat, found.best)
            other_worth = meter.expected(other, then)[meter.seat]
            if other_worth > worth:
                return found.best, other, other_worth
    return chosen, prospect, worth


def searcher(game: Game, effort: Effort) -> Any:
    """Who looks for the best action: by positions where nothing is hidden between two, by possible worlds else."""
    if not game.has_secrets and game.max_seats == 2:
        return Deepening(nodes=effort.nodes)
    tuned = {name: value for name, value in SETTINGS.get(game.id, {}).items() if name != "run"}
    return Search(**tuned, playouts=effort.best, reuse=0)


def end(story: Story, seat: int, last: Chances) -> Step | None:
    """What the table's verdict changed: the own choice of whoever resigned or ran out of time, else the others'."""
    result = in_millionths(story.shares)
    if story.verdict is None:
        return None
    change = result[seat] - last[seat]
    at = len(story.deeds)
    own = story.verdict.seat == seat
    parts = Parts(choices=min(change, 0), unexplained=max(change, 0)) if own else Parts(others=change)
    return Step(at, at, -1, last, result, parts)


Progress = Callable[[int, int], None]


def walk(story: Story, seat: int, meter: Meter, start: int) -> Iterator[Step]:
    """Every step of a game without written orders from an action on."""
    clock = story.clock
    for at in range(start, len(story.deeds)):
        yield judge_step(story, seat, meter, at, clock)
