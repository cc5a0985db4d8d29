"""Years in which all write at once: a sheet is judged against sheets that a model writes, then with hindsight."""

from collections.abc import Iterator
from typing import Any

from caravane.bots import planner
from caravane.bots.planner import Planner
from caravane.door import carry_out, copy_state
from caravane.game import Game, Orders
from caravane.review.measure import Meter, Prospect
from caravane.review.story import Story
from caravane.review.told import Hindsight, Noted, Parts, words
from caravane.review.walking import Step, Weighed, judge_step
from caravane.text import Text

LINES = 80  # no sheet is longer


def walk_years(story: Story, seat: int, meter: Meter, start: int) -> Iterator[Step]:
    """From an action on: choices before the first sheet one by one, then year by year."""
    turns, clock = story.turns, story.clock
    at = start
    while at < len(story.deeds):
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


def look_back(story: Story, seat: int, meter: Meter, noted: list[Noted]) -> list[Hindsight]:
    """For each year the one line that would have changed most, resolved again with the others' real sheets."""
    turns, clock = story.turns, story.clock
    found = []
    for year in noted:
        if year.choice is None or year.mover != -1 or not _is_resolved(story, year.last):
            continue
        best = _best_change(story, seat, meter, year, clock[year.last + 1])
        if best is not None:
            written, instead, gain = best
            found.append(Hindsight(turn=turns[year.first], written=words(written), instead=words(instead), gain=gain))
    return found


def _best_change(story: Story, seat: int, meter: Meter, year: Noted, then: int) -> tuple[Text, Text, int] | None:
    game, orders = story.game, _orders(story.game)
    state, resolver = copy_state(story.states[year.last]), story.deeds[year.last].seat
    if resolver != seat:
        if orders.unready not in game.legal(state, seat):  # its pen is empty
            return None
        carry_out(game, state, seat, orders.unready)
    changes = []
    for action in game.legal(state, seat):
        if orders.line(action) < 0:
            continue
        trial = copy_state(state)
        carry_out(game, trial, seat, action)
        carry_out(game, trial, seat, orders.ready)
        if resolver != seat:
            carry_out(game, trial, resolver, orders.ready)
        gain = meter.chances(game.view(trial, seat), then)[seat] - year.after[seat]
        changes.append((gain, action))
    gain, action = max(changes, default=(0, -1))
    if gain <= 0:
        return None
    view, line = game.view(state, seat), orders.line(action)
    stood = [each for each in _written(story, seat, year.first, year.last) if orders.line(each) == line]
    written = game.phrase(view, seat, stood[0]) if stood else Text("rien", "nothing")
    return written, game.phrase(view, seat, action), gain
