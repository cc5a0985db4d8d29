"""What chance decides, card by card: travel cards (§3.1, §6.3), pages (§4.6), expeditions (§8.4), at the deal all three."""

from collections.abc import Sequence

from caravane.games.africana.board import ADVENTURES, COLOUR_NAMES, KINDS, NORTH, SOUTH
from caravane.games.africana.box import EXPEDITIONS, PAGES, SPACES
from caravane.games.africana.deal import (
    can_draw,
    discards_of,
    lay_expedition,
    letter_range,
    show_page,
    shuffle_discards,
    take_card,
)
from caravane.games.africana.library import open_book
from caravane.games.africana.phrases import adventure_name, expedition_name
from caravane.games.africana.rules import check_limits, close_turn, is_over
from caravane.games.africana.state import (
    ACTION,
    ASKS_CARDS,
    ASKS_DEAL,
    ASKS_NOTHING,
    ASKS_PAGE,
    NONE,
    NOTHING,
    UNSEEN,
    State,
)
from caravane.text import Text

PAGE = KINDS  # + adventure; below it the colour of a travel card
EXPEDITION = PAGE + ADVENTURES  # + expedition
OUTCOME_COUNT = EXPEDITION + EXPEDITIONS


def is_ahead(state: State) -> bool:
    """To the end there may be cards to draw."""
    return not is_over(state)


def _drawer(state: State) -> int:
    """Who draws a travel card now: at the deal the first seat without one; -1 for nobody."""
    if int(state.asks) == ASKS_CARDS:
        return int(state.on_turn)
    if int(state.asks) == ASKS_DEAL:
        for seat in range(int(state.africana)):
            if int(state.hand_count[seat]) == 0:
                return seat
    return -1


def _book(state: State) -> int:
    """Whose page is drawn now: at the deal the first book without one; -1 for none."""
    if int(state.asks) == ASKS_PAGE:
        return open_book(state, int(state.on_turn))
    if int(state.asks) == ASKS_DEAL:
        for book in (NORTH, SOUTH):
            if int(state.page[book, 0]) == NOTHING:
                return book
    return -1


def _space(state: State) -> int:
    """The space that an expedition is laid on now; -1 if all are full or the pile is empty."""
    if int(state.expeditions_left) > 0:
        for space in range(SPACES):
            if int(state.row[space]) == NOTHING:
                return space
    return -1


def cases(state: State, action: int) -> Sequence[tuple[int, int]]:
    """The cards of the pile by colour, the unseen pages of a book, or the unseen expeditions of the letter on top."""
    if _drawer(state) >= 0:
        is_empty = int(state.pile_count) == 0  # then the discard pile is shuffled (§3.2)
        left = [int(discards_of(state, k)) if is_empty else int(state.pile[k]) for k in range(KINDS)]
        return [(colour, count) for colour, count in enumerate(left) if count > 0]
    book = _book(state)
    if book >= 0:
        cards = range(book * PAGES, book * PAGES + PAGES)
        return [(PAGE + card, 1) for card in cards if int(state.adventure[card]) == UNSEEN]
    first, last = letter_range(state)
    return [(EXPEDITION + card, 1) for card in range(first, last) if int(state.expedition[card]) == UNSEEN]


def settle(state: State, action: int, outcome: int) -> None:
    """One card comes; after the last one the turn goes on or ends."""
    if outcome < PAGE:
        if int(state.pile_count) == 0:
            shuffle_discards(state)
        take_card(state, _drawer(state), outcome)
        state.cards_due -= int(int(state.asks) == ASKS_CARDS)
    elif outcome < EXPEDITION:
        show_page(state, _book(state), outcome - PAGE)
    else:
        lay_expedition(state, _space(state), outcome - EXPEDITION)
    _go_on(state, outcome)


def _go_on(state: State, outcome: int) -> None:
    """Stop asking when nothing is left to draw, as `apply_chance` does."""
    asks = int(state.asks)
    if asks == ASKS_CARDS:
        if int(state.cards_due) > 0 and can_draw(state):
            return
        state.cards_due = 0
        state.asks = ASKS_NOTHING
        if int(state.decision) == NONE:
            check_limits(state)
    elif asks == ASKS_PAGE:
        state.asks = ASKS_NOTHING
    elif _drawer(state) < 0 and _book(state) < 0 and _space(state) < 0:
        state.asks = ASKS_NOTHING
        if asks == ASKS_DEAL:
            state.decision = ACTION
        else:
            close_turn(state)


def phrase(state: State, action: int, outcome: int) -> Text:
    """Which card chance gives, in words."""
    if outcome < PAGE:
        seat, name = _drawer(state), COLOUR_NAMES[outcome]
        return Text(f"la carte de la place {seat} est {name.fr}", f"seat {seat}'s card is {name.en}")
    if outcome < EXPEDITION:
        name = adventure_name(outcome - PAGE)
        return Text(f"la page est {name.fr}", f"the page is {name.en}")
    name = expedition_name(outcome - EXPEDITION)
    return Text(f"l’expédition suivante est {name.fr}", f"the next expedition is {name.en}")
