"""Random play inside the kernel: the loop that everything fast is built on."""

from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.kernel import (
    Actions,
    apply_action,
    apply_chance,
    asks_chance,
    is_over,
    kernel,
    legal_actions,
    rollout_action,
    to_move,
)


@kernel
def lowest_seat(bits: int) -> int:
    """The first seat of a set that is not empty."""
    seat = 0
    while (bits >> seat) & 1 == 0:
        seat += 1
    return seat


@kernel
def pick_seat(bits: int, word: Any) -> int:
    """One of the seats of a set, by a word of chance."""
    count = 0
    rest = bits
    while rest:
        count += rest & 1
        rest >>= 1
    if count == 1:
        return lowest_seat(bits)
    nth = below(word, count)
    seat = lowest_seat(bits)
    while nth > 0:
        seat += 1
        if (bits >> seat) & 1:
            nth -= 1
    return seat


@kernel
def play_out(state: Any, word: Any, actions: Actions, max_plies: int, sensible: bool) -> int:
    """Play to the end or the cap; `sensible` lets the game's own `rollout_action` choose. The plies played."""
    plies = 0
    while plies < max_plies and not is_over(state):
        word = next_word(word)
        if asks_chance(state):
            apply_chance(state, word)
            continue
        seat = pick_seat(to_move(state), word)
        count = legal_actions(state, seat, actions)
        word = next_word(word)
        if sensible:
            action = rollout_action(state, seat, actions, count, word)
        else:
            action = int(actions[below(word, count)])
        apply_action(state, seat, action)
        plies += 1
    return plies


@kernel
def play_many(start: Any, states: Any, word: Any, actions: Actions, games: int, max_plies: int, sensible: bool) -> int:
    """Play `games` games from `start` in the scratch record states[0]; all plies played."""
    total = 0
    for _ in range(games):
        states[0] = start[0]
        for _ in range(3):
            word = next_word(word)
        total += play_out(states[0], np.uint64(below(word, 1 << 62)), actions, max_plies, sensible)
    return total
