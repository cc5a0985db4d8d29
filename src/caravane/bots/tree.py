"""The search tree: nodes in one array that is allocated before the search, children in linked lists.

A node stands for what the searching seat has seen: the worlds that it cannot tell apart share one tree, and a child
counts only where its action is legal. Below an action there is a node for each outcome that the seat can tell from
the others (a tile turned over, a card drawn), known by a digest of its view.
"""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from caravane.chance import below
from caravane.kernel import Actions, kernel

SEATS = 6  # the largest table of any game
NONE = -1
ROOT = 0

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", np.float64, (SEATS,)),  # sum of what the visits were worth to each seat
                ("digest", np.uint64),  # of what is seen here, for the outcomes of an action
                ("action", np.int32),  # what leads here
                ("child", np.int32),  # the first of the list, or NONE
                ("sibling", np.int32),  # the next of the list, or NONE
                ("visits", np.int32),
                ("guess", np.float32),  # worth to the mover at first sight, in one world
                ("weight", np.float32),  # how promising it looked among its siblings
            ],
            align=True,
        ),
    )
)

USED, TICK = 0, 1  # fields of the ledger: nodes taken so far, a counter for stamps
Nodes = Any  # an array of NODE; its records are read by field name
Ledger = npt.NDArray[np.int64]
Stamps = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]  # a record as plain words, for digests
_LIMIT = 1 << 62


class Node(Protocol):
    """The record's fields, for the type checker."""

    total: npt.NDArray[np.float64]
    digest: int
    action: int
    child: int
    sibling: int
    visits: int
    guess: float
    weight: float


@kernel
def stamp_legal(actions: Actions, count: int, stamps: Stamps, ledger: Ledger) -> int:
    """Mark the legal actions with a fresh number; that number."""
    ledger[TICK] += 2  # the odd number above it marks those that have a node
    tick = int(ledger[TICK])
    for i in range(count):
        stamps[int(actions[i])] = tick
    return tick


@kernel
def stamp_known(nodes: Nodes, node: int, stamps: Stamps, tick: int) -> int:
    """Of the stamped actions mark those that have a child here; how many."""
    known = 0
    child = int(nodes[node].child)
    while child != NONE:
        action = int(nodes[child].action)
        if stamps[action] == tick:
            stamps[action] = tick + 1
            known += 1
        child = int(nodes[child].sibling)
    return known


@kernel
def add_child(nodes: Nodes, node: int, action: int, guess: float, weight: float, ledger: Ledger) -> int:
    """A new node under `node`; the caller saw to it that there is room."""
    fresh = int(ledger[USED])
    ledger[USED] += 1
    nodes[fresh].action = action
    nodes[fresh].child = NONE
    nodes[fresh].sibling = nodes[node].child
    nodes[fresh].visits = 0
    nodes[fresh].guess = guess
    nodes[fresh].weight = weight
    for seat in range(SEATS):
        nodes[fresh].total[seat] = 0.0
    nodes[node].child = fresh
    return fresh


@kernel
def digest(words: Words) -> Any:
    """A word that differs, in all likelihood, when anything in a record differs."""
    mixed = np.uint64(0)
    for i in range(len(words)):
        mixed = np.uint64(below(words[i] ^ mixed, _LIMIT))
    return mixed


@kernel
def outcome(nodes: Nodes, node: int, seen: Any, ledger: Ledger) -> int:
    """The node below an action for what is seen now, made if it is new; NONE without room."""
    child = int(nodes[node].child)
    while child != NONE:
        if nodes[child].digest == seen:
            return child
        child = int(nodes[child].sibling)
    if ledger[USED] >= len(nodes):
        return NONE
    child = add_child(nodes, node, NONE, 0.0, 0.0, ledger)
    nodes[child].digest = seen
    return child


@kernel
def child_by(nodes: Nodes, node: int, action: int) -> int:
    """The child that an action leads to, or NONE."""
    child = int(nodes[node].child)
    while child != NONE and int(nodes[child].action) != action:
        child = int(nodes[child].sibling)
    return child


@kernel
def find_outcome(nodes: Nodes, count: int, seen: Any) -> int:
    """Among the first `count` nodes the one for what is seen now, or NONE."""
    for node in range(count):
        if nodes[node].digest == seen:
            return node
    return NONE


@kernel
def reroot(nodes: Nodes, node: int, fresh: Nodes, ledger: Ledger) -> None:
    """Copy what grew below a node, the near before the far, as much as there is room for; `node` becomes the root."""
    fresh[ROOT] = nodes[node]
    fresh[ROOT].sibling = NONE
    used = 1
    parent = 0
    while parent < used:
        child = int(fresh[parent].child)  # still the number it has in the old tree
        fresh[parent].child = NONE
        last = NONE
        while child != NONE and used < len(fresh):
            fresh[used] = nodes[child]
            if last == NONE:
                fresh[parent].child = used
            else:
                fresh[last].sibling = used
            last = used
            used += 1
            child = int(nodes[child].sibling)
        if last != NONE:
            fresh[last].sibling = NONE
        parent += 1
    ledger[USED] = used


@kernel
def init_root(nodes: Nodes, ledger: Ledger) -> None:
    """A tree that is only a root."""
    ledger[USED] = 1
    nodes[ROOT].action = NONE
    nodes[ROOT].child = NONE
    nodes[ROOT].sibling = NONE
    nodes[ROOT].visits = 0
    for seat in range(SEATS):
        nodes[ROOT].total[seat] = 0.0


@kernel
def back_up(nodes: Nodes, path: Any, length: int, values: Any, seats: int) -> None:
    """Add what one visit was worth to every node on the way."""
    for i in range(length):
        node = int(path[i])
        nodes[node].visits += 1
        for seat in range(seats):
            nodes[node].total[seat] += values[seat]
