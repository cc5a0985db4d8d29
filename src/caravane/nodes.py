"""The ways through a puzzle: at each decision what leads to the goal, how others answer, and why the rest fails."""

from __future__ import annotations

from msgspec import Struct


class Node(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the solver."""

    right: dict[str, Node | None]  # by notation: what comes next; None: solved
    wrong: dict[str, str] = {}  # by notation: what tells why, in the game's own form
    before: list[str] = []  # what others do before it: `1: b9-b4`


def line_of(node: Node) -> list[str]:
    """The solver's actions on one way to the goal."""
    found: list[str] = []
    here: Node | None = node
    while here is not None:
        action, here = next(iter(here.right.items()))
        found.append(action)
    return found


def size_of(node: Node) -> int:
    """How many decisions all ways together have."""
    return 1 + sum(size_of(each) for each in node.right.values() if each is not None)
