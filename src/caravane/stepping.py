"""Stepping many games inside compiled code: apply, let chance decide, list what is legal, show what is seen."""

from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.fields import clear_own, clock_of, flatten_open, flatten_own, flatten_steady
from caravane.kernel import (
    apply_action,
    apply_chance,
    asks_chance,
    is_over,
    kernel,
    legal_actions,
    returns,
    to_move,
    view_own,
)

_ALL_BITS = (1 << 64) - 1
ENDED, TRUNCATED = 1, 2
AT_ONCE = 64  # games that are stepped, then shown: enough to work side by side, few enough to stay near the core
NOTHING_SHOWN = -1  # no clock of a game stands there
DENSE = 16  # entries of a mask that are cleared in a row in the time of one here and there


@kernel
def next_seat(bits: int, after: int, seats: int) -> int:
    """The first seat of a set when one goes round the table from the seat after this one; -1 if there is none."""
    seat = after
    for _ in range(seats):
        seat = 0 if seat + 1 == seats else seat + 1
        if (bits >> seat) & 1:
            return seat
    return -1


@kernel
def let_chance_decide(states: Any, words: Any, i: int) -> None:
    """Give the words that are asked for, as SeededChance would from the same seed."""
    while asks_chance(states[i]):
        words[i] = next_word(words[i])
        apply_chance(states[i], np.uint64(below(words[i], _ALL_BITS)))


@kernel
def make_view(states: Any, i: int, seat: int, views: Any, k: int) -> None:
    """Make views[k] what a seat sees of game i, but for what all see."""
    clear_own(views[k])
    view_own(states[i], seat, views[k])


@kernel
def write_row(states: Any, i: int, seat: int, views: Any, k: int, steady_is_shown: bool, out: Any, at: int) -> None:
    """Write what a seat sees of game i from out[at] on; views[k] was made for it, unless nothing is secret."""
    out[at] = seat
    if not steady_is_shown:
        flatten_steady(states[i], out, at)
    flatten_open(states[i], out, at)
    if len(views) > 0:
        flatten_own(views[k], out, at)


@kernel
def observe(states: Any, i: int, seat: int, views: Any, out: Any) -> None:
    """Write what any seat sees of game i."""
    if len(views) > 0:
        make_view(states, i, seat, views, 0)
    write_row(states, i, seat, views, 0, False, out, 0)


@kernel
def clear_mask(mask: Any, legal: Any, count: int) -> None:
    """Take what was legal out of a mask: entry by entry where they are few, else all at once."""
    if count * DENSE < len(mask):
        for k in range(count):
            mask[np.uint32(legal[k])] = 0  # without a sign: no test for indices from the end
        return
    for action in range(len(mask)):
        mask[action] = 0


@kernel
def mark(mask: Any, legal: Any, count: int) -> None:
    """Write what is legal into an empty mask."""
    for k in range(count):
        mask[np.uint32(legal[k])] = 1


@kernel
def list_legal(states: Any, i: int, seat: int, legal: Any, counts: Any, mask: Any, row: int) -> None:
    """Write the seat's legal actions as list and mask; what the list says of before is taken out of the mask."""
    listed, marked = legal[row], mask[row]
    clear_mask(marked, listed, counts[row])
    counts[row] = legal_actions(states[i], seat, listed) if seat >= 0 else 0
    mark(marked, listed, counts[row])


@kernel
def begin(states: Any, i: int, start: Any, words: Any, movers: Any, plies: Any, shown: Any, seats: int) -> None:
    """Set game i to its start."""
    states[i] = start[0]
    let_chance_decide(states, words, i)
    plies[i] = 0
    movers[i] = next_seat(to_move(states[i]), seats - 1, seats)
    shown[i] = NOTHING_SHOWN


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


@kernel
def step_one(
    states: Any,
    i: int,
    action: int,
    words: Any,
    movers: Any,
    plies: Any,
    results: Any,
    rewards: Any,
    endings: Any,
    scratch: Any,
    seats: int,
    max_plies: int,
) -> None:
    """Carry out the mover's action in game i; note what it ended."""
    seat = int(movers[i])
    apply_action(states[i], seat, action)
    let_chance_decide(states, words, i)
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
    movers[i] = next_seat(to_move(states[i]), seat, seats)


@kernel
def show(
    states: Any,
    first: int,
    last: int,
    movers: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> None:
    """Write what is legal and what is seen, of some games; shown[i] is the clock of what is steady and stands there.

    A loop for each thing to do: short loops work on several games at a time, one long loop does not, and what was
    written in small pieces is slow to read in large ones just then (together, a third of a step's time).
    """
    length = len(observation) // len(states)
    for i in range(first, last):
        clear_mask(mask[i], legal[i], counts[i])
    for i in range(first, last):
        counts[i] = legal_actions(states[i], int(movers[i]), legal[i]) if movers[i] >= 0 else 0
    for i in range(first, last):
        mark(mask[i], legal[i], counts[i])
    if len(views) > 0:
        for i in range(first, last):
            if movers[i] >= 0:
                make_view(states, i, int(movers[i]), views, i - first)
    for i in range(first, last):
        if movers[i] >= 0:
            clock = clock_of(states[i])
            write_row(states, i, int(movers[i]), views, i - first, shown[i] == clock, observation, i * length)
            shown[i] = clock


@kernel
def step_all(
    states: Any,
    chosen: Any,
    start: Any,
    words: Any,
    movers: Any,
    plies: Any,
    results: Any,
    rewards: Any,
    endings: Any,
    seats: int,
    max_plies: int,
    begins_anew: bool,
    returned: Any,
    legal: Any,
    counts: Any,
    mask: Any,
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
            action = int(chosen[i])
            step_one(states, i, action, words, movers, plies, results, rewards, endings, returned, seats, max_plies)
            if begins_anew and endings[i] != 0:
                begin(states, i, start, words, movers, plies, shown, seats)
        show(states, first, last, movers, legal, counts, mask, views, shown, observation)
    return -1


@kernel
def begin_all(
    states: Any,
    start: Any,
    words: Any,
    movers: Any,
    plies: Any,
    seats: int,
    legal: Any,
    counts: Any,
    mask: Any,
    views: Any,
    shown: Any,
    observation: Any,
) -> None:
    """Begin every game."""
    for first in range(0, len(states), AT_ONCE):
        last = min(first + AT_ONCE, len(states))
        for i in range(first, last):
            begin(states, i, start, words, movers, plies, shown, seats)
        show(states, first, last, movers, legal, counts, mask, views, shown, observation)


@kernel
def pick_at_random(word: Any, legal: Any, counts: Any, chosen: Any) -> Any:
    """Choose any legal action in every game; the word to go on from."""
    for i in range(len(counts)):
        word = next_word(word)
        chosen[i] = legal[i, below(word, counts[i])]
    return word
