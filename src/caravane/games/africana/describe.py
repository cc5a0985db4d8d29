"""A view for clients: everything a table on the screen shows, ids and numbers only."""

from functools import cache
from typing import Any

import numpy as np
from msgspec import UNSET, UnsetType, to_builtins
from msgspec.structs import replace

from caravane.fields import read
from caravane.game import Structure
from caravane.games.africana.board import (
    ADVENTURE_IDS,
    BOX,
    CARD_IDS,
    CARD_PRICE,
    CARDS,
    COLOUR_PRICE,
    COMPANY_COLOURS,
    EXPEDITION_IDS,
    PLACE_IDS,
    PLACES,
    STANDSTILL_ROUNDS,
)
from caravane.games.africana.box import COLOURS, HALVES, SEATS, SPACES
from caravane.games.africana.deal import discards_of
from caravane.games.africana.journey import holds, markers_left, may_step
from caravane.games.africana.library import open_book, page_price
from caravane.games.africana.reach import PRICES, reachable
from caravane.games.africana.rules import cards_in_hand, to_move
from caravane.games.africana.scoring import points
from caravane.games.africana.state import (
    ACTION,
    BOOK,
    DONE,
    FINISHED,
    HIDDEN,
    JOURNEY,
    OPEN,
    OVER,
    REMOVED,
    UNSEEN,
    Decision,
    State,
)
from caravane.games.africana.view_types import (
    Adventure,
    Assistants,
    Bonus,
    Book,
    BookSide,
    BookSides,
    Closed,
    Colours,
    Expedition,
    Expeditions,
    Goal,
    HandCard,
    Map,
    Name,
    Place,
    Player,
    PricedCard,
    Prices,
    Removed,
    Route,
    Space,
    Step,
    Travel,
    View,
    Way,
)
from caravane.kernel import kernel

MAP = Map(
    [
        Place(
            each.id, Name(each.fr, each.name), each.half, list(each.symbols), each.lon, each.lat, each.x, each.y
        )
        for each in BOX.map.places
    ],
    [Route(each.a, each.b, list(each.via)) for each in BOX.map.routes],
)  # fmt: skip
EXPEDITION_CARDS = [
    Expedition(id=card.id, start=card.start, to=card.to, silver=card.silver, points=card.points)
    for card in BOX.cards.expeditions
]
ADVENTURE_CARDS = [
    Adventure(card.id, card.book, card.to, card.artefact, card.assistant, card.silver, card.points)
    for card in BOX.cards.adventures
]
BOOK_OF = [HALVES.index(card.book) for card in BOX.cards.adventures]
BONUSES = [Bonus(bonus.silver, bonus.cards) for bonus in BOX.cards.bonuses]
DECISIONS: list[Any] = [decision.name.lower() for decision in Decision]

POINTS, IN_HAND, MARKERS_LEFT, HELD = range(4)  # of a seat; HELD + card: how many it can still spend
FIGURES = HELD + CARDS


@kernel
def count_players(view: State, out: Any) -> None:
    """Write the figures of each seat into out[seat, figure]."""
    for seat in range(int(view.africana)):
        out[seat, POINTS] = points(view, seat)
        out[seat, IN_HAND] = cards_in_hand(view, seat)
        out[seat, MARKERS_LEFT] = markers_left(view, seat)
        for card in range(CARDS):
            out[seat, HELD + card] = holds(view, seat, card)


@kernel
def mark_steps(view: State, seat: int, out: Any) -> None:
    """Write into out[place, card] whether the seat could spend the card to enter the place, were it next to it."""
    for place in range(PLACES):
        for card in range(CARDS):
            out[place, card] = int(may_step(view, seat, place, card))


def expedition_card(card: int) -> Structure:
    """What is printed on an expedition, as JSON."""
    printed: Structure = to_builtins(EXPEDITION_CARDS[card])
    return printed


def adventure_card(card: int) -> Structure:
    """What is printed on an adventure, as JSON."""
    printed: Structure = to_builtins(ADVENTURE_CARDS[card])
    return printed


