"""Moving an animal or nomads that already lie face up (§4)."""

from caravane.bits import list_set, lowest, size
from caravane.games.africa.actions import LIFT, PLACE
from caravane.games.africa.board import ANIMAL, ANIMALS, EMPTY, HALF, HERE, NEAR_SET, NEXT_ROWS, NEXT_TO, NOMADS
from caravane.games.africa.queries import (
    around,
    better_hexes,
    can_improve,
    company,
    compared,
    counting,
    hexes_with,
    in_window,
    in_windows,
    lay,
    list_windows,
    room,
)
from caravane.games.africa.state import MOVED_ANIMALS, MOVED_NOMADS, State
from caravane.kernel import Actions, inlined, kernel


@inlined
def liftable(state: State, seat: int, out: Actions, count: int) -> int:
    """Add what the explorer can lift, in board order: on its own hex or next to it (§4.1), if some hex is better (§4.5)."""
    here = int(state.at[seat])
    first, last = NEXT_ROWS
    near = int(NEXT_TO[here]) | int(HERE[here])
    animals = in_windows(state, here, ANIMAL, ANIMAL + ANIMALS, first, last) & near
    nomads = in_windows(state, here, NOMADS, NOMADS + 1, first, last) & near
    if animals | nomads == 0:
        return count
    lifted = liftable_animals(state, here, animals) | liftable_nomads(state, here, nomads)
    return list_windows(lifted, here, LIFT, first, last, out, count)


@inlined
def liftable_animals(state: State, here: int, animals: int) -> int:
    """Which of these animals have a better hex, as a set in the windows of `here`.

    Only its like beside empty hexes can help an animal: one of them where it is alone, else they must be looked at.
    """
    upper, lower = room(state, 0), room(state, 1)
    lifted, in_doubt = 0, 0
    while animals != 0:
        bit = animals & -animals
        place = in_window(here, lowest(animals))
        first, second = counting(state, place, 0), counting(state, place, 1)
        helpful = size(first & (upper[0] | upper[1] | upper[2])) + size(second & (lower[0] | lower[1] | lower[2]))
        alike = around(place, first, second)
        lifted |= bit & -int(helpful > alike)
        in_doubt |= bit & -int(helpful > alike > 0)
        animals ^= bit
    while in_doubt != 0:
        bit = in_doubt & -in_doubt
        lifted ^= bit & -int(not can_improve(state, in_window(here, lowest(in_doubt))))
        in_doubt ^= bit
    return lifted


@inlined
def liftable_nomads(state: State, here: int, nomads: int) -> int:
    """The same for nomads: next to them there will be one empty hex more, the one that they leave (§4.4)."""
    upper, lower = room(state, 0), room(state, 1)
    first, second = hexes_with(state, EMPTY, 0), hexes_with(state, EMPTY, 1)
    lifted = 0
    while nomads != 0:
        bit = nomads & -nomads
        place = in_window(here, lowest(nomads))
        number = around(place, first, second)
        more_0, level_0 = compared(upper, number)
        more_1, level_1 = compared(lower, number)
        better = first & (more_0 | level_0 & int(NEAR_SET[place, 0]))
        better |= second & (more_1 | level_1 & int(NEAR_SET[place, 1]))
        lifted |= bit & -int(better != 0)
        nomads ^= bit
    return lifted


@kernel
def relocation_places(state: State, out: Actions) -> int:
    """Every empty hex that is strictly better (§4.2, §4.3)."""
    first, second = better_hexes(state, int(state.subject))
    return list_set(second, PLACE + HALF, out, list_set(first, PLACE, out, 0))


@kernel
def relocate(state: State, seat: int, subject: int, place: int) -> None:
    """Score what the move improves: animals (§4.2), nomads (§4.3)."""
    code = int(state.ground[subject])
    gained = company(state, subject, place) - company(state, subject, subject)
    state.earned[seat, MOVED_NOMADS if code == NOMADS else MOVED_ANIMALS] += gained
    lay(state, subject, EMPTY)
    lay(state, place, code)
    state.has_acted = 1
