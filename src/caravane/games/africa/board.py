"""The board and the bag as arrays for the kernels, made from box.toml.

What lies on a hex is one code: EMPTY, FACE_DOWN, CAMP, or a kind of tile lying face up. The kinds follow in
the order monument, nomads, goods, animals, gold and gems.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bitset import LANES
from caravane.games.africa.box import BOX, GROUPS, MOST_SEATS, Tile, around, hex_name

SEATS = MOST_SEATS

# Hexes, in reading order.
PLACES = BOX.hexes()
HEXES = len(PLACES)
HEX_NAMES = tuple(hex_name(*place) for place in PLACES)
HEX_BY_NAME = {name: index for index, name in enumerate(HEX_NAMES)}
CITY_HEX = np.array([HEX_BY_NAME[city.hex] for city in BOX.cities], np.int64)
CITIES = len(BOX.cities)
CITY_BY_ID = {city.id: index for index, city in enumerate(BOX.cities)}
TILES = HEXES - CITIES

# What lies on a hex.
EMPTY, FACE_DOWN, CAMP = 0, 1, 2
MONUMENT, NOMADS = 3, 4
GOOD = 5  # the first good
KINDS: tuple[Tile, ...] = tuple(
    tile
    for groups in (("monument",), ("nomads",), ("goods",), ("animals",), ("gold", "gems"))
    for group in groups
    for tile in BOX.of_group(group)
)
GOODS = len(BOX.of_group("goods"))
ANIMAL = GOOD + GOODS  # the first animal
ANIMALS = len(BOX.of_group("animals"))
TREASURE = ANIMAL + ANIMALS  # the first gold or gem
CODES = MONUMENT + len(KINDS)
TREASURES = CODES - TREASURE
CODE_BY_ID = {tile.id: MONUMENT + index for index, tile in enumerate(KINDS)}
DIRECTIONS = 6


def tile_of(code: int) -> Tile:
    """The kind of tile behind a code."""
    return KINDS[code - MONUMENT]


def fixed(values: Any, kind: Any = np.int64) -> npt.NDArray[Any]:
    """A constant for kernels."""
    array = np.array(values, kind)
    array.setflags(write=False)
    return array


COUNT = fixed([0] * MONUMENT + [tile.count for tile in KINDS])  # by code: how many are in the bag
GOLD, GEMS = 0, 1
SYMBOLS = fixed(
    [
        [tile.symbols if tile.group == metal else 0 for tile in KINDS[TREASURE - MONUMENT :]]
        for metal in ("gold", "gems")
    ]
)  # [GOLD or GEMS, kind of treasure]
MONUMENTS = BOX.of_group("monument")[0].count
CAMP_SUPPLY = BOX.camp_supply
CAMPS_EACH = BOX.camps_each
IDLE_ROUNDS = 3  # §7.3


def _neighbours() -> list[list[int]]:
    index = {place: number for number, place in enumerate(PLACES)}
    return [sorted(index[place] for place in around(*here) if place in index) for here in PLACES]


_NEAR = _neighbours()
NEAR_COUNT = fixed([len(near) for near in _NEAR])
# Tables of hexes are bytes, so that many lie near the core; widen before adding.
NEAR = fixed([near + [0] * (DIRECTIONS - len(near)) for near in _NEAR], np.uint8)  # [hex, i], ascending

# Walking (§2.4): the hexes at most two steps away lie in five rows of the board. Of each row a window of LANES hexes is
# looked at, so all of them together are a set of `caravane.bits`: hex k of the window of row r is r * LANES + k.
ROWS_WITHIN_TWO, NEXT_ROWS = 5, (1, 4)  # the middle three hold the hexes next to one
_ROW_OF = [row for row, _ in PLACES]
_WALK = [sorted({here} | {far for near in _NEAR[here] for far in [near, *_NEAR[near]]}) for here in range(HEXES)]


def _window(here: int, row: int) -> int:
    """The first hex of the window of a row, counted from two above."""
    within = [place for place in _WALK[here] if _ROW_OF[place] == _ROW_OF[here] - 2 + row]
    return min(within[0] if within else 0, HEXES - LANES)


def _in_windows(here: int, place: int) -> int:
    """Where a hex stands in the windows of another that is at most two steps away."""
    row = _ROW_OF[place] - _ROW_OF[here] + 2
    return row * LANES + place - _window(here, row)


def _set_in_windows(here: int, places: Iterable[int]) -> int:
    return sum(1 << _in_windows(here, place) for place in set(places) & set(_WALK[here]))


WINDOW = fixed([[_window(here, row) for row in range(ROWS_WITHIN_TWO)] for here in range(HEXES)], np.uint8)
NEXT_TO = fixed([_set_in_windows(here, near) for here, near in enumerate(_NEAR)])  # [hex], in its windows
HERE = fixed([_set_in_windows(here, [here]) for here in range(HEXES)])
FARTHER = LANES * ROWS_WITHIN_TWO  # in no window
IN_WINDOWS = fixed(
    [
        [_in_windows(here, there) if there in walk else FARTHER for there in range(HEXES)] + [FARTHER]
        for here, walk in enumerate(_WALK)
    ],
    np.int8,
)  # [hex, other hex]; the last one, -1, is nowhere
# Neighbours, and where one gets through them: [hex, i]; what only fills a line leads nowhere.
GATE = fixed(
    [[_in_windows(here, gate) for gate in near] + [0] * (DIRECTIONS - len(near)) for here, near in enumerate(_NEAR)],
    np.uint8,
)
BEYOND = fixed(
    [
        [[0, _set_in_windows(here, [gate, *_NEAR[gate]])] for gate in near] + [[0, 0]] * (DIRECTIONS - len(near))
        for here, near in enumerate(_NEAR)
    ]
)

# All hexes as two sets of `caravane.bits`: those before HALF, and the rest counted from there.
HALF = (HEXES + 1) // 2


def _halves(places: Iterable[int]) -> list[int]:
    return [sum(1 << place - half * HALF for place in places if place // HALF == half) for half in range(2)]


NEAR_SET = fixed([_halves(near) for near in _NEAR])  # [hex, half]
# What can be opened after a walk is at most three steps away: [hex, half].
WITHIN_THREE = fixed([_halves({far for place in walk for far in [place, *_NEAR[place]]}) for walk in _WALK])

# The same by halves: [half of the hex, its number there, half]; no hex has a number too, and nothing beside it.
NO_HEX = 1 << HALF
BESIDE = fixed([[*NEAR_SET[:HALF].tolist(), [0, 0]], [*NEAR_SET[HALF:].tolist(), *[[0, 0]] * (2 * HALF + 1 - HEXES)]])
ALL_HEXES = fixed([(1 << HALF) - 1, (1 << HEXES - HALF) - 1])  # [half]

IS_CITY = fixed([1 if here in CITY_HEX else 0 for here in range(HEXES)])


def group_of(code: int) -> str:
    """The group a screen shows: gold and gems are one (violet)."""
    group = tile_of(code).group
    return "treasure" if group in ("gold", "gems") else group


SHOWN_GROUPS = tuple(dict.fromkeys("treasure" if group in ("gold", "gems") else group for group in GROUPS))
