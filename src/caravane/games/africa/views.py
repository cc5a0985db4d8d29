"""What a seat may see, and a possible truth behind it.

Everything but `hidden` lies open on the table. With hidden treasure (§6.4) a seat's gold and gems are its own
secret until the end. Then the sources of the others' points are merged too: points for found gold and gems,
taken together, would tell how many symbols left the board. What is still face down is nowhere counted by kind;
it follows from the bag and from what a view shows, so it cannot tell more than that.
"""

from typing import Any

from caravane.chance import below, next_word
from caravane.games.africa.board import (
    ANIMAL,
    CODES,
    COUNT,
    FACE_DOWN,
    GEMS,
    GOLD,
    GOOD,
    HEXES,
    MONUMENT,
    SEATS,
    SYMBOLS,
    TREASURE,
    TREASURES,
)
from caravane.games.africa.queries import is_treasure, shuffle_and_spread
from caravane.games.africa.state import DEAL, FOUND, OVER, SOURCES, State
from caravane.kernel import copy_first, kernel


@kernel
def treasure_is_open(state: State) -> bool:
    """Whether everybody may know everybody's gold and gems (§6.3, §6.4)."""
    return int(state.hides_treasure) == 0 or int(state.decision) == OVER


@kernel
def sees_treasure(state: State, viewer: int, seat: int) -> bool:
    """Whether the viewer may know a seat's gold and gems (§6.3, §6.4)."""
    return treasure_is_open(state) or viewer == seat


@kernel
def view_private(state: State, seat: int, view: State) -> None:
    """Treasure, and where points came from: all of it, or the seat's own and the others' merged (§6.4)."""
    if treasure_is_open(state):
        copy_first(state.treasure, view.treasure, SEATS * TREASURES)
        copy_first(state.earned, view.earned, SEATS * SOURCES)
        return
    for other in range(SEATS):
        if other == seat:
            copy_first(state.treasure[seat], view.treasure[seat], TREASURES)
            copy_first(state.earned[seat], view.earned[seat], SOURCES)
        else:
            copy_merged_points(state, other, view)


@kernel
def copy_merged_points(state: State, seat: int, view: State) -> None:
    """Where a seat's points came from, those for all found tiles together."""
    found = int(state.earned[seat, FOUND])
    for source in range(SOURCES):
        if source < CODES:
            found += int(state.earned[seat, source])
        else:
            view.earned[seat, source] = state.earned[seat, source]
    view.earned[seat, FOUND] = found


@kernel
def unseen(view: State, code: int) -> int:
    """How many tiles of a kind the view does not show: face down or, with hidden treasure, taken by others."""
    count = int(COUNT[code])
    for place in range(HEXES):
        if int(view.ground[place]) == code:
            count -= 1
    for seat in range(int(view.africa)):
        if GOOD <= code < ANIMAL:
            count -= int(view.goods[seat, code - GOOD])
        elif code >= TREASURE:
            count -= int(view.treasure[seat, code - TREASURE])
    return count


@kernel
def face_down(view: State) -> int:
    """How many tiles lie face down."""
    count = 0
    for place in range(HEXES):
        if int(view.ground[place]) == FACE_DOWN:
            count += 1
    return count


@kernel
def determinize(view: State, seat: int, word: Any) -> None:
    """Deal what is unknown: tiles onto the face-down hexes and, with hidden treasure, into the others' hands."""
    if int(view.decision) == DEAL:
        return  # nothing was dealt yet
    count = 0
    for code in range(MONUMENT, CODES):
        for _ in range(unseen(view, code)):
            view.hidden[count] = code  # treasure comes last
            count += 1
    word = hand_out_treasure(view, seat, count, face_down(view), word)
    shuffle_and_spread(view, face_down(view), word)


@kernel
def found_and_gone(view: State, viewer: int, code: int) -> int:
    """How many tiles of a treasure the viewer found that now neither lie open nor are its own: others took them."""
    if viewer < 0:
        return 0
    kind = code - TREASURE
    each = int(SYMBOLS[GOLD, kind] + SYMBOLS[GEMS, kind])
    found = int(view.earned[viewer, code]) // each  # §3.2 a found tile earned its symbols
    return found - (int(COUNT[code]) - unseen(view, code))


@kernel
def hand_out_treasure(view: State, viewer: int, count: int, stays: int, word: Any) -> Any:
    """Of the tiles in hidden[0..count) leave `stays` there, give gold and gems to seats that hide theirs."""
    first = count
    while first > 0 and is_treasure(int(view.hidden[first - 1])):
        first -= 1
    for code in range(TREASURE, CODES):
        known = found_and_gone(view, viewer, code)
        place = first
        while known > 0 and count > stays and place < count:  # what the viewer turned over does not lie face down again
            if int(view.hidden[place]) == code:
                count -= 1
                word = give(view, viewer, place, count, word)
                known -= 1
            else:
                place += 1
    while count > stays:
        word = next_word(word)
        drawn = first + below(word, count - first)
        count -= 1
        word = give(view, viewer, drawn, count, word)
    return word


@kernel
def give(view: State, viewer: int, drawn: int, last: int, word: Any) -> Any:
    """Take hidden[drawn] out of the heap that ends with `last`, and give it to one of the other seats."""
    seats = int(view.africa)
    code = int(view.hidden[drawn])
    view.hidden[drawn] = view.hidden[last]
    view.hidden[last] = 0
    word = next_word(word)
    owner = below(word, seats) if viewer < 0 else (viewer + 1 + below(word, seats - 1)) % seats
    view.treasure[owner, code - TREASURE] += 1
    return word
