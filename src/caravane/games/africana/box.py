"""The data file: its schema, and checks that name the place or card that is wrong.

An owner of the printed game corrects `board.toml`; everything the rules need is derived from it in board.py.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from caravane.errors import BadInput
from caravane.text import Text

Colour = Literal["magenta", "turquoise", "grey", "orange", "violet"]
Artefact = Literal["mask", "drum", "figurine", "shield", "jewellery"]
Half = Literal["north", "south"]
COLOURS: tuple[Colour, ...] = ("magenta", "turquoise", "grey", "orange", "violet")
ARTEFACTS: tuple[Artefact, ...] = ("mask", "drum", "figurine", "shield", "jewellery")
HALVES: tuple[Half, ...] = ("north", "south")

HALF_PLACES = 11
TRAVEL_CARDS = 60
SEATS = 4
SPACES = 5
EXPEDITIONS = 34
MOST_REMOVED = 10  # C cards that leave a game of two
PAGES = 15  # cards of one book


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: no key too many, no key too few."""


class Place(Strict, frozen=True):
    """A place on the map."""

    id: str
    name: str  # as printed
    fr: str
    half: Half
    symbols: tuple[Colour, ...]
    lon: float
    lat: float
    x: float
    y: float


class Route(Strict, frozen=True):
    """A line between two places."""

    a: str
    b: str
    via: tuple[tuple[float, float], ...] = ()


class Company(Strict, frozen=True):
    """What a seat is and starts with."""

    name: str
    fr: str
    colour: str
    start: str
    silver: int


class Bonus(Strict, frozen=True):
    """What joining on a space gives."""

    silver: int = 0
    cards: int = 0


class Expedition(Strict, frozen=True):
    """A ticket from one place to another."""

    id: str
    to: str
    silver: int
    points: int
    start: str = msgspec.field(name="from")


class Adventure(Strict, frozen=True):
    """A card of a book: an artefact with its reward, or an assistant."""

    id: str
    to: str
    artefact: Artefact | None = None
    assistant: Colour | None = None
    silver: int = 0
    points: int = 0

    @property
    def book(self) -> Half:
        """The book whose page it is on, by its id."""
        return "north" if self.id.startswith("N") else "south"


class Map(Strict, frozen=True):
    """Places and routes."""

    places: tuple[Place, ...]
    routes: tuple[Route, ...]


class Cards(Strict, frozen=True):
    """Everything printed on cards and on the edge of the board."""

    companies: tuple[Company, ...]
    bonuses: tuple[Bonus, ...]
    expeditions: tuple[Expedition, ...]
    adventures: tuple[Adventure, ...]

    @property
    def all(self) -> list[Expedition | Adventure]:
        """Expeditions and adventures: every card that has an id."""
        return [*self.expeditions, *self.adventures]


class Box(Strict, frozen=True):
    """Everything that the data file says: the map and the cards."""

    travel_cards: dict[Colour, int]
    map: Map
    cards: Cards


def read_box(path: Path) -> Box:
    """The file, checked; BadInput names everything that is wrong with it."""
    try:
        box = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Box)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadInput(
            Text(f"{path.name} est illisible : {error}.", f"{path.name} cannot be read: {error}.")
        ) from error
    wrong = list(mistakes(box))
    if wrong:
        raise BadInput(
            Text(
                f"{path.name} : " + " ".join(text.fr for text in wrong),
                f"{path.name}: " + " ".join(text.en for text in wrong),
            )
        )
    return box


def mistakes(box: Box) -> Iterator[Text]:
    """What contradicts the rulebook or itself, one sentence each."""
    yield from _repeated("place", [place.id for place in box.map.places])
    yield from _repeated("name", [place.name for place in box.map.places])
    yield from _repeated("card", [card.id for card in box.cards.all])
    yield from _unknown_places(box)
    yield from _map_mistakes(box.map)
    yield from _count_mistakes(box)
    yield from _expedition_mistakes(box.cards.expeditions)
    yield from _adventure_mistakes(box)


def _repeated(what: str, ids: Iterable[str]) -> Iterator[Text]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield Text(f"{what} {name!r} figure {count} fois.", f"{what} {name!r} stands there {count} times.")


def _expected(what: str, found: object, wanted: object) -> Iterator[Text]:
    if found != wanted:
        yield Text(f"{what} : {found} au lieu de {wanted}.", f"{what}: {found} instead of {wanted}.")


