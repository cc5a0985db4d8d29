"""A view as JSON: everything a table on the screen shows, ids and numbers only."""

from typing import Any

import numpy as np

from caravane.game import Structure
from caravane.games.africana.actions import LEFT, RIGHT, SIDES, step_price
from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ADVENTURE_TO,
    ADVENTURES,
    ASSISTANT,
    CARD_IDS,
    CARD_PRICE,
    CARDS,
    COLOUR_PRICE,
    COLOURS,
    COMPANY_COLOURS,
    EXPEDITION_FROM,
    EXPEDITION_IDS,
    EXPEDITION_TO,
    HALVES,
    JOKER,
    KINDS,
    PLACE_IDS,
    SHEET,
    SPACES,
    STANDSTILL_ROUNDS,
)
from caravane.games.africana.deal import discards_of
from caravane.games.africana.journey import has_joined, holds, markers_left, may_step
from caravane.games.africana.library import has_page, open_book, page_price, top_page
from caravane.games.africana.reach import Way, reachable
from caravane.games.africana.rules import cards_in_hand, to_move
from caravane.games.africana.score import points
from caravane.games.africana.state import (
    ACTION,
    BOOK,
    DONE,
    FINISHED,
    HIDDEN,
    JOURNEY,
    NOTHING,
    OPEN,
    OVER,
    REMOVED,
    UNSEEN,
    Decision,
)

MAP: Structure = {
    "places": [
        {
            "id": place.id,
            "name": {"fr": place.fr, "en": place.name},
            "half": place.half,
            "symbols": list(place.symbols),
            "lon": place.lon,
            "lat": place.lat,
            "x": place.x,
            "y": place.y,
        }
        for place in SHEET.map.places
    ],
    "routes": [{"a": r.a, "b": r.b, "via": [list(point) for point in r.via]} for r in SHEET.map.routes],
}


def expedition_card(card: int) -> Structure:
    """What is printed on an expedition."""
    facts = SHEET.cards.expeditions[card]
    return {"id": facts.id, "from": facts.start, "to": facts.to, "silver": facts.silver, "points": facts.points}


def adventure_card(card: int) -> Structure:
    """What is printed on an adventure."""
    facts = SHEET.cards.adventures[card]
    return {
        "id": facts.id,
        "book": facts.book,
        "to": facts.to,
        "artefact": facts.artefact,
        "assistant": facts.assistant,
        "silver": facts.silver,
        "points": facts.points,
    }


ADVENTURE_CARDS = [adventure_card(card) for card in range(ADVENTURES)]


def describe(view: Any, seat: int) -> Structure:
    """What the seat (or a spectator) sees."""
    is_mine = bool(seat >= 0 and to_move(view) >> seat & 1)
    may_travel = is_mine and view.decision in (ACTION, JOURNEY)
    return {
        "map": MAP,
        "you": seat if seat >= 0 else None,
        "seats": int(view.africana),
        "round": int(view.round_number),
        "is_last_round": bool(view.is_last_round),
        "idle_rounds": int(view.idle_rounds),
        "standstill_rounds": STANDSTILL_ROUNDS,
        "hidden_scores": bool(view.hidden_scores),
        "memory_aid": bool(view.memory_aid),
        "decision": Decision(int(view.decision)).name.lower(),
        "on_turn": int(view.on_turn),
        "prices": {"page": int(page_price(view)), "card": CARD_PRICE, "colour": COLOUR_PRICE},
        "row": [_space(view, space) for space in range(SPACES)],
        "expeditions": _expeditions(view),
        "books": [_book(view, seat, book, is_mine) for book in range(2)],
        "travel": _travel(view),
        "assistants": {
            "stock": _by_colour(view.assistant_stock),
            "removed": _by_colour(view.removed_assistants),
        },
        "removed": {
            "jokers": int(view.removed_jokers),
            "adventures": [ADVENTURE_IDS[card] for card in _cards_at(view.adventure, REMOVED)],
        },
        "players": [_player(view, other) for other in range(int(view.africana))],
        "goals": _goals(view, seat) if seat >= 0 else [],
        "reach": [_way(view, seat, way) for way in reachable(view, seat).values() if way.steps] if may_travel else [],
    } | ({"adventures": ADVENTURE_CARDS} if remembers(view) else {})


def remembers(view: Any) -> bool:
    """Whether the table shows again what everybody saw (§11.2); when the game is over it always does."""
    return bool(view.memory_aid or view.decision == OVER)


def _by_colour(counts: Any) -> dict[str, int]:
    return {COLOURS[colour]: int(counts[colour]) for colour in range(KINDS)}


def _cards_at(places: Any, where: int) -> list[int]:
    """The numbers of the cards that are there."""
    found: list[int] = np.flatnonzero(places == where).tolist()
    return found


def _space(view: Any, space: int) -> Structure:
    card = int(view.row[space]) - 1
    bonus = SHEET.cards.bonuses[space]
    return {
        "space": space,
        "bonus": {"silver": bonus.silver, "cards": bonus.cards},
        "card": expedition_card(card) if card >= 0 else None,
        "joined": [seat for seat in range(int(view.africana)) if has_joined(view, seat, space)],
    }


def _expeditions(view: Any) -> Structure:
    """The pile: how many cards, which letter is on its back, which cards nobody has seen."""
    unseen = _cards_at(view.expedition, UNSEEN)
    letter = EXPEDITION_IDS[unseen[0]][0] if view.expeditions_left and unseen else None
    shown = {"left": int(view.expeditions_left), "letter": letter}
    if not remembers(view):
        return shown
    return shown | {
        "unseen": [EXPEDITION_IDS[card] for card in unseen],
        "removed_unseen": len(unseen) - int(view.expeditions_left),
    }


