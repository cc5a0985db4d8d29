"""Information-set Monte-Carlo tree search over the shared verbs, inside one compiled call.

Each iteration deals a world that fits the seat's view, walks down the tree (every seat for its own good), adds a
node, plays a few sensible plies on and asks the game's `evaluate`. What an action is worth at first sight, one ply
ahead, is its prior: it says where to look first and counts as one visit.
"""

import math
from typing import Any

import numpy as np

from caravane.bots.tree import (
    NONE,
    ROOT,
    USED,
    Ledger,
    Nodes,
    Stamps,
    Words,
    add_child,
    back_up,
    child_by,
    digest,
    outcome,
    stamp_known,
    stamp_legal,
)
from caravane.chance import below, next_word
from caravane.fields import view_for
from caravane.kernel import (
    Actions,
    apply_action,
    apply_chance,
    asks_chance,
    determinize,
    evaluate,
    is_over,
    kernel,
    legal_actions,
    returns,
    rollout_action,
    to_move,
)
from caravane.playout import lowest_seat, pick_seat

VIEW, WORLD, TRIAL, BLANK = range(4)  # the records a search works on
RECORDS = 4
EXPLORATION, TEMPERATURE, PRIOR_VISITS, PLIES, SPLIT_OUTCOMES = range(5)  # its settings
MAX_DEPTH = 128
_LIMIT = 1 << 62
_LEAST, _MOST = 0.02, 50.0  # no action looks hopeless, none looks certain


@kernel
def scramble(word: Any) -> Any:
    """A word whose walk does not overlap with that of its neighbours."""
    return np.uint64(below(word, _LIMIT))


@kernel
def let_chance_decide(state: Any, word: Any) -> Any:
    """Give the words that the state asks for; the last word used."""
    while asks_chance(state):
        word = next_word(word)
        apply_chance(state, scramble(word))
    return word


@kernel
def one_ply_value(worlds: Any, mover: int, action: int, word: Any) -> float:
    """What a position one ply ahead looks like to the mover."""
    worlds[TRIAL] = worlds[WORLD]
    apply_action(worlds[TRIAL], mover, action)
    let_chance_decide(worlds[TRIAL], word)
    return float(evaluate(worlds[TRIAL], mover))


@kernel
def weigh(guess: float, here: float, temperature: float) -> float:
    """How promising an action looks that changes the outlook from `here` to `guess`."""
    return min(max(math.exp((guess - here) / temperature), _LEAST), _MOST)


@kernel
def expand(
    nodes: Nodes,
    node: int,
    worlds: Any,
    mover: int,
    actions: Actions,
    count: int,
    stamps: Stamps,
    ledger: Ledger,
    settings: Any,
    word: Any,
) -> int:
    """See to it that every legal action has a child; the stamp they carry (legal: that or one above it)."""
    tick = stamp_legal(actions, count, stamps, ledger)
    if stamp_known(nodes, node, stamps, tick) == count or ledger[USED] + count > len(nodes):
        return tick
    here = float(evaluate(worlds[WORLD], mover))
    for i in range(count):
        action = int(actions[i])
        if stamps[action] == tick:
            guess = one_ply_value(worlds, mover, action, word)
            add_child(nodes, node, action, guess, weigh(guess, here, settings[TEMPERATURE]), ledger)
    return tick


@kernel
def select(nodes: Nodes, node: int, mover: int, stamps: Stamps, tick: int, settings: Any) -> int:
    """The child to visit: worth so far plus a bonus for the promising and rarely tried; NONE without children."""
    weights, visits = 0.0, 1
    child = int(nodes[node].child)
    while child != NONE:
        if stamps[int(nodes[child].action)] >= tick:
            weights += nodes[child].weight
            visits += int(nodes[child].visits)
        child = int(nodes[child].sibling)
    bonus = settings[EXPLORATION] * math.sqrt(visits) / max(weights, 1e-9)
    prior_visits = settings[PRIOR_VISITS]
    best, best_score = NONE, -1e18
    child = int(nodes[node].child)
    while child != NONE:
        if stamps[int(nodes[child].action)] >= tick:
            seen = int(nodes[child].visits)
            worth = (float(nodes[child].total[mover]) + prior_visits * nodes[child].guess) / (seen + prior_visits)
            score = worth + bonus * nodes[child].weight / (1 + seen)
            if score > best_score:
                best, best_score = child, score
        child = int(nodes[child].sibling)
    return best


