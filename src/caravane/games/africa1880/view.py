"""What a seat may see, and a possible truth behind it.

Everything is public except the sheets being written: a seat sees its own, and of the others only whether they are
sealed (§2.4). A spectator sees no sheet.
"""

from typing import Any

from caravane.games.africa1880.board import COUNTRIES, TERRITORIES, TURNS
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
    for territory in range(TERRITORIES):
        view.order[country, territory] = state.order[country, territory]
    for other in range(COUNTRIES):
        view.relation[country, other] = state.relation[country, other]


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
    for seat in range(SEATS):
        view.country[seat] = state.country[seat]
        view.seat_of[seat] = state.seat_of[seat]
        view.ready[seat] = state.ready[seat]


@kernel
def copy_board(state: State, view: State) -> None:
    """The board now, and as it was when the last orders were written."""
    for territory in range(TERRITORIES):
        view.developed[territory] = state.developed[territory]
        view.colony[territory] = state.colony[territory]
        view.last_developed[territory] = state.last_developed[territory]
        view.last_colony[territory] = state.last_colony[territory]
        for country in range(COUNTRIES):
            view.present[country, territory] = state.present[country, territory]
            view.last_present[country, territory] = state.last_present[country, territory]


@kernel
def copy_past(state: State, view: State) -> None:
    """The sheets of the turns that were played."""
    for turn in range(TURNS):
        for country in range(COUNTRIES):
            view.past_landing[turn, country] = state.past_landing[turn, country]
            for territory in range(TERRITORIES):
                view.past_order[turn, country, territory] = state.past_order[turn, country, territory]
            for other in range(COUNTRIES):
                view.past_relation[turn, country, other] = state.past_relation[turn, country, other]


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
            word = sheet_by(view, int(view.country[other]), model.orders, model.landings, model.wars, word)
