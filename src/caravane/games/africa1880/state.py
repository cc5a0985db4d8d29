"""The state: one record, indexed by country (not by seat) because the rules speak of countries.

`order`, `landing`, `relation` and `strokes` are what is being written: secret, all zero in the view of another
seat. When all are ready they move to `past_order`, `past_landing`, `past_relation`, which everybody sees, and the
board as it stood while they were written moves to `last_*`, so that any view can tell how the last turn went.
"""

from enum import IntEnum
from types import SimpleNamespace
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from caravane.games.africa1880.board import COUNTRIES, TERRITORIES, TURNS, Bytes
from caravane.kernel import record_type

NOBODY = -1
SEATS = COUNTRIES
MAX_STROKES = 250  # changes to one sheet in one turn (§2.6)


class Stage(IntEnum):
    """What the game waits for."""

    DRAWING = 0  # chance deals the countries (§1.2)
    CHOOSING = 1  # countries, seat by seat (§1.2)
    PLACING = 2  # first presences, country by country (§1.6)
    WRITING = 3  # sheets, all at once (§2.4)
    OVER = 4


DRAWING, CHOOSING, PLACING, WRITING, OVER = (int(stage) for stage in Stage)

# What stands on a line of the sheet. 0 is an empty line, or one that the viewer may not see.
UNWRITTEN = 0
NOTHING, DEVELOP, EXPLORE_TO = 1, 2, 3  # `order`; exploring territory t is EXPLORE_TO + t
NO_LANDING, LAND_AT = 1, 2  # `landing`; landing at territory t is LAND_AT + t
ALLIANCE, WAR = 1, 2  # `relation`

STATE = record_type(
    [
        ("africa1880", np.int8),  # seats, 3..6
        ("countries", np.int8),  # option: 0 chosen, 1 by seat, 2 drawn (§1.2)
        ("first_empty", np.int8),  # option (§1.7)
        ("historical", np.int8),  # option (§1.8)
        ("landing_bounces", np.int8),  # option (§4.9)
        ("shortage_by_target", np.int8),  # option (§4.7)
        ("madagascar", np.int8),  # option: index into board.MADAGASCAR (§1.4)
        ("stage", np.int8),  # Stage
        ("turn", np.int8),  # turns resolved, 0..8; the year being written is YEARS[turn]
        ("country", np.int8, (SEATS,)),  # of each seat, or NOBODY
        ("seat_of", np.int8, (COUNTRIES,)),  # of each country, or NOBODY: it does not exist (§1.1)
        ("present", np.int8, (COUNTRIES, TERRITORIES)),  # 0 or 1 presence
        ("developed", np.int8, (TERRITORIES,)),  # squares covered, 0..SQUARES
        ("colony", np.int8, (TERRITORIES,)),  # 0 or 1
        ("ready", np.int8, (SEATS,)),  # sheets sealed
        ("strokes", np.uint8, (COUNTRIES,)),  # secret: changes this turn, 0..MAX_STROKES
        ("order", np.int8, (COUNTRIES, TERRITORIES)),  # secret: UNWRITTEN, NOTHING, DEVELOP, EXPLORE_TO + target
        ("landing", np.int8, (COUNTRIES,)),  # secret: UNWRITTEN, NO_LANDING, LAND_AT + territory
        ("relation", np.int8, (COUNTRIES, COUNTRIES)),  # secret: UNWRITTEN, ALLIANCE, WAR; [who declares, to whom]
        ("past_order", np.int8, (TURNS, COUNTRIES, TERRITORIES)),  # as written, by turn
        ("past_landing", np.int8, (TURNS, COUNTRIES)),
        ("past_relation", np.int8, (TURNS, COUNTRIES, COUNTRIES)),
        ("last_present", np.int8, (COUNTRIES, TERRITORIES)),  # the board when the last orders were written
        ("last_developed", np.int8, (TERRITORIES,)),
        ("last_colony", np.int8, (TERRITORIES,)),
    ]
)


class State(Protocol):
    """The same fields, for the type checker."""

    africa1880: int
    countries: int
    first_empty: int
    historical: int
    landing_bounces: int
    shortage_by_target: int
    madagascar: int
    stage: int
    turn: int
    country: Bytes
    seat_of: Bytes
    present: Bytes
    developed: Bytes
    colony: Bytes
    ready: Bytes
    strokes: npt.NDArray[np.uint8]
    order: Bytes
    landing: Bytes
    relation: Bytes
    past_order: Bytes
    past_landing: Bytes
    past_relation: Bytes
    last_present: Bytes
    last_developed: Bytes
    last_colony: Bytes


def fields(record: Any) -> State:
    """The same fields as plain attributes, for Python code that reads many: a record looks each up by name, slowly.

    Kernels take the record itself.
    """
    return cast(State, SimpleNamespace(**{name: record[name] for name in STATE.names or ()}))
