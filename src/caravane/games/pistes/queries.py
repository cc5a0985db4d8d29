"""Questions about a position that moves, ends and bots all ask."""

from typing import Any

import numpy as np

from caravane.games.pistes.board import (
    CAMP,
    CAMP_PLACE,
    CELLS,
    COLUMNS,
    GATE_PLACE,
    LINES,
    PAWNS,
)
from caravane.games.pistes.state import (
    BEGINNERS,
    DARK_PAWN,
    EMPTY,
    FIRST,
    NUMBER,
    ONCE,
    ORDER,
    PAWN,
    POWER,
    SECOND,
    VARIANT,
    Decision,
    State,
)
from caravane.kernel import kernel

OVER = int(Decision.OVER)
_PAWN_KINDS = PAWN + POWER + DARK_PAWN + NUMBER + 1
_KEYS = np.random.default_rng(1977).integers(0, 2**64 - 1, (CELLS, _PAWN_KINDS - PAWN), np.uint64)
_SIDE_KEY = np.random.default_rng(9).integers(0, 2**64 - 1, 1, np.uint64)
_MILESTONE_KEYS = np.random.default_rng(90).integers(0, 2**64 - 1, (2, PAWNS + 1), np.uint64)
_BEEN_IN_KEYS = np.random.default_rng(18).integers(0, 2**64 - 1, (2, 1 << (PAWNS + 1)), np.uint64)


@kernel
def side_of(pawn: int) -> int:
    """LIGHT or DARK."""
    return (pawn & DARK_PAWN) // DARK_PAWN


@kernel
def seat_of(state: State, side: int) -> int:
    """The seat that plays a side in this game (§2.3)."""
    return int(state.light_seat) ^ side


@kernel
def is_numbered(state: State) -> bool:
    """Whether pawns carry numbers (§5.1, §5.5)."""
    return bool(state.options[VARIANT] == FIRST or state.options[VARIANT] == SECOND)


@kernel
def has_milestones(state: State) -> bool:
    """Whether the camps' cells carry numbers (§5.4, §5.7)."""
    return bool(state.options[VARIANT] == SECOND or state.options[VARIANT] == BEGINNERS)


@kernel
def count_home(state: State, side: int) -> int:
    """A side's pawns in its camp: only its own can be there (§3.2)."""
    count = 0
    for place in range(PAWNS):
        if state.cell[CAMP[side, place]] != EMPTY:
            count += 1
    return count


@kernel
def count_on_own_cells(state: State, side: int) -> int:
    """Numbered pawns that stand on the cell of their number (§5.5)."""
    count = 0
    for place in range(PAWNS):
        pawn = int(state.cell[CAMP[side, place]])
        if pawn != EMPTY and pawn & NUMBER == state.number[side, place]:
            count += 1
    return count


@kernel
def count_at_gate(state: State, side: int) -> int:
    """A side's pawns on the cells around the opponent's camp (§4.4)."""
    count = 0
    for index in range(PAWNS):
        if GATE_PLACE[1 - side, state.at[side, index]] >= 0:
            count += 1
    return count


@kernel
def note_pawns(state: State) -> None:
    """Derive from the cells where the pawns are."""
    for line in range(LINES):
        state.lines[line] = 0
    for column in range(COLUMNS):
        state.columns[column] = 0
    for side in range(2):
        index = 0
        for cell in range(CELLS):
            if state.cell[cell] != EMPTY and side_of(int(state.cell[cell])) == side:
                state.at[side, index] = cell
                index += 1
                flip_cell(state, cell)


@kernel
def flip_cell(state: State, cell: int) -> None:
    """A cell becomes occupied, or free again."""
    state.lines[cell // COLUMNS] ^= 1 << (cell % COLUMNS)
    state.columns[cell % COLUMNS] ^= 1 << (cell // COLUMNS)


@kernel
def note_run(state: State, side: int, origin: int, target: int) -> None:
    """Keep the derived fields true when a pawn runs."""
    flip_cell(state, origin)
    flip_cell(state, target)
    index = 0
    while state.at[side, index] != origin:
        index += 1
    while index + 1 < PAWNS and state.at[side, index + 1] < target:
        state.at[side, index] = state.at[side, index + 1]
        index += 1
    while index > 0 and state.at[side, index - 1] > target:
        state.at[side, index] = state.at[side, index - 1]
        index -= 1
    state.at[side, index] = target


@kernel
def in_camp(side: int, cell: int) -> bool:
    """Whether a cell belongs to a side's camp."""
    return bool(CAMP_PLACE[side, cell] >= 0)


@kernel
def pawn_key(cell: int, pawn: int) -> Any:
    """What a pawn on a cell adds to the position's key."""
    return _KEYS[cell, pawn - PAWN]


@kernel
def position_key(state: State) -> Any:
    """The key of the whole position (§6.1): cells, side to move, numbers, power pawns, and what else matters."""
    key = np.uint64(0)
    for cell in range(CELLS):
        if state.cell[cell] != EMPTY:
            key ^= _KEYS[cell, int(state.cell[cell]) - PAWN]
    return key ^ side_key(state) ^ memory_key(state, 0) ^ memory_key(state, 1)


@kernel
def side_key(state: State) -> Any:
    """What the side to move adds to the key."""
    return _SIDE_KEY[0] if state.side == 1 else np.uint64(0)


@kernel
def memory_key(state: State, side: int) -> Any:
    """What a side's milestones or its pawns' visits add to the key, where they matter."""
    if has_milestones(state):
        return _MILESTONE_KEYS[side, state.milestones[side]]
    if state.options[VARIANT] == FIRST and state.options[ORDER] == ONCE:
        return _BEEN_IN_KEYS[side, state.been_in[side]]
    return np.uint64(0)


@kernel
def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return int(state.decision) == OVER
