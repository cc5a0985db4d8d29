"""The scoring sheet, and what must hold in every true position."""

from typing import Any

from caravane.games.africa.board import (
    CAMP,
    CAMP_SUPPLY,
    CAMPS_EACH,
    CODES,
    COUNT,
    EMPTY,
    FACE_DOWN,
    GOOD,
    GOODS,
    HALF,
    HEXES,
    IS_CITY,
    MONUMENT,
    MONUMENTS,
    TREASURE,
    TREASURES,
    tile_of,
)
from caravane.games.africa.queries import empty_around
from caravane.games.africa.state import BONUS, FOUND, NOWHERE, Decision


def invariants(state: Any) -> list[str]:
    """What is broken: tiles, camps and symbols are conserved, explorers stand apart, derived fields agree."""
    if state.decision == Decision.DEAL:
        return []
    parts = broken_tiles, broken_room, broken_camps, broken_explorers, broken_turn
    return [each for part in parts for each in part(state)]


def broken_tiles(state: Any) -> list[str]:
    """Every tile of the bag is somewhere exactly once."""
    seats = range(int(state.africa))
    broken = []
    for code in range(MONUMENT, CODES):
        held = 0
        if GOOD <= code < GOOD + GOODS:
            held = sum(int(state.goods[seat, code - GOOD]) for seat in seats)
        if code >= TREASURE:
            held = sum(int(state.treasure[seat, code - TREASURE]) for seat in seats)
        total = int((state.ground == code).sum()) + int((state.hidden == code).sum()) + held
        if total != COUNT[code]:
            broken.append(f"{tile_of(code).id}: {total} tiles instead of {COUNT[code]}")
    for place in range(HEXES):
        if (state.ground[place] == FACE_DOWN) != (state.hidden[place] != 0):
            broken.append(f"hex {place}: face down without a tile, or a tile below an open hex")
        if GOOD <= state.ground[place] < GOOD + GOODS:
            broken.append(f"hex {place}: a good lies on the board")
        if IS_CITY[place] and state.ground[place] == FACE_DOWN:
            broken.append(f"hex {place}: a face-down tile on a city")
    if state.goods.min() < 0 or state.treasure.min() < 0:
        broken.append("somebody holds less than nothing")
    return broken


def broken_room(state: Any) -> list[str]:
    """What was counted of empty hexes agrees with the ground."""
    broken = []
    for place in range(HEXES):
        half, index = divmod(place, HALF)
        counted = sum((int(state.room[half, digit]) >> index & 1) << digit for digit in range(3))
        if counted != empty_around(state, place, NOWHERE):
            broken.append(f"hex {place}: {counted} empty hexes around it were counted")
    return broken


def broken_camps(state: Any) -> list[str]:
    """Camps are in front of seats, on the board or in the supply (§1.2, §3.12)."""
    found = int((state.ground == MONUMENT).sum())
    broken = []
    if found != state.monuments:
        broken.append(f"{found} monuments lie open, {state.monuments} were counted")
    supply = CAMP_SUPPLY - min(found, MONUMENTS - 1)
    total = int(state.camps.sum()) + int((state.ground == CAMP).sum()) + supply
    expected = CAMP_SUPPLY + CAMPS_EACH * int(state.africa)
    if total != expected or state.camps.min() < 0:
        broken.append(f"{total} camps instead of {expected}")
    return broken


def broken_explorers(state: Any) -> list[str]:
    """No two explorers share a hex and none stands on a face-down tile."""
    places = [int(place) for place in state.at[: int(state.africa)] if place != NOWHERE]
    broken = []
    if len(set(places)) != len(places):
        broken.append("two explorers share a hex")
    if any(state.ground[place] == FACE_DOWN for place in places):
        broken.append("an explorer stands on a face-down tile")
    return broken


def broken_turn(state: Any) -> list[str]:
    """What is in the hand fits what is asked."""
    broken = []
    holds = state.decision in (Decision.SETTLE, Decision.RELOCATE)
    if holds != (state.subject != NOWHERE) or (holds and state.ground[state.subject] == EMPTY):
        broken.append("what is being placed does not fit the decision")
    if (state.decision == Decision.EXCHANGE) != (state.found_good != 0):
        broken.append("the found good does not fit the decision")
    bonus = int(state.earned[:, BONUS].sum())
    if bonus != (3 if state.monuments == MONUMENTS else 0):
        broken.append(f"{bonus} points for the last monument")
    symbols_found = int(state.earned[:, TREASURE : TREASURE + TREASURES].sum() + state.earned[:, FOUND].sum())
    if symbols_found < 0 or state.earned.min() < 0:
        broken.append("negative points")
    return broken