def _unknown_places(box: Box) -> Iterator[Text]:
    known = {place.id for place in box.map.places}
    named = [(f"route {route.a}-{route.b}", end) for route in box.map.routes for end in (route.a, route.b)]
    named += [(f"company {company.name}", company.start) for company in box.cards.companies]
    named += [(f"expedition {card.id}", end) for card in box.cards.expeditions for end in (card.start, card.to)]
    named += [(f"adventure {card.id}", card.to) for card in box.cards.adventures]
    for where, place in named:
        if place not in known:
            yield Text(f"{where} : lieu inconnu {place!r}.", f"{where}: unknown place {place!r}.")


def _map_mistakes(board: Map) -> Iterator[Text]:
    for half in HALVES:  # §1.6
        yield from _expected(f"places {half}", sum(place.half == half for place in board.places), HALF_PLACES)
    for place in board.places:
        if not 1 <= len(place.symbols) <= 2 or len(set(place.symbols)) < len(place.symbols):
            yield Text(
                f"{place.name} : un ou deux symboles différents.", f"{place.name}: one or two different symbols."
            )
    yield from _repeated("route", ["-".join(sorted((route.a, route.b))) for route in board.routes])
    for route in board.routes:
        if route.a == route.b:
            yield Text(f"route {route.a}-{route.b} : elle tourne en rond.", f"route {route.a}-{route.b} leads nowhere.")
    reached = {place.id for place in board.places[:1]}
    for _ in board.places:
        reached |= {end for route in board.routes if {route.a, route.b} & reached for end in (route.a, route.b)}
    for place in board.places:
        if place.id not in reached:
            yield Text(f"{place.name} : aucune route n'y mène.", f"{place.name}: no way leads there.")


def _count_mistakes(box: Box) -> Iterator[Text]:
    yield from _expected("travel_cards", sum(box.travel_cards.values()), TRAVEL_CARDS)
    yield from _expected("travel_cards colours", sorted(box.travel_cards), sorted(COLOURS))
    yield from _expected("companies", len(box.cards.companies), SEATS)
    yield from _expected("bonuses", len(box.cards.bonuses), SPACES)
    yield from _expected("expeditions", len(box.cards.expeditions), EXPEDITIONS)
    amounts = [("travel_cards", count) for count in box.travel_cards.values()]
    amounts += [(f"company {company.name}", company.silver) for company in box.cards.companies]
    amounts += [("bonuses", amount) for bonus in box.cards.bonuses for amount in (bonus.silver, bonus.cards)]
    amounts += [(card.id, amount) for card in box.cards.all for amount in (card.silver, card.points)]
    for where, amount in amounts:
        if not 0 <= amount <= 99:
            yield Text(f"{where} : {amount} n'est pas entre 0 et 99.", f"{where}: {amount} is not within 0..99.")


def _expedition_mistakes(cards: tuple[Expedition, ...]) -> Iterator[Text]:
    letters = [card.id[:1] for card in cards]
    if letters != sorted(letters) or not set(letters) <= set("ABC"):
        yield Text("expeditions : A, puis B, puis C.", "expeditions: A, then B, then C.")
    if letters.count("A") < SPACES or letters.count("C") < MOST_REMOVED:
        yield Text(
            f"expeditions : au moins {SPACES} A et {MOST_REMOVED} C.",
            f"expeditions: at least {SPACES} A and {MOST_REMOVED} C.",
        )
    for card in cards:
        if card.start == card.to:
            yield Text(
                f"{card.id} : départ et but sont le même lieu.", f"{card.id}: start and destination are the same."
            )


def _adventure_mistakes(box: Box) -> Iterator[Text]:
    half = {place.id: place.half for place in box.map.places}
    cards = box.cards.adventures
    if [card.id[:1] for card in cards] != ["N"] * PAGES + ["S"] * PAGES:
        yield Text(f"adventures : {PAGES} N, puis {PAGES} S.", f"adventures: {PAGES} N, then {PAGES} S.")
    for card in cards:
        if (card.artefact is None) == (card.assistant is None):
            yield Text(f"{card.id} : artefact ou assistant.", f"{card.id}: artefact or assistant.")
        if half.get(card.to) == card.book:  # §1.4 each book leads into the other half
            yield Text(
                f"{card.id} doit mener hors de la moitié de son livre.", f"{card.id} must lead out of its book's half."
            )
    for book in HALVES:
        artefacts = Counter(card.artefact for card in cards if card.book == book and card.artefact)
        assistants = Counter(card.assistant for card in cards if card.book == book and card.assistant)
        for artefact in ARTEFACTS:
            yield from _expected(f"{artefact} {book}", artefacts[artefact], 2)
        for colour in COLOURS:
            yield from _expected(f"assistant {colour} {book}", assistants[colour], 1)
