"""How pawns move: where a run ends, and which ends are forbidden (§3, §4, §5)."""

import numpy as np

from caravane.games.pistes.actions import MOVE as MOVE_ACTION
from caravane.games.pistes.actions import PASS
from caravane.games.pistes.board import (
    CAMP,
    CAMP_COLUMNS,
    CAMP_LINES,
    CAMP_PLACE,
    CELLS,
    COLUMN_OF,
    COLUMNS,
    DIRECTIONS,
    DOWN,
    ENDS_ACROSS,
    ENDS_ALONG,
    GATE_PLACE,
    HIGHEST,
    LEFT,
    LINE_OF,
    LINES,
    LOWEST,
    NEIGHBOUR,
    PAWNS,
    RIGHT,
    STRAIGHT,
)
from caravane.games.pistes.queries import count_at_gate, in_camp
from caravane.games.pistes.state import (
    CAMP as CAMP_OPTION,
)
from caravane.games.pistes.state import (
    EMPTY,
    FIRST,
    GATE_LIMIT,
    LOCKED,
    MIDDLE,
    MOVE,
    NUMBER,
    ONCE,
    ORDER,
    POWER,
    POWER_PAWNS,
    ROOK,
    SECOND,
    STRICT,
    VARIANT,
    State,
)
from caravane.kernel import Actions, kernel

GATE_CELLS = 6
_ALL_DIRECTIONS = len(DIRECTIONS)
A_CELL, A_LINE, A_COLUMN = 127, (1 << COLUMNS) - 1, (1 << LINES) - 1


@kernel
def next_cell(state: State, side: int, cell: int, direction: int) -> int:
    """Where a pawn runs on to from a cell, or -1 at an obstacle (§3.1); its own camp is none (§3.3)."""
    ahead = int(NEIGHBOUR[cell, direction])
    if ahead < 0 or state.cell[ahead] != EMPTY:  # the board's edge, or a pawn of either side
        return -1
    if CAMP_PLACE[1 - side, ahead] >= 0:  # §3.2 the opponent's camp
        return -1
    if state.options[CAMP_OPTION] == LOCKED and in_camp(side, cell) and not in_camp(side, ahead):  # §4.2
        return -1
    return ahead


@kernel
def enters_too_early(state: State, side: int, pawn: int) -> bool:
    """Whether the order of the numbers still keeps a pawn out of its camp (§5.2, §5.3, §5.6)."""
    number = pawn & NUMBER
    if state.options[VARIANT] == FIRST and state.options[ORDER] == ONCE:  # §5.3
        earlier = (1 << number) - 2
        return int(state.been_in[side]) & earlier != earlier
    in_place = 0
    for place in range(PAWNS):
        other = int(state.cell[CAMP[side, place]])
        if other != EMPTY and other & NUMBER < number:
            if state.options[VARIANT] == FIRST or other & NUMBER == state.number[side, place]:
                in_place += 1
    return in_place < number - 1


@kernel
def may_rest(state: State, side: int, origin: int, target: int) -> bool:
    """Whether a run may end here; if not, the move is illegal, not shortened (§4.5)."""
    pawn = int(state.cell[origin])
    limit = int(state.options[GATE_LIMIT])
    if limit < GATE_CELLS and GATE_PLACE[1 - side, target] >= 0 and GATE_PLACE[1 - side, origin] < 0:
        if count_at_gate(state, side) >= limit:  # §4.4
            return False
    if not in_camp(side, target):
        return True
    variant = int(state.options[VARIANT])
    if variant == FIRST or (variant == SECOND and state.options[ORDER] == STRICT):
        return in_camp(side, origin) or not enters_too_early(state, side, pawn)  # §5.2: moving about inside is free
    if variant == SECOND:  # §5.5
        number = pawn & NUMBER
        own_cell = number == state.number[side, CAMP_PLACE[side, target]]
        return not own_cell or int(state.milestones[side]) >= number - 1
    return True


@kernel
def run_end(state: State, side: int, origin: int, direction: int) -> int:
    """Where a run ends that goes on to the obstacle; the origin itself if it cannot start (§3.1)."""
    line = int(LINE_OF[origin])
    column = origin - COLUMNS * line
    if direction == LEFT:
        taken = int(state.lines[line]) | int(CAMP_LINES[1 - side, line])
        return origin - column + int(HIGHEST[taken & ((1 << column) - 1)]) + 1
    if direction == RIGHT:
        taken = int(state.lines[line]) | int(CAMP_LINES[1 - side, line])
        return origin + int(LOWEST[(taken | 1 << COLUMNS) >> (column + 1)])
    taken = int(state.columns[column]) | int(CAMP_COLUMNS[1 - side, column])
    if direction == DOWN:
        return column + COLUMNS * (int(HIGHEST[taken & ((1 << line) - 1)]) + 1)
    return origin + COLUMNS * int(LOWEST[(taken | 1 << LINES) >> (line + 1)])


