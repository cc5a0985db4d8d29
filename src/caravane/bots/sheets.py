"""Searching whole order sheets when all write at once: answers to what the others may write, and to their answers.

The others' sheets are not in a view, so models write them. At first everybody has some sensible sheets (the game's
own quick choices). In each round every seat answers what the others have with the sheet that is best on average, and
that sheet takes the place of a sensible one: a fictitious play. A sheet is judged on scenarios: the others have sealed,
one's own lines are added, the turn is played and `evaluate` says how it stands. All sheets that are compared are
judged on the same scenarios, so that luck does not decide between them.
"""

from typing import Any

import numpy as np

from caravane.bots.ismcts import let_chance_decide, scramble
from caravane.chance import below, next_word
from caravane.kernel import (
    Actions,
    apply_action,
    evaluate,
    is_over,
    kernel,
    legal_actions,
    returns,
    rollout_action,
    to_move,
)
from caravane.playout import lowest_seat

BASE, WORLD, SCENARIOS = range(3)  # the records a search works on; scenarios are the last of them
LINES = 64  # of the largest sheet
EMPTY = -1  # an order that a sheet does not hold
VICTORY = 0.4  # how far the outcome counts at the end of a simulated game, beside the lead
PLIES = 4000  # no simulation is longer
LOOK = 8  # scenarios after which a sheet that is far behind is given up
FAR_BEHIND = 0.08


@kernel
def write_sheet(worlds: Any, seat: int, ready: int, line_of: Any, actions: Actions, sheet: Any, word: Any) -> None:
    """A sensible sheet; lines that stand in worlds[BASE] already stay and are EMPTY here."""
    worlds[WORLD] = worlds[BASE]
    for line in range(LINES):
        sheet[line] = EMPTY
    for _ in range(LINES):
        count = legal_actions(worlds[WORLD], seat, actions)
        word = next_word(word)
        action = rollout_action(worlds[WORLD], seat, actions, count, scramble(word))
        if action == ready:
            break
        apply_action(worlds[WORLD], seat, action)
        sheet[line_of[action]] = action


@kernel
def put(world: Any, seat: int, sheet: Any) -> None:
    """Write a sheet's lines."""
    for line in range(LINES):
        if sheet[line] != EMPTY:
            apply_action(world, seat, int(sheet[line]))


@kernel
def believe(world: Any, promised: Any, word: Any) -> Any:
    """Write what others promised, as far as they are trusted; promised: rows of seat, action, trust in percent."""
    for i in range(len(promised)):
        word = next_word(word)
        if below(word, 100) < promised[i, 2]:
            apply_action(world, int(promised[i, 0]), int(promised[i, 1]))
    return word


@kernel
def set_scenes(
    worlds: Any, seat: int, seats: int, ready: int, scenarios: int, promised: Any, pool: Any, size: int, word: Any
) -> Any:
    """What the others may have sealed, each with a sheet of the pool; the last word used."""
    for scenario in range(SCENARIOS, SCENARIOS + scenarios):
        worlds[scenario] = worlds[BASE]
        for other in range(seats):
            if other != seat:
                word = next_word(word)
                put(worlds[scenario], other, pool[other, below(word, size)])
        word = believe(worlds[scenario], promised, word)
        for other in range(seats):
            if other != seat:
                apply_action(worlds[scenario], other, ready)
    return word


@kernel
def live_on(world: Any, seat: int, ready: int, turns: int, spare: Actions, word: Any) -> None:
    """Let so many more turns pass, in which all write sensibly."""
    sealed = 0
    for _ in range(PLIES):
        word = let_chance_decide(world, word)
        if is_over(world):
            return
        bits = to_move(world)
        if sealed == turns and (bits >> seat) & 1:
            return
        mover = lowest_seat(bits)
        count = legal_actions(world, mover, spare)
        word = next_word(word)
        action = rollout_action(world, mover, spare, count, scramble(word))
        if mover == seat and action == ready:
            sealed += 1
        apply_action(world, mover, action)


