"""Puzzles of Africa: the most points this turn that are certain, by one result only.

Every way through the turn is tried from what lies open; turning a tile over is luck and a jump is the whole turn, so
neither is looked at.
"""

from typing import Any

import numpy as np

from caravane.door import carry_out
from caravane.game import load
from caravane.games.africa.actions import JUMP, LIFT, MAX_LEGAL, OPEN, notation
from caravane.games.africa.rules import is_over, legal_actions, to_move
from caravane.games.africa.scoring import track_points
from caravane.games.africa.state import TO_WALK
from caravane.nodes import Node, size_of
from caravane.text import Text, in_points

FEWEST = 4  # points that are worth a puzzle
LARGEST = 60  # decisions of all right ways together
Found = tuple[int, frozenset[bytes]]  # the most points on the track, and the boards that they leave


class Turn:
    """All that a seat can make of its turn."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: dict[bytes, Found] = {}

    def legal(self, state: Any) -> list[int]:
        """What involves no luck, in a turn that is still the seat's."""
        if is_over(state) or int(to_move(state)) != 1 << self.seat:
            return []
        out = np.empty(MAX_LEGAL, np.int32)
        found = out[: legal_actions(state, self.seat, out)].tolist()
        return [action for action in found if action != JUMP and not OPEN <= action < LIFT]

    def after(self, state: Any, action: int) -> Any:
        """The position after an action."""
        after = state.copy()
        carry_out(load("africa"), after, self.seat, action)
        return after

    def most(self, state: Any) -> Found:
        """What can be reached from here."""
        key = state.tobytes()
        if key not in self.known:
            self.known[key] = self._search(state)
        return self.known[key]

    def _search(self, state: Any) -> Found:
        actions = self.legal(state)
        if not actions:
            return int(track_points(state, self.seat)), frozenset({state.ground.tobytes() + state.camps.tobytes()})
        found = [self.most(self.after(state, action)) for action in actions]
        best = max(points for points, _ in found)
        return best, frozenset().union(*(boards for points, boards in found if points == best))


def prove(state: Any, seat: int) -> tuple[int, Node] | None:
    """The most points of this turn and the ways to them; None unless they leave one board alone."""
    if int(to_move(state)) != 1 << seat or int(state.decision) != TO_WALK or int(state.half) != 0:
        return None
    turn = Turn(seat)
    most, boards = turn.most(state)
    gain = most - int(track_points(state, seat))
    if gain < FEWEST or len(boards) != 1:
        return None
    node = _node(turn, state, most, int(track_points(state, seat)))
    return (gain, node) if size_of(node) <= LARGEST else None


def _node(turn: Turn, state: Any, most: int, start: int) -> Node:
    right: dict[str, Node | None] = {}
    wrong: dict[str, str] = {}
    for action in turn.legal(state):
        after = turn.after(state, action)
        best, _ = turn.most(after)
        if best < most:
            wrong[notation(action)] = str(best - start)
        elif int(track_points(after, turn.seat)) == most or not turn.legal(after):
            right[notation(action)] = None
        else:
            right[notation(action)] = _node(turn, after, most, start)
    return Node(right, wrong)


def level(goal: int, node: Node) -> int:
    """How hard: by how many ways are wrong at first beside those that are right, and how many points are made."""
    return 1 if goal < 6 else 2 if goal < 8 else 3


def task(view: Any, seat: int, goal: int) -> tuple[Text, Text]:
    """What is asked."""
    return (
        Text(f"{goal} points dans ce tour", f"{goal} points this turn"),
        Text(
            "Sans rien découvrir\u00a0: deux avances et deux actions, une seule fin en rapporte autant.",
            "Without turning a tile over: two walks and two actions, only one result brings so many.",
        ),
    )


def refusal(goal: int, tried: str, most: str) -> Text:
    """What is said to an action that gives points away."""
    if not most:
        return Text(
            "Ce que cache une tuile, personne ne le sait\u00a0: ici, seuls comptent les points certains.",
            "Nobody knows what a tile hides: here only certain points count.",
        )
    points = in_points(int(most))
    return Text(
        f"Ainsi, {points.fr} au plus. Il y en a {goal}\u00a0: encore un essai.",
        f"That way, {points.en} at most. There are {goal}: try once more.",
    )


def praise(goal: int, line: list[str]) -> Text:
    """Why it was right."""
    return Text(
        f"{goal} points\u00a0: aucune autre fin de tour n’en rapporte autant.",
        f"{goal} points: no other end of the turn brings as many.",
    )
