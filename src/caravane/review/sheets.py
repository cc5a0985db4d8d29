"""Years in which all write at once: a sheet is judged against sheets that a model writes, then with hindsight."""

from collections.abc import Iterator
from typing import Any

from caravane.bots import planner
from caravane.bots.planner import Planner
from caravane.door import carry_out, copy_state
from caravane.game import Game, Orders
from caravane.review.measure import Meter, Prospect
from caravane.review.story import Story, clock_of, turns_of
from caravane.review.told import Hindsight, Parts, words
from caravane.review.walking import Progress, Step, Weighed, judge_step
from caravane.text import Text

LINES = 80  # no sheet is longer


def walk_years(story: Story, seat: int, meter: Meter, progress: Progress) -> Iterator[Step]:
    """Choices before the first sheet one by one, then year by year."""
    turns, clock = turns_of(story), clock_of(story)
    at = 0
    while at < len(story.deeds):
        progress(at, len(story.deeds))
        last = at
        while last + 1 < len(story.deeds) and turns[last + 1] == turns[at]:
            last += 1
        if _writes(story, at):
            yield _judge_year(story, seat, meter, at, last, clock)
        else:
            yield judge_step(story, seat, meter, at, clock)
        at = last + 1


def _orders(game: Game) -> Orders:
    assert game.orders is not None
    return game.orders


def _writes(story: Story, at: int) -> bool:
    ready = _orders(story.game).ready
    return any(ready in story.game.legal(story.states[at], seat) for seat in range(story.seats))


def _judge_year(story: Story, seat: int, meter: Meter, first: int, last: int, clock: list[int]) -> Step:
    """What was written beside the best answer to modelled sheets; what the others really wrote is theirs."""
    game = story.game
    view = game.view(story.states[first], seat)
    now, then = clock[first], clock[last + 1]
    before = meter.chances(view, now)
    after = meter.chances(game.view(story.states[last + 1], seat), then)
    if not _is_resolved(story, last):  # the table ended the game in the middle of a year
        return Step(first, last, -1, before, after, Parts(others=after[seat] - before[seat]))
    mine = _written(story, seat, first, last)
    plan = tuple(_plan(meter, view))
    chosen, best = _sealed(game, view, seat, mine), _sealed(game, view, seat, plan)
    worth, best_worth = meter.chances(chosen, now)[seat], meter.chances(best, now)[seat]
    if best_worth <= worth:
        plan, best, best_worth = mine, chosen, worth
    prospects = (Prospect((chosen,), (1.0,)), Prospect((best,), (1.0,)))
    weighed = Weighed(mine, plan, view, prospects, worth, best_worth)
    parts = Parts(
        choices=worth - best_worth, others=after[seat] - worth, unexplained=best_worth - before[seat]
    )  # fmt: skip
    return Step(first, last, -1, before, after, parts, weighed)


def _written(story: Story, seat: int, first: int, last: int) -> tuple[int, ...]:
    """The lines of a seat's sheet as it was sealed: what stood on each line last."""
    orders = _orders(story.game)
    lines: dict[int, int] = {}
    for deed in story.deeds[first : last + 1]:
        if deed.seat == seat and deed.action not in (orders.ready, orders.unready):
            lines[orders.line(deed.action)] = deed.action
    return tuple(lines[line] for line in sorted(lines))


def _is_resolved(story: Story, last: int) -> bool:
    return int(story.states[last + 1].turn) != int(story.states[last].turn)


def _plan(meter: Meter, view: Any) -> list[int]:
    """The lines of the best answer that a planner with a fixed number of rounds finds."""
    game, orders = meter.game, _orders(meter.game)
    planner.forget()  # what is asked depends on the view alone
    scenarios = max(4, meter.effort.best // 100)
    thinker = Planner(samples=8, scenarios=scenarios, rounds=2, passes=2)
    sheet, lines = view.copy(), []
    for _ in range(LINES):
        legal = game.legal(sheet, meter.seat)
        action = thinker.think(game, sheet, meter.seat, legal, meter.word(view)).best
        if action == orders.ready:
            break
        carry_out(game, sheet, meter.seat, action)
        lines.append(action)
    planner.forget()
    return lines


def _sealed(game: Game, view: Any, seat: int, lines: tuple[int, ...]) -> Any:
    """The view with these lines written and sealed, while nobody else has written."""
    sheet = view.copy()
    for action in lines:
        carry_out(game, sheet, seat, action)
    carry_out(game, sheet, seat, _orders(game).ready)
    return sheet


def look_back(story: Story, seat: int, meter: Meter, steps: list[Step]) -> list[Hindsight]:
    """For each year the one line that would have changed most, resolved again with the others' real sheets."""
    turns, clock = turns_of(story), clock_of(story)
    found = []
    for step in steps:
        if step.weighed is None or step.mover != -1 or not _is_resolved(story, step.last):
            continue
        best = _best_change(story, seat, meter, step, clock[step.last + 1])
        if best is not None:
            written, instead, gain = best
            found.append(Hindsight(turn=turns[step.first], written=words(written), instead=words(instead), gain=gain))
    return found


def _best_change(story: Story, seat: int, meter: Meter, step: Step, then: int) -> tuple[Text, Text, int] | None:
    game, orders = story.game, _orders(story.game)
    state, resolver = copy_state(story.states[step.last]), story.deeds[step.last].seat
    if resolver != seat:
        if orders.unready not in game.legal(state, seat):  # its pen is empty
            return None
        carry_out(game, state, seat, orders.unready)
    now = step.after[seat]
    view = game.view(state, seat)
    changes = []
    for action in game.legal(state, seat):
        if orders.line(action) < 0:
            continue
        trial = copy_state(state)
        carry_out(game, trial, seat, action)
        carry_out(game, trial, seat, orders.ready)
        if resolver != seat:
            carry_out(game, trial, resolver, orders.ready)
        gain = meter.chances(game.view(trial, seat), then)[seat] - now
        changes.append((gain, action))
    gain, action = max(changes, default=(0, -1))
    if gain <= 0:
        return None
    line = orders.line(action)
    mine = step.weighed.chosen if step.weighed is not None else ()
    stood = next((each for each in reversed(mine) if orders.line(each) == line), None)
    written = game.phrase(view, seat, stood) if stood is not None else Text("rien", "nothing")
    return written, game.phrase(view, seat, action), gain
