"""Phases 3 to 5: the orders are read and carried out, conflicts are settled, colonies are built.

Orders are judged on the board as it was when they were written (§4.1): that board is `last_present`, while
`present` takes the arrivals of this turn.
"""

from caravane.games.africa1880.board import COLONIES, COUNTRIES, PRESENCES, SQUARES, TERRITORIES, TURNS
from caravane.games.africa1880.state import (
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    NOBODY,
    OVER,
    SEATS,
    UNWRITTEN,
    WAR,
    State,
)
from caravane.kernel import kernel


@kernel
def play_turn(state: State) -> None:
    """Everything that happens once the last sheet is sealed (§2.2)."""
    reveal(state)
    develop(state)
    explore(state)
    land(state)
    settle_conflicts(state)
    build_colonies(state)
    end_turn(state)


@kernel
def reveal(state: State) -> None:
    """Open all sheets together: what was written becomes public, for good (§2.4, §4.10)."""
    turn = int(state.turn)
    for country in range(COUNTRIES):
        for territory in range(TERRITORIES):
            state.past_order[turn, country, territory] = state.order[country, territory]
            state.order[country, territory] = UNWRITTEN
            state.last_present[country, territory] = state.present[country, territory]
        for other in range(COUNTRIES):
            state.past_relation[turn, country, other] = state.relation[country, other]
            state.relation[country, other] = UNWRITTEN
        state.past_landing[turn, country] = state.landing[country]
        state.landing[country] = UNWRITTEN
        state.strokes[country] = 0
    for territory in range(TERRITORIES):
        state.last_developed[territory] = state.developed[territory]
        state.last_colony[territory] = state.colony[territory]
    for seat in range(SEATS):
        state.ready[seat] = 0


@kernel
def develop(state: State) -> None:
    """Each order covers a square while one is free, for good (§4.3); the rest is ignored (§4.2)."""
    turn = int(state.turn)
    for country in range(COUNTRIES):
        for territory in range(TERRITORIES):
            if int(state.past_order[turn, country, territory]) == DEVELOP:
                if int(state.developed[territory]) < int(SQUARES[territory]):
                    state.developed[territory] = int(state.developed[territory]) + 1


@kernel
def stock(state: State, country: int) -> int:
    """The presences a country still has beside the board (§1.5)."""
    count = PRESENCES
    for territory in range(TERRITORIES):
        count -= int(state.present[country, territory])
    return count


@kernel
def explore(state: State) -> None:
    """Expeditions set up new presences in neighbouring territories (§4.4), which get orders next turn (§4.11)."""
    for country in range(COUNTRIES):
        if int(state.seat_of[country]) == NOBODY:
            continue
        left = stock(state, country)
        if int(state.shortage_by_target) == 1:
            explore_by_target(state, country, left)
        else:
            explore_by_origin(state, country, left)


@kernel
def explore_by_origin(state: State, country: int, left: int) -> None:
    """In the order of the sheet's lines (§4.6); where the country stands already, nothing is used (§4.5)."""
    turn = int(state.turn)
    for here in range(TERRITORIES):
        there = int(state.past_order[turn, country, here]) - EXPLORE_TO
        if there >= 0 and left > 0 and int(state.present[country, there]) == 0:
            state.present[country, there] = 1
            left -= 1


@kernel
def explore_by_target(state: State, country: int, left: int) -> None:
    """In the order of the targets' lines (§4.7)."""
    turn = int(state.turn)
    for there in range(TERRITORIES):
        for here in range(TERRITORIES):
            if int(state.past_order[turn, country, here]) != EXPLORE_TO + there:
                continue
            if left > 0 and int(state.present[country, there]) == 0:
                state.present[country, there] = 1
                left -= 1


