"""How good a position looks, and a quick sensible choice, for bots."""

from typing import Any

from caravane.chance import below
from caravane.games.africa.actions import (
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    LIFT,
    OPEN,
    PLACE,
    STUDY,
    SWAP_ALL,
    SWAP_ONE,
    WALK,
)
from caravane.games.africa.board import (
    FACE_DOWN,
    GEMS,
    GOLD,
    GOOD,
    GOODS,
    HEXES,
    MONUMENTS,
    NEAR,
    NEAR_COUNT,
    NOMADS,
    SYMBOLS,
    TREASURE,
    WITHIN_THREE,
)
from caravane.games.africa.camp import can_build
from caravane.games.africa.discovery import SETTLE
from caravane.games.africa.queries import company, hexes_with, is_empty, is_treasure, study_value
from caravane.games.africa.rules import to_move
from caravane.games.africa.scoring import goods_points, majority_points, set_points, symbols, track_points
from caravane.games.africa.state import EXCHANGE, OVER, RELOCATE, TO_ACT, TO_JUMP, TO_WALK, State
from caravane.kernel import Actions, kernel
from caravane.weights import read_weights

_weights = read_weights(__file__)
FIND, SPARE_CAMP, SYMBOL = _weights["find"], _weights["spare_camp"], _weights["symbol"]
HELD, REACH = _weights["held"], _weights["reach"]
FRONTIER, SPREAD = _weights["frontier"], _weights["spread"]
GOOD_STUDY = 4  # from here on a camp beats opening a tile
GOOD_COLLECTION = 3


@kernel
def evaluate(state: State, seat: int) -> float:
    """Points ahead of the best other, the final count expected, squashed to -1..1."""
    best = -1000.0
    for other in range(int(state.africa)):
        if other != seat:
            best = max(best, standing(state, other))
    ahead = standing(state, seat) - best
    return ahead / (SPREAD + abs(ahead))


@kernel
def standing(state: State, seat: int) -> float:
    """The points a seat has or may expect from what it has."""
    majorities = majority_points(state, seat, GOLD) + majority_points(state, seat, GEMS)
    total = float(track_points(state, seat) + goods_points(state, seat))
    if int(state.decision) == OVER:
        return total + majorities
    done = settled(state)
    collected = symbols(state, seat, GOLD) + symbols(state, seat, GEMS)
    total += done * majorities + (1.0 - done) * SYMBOL * collected
    total += (1.0 - done) * (SPARE_CAMP * int(state.camps[seat]) + HELD * held(state, seat))
    return total + prospect(state, seat)


@kernel
def settled(state: State) -> float:
    """How much of the end is certain: little until the last monuments."""
    found = int(state.monuments) / MONUMENTS
    return found * found * found


@kernel
def held(state: State, seat: int) -> int:
    """Goods, and kinds of them, that may still grow into sets."""
    count = 0
    for good in range(GOODS):
        number = int(state.goods[seat, good])
        count += number + (1 if number > 0 else 0)
    return count


@kernel
def prospect(state: State, seat: int) -> float:
    """What the rest of the turn should bring to the seat that is in it; to others, where they stand."""
    if int(state.at[seat]) < 0:
        return 0.0
    place = int(state.at[seat])
    at_frontier = has_face_down_around(state, place)
    reaches = at_frontier or has_face_down_within_three(state, place)
    worth = REACH if reaches else 0.0  # far from all that is hidden, the next turn goes for a jump
    if (to_move(state) >> seat) & 1 == 0:
        return worth + (FRONTIER if at_frontier else 0.0)
    decision = int(state.decision)
    if decision == TO_JUMP:
        return REACH
    find = FIND if reaches else 0.0
    later = worth + find * (1 - int(state.half))
    if decision == TO_WALK:
        return max(later + find, REACH * (1 - int(state.half)))
    if decision == SETTLE or decision == RELOCATE:
        return later + best_placing(state)
    if decision == TO_ACT:
        return later + best_act(state, seat, at_frontier)
    return later


@kernel
def best_placing(state: State) -> float:
    """Points for the best place of the tile in the hand."""
    subject = int(state.subject)
    here = company(state, subject, subject)
    best = here
    for place in range(HEXES):
        if is_empty(state, place):
            best = max(best, company(state, subject, place))
    if int(state.decision) == RELOCATE:
        return float(best - here)
    return float(best if int(state.ground[subject]) == NOMADS else best + 1)


@kernel
def best_act(state: State, seat: int, at_frontier: bool) -> float:
    """A rough worth of the best action here; moving tiles is left out, it costs a search of its own."""
    best = FIND if at_frontier else 0.0
    if can_build(state, seat):
        place = int(state.at[seat])
        spent = SPARE_CAMP * (1.0 - settled(state))
        best = max(best, study_value(state, place) - spent)
        best = max(best, SYMBOL * symbols_around(state, place) - spent)
    return best