@kernel
def judge(
    worlds: Any, seat: int, ready: int, scenarios: int, ahead: int, sheet: Any, spare: Actions, best: float, tried: Any
) -> float:
    """What a sheet brings in all scenarios together; something very low once it is far behind the best."""
    tried[0] += 1
    total = 0.0
    for scenario in range(scenarios):
        worlds[WORLD] = worlds[SCENARIOS + scenario]
        put(worlds[WORLD], seat, sheet)
        apply_action(worlds[WORLD], seat, ready)
        if ahead > 0:  # the same luck for every sheet
            live_on(worlds[WORLD], seat, ready, ahead, spare, scramble(np.uint64(scenario + 1)))
        total += evaluate(worlds[WORLD], seat)
        if scenario + 1 == LOOK and scenarios > LOOK and total / LOOK < best / scenarios - FAR_BEHIND:
            return -1e9
    return total


@kernel
def shuffle(actions: Actions, count: int, word: Any) -> Any:
    """Another order of the actions; the last word used."""
    for i in range(count - 1, 0, -1):
        word = next_word(word)
        j = below(word, i + 1)
        held = actions[i]
        actions[i] = actions[j]
        actions[j] = held
    return word


@kernel
def improve(
    worlds: Any,
    seat: int,
    ready: int,
    scenarios: int,
    ahead: int,
    passes: int,
    line_of: Any,
    allowed: Any,
    actions: Actions,
    spare: Actions,
    sheet: Any,
    tried: Any,
    word: Any,
) -> Any:
    """Change one line at a time while that is better in the scenarios; the last word used."""
    count = legal_actions(worlds[BASE], seat, actions)
    best = judge(worlds, seat, ready, scenarios, ahead, sheet, spare, -1e9, tried)
    for _ in range(passes):
        is_better = False
        word = shuffle(actions, count, word)
        for i in range(count):
            action = int(actions[i])
            line = int(line_of[action])
            if line < 0 or allowed[action] == 0 or sheet[line] == EMPTY or sheet[line] == action:
                continue
            written = sheet[line]
            sheet[line] = action
            value = judge(worlds, seat, ready, scenarios, ahead, sheet, spare, best, tried)
            if value > best + 1e-9:
                best = value
                is_better = True
            else:
                sheet[line] = written
        if not is_better:
            break
    return word


@kernel
def begin(worlds: Any, seats: int, ready: int, line_of: Any, actions: Actions, pool: Any, size: int, word: Any) -> Any:
    """Sensible sheets for everybody; the last word used."""
    for seat in range(seats):
        for nth in range(size):
            word = next_word(word)
            write_sheet(worlds, seat, ready, line_of, actions, pool[seat, nth], scramble(word))
    return word


@kernel
def play_round(
    worlds: Any,
    seats: int,
    ready: int,
    scenarios: int,
    passes: int,
    promised: Any,
    line_of: Any,
    allowed: Any,
    actions: Actions,
    pool: Any,
    size: int,
    nth: int,
    tried: Any,
    word: Any,
) -> Any:
    """Everybody answers what the others have with the nth sheet; the last word used. allowed: by seat and action."""
    for seat in range(seats):
        word = set_scenes(worlds, seat, seats, ready, scenarios, promised, pool, size, word)
        word = improve(
            worlds,
            seat,
            ready,
            scenarios,
            0,
            passes,
            line_of,
            allowed[seat],
            actions,
            actions,
            pool[seat, nth],
            tried,
            next_word(word),
        )
    return word


@kernel
def choose_sheet(
    worlds: Any,
    seat: int,
    ready: int,
    scenarios: int,
    ahead: int,
    pool: Any,
    size: int,
    spare: Actions,
    sheet: Any,
    tried: Any,
) -> None:
    """Copy the sheet of the pool that is best in the scenarios."""
    best, highest = 0, -1e18
    for nth in range(size):
        value = judge(worlds, seat, ready, scenarios, ahead, pool[seat, nth], spare, -1e9, tried)
        if value > highest:
            best, highest = nth, value
    for line in range(LINES):
        sheet[line] = pool[seat, best, line]


