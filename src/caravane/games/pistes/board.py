"""The board of L'Africa: 10 columns a-j, 9 lines 1-9, a camp in each of two corners (§1.1).

Cells are numbered line by line from a1 = 0 to j9 = 89. Light and dark are each other's image under a half
turn, so a camp's cells have the same local number 0..8 for both sides, seen from their own edge.
"""

from itertools import product

import numpy as np

COLUMNS, LINES = 10, 9
CELLS = COLUMNS * LINES
LIGHT, DARK = 0, 1
PAWNS = 9
NOWHERE = -1

# Ascending by target, so that slides of one pawn come out in order; diagonals are for power pawns only.
DIRECTIONS = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
DOWN, LEFT, RIGHT, UP = range(4)
STRAIGHT = 4


def cell_name(cell: int) -> str:
    """Column letter and line number."""
    return "abcdefghij"[cell % COLUMNS] + str(cell // COLUMNS + 1)


CELL_NAMES = tuple(cell_name(cell) for cell in range(CELLS))
CELL_OF = {name: cell for cell, name in enumerate(CELL_NAMES)}


def cells(names: str) -> tuple[int, ...]:
    """Cells by name, in this order."""
    return tuple(CELL_OF[name] for name in names.split())


START_CELLS = (  # §1.2 the diagonals opposite each camp
    cells("a9 b8 c7 d6 e5 f4 g3 h2 i1"),
    cells("b9 c8 d7 e6 f5 g4 h3 i2 j1"),
)
POWER_START = cells("e5 f5")  # §1.4 the middle pawns of Outwit
CAMP_CELLS = (cells("h7 i7 j7 h8 i8 j8 h9 i9 j9"), cells("c3 b3 a3 c2 b2 a2 c1 b1 a1"))  # §1.3
GATE_CELLS = (cells("g7 g8 g9 h6 i6 j6"), cells("d3 d2 d1 c4 b4 a4"))  # §4.4 the cells around each camp


def _neighbours() -> np.ndarray:
    table = np.full((CELLS, len(DIRECTIONS)), NOWHERE, np.int16)
    for line, column in product(range(LINES), range(COLUMNS)):
        for direction, (right, up) in enumerate(DIRECTIONS):
            if 0 <= line + up < LINES and 0 <= column + right < COLUMNS:
                table[line * COLUMNS + column, direction] = (line + up) * COLUMNS + column + right
    return table


def _local(groups: tuple[tuple[int, ...], ...]) -> np.ndarray:
    table = np.full((2, CELLS), NOWHERE, np.int8)
    for side, group in enumerate(groups):
        for local, cell in enumerate(group):
            table[side, cell] = local
    return table


NEIGHBOUR = _neighbours()  # next cell in a direction, or NOWHERE
CAMP_PLACE = _local(CAMP_CELLS)  # a side's camp: local number of a cell, or NOWHERE
GATE_PLACE = _local(GATE_CELLS)
START_PLACE = _local(START_CELLS)
START = np.array(START_CELLS, np.int16)

# A line or a column of the board as bits, so that a run is two look-ups instead of a walk.
_BITS = 1 << COLUMNS
LOWEST = np.array([(bits & -bits).bit_length() - 1 for bits in range(2 * _BITS)], np.int8)  # -1 for none
HIGHEST = np.array([bits.bit_length() - 1 for bits in range(_BITS)], np.int8)


def _ends(places: int) -> np.ndarray:
    """Where runs end on a line of so many places, from a place among occupied ones: down in 4 bits, up in the next 4."""
    taken = np.arange(1 << places)
    ends = np.zeros((places, 1 << places), np.uint8)
    for place in range(places):
        low = HIGHEST[taken & ((1 << place) - 1)] + 1
        high = place + LOWEST[(taken | 1 << places) >> (place + 1)]
        ends[place] = low | high << 4
    return ends


ENDS_ACROSS, ENDS_ALONG = _ends(COLUMNS), _ends(LINES)  # both ends from one look: see `moves.plain_moves`


def _camp_bits() -> tuple[np.ndarray, np.ndarray]:
    lines, columns = np.zeros((2, LINES), np.uint16), np.zeros((2, COLUMNS), np.uint16)
    for side, camp in enumerate(CAMP_CELLS):
        for cell in camp:
            lines[side, cell // COLUMNS] |= 1 << cell % COLUMNS
            columns[side, cell % COLUMNS] |= 1 << cell // COLUMNS
    return lines, columns


# Without a sign, like the ends: what is read from them is never taken for an index from the end.
LINE_OF = (np.arange(CELLS) // COLUMNS).astype(np.uint8)
COLUMN_OF = (np.arange(CELLS) % COLUMNS).astype(np.uint8)
CAMP_LINES, CAMP_COLUMNS = _camp_bits()  # a side's camp as bits of lines and columns
CAMP = np.array(CAMP_CELLS, np.int16)


def _ray(column: int, line: int, right: int, up: int) -> tuple[tuple[int, ...], bool]:
    """The camp's cells (local) in a direction, the nearest first, and whether one leaves the camp behind them."""
    cells = []
    while 0 <= column + right < 3 and 0 <= line + up < 3:
        column, line = column + right, line + up
        cells.append(line * 3 + column)
    return tuple(cells), (column == 0 and right < 0) or (line == 0 and up < 0)  # the two open edges


_ENTRANCES = [ray for edge in range(3) for ray in (_ray(-1, edge, 1, 0), _ray(edge, -1, 0, 1))]
_RAYS = [[_ray(cell % 3, cell // 3, right, up) for right, up in DIRECTIONS[:STRAIGHT]] for cell in range(9)]


def _stops(filled: int, may_stop: bool, is_locked: bool) -> set[int]:
    """Camp cells (local) where a pawn that comes from outside can stand when `filled` are taken."""
    reached: set[int] = set()
    rays = list(_ENTRANCES)
    while rays:
        cells, leaves = rays.pop()
        free = 0
        while free < len(cells) and not filled >> cells[free] & 1:
            free += 1
        if may_stop:
            ends = cells[:free]
        else:  # a run that nothing stops goes on, out of the camp, unless that is locked (§4.2)
            ends = () if leaves and not is_locked and free == len(cells) else cells[max(free - 1, 0) : free]
        for cell in ends:
            if cell not in reached:
                reached.add(cell)
                rays += _RAYS[cell]
    return reached


def _fillable(may_stop: bool, is_locked: bool) -> np.ndarray:
    """Whether a camp in which `filled` (bits) stand can be filled up one by one, cell `place` next (§5.6)."""
    full = (1 << PAWNS) - 1
    possible = [[False] * PAWNS for _ in range(full + 1)]
    for filled in range(full - 1, -1, -1):
        for place in _stops(filled, may_stop, is_locked):
            after = filled | 1 << place
            possible[filled][place] = after == full or any(possible[after])
    return np.array(possible)


# By `camp` (open, locked) and by `move` (slide, rook).
FILLABLE = np.array([[_fillable(may_stop, is_locked) for may_stop in (False, True)] for is_locked in (False, True)])
