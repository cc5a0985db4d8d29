"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

import numpy as np

from caravane.games.africa1880.board import COUNTRIES, TERRITORIES
from caravane.games.africa1880.sampling import Model, random_sheet, sheet_by
from caravane.games.africa1880.state import NOBODY, WRITING, State
from caravane.kernel import copy_first, kernel


@kernel
def view_private(state: State, seat: int, view: State) -> None:
    """The seat's own sheet (§2.4)."""
    country = own_country(state, seat)
    if country != NOBODY:
        view.strokes[country] = state.strokes[country]
        view.landing[country] = state.landing[country]
        copy_first(state.order[country], view.order[country], TERRITORIES)
        copy_first(state.relation[country], view.relation[country], COUNTRIES)


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
