"""Alpha-beta search for two seats without secrets: iterative deepening, transposition table, killers, history.

For games whose state has a `key` of the position. Positions are copied ply by ply into a stack that is allocated
before the search. Where points are made (a game of the match is decided), the search stops and judges.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.kernel import (
    Actions,
    apply_action,
    asks_chance,
    evaluate,
    is_over,
    kernel,
    legal_actions,
    points,
    to_move,
)
from caravane.playout import lowest_seat

MAX_PLY = 48
TABLE = 1 << 17  # entries of the transposition table
_MASK = np.uint64(TABLE - 1)
_POINTS_KEY = np.random.default_rng(64).integers(0, 2**62, (8, 8), np.uint64)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
INFINITE = 1e9
SOONER = 0.001  # a ply of delay, as a share of what a position is worth

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("value", np.float32),  # to the seat that moves there
                ("action", np.int32),
                ("depth", np.int8),  # 0: an empty entry
                ("bound", np.int8),
            ],
            align=True,
        ),
    )
)
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("alpha", np.float64),
                ("beta", np.float64),
                ("floor", np.float64),  # alpha, raised by what was found
                ("best", np.float64),
                ("sign", np.float64),  # 1 if the same seat moves again after the move at hand, else -1
                ("seat", np.int32),
                ("depth", np.int32),
                ("count", np.int32),
                ("index", np.int32),  # of the move at hand
                ("action", np.int32),
                ("best_action", np.int32),
                ("is_reduced", np.int32),  # 1 while a late move is looked at less deeply
            ],
            align=True,
        ),
    )
)
NODES, NODE_LIMIT, START_POINTS = range(3)  # fields of the ledger
Ledger = npt.NDArray[np.int64]


@kernel
def is_leaf(state: Any, ledger: Ledger) -> bool:
    """Whether nothing is decided here, or something just was."""
    return bool(is_over(state) or asks_chance(state) or points(state, 0) + points(state, 1) != ledger[START_POINTS])


@kernel
def table_key(state: Any) -> Any:
    """The position's key, apart for each stand of the match; 0 while the board is set up."""
    if state.key == np.uint64(0):
        return state.key
    return state.key ^ _POINTS_KEY[points(state, 0), points(state, 1)]


@kernel
def order_moves(
    out: Actions, count: int, scores: Any, first: int, killers: Any, ply: int, history: Any, seat: int
) -> None:
    """Give each move the score by which it is tried: the table's, killers, then what has been good elsewhere."""
    for i in range(count):
        action = int(out[i])
        if action == first:
            scores[i] = 1 << 40
        elif action == killers[ply, 0]:
            scores[i] = 1 << 39
        elif action == killers[ply, 1]:
            scores[i] = 1 << 38
        else:
            scores[i] = history[seat, action]


@kernel
def take_next(out: Actions, count: int, scores: Any, at: int) -> int:
    """Bring the best move not yet tried to place `at`."""
    best = at
    for i in range(at + 1, count):
        if scores[i] > scores[best]:
            best = i
    action = int(out[best])
    score = scores[best]
    out[best], scores[best] = out[at], scores[at]
    out[at], scores[at] = action, score
    return action


@kernel
def note_cut(killers: Any, ply: int, history: Any, seat: int, action: int, depth: int) -> None:
    """Remember a move that refuted."""
    if killers[ply, 0] != action:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = action
    history[seat, action] += depth * depth


@kernel
def is_late(nth: int, depth: int) -> bool:
    """Whether a move comes so late in the order that a shallower look will do at first."""
    return nth >= 4 and depth >= 3


@kernel
def recall(table: Any, key: Any, depth: int, alpha: float, beta: float) -> float:
    """What the table knows about a position if it settles the question, otherwise INFINITE."""
    slot = int(key & _MASK)
    if table[slot].depth < depth or table[slot].key != key:
        return INFINITE
    value = float(table[slot].value)
    bound = int(table[slot].bound)
    if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
        return value
    return INFINITE


@kernel
def remember(table: Any, frame: Any) -> None:
    """Write what was found out about a position into the table."""
    if frame.key == np.uint64(0):
        return
    entry, value = table[int(frame.key & _MASK)], float(frame.best)
    entry.key = frame.key
    entry.value = value
    entry.action = frame.best_action
    entry.depth = frame.depth
    entry.bound = AT_LEAST if value >= frame.beta else (EXACT if value > frame.alpha else AT_MOST)


@kernel
def is_settled(stack: Any, frames: Any, ply: int, table: Any, ledger: Ledger) -> bool:
    """Whether the position's worth is known at once: the depth is used up, or the table knows; frame.best is it."""
    frame = frames[ply]
    frame.seat = lowest_seat(to_move(stack[ply]))
    ledger[NODES] += 1
    if frame.depth <= 0 or ply >= MAX_PLY - 1 or ledger[NODES] > ledger[NODE_LIMIT]:
        frame.best = float(evaluate(stack[ply], int(frame.seat)))
        return True
    frame.key = table_key(stack[ply])
    frame.best = recall(table, frame.key, int(frame.depth), float(frame.alpha), float(frame.beta))
    return bool(frame.best != INFINITE)


