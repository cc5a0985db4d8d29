"""A position for clients: ids and numbers, no sentences."""

from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from msgspec import UNSET

from caravane.games.pistes.board import (
    CAMP_CELLS,
    CELL_NAMES,
    PAWNS,
)
from caravane.games.pistes.queries import side_of
from caravane.games.pistes.state import (
    EMPTY,
    ENDINGS,
    MATCH,
    POWER,
    SINGLE,
    Decision,
    State,
)
from caravane.games.pistes.state import NUMBER as NUMBER_OF
from caravane.games.pistes.view_types import Camps, Numbers, Pawn, Result, Side, View

MOVE, OVER = int(Decision.MOVE), int(Decision.OVER)


def describe(view: State, seat: int) -> View:
    """Everything a screen shows."""
    # Read in whole fields, no kernel called: the server asks for this at every move.
    cells = view.cell.tobytes()
    decision, game = int(view.decision), int(view.game)
    finished = game + (decision == OVER)
    milestones = view.milestones.tolist()
    sides = (0, 1) if int(view.light_seat) == 0 else (1, 0)
    return View(
        decision=_DECISIONS[decision],
        side=_SIDES[int(view.side)],
        sides=[_SIDES[side] for side in sides],
        pawns=[_pawn(cell, pawn) for cell, pawn in enumerate(cells) if pawn != EMPTY],
        camps=_CAMPS,
        numbers=_numbers(view.number.tobytes()),
        next_number=int(view.placed) + 1,
        home=[PAWNS - _IN_CAMP[side](cells).count(EMPTY) for side in sides],
        milestones=[milestones[side] for side in sides],
        game=game + 1,
        games=1 if view.options[MATCH] == SINGLE else 2,
        results=[Result(ENDINGS[view.ending[g] - 1], int(view.winner[g])) for g in range(finished)],
        ply=int(view.ply),
        quiet=int(view.quiet),
    )


_SIDES: tuple[Side, Side] = ("light", "dark")


@lru_cache(maxsize=1000)  # a camp is numbered once a game
def _numbers(numbers: bytes) -> Numbers:
    return Numbers(_numbered(0, numbers[:PAWNS]), _numbered(1, numbers[PAWNS:]))


def _numbered(side: int, numbers: bytes) -> dict[str, int]:
    return {CELL_NAMES[cell]: number for cell, number in zip(_CAMP_LISTS[side], numbers, strict=True) if number}


_DECISIONS: list[Any] = [decision.name.lower() for decision in Decision]
_CAMP_LISTS = [[int(cell) for cell in CAMP_CELLS[side]] for side in range(2)]
_IN_CAMP = [itemgetter(*cells) for cells in _CAMP_LISTS]
_CAMPS = Camps(*([CELL_NAMES[cell] for cell in _CAMP_LISTS[side]] for side in range(2)))


@cache  # at most 90 cells of a few dozen pawns
def _pawn(cell: int, pawn: int) -> Pawn:
    return Pawn(
        CELL_NAMES[cell],
        _SIDES[side_of(pawn)],
        pawn & NUMBER_OF or UNSET,
        True if pawn & POWER else UNSET,
    )
