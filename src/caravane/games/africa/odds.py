"""What chance decides: who begins (§1.3), and which tile lies under a hex, drawn when it is turned over (§3.1).

Nobody learns anything of a tile that lies face down, so to draw it only when it is turned over changes no odds.
"""

from collections.abc import Sequence

from caravane.games.africa.actions import LIFT, OPEN
from caravane.games.africa.board import CODES, FACE_DOWN, HEX_NAMES, HEXES, MONUMENT, SEATS, tile_of
from caravane.games.africa.facts import SEAT_NAMES
from caravane.games.africa.state import CHOOSE_CITY, DEAL, State
from caravane.games.africa.views import unseen
from caravane.text import Text

BEGINS = CODES  # + seat: who begins; below it the code of a tile
OUTCOME_COUNT = BEGINS + SEATS
UNDEALT = 0  # in `hidden`: no tile was laid there yet


def _is_undealt(state: State, place: int) -> bool:
    return int(state.ground[place]) == FACE_DOWN and int(state.hidden[place]) == UNDEALT


def is_ahead(state: State) -> bool:
    """Before the deal, and as long as a hex is face down without a tile that was dealt to it."""
    return int(state.decision) == DEAL or any(_is_undealt(state, place) for place in range(HEXES))


def reveals(state: State, action: int) -> bool:
    """A hex is turned over to which no tile was dealt."""
    return OPEN <= action < LIFT and _is_undealt(state, action - OPEN)


def cases(state: State, action: int) -> Sequence[tuple[int, int]]:
    """Who begins: each seat alike; a tile: each that is not seen and not taken."""
    if int(state.decision) == DEAL:
        return [(BEGINS + seat, 1) for seat in range(int(state.africa))]
    left = [(code, int(unseen(state, code))) for code in range(MONUMENT, CODES)]
    return [(code, count) for code, count in left if count > 0]


def settle(state: State, action: int, outcome: int) -> None:
    """Let somebody begin, or lay a tile where it will be turned over."""
    if outcome >= BEGINS:
        state.starter = outcome - BEGINS
        state.on_turn = state.starter
        state.decision = CHOOSE_CITY
    else:
        state.hidden[action - OPEN] = outcome


def phrase(state: State, action: int, outcome: int) -> Text:
    """Who begins, or what lies where."""
    if outcome >= BEGINS:
        name = SEAT_NAMES[outcome - BEGINS]
        return Text(f"{name.fr} commence", f"{name.en} begins")
    place, tile = HEX_NAMES[action - OPEN], tile_of(outcome).one
    return Text(f"la tuile {place} est {tile.fr}", f"the tile at {place} is {tile.en}")


def forget(state: State) -> None:
    """Take the tiles that lie face down back into the bag."""
    state.hidden[:] = UNDEALT


def lay_out(state: State) -> None:
    """Lay what is in the bag face down in the order of the codes, wherever no tile was dealt."""
    bag = [code for code, count in cases(state, 0) for _ in range(count)]
    for place in range(HEXES):
        if int(state.decision) != DEAL and _is_undealt(state, place):
            state.hidden[place] = bag.pop()