@kernel
def open_frame(
    stack: Any, frames: Any, ply: int, table: Any, moves: Any, scores: Any, killers: Any, history: Any
) -> None:
    """List the moves of a position in the order they are to be tried."""
    frame = frames[ply]
    slot = int(frame.key & _MASK)
    first = int(table[slot].action) if table[slot].depth > 0 and table[slot].key == frame.key else -1
    frame.count = legal_actions(stack[ply], int(frame.seat), moves[ply])
    frame.index = -1
    frame.best = -INFINITE
    frame.best_action = -1
    frame.floor = frame.alpha
    order_moves(moves[ply], int(frame.count), scores[ply], first, killers, ply, history, int(frame.seat))


@kernel
def weigh_up(frames: Any, ply: int, value: float) -> None:
    """Take note of what the move at hand is worth to its mover."""
    frame = frames[ply]
    if value > frame.best:
        frame.best = value
        frame.best_action = frame.action
    frame.floor = max(frame.floor, value)


@kernel
def prepare_child(frames: Any, ply: int, less: int) -> None:
    """Pass window and depth on to the position after the move at hand."""
    frame, child = frames[ply], frames[ply + 1]
    child.depth = frame.depth - less
    if frame.sign > 0:
        child.alpha = frame.floor
        child.beta = frame.beta
    else:
        child.alpha = -frame.beta
        child.beta = -frame.floor


@kernel
def try_next(
    stack: Any, frames: Any, ply: int, moves: Any, scores: Any, killers: Any, history: Any, ledger: Ledger
) -> bool:
    """Make the next move of a position and prepare to look at it; False when there is none worth a look."""
    frame = frames[ply]
    seat = int(frame.seat)
    while True:
        if frame.floor >= frame.beta:
            note_cut(killers, ply, history, seat, int(frame.action), int(frame.depth))
            return False
        frame.index += 1
        if frame.index >= frame.count:
            return False
        frame.action = take_next(moves[ply], int(frame.count), scores[ply], int(frame.index))
        stack[ply + 1] = stack[ply]
        apply_action(stack[ply + 1], seat, int(frame.action))
        if is_leaf(stack[ply + 1], ledger):
            weigh_up(frames, ply, float(evaluate(stack[ply + 1], seat)) * (1.0 - SOONER * ply))
            continue
        frame.sign = 1.0 if lowest_seat(to_move(stack[ply + 1])) == seat else -1.0
        less = 1
        if is_late(int(frame.index), int(frame.depth)):
            less = 3 if frame.index >= 12 and frame.depth >= 4 else 2
        frame.is_reduced = 1 if less > 1 else 0
        prepare_child(frames, ply, less)
        return True


@kernel
def search(
    stack: Any,
    depth: int,
    alpha: float,
    beta: float,
    frames: Any,
    table: Any,
    moves: Any,
    scores: Any,
    killers: Any,
    history: Any,
    ledger: Ledger,
) -> float:
    """What stack[1] is worth to the seat that moves there; without meaning once the node limit is passed.

    A loop over frames instead of recursion: Numba cannot keep recursive functions on disk.
    """
    ply = 1
    frames[1].depth = depth
    frames[1].alpha = alpha
    frames[1].beta = beta
    is_new = True
    while ledger[NODES] <= ledger[NODE_LIMIT]:
        is_done = False
        if is_new:
            is_done = is_settled(stack, frames, ply, table, ledger)
            if not is_done:
                open_frame(stack, frames, ply, table, moves, scores, killers, history)
        if not is_done:
            if try_next(stack, frames, ply, moves, scores, killers, history, ledger):
                ply += 1
                is_new = True
                continue
            remember(table, frames[ply])
        if ply == 1:
            break
        ply -= 1
        is_new = False
        value = float(frames[ply].sign * frames[ply + 1].best)
        if frames[ply].is_reduced == 1 and value > frames[ply].floor:
            frames[ply].is_reduced = 0  # better than thought: look again, at full depth
            prepare_child(frames, ply, 1)
            ply += 1
            is_new = True
        else:
            weigh_up(frames, ply, value)
    return float(frames[1].best)


@kernel
def search_root(
    stack: Any,
    depth: int,
    legal: Actions,
    values: Any,
    margin: float,
    frames: Any,
    table: Any,
    moves: Any,
    scores: Any,
    killers: Any,
    history: Any,
    ledger: Ledger,
) -> int:
    """Value every root action, in the order given; exactly those within `margin` of the best. How many were done."""
    seat = lowest_seat(to_move(stack[0]))
    best = -INFINITE
    for i in range(len(legal)):
        stack[1] = stack[0]
        apply_action(stack[1], seat, int(legal[i]))
        if is_leaf(stack[1], ledger):
            value = float(evaluate(stack[1], seat))
        else:
            same = lowest_seat(to_move(stack[1])) == seat
            floor = best - margin
            low = floor if same else -INFINITE
            high = INFINITE if same else -floor
            value = search(stack, depth - 1, low, high, frames, table, moves, scores, killers, history, ledger)
            value = value if same else -value
        if ledger[NODES] > ledger[NODE_LIMIT]:
            return i
        values[i] = value
        best = max(best, value)
    return len(legal)
