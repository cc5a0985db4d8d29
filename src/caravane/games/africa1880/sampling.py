"""Whole sheets at random: uniformly, or by a model of the writer; and random play turn by turn.

The single orders of `legal_actions` can be changed for ever, so whoever wants a random *sheet* takes it from here:
every line once, uniformly among what may stand there.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bits import member, size
from caravane.chance import below, next_word
from caravane.games.africa1880.board import COUNTRIES, TERRITORIES
from caravane.games.africa1880.preparation import (
    apply_chance,
    asks_chance,
    country_to_place,
    may_place,
    seat_to_choose,
    take_country,
)
from caravane.games.africa1880.resolution import play_turn
from caravane.games.africa1880.state import (
    ALLIANCE,
    CHOOSING,
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    NO_LANDING,
    NOBODY,
    NOTHING,
    OVER,
    WAR,
    WRITING,
    State,
)
from caravane.games.africa1880.writing import colonies, landing_places, may_explore, may_land, targets
from caravane.kernel import kernel

Weights = npt.NDArray[np.float64]
ORDER_CODES = EXPLORE_TO + TERRITORIES
LANDING_CODES = LAND_AT + TERRITORIES


@dataclass(frozen=True, slots=True)
class Model:
    """What a bot expects of the others: weights for each line, of which only those that may stand there count.

    Codes are those of the state: `orders[country, territory, NOTHING | DEVELOP | EXPLORE_TO + target]`,
    `landings[country, NO_LANDING | LAND_AT + territory]`, `wars[country, other]` the chance of war, 0..1.
    """

    orders: Weights  # (COUNTRIES, TERRITORIES, ORDER_CODES)
    landings: Weights  # (COUNTRIES, LANDING_CODES)
    wars: Weights  # (COUNTRIES, COUNTRIES)

    @staticmethod
    def uniform() -> "Model":
        """Every line is equally likely: a start for a model of one's own."""
        return Model(
            np.ones((COUNTRIES, TERRITORIES, ORDER_CODES)),
            np.ones((COUNTRIES, LANDING_CODES)),
            np.full((COUNTRIES, COUNTRIES), 0.5),
        )


@kernel
def random_sheet(state: State, country: int, word: Any) -> Any:
    """Write a whole sheet, each line uniformly; returns the word to go on from."""
    for here in range(TERRITORIES):
        if int(state.present[country, here]) == 1:
            word = next_word(word)
            state.order[country, here] = random_order(state, here, word)
    word = next_word(word)
    state.landing[country] = random_landing(state, word)
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY:
            word = next_word(word)
            state.relation[country, other] = ALLIANCE + below(word, 2)
    return word


@kernel
def random_order(state: State, here: int, word: Any) -> int:
    """Nothing, develop, or one of the explorations that may be ordered."""
    there = targets(state, here, colonies(state))
    nth = below(word, 2 + size(there))
    if nth < 2:
        return NOTHING + nth
    return EXPLORE_TO + member(there, nth - 2)


@kernel
def random_landing(state: State, word: Any) -> int:
    """No landing, or one of the empty coasts."""
    places = landing_places(state)
    nth = below(word, 1 + size(places))
    if nth == 0:
        return NO_LANDING
    return LAND_AT + member(places, nth - 1)


@kernel
def unit(word: Any) -> float:
    """A number from 0 up to 1 out of a word."""
    return below(word, 1 << 30) / float(1 << 30)


@kernel
def sheet_by(state: State, country: int, orders: Weights, landings: Weights, wars: Weights, word: Any) -> Any:
    """Write a whole sheet by a model's weights; returns the word to go on from."""
    for here in range(TERRITORIES):
        if int(state.present[country, here]) == 1:
            word = next_word(word)
            state.order[country, here] = order_by(state, country, here, orders, word)
    word = next_word(word)
    state.landing[country] = landing_by(state, country, landings, word)
    for other in range(COUNTRIES):
        if other != country and int(state.seat_of[other]) != NOBODY:
            word = next_word(word)
            state.relation[country, other] = WAR if unit(word) < wars[country, other] else ALLIANCE
    return word


@kernel
def may_stand(state: State, here: int, code: int) -> bool:
    """Whether a presence's line may hold this code."""
    if code < EXPLORE_TO:
        return code == NOTHING or code == DEVELOP
    return may_explore(state, here, code - EXPLORE_TO)


@kernel
def order_by(state: State, country: int, here: int, orders: Weights, word: Any) -> int:
    """A line for a presence; without any weight, nothing."""
    total = 0.0
    for code in range(ORDER_CODES):
        if may_stand(state, here, code):
            total += orders[country, here, code]
    rest = unit(word) * total
    for code in range(ORDER_CODES):
        if may_stand(state, here, code):
            rest -= orders[country, here, code]
            if rest < 0.0:
                return code
    return NOTHING


@kernel
def landing_by(state: State, country: int, landings: Weights, word: Any) -> int:
    """The boat line; without any weight, no landing."""
    total = 0.0
    for code in range(NO_LANDING, LANDING_CODES):
        if code == NO_LANDING or may_land(state, code - LAND_AT):
            total += landings[country, code]
    rest = unit(word) * total
    for code in range(NO_LANDING, LANDING_CODES):
        if code == NO_LANDING or may_land(state, code - LAND_AT):
            rest -= landings[country, code]
            if rest < 0.0:
                return code
    return NO_LANDING


@kernel
def random_start(state: State, word: Any) -> Any:
    """Choose countries and first presences at random, up to the first sheet."""
    while int(state.stage) != WRITING:
        word = next_word(word)
        if asks_chance(state):
            apply_chance(state, word)
        elif int(state.stage) == CHOOSING:
            country = below(word, COUNTRIES)
            if int(state.seat_of[country]) == NOBODY:
                take_country(state, seat_to_choose(state), country)
        else:
            territory = below(word, TERRITORIES)
            if may_place(state, territory):
                state.present[country_to_place(state), territory] = 1
                if country_to_place(state) == NOBODY:
                    state.stage = WRITING
    return word


@kernel
def random_turns(start: Any, states: Any, word: Any, turns: int) -> int:
    """Play random sheets for all countries, and their resolution, from start[0] in states[0]; a finished game
    begins anew. Returns the turns played."""
    states[0] = start[0]
    for turn in range(turns):
        if turn == 0 or int(states[0].stage) == OVER:
            states[0] = start[0]
            word = random_start(states[0], word)
        for seat in range(int(states[0].africa1880)):
            word = random_sheet(states[0], int(states[0].country[seat]), word)
        play_turn(states[0])
    return turns
