"""What chance decides: number by number, which cell of a camp carries it (§5.10) or where its pawn stands (§5.9)."""

from collections.abc import Sequence

from caravane.games.pistes.board import CAMP, CAMP_PLACE, CELL_NAMES, CELLS, DARK, LIGHT, PAWNS, START
from caravane.games.pistes.queries import has_milestones, is_numbered
from caravane.games.pistes.set_up import (
    LAY_PAWNS,
    NUMBER_CAMP,
    SHUFFLE,
    ask_for_pawns,
    begin_moving,
    may_be_numbered,
    numbered_cells,
    put_pawn,
)
from caravane.games.pistes.state import EMPTY, MATCH, PLACEMENT, RANDOM_NUMBERS, RANDOM_PAWNS, SINGLE, Decision, State
from caravane.text import Text

OUTCOME_COUNT = CELLS
SIDES = (Text("clair", "light"), Text("foncé", "dark"))


def is_ahead(state: State) -> bool:
    """With random numbers or pawns: now, later in this set-up, or in the second game of the match."""
    chance = int(state.options[PLACEMENT])
    numbers_cells = has_milestones(state) and bool(chance & RANDOM_NUMBERS)
    lays_pawns = is_numbered(state) and bool(chance & RANDOM_PAWNS)
    if not (numbers_cells or lays_pawns) or int(state.decision) == Decision.OVER:
        return False
    if int(state.game) == 0 and int(state.options[MATCH]) != SINGLE:
        return True
    return int(state.decision) == SHUFFLE or (lays_pawns and int(state.decision) in (NUMBER_CAMP, LAY_PAWNS))


def _numbers_cells(state: State) -> bool:
    return has_milestones(state) and 0 in state.number


def _laid(state: State, side: int) -> int:
    """How many pawns of a side stand already."""
    return sum(int(state.cell[cell]) != EMPTY for cell in START[side])


def _next(state: State) -> tuple[int, int]:
    """The side and the number that are drawn now: light's first."""
    for side in (LIGHT, DARK):
        done = int((state.number[side] != 0).sum()) if _numbers_cells(state) else _laid(state, side)
        if done < PAWNS:
            return side, done + 1
    raise AssertionError("chance is asked for nothing")


def cases(state: State, action: int) -> Sequence[tuple[int, int]]:
    """Any cell of the camp that may carry the number, or any free starting cell."""
    side, _ = _next(state)
    if not _numbers_cells(state):
        return [(cell, 1) for cell in sorted(map(int, START[side])) if int(state.cell[cell]) == EMPTY]
    filled = numbered_cells(state, side)
    return sorted((int(CAMP[side, place]), 1) for place in range(PAWNS) if may_be_numbered(state, filled, place))


def settle(state: State, action: int, outcome: int) -> None:
    """Write the number, or stand the pawn; after the last one the set-up goes on."""
    side, number = _next(state)
    if _numbers_cells(state):
        state.number[side, int(CAMP_PLACE[side, outcome])] = number
        if not _numbers_cells(state):
            ask_for_pawns(state)
        return
    put_pawn(state, side, outcome, number)
    if _laid(state, LIGHT) + _laid(state, DARK) == 2 * PAWNS:
        begin_moving(state)


def phrase(state: State, action: int, outcome: int) -> Text:
    """Which number goes where."""
    side, number = _next(state)
    cell, name = CELL_NAMES[outcome], SIDES[side]
    if _numbers_cells(state):
        return Text(f"la case {number} du camp {name.fr} est {cell}", f"cell {number} of the {name.en} camp is {cell}")
    return Text(f"le pion {number} {name.fr} est en {cell}", f"{name.en} pawn {number} stands on {cell}")
