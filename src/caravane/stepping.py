"""Stepping many games inside compiled code: apply, let chance decide, list what is legal, show what is seen."""

from typing import Any

import numpy as np

from caravane.bits import lowest
from caravane.chance import below, next_word
from caravane.fields import clear_private, flatten_open, flatten_own, flatten_private
from caravane.kernel import (
    apply_action,
    apply_chance,
    asks_chance,
    fetch_row,
    inlined,
    is_over,
    kernel,
    returns,
    to_move,
    view_private,
)
from caravane.masking import nth_legal, write_legal

_ALL_BITS = (1 << 64) - 1
ENDED, TRUNCATED = 1, 2
TABLE = 16  # more than the seats of any game, a power of two
AHEAD = 16  # games: so long before its turn a record is fetched
AT_ONCE = 16  # games that are stepped, then shown: enough to work side by side, few enough to stay near the core


@inlined
def next_seat(bits: int, after: int) -> int:
    """The first seat of a set when one goes round the table from the seat after this one; -1 if there is none.

    The table is laid out twice, so that nobody has to foresee whether one comes past its end.
    """
    if bits == 0:
        return -1
    first = after + 1
    return (first + lowest((bits | bits << TABLE) >> first)) % TABLE


@inlined
def let_chance_decide(states: Any, chance: Any, i: int) -> bool:
    """Give the words that are asked for, as SeededChance would from the same seed; whether there were any."""
    if not asks_chance(states[i]):
        return False
    while asks_chance(states[i]):
        chance[i] = next_word(chance[i])
        apply_chance(states[i], np.uint64(below(chance[i], _ALL_BITS)))
    return True


@inlined
def make_view(states: Any, i: int, seat: int, views: Any, k: int) -> None:
    """Make views[k] what a seat sees of game i by rule."""
    clear_private(views[k])
    view_private(states[i], seat, views[k])


@inlined
def write_row(states: Any, i: int, seat: int, views: Any, k: int, is_shown: bool, out: Any, at: int) -> None:
    """Write what a seat sees of game i from out[at] on; `is_shown` says that what everybody sees stands there."""
    out[at] = seat
    if not is_shown:
        flatten_open(states[i], out, at)
    flatten_own(states[i], seat, out, at)
    if len(views) > 0:
        flatten_private(views[k], out, at)


@kernel
def observe(states: Any, i: int, seat: int, views: Any, out: Any) -> None:
    """Write what any seat sees of game i."""
    if len(views) > 0:
        make_view(states, i, seat, views, 0)
    write_row(states, i, seat, views, 0, False, out, 0)


@kernel
def begin(states: Any, i: int, start: Any, chance: Any, movers: Any, plies: Any, shown: Any) -> None:
    """Set game i to its start."""
    states[i] = start[0]
    let_chance_decide(states, chance, i)
    plies[i] = 0
    movers[i] = next_seat(to_move(states[i]), -1)
    shown[i] = False


@kernel
def note_end(states: Any, i: int, seat: int, results: Any, rewards: Any, scratch: Any, seats: int) -> None:
    """Write the outcome of a game that is over; the reward is that of the seat that acted."""
    returns(states[i], scratch)
    for other in range(seats):
        results[i, other] = scratch[other]
    rewards[i] = scratch[seat]


@kernel
def forget_end(i: int, results: Any, rewards: Any, seats: int) -> None:
    """The step before this one ended a game: its outcome is no longer news."""
    rewards[i] = 0.0
    for other in range(seats):
        results[i, other] = 0.0


@inlined
def step_one(
    states: Any,
    i: int,
    action: int,
    chance: Any,
    movers: Any,
    plies: Any,
    results: Any,
    rewards: Any,
    endings: Any,
    scratch: Any,
    are_secret: Any,
    shown: Any,
    seats: int,
    max_plies: int,
) -> None:
    """Carry out the mover's action in game i; note what it ended.

    Of a secret action nobody else learns anything, so what everybody sees is as it was.
    """
    seat = int(movers[i])
    apply_action(states[i], seat, action)
    if let_chance_decide(states, chance, i) or not are_secret[action]:
        shown[i] = False
    plies[i] += 1
    if endings[i] != 0:
        forget_end(i, results, rewards, seats)
        endings[i] = 0
    if is_over(states[i]):
        endings[i] = ENDED
        movers[i] = -1
        note_end(states, i, seat, results, rewards, scratch, seats)
        return
    if plies[i] == max_plies:
        endings[i] = TRUNCATED
    movers[i] = next_seat(to_move(states[i]), seat)


