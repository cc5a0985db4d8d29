"""Points: the score track during the game (§1.5), goods and majorities at its end (§8)."""

from typing import Any

from caravane.games.africa.board import GEMS, GOLD, GOODS, SYMBOLS, TREASURES, fixed
from caravane.games.africa.state import SOURCES, Decision, State
from caravane.kernel import kernel
from caravane.outcome import share_returns

SET_POINTS = fixed([0, 1, 3, 5, 8, 12])  # §8.1 by number of goods of one kind
LARGEST_SET = 5
FIRST_PLACE, SECOND_PLACE = 10, 6  # §8.3
OVER = int(Decision.OVER)


@kernel
def set_points(count: int) -> int:
    """What goods of one kind are worth (§8.1); beyond five, the rest is a set of its own (§8.2)."""
    points = 0
    while count > LARGEST_SET:
        points += int(SET_POINTS[LARGEST_SET])
        count -= LARGEST_SET
    return points + int(SET_POINTS[count])


@kernel
def goods_points(state: State, seat: int) -> int:
    """What all goods of a seat are worth (§8.1)."""
    points = 0
    for good in range(GOODS):
        points += set_points(int(state.goods[seat, good]))
    return points


@kernel
def symbols(state: State, seat: int, metal: int) -> int:
    """A seat's nuggets (GOLD) or gems (GEMS): symbols, not tiles (§8.3)."""
    count = 0
    for kind in range(TREASURES):
        count += SYMBOLS[metal, kind] * int(state.treasure[seat, kind])
    return count


@kernel
def majority_points(state: State, seat: int, metal: int) -> int:
    """What a seat gets for its place in gold or in gems (§8.3)."""
    mine = symbols(state, seat, metal)
    ahead, level, most, leaders = 0, 0, 0, 0
    for other in range(int(state.africa)):
        theirs = symbols(state, other, metal)
        ahead += 1 if theirs > mine else 0
        level += 1 if theirs == mine else 0
        if theirs > most:
            most, leaders = theirs, 0
        leaders += 1 if theirs == most else 0
    return place_points(mine, ahead, level, leaders)


@kernel
def place_points(mine: int, ahead: int, level: int, leaders: int) -> int:
    """A place's points, shared and rounded down; `level` counts the seat itself."""
    if mine == 0:
        return 0  # §8.5
    if ahead == 0 and level == 1:
        return FIRST_PLACE  # §8.3
    if ahead == 0:
        return (FIRST_PLACE + SECOND_PLACE) // level  # §8.4 several first: no second place
    if leaders == 1 and ahead == 1:
        return SECOND_PLACE // level  # §8.3, shared by §8.4
    return 0


@kernel
def track_points(state: State, seat: int) -> int:
    """Where the seat stands on the score track (§1.5)."""
    points = 0
    for source in range(SOURCES):
        points += int(state.earned[seat, source])
    return points


@kernel
def final_points(state: State, seat: int) -> int:
    """The track and what is counted at the end (§8)."""
    return (
        track_points(state, seat)
        + goods_points(state, seat)
        + majority_points(state, seat, GOLD)
        + majority_points(state, seat, GEMS)
    )


@kernel
def points(state: State, seat: int) -> int:
    """The score track; once the game is over, with the final count."""
    if state.decision == OVER:
        return final_points(state, seat)
    return track_points(state, seat)


@kernel
def returns(state: State, out: Any) -> None:
    """Most points win; level seats share the victory (§8.6)."""
    seats = int(state.africa)
    best, winners, most = 0, 0, -1
    if state.decision == OVER:
        for seat in range(seats):
            theirs = final_points(state, seat)
            if theirs > most:
                best, winners, most = 0, 0, theirs
            if theirs == most:
                best |= 1 << seat
                winners += 1
    share_returns(best, seats, winners, out)