@kernel
def play_on(state: Any, plies: int, actions: Actions, word: Any) -> Any:
    """A few sensible plies; the last word used."""
    for _ in range(plies):
        word = let_chance_decide(state, word)
        if is_over(state):
            break
        word = next_word(word)
        seat = pick_seat(to_move(state), word)
        count = legal_actions(state, seat, actions)
        word = next_word(word)
        apply_action(state, seat, rollout_action(state, seat, actions, count, word))
    return let_chance_decide(state, word)


@kernel
def judge(state: Any, seats: int, values: Any) -> None:
    """What a position is worth to each seat."""
    if is_over(state):
        returns(state, values)
        return
    for seat in range(seats):
        values[seat] = evaluate(state, seat)


@kernel
def look(worlds: Any, seen: Any, words: Words, seat: int) -> Any:
    """A digest of what the seat sees of the world; `words` is the memory of seen[0]."""
    seen[0] = worlds[BLANK]
    view_for(worlds[WORLD], seat, seen[0])
    return digest(words)


@kernel
def grow(
    nodes: Nodes,
    worlds: Any,
    seen: Any,
    words: Words,
    seat: int,
    seats: int,
    iterations: int,
    settings: Any,
    actions: Actions,
    stamps: Stamps,
    ledger: Ledger,
    path: Any,
    values: Any,
    word: Any,
) -> Any:
    """Search for `iterations` more; the last word used. worlds[VIEW] is what the seat may see."""
    for _ in range(iterations):
        word = next_word(word)
        worlds[WORLD] = worlds[VIEW]
        determinize(worlds[WORLD], seat, scramble(word))
        path[0] = ROOT
        length = 1
        node = ROOT
        word = let_chance_decide(worlds[WORLD], word)
        while length + 1 < MAX_DEPTH:
            if is_over(worlds[WORLD]) or (node != ROOT and nodes[node].visits == 0):
                break
            mover = lowest_seat(to_move(worlds[WORLD]))
            count = legal_actions(worlds[WORLD], mover, actions)
            word = next_word(word)
            tick = expand(nodes, node, worlds, mover, actions, count, stamps, ledger, settings, word)
            child = select(nodes, node, mover, stamps, tick, settings)
            if child == NONE:
                break
            apply_action(worlds[WORLD], mover, int(nodes[child].action))
            word = let_chance_decide(worlds[WORLD], word)
            path[length] = child
            length += 1
            node = child
            if settings[SPLIT_OUTCOMES] > 0.5:
                node = outcome(nodes, child, look(worlds, seen, words, seat), ledger)
                if node == NONE:
                    break
                path[length] = node
                length += 1
        word = play_on(worlds[WORLD], int(settings[PLIES]), actions, word)
        judge(worlds[WORLD], seats, values)
        back_up(nodes, path, length, values, seats)
    return word


@kernel
def average_first_sight(
    nodes: Nodes,
    worlds: Any,
    seat: int,
    legal: Actions,
    world_count: int,
    settings: Any,
    ledger: Ledger,
    word: Any,
) -> None:
    """Give the root its children with priors averaged over several worlds: one world alone would mislead.

    A child that it has already, from an earlier search, only gets the better prior.
    """
    here = 0.0
    for i in range(len(legal)):
        luck = word  # the same worlds for every action: differences are due to the action
        total = 0.0
        for _ in range(world_count):
            luck = next_word(luck)
            worlds[WORLD] = worlds[VIEW]
            determinize(worlds[WORLD], seat, scramble(luck))
            if i == 0:
                here += evaluate(worlds[WORLD], seat) / world_count
            total += one_ply_value(worlds, seat, int(legal[i]), luck)
        guess = total / world_count
        weight = weigh(guess, here, settings[TEMPERATURE])
        child = child_by(nodes, ROOT, int(legal[i]))
        if child == NONE:
            add_child(nodes, ROOT, int(legal[i]), guess, weight, ledger)
        else:
            nodes[child].guess = guess
            nodes[child].weight = weight