@kernel
def may_rest_anywhere(state: State) -> bool:
    """Whether no rule but the obstacles looks at where a run ends."""
    variant = state.options[VARIANT]
    return bool(variant != FIRST and variant != SECOND and state.options[GATE_LIMIT] >= GATE_CELLS)


@kernel
def is_simple_run(state: State, side: int, origin: int) -> bool:
    """Whether all of a pawn's runs go straight to the obstacle; else they are walked cell by cell."""
    if int(state.cell[origin]) & POWER != 0 or state.options[MOVE] == ROOK:
        return False
    return state.options[CAMP_OPTION] != LOCKED or not in_camp(side, origin)


@kernel
def moves_of_pawn(state: State, side: int, origin: int, out: Actions, count: int) -> int:
    """Write a pawn's moves, ascending, from `count` on; the new count."""
    if not is_simple_run(state, side, origin):
        return walked_moves(state, side, origin, out, count)
    is_free = may_rest_anywhere(state)
    for direction in range(STRAIGHT):
        target = run_end(state, side, origin, direction)
        if target != origin and (is_free or may_rest(state, side, origin, target)):
            out[count] = MOVE_ACTION + origin * CELLS + target
            count += 1
    return count


@kernel
def walked_moves(state: State, side: int, origin: int, out: Actions, count: int) -> int:
    """Moves of pawns that may stop on the way (§4.1, §4.3) or that their camp keeps in (§4.2)."""
    first = count
    is_power = int(state.cell[origin]) & POWER != 0
    may_stop = is_power or state.options[MOVE] == ROOK
    for direction in range(_ALL_DIRECTIONS if is_power else STRAIGHT):
        target = origin
        ahead = next_cell(state, side, target, direction)
        while ahead >= 0:
            target = ahead
            ahead = next_cell(state, side, target, direction)
            if (may_stop or ahead < 0) and may_rest(state, side, origin, target):
                out[count] = MOVE_ACTION + origin * CELLS + target
                count += 1
    for i in range(first + 1, count):  # several ends a direction do not come out in order
        action = out[i]
        j = i
        while j > first and out[j - 1] > action:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action
    return count


@kernel
def is_plain(state: State) -> bool:
    """Whether every pawn's runs go straight to the obstacle and may end there: the game of 1977 without variants."""
    if state.options[MOVE] == ROOK or state.options[POWER_PAWNS] == MIDDLE or state.options[CAMP_OPTION] == LOCKED:
        return False
    return may_rest_anywhere(state)


@kernel
def plain_moves(state: State, side: int, out: Actions) -> int:
    """Write all moves of a plain game: each end is written, and counts only if the pawn can go there.

    No branches, and both ends of a line from one look: 1.5 times the plies a second (caravane bench).
    """
    count = 0
    for index in range(PAWNS):
        # Masks and unsigned numbers change nothing: they tell the compiler that no index is negative.
        origin = int(state.at[side, index]) & A_CELL
        line = int(LINE_OF[origin])
        column = int(COLUMN_OF[origin])
        across = int(ENDS_ACROSS[column, int(state.lines[line]) & A_LINE | int(CAMP_LINES[1 - side, line])])
        along = int(ENDS_ALONG[line, int(state.columns[column]) & A_COLUMN | int(CAMP_COLUMNS[1 - side, column])])
        action = MOVE_ACTION + origin * CELLS
        out[np.uint32(count)] = action + column + COLUMNS * (along & 15)
        count += int(along & 15 != line)
        out[np.uint32(count)] = action + origin - column + (across & 15)
        count += int(across & 15 != column)
        out[np.uint32(count)] = action + origin - column + (across >> 4)
        count += int(across >> 4 != column)
        out[np.uint32(count)] = action + column + COLUMNS * (along >> 4)
        count += int(along >> 4 != line)
    return count


@kernel
def moves(state: State, side: int, out: Actions) -> int:
    """Write all moves of a side, or the pass when there is none (§3.4)."""
    count = 0
    if is_plain(state):
        count = plain_moves(state, side, out)
    else:
        for index in range(PAWNS):
            count = moves_of_pawn(state, side, int(state.at[side, index]), out, count)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@kernel
def can_move(state: State, side: int) -> bool:
    """Whether a side has any move; stops at the first."""
    for index in range(PAWNS):
        if pawn_can_move(state, side, int(state.at[side, index])):
            return True
    return False


@kernel
def pawn_can_move(state: State, side: int, origin: int) -> bool:
    """Whether a pawn has any move."""
    if is_simple_run(state, side, origin):
        for direction in range(STRAIGHT):
            target = run_end(state, side, origin, direction)
            if target != origin and may_rest(state, side, origin, target):
                return True
        return False
    is_power = int(state.cell[origin]) & POWER != 0
    may_stop = is_power or state.options[MOVE] == ROOK
    for direction in range(_ALL_DIRECTIONS if is_power else STRAIGHT):
        target = origin
        ahead = next_cell(state, side, target, direction)
        while ahead >= 0:
            target = ahead
            ahead = next_cell(state, side, target, direction)
            if (may_stop or ahead < 0) and may_rest(state, side, origin, target):
                return True
    return False
