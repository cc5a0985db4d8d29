"""Puzzles of L'Africa: all pawns home in so many moves of one's own, whatever the other does, by one first move only.

Proved by exact search: own moves are OR, the other's are AND. Who has n moves left and n pawns outside must bring one
home each time, which is what keeps the search small.
"""

from typing import Any

import numpy as np

from caravane.door import carry_out
from caravane.game import load
from caravane.games.pistes.actions import MAX_LEGAL, PASS, notation
from caravane.games.pistes.board import CELLS, PAWNS
from caravane.games.pistes.queries import count_home, in_camp
from caravane.games.pistes.rules import apply_action, is_over, legal_actions, to_move
from caravane.games.pistes.scoring import points
from caravane.games.pistes.state import MATCH, SINGLE, VARIANT, Decision
from caravane.kernel import kernel
from caravane.nodes import Node
from caravane.text import Text

GOALS = (2, 3, 4)
DEEPEST = max(GOALS)
WIN = 2  # points of a game that is won (§2.4)


@kernel
def enters(side: int, action: int) -> bool:
    """Whether a move brings a pawn home."""
    return in_camp(side, action % CELLS) and not in_camp(side, action // CELLS)


@kernel
def wins(states: Any, actions: Any, ledger: Any, seat: int, left: int) -> bool:
    """Whether the seat, to move in states[0], wins within so many moves of its own whatever the other does.

    A walk through the tree without recursion: at even levels one winning child is enough, at odd ones all must win.
    """
    counts, tried = ledger[0], ledger[1]
    level, entering, answer = 0, True, False
    while level >= 0:
        mine = level % 2 == 0
        if entering:
            rest = left - level // 2  # own moves left, also before the other's answer
            over = is_over(states[level])
            if over or (mine and PAWNS - count_home(states[level], int(states[level].side)) > rest) or rest == 0:
                answer, entering = over and points(states[level], seat) == WIN, False
                level -= 1
                continue
            counts[level] = legal_actions(states[level], seat if mine else 1 - seat, actions[level])
            tried[level] = 0
            entering = False
        elif answer == mine:  # a move that wins, or an answer that holds: decided
            level -= 1
            continue
        found = False
        while tried[level] < counts[level] and not found:
            action = int(actions[level, tried[level]])
            tried[level] += 1
            found = not mine or may_help(states[level], action, left - level // 2)
            if found:
                states[level + 1] = states[level]
                apply_action(states[level + 1], seat if mine else 1 - seat, action)
        if found:
            level += 1
            entering = True
        else:
            answer = not mine
            level -= 1
    return answer


@kernel
def may_help(state: Any, action: int, left: int) -> bool:
    """Whether a move can be part of a win in so many: without one to spare it must bring a pawn home."""
    if PAWNS - count_home(state, int(state.side)) < left:
        return True
    return action != PASS and enters(int(state.side), action)


class Prover:
    """Room for one search after another."""

    def __init__(self, dtype: Any) -> None:
        self.states = np.zeros(2 * DEEPEST + 2, dtype)
        self.actions = np.zeros((2 * DEEPEST + 2, MAX_LEGAL), np.int32)
        self.ledger = np.zeros((2, 2 * DEEPEST + 2), np.int64)

    def wins(self, state: Any, seat: int, left: int) -> bool:
        """Whether the seat to move wins within so many."""
        self.states[0] = state
        return bool(wins(self.states, self.actions, self.ledger, seat, left))


def _legal(state: Any, seat: int) -> list[int]:
    out = np.empty(MAX_LEGAL, np.int32)
    found: list[int] = out[: legal_actions(state, seat, out)].tolist()
    return found


def _after(state: Any, seat: int, action: int) -> Any:
    after = state.copy()
    carry_out(load("pistes"), after, seat, action)
    return after


def _holds(prover: Prover, after: Any, seat: int, left: int) -> int:
    """What the other answers to keep the seat from winning within so many more moves; -1 if nothing does."""
    if is_over(after):
        return -1 if int(points(after, seat)) == WIN else PASS
    for action in _legal(after, 1 - seat):
        if not prover.wins(_after(after, 1 - seat, action), seat, left):
            return action
    return -1


def _node(prover: Prover, state: Any, seat: int, left: int) -> Node:
    """What wins here and how it goes on; what does not, and the answer that holds."""
    right: dict[str, Node | None] = {}
    wrong: dict[str, str] = {}
    for action in _legal(state, seat):
        after = _after(state, seat, action)
        answer = _holds(prover, after, seat, left - 1)
        if answer >= 0:
            wrong[notation(action)] = notation(answer)
        elif is_over(after):
            right[notation(action)] = None
        else:
            reply = _hardest(prover, after, seat, left - 1)
            node = _node(prover, _after(after, 1 - seat, reply), seat, left - 1)
            right[notation(action)] = Node(node.right, node.wrong, [f"{1 - seat}: {notation(reply)}"])
    return Node(right, wrong)


def _hardest(prover: Prover, after: Any, seat: int, left: int) -> int:
    """The answer after which fewest moves still win."""

    def winning(reply: int) -> int:
        state = _after(after, 1 - seat, reply)
        if is_over(state):
            return 0
        return sum(_holds(prover, _after(state, seat, action), seat, left - 1) < 0 for action in _legal(state, seat))

    return min(_legal(after, 1 - seat), key=winning)


def prove(state: Any, seat: int) -> tuple[int, Node] | None:
    """In how many moves the seat to move wins, and how; None unless one first move alone does it."""
    options = state.options
    if int(state.decision) != Decision.MOVE or int(to_move(state)) != 1 << seat:
        return None
    if int(options[MATCH]) != SINGLE or int(options[VARIANT]):
        return None
    missing = PAWNS - int(count_home(state, int(state.side)))
    prover = Prover(state.dtype)
    for goal in GOALS:
        if missing > goal or goal - missing > (1 if goal == DEEPEST else 2):
            continue  # more to spare takes too long to prove
        if goal > 1 and prover.wins(state, seat, goal - 1):
            return None  # shorter than what is asked for
        if prover.wins(state, seat, goal):
            node = _node(prover, state, seat, goal)
            return (goal, node) if len(node.right) == 1 else None
    return None


def level(goal: int, node: Node) -> int:
    """How hard: by how far one must look."""
    return goal - 1


def task(view: Any, seat: int, goal: int) -> tuple[Text, Text]:
    """What is asked."""
    side = Text("clairs", "Light") if int(view.side) == 0 else Text("foncés", "Dark")
    home = int(count_home(view, int(view.side)))
    return (
        Text(f"Les {side.fr} rentrent en {goal} coups", f"{side.en} comes home in {goal} moves"),
        Text(
            f"{home} pions sur 9 sont au camp. Quoi que fasse l’autre\u00a0: quel est le premier coup\u00a0?",
            f"{home} pawns of 9 are home. Whatever the other does: what is the first move?",
        ),
    )


def refusal(goal: int, tried: str, answer: str) -> Text:
    """What is said to a move that does not win in time."""
    return Text(
        f"{answer} tient contre {tried}\u00a0: il faudrait plus de {goal} coups. Encore un essai.",
        f"{answer} holds against {tried}: it would take more than {goal} moves. Try once more.",
    )


def praise(goal: int, line: list[str]) -> Text:
    """Why it was right."""
    way = ", ".join(line)
    return Text(f"{way}\u00a0: aucune réponse n’y change rien.", f"{way}: no answer changes it.")
