"""What a screen is told of Africana, as types; the client's are made from these."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from caravane.games.africana.box import Artefact, Colour, Half

Side = Literal["left", "right"]
Closed = Literal["watching", "other-half", "not-your-turn", "other-action", "empty"]
DecisionName = Literal["action", "book", "journey", "discard", "drop", "none", "over"]


class Name(Struct, frozen=True, gc=False):
    """What something is called."""

    fr: str
    en: str


class Place(Struct, frozen=True, gc=False):
    """A place on the map, and where it is drawn."""

    id: str
    name: Name
    half: Half
    symbols: list[Colour]
    lon: float
    lat: float
    x: float
    y: float


class Route(Struct, frozen=True, gc=False):
    """A line between two places, with its bends."""

    a: str
    b: str
    via: list[tuple[float, float]]


class Map(Struct, frozen=True, gc=False):
    """Places and routes."""

    places: list[Place]
    routes: list[Route]


class Expedition(Struct, frozen=True, gc=False, kw_only=True):
    """What is printed on an expedition."""

    id: str
    start: str = field(name="from")
    to: str
    silver: int
    points: int


class Adventure(Struct, frozen=True, gc=False):
    """What is printed on an adventure."""

    id: str
    book: Half
    to: str
    artefact: Artefact | None
    assistant: Colour | None
    silver: int
    points: int


class Colours(Struct, frozen=True, gc=False):
    """A number for each colour."""

    magenta: int
    turquoise: int
    grey: int
    orange: int
    violet: int


class Prices(Struct, frozen=True, gc=False):
    """What things cost in silver."""

    page: int
    card: int
    colour: int


class Bonus(Struct, frozen=True, gc=False):
    """What joining on a space gives."""

    silver: int
    cards: int


class Space(Struct, frozen=True, gc=False):
    """A space of the row, its expedition and who joined it."""

    space: int
    bonus: Bonus
    card: Expedition | None
    joined: list[int]


class Expeditions(Struct, frozen=True, gc=False):
    """The pile: how many cards, the letter on its back; with the memory aid the cards that nobody has seen."""

    left: int
    letter: str | None
    unseen: list[str] | UnsetType = UNSET
    removed_unseen: int | UnsetType = UNSET


class BookSide(Struct, frozen=True, gc=False):
    """One side of a book; with the memory aid its pages, top card first, null for one that nobody has seen."""

    count: int
    top: Adventure | None
    pages: list[str | None] | UnsetType = UNSET


class BookSides(Struct, frozen=True, gc=False):
    """Both sides of a book."""

    left: BookSide
    right: BookSide


class Book(Struct, frozen=True, gc=False):
    """A book, and why it is closed to the viewer."""

    book: Half
    sides: BookSides
    closed: Closed | None
    unseen: list[str] | UnsetType = UNSET  # with the memory aid


class Travel(Struct, frozen=True, gc=False):
    """Travel cards: the pile, those of the movement under way, and with the memory aid what was seen."""

    pile: int
    played: Colours
    pile_cards: Colours | UnsetType | None = UNSET
    discards: Colours | UnsetType = UNSET
    pile_at_shuffle: Colours | UnsetType = UNSET


class Assistants(Struct, frozen=True, gc=False):
    """Assistants that nobody has."""

    stock: Colours
    removed: Colours


class Removed(Struct, frozen=True, gc=False):
    """Cards that are out of the game for good."""

    jokers: int
    adventures: list[str]


class HandCard(Struct, frozen=True, gc=False):
    """A card of a hand; used ones come back when the movement ends."""

    card: str
    is_used: bool


class Player(Struct, frozen=True, gc=False):
    """A seat; null where the viewer may not know."""

    seat: int
    company: str
    colour: str
    place: str
    silver: int | None
    points: int | None
    cards: int
    travel_cards: int
    joker: bool
    assistants: list[Colour]
    hand: list[HandCard] | None
    markers: int
    adventures: list[Adventure]
    expeditions_done: list[Expedition] | None
    adventures_done: list[Adventure] | None


class Goal(Struct, frozen=True, gc=False):
    """What the seat can do somewhere."""

    does: Literal["join", "complete", "finish"]
    place: str
    card: str


class PricedCard(Struct, frozen=True, gc=False):
    """A card that could be spent, and the silver it would cost."""

    card: str
    silver: int


class Step(Struct, frozen=True, gc=False):
    """A place entered, the card spent, the silver paid to change its colour; the cards that could be spent instead."""

    to: str
    card: str
    silver: int
    cards: list[PricedCard]


class Way(Struct, frozen=True, gc=False):
    """The cheapest way to a place."""

    place: str
    silver: int
    travel_cards: int
    steps: list[Step]


class View(Struct, frozen=True, gc=False):
    """The table as one viewer sees it."""

    map: Map
    you: int | None
    seats: int
    round: int
    is_last_round: bool
    idle_rounds: int
    standstill_rounds: int
    hidden_scores: bool
    memory_aid: bool
    decision: DecisionName
    on_turn: int
    prices: Prices
    row: list[Space]
    expeditions: Expeditions
    books: list[Book]
    travel: Travel
    assistants: Assistants
    removed: Removed
    players: list[Player]
    goals: list[Goal]
    reach: list[Way]
    adventures: list[Adventure] | UnsetType = UNSET  # every card there is, with the memory aid
