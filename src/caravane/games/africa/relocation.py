"""Moving an animal or nomads that already lie face up (§4)."""

from caravane.bits import list_set, lowest
from caravane.games.africa.actions import LIFT, PLACE
from caravane.games.africa.board import DIRECTIONS, EMPTY, HALF, NEAR_COUNT, NOMADS, REACHED
from caravane.games.africa.position import better_hexes, can_improve, company, is_relocatable
from caravane.games.africa.state import MOVED_ANIMALS, MOVED_NOMADS, State
from caravane.kernel import Actions, kernel


@kernel
def liftable(state: State, seat: int, out: Actions, count: int) -> int:
    """Add what the explorer can lift, in board order: on its own hex or next to it (§4.1), if some hex is better (§4.5)."""
    here = int(state.at[seat])
    found = 0  # a set of indices in REACHED: what could be lifted is looked for first, because it is rare
    for i in range(DIRECTIONS + 1):
        found |= int(is_relocatable(int(state.ground[REACHED[here, i]]))) << i
    found &= (2 << int(NEAR_COUNT[here])) - 1
    while found != 0:
        place = int(REACHED[here, lowest(found)])
        found &= found - 1
        if can_improve(state, place):
            out[count] = LIFT + place
            count += 1
    return count


@kernel
def relocation_places(state: State, out: Actions) -> int:
    """Every empty hex that is strictly better (§4.2, §4.3)."""
    subject = int(state.subject)
    count = list_set(better_hexes(state, subject, 0), PLACE, out, 0)
    return list_set(better_hexes(state, subject, 1), PLACE + HALF, out, count)


@kernel
def relocate(state: State, seat: int, subject: int, place: int) -> None:
    """Score what the move improves: animals (§4.2), nomads (§4.3)."""
    code = int(state.ground[subject])
    gained = company(state, subject, place) - company(state, subject, subject)
    state.earned[seat, MOVED_NOMADS if code == NOMADS else MOVED_ANIMALS] += gained
    state.ground[subject] = EMPTY
    state.ground[place] = code
    state.has_acted = 1
