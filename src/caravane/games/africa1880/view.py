"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

import numpy as np

from caravane.games.africa1880.board import COUNTRIES, TERRITORIES, Bytes
from caravane.games.africa1880.sampling import Model, random_sheet, sheet_by
from caravane.games.africa1880.state import NOBODY, SEATS, WRITING, State
from caravane.kernel import kernel


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
    copy_line(state.order[country], view.order[country], TERRITORIES)
    copy_line(state.relation[country], view.relation[country], COUNTRIES)


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
    copy_line(state.country, view.country, SEATS)
    copy_line(state.seat_of, view.seat_of, COUNTRIES)
    copy_line(state.ready, view.ready, SEATS)


@kernel
def copy_board(state: State, view: State) -> None:
    """The board now, and as it was when the last orders were written."""
    copy_line(state.developed, view.developed, TERRITORIES)
    copy_line(state.colony, view.colony, TERRITORIES)
    copy_line(state.last_developed, view.last_developed, TERRITORIES)
    copy_line(state.last_colony, view.last_colony, TERRITORIES)
    copy_table_of(state.present, view.present, TERRITORIES)
    copy_table_of(state.last_present, view.last_present, TERRITORIES)


@kernel
def copy_past(state: State, view: State) -> None:
    """The sheets of the turns that were played."""
    for turn in range(int(state.turn)):
        copy_line(state.past_landing[turn], view.past_landing[turn], COUNTRIES)
        copy_table_of(state.past_order[turn], view.past_order[turn], TERRITORIES)
        copy_table_of(state.past_relation[turn], view.past_relation[turn], COUNTRIES)


@kernel
def copy_line(source: Bytes, target: Bytes, count: int) -> None:
    """Copy a row; arrays come as arguments because reading a field of a record is slow in plain Python."""
    for index in range(count):
        target[index] = source[index]


@kernel
def copy_table_of(source: Bytes, target: Bytes, columns: int) -> None:
    """Copy a table with a row for each country."""
    for country in range(COUNTRIES):
        for column in range(columns):
            target[country, column] = source[country, column]


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
