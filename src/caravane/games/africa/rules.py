"""The course of Africa: dealing, choosing cities, turns, the end."""

from typing import Any

from caravane.bits import list_set
from caravane.chance import below, next_word
from caravane.games.africa.actions import (
    CITY,
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    LIFT,
    OPEN,
    PLACE,
    STUDY,
    WALK,
)
from caravane.games.africa.board import (
    BEYOND,
    CAMPS_EACH,
    CITIES,
    CITY_HEX,
    CODES,
    COUNT,
    DIRECTIONS,
    EMPTY,
    FACE_DOWN,
    GATE,
    HALF,
    HERE,
    HEXES,
    IDLE_ROUNDS,
    IN_WINDOWS,
    MONUMENT,
    MONUMENTS,
    NEXT_ROWS,
    NEXT_TO,
    ROWS_WITHIN_TWO,
    SEATS,
)
from caravane.games.africa.camp import build_to_collect, build_to_study, can_build
from caravane.games.africa.discovery import EXCHANGE, SETTLE, exchange, exchanges, open_tile, settle, settling_places
from caravane.games.africa.queries import free_hexes, in_windows, lay, list_windows, next_seat, shuffle_and_spread
from caravane.games.africa.relocation import liftable, relocate, relocation_places
from caravane.games.africa.scoring import points, returns
from caravane.games.africa.state import (
    BY_MONUMENTS,
    BY_STANDSTILL,
    CHOOSE_CITY,
    DEAL,
    ENDINGS,
    NOWHERE,
    OVER,
    RELOCATE,
    TO_ACT,
    TO_JUMP,
    TO_WALK,
    State,
)
from caravane.games.africa.views import determinize, view_private
from caravane.kernel import Actions, inlined, kernel

__all__ = [
    "apply_action", "apply_chance", "asks_chance", "determinize", "ending", "is_over", "legal_actions", "points",
    "returns", "seats", "set_up", "to_move", "view_private",
]  # fmt: skip


HALVES = 2  # §2.3


@kernel
def set_up(state: State, seats: int, options: Any) -> None:
    """Tiles face down everywhere but on the cities (§1.1), two camps each (§1.2); chance is asked to deal."""
    state.africa = seats
    state.hides_treasure = options[0]
    state.exchange = options[1]
    state.equal_turns = options[2]
    state.decision = DEAL
    state.subject = NOWHERE
    for seat in range(SEATS):
        state.at[seat] = NOWHERE
    for seat in range(seats):
        state.camps[seat] = CAMPS_EACH
    for place in range(HEXES):
        state.ground[place] = FACE_DOWN
    for city in range(CITIES):
        lay(state, int(CITY_HEX[city]), EMPTY)


@kernel
def asks_chance(state: State) -> bool:
    """Only the deal is left to chance."""
    return int(state.decision) == DEAL


@kernel
def apply_chance(state: State, word: Any) -> None:
    """Shuffle the tiles onto the hexes (§1.1) and say who begins (§1.3)."""
    count = 0
    for code in range(MONUMENT, CODES):
        for _ in range(COUNT[code]):
            state.hidden[count] = code
            count += 1
    word = shuffle_and_spread(state, count, word)
    word = next_word(word)
    state.starter = below(word, int(state.africa))
    state.on_turn = state.starter
    state.decision = CHOOSE_CITY


@kernel
def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return int(state.decision) == OVER


@kernel
def to_move(state: State) -> int:
    """The one seat whose turn it is."""
    if int(state.decision) == DEAL or int(state.decision) == OVER:
        return 0
    return 1 << int(state.on_turn)


@kernel
def legal_actions(state: State, seat: int, out: Actions) -> int:
    """Write the seat's legal actions in ascending order; return how many."""
    if (to_move(state) >> seat) & 1 == 0:
        return 0
    decision = int(state.decision)
    if decision == TO_WALK:
        return walks(state, seat, out)
    if decision == TO_ACT:
        return acts(state, seat, out)
    if decision == SETTLE:
        return settling_places(state, out)
    if decision == RELOCATE:
        return relocation_places(state, out)
    if decision == EXCHANGE:
        return exchanges(state, seat, out)
    if decision == TO_JUMP:
        return jumps(state, seat, out)
    return free_cities(state, out)


@kernel
def free_cities(state: State, out: Actions) -> int:
    """Cities where nobody stands (§1.4)."""
    count = 0
    for city in range(CITIES):
        is_free = True
        for seat in range(int(state.africa)):
            if int(state.at[seat]) == CITY_HEX[city]:
                is_free = False
        if is_free:
            out[count] = CITY + city
            count += 1
    return count


