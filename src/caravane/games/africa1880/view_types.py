"""What a screen is told of Africa 1880, as types; the client's are made from these. The map is in map.json."""

from typing import Any, Literal

from msgspec import Struct

Relation = Literal["alliance", "war"]
StageName = Literal["drawing", "choosing", "placing", "writing", "over"]
Order = str  # "nothing", "develop", or the territory to explore


class Year(Struct, frozen=True, gc=False):
    """A turn, and whether it was played, is being written or is to come."""

    year: int
    status: Literal["past", "now", "later"]


class Seat(Struct, frozen=True, gc=False):
    """A seat and its country, null while it has none."""

    seat: int
    country: str | None
    ready: bool
    points: int
    presences: int
    stock: int | None


class Territory(Struct, frozen=True, gc=False):
    """A territory: squares, who stands there, and whether it is a colony."""

    id: str
    squares: int
    developed: int
    presences: list[str]
    colony: bool
    shared: bool


class Colonies(Struct, frozen=True, gc=False):
    """How many colonies there are, of how many."""

    built: int
    figures: int


class Embassies(Struct, frozen=True, gc=False):
    """What was declared in the last turn that was played: in each embassy, by each other country."""

    year: int | None
    declared: dict[str, dict[str, Relation]]


class OrderLine(Struct, frozen=True, gc=False):
    """The line of a presence: null while it is empty; where it could explore."""

    territory: str
    order: Order | None
    targets: list[str]


class Landing(Struct, frozen=True, gc=False):
    """The boat line: null while it is empty, "nothing", or the coast; where it could land."""

    order: Order | None
    coasts: list[str]


class RelationLine(Struct, frozen=True, gc=False):
    """What is declared to a country, null while nothing is."""

    country: str
    relation: Relation | None


class Warned(Struct, frozen=True, gc=False):
    """A line that is missing or would have no effect."""

    status: str
    rule: str
    action: int


class Sheet(Struct, frozen=True, gc=False):
    """The seat's own sheet of this turn: every line there is, written or not."""

    country: str
    year: int
    ready: bool
    lines: int
    written: int
    presence_lines: int
    presence_written: int
    changes_left: int
    orders: list[OrderLine]
    landing: Landing
    relations: list[RelationLine]
    warnings: list[Warned]


class PastSheet(Struct, frozen=True, gc=False):
    """A country's sheet as it was written."""

    orders: dict[str, Order | None]
    landing: Order | None
    relations: dict[str, Relation | None]


class Past(Struct, frozen=True, gc=False):
    """Every sheet of a turn that was played."""

    year: int
    sheets: dict[str, PastSheet]


class View(Struct, frozen=True, gc=False):
    """The position as one viewer sees it."""

    stage: StageName
    turn: int
    year: int | None
    years: list[Year]
    options: dict[str, Any]
    seats: list[Seat]
    countries: list[str]
    free_countries: list[str]
    sea_links: list[tuple[str, str]]
    territories: list[Territory]
    colonies: Colonies
    embassies: Embassies
    sheet: Sheet | None
    past: list[Past]
    report: list[dict[str, Any]]  # of the last turn; see report.py
