"""Moving an animal or nomads that already lie face up (§4)."""

from caravane.games.africa.actions import LIFT, PLACE
from caravane.games.africa.board import EMPTY, HEXES, NEAR, NEAR_COUNT, NOMADS
from caravane.games.africa.position import can_improve, company, is_empty, is_relocatable
from caravane.games.africa.state import MOVED_ANIMALS, MOVED_NOMADS, State
from caravane.kernel import Actions, kernel


@kernel
def may_lift(state: State, place: int) -> bool:
    """A face-up animal or nomad for which some hex is better (§4.1, §4.5)."""
    return is_relocatable(int(state.ground[place])) and can_improve(state, place)


@kernel
def liftable(state: State, seat: int, out: Actions, count: int) -> int:
    """Add what the explorer can lift: on its own hex or next to it (§4.1), in board order."""
    here = int(state.at[seat])
    own_is_listed = False
    for i in range(NEAR_COUNT[here]):
        near = NEAR[here, i]
        if near > here and not own_is_listed:
            own_is_listed = True
            if may_lift(state, here):
                out[count] = LIFT + here
                count += 1
        if may_lift(state, near):
            out[count] = LIFT + near
            count += 1
    if not own_is_listed and may_lift(state, here):
        out[count] = LIFT + here
        count += 1
    return count


@kernel
def relocation_places(state: State, out: Actions) -> int:
    """Every empty hex that is strictly better (§4.2, §4.3)."""
    subject = int(state.subject)
    here = company(state, subject, subject)
    count = 0
    for place in range(HEXES):
        if is_empty(state, place) and company(state, subject, place) > here:
            out[count] = PLACE + place
            count += 1
    return count


@kernel
def relocate(state: State, seat: int, subject: int, place: int) -> None:
    """Score what the move improves: animals (§4.2), nomads (§4.3)."""
    code = int(state.ground[subject])
    gained = company(state, subject, place) - company(state, subject, subject)
    state.earned[seat, MOVED_NOMADS if code == NOMADS else MOVED_ANIMALS] += gained
    state.ground[subject] = EMPTY
    state.ground[place] = code
    state.has_acted = 1
