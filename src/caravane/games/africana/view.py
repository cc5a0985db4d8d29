"""What a seat may see; what it cannot know is dealt in memory.py.

Open to all: the map, the row, both books as far as their pages were ever seen, adventures, markers, counts of
hands, joker and assistants (taken and removed in public), every travel card played or discarded, and what a
shuffle tells: which cards the new pile holds. Hidden: travel cards in other hands and in the pile; with
`hidden_scores` others' silver and who finished what, until the end.
"""

from caravane.games.africana.board import ADVENTURES, EXPEDITIONS, KINDS, PAGES, SPACES
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


@kernel
def view_for(state: State, seat: int, view: State) -> None:
    """Copy into a blank record what the seat (or a spectator) may see."""
    copy_table(state, view)
    copy_books(state, view)
    for other in range(int(state.africana)):
        copy_open_seat(state, other, view)
    if seat >= 0:  # §11.1
        for colour in range(KINDS):
            view.hand[seat, colour] = state.hand[seat, colour]
            view.kept[seat, colour] = state.kept[seat, colour]
    hides = int(state.hidden_scores) == 1 and int(state.decision) != OVER  # §11.3
    for other in range(int(state.africana)):
        view.silver[other] = state.silver[other] if other == seat or not hides else HIDDEN
    for card in range(EXPEDITIONS):
        where = int(state.expedition[card])
        theirs = where >= DONE and where != DONE + seat
        view.expedition[card] = DONE_BY_OTHERS if hides and theirs else where
    for card in range(ADVENTURES):
        where = int(state.adventure[card])
        theirs = FINISHED <= where < REMOVED and where != FINISHED + seat
        view.adventure[card] = FINISHED_BY_OTHERS if hides and theirs else where


@kernel
def copy_table(state: State, view: State) -> None:
    """Whose turn it is and what lies on the table."""
    view.africana = state.africana
    view.hidden_scores = state.hidden_scores
    view.memory_aid = state.memory_aid
    view.decision = state.decision
    view.asks = state.asks
    view.on_turn = state.on_turn
    view.round_number = state.round_number
    view.is_last_round = state.is_last_round
    view.idle_rounds = state.idle_rounds
    view.has_progress = state.has_progress
    view.cards_due = state.cards_due
    view.pages_turned = state.pages_turned
    view.steps = state.steps
    view.pile_count = state.pile_count
    view.joker_is_used = state.joker_is_used
    view.removed_jokers = state.removed_jokers
    view.expeditions_left = state.expeditions_left
    copy_first(state.played, view.played, KINDS)
    copy_first(state.fresh, view.fresh, KINDS)
    copy_first(state.assistants_used, view.assistants_used, KINDS)
    copy_first(state.assistant_stock, view.assistant_stock, KINDS)
    copy_first(state.removed_assistants, view.removed_assistants, KINDS)
    copy_first(state.row, view.row, SPACES)
    copy_first(state.joined, view.joined, SPACES)


@kernel
def copy_books(state: State, view: State) -> None:
    """Every page that was ever seen, where it now is: everybody watched it being turned (§11.2)."""
    copy_first(state.pages, view.pages, 2)
    copy_first(state.gutter, view.gutter, 2)
    copy_first(state.page, view.page, 2 * PAGES)


@kernel
def copy_open_seat(state: State, other: int, view: State) -> None:
    """What all see of a seat: its place, its counts, the cards that come back to it, what it spent (§11.1)."""
    view.place[other] = state.place[other]
    view.hand_count[other] = state.hand_count[other]
    view.kept_count[other] = state.kept_count[other]
    view.joker[other] = state.joker[other]
    for colour in range(KINDS):
        view.assistants[other, colour] = state.assistants[other, colour]
        view.spent[other, colour] = state.spent[other, colour]