def describe(view: Any, seat: int) -> View:
    """What everybody is shown of the table."""
    fields = read(view)
    is_open = remembers(fields)
    return View(
        map=MAP,
        you=None,
        seats=fields.africana,
        round=fields.round_number,
        is_last_round=bool(fields.is_last_round),
        idle_rounds=fields.idle_rounds,
        standstill_rounds=STANDSTILL_ROUNDS,
        hidden_scores=bool(fields.hidden_scores),
        memory_aid=bool(fields.memory_aid),
        decision=DECISIONS[fields.decision],
        on_turn=fields.on_turn,
        prices=Prices(int(page_price(view)), CARD_PRICE, COLOUR_PRICE),
        row=_row(fields),
        expeditions=_expeditions(fields, is_open),
        books=[_book(fields, book, is_open) for book in range(2)],
        travel=_travel(view, fields, is_open),
        assistants=Assistants(_by_colour(fields.assistant_stock), _by_colour(fields.removed_assistants)),
        removed=Removed(
            fields.removed_jokers, [ADVENTURE_IDS[card] for card in _cards_at(fields.adventure.tobytes(), REMOVED)]
        ),
        players=_players(view, fields, range(fields.africana)),
        goals=[],
        reach=[],
        adventures=ADVENTURE_CARDS if is_open else UNSET,
    )


def describe_private(public: View, view: Any, seat: int) -> View:
    """The same with what the seat alone knows and may do: its hand, its score, its goals and ways, its book."""
    fields = read(view)
    is_mine = bool(to_move(view) >> seat & 1)
    mine = _players(view, fields, range(seat, seat + 1))
    here = int(open_book(view, seat))
    return replace(
        public,
        you=seat,
        books=[
            replace(book, closed=_why_closed(fields, number, here, is_mine)) for number, book in enumerate(public.books)
        ],
        players=[*public.players[:seat], *mine, *public.players[seat + 1 :]],
        goals=_goals(public.row, mine[0]),
        reach=_reach(view, seat) if is_mine and fields.decision in (ACTION, JOURNEY) else [],
    )


def remembers(view: Any) -> bool:
    """Whether the table shows again what everybody saw (§11.2); when the game is over it always does."""
    return bool(view.memory_aid or view.decision == OVER)


def _by_colour(counts: Any) -> Colours:
    return Colours(*counts.tolist())


def _cards_at(places: bytes, where: int) -> list[int]:
    """The numbers of the cards that are there."""
    return [card for card, place in enumerate(places) if place == where] if where in places else []


def _row(fields: Any) -> list[Space]:
    cards, joined, seats = fields.row.tolist(), fields.joined.tolist(), fields.africana
    return [_space(space, cards[space], joined[space], seats) for space in range(SPACES)]


@cache  # a few hundred; the row changes a space at a time
def _space(space: int, card: int, joined: int, seats: int) -> Space:
    """A space with an expedition, stored as number + 1, and the bits of those who joined it."""
    who = [seat for seat in range(seats) if joined >> seat & 1]
    return Space(space, BONUSES[space], EXPEDITION_CARDS[card - 1] if card else None, who)


def _expeditions(fields: Any, is_open: bool) -> Expeditions:
    """The pile: how many cards, which letter is on its back, which cards nobody has seen."""
    unseen = _cards_at(fields.expedition.tobytes(), UNSEEN)
    left = fields.expeditions_left
    letter = EXPEDITION_IDS[unseen[0]][0] if left and unseen else None
    if not is_open:
        return Expeditions(left, letter)
    return Expeditions(left, letter, [EXPEDITION_IDS[card] for card in unseen], len(unseen) - left)


def _book(fields: Any, book: int, is_open: bool) -> Book:
    """Both sides with their top cards; with the memory aid every page, top card first (§11.2)."""
    pages = fields.page[book].tolist()[: int(fields.pages[book])]
    gutter = int(fields.gutter[book])
    sides = BookSides(_side(pages[:gutter][::-1], is_open), _side(pages[gutter:], is_open))
    unseen: list[str] | UnsetType = UNSET
    if is_open:
        cards = _cards_at(fields.adventure.tobytes(), UNSEEN)
        unseen = [ADVENTURE_IDS[card] for card in cards if BOOK_OF[card] == book]
    return Book(HALVES[book], sides, "watching", unseen)


def _side(stack: list[int], is_open: bool) -> BookSide:
    """A side from its top card down; cards are stored as number + 1, 0 for one that nobody has seen."""
    top = ADVENTURE_CARDS[stack[0] - 1] if stack and stack[0] else None
    pages = [ADVENTURE_IDS[card - 1] if card else None for card in stack] if is_open else UNSET
    return BookSide(len(stack), top, pages)


