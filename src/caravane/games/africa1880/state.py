"""The state: one record, indexed by country (not by seat) because the rules speak of countries.

`order`, `landing`, `relation` and `strokes` are what is being written: secret, all zero in the view of another
seat. When all are ready they move to `past_order`, `past_landing`, `past_relation`, which everybody sees, and the
board as it stood while they were written moves to `last_*`, so that any view can tell how the last turn went.
"""

from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from caravane.fields import by_rule, field, open, record_type
from caravane.games.africa1880.board import COUNTRIES, MADAGASCAR, SQUARES, TERRITORIES, TURNS, Bytes

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
    field("africa1880", np.int8, open, within=(3, SEATS)),  # seats, 3..6
    field("countries", np.int8, open, within=(0, 2)),  # option: 0 chosen, 1 by seat, 2 drawn (§1.2)
    field("first_empty", np.int8, open, within=(0, 1)),  # option (§1.7)
    field("historical", np.int8, open, within=(0, 1)),  # option (§1.8)
    field("landing_bounces", np.int8, open, within=(0, 1)),  # option (§4.9)
    field("shortage_by_target", np.int8, open, within=(0, 1)),  # option (§4.7)
    field("madagascar", np.int8, open, within=(0, len(MADAGASCAR) - 1)),  # option: index into board.MADAGASCAR (§1.4)
    field("stage", np.int8, open, within=(0, 4)),  # Stage
    field("turn", np.int8, open, within=(0, TURNS)),  # turns resolved, 0..8; the year being written is YEARS[turn]
    field("country", np.int8, (SEATS,), open, within=(NOBODY, COUNTRIES - 1)),  # of each seat, or NOBODY
    field(
        "seat_of", np.int8, (COUNTRIES,), open, within=(NOBODY, SEATS - 1)
    ),  # of each country, or NOBODY: it does not exist (§1.1)
    field("present", np.int8, (COUNTRIES, TERRITORIES), open, within=(0, 1)),  # 0 or 1 presence
    field("developed", np.int8, (TERRITORIES,), open, within=(0, int(SQUARES.max()))),  # squares covered, 0..SQUARES
    field("colony", np.int8, (TERRITORIES,), open, within=(0, 1)),  # 0 or 1
    field("ready", np.int8, (SEATS,), open, within=(0, 1)),  # sheets sealed
    field(
        "strokes", np.uint8, (COUNTRIES,), by_rule, within=(0, MAX_STROKES)
    ),  # secret: changes this turn, 0..MAX_STROKES
    field(
        "order", np.int8, (COUNTRIES, TERRITORIES), by_rule, within=(UNWRITTEN, EXPLORE_TO + TERRITORIES - 1)
    ),  # secret: UNWRITTEN, NOTHING, DEVELOP, EXPLORE_TO + target
    field(
        "landing", np.int8, (COUNTRIES,), by_rule, within=(UNWRITTEN, LAND_AT + TERRITORIES - 1)
    ),  # secret: UNWRITTEN, NO_LANDING, LAND_AT + territory
    field(
        "relation", np.int8, (COUNTRIES, COUNTRIES), by_rule, within=(UNWRITTEN, WAR)
    ),  # secret: UNWRITTEN, ALLIANCE, WAR; [who declares, to whom]
    field(
        "past_order", np.int8, (TURNS, COUNTRIES, TERRITORIES), open, within=(UNWRITTEN, EXPLORE_TO + TERRITORIES - 1)
    ),  # as written, by turn
    field(
        "past_landing", np.int8, (TURNS, COUNTRIES), open, within=(UNWRITTEN, LAND_AT + TERRITORIES - 1)
    ),  # as written, by turn
    field(
        "past_relation", np.int8, (TURNS, COUNTRIES, COUNTRIES), open, within=(UNWRITTEN, WAR)
    ),  # as written, by turn
    field(
        "last_present", np.int8, (COUNTRIES, TERRITORIES), open, within=(0, 1)
    ),  # the board when the last orders were written
    field("last_developed", np.int8, (TERRITORIES,), open, within=(0, int(SQUARES.max()))),  # likewise
    field("last_colony", np.int8, (TERRITORIES,), open, within=(0, 1)),  # likewise
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
