"""Set-up and everything that chance gives: travel cards, pages, expeditions."""

from caravane.chance import below, next_word
from caravane.games.africana.board import (
    ASSISTANTS_A_COLOUR,
    KINDS,
    LETTER_END,
    NORTH,
    REMOVED_C,
    SOUTH,
    START_PLACE,
    START_SILVER,
    TRAVEL,
)
from caravane.games.africana.box import EXPEDITIONS, PAGES, SPACES, TRAVEL_CARDS
from caravane.games.africana.state import ASKS_DEAL, IN_BOOK, IN_ROW, NONE, NOTHING, UNSEEN, State, Word
from caravane.kernel import Actions, kernel


@kernel
def set_up(state: State, seats: int, options: Actions) -> None:
    """Lay out the game; chance then deals."""
    state.africana = seats
    state.hidden_scores = options[0]
    state.memory_aid = options[1]
    state.decision = NONE
    state.asks = ASKS_DEAL
    state.round_number = 1
    for seat in range(seats):  # §1.1
        state.place[seat] = START_PLACE[seat]
        state.silver[seat] = START_SILVER[seat]
        state.joker[seat] = 1  # §1.2
    for colour in range(KINDS):  # §1.5
        state.pile[colour] = TRAVEL[colour]
        state.fresh[colour] = TRAVEL[colour]
        state.assistant_stock[colour] = ASSISTANTS_A_COLOUR
    state.pile_count = TRAVEL_CARDS
    state.expeditions_left = EXPEDITIONS - REMOVED_C[seats]  # §1.3
    for book in range(2):
        state.pages[book] = PAGES  # §1.4 all on the right side


@kernel
def deal(state: State, word: Word) -> None:
    """Each seat's first travel card in order of seats, the top page of each book, five expeditions."""
    for seat in range(int(state.africana)):  # §1.2
        word = next_word(word)
        draw_card(state, seat, word)
    word = next_word(word)
    reveal_page(state, NORTH, word)  # §1.4
    word = next_word(word)
    reveal_page(state, SOUTH, word)
    refill(state, word)  # §1.3


@kernel
def can_draw(state: State) -> bool:
    """Whether a travel card is left in the pile or to be shuffled into it."""
    return int(state.pile_count) > 0 or discard_count(state) > 0


@kernel
def discard_count(state: State) -> int:
    """The cards of the discard pile."""
    count = 0
    for colour in range(KINDS):
        count += discards_of(state, colour)
    return count


@kernel
def discards_of(state: State, colour: int) -> int:
    """The cards of a colour in the discard pile; those of the movement under way are not in it yet (§5.6)."""
    count = -int(state.played[colour])
    for seat in range(int(state.africana)):
        count += int(state.spent[seat, colour])
    return count


@kernel
def draw_cards(state: State, seat: int, word: Word) -> None:
    """Draw what is due, shuffling between two cards if it must be (§3.2)."""
    for _ in range(int(state.cards_due)):
        if can_draw(state):
            word = next_word(word)
            draw_card(state, seat, word)
    state.cards_due = 0


@kernel
def draw_card(state: State, seat: int, word: Word) -> None:
    """The top card of the travel pile: any of its cards, as likely as the next."""
    if int(state.pile_count) == 0:
        shuffle_discards(state)
    nth = below(word, int(state.pile_count))
    colour = 0
    while nth >= int(state.pile[colour]):
        nth -= int(state.pile[colour])
        colour += 1
    take_card(state, seat, colour)


@kernel
def take_card(state: State, seat: int, colour: int) -> None:
    """A card of this colour goes from the pile into a hand."""
    state.pile[colour] -= 1
    state.pile_count -= 1
    state.hand[seat, colour] += 1
    state.hand_count[seat] += 1


@kernel
def shuffle_discards(state: State) -> None:
    """The discard pile becomes the new pile (§3.2); note what everybody then knows."""
    for colour in range(KINDS):
        count = discards_of(state, colour)
        state.pile[colour] = count
        state.fresh[colour] = count
        state.pile_count += count
    for seat in range(int(state.africana)):
        kept = int(state.hand_count[seat])
        for colour in range(KINDS):
            lying = int(state.played[colour]) if seat == int(state.on_turn) else 0
            state.kept[seat, colour] = int(state.hand[seat, colour]) + lying
            state.spent[seat, colour] = lying
            kept += lying
        state.kept_count[seat] = kept


@kernel
def reveal_page(state: State, book: int, word: Word) -> None:
    """The page now on top of the right side: any card of this book that nobody has seen."""
    first = book * PAGES
    unseen = 0
    for card in range(first, first + PAGES):
        if int(state.adventure[card]) == UNSEEN:
            unseen += 1
    nth = below(word, unseen)
    card = first
    while int(state.adventure[card]) != UNSEEN or nth > 0:
        if int(state.adventure[card]) == UNSEEN:
            nth -= 1
        card += 1
    show_page(state, book, card)


@kernel
def show_page(state: State, book: int, card: int) -> None:
    """This card is the page on top of the right side."""
    state.adventure[card] = IN_BOOK
    state.page[book, int(state.gutter[book])] = card + 1


@kernel
def refill(state: State, word: Word) -> None:
    """Fill the empty spaces from left to right, as far as the pile reaches (§8.4)."""
    for space in range(SPACES):
        if int(state.row[space]) == NOTHING and int(state.expeditions_left) > 0:
            word = next_word(word)
            lay_expedition(state, space, next_expedition(state, word))


@kernel
def lay_expedition(state: State, space: int, card: int) -> None:
    """This card comes from the pile onto a space."""
    state.expedition[card] = IN_ROW
    state.row[space] = card + 1
    state.expeditions_left -= 1


@kernel
def letter_range(state: State) -> tuple[int, int]:
    """The cards of the first letter that is left, from the first to behind the last: A lies on B, B on C (§1.3)."""
    first = 0
    for letter in range(3):
        last = int(LETTER_END[letter])
        for card in range(first, last):
            if int(state.expedition[card]) == UNSEEN:
                return first, last
        first = last
    return first, first


@kernel
def next_expedition(state: State, word: Word) -> int:
    """Any unseen card of the first letter that is left."""
    first, last = letter_range(state)
    unseen = 0
    for card in range(first, last):
        if int(state.expedition[card]) == UNSEEN:
            unseen += 1
    nth = below(word, unseen)
    card = first
    while int(state.expedition[card]) != UNSEEN or nth > 0:
        if int(state.expedition[card]) == UNSEEN:
            nth -= 1
        card += 1
    return card
