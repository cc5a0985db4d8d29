"""Stepping many games inside compiled code: apply, let chance decide, list what is legal, show what is seen."""

from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.kernel import (
    apply_action,
    apply_chance,
    asks_chance,
    is_over,
    kernel,
    legal_actions,
    returns,
    to_move,
    view_for,
)

_ALL_BITS = (1 << 64) - 1
ENDED, TRUNCATED = 1, 2
UNSIGNED, SMALL, WIDE = 0, 1, 2  # kinds of segments: uint8, int8, int16
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
def flatten(small: Any, wide: Any, first_byte: int, segments: Any, out: Any, at: int, seat: int) -> None:
    """Write the record that begins at a byte as an observation from out[at] on.

    small and wide are the memory of all records, as int8 and as int16.
    """
    out[at] = seat
    at += 1
    for segment in range(len(segments)):
        count = segments[segment, 2]
        target = out[at : at + count]  # slices: seven times as fast as indices with an offset
        if segments[segment, 0] != WIDE:
            first = first_byte + segments[segment, 1]
            source = small[first : first + count]
            for k in range(count):
                target[k] = source[k]
            if segments[segment, 0] == UNSIGNED:
                for k in range(count):
                    target[k] &= 255
        else:
            first = first_byte // 2 + segments[segment, 1]
            pairs = wide[first : first + count]
            for k in range(count):
                target[k] = pairs[k]
        at += count


@kernel
def observe(
    states: Any,
    i: int,
    seat: int,
    views: Any,
    small: Any,
    wide: Any,
    record_size: int,
    segments: Any,
    out: Any,
    at: int,
) -> None:
    """Write what a seat sees of game i from out[at] on; views[0] is scratch, views[1] stays blank.

    small and wide are the memory of `views`, or of `states` where nothing is secret: a view would be a copy.
    """
    if len(views) == 0:
        flatten(small, wide, i * record_size, segments, out, at, seat)
        return
    views[0] = views[1]
    view_for(states[i], seat, views[0])
    flatten(small, wide, 0, segments, out, at, seat)


@kernel
def clear_mask(mask: Any, legal: Any, count: int) -> None:
    """Take what was legal out of a mask: entry by entry where they are few, else all at once."""
    if count * DENSE < len(mask):
        for k in range(count):
            mask[legal[k]] = 0
        return
    for action in range(len(mask)):
        mask[action] = 0


@kernel
def list_legal(states: Any, i: int, seat: int, legal: Any, counts: Any, mask: Any, row: int) -> None:
    """Write the seat's legal actions as list and mask; what the list says of before is taken out of the mask."""
    listed, marked = legal[row], mask[row]
    clear_mask(marked, listed, counts[row])
    count = legal_actions(states[i], seat, listed) if seat >= 0 else 0
    for k in range(count):
        marked[listed[k]] = 1
    counts[row] = count


@kernel
def begin(states: Any, i: int, start: Any, words: Any, movers: Any, plies: Any, seats: int) -> None:
    """Set game i to its start."""
    states[i] = start[0]
    let_chance_decide(states, words, i)
    plies[i] = 0
    movers[i] = next_seat(to_move(states[i]), seats - 1, seats)


@kernel
def step_one(
    states: Any,
    i: int,
    action: int,
    words: Any,
    movers: Any,
    plies: Any,
    results: Any,
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
    endings[i] = 0
    for other in range(seats):
        results[i, other] = 0.0
    if is_over(states[i]):
        endings[i] = ENDED
        movers[i] = -1
        returns(states[i], scratch)
        for other in range(seats):
            results[i, other] = scratch[other]
        return
    if plies[i] == max_plies:
        endings[i] = TRUNCATED
    movers[i] = next_seat(to_move(states[i]), seat, seats)


@kernel
def step_all(
    states: Any,
    chosen: Any,
    start: Any,
    words: Any,
    movers: Any,
    plies: Any,
    results: Any,
    endings: Any,
    seats: int,
    max_plies: int,
    begins_anew: bool,
    returned: Any,
    legal: Any,
    counts: Any,
    mask: Any,
    views: Any,
    small: Any,
    wide: Any,
    record_size: int,
    segments: Any,
    observation: Any,
) -> int:
    """Step every game; -1, or the first game whose action is not legal, and then nothing was changed."""
    for i in range(len(states)):
        if not 0 <= chosen[i] < mask.shape[1] or mask[i, chosen[i]] == 0:
            return i
    length = len(observation) // len(states)
    for i in range(len(states)):
        step_one(states, i, int(chosen[i]), words, movers, plies, results, endings, returned, seats, max_plies)
        if begins_anew and endings[i] != 0:
            begin(states, i, start, words, movers, plies, seats)
        seat = int(movers[i])
        list_legal(states, i, seat, legal, counts, mask, i)
        if seat >= 0:
            observe(states, i, seat, views, small, wide, record_size, segments, observation, i * length)
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
    small: Any,
    wide: Any,
    record_size: int,
    segments: Any,
    observation: Any,
) -> None:
    """Begin every game."""
    length = len(observation) // len(states)
    for i in range(len(states)):
        begin(states, i, start, words, movers, plies, seats)
        list_legal(states, i, int(movers[i]), legal, counts, mask, i)
        seat = int(movers[i])
        observe(states, i, seat, views, small, wide, record_size, segments, observation, i * length)


@kernel
def pick_at_random(word: Any, legal: Any, counts: Any, chosen: Any) -> Any:
    """Choose any legal action in every game; the word to go on from."""
    for i in range(len(counts)):
        word = next_word(word)
        chosen[i] = legal[i, below(word, counts[i])]
    return word
