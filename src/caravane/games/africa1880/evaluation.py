"""How good a position looks, and a quick sensible way to write a sheet.

What a presence is worth depends on how many squares are missing, who else stands there and who could come: next to
others even a nearly finished territory rarely becomes a colony of one's own. The figures are fitted to self-play,
see `worth.json` and `scripts/worth.py`.
"""

import json
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bits import lowest, where
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
    COUNTRIES,
    FIRST_WAY,
    MADAGASCAR,
    NEIGHBOURS,
    SQUARES,
    TERRITORIES,
    TURNS,
    WAY_TO,
    Numbers,
    neighbours,
)
from caravane.games.africa1880.resolution import stock
from caravane.games.africa1880.scoring import alliances_received, colony_points
from caravane.games.africa1880.state import EXPLORE_TO, MAX_STROKES, NOBODY, OVER, UNWRITTEN, WRITING, State
from caravane.games.africa1880.writing import colonies, may_explore, may_land
from caravane.kernel import Actions, kernel

MOST_SQUARES = 4
EMPTY_LAND = 4  # how much more tempting land is where nobody stands
CAUTION, SHARING = 1, 4  # how often, in a hundred, an alliance is declared to who may be met; to share a colony
BEST = 0.8  # how far the best of the others is the rival; the rest is their mean, so that hurting any of them counts
SCALE = 20.0  # points of lead that look like half a win

# A presence in the making is of a kind: alone, with one or with more others; squares missing; how near the rest are.
CROWDS, DANGERS = 3, 4
PRESENCE_KINDS = CROWDS * (MOST_SQUARES + 1) * DANGERS
EMPTY_NEXT_DOOR, TAKEN_NEXT_DOOR = PRESENCE_KINDS, PRESENCE_KINDS + 1  # where one does not stand yet
KINDS = PRESENCE_KINDS + 2
FEWEST_SEATS = 3

WORTH_FILE = "worth.json"
_WORTH: Any = json.loads(files(__package__).joinpath(WORTH_FILE).read_text(encoding="utf-8"))
# [seats - FEWEST_SEATS, turns left, kind], in points still to come
WORTH: npt.NDArray[np.float64] = np.array(_WORTH["worth"], np.float64)
WORTH.setflags(write=False)


def _two_steps() -> Numbers:
    """[madagascar, territory]: bits of the territories that can be entered from there in two steps."""
    found = np.zeros((len(MADAGASCAR), TERRITORIES), np.int64)
    for code in range(len(MADAGASCAR)):
        for here in range(TERRITORIES):
            reached = {there for next_door in neighbours(here, code) for there in neighbours(next_door, code)}
            found[code, here] = sum(1 << there for there in reached)
    found.setflags(write=False)
    return found


TWO_STEPS = _two_steps()


@kernel
def stands(state: State, country: int) -> int:
    """Bits of the territories where a country is present."""
    return where(state.present[country], 1, 0, TERRITORIES)


@kernel
def everybody(state: State) -> tuple[int, int, int, int, int, int]:
    """Where each country stands."""
    return (
        stands(state, 0),
        stands(state, 1),
        stands(state, 2),
        stands(state, 3),
        stands(state, 4),
        stands(state, 5),
    )


@kernel
def kind_of(state: State, standing: tuple[int, int, int, int, int, int], country: int, territory: int) -> int:
    """What a territory that is no colony is to a country, as an index into WORTH; -1 for nothing."""
    next_door = int(NEIGHBOURS[int(state.madagascar), territory])
    two_steps = int(TWO_STEPS[int(state.madagascar), territory])
    others, near, far = 0, 0, 0
    for other in range(COUNTRIES):
        if other == country:
            continue
        if (standing[other] >> territory) & 1:
            others += 1
        elif standing[other] & next_door:
            near += 1
        elif standing[other] & two_steps:
            far += 1
    if (standing[country] >> territory) & 1:
        missing = int(SQUARES[territory]) - int(state.developed[territory])
        danger = min(near, 2) + 1 if near > 0 else min(far, 1)
        return (min(others, CROWDS - 1) * (MOST_SQUARES + 1) + missing) * DANGERS + danger
    if standing[country] & next_door:
        return EMPTY_NEXT_DOOR if others == 0 else TAKEN_NEXT_DOOR
    return -1


@kernel
def worth(state: State, standing: tuple[int, int, int, int, int, int], country: int) -> float:
    """Points in hand, and those that such presences usually bring in the turns that are left."""
    total = 0.0
    left = TURNS - int(state.turn)
    table = int(state.africa1880) - FEWEST_SEATS
    is_over = int(state.stage) == OVER
    for territory in range(TERRITORIES):
        if int(state.colony[territory]) == 1:
            total += colony_points(state, country, territory)
        elif not is_over:
            kind = kind_of(state, standing, country, territory)
            if kind >= 0:
                total += WORTH[table, left, kind]
    if is_over:
        total += alliances_received(state, country)
    return total


@kernel
def evaluate(state: State, seat: int) -> float:
    """The lead over the others, squashed to -1..1: over the best of them first of all."""
    standing = everybody(state)
    mine, best, total = 0.0, -1e9, 0.0
    for other in range(int(state.africa1880)):
        country = int(state.country[other])
        value = worth(state, standing, country) if country != NOBODY else 0.0
        if other == seat:
            mine = value
        else:
            best = max(best, value)
            total += value
    rival = BEST * best + (1.0 - BEST) * total / (int(state.africa1880) - 1)
    lead = (mine - rival) / SCALE
    return lead / (1.0 + abs(lead))


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Any) -> int:
    """Fill the first empty line sensibly; when none is left, seal."""
    if int(state.stage) != WRITING:
        return int(actions[below(word, count)])
    country = int(state.country[seat])
    if int(state.strokes[country]) >= MAX_STROKES:
        return READY
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
def reach(state: State, country: int) -> int:
    """Bits of the territories, colonies apart, where a country stands or can explore."""
    here = stands(state, country)
    there = here
    while here != 0:
        there |= int(NEIGHBOURS[int(state.madagascar), lowest(here)])
        here &= here - 1
    return there & ~colonies(state)


@kernel
def may_share(state: State, country: int, other: int) -> bool:
    """Whether the two could finish a territory together this turn."""
    together = stands(state, country) & stands(state, other) & ~colonies(state)
    while together != 0:
        territory = lowest(together)
        if int(SQUARES[territory]) - int(state.developed[territory]) <= present_at(state, territory):
            return True
        together &= together - 1
    return False


@kernel
def sensible_relation(state: State, country: int, other: int, word: Any) -> int:
    """War on whoever may be met, since trusting alone drives one out (§5.2), and on everybody when alliances count."""
    trust = 100 - CAUTION
    if int(state.turn) == TURNS - 1:
        trust = CAUTION
    elif reach(state, country) & reach(state, other):
        trust = SHARING if may_share(state, country, other) else CAUTION
    return ALLY + other if below(word, 100) < trust else FIGHT + other
