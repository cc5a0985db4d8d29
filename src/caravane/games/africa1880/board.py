"""The map and the countries: everything that never changes, read from map.json.

Territories are numbered in the order of the order sheet's lines, which is the alphabetical order that §4.6 means.
`map.json` also holds the rings that a client draws; neighbours are those that share a drawn border.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from caravane.bitset import WORD
from caravane.text import Text

MAP: dict[str, Any] = json.loads(files(__package__).joinpath("map.json").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Named:
    """A territory or a country: its id, its names, and how the box spells it."""

    id: str
    name: Text
    spellings: tuple[str, ...]  # every way in which a sheet may write it


def _named(entry: dict[str, Any]) -> Named:
    spellings = (entry["id"], entry["sheet"], entry["fr"], entry["en"], *entry["also"])
    return Named(entry["id"], Text(entry["fr"], entry["en"]), spellings)


TERRITORY = tuple(_named(entry) for entry in MAP["territories"])
COUNTRY = tuple(_named(entry) for entry in MAP["countries"])  # in placing order (§1.6)
TERRITORIES = len(TERRITORY)  # 32
COUNTRIES = len(COUNTRY)  # 6
THE_COUNTRY = tuple(Text(*entry["the"]) for entry in MAP["countries"])  # inside a sentence: "l’Italie"
THE_TERRITORY = tuple(Text(*entry.get("the", (entry["fr"], entry["en"]))) for entry in MAP["territories"])  # likewise
YEARS = (1880, 1885, 1890, 1895, 1900, 1905, 1910, 1914)  # §2.1
TURNS = len(YEARS)
PRESENCES = 22  # of each country (§1.5)
COLONIES = 22  # figures in the box (§7.2)
ALONE, SHARED = 8, 3  # points of a presence in a colony (§7.3)

TERRITORY_INDEX = {territory.id: index for index, territory in enumerate(TERRITORY)}
COUNTRY_INDEX = {country.id: index for index, country in enumerate(COUNTRY)}
MADAGASCAR = tuple(MAP["sea_links"])  # the values of the option, in the order of their codes (§1.4)

Bytes = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int64]


def _fixed(values: Any, kind: type[Any]) -> Any:
    array = np.array(values, kind)
    array.setflags(write=False)
    return array


def _joined() -> list[list[int]]:
    """Bit m of [a][b]: a and b are neighbours under value m of the option `madagascar` (§1.4)."""
    joined = [[0] * TERRITORIES for _ in TERRITORY]
    for here, entry in enumerate(MAP["territories"]):
        for name in entry["borders"]:
            joined[here][TERRITORY_INDEX[name]] = (1 << len(MADAGASCAR)) - 1
    for code, links in enumerate(MAP["sea_links"].values()):
        for pair in links:
            here, there = (TERRITORY_INDEX[name] for name in pair)
            joined[here][there] |= 1 << code
            joined[there][here] |= 1 << code
    return joined


JOINED: Bytes = _fixed(_joined(), np.int8)
SQUARES: Bytes = _fixed([entry["squares"] for entry in MAP["territories"]], np.int8)  # to develop (§1.3)
COASTAL: Bytes = _fixed([entry["coastal"] for entry in MAP["territories"]], np.int8)
HISTORICAL: Bytes = _fixed([TERRITORY_INDEX[entry["historical"]] for entry in MAP["countries"]], np.int8)  # §1.8

# A way leads from a territory to a neighbour, under some value of the option; sorted by both ends.
WAYS = [(a, b) for a in range(TERRITORIES) for b in range(TERRITORIES) if JOINED[a, b]]
WAY_TO: Bytes = _fixed([way[1] for way in WAYS], np.int8)
FIRST_WAY: Numbers = _fixed([sum(way[0] < t for way in WAYS) for t in range(TERRITORIES + 1)], np.int64)
WAY_INDEX = {way: index for index, way in enumerate(WAYS)}


def _set(territories: Iterable[int]) -> int:
    """Territories as a set of `caravane.bits`."""
    return sum(1 << territory for territory in territories)


COASTS = _set(t for t in range(TERRITORIES) if COASTAL[t])
NEIGHBOURS: Numbers = _fixed(
    [
        [_set(u for u in range(TERRITORIES) if JOINED[t, u] >> code & 1) for t in range(TERRITORIES)]
        for code in range(len(MADAGASCAR))
    ],
    np.int64,
)  # sets, by the option `madagascar` and the territory
ALL_COUNTRIES = _set(range(COUNTRIES))
_FIRST_OF_WORD = range(0, len(WAYS), WORD)  # ways as a set in words of `caravane.bitset`
WAY_WORDS = len(_FIRST_OF_WORD)
OPEN_WAYS: Numbers = _fixed(
    [
        [
            _set(k for k, (a, b) in enumerate(WAYS[first : first + WORD]) if JOINED[a, b] >> code & 1)
            for first in _FIRST_OF_WORD
        ]
        for code in range(len(MADAGASCAR))
    ],
    np.int64,
)  # those that exist, by the option `madagascar` and the word


@cache
def neighbours(territory: int, madagascar: int) -> tuple[int, ...]:
    """The territories that a presence here may explore, under a value of the option `madagascar`."""
    return tuple(there for there in range(TERRITORIES) if JOINED[territory, there] >> madagascar & 1)