@inlined
def walks(state: State, seat: int, out: Actions) -> int:
    """Zero, one or two steps over hexes that can be entered (§2.4); before the first walk also a jump (§2.1)."""
    here = int(state.at[seat])
    free = ~in_windows(state, here, FACE_DOWN, FACE_DOWN + 1, 0, ROWS_WITHIN_TWO)
    for other in range(SEATS):
        free &= ~(1 << int(IN_WINDOWS[here, int(state.at[other])]))
    reached = 0
    for i in range(DIRECTIONS):
        reached |= int(BEYOND[here, i, (free >> int(GATE[here, i])) & 1])
    reached = (reached & free) | int(HERE[here])
    count = list_windows(reached, here, WALK, 0, ROWS_WITHIN_TWO, out, 0)
    out[count] = JUMP  # stays only in the first half
    return count + int(int(state.half) == 0)


@kernel
def jumps(state: State, seat: int, out: Actions) -> int:
    """Any hex without face-down tile or other explorer, the own one too (§2.2)."""
    count = list_set(free_hexes(state, seat, 0), JUMP_TO, out, 0)
    return list_set(free_hexes(state, seat, 1), JUMP_TO + HALF, out, count)


@inlined
def acts(state: State, seat: int, out: Actions) -> int:
    """One of the five actions (§2.3), or none (§2.5)."""
    here = int(state.at[seat])
    first, last = NEXT_ROWS
    closed = in_windows(state, here, FACE_DOWN, FACE_DOWN + 1, first, last) & int(NEXT_TO[here])
    count = list_windows(closed, here, OPEN, first, last, out, 0)  # §3.1
    count = liftable(state, seat, out, count)
    out[count] = STUDY  # both stay only if a camp can be built
    out[count + 1] = COLLECT
    count += 2 * int(can_build(state, seat))
    out[count] = DECLINE
    return count + 1


@kernel
def apply_action(state: State, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < WALK:
        begin_in_city(state, seat, action - CITY)
    elif action < JUMP:
        state.at[seat] = action - WALK
        state.decision = TO_ACT
    elif action == JUMP:
        state.decision = TO_JUMP
    elif action < OPEN:
        state.at[seat] = action - JUMP_TO
        end_turn(state)  # §2.2 a jump is the whole turn
    elif action == DECLINE:
        end_half(state)  # §2.5
    else:
        act(state, seat, action)


@kernel
def act(state: State, seat: int, action: int) -> None:
    """One of the five actions, or the decision that one of them left open."""
    is_done = True
    if action < LIFT:
        is_done = open_tile(state, seat, action - OPEN)
    elif action < PLACE:
        state.subject = action - LIFT
        state.decision = RELOCATE
        is_done = False
    elif action < STUDY:
        place_subject(state, seat, action - PLACE)
    elif action == STUDY:
        build_to_study(state, seat)
    elif action == COLLECT:
        build_to_collect(state, seat)
    else:
        exchange(state, seat, action)
    if is_done:
        finish_action(state)


@kernel
def place_subject(state: State, seat: int, place: int) -> None:
    """Put down what is in the hand: found just now, or lifted."""
    if int(state.decision) == SETTLE:
        settle(state, seat, int(state.subject), place)
    else:
        relocate(state, seat, int(state.subject), place)
    state.subject = NOWHERE


@kernel
def finish_action(state: State) -> None:
    """The last monument ends the game in the middle of a turn (§7.1), unless turns are equal (§7.2)."""
    if int(state.monuments) == MONUMENTS and int(state.equal_turns) == 0:
        end_game(state, BY_MONUMENTS)
    else:
        end_half(state)


@kernel
def begin_in_city(state: State, seat: int, city: int) -> None:
    """Stand in a city; when all do, the first turn begins (§1.4)."""
    state.at[seat] = CITY_HEX[city]
    following = next_seat(state, seat)
    state.on_turn = following
    if int(state.at[following]) != NOWHERE:
        state.decision = TO_WALK


@kernel
def end_half(state: State) -> None:
    """After the first walk and action come the second (§2.3)."""
    if int(state.half) + 1 == HALVES:
        end_turn(state)
    else:
        state.half = 1
        state.decision = TO_WALK


@kernel
def end_turn(state: State) -> None:
    """The next seat clockwise (§2.1), unless this turn was the last (§7.2, §7.3)."""
    state.turns = int(state.turns) + 1
    state.idle_turns = 0 if int(state.has_acted) else int(state.idle_turns) + 1
    state.half = 0
    state.has_acted = 0
    following = next_seat(state, int(state.on_turn))
    if int(state.monuments) == MONUMENTS and following == int(state.starter):
        end_game(state, BY_MONUMENTS)
    elif int(state.idle_turns) == IDLE_ROUNDS * int(state.africa):
        end_game(state, BY_STANDSTILL)
    else:
        state.on_turn = following
        state.decision = TO_WALK


@kernel
def end_game(state: State, ending: int) -> None:
    """Nobody is to move any more."""
    state.decision = OVER
    state.ending = ending


@kernel
def seats(state: State) -> int:
    """How many play."""
    return int(state.africa)


def ending(state: State) -> str:
    """Which end it was (§7)."""
    return ENDINGS[int(state.ending) - 1] if state.ending else ""
