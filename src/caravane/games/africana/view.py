"""What a seat may see; what it cannot know is dealt in memory.py.

Open to all: the map, the row, both books as far as their pages were ever seen, adventures, markers, counts of
hands, joker and assistants (taken and removed in public), every travel card played or discarded, and what a
shuffle tells: which cards the new pile holds. Hidden: travel cards in other hands and in the pile; with
`hidden_scores` others' silver and who finished what, until the end.
"""

from caravane.fields import copy_open, copy_row
from caravane.games.africana.board import ADVENTURES, EXPEDITIONS, SEATS
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
    "round_number",
    "idle_rounds",
    "pages_turned",
    "decision",
    "asks",
    "on_turn",
    "is_last_round",
    "has_progress",
    "cards_due",
    "steps",
    "joker_is_used",
    "assistants_used",
    "place",
    "played",
    "spent",
    "pile_count",
    "hand_count",
    "fresh",
    "kept_count",
)
# Open too; who draws, walks or ends a turn leaves them as they are.
STEADY = (
    "africana",
    "memory_aid",
    "hidden_scores",
    "joker",
    "assistants",
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
HANDS = ("kept", "hand")  # a row for each seat (§11.1)
UNSEEN = ("pile",)  # by anybody


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy into a blank record what the seat (or a spectator) may see."""
    copy_open(state, view)
    if seat >= 0:
        copy_row(state, seat, view)
    view_own(state, seat, view)


@kernel
def scores_are_open(state: State) -> bool:
    """Whether everybody may know everybody's silver and finished cards (§11.3)."""
    return int(state.hidden_scores) == 0 or int(state.decision) == OVER


@kernel
def view_own(state: State, seat: int, view: State) -> None:
    """Silver and finished cards, all of them unless scores are hidden (§11.3)."""
    if not scores_are_open(state):
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
