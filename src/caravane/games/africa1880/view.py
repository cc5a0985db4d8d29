"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

import numpy as np

from caravane.games.africa1880.board import COUNTRIES, TERRITORIES
from caravane.games.africa1880.sampling import Model, random_sheet, sheet_by
from caravane.games.africa1880.state import NOBODY, SEATS, WRITING, State
from caravane.kernel import copy_first, kernel


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy what everybody sees, then the seat's own sheet."""
    copy_table(state, view)
    copy_board(state, view)
    copy_past(state, view)
    if seat < 0 or seat >= int(state.africa1880) or int(state.country[seat]) == NOBODY:
        return
    country = int(state.country[seat])
    view.strokes[seat] = state.strokes[seat]
    view.landing[country] = state.landing[country]
    copy_first(state.order[country], view.order[country], TERRITORIES)
    copy_first(state.relation[country], view.relation[country], COUNTRIES)


@kernel
def copy_table(state: State, view: State) -> None:
    """Options, who plays what, which turn it is, whose sheet is sealed."""
    view.africa1880 = state.africa1880
    view.countries = state.countries
    view.first_empty = state.first_empty
    view.historical = state.historical
    view.landing_bounces = state.landing_bounces
    view.shortage_by_target = state.shortage_by_target
    view.madagascar = state.madagascar
    view.stage = state.stage
    view.turn = state.turn
    copy_first(state.country, view.country, SEATS)
    copy_first(state.seat_of, view.seat_of, COUNTRIES)
    copy_first(state.ready, view.ready, SEATS)


@kernel
def copy_board(state: State, view: State) -> None:
    """The board now, and as it was when the last orders were written."""
    copy_first(state.developed, view.developed, TERRITORIES)
    copy_first(state.colony, view.colony, TERRITORIES)
    copy_first(state.last_developed, view.last_developed, TERRITORIES)
    copy_first(state.last_colony, view.last_colony, TERRITORIES)
    copy_first(state.present, view.present, COUNTRIES * TERRITORIES)
    copy_first(state.last_present, view.last_present, COUNTRIES * TERRITORIES)


@kernel
def copy_past(state: State, view: State) -> None:
    """The sheets of the turns that were played."""
    played = int(state.turn) * COUNTRIES
    copy_first(state.past_landing, view.past_landing, played)
    copy_first(state.past_order, view.past_order, played * TERRITORIES)
    copy_first(state.past_relation, view.past_relation, played * COUNTRIES)


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
