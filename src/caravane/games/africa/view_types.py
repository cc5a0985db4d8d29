"""What a screen is told of Africa, as types; the client's are made from these."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

Lies = Literal["empty", "down", "camp", "up"]
Group = Literal["monument", "nomads", "goods", "animals", "treasure"]  # gold and gems are one, violet
DecisionName = Literal["deal", "city", "walk", "jump", "act", "settle", "relocate", "exchange", "over"]


class Hex(Struct, frozen=True, gc=False):
    """A hex: where it is, what lies there, and of a tile that lies face up its kind."""

    hex: str
    row: int
    column: int
    lies: Lies
    kind: str | UnsetType = UNSET
    group: Group | UnsetType = UNSET


class Name(Struct, frozen=True, gc=False):
    """What something is called."""

    fr: str
    en: str


class City(Struct, frozen=True, gc=False):
    """A start city and who stands on it."""

    id: str
    hex: str
    name: Name
    seat: int | None


class Goods(Struct, frozen=True, gc=False):
    """A number for each kind of goods, in the order of the box."""

    statue: int
    pot: int
    clothing: int
    mask: int
    drum: int


class ScoreLine(Struct, frozen=True, gc=False):
    """Where points came from."""

    key: str
    points: int


class Seat(Struct, frozen=True, gc=False):
    """A seat: score, explorer and what lies before it; null where the viewer may not know (§6.4)."""

    seat: int
    points: int
    hex: str | None
    camps: int
    goods: Goods
    goods_points: int
    gold: int | None
    gems: int | None
    treasure: dict[str, int] | None
    sheet: list[ScoreLine]


class Count(Struct, frozen=True, gc=False):
    """How many tiles still lie face down, of how many."""

    down: int
    all: int


class Hidden(Struct, frozen=True, gc=False):
    """What lies face down, by group."""

    monument: Count
    nomads: Count
    goods: Count
    animals: Count
    treasure: Count


class Opened(Struct, frozen=True, gc=False):
    """How many tiles were turned over."""

    opened: int
    all: int


class Found(Struct, frozen=True, gc=False):
    """How many monuments were found."""

    found: int
    all: int


class Idle(Struct, frozen=True, gc=False):
    """Turns in a row in which nothing happened, and how many end the game (§7.3)."""

    turns: int
    limit: int


class Asked(Struct, frozen=True, gc=False):
    """What is being decided, and about which hex or kind of tile."""

    type: DecisionName
    half: int
    halves: int
    hex: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET


class Aim(Struct, frozen=True, gc=False):
    """A hex where a tile could go: the points, and the hexes that make them."""

    hex: str
    points: int
    because: list[str]


class Preview(Struct, frozen=True, gc=False):
    """What is known beforehand about a legal action: points if they are certain, and why."""

    action: str  # its notation
    hex: str | UnsetType = UNSET
    points: int | UnsetType = UNSET
    because: list[str] | UnsetType = UNSET
    stays: bool | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    targets: list[Aim] | UnsetType = UNSET
    gold: int | UnsetType = UNSET
    gems: int | UnsetType = UNSET
    goods_points: int | UnsetType = UNSET
    number: int | UnsetType = UNSET


class Act(Preview, frozen=True, gc=False, kw_only=True):
    """The preview of something that can be done without a step."""

    does: dict[str, Any]  # the action


class Options(Struct, frozen=True, gc=False):
    """The table's rule switches."""

    hidden_treasure: bool
    exchange: Literal["both", "all-of-a-kind"]
    equal_turns: bool


class View(Struct, frozen=True, gc=False):
    """The table as one viewer sees it."""

    seats: list[Seat]
    hexes: list[Hex]
    cities: list[City]
    hidden: Hidden
    tiles: Opened
    monuments: Found
    camps_left: int
    starter: int
    on_turn: int
    turns: int
    idle: Idle
    decision: Asked
    previews: list[Preview]  # for the seat that is to move, one for each of its legal actions
    at_once: list[Act]  # before a walk: what the seat could do if it stayed where it is
    ending: Literal["", "monuments", "standstill"]
    options: Options
