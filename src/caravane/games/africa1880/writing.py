"""Phase 2: what may be written on a sheet, and writing it. Nothing here reads another country's sheet."""

import numpy as np

from caravane.bits import list_set, lowest, where
from caravane.games.africa1880.actions import ALLY, DEVELOP_AT, DO_NOTHING, EXPLORE, FIGHT, LAND, STAY_AT_SEA
from caravane.games.africa1880.board import (
    COASTAL,
    COASTS,
    COUNTRIES,
    FIRST_WAY,
    JOINED,
    MOST_WAYS,
    NEIGHBOURS,
    TARGETS,
    TERRITORIES,
    WAY_FROM,
    WAY_TO,
)
from caravane.games.africa1880.state import (
    ALLIANCE,
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    NO_LANDING,
    NOBODY,
    NOTHING,
    WAR,
    State,
)
from caravane.kernel import Actions, kernel


@kernel
def are_joined(state: State, here: int, there: int) -> bool:
    """Whether two territories border, or a sea link of this table joins them (§1.4)."""
    return (int(JOINED[here, there]) >> int(state.madagascar)) & 1 == 1


@kernel
def may_explore(state: State, here: int, there: int) -> bool:
    """An exploration goes to a neighbour (§3.3) that is not a colony yet (§3.4)."""
    return are_joined(state, here, there) and int(state.colony[there]) == 0


@kernel
def is_empty(state: State, territory: int) -> bool:
    """Whether nobody stands there."""
    present = state.present  # once: looking a field up is what takes time in plain Python
    count = 0
    for country in range(COUNTRIES):
        count += int(present[country, territory])
    return count == 0


@kernel
def may_land(state: State, territory: int) -> bool:
    """A landing goes to a coast without any presence while the orders are written (§3.5)."""
    return int(COASTAL[territory]) == 1 and is_empty(state, territory)


@kernel
def landing_places(state: State) -> int:
    """The territories where one may land, as a set of `caravane.bits`."""
    occupied = 0
    for country in range(COUNTRIES):
        occupied |= where(state.present[country], 1, 0, TERRITORIES)
    return COASTS & ~occupied


@kernel
def targets(state: State, here: int, colonies: int) -> int:
    """The territories that may be explored from here, as a set; `colonies` is one too."""
    return int(NEIGHBOURS[state.madagascar, here]) & ~colonies


@kernel
def colonies(state: State) -> int:
    """The territories that are colonies, as a set."""
    return where(state.colony, 1, 0, TERRITORIES)


@kernel
def legal_orders(state: State, country: int, out: Actions) -> int:
    """Everything that would change the country's sheet, in ascending order."""
    order = state.order[country]
    present = where(state.present[country], 1, 0, TERRITORIES)  # §3.1
    count = list_set(present & ~where(order, NOTHING, 0, TERRITORIES), DO_NOTHING, out, 0)
    count = list_set(present & ~where(order, DEVELOP, 0, TERRITORIES), DEVELOP_AT, out, count)
    count = legal_explorations(state, country, present, out, count)
    count = legal_landings(state, country, out, count)
    return legal_relations(state, country, out, count)


@kernel
def legal_explorations(state: State, country: int, present: int, out: Actions, count: int) -> int:
    """Explorations that are not on the sheet already."""
    order, done = state.order[country], colonies(state)
    while present != 0:
        here = lowest(present)
        present &= present - 1
        written = int(order[here]) - EXPLORE_TO
        there = targets(state, here, done)
        if written >= 0:
            there &= ~(1 << written)
        first = EXPLORE + int(FIRST_WAY[here])
        for way in range(MOST_WAYS):  # of all territories, so that the compiler writes out the loop
            out[np.uint32(count)] = first + way  # stays only if it is one of them
            count += (there >> int(TARGETS[here, way])) & 1
    return count


@kernel
def legal_landings(state: State, country: int, out: Actions, count: int) -> int:
    """The boat line: no landing, or an empty coast (§3.5)."""
    written = int(state.landing[country])
    if written != NO_LANDING:
        out[count] = STAY_AT_SEA
        count += 1
    places = landing_places(state)
    if written >= LAND_AT:
        places &= ~(1 << (written - LAND_AT))
    return list_set(places, LAND, out, count)


@kernel
def legal_relations(state: State, country: int, out: Actions, count: int) -> int:
    """Alliance or war with every other country that is played (§3.6, §1.1)."""
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY and int(state.relation[country, other]) != ALLIANCE:
            out[count] = ALLY + other
            count += 1
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY and int(state.relation[country, other]) != WAR:
            out[count] = FIGHT + other
            count += 1
    return count


@kernel
def write(state: State, country: int, action: int) -> None:
    """Put an order on the country's sheet in place of what stood on that line (§2.5)."""
    if action < DEVELOP_AT:
        state.order[country, action - DO_NOTHING] = NOTHING
    elif action < EXPLORE:
        state.order[country, action - DEVELOP_AT] = DEVELOP
    elif action < STAY_AT_SEA:
        way = action - EXPLORE
        state.order[country, int(WAY_FROM[way])] = EXPLORE_TO + int(WAY_TO[way])
    elif action == STAY_AT_SEA:
        state.landing[country] = NO_LANDING
    elif action < ALLY:
        state.landing[country] = LAND_AT + action - LAND
    elif action < FIGHT:
        state.relation[country, action - ALLY] = ALLIANCE
    else:
        state.relation[country, action - FIGHT] = WAR
