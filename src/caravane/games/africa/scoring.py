"""Points: the score track during the game (§1.5), goods and majorities at its end (§8)."""

from functools import cache, lru_cache
from typing import Any

import numpy as np

from caravane.game import Item
from caravane.games.africa.board import (
    GEMS,
    GOLD,
    GOOD,
    GOODS,
    MONUMENT,
    SYMBOLS,
    TREASURES,
    fixed,
    tile_of,
)
from caravane.games.africa.state import BONUS, FOUND, MOVED_ANIMALS, MOVED_NOMADS, SOURCES, STUDIES, Decision, State
from caravane.kernel import kernel
from caravane.outcome import share_returns
from caravane.text import Text

SET_POINTS = fixed([0, 1, 3, 5, 8, 12])  # §8.1 by number of goods of one kind
LARGEST_SET = 5
FIRST_PLACE, SECOND_PLACE = 10, 6  # §8.3
OVER = int(Decision.OVER)


@kernel
def set_points(count: int) -> int:
    """What goods of one kind are worth (§8.1); beyond five, the rest is a set of its own (§8.2)."""
    points = 0
    while count > LARGEST_SET:
        points += int(SET_POINTS[LARGEST_SET])
        count -= LARGEST_SET
    return points + int(SET_POINTS[count])


@kernel
def goods_points(state: State, seat: int) -> int:
    """What all goods of a seat are worth (§8.1)."""
    points = 0
    for good in range(GOODS):
        points += set_points(int(state.goods[seat, good]))
    return points


@kernel
def symbols(state: State, seat: int, metal: int) -> int:
    """A seat's nuggets (GOLD) or gems (GEMS): symbols, not tiles (§8.3)."""
    count = 0
    for kind in range(TREASURES):
        count += SYMBOLS[metal, kind] * int(state.treasure[seat, kind])
    return count


@kernel
def majority_points(state: State, seat: int, metal: int) -> int:
    """What a seat gets for its place in gold or in gems (§8.3)."""
    mine = symbols(state, seat, metal)
    ahead, level, most, leaders = 0, 0, 0, 0
    for other in range(int(state.africa)):
        theirs = symbols(state, other, metal)
        ahead += 1 if theirs > mine else 0
        level += 1 if theirs == mine else 0
        if theirs > most:
            most, leaders = theirs, 0
        leaders += 1 if theirs == most else 0
    return place_points(mine, ahead, level, leaders)


@kernel
def place_points(mine: int, ahead: int, level: int, leaders: int) -> int:
    """A place's points, shared and rounded down; `level` counts the seat itself."""
    if mine == 0:
        return 0  # §8.5
    if ahead == 0 and level == 1:
        return FIRST_PLACE  # §8.3
    if ahead == 0:
        return (FIRST_PLACE + SECOND_PLACE) // level  # §8.4 several first: no second place
    if leaders == 1 and ahead == 1:
        return SECOND_PLACE // level  # §8.3, shared by §8.4
    return 0


@kernel
def track_points(state: State, seat: int) -> int:
    """Where the seat stands on the score track (§1.5)."""
    points = 0
    for source in range(SOURCES):
        points += int(state.earned[seat, source])
    return points


@kernel
def final_points(state: State, seat: int) -> int:
    """The track and what is counted at the end (§8)."""
    return (
        track_points(state, seat)
        + goods_points(state, seat)
        + majority_points(state, seat, GOLD)
        + majority_points(state, seat, GEMS)
    )


@kernel
def points(state: State, seat: int) -> int:
    """The score track; once the game is over, with the final count."""
    if state.decision == OVER:
        return final_points(state, seat)
    return track_points(state, seat)


@kernel
def returns(state: State, out: Any) -> None:
    """Most points win; level seats share the victory (§8.6)."""
    seats = int(state.africa)
    best, winners, most = 0, 0, -1
    if state.decision == OVER:
        for seat in range(seats):
            theirs = final_points(state, seat)
            if theirs > most:
                best, winners, most = 0, 0, theirs
            if theirs == most:
                best |= 1 << seat
                winners += 1
    share_returns(best, seats, winners, out)


SOURCE_TITLES = {
    MOVED_ANIMALS: ("moved_animals", Text("Animaux déplacés", "Animals moved")),
    MOVED_NOMADS: ("moved_nomads", Text("Nomades déplacés", "Nomads moved")),
    STUDIES: ("camps", Text("Camps de base", "Base camps")),
    BONUS: ("bonus", Text("Dernier monument", "Last monument")),
    FOUND: ("found", Text("Tuiles découvertes", "Tiles found")),
}


@cache
def source_title(source: int) -> tuple[str, Text]:
    """Key and title of where points came from."""
    if source in SOURCE_TITLES:
        return SOURCE_TITLES[source]
    tile = tile_of(source)
    return f"found_{tile.id}", Text(f"Découverte\u00a0: {tile.many.fr}", f"Found: {tile.many.en}")


@lru_cache(maxsize=1000)  # every viewer asks for every seat, and few score in a turn
def _track(row: bytes) -> tuple[Item, ...]:
    """The items of a row of `earned`."""
    earned = np.frombuffer(row, np.int16).tolist()
    return tuple(Item(*source_title(source), earned[source]) for source in range(MONUMENT, SOURCES) if earned[source])


def score_sheet(state: Any, seat: int) -> list[Item]:
    """The score track by source (§1.5) and, once the game is over, the final count (§8)."""
    items = list(_track(state.earned[seat].tobytes()))
    if state.decision != Decision.OVER:
        return items
    for good in range(GOODS):
        count = int(state.goods[seat, good])
        tile = tile_of(GOOD + good)
        if count:
            title = Text(f"Objets\u00a0: {tile.many.fr} ({count})", f"Goods: {tile.many.en} ({count})")
            items.append(Item(f"goods_{tile.id}", title, int(set_points(count))))
    for metal, key, fr, en in ((GOLD, "gold", "Or", "Gold"), (GEMS, "gems", "Pierres précieuses", "Gems")):
        count = int(symbols(state, seat, metal))
        items.append(Item(key, Text(f"{fr} ({count})", f"{en} ({count})"), int(majority_points(state, seat, metal))))
    return items
