"""The two books: turning pages and buying cards."""

from caravane.games.africana.actions import BUY, LEFT, RIGHT, TURN
from caravane.games.africana.board import CARD_PRICE, HALF, PAGE_PRICE
from caravane.games.africana.state import ASKS_PAGE, BOOK, NOTHING, OPEN, State
from caravane.kernel import Actions, inlined, kernel


@kernel
def open_book(state: State, seat: int) -> int:
    """The book of the half where the explorer stands (§4.1)."""
    return int(HALF[int(state.place[seat])])


@kernel
def page_price(state: State) -> int:
    """What the next page costs: the first of an action nothing (§4.4)."""
    return 0 if int(state.pages_turned) == 0 else PAGE_PRICE


@inlined
def has_page(state: State, book: int, side: int) -> bool:
    """Whether a card lies on this side of the book."""
    if side == LEFT:
        return int(state.gutter[book]) > 0
    return int(state.gutter[book]) < int(state.pages[book])


@kernel
def top_page(state: State, book: int, side: int) -> int:
    """The adventure on top of this side (§4.2), or -1."""
    if not has_page(state, book, side):
        return -1
    return int(state.page[book, int(state.gutter[book]) - (1 if side == LEFT else 0)]) - 1


@inlined
def legal_in_book(state: State, seat: int, out: Actions, count: int) -> int:
    """Turns and purchases that the seat can pay, from out[count] on; the new count."""
    book = open_book(state, seat)
    silver = int(state.silver[seat])
    for side in range(2):
        out[count] = TURN + 2 * book + side  # stays only if it can be paid
        count += int(silver >= page_price(state)) & int(has_page(state, book, LEFT + RIGHT - side))
    for side in range(2):
        out[count] = BUY + 2 * book + side
        count += int(silver >= CARD_PRICE) & int(has_page(state, book, side))  # §4.3
    return count


@kernel
def turn_page(state: State, seat: int, side: int) -> None:
    """Lift the top card of one side onto the other (§4.5)."""
    book = open_book(state, seat)
    state.decision = BOOK
    state.silver[seat] -= page_price(state)
    state.pages_turned += 1
    state.gutter[book] += 1 if side == LEFT else -1
    ask_for_page(state, book)


@kernel
def buy_card(state: State, seat: int, side: int) -> None:
    """Take the top card of a side; what lay below it shows."""
    book = open_book(state, seat)
    card = top_page(state, book, side)
    state.decision = BOOK
    state.silver[seat] -= CARD_PRICE  # §4.3
    state.has_progress = 1
    state.adventure[card] = OPEN + seat
    if side == LEFT:
        state.gutter[book] -= 1
    state.pages[book] -= 1
    for at in range(int(state.gutter[book]), int(state.pages[book])):
        state.page[book, at] = state.page[book, at + 1]
    state.page[book, int(state.pages[book])] = NOTHING
    ask_for_page(state, book)


@kernel
def ask_for_page(state: State, book: int) -> None:
    """Chance decides a page only when it shows for the first time (§4.6)."""
    if has_page(state, book, RIGHT) and top_page(state, book, RIGHT) < 0:
        state.asks = ASKS_PAGE
