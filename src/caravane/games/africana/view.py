"""What a seat may see; what it cannot know is dealt in memory.py.

Open to all: the map, the row, both books as far as their pages were ever seen, adventures, markers, counts of
hands, joker and assistants (taken and removed in public), every travel card played or discarded, and what a
shuffle tells: which cards the new pile holds. Hidden: travel cards in other hands and in the pile; with
`hidden_scores` others' silver and who finished what, until the end.
"""

from caravane.fields import copy_open
from caravane.games.africana.board import ADVENTURES, EXPEDITIONS, KINDS, SEATS
from caravane.games.africana.state import (
    DONE,
    DONE_BY_OTHERS,
    FINISHED,
    FINISHED_BY_OTHERS,
    HIDDEN,
    OVER,
    REMOVED,
    State,
)
from caravane.kernel import copy_first, kernel

OPEN = (
    "africana",
    "round_number",
    "idle_rounds",
    "pages_turned",
    "memory_aid",
    "hidden_scores",
    "decision",
    "asks",
    "on_turn",
    "is_last_round",
    "has_progress",
    "cards_due",
    "steps",
    "place",
    "hand_count",
    "joker",
    "assistants",
    "pile_count",
    "played",
    "spent",
    "fresh",
    "kept_count",
    "joker_is_used",
    "assistants_used",
    "assistant_stock",
    "removed_assistants",
    "removed_jokers",
    "page",  # every page that was ever seen: everybody watched it being turned (§11.2)
    "pages",
    "gutter",
    "row",
    "joined",
    "expeditions_left",
)


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy into a blank record what the seat (or a spectator) may see."""
    copy_open(state, view)
    view_own(state, seat, view)


@kernel
def view_own(state: State, seat: int, view: State) -> None:
    """The seat's own hand (§11.1); silver and finished cards, all of them unless scores are hidden (§11.3)."""
    if seat >= 0:
        for colour in range(KINDS):
            view.hand[seat, colour] = state.hand[seat, colour]
            view.kept[seat, colour] = state.kept[seat, colour]
    if int(state.hidden_scores) == 1 and int(state.decision) != OVER:
        copy_own_scores(state, seat, view)
        return
    copy_first(state.silver, view.silver, SEATS)
    copy_first(state.expedition, view.expedition, EXPEDITIONS)
    copy_first(state.adventure, view.adventure, ADVENTURES)


@kernel
def copy_own_scores(state: State, seat: int, view: State) -> None:
    """The seat's own silver and finished cards; of others only that cards are finished (§11.3)."""
    for other in range(int(state.africana)):
        view.silver[other] = state.silver[other] if other == seat else HIDDEN
    for card in range(EXPEDITIONS):
        where = int(state.expedition[card])
        theirs = where >= DONE and where != DONE + seat
        view.expedition[card] = DONE_BY_OTHERS if theirs else where
    for card in range(ADVENTURES):
        where = int(state.adventure[card])
        theirs = FINISHED <= where < REMOVED and where != FINISHED + seat
        view.adventure[card] = FINISHED_BY_OTHERS if theirs else where