@kernel
def compare(
    worlds: Any,
    seat: int,
    ready: int,
    scenarios: int,
    ahead: int,
    line_of: Any,
    allowed: Any,
    actions: Actions,
    spare: Actions,
    sheet: Any,
    values: Any,
    tried: Any,
) -> int:
    """What each action would bring in place of its line, into `values`, in the order of `actions`; how many."""
    count = legal_actions(worlds[BASE], seat, actions)
    for i in range(count):
        line = int(line_of[actions[i]])
        if line < 0 or allowed[actions[i]] == 0 or sheet[line] == EMPTY:
            values[i] = -2.0
            continue
        written = sheet[line]
        sheet[line] = actions[i]
        values[i] = judge(worlds, seat, ready, scenarios, ahead, sheet, spare, -1e9, tried) / scenarios
        sheet[line] = written
    return int(count)


@kernel
def strike_out(vows: Any, struck: Any, word: Any) -> None:
    """Which lines nobody writes after vows not to, as far as the seats are trusted, into struck: by seat and action.

    vows: rows of seat, trust in percent, then 1 for each action that is forsworn.
    """
    for seat in range(len(struck)):
        for action in range(len(struck[seat])):
            struck[seat, action] = 0
    for i in range(len(vows)):
        word = next_word(word)
        if below(word, 100) < vows[i, 1]:
            for action in range(len(struck[0])):
                if vows[i, 2 + action] == 1:
                    struck[int(vows[i, 0]), action] = 1


@kernel
def instead(action: int, line_of: Any, struck: Any, actions: Actions, count: int) -> int:
    """An action, or where it is struck out the first legal one that may stand on its line; EMPTY without one."""
    if struck[action] == 0:
        return action
    for i in range(count):
        other = int(actions[i])
        if line_of[other] == line_of[action] and struck[other] == 0:
            return other
    return EMPTY


@kernel
def write_by_vows(world: Any, seat: int, ready: int, line_of: Any, struck: Any, actions: Actions, word: Any) -> None:
    """Fill a sheet sensibly but for the lines that are struck out."""
    for _ in range(LINES):
        count = legal_actions(world, seat, actions)
        word = next_word(word)
        action = rollout_action(world, seat, actions, count, scramble(word))
        if action != ready:
            action = instead(action, line_of, struck, actions, count)
        if action == ready or action == EMPTY:
            return
        apply_action(world, seat, action)


@kernel
def live_through(
    worlds: Any,
    seat: int,
    ready: int,
    turns: int,
    promised: Any,
    vows: Any,
    struck: Any,
    line_of: Any,
    actions: Actions,
    values: Any,
    word: Any,
) -> float:
    """Let `turns` turns pass from worlds[WORLD], in the first of which all do as they promised; the worth to the seat."""
    believe(worlds[WORLD], promised, scramble(next_word(word)))  # luck of its own: the rest stays comparable
    if len(vows) > 0:
        strike_out(vows, struck, scramble(next_word(next_word(word))))
        for i in range(len(vows)):
            write_by_vows(worlds[WORLD], int(vows[i, 0]), ready, line_of, struck[int(vows[i, 0])], actions, word)
    live_on(worlds[WORLD], seat, ready, turns, actions, word)
    value = float(evaluate(worlds[WORLD], seat))
    if is_over(worlds[WORLD]):
        # Who wins is a yes or no that takes many tries to tell apart; by how much tells sooner.
        returns(worlds[WORLD], values)
        return VICTORY * float(values[seat]) + (1.0 - VICTORY) * value
    return value


@kernel
def expect(
    worlds: Any,
    seat: int,
    ready: int,
    turns: int,
    promised: Any,
    vows: Any,
    struck: Any,
    line_of: Any,
    samples: int,
    first: int,
    actions: Actions,
    values: Any,
    word: Any,
) -> float:
    """What the coming turns are worth when all write sensibly what they did not promise; `first` is done before.

    Where sheets are written, `first` is EMPTY.
    """
    total = 0.0
    for _ in range(samples):
        word = next_word(word)
        worlds[WORLD] = worlds[BASE]
        if first != EMPTY:
            apply_action(worlds[WORLD], seat, first)
        luck = scramble(word)
        total += live_through(worlds, seat, ready, turns, promised, vows, struck, line_of, actions, values, luck)
    return total / max(samples, 1)
