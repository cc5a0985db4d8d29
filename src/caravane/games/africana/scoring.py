"""Scoring: points item by item, the winner, the returns."""

from typing import Any

import numpy as np

from caravane.game import Item
from caravane.games.africana.board import (
    ADVENTURE_ARTEFACT,
    ADVENTURE_POINTS,
    ADVENTURES,
    EXPEDITION_POINTS,
    KINDS,
    MOST_ARTEFACTS,
    SET_POINTS,
)
from caravane.games.africana.box import EXPEDITIONS
from caravane.games.africana.state import DONE, FINISHED, HIDDEN, OPEN, State
from caravane.kernel import kernel
from caravane.outcome import share_returns
from caravane.text import Text

SILVER_A_POINT = 10  # §10.4
CARDS_A_POINT = 2  # §10.5


@kernel
def expedition_points(state: State, seat: int) -> int:
    """What is printed on the seat's finished expeditions (§10.1)."""
    total = 0
    for card in range(EXPEDITIONS):
        if int(state.expedition[card]) == DONE + seat:
            total += int(EXPEDITION_POINTS[card])
    return total


@kernel
def artefact_points(state: State, seat: int) -> int:
    """What is printed on the seat's finished artefact cards (§10.1)."""
    total = 0
    for card in range(ADVENTURES):
        if int(state.adventure[card]) == FINISHED + seat:
            total += int(ADVENTURE_POINTS[card])
    return total


@kernel
def set_points(state: State, seat: int) -> int:
    """The best partition of the finished artefacts into sets, each in one at most (§10.2)."""
    index = 0
    for kind in range(KINDS):
        count = 0
        for card in range(ADVENTURES):
            if int(ADVENTURE_ARTEFACT[card]) == kind and int(state.adventure[card]) == FINISHED + seat:
                count += 1
        index = index * (MOST_ARTEFACTS + 1) + count
    return int(SET_POINTS[index])


@kernel
def assistant_points(state: State, seat: int) -> int:
    """The loss for finished assistant cards: two 5, three or more 10 (§10.3)."""
    count = 0
    for card in range(ADVENTURES):
        if int(ADVENTURE_ARTEFACT[card]) < 0 and int(state.adventure[card]) == FINISHED + seat:
            count += 1
    if count >= 3:
        return -10
    return -5 if count == 2 else 0


@kernel
def open_artefact_points(state: State, seat: int) -> int:
    """One point for each artefact card that is still open, none for assistants (§10.6)."""
    count = 0
    for card in range(ADVENTURES):
        if int(ADVENTURE_ARTEFACT[card]) >= 0 and int(state.adventure[card]) == OPEN + seat:
            count += 1
    return count


@kernel
def points(state: State, seat: int) -> int:
    """What the seat would score if the game ended now."""
    total = expedition_points(state, seat) + artefact_points(state, seat)
    total += set_points(state, seat) + assistant_points(state, seat)
    total += int(state.silver[seat]) // SILVER_A_POINT + int(state.hand_count[seat]) // CARDS_A_POINT
    return total + open_artefact_points(state, seat)


@kernel
def returns(state: State, out: Any) -> None:
    """Most points win, then most silver, then the victory is shared (§10.7)."""
    seats = int(state.africana)
    best = -(1 << 30)
    winners = 0
    count = 0
    for seat in range(seats):
        mark = points(state, seat) * (1 << 16) + int(state.silver[seat])
        if mark > best:
            best = mark
            winners = 0
            count = 0
        if mark == best:
            winners |= 1 << seat
            count += 1
    share_returns(winners, seats, count, out)


def score_sheet(state: Any, seat: int) -> list[Item]:
    """The seat's points, item by item; nothing of a seat whose scores the view hides (§11.3)."""
    silver = int(state.silver[seat])
    if silver <= HIDDEN:
        return []
    cards = int(state.hand_count[seat])
    return [
        Item("expeditions", Text("Expéditions", "Expeditions"), int(expedition_points(state, seat))),
        Item("artefacts", Text("Artéfacts", "Artefacts"), int(artefact_points(state, seat))),
        Item("sets", Text("Ensembles d’artéfacts", "Sets of artefacts"), int(set_points(state, seat))),
        Item(
            "assistants",
            Text("Cartes Aventure – Assistant", "Assistant adventures"),
            int(assistant_points(state, seat)),
        ),
        Item("silver", Text("Argent, 1 pour 10", "Silver, 1 for 10"), silver // SILVER_A_POINT),
        Item("cards", Text("Cartes Voyage, 1 pour 2", "Travel cards, 1 for 2"), cards // CARDS_A_POINT),
        Item("open", Text("Artéfacts non achevés", "Unfinished artefacts"), int(open_artefact_points(state, seat))),
    ]


def winners(state: Any) -> list[int]:
    """The seats that win as things stand."""
    out = np.zeros(int(state.africana), np.float64)
    returns(state, out)
    return [seat for seat in range(int(state.africana)) if out[seat] == out.max()]