@kernel
def has_face_down_around(state: State, place: int) -> bool:
    """Whether something can be opened from a hex."""
    for i in range(NEAR_COUNT[place]):
        if int(state.ground[NEAR[place, i]]) == FACE_DOWN:
            return True
    return False


@kernel
def has_face_down_within_three(state: State, place: int) -> bool:
    """Whether something can be opened after a walk: only face-down tiles, nearer ones, bar the way (§2.4)."""
    near = hexes_with(state, FACE_DOWN, 0) & int(WITHIN_THREE[place, 0])
    return (near | (hexes_with(state, FACE_DOWN, 1) & int(WITHIN_THREE[place, 1]))) != 0


@kernel
def symbols_around(state: State, place: int) -> int:
    """Nuggets and gems that a camp on this hex would collect."""
    count = 0
    for i in range(NEAR_COUNT[place]):
        code = int(state.ground[NEAR[place, i]])
        if is_treasure(code):
            count += SYMBOLS[GOLD, code - TREASURE] + SYMBOLS[GEMS, code - TREASURE]
    return count


@kernel
def rollout_action(state: State, seat: int, actions: Actions, count: int, word: Any) -> int:
    """Open tiles wherever possible, place well, exchange for the better set; else anything."""
    decision = int(state.decision)
    start = below(word, count)
    if decision == TO_WALK:
        return walk_to_frontier(state, actions, count, start)
    if decision == TO_ACT:
        return quick_act(state, seat, actions, count, word)
    if decision == SETTLE or decision == RELOCATE:
        return best_place(state, actions, count, start)
    if decision == TO_JUMP:
        return jump_to_frontier(state, actions, count, start)
    if decision == EXCHANGE:
        return best_exchange(state, seat, actions, count)
    return int(actions[start])


@kernel
def walk_to_frontier(state: State, actions: Actions, count: int, start: int) -> int:
    """A walk to where something can be opened; without one, a jump, or any walk."""
    for i in range(count):
        action = int(actions[(start + i) % count])
        if action != JUMP and has_face_down_around(state, action - WALK):
            return action
    return int(actions[count - 1]) if int(state.half) == 0 else int(actions[start])


@kernel
def jump_to_frontier(state: State, actions: Actions, count: int, start: int) -> int:
    """A jump to where something can be opened."""
    for i in range(count):
        action = int(actions[(start + i) % count])
        if has_face_down_around(state, action - JUMP_TO):
            return action
    return int(actions[start])


@kernel
def quick_act(state: State, seat: int, actions: Actions, count: int, word: Any) -> int:
    """A rich camp, else open a tile, else move one, else what a camp brings."""
    place = int(state.at[seat])
    study, collection = 0, 0
    if can_build(state, seat):
        study, collection = study_value(state, place), symbols_around(state, place)
        if study >= GOOD_STUDY or collection >= GOOD_COLLECTION:
            return STUDY if study > collection else COLLECT
    openings, lifts = 0, 0
    for i in range(count):
        action = int(actions[i])
        openings += 1 if OPEN <= action < LIFT else 0
        lifts += 1 if LIFT <= action < PLACE else 0
    if openings > 0:
        return int(actions[below(word, openings)])
    if lifts > 0:
        return int(actions[below(word, lifts)])
    if study + collection > 0:
        return STUDY if study > collection else COLLECT
    return DECLINE


@kernel
def best_place(state: State, actions: Actions, count: int, start: int) -> int:
    """Where the tile in the hand earns most; among equals by chance."""
    best, most = int(actions[start]), -1
    for i in range(count):
        action = int(actions[(start + i) % count])
        worth = company(state, int(state.subject), action - PLACE)
        if worth > most:
            best, most = action, worth
    return best


@kernel
def exchange_gain(state: State, seat: int, action: int) -> int:
    """What an exchange adds to the worth of the seat's own goods."""
    if action < SWAP_ONE:
        return 0
    found = int(state.found_good) - GOOD
    takes_all = action >= SWAP_ALL
    index = action - (SWAP_ALL if takes_all else SWAP_ONE)
    other, good = index // GOODS, index % GOODS
    number = int(state.goods[other, good]) if takes_all else 1
    mine, given = int(state.goods[seat, good]), int(state.goods[seat, found])
    gain = set_points(mine + number) - set_points(mine)
    return gain + set_points(given - number) - set_points(given)


@kernel
def best_exchange(state: State, seat: int, actions: Actions, count: int) -> int:
    """The exchange that gains most, or none."""
    best, most = int(actions[0]), 0
    for i in range(count):
        gain = exchange_gain(state, seat, int(actions[i]))
        if gain > most:
            best, most = int(actions[i]), gain
    return best
