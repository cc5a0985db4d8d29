"""Points, the winner, and the score sheet (§7)."""

import numpy as np
import numpy.typing as npt

from caravane.game import Item
from caravane.games.africa1880.board import ALONE, COUNTRIES, SHARED, TERRITORIES, TERRITORY
from caravane.games.africa1880.state import (
    NOBODY,
    OVER,
    WAR,
    State,
)
from caravane.kernel import kernel
from caravane.outcome import share_returns
from caravane.text import Text


@kernel
def colony_points(state: State, country: int, territory: int) -> int:
    """What a country's presence in a colony counts (§7.3)."""
    present = state.present
    if int(present[country, territory]) == 0 or int(state.colony[territory]) == 0:
        return 0
    for other in range(COUNTRIES):
        if other != country and int(present[other, territory]) == 1:
            return SHARED
    return ALONE


@kernel
def alliances_received(state: State, country: int) -> int:
    """How many others declared alliance to a country in the last turn that was played (§7.4, §7.6)."""
    turn = int(state.turn) - 1
    if turn < 0:
        return 0
    count = 0
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY:
            if int(state.past_relation[turn, other, country]) != WAR:
                count += 1
    return count


@kernel
def points(state: State, seat: int) -> int:
    """A seat's points as things stand (§7.6)."""
    country = int(state.country[seat])
    if country == NOBODY:
        return 0
    colony = state.colony
    total = alliances_received(state, country)
    for territory in range(TERRITORIES):
        if int(colony[territory]) == 1:
            total += colony_points(state, country, territory)
    return total


@kernel
def returns(state: State, out: npt.NDArray[np.float64]) -> None:
    """One winner takes all; a tie for first has no winner (§7.5)."""
    seats = int(state.africa1880)
    best = -1
    winner = NOBODY
    for seat in range(seats):
        mine = points(state, seat)
        if mine == best:
            winner = NOBODY
        elif mine > best:
            best = mine
            winner = seat
    if winner == NOBODY or int(state.stage) != OVER:
        share_returns(0, seats, 0, out)
    else:
        share_returns(1 << winner, seats, 1, out)


def winner(state: State) -> int:
    """The seat that alone has most points (§7.5), or NOBODY."""
    totals = [points(state, seat) for seat in range(int(state.africa1880))]
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else NOBODY


def score_sheet(state: State, seat: int) -> list[Item]:
    """Colonies alone (§7.3), shared colonies, alliances received (§7.4)."""
    country = int(state.country[seat])
    if country == NOBODY:
        return []
    items = []
    for territory in range(TERRITORIES):
        value = colony_points(state, country, territory)
        if value:
            name = TERRITORY[territory].name
            kind = (
                Text("colonie, seul", "colony, alone") if value == ALONE else Text("colonie partagée", "shared colony")
            )
            title = Text(f"{name.fr} ({kind.fr})", f"{name.en} ({kind.en})")
            items.append(Item(f"colony:{TERRITORY[territory].id}", title, value))
    title = Text("Alliances reçues au dernier tour", "Alliances received in the last turn")
    return [*items, Item("alliances", title, alliances_received(state, country))]
