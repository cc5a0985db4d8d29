"""What chance decides: seat by seat, which country is drawn (§1.2)."""

from collections.abc import Sequence

from caravane.games.africa1880.board import COUNTRIES, THE_COUNTRY
from caravane.games.africa1880.preparation import seat_to_choose, take_country
from caravane.games.africa1880.state import DRAWING, NOBODY, State
from caravane.text import Text

OUTCOME_COUNT = COUNTRIES


def is_ahead(state: State) -> bool:
    """Only before the first sheet, and only if countries are drawn."""
    return int(state.stage) == DRAWING


def cases(state: State, action: int) -> Sequence[tuple[int, int]]:
    """Any country that nobody has."""
    return [(country, 1) for country in range(COUNTRIES) if int(state.seat_of[country]) == NOBODY]


def settle(state: State, action: int, outcome: int) -> None:
    """The next seat draws it; after the last one the presences follow."""
    take_country(state, seat_to_choose(state), outcome)


def phrase(state: State, action: int, outcome: int) -> Text:
    """Which country the next seat draws, in words."""
    seat = seat_to_choose(state)
    name = THE_COUNTRY[outcome]
    return Text(f"la place {seat} tire {name.fr}", f"seat {seat} draws {name.en}")
