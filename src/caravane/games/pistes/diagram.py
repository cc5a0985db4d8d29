"""The board in a position's text, both ways: lines 9 to 1, L and D for pawns, runs of empty cells as numbers."""

import re
from collections.abc import Iterable
from typing import NoReturn

from caravane.games.pistes.board import COLUMNS, LINES
from caravane.games.pistes.queries import side_of
from caravane.games.pistes.state import DARK_PAWN, EMPTY, NUMBER, PAWN, POWER
from caravane.positions import wrong
from caravane.text import Text

SIDES = "LD"
_PAWN = re.compile(r"([LD])([1-9]?)(\+?)")
_RUN = re.compile(r"10|[1-9](?![0-9])")


def write_board(cells: Iterable[int], with_numbers: bool) -> str:
    """Where pawns have numbers empty cells are dots, otherwise runs of them are counted."""
    signs = [_sign(int(pawn)) for pawn in cells]
    rows = ["".join(signs[line * COLUMNS : (line + 1) * COLUMNS]) for line in range(LINES - 1, -1, -1)]
    board = "/".join(rows)
    return board if with_numbers else re.sub(r"\.+", lambda run: str(len(run[0])), board)


def _sign(pawn: int) -> str:
    if pawn == EMPTY:
        return "."
    return f"{SIDES[side_of(pawn)]}{pawn & NUMBER or ''}{'+' if pawn & POWER else ''}"


def read_board(text: str, with_numbers: bool) -> list[int]:
    """The pawn on each cell, from line 9 down to line 1."""
    rows = text.split("/")
    if len(rows) != LINES:
        wrong(
            text,
            Text(
                f"le plateau a {LINES} lignes, de 9 à 1, séparées par « / » ; ici {len(rows)}.",
                f"the board has {LINES} lines, from 9 to 1, with “/” between them; here {len(rows)}.",
            ),
        )
    lines = [_read_line(row, LINES - index, with_numbers) for index, row in enumerate(rows)]
    return [pawn for line in reversed(lines) for pawn in line]


def _read_line(row: str, number: int, with_numbers: bool) -> list[int]:
    pawns: list[int] = []
    at = 0
    while at < len(row) and len(pawns) <= COLUMNS:
        pawn, run = _PAWN.match(row, at), _RUN.match(row, at)
        if pawn:
            side, figure, power = pawn.groups()
            if not with_numbers and figure:  # what follows a pawn without a number is a run of empty cells
                figure, power = "", ""
            pawns.append(PAWN + DARK_PAWN * SIDES.index(side) + int(figure or 0) + (POWER if power else 0))
            at += 1 + len(figure) + len(power)
        elif row[at] == ".":
            pawns.append(EMPTY)
            at += 1
        elif run and not with_numbers:
            pawns += [EMPTY] * int(run[0])
            at = run.end()
        else:
            break
    if at != len(row) or len(pawns) != COLUMNS:
        _refuse_line(row, number, with_numbers)
    return pawns


def _refuse_line(row: str, number: int, with_numbers: bool) -> NoReturn:
    if with_numbers:
        signs = Text("L1 … L9, D1 … D9, « . » pour une case vide", "L1 … L9, D1 … D9, “.” for an empty cell")
    else:
        signs = Text("L, D, 1 … 10 pour des cases vides", "L, D, 1 … 10 for empty cells")
    wrong(
        row,
        Text(
            f"la ligne {number} doit avoir {COLUMNS} cases : {signs.fr} ; « + » après un pion maître.",
            f"line {number} must have {COLUMNS} cells: {signs.en}; “+” after a power pawn.",
        ),
    )
