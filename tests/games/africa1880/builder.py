"""Positions from a short description, for tests, cases and studies.

    {"year": 1895, "countries": ["france", "germany", "italy"], "options": {"landing": "bounce"},
     "at": {"alger": ["france"], "sahara": ["germany", "italy"]}, "developed": {"alger": 2}, "colonies": ["sahara"],
     "wars": {"france": ["germany"]}}

Countries are given seat by seat; colonies are fully developed; `wars` are those that the last turn declared.
"""

from typing import Any

from caravane.errors import BadInput
from caravane.game import Structure, Value
from caravane.games.africa1880.actions import country_index, territory_index
from caravane.games.africa1880.board import COUNTRIES, COUNTRY, SQUARES, TERRITORIES, TERRITORY, TURNS, YEARS
from caravane.games.africa1880.facts import codes
from caravane.games.africa1880.invariants import invariants
from caravane.games.africa1880.preparation import set_up, take_country
from caravane.games.africa1880.state import ALLIANCE, NOBODY, STATE, WAR, WRITING, State
from caravane.kernel import blank
from caravane.text import Text


def position(description: Structure) -> Any:
    """The state described, with empty sheets; BadInput if such a position cannot be."""
    countries = [country_index(name) for name in description["countries"]]
    options: dict[str, Value] = {**description.get("options", {}), "countries": "choose", "start": "free"}
    state: Any = blank(STATE)
    set_up(state, len(countries), codes(options))
    for seat, country in enumerate(countries):
        take_country(state, seat, country)
    state.stage = WRITING
    state.turn = _turn(description.get("year", YEARS[0]))
    _fill_board(state, description)
    _fill_embassies(state, description)
    broken = invariants(state)
    if broken:
        listed = "; ".join(broken)
        raise BadInput(Text(f"Position impossible\u00a0: {listed}.", f"Impossible position: {listed}."))
    return state


def _turn(year: int) -> int:
    if year in YEARS:
        return YEARS.index(year)
    possible = ", ".join(map(str, YEARS))
    raise BadInput(
        Text(
            f"Année inconnue\u00a0: {year}\u00a0; années\u00a0: {possible}.", f"Unknown year {year}; years: {possible}."
        )
    )


def _fill_board(state: State, description: Structure) -> None:
    for place, names in description.get("at", {}).items():
        for name in names:
            state.present[country_index(name), territory_index(place)] = 1
    for place, count in description.get("developed", {}).items():
        state.developed[territory_index(place)] = count
    for place in description.get("colonies", []):
        territory = territory_index(place)
        state.developed[territory] = SQUARES[territory]
        state.colony[territory] = 1
    state.last_present[:] = state.present
    state.last_developed[:] = state.developed
    state.last_colony[:] = state.colony


def _fill_embassies(state: State, description: Structure) -> None:
    turn = int(state.turn) - 1
    if turn < 0:
        return
    for country in range(COUNTRIES):
        for other in range(COUNTRIES):
            if NOBODY not in (int(state.seat_of[country]), int(state.seat_of[other])) and country != other:
                state.past_relation[turn, country, other] = ALLIANCE
    for name, others in description.get("wars", {}).items():
        for other in others:
            state.past_relation[turn, country_index(name), country_index(other)] = WAR


def board_of(state: State) -> Structure:
    """The board as a description gives it; `developed` leaves out colonies, where it is certain."""
    places = range(TERRITORIES)
    return {
        "year": YEARS[min(int(state.turn), TURNS - 1)],
        "countries": [COUNTRY[int(c)].id for c in state.country if int(c) != NOBODY],
        "at": {TERRITORY[t].id: who for t in places if (who := countries_at(state, t))},
        "developed": {
            TERRITORY[t].id: int(state.developed[t]) for t in places if state.developed[t] and not state.colony[t]
        },
        "colonies": [TERRITORY[t].id for t in places if state.colony[t]],
    }


def countries_at(state: State, territory: int) -> list[str]:
    """Who stands in a territory, in the order of countries."""
    return [COUNTRY[c].id for c in range(COUNTRIES) if state.present[c, territory]]
