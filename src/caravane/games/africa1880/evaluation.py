"""How good a position looks, and a quick sensible way to write a sheet."""

from typing import Any

from caravane.chance import below, next_word
from caravane.games.africa1880.actions import (
    ALLY,
    DEVELOP_AT,
    DO_NOTHING,
    EXPLORE,
    FIGHT,
    LAND,
    READY,
    STAY_AT_SEA,
)
from caravane.games.africa1880.board import (
    ALONE,
    COUNTRIES,
    FIRST_WAY,
    SHARED,
    SQUARES,
    TERRITORIES,
    TURNS,
    WAY_TO,
)
from caravane.games.africa1880.resolution import stock
from caravane.games.africa1880.rules import alliances_received, colony_points
from caravane.games.africa1880.state import EXPLORE_TO, MAX_STROKES, NOBODY, UNWRITTEN, WAR, WRITING, State
from caravane.games.africa1880.writing import may_explore, may_land
from caravane.kernel import Actions, kernel

PRESENCE = 0.4  # what standing somewhere is worth beside the squares, in points
HOPE = 0.6  # what a fully developed territory is worth before it is a colony, as a share of its points
MOST_SQUARES = 4
EMPTY_LAND = 4  # how much more tempting land is where nobody stands
SCALE = 20.0  # points of lead that look like half a win


@kernel
def worth(state: State, country: int) -> float:
    """Points in hand, and points in the making: developed squares weigh as far as turns are left to finish them."""
    total = 0.0
    left = TURNS - int(state.turn)
    for territory in range(TERRITORIES):
        if int(state.present[country, territory]) == 0:
            continue
        if int(state.colony[territory]) == 1:
            total += colony_points(state, country, territory)
            continue
        if left == 0:
            continue
        others = 0
        for other in range(COUNTRIES):
            others += int(state.present[other, territory])
        prize = ALONE if others == 1 else SHARED
        missing = int(SQUARES[territory]) - int(state.developed[territory])
        total += PRESENCE
        if missing <= left * others:
            total += HOPE * prize * (1 + int(state.developed[territory])) / (1 + int(SQUARES[territory]))
    return total + alliances_received(state, country)


@kernel
def evaluate(state: State, seat: int) -> float:
    """The lead over the best other, squashed to -1..1."""
    mine = 0.0
    best = -1.0
    for other in range(int(state.africa1880)):
        country = int(state.country[other])
        value = worth(state, country) if country != NOBODY else 0.0
        if other == seat:
            mine = value
        elif value > best:
            best = value
    lead = (mine - best) / SCALE
    return lead / (1.0 + abs(lead))


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Any) -> int:
    """Fill the first empty line sensibly; when none is left, seal."""
    if int(state.stage) != WRITING:
        return int(actions[below(word, count)])
    if int(state.strokes[seat]) >= MAX_STROKES:
        return READY
    country = int(state.country[seat])
    for territory in range(TERRITORIES):
        if int(state.present[country, territory]) == 1 and int(state.order[country, territory]) == UNWRITTEN:
            return sensible_order(state, country, territory, word)
    if int(state.landing[country]) == UNWRITTEN:
        return sensible_landing(state, country, word)
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY:
            if int(state.relation[country, other]) == UNWRITTEN:
                return sensible_relation(state, country, other, word)
    return READY


@kernel
def sensible_order(state: State, country: int, here: int, word: Any) -> int:
    """Spread while there is time, develop in time to finish; now and then the other way round."""
    missing = int(SQUARES[here]) - int(state.developed[here])
    left = TURNS - int(state.turn)
    is_pressing = missing >= left
    if missing > 0 and (is_pressing or below(word, 4) == 0) and missing <= left * present_at(state, here):
        return DEVELOP_AT + here
    total = 0
    if stock(state, country) > 0:
        for way in range(int(FIRST_WAY[here]), int(FIRST_WAY[here + 1])):
            total += appeal(state, country, here, int(WAY_TO[way]))
    if total > 0:
        nth = below(next_word(word), total)
        for way in range(int(FIRST_WAY[here]), int(FIRST_WAY[here + 1])):
            nth -= appeal(state, country, here, int(WAY_TO[way]))
            if nth < 0:
                return EXPLORE + way
    return DEVELOP_AT + here if missing > 0 else DO_NOTHING + here


@kernel
def present_at(state: State, territory: int) -> int:
    """How many countries stand there."""
    count = 0
    for country in range(COUNTRIES):
        count += int(state.present[country, territory])
    return count


@kernel
def appeal(state: State, country: int, here: int, there: int) -> int:
    """How tempting an exploration is: empty land with few squares most; 0 if it cannot bring anything any more."""
    if not may_explore(state, here, there) or int(state.present[country, there]) == 1:
        return 0
    for line in range(TERRITORIES):
        if int(state.order[country, line]) == EXPLORE_TO + there:  # it is on the way already
            return 0
    return land_appeal(state, there)


@kernel
def land_appeal(state: State, there: int) -> int:
    """How tempting it is to arrive somewhere this turn."""
    missing = int(SQUARES[there]) - int(state.developed[there])
    others = present_at(state, there)
    if missing > (TURNS - int(state.turn) - 1) * (1 + others):  # too late to finish it
        return 0
    return (MOST_SQUARES + 1 - missing) * (1 if others > 0 else EMPTY_LAND)


@kernel
def sensible_landing(state: State, country: int, word: Any) -> int:
    """One of the empty coasts, if there is a presence left to send and time to make something of it."""
    total = 0
    if stock(state, country) > 0:
        for territory in range(TERRITORIES):
            total += land_appeal(state, territory) if may_land(state, territory) else 0
    if total == 0:
        return STAY_AT_SEA
    nth = below(word, total)
    for territory in range(TERRITORIES):
        nth -= land_appeal(state, territory) if may_land(state, territory) else 0
        if nth < 0:
            return LAND + territory
    return STAY_AT_SEA


@kernel
def sensible_relation(state: State, country: int, other: int, word: Any) -> int:
    """Mostly alliance; war more often on who declared it last turn or stands on the same land."""
    hostility = 1
    if int(state.turn) > 0 and int(state.past_relation[int(state.turn) - 1, other, country]) == WAR:
        hostility += 4
    for territory in range(TERRITORIES):
        if int(state.colony[territory]) == 0 and int(state.present[country, territory]) == 1:
            hostility += int(state.present[other, territory])
    if below(word, 10) < min(hostility, 7):
        return FIGHT + other
    return ALLY + other
