"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

import numpy as np

from caravane.fields import copy_open, copy_row
from caravane.games.africa1880.sampling import Model, random_sheet, sheet_by
from caravane.games.africa1880.state import NOBODY, WRITING, State
from caravane.kernel import kernel

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
SHEETS = ("strokes", "order", "landing", "relation")  # a row for each country


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy what everybody sees, then the seat's own sheet."""
    copy_open(state, view)
    country = own_country(state, seat)
    if country != NOBODY:
        copy_row(state, country, view)


@kernel
def own_country(state: State, seat: int) -> int:
    """Whose sheet a seat sees, or NOBODY's."""
    return int(state.country[seat]) if 0 <= seat < int(state.africa1880) else NOBODY


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
