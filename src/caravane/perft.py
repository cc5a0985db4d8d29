"""Perft: how many sequences of actions there are, the number that finds a wrong legal list."""

from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.chance import SeededChance
from caravane.kernel import Actions, apply_action, apply_chance, asks_chance, is_over, kernel, legal_actions, to_move
from caravane.positions import Position

_OUT_OF_WORDS = -1


@kernel
def _let_chance_decide(state: Any, words: Any, used: int) -> int:
    """Give the state the words it asks for; how many are used now, or _OUT_OF_WORDS."""
    while asks_chance(state):
        if used >= words.size:
            return _OUT_OF_WORDS
        apply_chance(state, words[used])
        used += 1
    return used


@kernel
def _choices(state: Any, seats: int, movers: Actions, actions: Actions, buffer: Actions) -> int:
    """Everything that any seat may do now: who in `movers`, what in `actions`; how many."""
    if is_over(state):
        return 0
    count = 0
    bits = to_move(state)
    for seat in range(seats):
        if (bits >> seat) & 1:
            legal = legal_actions(state, seat, buffer)
            for i in range(legal):
                movers[count] = seat
                actions[count] = buffer[i]
                count += 1
    return count


@kernel
def count_sequences(
    states: Any,
    seats: int,
    words: Any,
    movers: Any,
    actions: Any,
    buffer: Actions,
    ledger: Any,
    depth: int,
    counts: Any,
) -> int:
    """Add up into counts[d - 1] the sequences of length d = 1..depth from states[0]; 0, or _OUT_OF_WORDS.

    On every path the n-th word that is asked for is words[n]. states, movers and actions have a row for each level, ledger a column.
    """
    used, found, tried = ledger[0], ledger[1], ledger[2]  # by level: words used so far, choices, choices tried
    level = 0
    used[0] = _let_chance_decide(states[0], words, 0)
    if used[0] < 0:
        return _OUT_OF_WORDS
    found[0] = _choices(states[0], seats, movers[0], actions[0], buffer)
    counts[0] += found[0]
    while level >= 0:
        if tried[level] == found[level] or level == depth - 1:
            level -= 1
            continue
        i = tried[level]
        tried[level] += 1
        states[level + 1] = states[level]
        apply_action(states[level + 1], int(movers[level, i]), int(actions[level, i]))
        used[level + 1] = _let_chance_decide(states[level + 1], words, used[level])
        if used[level + 1] < 0:
            return _OUT_OF_WORDS
        level += 1
        tried[level] = 0
        found[level] = _choices(states[level], seats, movers[level], actions[level], buffer)
        counts[level] += found[level]
    return 0


def perft(first: Position, depth: int, seed: int = 0) -> list[int]:
    """The number of sequences of length 1 to `depth` from where a game begins; chance gives the words of `seed`."""
    game, seats = first.game, first.seats
    states = np.zeros(depth + 1, game.state)
    room = game.max_legal * seats
    movers = np.zeros((depth + 1, room), np.int32)
    actions = np.zeros((depth + 1, room), np.int32)
    buffer = np.zeros(game.max_legal, np.int32)
    word_count = 8 * (depth + 1)
    while True:
        chance = SeededChance(seed)
        states[0], _ = first.truth(chance)
        words: npt.NDArray[np.uint64] = np.array([chance.word() for _ in range(word_count)], np.uint64)
        counts = np.zeros(depth, np.int64)
        ledger = np.zeros((3, depth + 1), np.int64)
        if count_sequences(states, seats, words, movers, actions, buffer, ledger, depth, counts) == 0:
            return [int(count) for count in counts]
        word_count *= 4
