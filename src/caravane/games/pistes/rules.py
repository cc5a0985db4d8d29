"""The course of L'Africa: setting up, moving, ending, the match of two games."""

from typing import Any

from caravane.chance import below, next_word
from caravane.games.pistes.actions import LAY, NUMBER, PASS
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
from caravane.games.pistes.moves import can_move, is_plain, moves
from caravane.games.pistes.position import (
    count_home,
    count_on_own_cells,
    has_milestones,
    in_camp,
    is_numbered,
    memory_key,
    note_pawns,
    note_run,
    pawn_key,
    position_key,
    seat_of,
    side_key,
)
from caravane.games.pistes.state import (
    AT_RANDOM,
    CAP,
    DARK_PAWN,
    EMPTY,
    HISTORY,
    MATCH,
    MIDDLE,
    MOVE,
    NO_PROGRESS,
    ORDER,
    PAWN,
    PLACEMENT,
    POWER,
    POWER_PAWNS,
    REPETITION,
    SECOND,
    SINGLE,
    STRICT,
    VARIANT,
    Decision,
    Ending,
    State,
)
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.kernel import Actions, kernel
from caravane.outcome import share_returns

LIGHT_POWER, DARK_POWER = POWER_START
NUMBER_CAMP, LAY_PAWNS, SHUFFLE = int(Decision.NUMBER_CAMP), int(Decision.LAY_PAWNS), int(Decision.SHUFFLE)
TO_MOVE, OVER = int(Decision.MOVE), int(Decision.OVER)
HOME, THREEFOLD, STALLED = int(Ending.HOME), int(Ending.REPETITION), int(Ending.NO_PROGRESS)
BLOCKED, CAPPED = int(Ending.BLOCKED), int(Ending.CAP)


@kernel
def set_up(state: State, seats: int, options: Any) -> None:
    """The start of the match: seat 0 plays light first."""
    state.pistes = seats
    for index in range(len(state.options)):
        state.options[index] = options[index]
    state.winner[0] = -1
    state.winner[1] = -1
    begin_game(state)


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
        state.decision = NUMBER_CAMP
    else:
        ask_for_pawns(state)


@kernel
def ask_for_pawns(state: State) -> None:
    """After the camps: numbered pawns are laid by the opponent or by chance, others stand at once (§1.2)."""
    state.side = LIGHT
    state.placed = 0
    if is_numbered(state):
        state.decision = SHUFFLE if state.options[PLACEMENT] == AT_RANDOM else LAY_PAWNS
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
def asks_chance(state: State) -> bool:
    """Only `placement=random` leaves something to chance."""
    return state.decision == SHUFFLE


@kernel
def apply_chance(state: State, word: Any) -> None:
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
def to_move(state: State) -> int:
    """The one seat that decides: the opponent of the side being set up (§5.8), else the side to move."""
    if state.decision == OVER or state.decision == SHUFFLE:
        return 0
    side = int(state.side)
    if state.decision != TO_MOVE:
        side = 1 - side
    return 1 << seat_of(state, side)


@kernel
def legal_actions(state: State, seat: int, out: Actions) -> int:
    """Write the seat's legal actions in ascending order; return how many."""
    if (to_move(state) >> seat) & 1 == 0:
        return 0
    if state.decision == TO_MOVE:
        return moves(state, int(state.side), out)
    if state.decision == LAY_PAWNS:
        return free_start_cells(state, out)
    return free_camp_cells(state, out)


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
    """Camp cells that may carry the next number (§5.4); in strict order only if the camp can be filled (§5.6)."""
    side = int(state.side)
    filled = 0
    for place in range(PAWNS):
        if state.number[side, place] != 0:
            filled |= 1 << place
    is_strict = state.options[VARIANT] == SECOND and state.options[ORDER] == STRICT
    count = 0
    for cell in range(CELLS):
        place = int(CAMP_PLACE[side, cell])
        if place < 0 or (filled >> place) & 1:
            continue
        if is_strict and not FILLABLE[state.options[MOVE], filled, place]:
            continue
        out[count] = NUMBER + cell
        count += 1
    return count


