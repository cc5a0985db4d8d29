"""What a network is given of L'Africa, and the board's one symmetry."""

from typing import Any

import numpy as np

from caravane.blocks import Block, Look, Mark, Symmetry, amount, bits, each, seat
from caravane.games.pistes.actions import ACTION_COUNT, LAY, NUMBER, PASS
from caravane.games.pistes.board import CELLS, COLUMNS, DARK, LINES, PAWNS
from caravane.games.pistes.queries import note_pawns, position_key
from caravane.games.pistes.state import DARK_PAWN, EMPTY, PAWN, POWER
from caravane.games.pistes.state import NUMBER as NUMBER_OF

TURNED_BY = "light_seat"
LEFT_OUT = {
    "pistes": "always two",
    "options": "the same in all positions of an environment",
    "at": "follows from the board",
    "lines": "follows from the board",
    "columns": "follows from the board",
}


def _side(look: Look) -> int:
    """The side that the looking seat plays; who watches looks from light's."""
    return 0 if look.seat < 0 else int(look.seat != look.turned)


def _sides(look: Look) -> list[int]:
    return [_side(look), 1 - _side(look)]


def _pawns(look: Look) -> list[Mark]:
    own, other = (PAWN | DARK_PAWN * side for side in _sides(look))
    sides = [Mark(own, PAWN | DARK_PAWN), Mark(other, PAWN | DARK_PAWN)]
    return [*sides, Mark(PAWN | POWER, PAWN | POWER), *(Mark(PAWN | n, PAWN | NUMBER_OF) for n in range(1, PAWNS + 1))]


def _side_first(look: Look) -> list[Mark]:
    return [Mark(side) for side in _sides(look)]


BLOCKS = (
    Block("decision", "what is asked, one-hot", each(0, 4)),
    Block("to_move", "whose side moves or is being set up: own, other", _side_first, "side"),
    Block("light_seat", "the own side is light, is dark", seat),
    Block("game", "the second game of a match", amount(1)),
    Block("placed", "numbers laid in this step of the set-up, of nine", amount(PAWNS)),
    Block("ending", "how each game of the match ended, one-hot", each(1, 5)),
    Block("winner", "who won each game: own, other", seat),
    Block(
        "board",
        "planes: own pawns, the other's, power pawns, then pawns with the number 1, 2, … 9; lines 1-9, columns a-j",
        _pawns,
        "cell",
        plane=(LINES, COLUMNS),
    ),
    Block("number", "the numbers 1-9 of the camp cells, one-hot; own camp first", each(1, PAWNS), rows=_sides),
    Block("milestones", "reached, of nine; own first", amount(PAWNS), rows=_sides),
    Block("been_in", "pawns 1-9 that have been in camp; own first", bits(1, PAWNS), rows=_sides),
    Block("most_home", "the highest number home so far, of nine; own first", amount(PAWNS), rows=_sides),
    Block("quiet", "plies without progress, of 100", amount(100)),
    Block("ply", "moves in this game, of 1000", amount(1000)),
)


def _turned(action: int) -> int:
    """The same action on the board turned by half."""
    last = CELLS - 1
    if action < PASS:
        return (last - action // CELLS) * CELLS + last - action % CELLS
    if action == PASS:
        return PASS
    first = LAY if action < NUMBER else NUMBER
    return first + last - (action - first)


def half_turn(state: Any) -> Any:
    """The position on the turned board, light and dark exchanged, as if it stood for the first time."""
    image = state.copy()
    for cell in range(CELLS):
        pawn = int(state.cell[CELLS - 1 - cell])
        image.cell[cell] = pawn ^ DARK_PAWN if pawn != EMPTY else EMPTY
    image.side, image.light_seat = DARK - int(state.side), 1 - int(state.light_seat)
    for name in ("number", "milestones", "been_in", "most_home"):
        image[name][...] = state[name][::-1]
    note_pawns(image)
    image.history[...] = 0
    image.key = position_key(image)
    image.history[int(image.ply)] = image.key
    return image


SYMMETRIES = (
    Symmetry(
        "half-turn",
        "the board turned by half, light and dark exchanged; seats stay. It holds in every variant while pawns are moved, "
        "to the end of a game: light sets up last and moves first, so not across the beginning of a game.",
        np.array([_turned(action) for action in range(ACTION_COUNT)]),
        {"board": range(CELLS - 1, -1, -1), "light_seat": (1, 0)},
        half_turn,
    ),
)
