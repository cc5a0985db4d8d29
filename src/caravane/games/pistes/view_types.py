"""What a screen is told of L'Africa, as types; the client's are made from these."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Side = Literal["light", "dark"]
DecisionName = Literal["number_camp", "lay_pawns", "shuffle", "move", "over"]


class Pawn(Struct, frozen=True, gc=False):
    """A pawn, with its number where pawns are numbered, and whether it has the power."""

    cell: str
    side: Side
    number: int | UnsetType = UNSET
    power: bool | UnsetType = UNSET


class Camps(Struct, frozen=True, gc=False):
    """The cells of both camps."""

    light: list[str]
    dark: list[str]


class Numbers(Struct, frozen=True, gc=False):
    """The numbers given to the cells of both camps."""

    light: dict[str, int]
    dark: dict[str, int]


class Result(Struct, frozen=True, gc=False):
    """How a game of the match ended; the winner's seat, or -1."""

    ending: str
    winner: int


class View(Struct, frozen=True, gc=False):
    """Everything a screen shows; nothing is hidden."""

    decision: DecisionName
    side: Side  # whose turn it is
    sides: list[Side]  # by seat
    pawns: list[Pawn]
    camps: Camps
    numbers: Numbers
    next_number: int
    home: list[int]  # by seat, as what follows
    milestones: list[int]
    game: int
    games: int
    results: list[Result]
    ply: int
    quiet: int
