"""What must hold in every state, whoever made it."""

from caravane.games.africa1880.board import COLONIES, COUNTRIES, PRESENCES, SQUARES, TERRITORIES, TURNS
from caravane.games.africa1880.resolution import colony_count
from caravane.games.africa1880.state import (
    CHOOSING,
    DRAWING,
    EXPLORE_TO,
    LAND_AT,
    MAX_STROKES,
    NOBODY,
    OVER,
    PLACING,
    SEATS,
    UNWRITTEN,
    WRITING,
    State,
)
from caravane.games.africa1880.writing import may_explore, may_land


def invariants(state: State) -> list[str]:
    """What is broken, in words; nothing if all is well."""
    return [*_seats(state), *_board(state), *_sheets(state), *_course(state)]


def _seats(state: State) -> list[str]:
    seats = int(state.africa1880)
    if not 3 <= seats <= SEATS:
        return [f"{seats} seats"]
    broken = []
    for seat in range(SEATS):
        country = int(state.country[seat])
        if country != NOBODY and (seat >= seats or int(state.seat_of[country]) != seat):
            broken.append(f"seat {seat} and country {country} disagree")
    taken = sum(int(seat) != NOBODY for seat in state.seat_of)
    if taken != sum(int(country) != NOBODY for country in state.country):
        broken.append("a country has a seat that does not know it")
    if int(state.stage) not in (DRAWING, CHOOSING) and taken != seats:
        broken.append(f"{taken} countries for {seats} seats")
    return broken


def _board(state: State) -> list[str]:
    broken = []
    present, all_developed, colony = state.present.tolist(), state.developed.tolist(), state.colony.tolist()
    for country in range(COUNTRIES):
        count = sum(present[country])
        if any(standing not in (0, 1) for standing in present[country]) or count > PRESENCES:  # §1.5, §4.5
            broken.append(f"country {country} has {count} presences")
        if count and int(state.seat_of[country]) == NOBODY:  # §1.1
            broken.append(f"country {country} is not played but stands on the board")
    for territory in range(TERRITORIES):
        developed, squares = all_developed[territory], int(SQUARES[territory])
        if not 0 <= developed <= squares:
            broken.append(f"territory {territory}: {developed} of {squares} squares")
        if colony[territory]:  # §6.1
            if developed < squares or not any(present[country][territory] for country in range(COUNTRIES)):
                broken.append(f"territory {territory} is a colony without squares or presence")
    return broken


def _sheets(state: State) -> list[str]:
    broken = []
    orders, present = state.order.tolist(), state.present.tolist()
    relations, seats = state.relation.tolist(), state.seat_of.tolist()
    for country in range(COUNTRIES):
        for here, code in enumerate(orders[country]):
            if code != UNWRITTEN and not present[country][here]:
                broken.append(f"country {country} orders a presence that is not at {here}")
            if code >= EXPLORE_TO and not may_explore(state, here, code - EXPLORE_TO):
                broken.append(f"country {country} explores from {here} where it may not")
        landing = int(state.landing[country]) - LAND_AT
        if landing >= 0 and not may_land(state, landing):
            broken.append(f"country {country} lands at {landing}")
        for other in range(COUNTRIES):
            if relations[country][other] and (other == country or seats[other] == NOBODY):
                broken.append(f"country {country} declares something to {other}")
    if int(state.stage) != WRITING and (state.order.any() or state.landing.any() or state.relation.any()):
        broken.append("a sheet is written out of time")
    if any(not 0 <= int(count) <= MAX_STROKES for count in state.strokes):
        broken.append("too many strokes")
    return broken


def _course(state: State) -> list[str]:
    broken = []
    turn, colonies = int(state.turn), colony_count(state)
    is_last = turn == TURNS or colonies >= COLONIES  # §7.1, §7.2
    if not 0 <= turn <= TURNS or is_last != (int(state.stage) == OVER):
        broken.append(f"stage {int(state.stage)} in turn {turn} with {colonies} colonies")
    if int(state.stage) == WRITING and all(state.ready[seat] for seat in range(int(state.africa1880))):
        broken.append("all sheets are sealed but the turn was not played")
    if int(state.stage) in (CHOOSING, PLACING) and turn > 0:
        broken.append("the game began before it was set up")
    if any(state.past_order[t].any() or state.past_relation[t].any() for t in range(turn, TURNS)):
        broken.append("orders of a turn to come")
    return broken
