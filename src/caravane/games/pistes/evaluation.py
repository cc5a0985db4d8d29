"""A quick judgement of a position, and sensible random moves: uniform ones never bring all pawns home."""

from typing import Any

from caravane.chance import below, next_word
from caravane.games.pistes.actions import PASS
from caravane.games.pistes.board import CELLS, COLUMNS, LINES
from caravane.games.pistes.queries import in_camp, seat_of, side_of
from caravane.games.pistes.scoring import points
from caravane.games.pistes.state import EMPTY, MATCH, SINGLE, Decision, State
from caravane.kernel import Actions, kernel
from caravane.weights import read_weights

OVER = int(Decision.OVER)
_weights = read_weights(__file__)
HOME, LINED_UP, NEAR = _weights["home"], _weights["lined_up"], _weights["near"]
MILESTONE, SPREAD = _weights["milestone"], _weights["spread"]


@kernel
def pawn_worth(side: int, cell: int) -> float:
    """How far along a pawn is: home, on a line or column of its camp, or how near to it."""
    if in_camp(side, cell):
        return HOME
    line, column = cell // COLUMNS, cell % COLUMNS
    if side == 1:  # seen from its own corner both sides look alike
        line, column = LINES - 1 - line, COLUMNS - 1 - column
    missing_lines = max(6 - line, 0)
    missing_columns = max(7 - column, 0)
    lined_up = LINED_UP if missing_lines == 0 or missing_columns == 0 else 0.0
    return lined_up - NEAR * (missing_lines + missing_columns)


@kernel
def standing(state: State, side: int) -> float:
    """A side's pawns and milestones together."""
    total = MILESTONE * float(state.milestones[side])
    for cell in range(CELLS):
        pawn = int(state.cell[cell])
        if pawn != EMPTY and side_of(pawn) == side:
            total += pawn_worth(side, cell)
    return total


@kernel
def evaluate(state: State, seat: int) -> float:
    """The seat's outlook, -1..1: who is further on in this game, and in a match also who won the other one.

    A game that is won counts more than any lead on the board, or nobody would ever finish one.
    """
    decided = (points(state, seat) - points(state, 1 - seat)) / 2.0
    if state.decision == OVER:
        return 1.0 if decided > 0.0 else (-1.0 if decided < 0.0 else 0.0)
    side = 0 if seat_of(state, 0) == seat else 1
    lead = standing(state, side) - standing(state, 1 - side)
    outlook = lead / (SPREAD + abs(lead))
    if state.options[MATCH] == SINGLE:
        return outlook
    return 0.5 * decided + 0.5 * outlook


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Any) -> int:
    """The better of three random moves by what the pawn gains."""
    best = int(actions[below(word, count)])
    if best >= PASS:
        return best
    side = int(state.side)
    best_gain = pawn_worth(side, best % CELLS) - pawn_worth(side, best // CELLS)
    for _ in range(2):
        word = next_word(word)
        action = int(actions[below(word, count)])
        gain = pawn_worth(side, action % CELLS) - pawn_worth(side, action // CELLS)
        if gain > best_gain:
            best, best_gain = action, gain
    return best