@kernel
def land(state: State) -> None:
    """Landings come last, with what is left of the stock (§4.6); all succeed (§4.8) unless they bounce (§4.9)."""
    landing = 0
    for country in range(COUNTRIES):
        if would_land(state, country):
            landing |= 1 << country
    succeeding = landing
    if int(state.landing_bounces) == 1:
        for country in range(COUNTRIES):
            if (landing >> country) & 1 and is_contested(state, country, landing):
                succeeding &= ~(1 << country)
    turn = int(state.turn)
    for country in range(COUNTRIES):
        if (succeeding >> country) & 1:
            state.present[country, int(state.past_landing[turn, country]) - LAND_AT] = 1


@kernel
def would_land(state: State, country: int) -> bool:
    """Whether a landing was ordered and has a presence to set ashore where the country is not yet (§4.5, §4.6)."""
    territory = int(state.past_landing[int(state.turn), country]) - LAND_AT
    return territory >= 0 and int(state.present[country, territory]) == 0 and stock(state, country) > 0


@kernel
def is_contested(state: State, country: int, landing: int) -> bool:
    """Whether another country lands at the same place, or has arrived there by exploration (§4.9)."""
    turn = int(state.turn)
    territory = int(state.past_landing[turn, country]) - LAND_AT
    for other in range(COUNTRIES):
        if other == country:
            continue
        if int(state.present[other, territory]) == 1:
            return True
        if (landing >> other) & 1 and int(state.past_landing[turn, other]) == LAND_AT + territory:
            return True
    return False


@kernel
def declares_war(state: State, country: int, other: int) -> bool:
    """Whether a country declares war on another this turn; an empty line is an alliance (§3.6)."""
    return int(state.past_relation[int(state.turn), country, other]) == WAR


@kernel
def settle_conflicts(state: State) -> None:
    """Remove presences everywhere but in colonies (§6.2), all at once and only once (§5.4)."""
    for territory in range(TERRITORIES):
        if int(state.colony[territory]) == 1:
            continue
        count = 0
        for country in range(COUNTRIES):
            count += int(state.present[country, territory])
        if count < 2:  # §5.1
            continue
        removed = 0
        for country in range(COUNTRIES):
            if int(state.present[country, territory]) == 1 and must_leave(state, country, territory, count):
                removed |= 1 << country
        for country in range(COUNTRIES):
            if (removed >> country) & 1:
                state.present[country, territory] = 0


@kernel
def must_leave(state: State, country: int, territory: int, count: int) -> bool:
    """Whether a country loses its presence: the rule for two (§5.2) or for three and more (§5.3)."""
    wars = 0
    alliances = 0
    for other in range(COUNTRIES):
        if other == country or int(state.present[other, territory]) == 0:
            continue
        if count == 2:  # §5.2
            return declares_war(state, other, country) and not declares_war(state, country, other)
        if declares_war(state, other, country):
            wars += 1
        else:
            alliances += 1
    return wars > alliances  # §5.3


@kernel
def build_colonies(state: State) -> None:
    """Found every colony whose conditions are met, shared with who arrived just now (§6.3): no choice (§6.1)."""
    for territory in range(TERRITORIES):
        if int(state.colony[territory]) == 0 and becomes_colony(state, territory):
            state.colony[territory] = 1


@kernel
def becomes_colony(state: State, territory: int) -> bool:
    """Fully developed, occupied, and no war declared between any two that are there (§6.1)."""
    if int(state.developed[territory]) < int(SQUARES[territory]):
        return False
    count = 0
    for country in range(COUNTRIES):
        if int(state.present[country, territory]) == 0:
            continue
        count += 1
        for other in range(COUNTRIES):
            if int(state.present[other, territory]) == 1 and declares_war(state, country, other):
                return False
    return count > 0


@kernel
def colony_count(state: State) -> int:
    """Colonies on the board."""
    count = 0
    for territory in range(TERRITORIES):
        count += int(state.colony[territory])
    return count


@kernel
def end_turn(state: State) -> None:
    """Go to the next year; after 1914 (§7.1) or the last colony figure (§7.2) the game is over."""
    state.turn = int(state.turn) + 1
    if int(state.turn) == TURNS or colony_count(state) >= COLONIES:
        state.stage = OVER
