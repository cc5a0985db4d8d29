"""The course of L'Africa: moving, ending, the match of two games."""

from typing import Any

import numpy as np

from caravane.games.pistes.actions import LAY, NUMBER, PASS
from caravane.games.pistes.board import CAMP_PLACE, CELLS, DARK, LIGHT, PAWNS
from caravane.games.pistes.moves import can_move, is_plain, moves
from caravane.games.pistes.queries import (
    count_home,
    count_on_own_cells,
    has_milestones,
    in_camp,
    is_numbered,
    is_over,
    memory_key,
    note_run,
    pawn_key,
    seat_of,
    side_key,
)
from caravane.games.pistes.scoring import points, returns
from caravane.games.pistes.set_up import (
    LAY_PAWNS,
    SHUFFLE,
    TO_MOVE,
    begin_game,
    free_camp_cells,
    free_start_cells,
    lay_pawn,
    lay_pawns,
    number_camps,
    number_cell,
)
from caravane.games.pistes.state import (
    CAP,
    EMPTY,
    ENDINGS,
    MATCH,
    NO_PROGRESS,
    NUMBERING,
    PLACEMENT,
    RANDOM_NUMBERS,
    REPETITION,
    SECOND,
    SINGLE,
    VARIANT,
    Decision,
    Ending,
    State,
)
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.kernel import Actions, kernel

__all__ = [
    "apply_action",
    "apply_chance",
    "asks_chance",
    "ending",
    "is_over",
    "legal_actions",
    "points",
    "repetition",
    "returns",
    "seats",
    "set_up",
    "to_move",
]


OVER = int(Decision.OVER)
HOME, THREEFOLD, STALLED = int(Ending.HOME), int(Ending.REPETITION), int(Ending.NO_PROGRESS)
BLOCKED, CAPPED = int(Ending.BLOCKED), int(Ending.CAP)


@kernel
def set_up(state: State, seats: int, options: Any) -> None:
    """The start of the match: seat 0 plays light first."""
    state.pistes = seats
    for index in range(len(state.options)):
        state.options[index] = options[index]
    state.options[PLACEMENT] += RANDOM_NUMBERS * options[NUMBERING]
    state.winner[0] = -1
    state.winner[1] = -1
    begin_game(state)


@kernel
def asks_chance(state: State) -> bool:
    """Only `numbering=random` and `placement=random` leave something to chance."""
    return state.decision == SHUFFLE


@kernel
def apply_chance(state: State, word: Any) -> None:
    """Number both camps if they are not yet (§5.10), else lay both sides' pawns (§5.9)."""
    if has_milestones(state) and state.number[LIGHT, 0] == 0:
        number_camps(state, word)
    else:
        lay_pawns(state, word)


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
def play_last(state: State, seat: int, action: int) -> None:
    """Carry out the action that ends a game, and set nothing up behind it: the board stays as it was then (§2.3)."""
    games = state.options[MATCH]
    state.options[MATCH] = SINGLE
    apply_action(state, seat, action)
    state.options[MATCH] = games


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


def repetition(state: State) -> tuple[int, bytes]:
    """How often the present position has stood (§6.1), and all that stood in this game, in an order of their own."""
    stood = np.sort(np.asarray(state.history[: int(state.ply) + 1]))
    return count_occurrences(state) if state.decision == TO_MOVE else 0, stood.tobytes()


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


def ending(state: State) -> str:
    """How the match's last game ended; nothing while it goes on."""
    return ENDINGS[int(state.ending[int(state.game)]) - 1] if state.decision == Decision.OVER else ""


@kernel
def seats(state: State) -> int:
    """Two, always."""
    return 2
