"""What is legal, as list and mask, in many games at once.

Compiled, a rule that ends in `list_bitset` gives its set instead of a list: masks are made of that in a few
instructions, and lists only for those who ask for them. Such games have many legal actions at a time.
"""

from typing import Any

import numpy as np

from caravane.bitset import LANES, list_members, mark_members, nth_member, words_of_bits
from caravane.kernel import inlined, kernel, legal_actions

DENSE = 16  # entries of a mask that are cleared in a row in the time of one here and there
PIECE = LANES  # of a list


@inlined
def clear_mask(mask: Any, legal: Any, row: int, count: int) -> None:
    """Take what was legal out of a row of the mask: entry by entry where they are few, else all at once.

    The list is taken in pieces, here and in `mark`: a loop that ends anywhere is a branch that nobody foresees. What
    stands behind a list's end are actions too, left from an earlier list (`room_for_lists`).
    """
    if count * DENSE < mask.shape[1]:
        for first in range(0, count, PIECE):
            for k in range(first, first + PIECE):
                mask[row, np.uint32(legal[row, k])] = 0  # without a sign: no test for indices from the end
        return
    for action in range(mask.shape[1]):
        mask[row, action] = 0


@inlined
def mark(mask: Any, legal: Any, row: int, count: int) -> None:
    """Write what is legal into an empty row of the mask: backwards, so that what stands behind the list comes first."""
    pieces = (count + PIECE - 1) // PIECE
    for piece in range(pieces):
        last = (pieces - piece) * PIECE - 1
        for k in range(PIECE):
            mask[row, np.uint32(legal[row, last - k])] = int(last - k < count)


@kernel
def write_legal_lists(
    states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, sets: Any
) -> None:
    """What the lists say of before is taken out of the masks, what is legal now is listed and marked."""
    for i in range(first, last):
        clear_mask(mask, legal, i, counts[i])
    for i in range(first, last):
        counts[i] = legal_actions(states[i], int(movers[i]), legal[i]) if movers[i] >= 0 else 0
    for i in range(first, last):
        mark(mask, legal, i, counts[i])


@kernel
def write_legal_sets(
    states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, sets: Any
) -> None:
    """What is legal now is found as a set and marked; the lists stay as they are."""
    for i in range(first, last):
        for word in range(sets.shape[1]):  # a rule may return without having written anything
            sets[i, word] = 0
        counts[i] = legal_actions(states[i], int(movers[i]), (sets[i],)) if movers[i] >= 0 else 0
    for i in range(first, last):
        mark_members(sets[i], mask[i])


def write_legal(states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, sets: Any) -> None:
    """Write what is legal in some games, as masks and as lists or, if there is room for them, sets."""
    write_legal_lists(states, first, last, movers, legal, counts, mask, sets)


def gives_sets(states: Any) -> bool:
    """Whether `write_legal` writes sets for games of this kind."""
    return False


@kernel
def needs_sets(states: Any) -> bool:
    """The same, for Python to ask."""
    return gives_sets(states)


@kernel
def nth_legal(legal: Any, sets: Any, i: int, nth: int) -> int:
    """The nth legal action of game i."""
    return nth_member(sets[i], nth) if len(sets) > 0 else int(legal[i, nth])


@kernel
def write_lists(sets: Any, actions: int, legal: Any) -> None:
    """Write the lists of all games whose sets are given."""
    for i in range(len(sets)):
        list_members(sets[i], actions, legal[i])


def room_for_sets(states: Any, actions: int) -> Any:
    """A set for each game, or none for games that give lists."""
    return np.zeros((len(states) if needs_sets(states) else 0, words_of_bits(actions)), np.int64)


def room_for_lists(rows: int, length: int) -> Any:
    """Lists for so many games: behind the longest there still is a piece of any action."""
    return np.zeros((rows, (length // PIECE + 2) * PIECE), np.int32)


@kernel
def list_legal(states: Any, i: int, seat: int, legal: Any, mask: Any) -> None:
    """Write a seat's legal actions of game i into the only row of an empty mask."""
    mark(mask, legal, 0, legal_actions(states[i], seat, legal[0]))


@kernel
def first_unlisted(legal: Any, counts: Any, chosen: Any) -> int:
    """The first game whose chosen action is not in its list; -1 if there is none."""
    for i in range(len(counts)):
        low, high = 0, int(counts[i])
        while low < high:
            middle = (low + high) // 2
            if legal[i, middle] < chosen[i]:
                low = middle + 1
            else:
                high = middle
        if low == counts[i] or legal[i, low] != chosen[i]:
            return i
    return -1