def _book(view: Any, seat: int, book: int, is_mine: bool) -> Structure:
    """Both sides with their top cards, and why the book is closed to the seat.

    With the memory aid every page, top card first, null for one that nobody has seen.
    """
    pages = [int(page) - 1 for page in view.page[book][: int(view.pages[book])]]
    gutter = int(view.gutter[book])
    stacks = (pages[:gutter][::-1], pages[gutter:])
    sides: Structure = {
        SIDES[side]: {"count": len(stacks[side]), "top": _top(view, book, side)} for side in (LEFT, RIGHT)
    }
    shown: Structure = {"book": HALVES[book], "sides": sides, "closed": _why_closed(view, seat, book, is_mine)}
    if remembers(view):  # §11.2
        for side in (LEFT, RIGHT):
            sides[SIDES[side]]["pages"] = [ADVENTURE_IDS[card] if card >= 0 else None for card in stacks[side]]
        shown["unseen"] = [ADVENTURE_IDS[card] for card in _cards_at(view.adventure, UNSEEN) if _is_in(card, book)]
    return shown


def _is_in(card: int, book: int) -> bool:
    return SHEET.cards.adventures[card].book == HALVES[book]


def _top(view: Any, book: int, side: int) -> Structure | None:
    card = int(top_page(view, book, side)) if has_page(view, book, side) else -1
    return adventure_card(card) if card >= 0 else None


def _why_closed(view: Any, seat: int, book: int, is_mine: bool) -> str | None:
    if seat < 0:
        return "watching"
    if open_book(view, seat) != book:
        return "other-half"
    if not is_mine:
        return "not-your-turn"
    if view.decision not in (ACTION, BOOK):
        return "other-action"
    return None if view.pages[book] else "empty"


def _travel(view: Any) -> Structure:
    shown: Structure = {"pile": int(view.pile_count), "played": _by_colour(view.played)}
    if not remembers(view):
        return shown
    return shown | {
        "pile_cards": _by_colour(view.pile) if int(view.pile.sum()) == int(view.pile_count) else None,
        "discards": {COLOURS[colour]: int(discards_of(view, colour)) for colour in range(KINDS)},
        "pile_at_shuffle": _by_colour(view.fresh),
    }


def _player(view: Any, other: int) -> Structure:
    hidden = bool(view.silver[other] == HIDDEN)  # §11.3
    knows_hand = int(view.hand[other].sum()) == int(view.hand_count[other])
    finished = _cards_at(view.adventure, FINISHED + other)
    done = _cards_at(view.expedition, DONE + other)
    return {
        "seat": other,
        "company": SHEET.cards.companies[other].name,
        "colour": COMPANY_COLOURS[other],
        "place": PLACE_IDS[int(view.place[other])],
        "silver": None if hidden else int(view.silver[other]),
        "points": None if hidden else int(points(view, other)),
        "cards": int(cards_in_hand(view, other)),
        "travel_cards": int(view.hand_count[other]),
        "joker": bool(view.joker[other]),
        "assistants": [COLOURS[c] for c in range(KINDS) for _ in range(int(view.assistants[other, c]))],
        "hand": _hand(view, other) if knows_hand else None,
        "markers": int(markers_left(view, other)),
        "adventures": [adventure_card(card) for card in _cards_at(view.adventure, OPEN + other)],
        "expeditions_done": None if hidden else [expedition_card(card) for card in done],
        "adventures_done": None if hidden else [adventure_card(card) for card in finished],
    }


def _hand(view: Any, seat: int) -> list[Structure]:
    """The cards of a hand, one entry each; used ones come back when the movement ends."""
    return [
        {"card": CARD_IDS[card], "is_used": number >= int(holds(view, seat, card))}
        for card in range(CARDS)
        for number in range(_owned(view, seat, card))
    ]


def _owned(view: Any, seat: int, card: int) -> int:
    if card < JOKER:
        return int(view.hand[seat, card])
    return int(view.joker[seat]) if card == JOKER else int(view.assistants[seat, card - ASSISTANT])


def _goals(view: Any, seat: int) -> list[Structure]:
    """What the seat can do where: join from the row, complete what it joined, finish its adventures."""
    goals = []
    for space in range(SPACES):
        card = int(view.row[space]) - 1
        if view.row[space] == NOTHING:
            continue
        if has_joined(view, seat, space):
            goals.append(
                {"does": "complete", "place": PLACE_IDS[int(EXPEDITION_TO[card])], "card": EXPEDITION_IDS[card]}
            )
        elif markers_left(view, seat):
            goals.append({"does": "join", "place": PLACE_IDS[int(EXPEDITION_FROM[card])], "card": EXPEDITION_IDS[card]})
    for card in _cards_at(view.adventure, OPEN + seat):
        goals.append({"does": "finish", "place": PLACE_IDS[int(ADVENTURE_TO[card])], "card": ADVENTURE_IDS[card]})
    return goals


def _way(view: Any, seat: int, way: Way) -> Structure:
    return {
        "place": way.place,
        "silver": way.silver,
        "travel_cards": way.travel_cards,
        "steps": [
            {"to": step.place, "card": step.card, "silver": step.silver, "cards": _cards_for(view, seat, step.place)}
            for step in way.steps
        ],
    }


def _cards_for(view: Any, seat: int, place: str) -> list[Structure]:
    """The cards of the hand that the seat could spend to enter the place, with what each costs in silver."""
    there = PLACE_IDS.index(place)
    return [
        {"card": CARD_IDS[card], "silver": step_price(there, card)}
        for card in range(CARDS)
        if may_step(view, seat, there, card)
    ]
