"""What is legal, as list and mask, in many games at once.

A game may say what is legal as a set in words (`Rules.add_legal`), which is quicker where many actions are legal: then
masks are made of the words, and lists only for those who ask for them. Else its list is marked in the mask.
"""

from typing import Any

import numpy as np

from caravane.kernel import add_legal, inlined, kernel, legal_actions
from caravane.wide import LANES, count_words, list_words, mark_words, member_of_words, words_for

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
def by_lists(states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, words: Any) -> None:
    """What the lists say of before is taken out of the masks, what is legal now is listed and marked."""
    for i in range(first, last):
        clear_mask(mask, legal, i, counts[i])
    for i in range(first, last):
        counts[i] = legal_actions(states[i], int(movers[i]), legal[i]) if movers[i] >= 0 else 0
    for i in range(first, last):
        mark(mask, legal, i, counts[i])


@kernel
def by_words(states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, words: Any) -> None:
    """What is legal now is found as words, and marked."""
    for i in range(first, last):
        for word in range(words.shape[1]):
            words[i, word] = 0
        if movers[i] >= 0:
            add_legal(states[i], int(movers[i]), words[i])
    for i in range(first, last):
        counts[i] = count_words(words[i])
        mark_words(words[i], mask[i])


def write_legal(
    states: Any, first: int, last: int, movers: Any, legal: Any, counts: Any, mask: Any, words: Any
) -> None:
    """Write what is legal in some games as list or words, and as mask; `room_for_words` made the words."""
    way = by_words if words.ndim == 2 else by_lists
    way(states, first, last, movers, legal, counts, mask, words)


def nth_legal(legal: Any, words: Any, i: int, nth: int) -> int:
    """The nth legal action of game i, of its words or of its list."""
    return int(member_of_words(words[i], nth) if words.ndim == 2 else legal[i, nth])


@kernel
def write_lists(words: Any, actions: int, legal: Any) -> None:
    """Write the lists of all games."""
    for i in range(len(words)):
        list_words(words[i], actions, legal[i])


def room_for_words(rows: int, actions: int, are_given: bool) -> Any:
    """Words for so many games; where a game does not give any, an array of another shape says so."""
    return np.zeros((rows, words_for(actions)) if are_given else 0, np.int64)


def room_for_lists(rows: int, length: int) -> Any:
    """Lists for so many games: behind the longest there still is a piece of any action."""
    return np.zeros((rows, (length // PIECE + 2) * PIECE), np.int32)


@kernel
def list_legal(states: Any, i: int, seat: int, legal: Any, mask: Any) -> None:
    """Write a seat's legal actions of game i into the only row of an empty mask."""
    mark(mask, legal, 0, legal_actions(states[i], seat, legal[0]))
