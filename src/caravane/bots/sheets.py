"""Searching whole order sheets when all write at once: a bandit for each line, all pulled together.

The others' sheets are not in a view, so a model writes them: the game's own sensible choices, line by line. Sheets
of one's own come from the same source; what was ever written on a line is an arm of that line's bandit.
"""

import math
from typing import Any

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

BASE, WORLD = range(2)  # the records a search works on
LINES, ARMS = 64, 48  # of the largest sheet, of the richest line
VICTORY = 0.4  # how far the outcome counts at the end of a simulated game, beside the lead
PLIES = 4000  # no simulation is longer


@kernel
def write_sheet(worlds: Any, seat: int, ready: int, actions: Actions, sheet: Any, word: Any) -> int:
    """Fill what is empty on the seat's sheet in worlds[WORLD], and note it; how many lines."""
    length = 0
    while length < LINES and (to_move(worlds[WORLD]) >> seat) & 1:
        count = legal_actions(worlds[WORLD], seat, actions)
        word = next_word(word)
        action = rollout_action(worlds[WORLD], seat, actions, count, scramble(word))
        if action == ready:
            break
        apply_action(worlds[WORLD], seat, action)
        sheet[length] = action
        length += 1
    return length


@kernel
def believe(world: Any, promised: Any, word: Any) -> Any:
    """Write what others promised, as far as they are trusted; promised: rows of seat, action, trust in percent."""
    for i in range(len(promised)):
        word = next_word(word)
        if below(word, 100) < promised[i, 2]:
            apply_action(world, int(promised[i, 0]), int(promised[i, 1]))
    return word


@kernel
def live_through(
    worlds: Any, seat: int, seats: int, ready: int, turns: int, promised: Any, actions: Actions, values: Any, word: Any
) -> float:
    """Seal what stands in worlds[WORLD] and let `turns` turns pass; what that is worth to the seat."""
    word = believe(worlds[WORLD], promised, word)
    sealed = 0
    plies = 0
    while plies < PLIES:
        plies += 1
        word = let_chance_decide(worlds[WORLD], word)
        if is_over(worlds[WORLD]):
            break
        bits = to_move(worlds[WORLD])
        if (bits >> seat) & 1 and sealed >= turns:
            break
        mover = lowest_seat(bits)
        count = legal_actions(worlds[WORLD], mover, actions)
        word = next_word(word)
        action = rollout_action(worlds[WORLD], mover, actions, count, scramble(word))
        if mover == seat and action == ready:
            sealed += 1
        apply_action(worlds[WORLD], mover, action)
    value = float(evaluate(worlds[WORLD], seat))
    if is_over(worlds[WORLD]):
        # Who wins is a yes or no that takes many tries to tell apart; by how much tells sooner.
        returns(worlds[WORLD], values)
        return VICTORY * float(values[seat]) + (1.0 - VICTORY) * value
    return value


@kernel
def try_sheet(
    worlds: Any,
    seat: int,
    seats: int,
    ready: int,
    turns: int,
    promised: Any,
    actions: Actions,
    values: Any,
    sheet: Any,
    length: int,
    word: Any,
) -> float:
    """What a whole sheet brings in one possible course of things."""
    worlds[WORLD] = worlds[BASE]
    for line in range(length):
        apply_action(worlds[WORLD], seat, int(sheet[line]))
    return live_through(worlds, seat, seats, ready, turns, promised, actions, values, word)


@kernel
def note_arms(sheet: Any, length: int, arms: Any, arm_counts: Any, picks: Any) -> None:
    """Find each line's arm, adding those that are new."""
    for line in range(length):
        found = -1
        for arm in range(int(arm_counts[line])):
            if arms[line, arm] == sheet[line]:
                found = arm
        if found < 0 and arm_counts[line] < ARMS:
            found = int(arm_counts[line])
            arms[line, found] = sheet[line]
            arm_counts[line] += 1
        picks[line] = max(found, 0)


@kernel
def reward(length: int, picks: Any, pulls: Any, totals: Any, value: float) -> None:
    """Every arm that was on the sheet shares what it brought."""
    for line in range(length):
        pulls[line, picks[line]] += 1
        totals[line, picks[line]] += value


@kernel
def pick_arm(line: int, arm_count: int, pulls: Any, totals: Any, tries: int, exploration: float) -> int:
    """The arm with the best mean, plus a bonus for those rarely pulled."""
    best, highest = 0, -1e9
    for arm in range(arm_count):
        seen = int(pulls[line, arm])
        score = 1e6 - arm if seen == 0 else totals[line, arm] / seen + exploration * math.sqrt(math.log(tries) / seen)
        if score > highest:
            best, highest = arm, score
    return best


@kernel
def gather(
    worlds: Any,
    seat: int,
    seats: int,
    ready: int,
    turns: int,
    promised: Any,
    samples: int,
    actions: Actions,
    values: Any,
    sheet: Any,
    arms: Any,
    arm_counts: Any,
    picks: Any,
    pulls: Any,
    totals: Any,
    word: Any,
) -> int:
    """Write sensible sheets, try each once, and note their lines; the length of a sheet."""
    length = 0
    for _ in range(samples):
        word = next_word(word)
        worlds[WORLD] = worlds[BASE]
        length = write_sheet(worlds, seat, ready, actions, sheet, scramble(word))
        note_arms(sheet, length, arms, arm_counts, picks)
        word = next_word(word)
        value = live_through(worlds, seat, seats, ready, turns, promised, actions, values, scramble(word))
        reward(length, picks, pulls, totals, value)
    return length


@kernel
def improve(
    worlds: Any,
    seat: int,
    seats: int,
    ready: int,
    turns: int,
    promised: Any,
    tries: int,
    done: int,
    exploration: float,
    actions: Actions,
    values: Any,
    sheet: Any,
    length: int,
    arms: Any,
    arm_counts: Any,
    picks: Any,
    pulls: Any,
    totals: Any,
    word: Any,
) -> Any:
    """Try sheets made of the best lines so far, now and then of others; the last word used."""
    for i in range(tries):
        for line in range(length):
            word = next_word(word)
            if below(word, 8 + length) == 0:
                word = next_word(word)
                picks[line] = below(word, int(arm_counts[line]))
            else:
                picks[line] = pick_arm(line, int(arm_counts[line]), pulls, totals, done + i + 2, exploration)
            sheet[line] = arms[line, picks[line]]
        word = next_word(word)
        value = try_sheet(worlds, seat, seats, ready, turns, promised, actions, values, sheet, length, scramble(word))
        reward(length, picks, pulls, totals, value)
    return word


@kernel
def expect(
    worlds: Any,
    seat: int,
    seats: int,
    ready: int,
    turns: int,
    promised: Any,
    samples: int,
    actions: Actions,
    values: Any,
    word: Any,
) -> float:
    """What the coming turns are worth to the seat when all write sensibly what they did not promise."""
    total = 0.0
    for _ in range(samples):
        word = next_word(word)
        worlds[WORLD] = worlds[BASE]
        total += live_through(worlds, seat, seats, ready, turns, promised, actions, values, scramble(word))
    return total / max(samples, 1)
