"""The state of L'Africa: one record, everything in it open to both."""

from enum import IntEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from caravane.fields import field, open, record_type
from caravane.games.pistes.board import CELLS, COLUMNS, LINES, PAWNS

# A pawn on a cell: its side, its number (0 without one) and whether it is a power pawn; 0 is an empty cell.
EMPTY = 0
PAWN = 64
POWER = 32
DARK_PAWN = 16
NUMBER = 15

HISTORY = 2048  # positions; the longest game: 19 times the no-progress limit of 100 plies, or the cap of 1000


class Decision(IntEnum):
    """What is asked next."""

    NUMBER_CAMP = 0  # §5.4 number the other's camp
    LAY_PAWNS = 1  # §5.1 lay the other's pawns
    SHUFFLE = 2  # chance numbers the camps or lays the pawns
    MOVE = 3
    OVER = 4


class Ending(IntEnum):
    """How a game ended (§6)."""

    NONE = 0
    HOME = 1
    REPETITION = 2
    NO_PROGRESS = 3
    BLOCKED = 4
    CAP = 5


ENDINGS = ("home", "repetition", "no-progress", "blocked", "cap")

OPTIONS = (
    "variant",
    "move",
    "camp",
    "gate_limit",
    "placement",
    "order",
    "power",
    "match",
    "repetition",
    "no_progress",
    "cap",
)
VARIANT, MOVE, CAMP, GATE_LIMIT, PLACEMENT, ORDER, POWER_PAWNS, MATCH, REPETITION, NO_PROGRESS, CAP = range(
    len(OPTIONS)
)
PLAIN, FIRST, SECOND, BEGINNERS = range(4)
SLIDE, ROOK = range(2)
OPEN, LOCKED = range(2)
BY_OPPONENT, AT_RANDOM = range(2)
# How pawns are laid and how camps are numbered share an entry of the state: so one option more left every record,
# snapshot and digest of a state as it was.
NUMBERING = len(OPTIONS)
RANDOM_PAWNS, RANDOM_NUMBERS = 1, 2  # bits of options[PLACEMENT]
AS_WRITTEN, ONCE, STRICT = range(3)
NO_POWER, MIDDLE = range(2)
TWO_GAMES, SINGLE = range(2)

STATE = record_type(
    field("pistes", np.int8, open, within=(0, 2)),  # seats: 2
    field("decision", np.int8, open, within=(0, 4)),  # what is asked: Decision
    field("side", np.int8, open, within=(0, 1)),  # the side to move, or whose pawns and camp are being set up
    field("light_seat", np.int8, open, within=(0, 1)),  # the seat that plays light in this game
    field("game", np.int8, open, within=(0, 1)),  # 0 or 1: which game of the match
    field("placed", np.int8, open, within=(0, PAWNS)),  # numbers laid so far in this step of the set-up, 0..9
    field("ending", np.int8, (2,), open, within=(0, 5)),  # of each game
    field("winner", np.int8, (2,), open, within=(-1, 1)),  # seat that won each game, or -1
    field(
        "options", np.int16, (len(OPTIONS),), open, within=(0, 1000)
    ),  # values of the options as codes, in the order of OPTIONS
    field("cell", np.int8, (CELLS,), open, within=(0, 127)),  # pawn or EMPTY
    # Derived from the cells while moving: 5 times the moves a second (caravane bench).
    field("at", np.int8, (2, PAWNS), open, within=(0, CELLS - 1)),  # the cells of a side's pawns, ascending
    field(
        "lines", np.int16, (LINES,), open, within=(0, (1 << COLUMNS) - 1)
    ),  # occupied cells of each line, bit = column
    field(
        "columns", np.int16, (COLUMNS,), open, within=(0, (1 << LINES) - 1)
    ),  # occupied cells of each column, bit = line
    field("number", np.int8, (2, PAWNS), open, within=(0, PAWNS)),  # the number of each camp cell, 0 without one
    field("milestones", np.int8, (2,), open, within=(0, PAWNS)),  # how many a side has reached, 0..9
    field("been_in", np.int16, (2,), open, within=(0, (1 << PAWNS + 1) - 1)),  # bit n: pawn n has been in its camp
    field("most_home", np.int8, (2,), open, within=(0, PAWNS)),  # the highest number of pawns home so far
    field("quiet", np.int16, open, within=(0, HISTORY - 1)),  # plies since one of those grew
    field("ply", np.int16, open, within=(0, HISTORY - 1)),  # moves and passes in this game
    field("key", np.uint64, open),  # of the position, for repetition
    field("history", np.uint64, (HISTORY,), open),  # keys of all positions of this game, the present one last
)


class State(Protocol):
    """The record's fields, for the type checker."""

    pistes: int
    decision: int
    side: int
    light_seat: int
    game: int
    placed: int
    ending: npt.NDArray[np.int8]
    winner: npt.NDArray[np.int8]
    options: npt.NDArray[np.int16]
    cell: npt.NDArray[np.int8]
    at: npt.NDArray[np.int8]
    lines: npt.NDArray[np.int16]
    columns: npt.NDArray[np.int16]
    number: npt.NDArray[np.int8]
    milestones: npt.NDArray[np.int8]
    been_in: npt.NDArray[np.int16]
    most_home: npt.NDArray[np.int8]
    quiet: int
    ply: int
    key: Any  # uint64: NumPy and Numba must not mix it with int
    history: npt.NDArray[np.uint64]
