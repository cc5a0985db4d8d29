"""Before the first sheet: countries are chosen or drawn, first presences placed (§1)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.chance import below, next_word
from caravane.games.africa1880.board import COASTAL, COUNTRIES, HISTORICAL, TERRITORIES
from caravane.games.africa1880.state import (
    CHOOSING,
    DRAWING,
    NOBODY,
    PLACING,
    SEATS,
    WRITING,
    State,
)
from caravane.games.africa1880.writing import is_empty
from caravane.kernel import kernel

CHOSEN, BY_SEAT, DRAWN = 0, 1, 2  # values of the option `countries` (§1.2)


@kernel
def set_up(state: State, seats: int, options: npt.NDArray[np.int64]) -> None:
    """Start a game: nobody has a country, or everybody by seat, or chance is asked."""
    state.africa1880 = seats
    state.countries = int(options[0])
    state.first_empty = int(options[1])
    state.historical = int(options[2])
    state.landing_bounces = int(options[3])
    state.shortage_by_target = int(options[4])
    state.madagascar = int(options[5])
    for seat in range(SEATS):
        state.country[seat] = NOBODY
        state.seat_of[seat] = NOBODY
    if int(state.countries) == DRAWN:
        state.stage = DRAWING
        return
    state.stage = CHOOSING
    if int(state.countries) == BY_SEAT:
        for seat in range(seats):
            take_country(state, seat, seat)


@kernel
def take_country(state: State, seat: int, country: int) -> None:
    """Give a seat its country; when all have one, the first presences follow (§1.2)."""
    state.country[seat] = country
    state.seat_of[country] = seat
    if seat_to_choose(state) == NOBODY:
        begin_placing(state)


@kernel
def seat_to_choose(state: State) -> int:
    """The first seat without a country (§1.2)."""
    for seat in range(int(state.africa1880)):
        if int(state.country[seat]) == NOBODY:
            return seat
    return NOBODY


@kernel
def begin_placing(state: State) -> None:
    """Ask for the first presences, or put them where history had them (§1.8)."""
    state.stage = PLACING
    if int(state.historical) == 0:
        return
    for country in range(COUNTRIES):
        if int(state.seat_of[country]) != NOBODY:
            state.present[country, int(HISTORICAL[country])] = 1
    state.stage = WRITING


@kernel
def country_to_place(state: State) -> int:
    """The first country, in their order, that stands nowhere yet (§1.6)."""
    for country in range(COUNTRIES):
        if int(state.seat_of[country]) == NOBODY:
            continue
        count = 0
        for territory in range(TERRITORIES):
            count += int(state.present[country, territory])
        if count == 0:
            return country
    return NOBODY


@kernel
def may_place(state: State, territory: int) -> bool:
    """Any coast (§1.6), or one where nobody stands if the table wants it so (§1.7)."""
    if int(COASTAL[territory]) == 0:
        return False
    return int(state.first_empty) == 0 or is_empty(state, territory)


@kernel
def asks_chance(state: State) -> bool:
    """Only the drawing of countries is chance."""
    return int(state.stage) == DRAWING


@kernel
def apply_chance(state: State, word: Any) -> None:
    """Deal the countries (§1.2)."""
    state.stage = CHOOSING
    for seat in range(int(state.africa1880)):
        word = next_word(word)
        nth = below(word, COUNTRIES - seat)
        country = 0
        while int(state.seat_of[country]) != NOBODY or nth > 0:
            if int(state.seat_of[country]) == NOBODY:
                nth -= 1
            country += 1
        take_country(state, seat, country)
