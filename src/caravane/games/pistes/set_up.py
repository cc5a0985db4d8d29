"""Setting up a game of L'Africa: pawns stand, or numbers are given to camps and pawns, by the opponent or by chance."""

from typing import Any

from caravane.chance import below, next_word
from caravane.games.pistes.actions import LAY, NUMBER
from caravane.games.pistes.board import (
    CAMP_PLACE,
    CELLS,
    DARK,
    FILLABLE,
    LIGHT,
    PAWNS,
    POWER_START,
    START,
    START_PLACE,
)
from caravane.games.pistes.queries import has_milestones, is_numbered, note_pawns, position_key
from caravane.games.pistes.state import CAMP as CAMP_OPTION
from caravane.games.pistes.state import (
    DARK_PAWN,
    EMPTY,
    HISTORY,
    MIDDLE,
    MOVE,
    ORDER,
    PAWN,
    PLACEMENT,
    POWER,
    POWER_PAWNS,
    RANDOM_NUMBERS,
    RANDOM_PAWNS,
    SECOND,
    STRICT,
    VARIANT,
    Decision,
    State,
)
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.kernel import Actions, kernel

LIGHT_POWER, DARK_POWER = POWER_START
NUMBER_CAMP, LAY_PAWNS, SHUFFLE = int(Decision.NUMBER_CAMP), int(Decision.LAY_PAWNS), int(Decision.SHUFFLE)
TO_MOVE = int(Decision.MOVE)


@kernel
def begin_game(state: State) -> None:
    """Clear the board and ask for what the variant needs first (§5.8)."""
    for cell in range(CELLS):
        state.cell[cell] = EMPTY
    for side in range(2):
        state.milestones[side] = 0
        state.been_in[side] = 0
        state.most_home[side] = 0
        for place in range(PAWNS):
            state.number[side, place] = 0
    for index in range(HISTORY):
        state.history[index] = 0
    state.quiet = 0
    state.ply = 0
    state.placed = 0
    state.side = LIGHT
    if has_milestones(state):
        state.decision = SHUFFLE if state.options[PLACEMENT] & RANDOM_NUMBERS else NUMBER_CAMP
    else:
        ask_for_pawns(state)


@kernel
def ask_for_pawns(state: State) -> None:
    """After the camps: numbered pawns are laid by the opponent or by chance, others stand at once (§1.2)."""
    state.side = LIGHT
    state.placed = 0
    if is_numbered(state):
        state.decision = SHUFFLE if state.options[PLACEMENT] & RANDOM_PAWNS else LAY_PAWNS
        return
    for side in range(2):
        for index in range(PAWNS):
            put_pawn(state, side, int(START[side, index]), 0)
    begin_moving(state)


@kernel
def put_pawn(state: State, side: int, cell: int, number: int) -> None:
    """Stand a pawn on its starting cell; in Outwit the middle ones have power (§1.4)."""
    pawn = PAWN + DARK_PAWN * side + number
    if state.options[POWER_PAWNS] == MIDDLE and (cell == LIGHT_POWER or cell == DARK_POWER):
        pawn += POWER
    state.cell[cell] = pawn


@kernel
def begin_moving(state: State) -> None:
    """Light moves first (§2.1); the start is the first position that counts for repetition."""
    state.decision = TO_MOVE
    state.side = LIGHT
    note_pawns(state)
    state.key = position_key(state)
    state.history[0] = state.key


@kernel
def number_camps(state: State, word: Any) -> None:
    """Give the numbers 1 to 9 to cells of light's camp at random, then of dark's; in strict order as one may (§5.6)."""
    for side in range(2):
        filled = 0
        for number in range(1, PAWNS + 1):
            count = 0
            for place in range(PAWNS):
                count += int(may_be_numbered(state, filled, place))
            word = next_word(word)
            left = below(word, count)
            for place in range(PAWNS):
                if may_be_numbered(state, filled, place):
                    if left == 0:
                        state.number[side, place] = number
                    left -= 1
            filled = numbered_cells(state, side)
    ask_for_pawns(state)


@kernel
def lay_pawns(state: State, word: Any) -> None:
    """Lay both sides' numbered pawns at random (§5.9)."""
    for side in range(2):
        for index in range(PAWNS):
            put_pawn(state, side, int(START[side, index]), index + 1)
        for index in range(PAWNS - 1, 0, -1):
            word = next_word(word)
            other = below(word, index + 1)
            here, there = START[side, index], START[side, other]
            mine, theirs = int(state.cell[here]), int(state.cell[there])
            state.cell[here] += (theirs & NUMBER_OF) - (mine & NUMBER_OF)  # numbers change places, power stays
            state.cell[there] += (mine & NUMBER_OF) - (theirs & NUMBER_OF)
    begin_moving(state)


@kernel
def free_start_cells(state: State, out: Actions) -> int:
    """Starting cells where the next pawn may be laid (§5.1)."""
    count = 0
    for cell in range(CELLS):
        if START_PLACE[state.side, cell] >= 0 and state.cell[cell] == EMPTY:
            out[count] = LAY + cell
            count += 1
    return count


@kernel
def free_camp_cells(state: State, out: Actions) -> int:
    """Camp cells that may carry the next number (§5.4)."""
    side = int(state.side)
    filled = numbered_cells(state, side)
    count = 0
    for cell in range(CELLS):
        place = int(CAMP_PLACE[side, cell])
        if place >= 0 and may_be_numbered(state, filled, place):
            out[count] = NUMBER + cell
            count += 1
    return count


@kernel
def numbered_cells(state: State, side: int) -> int:
    """The cells of a camp that carry a number, as bits."""
    filled = 0
    for place in range(PAWNS):
        if state.number[side, place] != 0:
            filled |= 1 << place
    return filled


@kernel
def may_be_numbered(state: State, filled: int, place: int) -> bool:
    """Whether the next number may go to a cell of a camp; in strict order only if the camp can be filled (§5.6)."""
    if (filled >> place) & 1:
        return False
    is_strict = state.options[VARIANT] == SECOND and state.options[ORDER] == STRICT
    return not is_strict or bool(FILLABLE[state.options[CAMP_OPTION], state.options[MOVE], filled, place])


@kernel
def number_cell(state: State, cell: int) -> None:
    """Write the next number on a cell of the other's camp: light's camp first, then dark's (§5.8)."""
    side = int(state.side)
    state.placed += 1
    state.number[side, CAMP_PLACE[side, cell]] = state.placed
    if state.placed < PAWNS:
        return
    state.placed = 0
    if side == LIGHT:
        state.side = DARK
    else:
        ask_for_pawns(state)


@kernel
def lay_pawn(state: State, cell: int) -> None:
    """Lay the other's next pawn: light's pawns first, then dark's (§5.8)."""
    side = int(state.side)
    state.placed += 1
    put_pawn(state, side, cell, int(state.placed))
    if state.placed < PAWNS:
        return
    state.placed = 0
    if side == LIGHT:
        state.side = DARK
    else:
        begin_moving(state)