def _why_closed(fields: Any, book: int, here: int, is_mine: bool) -> Closed | None:
    if here != book:
        return "other-half"
    if not is_mine:
        return "not-your-turn"
    if fields.decision not in (ACTION, BOOK):
        return "other-action"
    return None if fields.pages[book] else "empty"


def _travel(view: Any, fields: Any, is_open: bool) -> Travel:
    pile, played = fields.pile_count, _by_colour(fields.played)
    if not is_open:
        return Travel(pile, played)
    discards = Colours(*(int(discards_of(view, colour)) for colour in range(len(COLOURS))))
    pile_cards = _by_colour(fields.pile) if int(fields.pile.sum()) == pile else None
    return Travel(pile, played, pile_cards, discards, _by_colour(fields.fresh))


def _players(view: Any, fields: Any, seats: range) -> list[Player]:
    figures = np.empty((SEATS, FIGURES), np.int64)
    count_players(view, figures)
    return [_player(fields, seat, figures[seat].tolist()) for seat in seats]


def _player(fields: Any, seat: int, figures: list[int]) -> Player:
    silver, hand = int(fields.silver[seat]), fields.hand[seat].tolist()
    is_hidden = silver <= HIDDEN  # §11.3
    travel_cards, joker, assistants = (
        int(fields.hand_count[seat]), int(fields.joker[seat]), fields.assistants[seat].tolist(),
    )  # fmt: skip
    adventures, done = fields.adventure.tobytes(), fields.expedition.tobytes()
    return Player(
        seat=seat,
        company=BOX.cards.companies[seat].name,
        colour=COMPANY_COLOURS[seat],
        place=PLACE_IDS[int(fields.place[seat])],
        silver=None if is_hidden else silver,
        points=None if is_hidden else figures[POINTS],
        cards=figures[IN_HAND],
        travel_cards=travel_cards,
        joker=bool(joker),
        assistants=[COLOURS[colour] for colour, number in enumerate(assistants) for _ in range(number)],
        hand=_hand([*hand, joker, *assistants], figures[HELD:]) if sum(hand) == travel_cards else None,
        markers=figures[MARKERS_LEFT],
        adventures=[ADVENTURE_CARDS[card] for card in _cards_at(adventures, OPEN + seat)],
        expeditions_done=None if is_hidden else [EXPEDITION_CARDS[card] for card in _cards_at(done, DONE + seat)],
        adventures_done=None
        if is_hidden
        else [ADVENTURE_CARDS[card] for card in _cards_at(adventures, FINISHED + seat)],
    )


def _hand(owned: list[int], held: list[int]) -> list[HandCard]:
    """The cards of a hand, one entry each; used ones come back when the movement ends."""
    return [
        _HAND_CARDS[card][number >= held[card]] for card, count in enumerate(owned) if count for number in range(count)
    ]


_HAND_CARDS = [(HandCard(card, False), HandCard(card, True)) for card in CARD_IDS]


def _goals(row: list[Space], mine: Player) -> list[Goal]:
    """What the seat can do where: join from the row, complete what it joined, finish its adventures."""
    goals = []
    for space in row:
        if space.card is None:
            continue
        if mine.seat in space.joined:
            goals.append(Goal("complete", space.card.to, space.card.id))
        elif mine.markers:
            goals.append(Goal("join", space.card.start, space.card.id))
    return [*goals, *(Goal("finish", card.to, card.id) for card in mine.adventures)]


def _reach(view: Any, seat: int) -> list[Way]:
    """Every place that the seat can get to, and the cheapest way there."""
    marks = np.empty((PLACES, CARDS), np.int64)
    mark_steps(view, seat, marks)
    cards = dict(zip(PLACE_IDS, map(_priced, range(PLACES), marks.tolist()), strict=True))
    return [
        Way(
            way.place,
            way.silver,
            way.travel_cards,
            [Step(step.place, step.card, step.silver, cards[step.place]) for step in way.steps],
        )
        for way in reachable(view, seat).values()
        if way.steps
    ]


def _priced(place: int, marks: list[int]) -> list[PricedCard]:
    """The cards of the hand that the seat could spend to enter the place, with what each costs in silver."""
    return [_PRICED[card, PRICES[place][card]] for card, is_possible in enumerate(marks) if is_possible]


_PRICED = {(card, price): PricedCard(CARD_IDS[card], price) for card in range(CARDS) for price in (0, COLOUR_PRICE)}
