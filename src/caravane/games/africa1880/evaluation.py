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
from caravane.games.africa1880.state import MAX_STROKES, NOBODY, UNWRITTEN, WAR, WRITING, State
from caravane.games.africa1880.writing import may_explore, may_land
from caravane.kernel import Actions, kernel

PRESENCE = 0.4  # what standing somewhere is worth beside the squares, in points
HOPE = 0.6  # what a fully developed territory is worth before it is a colony, as a share of its points
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
    """Develop what is not finished, more likely the nearer it is; else explore where one does not stand yet."""
    missing = int(SQUARES[here]) - int(state.developed[here])
    if missing > 0 and below(word, 4) < (3 if missing == 1 else 2):
        return DEVELOP_AT + here
    targets = 0
    for way in range(int(FIRST_WAY[here]), int(FIRST_WAY[here + 1])):
        if is_worth_exploring(state, country, here, int(WAY_TO[way])):
            targets += 1
    if targets > 0 and stock(state, country) > 0:
        nth = below(next_word(word), targets)
        for way in range(int(FIRST_WAY[here]), int(FIRST_WAY[here + 1])):
            if is_worth_exploring(state, country, here, int(WAY_TO[way])):
                if nth == 0:
                    return EXPLORE + way
                nth -= 1
    return DEVELOP_AT + here if missing > 0 else DO_NOTHING + here


@kernel
def is_worth_exploring(state: State, country: int, here: int, there: int) -> bool:
    """Whether an exploration could set up a presence."""
    return may_explore(state, here, there) and int(state.present[country, there]) == 0


@kernel
def sensible_landing(state: State, country: int, word: Any) -> int:
    """One of the empty coasts, if there is a presence left to send."""
    coasts = 0
    for territory in range(TERRITORIES):
        if may_land(state, territory):
            coasts += 1
    if coasts == 0 or stock(state, country) == 0:
        return STAY_AT_SEA
    nth = below(word, coasts)
    for territory in range(TERRITORIES):
        if may_land(state, territory):
            if nth == 0:
                return LAND + territory
            nth -= 1
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
