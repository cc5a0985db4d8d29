"""The state of L'Africa: one record, everything in it open to both."""

from enum import IntEnum
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from caravane.games.pistes.board import CELLS, COLUMNS, LINES, PAWNS
from caravane.kernel import record_type

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
    SHUFFLE = 2  # chance lays them
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
AS_WRITTEN, ONCE, STRICT = range(3)
NO_POWER, MIDDLE = range(2)
TWO_GAMES, SINGLE = range(2)

STATE = record_type(
    [
        ("pistes", np.int8),  # seats: 2
        ("decision", np.int8),
        ("side", np.int8),  # the side to move, or whose pawns and camp are being set up
        ("light_seat", np.int8),  # the seat that plays light in this game
        ("game", np.int8),  # 0 or 1: which game of the match
        ("placed", np.int8),  # numbers laid so far in this step of the set-up, 0..9
        ("ending", np.int8, (2,)),  # of each game
        ("winner", np.int8, (2,)),  # seat that won each game, or -1
        ("options", np.int16, (len(OPTIONS),)),
        ("cell", np.int8, (CELLS,)),  # pawn or EMPTY
        # Derived from the cells while moving: 5 times the moves a second (caravane bench).
        ("at", np.int8, (2, PAWNS)),  # the cells of a side's pawns, ascending
        ("lines", np.int16, (LINES,)),  # occupied cells of each line, bit = column
        ("columns", np.int16, (COLUMNS,)),  # occupied cells of each column, bit = line
        ("number", np.int8, (2, PAWNS)),  # the number of each camp cell, 0 without one
        ("milestones", np.int8, (2,)),  # how many a side has reached, 0..9
        ("been_in", np.int16, (2,)),  # bit n: pawn n has been in its camp
        ("most_home", np.int8, (2,)),  # the highest number of pawns home so far
        ("quiet", np.int16),  # plies since one of those grew
        ("ply", np.int16),  # moves and passes in this game
        ("key", np.uint64),  # of the position, for repetition
        ("history", np.uint64, (HISTORY,)),  # keys of all positions of this game, the present one last
    ]
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
