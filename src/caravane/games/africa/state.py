"""The state of Africa: one record. Only `hidden` is unknown to all; treasure may be hidden by option (§6.4)."""

from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from caravane.fields import by_rule, field, open, record_type, secret
from caravane.games.africa.board import (
    CODES,
    GOODS,
    HEXES,
    IDLE_ROUNDS,
    MONUMENTS,
    SEATS,
    TREASURES,
)

NOWHERE = -1


class Decision(IntEnum):
    """What is asked next."""

    DEAL = 0  # chance lays the tiles and says who begins
    CITY = 1  # §1.4
    WALK = 2  # §2.4 zero to two steps; in the first half of a turn also whether to jump (§2.2)
    JUMP = 3  # §2.2 where to
    ACT = 4  # §2.5 one of the five actions, or none
    SETTLE = 5  # §3.8 §3.10 a found animal or nomad: leave it or take it elsewhere
    RELOCATE = 6  # §4.1 where a lifted animal or nomad goes
    EXCHANGE = 7  # §3.4 §3.5 a good was found
    OVER = 8


class Ending(IntEnum):
    """How the game ended (§7)."""

    NONE = 0
    MONUMENTS = 1
    STANDSTILL = 2


ENDINGS = ("monuments", "standstill")

# Where points came from: a found tile's own code, or one of these.
MOVED_ANIMALS, MOVED_NOMADS, STUDIES, BONUS = CODES, CODES + 1, CODES + 2, CODES + 3
FOUND = CODES + 4  # only in views: all found tiles of a seat together (§6.4)
SOURCES = CODES + 5

EXCHANGE_BOTH, EXCHANGE_ALL = 0, 1

# Ordered so that there is no padding, which compiled copies of a record do not carry: hence two bytes for small numbers
# in the beginning. What every turn reads stands near the front, what is seen alike stands together.
STATE = record_type(
    field("africa", np.int16, open, within=(2, SEATS)),  # seats: 2..5
    field("hides_treasure", np.int16, open, within=(0, 1)),  # option, 0 or 1 (§6.4)
    field("exchange", np.int16, open, within=(0, 1)),  # option: EXCHANGE_BOTH or EXCHANGE_ALL (§3.6)
    field("equal_turns", np.int16, open, within=(0, 1)),  # option, 0 or 1 (§7.2)
    field("starter", np.int16, open, within=(0, SEATS - 1)),  # seat
    field("monuments", np.int16, open, within=(0, MONUMENTS)),  # found so far, 0..MONUMENTS
    field(
        "idle_turns", np.int16, open, within=(0, IDLE_ROUNDS * SEATS)
    ),  # turns in a row in which nothing was opened, moved or built
    field("turns", np.int16, open, within=(0, 32_767)),  # turns completed
    # [half of the board]: how many empty hexes each hex has around, in ones, twos and fours, as sets; it follows
    # from `ground`, and only `position.lay` changes both
    field("room", np.int64, (2, 3), open),  # how many empty hexes each hex has around, as sets of hexes: bookkeeping
    field("decision", np.int8, open, within=(0, 8)),  # what is asked: Decision
    field("ending", np.int8, open, within=(0, 2)),  # how it ended: Ending
    field("on_turn", np.int8, open, within=(0, SEATS - 1)),  # seat
    field("half", np.int8, open, within=(0, 1)),  # 0 or 1: which walk and action of the turn
    field(
        "has_acted", np.int8, open, within=(0, 1)
    ),  # 0 or 1: in this turn a tile was opened or moved or a camp built (§7.3)
    field(
        "subject", np.int8, open, within=(NOWHERE, HEXES - 1)
    ),  # hex of the animal or nomad that is being placed, or NOWHERE
    field("found_good", np.int8, open, within=(0, CODES - 1)),  # code of the good that may be exchanged, or 0
    field("at", np.int8, (SEATS,), open, within=(NOWHERE, HEXES - 1)),  # hex of each explorer, or NOWHERE
    field("camps", np.int8, (SEATS,), open, within=(0, 127)),  # in front of each seat
    field(
        "ground", np.int8, (HEXES,), open, within=(0, CODES - 1)
    ),  # EMPTY, FACE_DOWN, CAMP or the code of a tile that lies face up
    field("goods", np.int8, (SEATS, GOODS), open, within=(0, 127)),  # tiles of each kind in front of each seat
    field(
        "treasure", np.int8, (SEATS, TREASURES), by_rule, within=(0, 127)
    ),  # tiles of each kind; 0 = none, or unknown in a view
    field(
        "hidden", np.int8, (HEXES,), secret, within=(0, CODES - 1)
    ),  # code of the face-down tile; 0 = none, or unknown in a view
    field(
        "earned", np.int16, (SEATS, SOURCES), by_rule, within=(0, 32_767)
    ),  # points on the score track, by where they came from
)


class State(Protocol):
    """The record's fields, for the type checker."""

    africa: int
    hides_treasure: int
    exchange: int
    equal_turns: int
    decision: int
    ending: int
    starter: int
    on_turn: int
    half: int
    has_acted: int
    subject: int
    found_good: int
    monuments: int
    idle_turns: int
    turns: int
    at: npt.NDArray[np.int8]
    camps: npt.NDArray[np.int8]
    ground: npt.NDArray[np.int8]
    hidden: npt.NDArray[np.int8]
    goods: npt.NDArray[np.int8]
    treasure: npt.NDArray[np.int8]
    earned: npt.NDArray[np.int16]
    room: npt.NDArray[np.int64]


DEAL, CHOOSE_CITY, TO_WALK, TO_JUMP = int(Decision.DEAL), int(Decision.CITY), int(Decision.WALK), int(Decision.JUMP)


TO_ACT, SETTLE, RELOCATE = int(Decision.ACT), int(Decision.SETTLE), int(Decision.RELOCATE)


EXCHANGE, OVER = int(Decision.EXCHANGE), int(Decision.OVER)


BY_MONUMENTS, BY_STANDSTILL = int(Ending.MONUMENTS), int(Ending.STANDSTILL)
