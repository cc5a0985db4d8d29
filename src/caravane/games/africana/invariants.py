"""What must hold in every position: cards are conserved, counts agree with what they count."""

from typing import Any

from caravane.games.africana.board import (
    ADVENTURES,
    ASSISTANTS_A_COLOUR,
    KINDS,
    LETTER_END,
    MARKERS,
    PLACES,
    REMOVED_C,
    TRAVEL,
)
from caravane.games.africana.box import COLOURS, EXPEDITIONS, PAGES, SPACES
from caravane.games.africana.journey import markers_left
from caravane.games.africana.state import DONE, FINISHED, IN_BOOK, IN_ROW, NOTHING, OPEN, OVER, REMOVED, UNSEEN


def invariants(state: Any) -> list[str]:
    """What is broken; nothing if all is well."""
    return [*_travel_cards(state), *_seats(state), *_expeditions(state), *_books(state)]


def _expect(broken: list[str], what: str, found: object, wanted: object) -> None:
    if found != wanted:
        broken.append(f"{what}: {found}, not {wanted}")


def _travel_cards(state: Any) -> list[str]:
    broken: list[str] = []
    for colour in range(KINDS):
        name = COLOURS[colour]
        total = int(state.pile[colour]) + int(state.hand[:, colour].sum()) + int(state.spent[:, colour].sum())
        _expect(broken, f"{name} travel cards", total, int(TRAVEL[colour]))
        at_shuffle = int(state.fresh[colour]) + int(state.kept[:, colour].sum())
        _expect(broken, f"{name} travel cards at the last shuffle", at_shuffle, int(TRAVEL[colour]))
        assistants = int(state.assistants[:, colour].sum()) + int(state.removed_assistants[colour])
        _expect(broken, f"{name} assistants", assistants + int(state.assistant_stock[colour]), ASSISTANTS_A_COLOUR)
        if state.played[colour] > state.spent[state.on_turn, colour]:
            broken.append(f"more {name} cards lie in play than the seat on turn has spent")
        for seat in range(int(state.africana)):
            if state.kept[seat, colour] > int(state.hand[seat, colour]) + int(state.spent[seat, colour]):
                broken.append(f"seat {seat} lost {name} cards that it held at the last shuffle")
    _expect(broken, "pile_count", int(state.pile_count), int(state.pile.sum()))
    lowest = min(int(field.min()) for field in (state.pile, state.hand, state.spent, state.kept, state.played))
    if lowest < 0:
        broken.append("fewer than no travel cards")
    return broken


def _seats(state: Any) -> list[str]:
    broken: list[str] = []
    seats = int(state.africana)
    _expect(broken, "jokers", int(state.joker.sum()) + int(state.removed_jokers), seats)
    for seat in range(seats):
        _expect(broken, f"hand_count of seat {seat}", int(state.hand_count[seat]), int(state.hand[seat].sum()))
        _expect(broken, f"kept_count of seat {seat}", int(state.kept_count[seat]), int(state.kept[seat].sum()))
        if state.silver[seat] < 0:
            broken.append(f"seat {seat} has {state.silver[seat]} silver")
        if not 0 <= state.place[seat] < PLACES:
            broken.append(f"seat {seat} is nowhere")
        if not 0 <= markers_left(state, seat) <= MARKERS:
            broken.append(f"seat {seat} laid more markers than it has")
    if state.decision != OVER and not 0 <= state.on_turn < seats:
        broken.append("nobody is on turn")
    return broken


def _expeditions(state: Any) -> list[str]:
    broken: list[str] = []
    where = [int(value) for value in state.expedition]
    row = sorted(int(card) - 1 for card in state.row if card != NOTHING)
    _expect(broken, "expeditions in the row", row, [card for card in range(EXPEDITIONS) if where[card] == IN_ROW])
    hidden = int(state.expeditions_left) + REMOVED_C[int(state.africana)]
    _expect(broken, "unseen expeditions", where.count(UNSEEN), hidden)
    seen = [card for card in range(EXPEDITIONS) if where[card] != UNSEEN]
    for letter in range(2):
        end = int(LETTER_END[letter])
        if seen and seen[-1] >= end and UNSEEN in where[:end]:
            broken.append(f"a card came before the last {'AB'[letter]}")
    if any(not UNSEEN <= value < DONE + int(state.africana) for value in where):
        broken.append("an expedition is nowhere")
    for space in range(SPACES):
        if state.row[space] == NOTHING and state.joined[space]:
            broken.append(f"a marker lies on the empty space {space}")
    return broken


def _books(state: Any) -> list[str]:
    broken: list[str] = []
    where = [int(value) for value in state.adventure]
    for book in range(2):
        pages = [int(page) - 1 for page in state.page[book] if page != NOTHING]
        cards = range(book * PAGES, (book + 1) * PAGES)
        _expect(broken, f"seen pages of book {book}", sorted(pages), [card for card in cards if where[card] == IN_BOOK])
        unseen = sum(where[card] == UNSEEN for card in cards)
        _expect(broken, f"pages of book {book}", int(state.pages[book]), len(pages) + unseen)
        if not 0 <= state.gutter[book] <= state.pages[book]:
            broken.append(f"the gutter of book {book} is outside it")
        if any(page != NOTHING for page in state.page[book][len(pages) :]):
            broken.append(f"book {book} has an unseen page above a seen one")
    for card in range(ADVENTURES):
        known = where[card] in (UNSEEN, IN_BOOK, REMOVED)
        if not known and not any(where[card] in (OPEN + seat, FINISHED + seat) for seat in range(int(state.africana))):
            broken.append(f"adventure {card} is nowhere")
    return broken