@kernel
def show(
    states: Any,
    first: int,
    last: int,
    movers: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    sets: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> None:
    """Write what is legal and what is seen, of some games; shown[i] says that what everybody sees stands there already.

    A loop for each thing to do: short loops work on several games at a time, one long loop does not, and what was
    written in small pieces is slow to read in large ones just then (together, a third of a step's time).
    """
    length = len(observation) // len(states)
    write_legal(states, first, last, movers, legal, counts, mask, sets)
    if len(views) > 0:
        for i in range(first, last):
            if movers[i] >= 0:
                make_view(states, i, int(movers[i]), views, i - first)
    for i in range(first, last):
        if movers[i] >= 0:
            write_row(states, i, int(movers[i]), views, i - first, shown[i], observation, i * length)
            shown[i] = True


@kernel
def step_all(
    states: Any,
    chosen: Any,
    start: Any,
    chance: Any,
    movers: Any,
    plies: Any,
    results: Any,
    rewards: Any,
    endings: Any,
    seats: int,
    max_plies: int,
    begins_anew: bool,
    returned: Any,
    are_secret: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    sets: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> int:
    """Step every game; -1, or the first game whose action is not legal, and then nothing was changed."""
    for i in range(len(states)):
        if not 0 <= chosen[i] < mask.shape[1] or mask[i, chosen[i]] == 0:
            return i
    for first in range(0, len(states), AT_ONCE):
        last = min(first + AT_ONCE, len(states))
        for i in range(first, last):
            fetch_row(states, i + AHEAD)
            action = int(chosen[i])
            step_one(
                states, i, action, chance, movers, plies, results, rewards, endings,
                returned, are_secret, shown, seats, max_plies,
            )  # fmt: skip
            if begins_anew and endings[i] != 0:
                begin(states, i, start, chance, movers, plies, shown)
        show(states, first, last, movers, legal, counts, mask, sets, views, shown, observation)
    return -1


@kernel
def begin_all(
    states: Any,
    start: Any,
    chance: Any,
    movers: Any,
    plies: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    sets: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> None:
    """Begin every game."""
    for first in range(0, len(states), AT_ONCE):
        last = min(first + AT_ONCE, len(states))
        for i in range(first, last):
            begin(states, i, start, chance, movers, plies, shown)
        show(states, first, last, movers, legal, counts, mask, sets, views, shown, observation)


@kernel
def pick_at_random(chance: Any, legal: Any, counts: Any, sets: Any, chosen: Any) -> None:
    """Choose any legal action in every game; chance[0] is the word to go on from."""
    word = chance[0]
    for i in range(len(counts)):
        word = next_word(word)
        chosen[i] = nth_legal(legal, sets, i, below(word, counts[i]))
    chance[0] = word


@kernel
def begin_some(
    which: Any,
    states: Any,
    start: Any,
    chance: Any,
    movers: Any,
    plies: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    sets: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> None:
    """Begin the games that are marked, and leave the others as they are."""
    for i in range(len(states)):
        if which[i]:
            begin(states, i, start, chance, movers, plies, shown)
            show(states, i, i + 1, movers, legal, counts, mask, sets, views, shown, observation)


@kernel
def observe_some(which: Any, states: Any, seats: Any, views: Any, observation: Any) -> None:
    """Write what a seat sees of each game that is marked, ended ones included."""
    length = len(observation) // len(states)
    for i in range(len(states)):
        if which[i]:
            if len(views) > 0:
                make_view(states, i, int(seats[i]), views, 0)
            write_row(states, i, int(seats[i]), views, 0, False, observation, i * length)


@kernel
def step_some(
    which: Any,
    states: Any,
    chosen: Any,
    chance: Any,
    movers: Any,
    plies: Any,
    results: Any,
    rewards: Any,
    endings: Any,
    seats: int,
    max_plies: int,
    returned: Any,
    are_secret: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    sets: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> int:
    """Step the games that are marked; -1, or the first whose action is not legal, and then nothing was changed."""
    for i in range(len(states)):
        if which[i] and (not 0 <= chosen[i] < mask.shape[1] or mask[i, chosen[i]] == 0):
            return i
    for i in range(len(states)):
        if which[i]:
            action = int(chosen[i])
            step_one(
                states, i, action, chance, movers, plies, results, rewards, endings,
                returned, are_secret, shown, seats, max_plies,
            )  # fmt: skip
            show(states, i, i + 1, movers, legal, counts, mask, sets, views, shown, observation)
    return -1
