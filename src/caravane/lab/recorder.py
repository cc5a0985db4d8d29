"""One game played inside compiled code and noted: who led, how many choices there were, what was done."""

from typing import Any

import numpy as np

from caravane.bots.simple import best_at_once
from caravane.chance import below, next_word
from caravane.fields import view_for
from caravane.kernel import (
    apply_action,
    apply_chance,
    asks_chance,
    determinize,
    is_over,
    kernel,
    legal_actions,
    points,
    rollout_action,
    to_move,
)
from caravane.stepping import next_seat

POLICIES = ("random", "quick", "greedy", "restless")  # bots that play inside compiled code
RANDOM, QUICK, GREEDY, RESTLESS, THINKING = range(5)
WHIM = 8  # the restless bot is greedy, but one choice in so many is drawn by lot
MAX_PLIES = 20_000
# What is counted in a game.
PLIES, CHOICES, OPTIONS, WIDEST, LEADS, DECIDED, STARTER, COUNTERS = range(8)


@kernel
def choose(
    worlds: Any, state: Any, seat: int, policy: int, actions: Any, count: int, world_count: int, word: Any
) -> int:
    """What a bot does, from the seat's view alone; worlds[0] and [1] are scratch, worlds[2] stays blank."""
    if policy == RANDOM or (policy == RESTLESS and below(next_word(word), WHIM) == 0):
        return int(actions[below(word, count)])
    worlds[0] = worlds[2]
    view_for(state, seat, worlds[0])
    if policy == GREEDY or policy == RESTLESS:
        return int(best_at_once(worlds, seat, actions, count, world_count, word))
    determinize(worlds[0], seat, word)
    return int(rollout_action(worlds[0], seat, actions, count, word))


@kernel
def leader_of(state: Any, seats: int) -> int:
    """The seat with more points than every other, -1 if there is none."""
    best = 0
    leader = -1
    for seat in range(seats):
        here = int(points(state, seat))
        if seat == 0 or here > best:
            best = here
            leader = seat
        elif here == best:
            leader = -1
    return leader


@kernel
def play_noted(
    states: Any,
    worlds: Any,
    seats: int,
    policies: Any,
    tries_openings: bool,
    world_count: int,
    word: Any,
    actions: Any,
    type_of: Any,
    uses: Any,
    first: Any,
    counters: Any,
    widths: Any,
) -> None:
    """Play states[0] to its end and note it; with `tries_openings` everybody's first choice is drawn by lot."""
    leader = -1
    seat = seats - 1
    while counters[PLIES] < MAX_PLIES and not is_over(states[0]):
        word = next_word(word)
        if asks_chance(states[0]):
            apply_chance(states[0], np.uint64(below(word, 1 << 62)))
            continue
        seat = next_seat(to_move(states[0]), seat)
        count = legal_actions(states[0], seat, actions)
        word = next_word(word)
        action = int(actions[0])
        if counters[PLIES] == 0:
            counters[STARTER] = seat
        if count > 1:
            policy = RANDOM if tries_openings and first[seat] < 0 else int(policies[seat])
            action = choose(worlds, states[0], seat, policy, actions, count, world_count, word)
            counters[CHOICES] += 1
            counters[OPTIONS] += count
            counters[WIDEST] = max(counters[WIDEST], count)
            if first[seat] < 0:
                first[seat] = action
        widths[counters[PLIES]] = count
        uses[type_of[action]] += 1
        apply_action(states[0], seat, action)
        counters[PLIES] += 1
        now = leader_of(states[0], seats)
        if now >= 0 and now != leader:
            if leader >= 0:
                counters[LEADS] += 1
            leader = now
            counters[DECIDED] = counters[PLIES]