@kernel
def apply_action(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < PASS:
        move_pawn(state, action // CELLS, action % CELLS)
    elif action == PASS:
        end_ply(state, False, False, False)
    elif action < NUMBER:
        lay_pawn(state, action - LAY)
    else:
        number_cell(state, action - NUMBER)


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


@kernel
def move_pawn(state: State, origin: int, target: int) -> None:
    """Run a pawn and note what it reached."""
    side = int(state.side)
    pawn = int(state.cell[origin])
    state.key ^= memory_key(state, side)
    state.cell[origin] = EMPTY
    state.cell[target] = pawn
    note_run(state, side, origin, target)
    state.key ^= pawn_key(origin, pawn) ^ pawn_key(target, pawn)
    comes_home = in_camp(side, target)
    has_grown = False
    if comes_home:
        state.been_in[side] |= 1 << (pawn & NUMBER_OF)
        reach_milestone(state, side, pawn, target)
        home = count_home(state, side)
        has_grown = home > state.most_home[side]
        if has_grown:
            state.most_home[side] = home
    state.key ^= memory_key(state, side)
    end_ply(state, True, comes_home, has_grown)


@kernel
def reach_milestone(state: State, side: int, pawn: int, target: int) -> None:
    """The next cell in order was reached: by its own pawn (§5.5), or by any for beginners (§5.7)."""
    if not has_milestones(state):
        return
    next_number = int(state.milestones[side]) + 1
    if state.number[side, CAMP_PLACE[side, target]] != next_number:
        return
    if is_numbered(state) and pawn & NUMBER_OF != next_number:
        return
    state.milestones[side] = next_number


@kernel
def end_ply(state: State, has_run: bool, comes_home: bool, has_grown: bool) -> None:
    """Pass the turn, then look at the ends in their order (§6.5)."""
    mover = int(state.side)
    state.key ^= side_key(state)
    state.side = 1 - mover
    state.key ^= side_key(state)
    state.ply += 1
    state.quiet = 0 if has_grown else state.quiet + 1
    state.history[state.ply] = state.key
    if comes_home and is_home(state, mover):  # §2.2 only a pawn that comes to rest in the camp can win
        end_game(state, HOME, seat_of(state, mover))
    elif count_occurrences(state) >= state.options[REPETITION]:  # §6.1
        end_game(state, THREEFOLD, -1)
    elif not has_milestones(state) and state.quiet >= state.options[NO_PROGRESS]:  # §6.2
        end_game(state, STALLED, -1)
    else:
        if not (has_run and is_plain(state)):  # in a plain game a pawn that has run can run back: nothing to look for
            finish_if_blocked(state)
        if state.decision == TO_MOVE and has_milestones(state) and state.ply >= state.options[CAP]:  # §6.4
            end_at_cap(state)


@kernel
def is_home(state: State, side: int) -> bool:
    """Whether a side has won (§2.2, §5.5, §5.7)."""
    if state.options[VARIANT] == SECOND:
        return count_on_own_cells(state, side) == PAWNS
    if has_milestones(state) and state.milestones[side] < PAWNS:
        return False
    return count_home(state, side) == PAWNS


@kernel
def count_occurrences(state: State) -> int:
    """How often the present position has stood in this game."""
    count = 0
    for index in range(int(state.ply) + 1):
        if state.history[index] == state.key:
            count += 1
    return count


@kernel
def finish_if_blocked(state: State) -> None:
    """Neither side can move: a draw (§6.3)."""
    if not can_move(state, int(state.side)) and not can_move(state, 1 - int(state.side)):
        end_game(state, BLOCKED, -1)


@kernel
def end_at_cap(state: State) -> None:
    """More milestones win, else it is a draw (§6.4)."""
    light, dark = int(state.milestones[LIGHT]), int(state.milestones[DARK])
    winner = -1
    if light != dark:
        winner = seat_of(state, LIGHT if light > dark else DARK)
    end_game(state, CAPPED, winner)


@kernel
def end_game(state: State, ending: int, winner: int) -> None:
    """Note the result; in a match the camps change and the second game begins (§2.3)."""
    game = int(state.game)
    state.ending[game] = ending
    state.winner[game] = winner
    if game == 1 or state.options[MATCH] == SINGLE:
        state.decision = OVER
        return
    state.game = 1
    state.light_seat = 1 - state.light_seat
    begin_game(state)


@kernel
def is_over(state: State) -> bool:
    """Whether the match has ended."""
    return state.decision == OVER


@kernel
def points(state: State, seat: int) -> int:
    """Two for each game won, one for each drawn (§2.4)."""
    total = 0
    for game in range(2):
        if state.ending[game] == 0:
            continue
        if state.winner[game] == seat:
            total += 2
        elif state.winner[game] < 0:
            total += 1
    return total


@kernel
def returns(state: State, out: Any) -> None:
    """More points win the match; equal points are a draw (§2.4)."""
    first, second = points(state, 0), points(state, 1)
    if not is_over(state) or first == second:
        share_returns(0, 2, 0, out)
    else:
        share_returns(1 if first > second else 2, 2, 1, out)
