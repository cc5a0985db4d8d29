"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

import numpy as np

from caravane.fields import copy_open
from caravane.games.africa1880.board import COUNTRIES, TERRITORIES
from caravane.games.africa1880.sampling import Model, random_sheet, sheet_by
from caravane.games.africa1880.state import NOBODY, WRITING, State
from caravane.kernel import copy_first, kernel

OPEN = ("ready",)
# Open too, and the same while sheets are written: who plays what, the board, the sheets of the turns that were played,
# and the board as it was when the last of them were written.
STEADY = (
    "africa1880",
    "countries",
    "first_empty",
    "historical",
    "landing_bounces",
    "shortage_by_target",
    "madagascar",
    "stage",
    "turn",
    "country",
    "seat_of",
    "present",
    "developed",
    "colony",
    "past_order",
    "past_landing",
    "past_relation",
    "last_present",
    "last_developed",
    "last_colony",
)


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy what everybody sees, then the seat's own sheet."""
    copy_open(state, view)
    view_own(state, seat, view)


@kernel
def view_own(state: State, seat: int, view: State) -> None:
    """Copy the seat's own sheet."""
    if seat < 0 or seat >= int(state.africa1880) or int(state.country[seat]) == NOBODY:
        return
    country = int(state.country[seat])
    view.strokes[seat] = state.strokes[seat]
    view.landing[country] = state.landing[country]
    copy_first(state.order[country], view.order[country], TERRITORIES)
    copy_first(state.relation[country], view.relation[country], COUNTRIES)


@kernel
def determinize(view: State, seat: int, word: Any) -> None:
    """Fill the other countries' sheets: each line uniformly among what may stand there."""
    if int(view.stage) != WRITING:
        return
    for other in range(int(view.africa1880)):
        if other != seat:
            word = random_sheet(view, int(view.country[other]), word)


def determinize_by(view: State, seat: int, word: Any, model: Model) -> None:
    """Fill the other countries' sheets as a bot's model expects them; see `sampling.Model`."""
    if int(view.stage) != WRITING:
        return
    for other in range(int(view.africa1880)):
        if other != seat:
            country = int(view.country[other])
            word = np.uint64(sheet_by(view, country, model.orders, model.landings, model.wars, word))
