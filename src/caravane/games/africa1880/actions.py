"""Actions as integers: disjoint named ranges, and their structured form.

| range | action | structure |
|---|---|---|
| CHOOSE + country | take a country | {"type": "choose", "country": "france"} |
| PLACE + territory | first presence | {"type": "place", "territory": "alger"} |
| DO_NOTHING + territory | order: nothing | {"type": "nothing", "territory": "alger"} |
| DEVELOP_AT + territory | order: develop | {"type": "develop", "territory": "alger"} |
| EXPLORE + way | order: explore | {"type": "explore", "from": "alger", "to": "libye"} |
| STAY_AT_SEA | no landing | {"type": "no-landing"} |
| LAND + territory | landing | {"type": "land", "territory": "dakar"} |
| ALLY + country | relation | {"type": "alliance", "country": "italy"} |
| FIGHT + country | relation | {"type": "war", "country": "italy"} |
| READY, UNREADY | seal, unseal | {"type": "ready"}, {"type": "unready"} |
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from caravane.errors import BadInput
from caravane.game import Structure
from caravane.games.africa1880.board import (
    COUNTRIES,
    COUNTRY,
    COUNTRY_INDEX,
    TERRITORIES,
    TERRITORY,
    TERRITORY_INDEX,
    WAY_INDEX,
    WAYS,
)
from caravane.text import Text

CHOOSE = 0
PLACE = CHOOSE + COUNTRIES
DO_NOTHING = PLACE + TERRITORIES
DEVELOP_AT = DO_NOTHING + TERRITORIES
EXPLORE = DEVELOP_AT + TERRITORIES
STAY_AT_SEA = EXPLORE + len(WAYS)
LAND = STAY_AT_SEA + 1
ALLY = LAND + TERRITORIES
FIGHT = ALLY + COUNTRIES
READY = FIGHT + COUNTRIES
UNREADY = READY + 1
ACTION_COUNT = UNREADY + 1
MAX_LEGAL = ACTION_COUNT


@dataclass(frozen=True, slots=True)
class Range:
    """Consecutive actions of one type, told apart by what they name."""

    type: str
    first: int
    count: int
    name: Callable[[int], Structure]  # what the nth of them names
    index: Callable[[Structure], int]


def territory_index(value: Any) -> int:
    """The territory of this id."""
    return _index(TERRITORY_INDEX, value, Text("territoire", "territory"))


def country_index(value: Any) -> int:
    """The country of this id."""
    return _index(COUNTRY_INDEX, value, Text("pays", "country"))


def _index(known: dict[str, int], value: Any, kind: Text) -> int:
    if isinstance(value, str) and value in known:
        return known[value]
    possible = ", ".join(known)
    raise BadInput(
        Text(
            f"{kind.fr.capitalize()} inconnu\u00a0: {value!r}\u00a0; possibles\u00a0: {possible}.",
            f"Unknown {kind.en} {value!r}; possible: {possible}.",
        )
    )


def _way_index(structure: Structure) -> int:
    way = territory_index(structure.get("from")), territory_index(structure.get("to"))
    if way in WAY_INDEX:
        return WAY_INDEX[way]
    here, there = (TERRITORY[end].name for end in way)
    raise BadInput(
        Text(
            f"{here.fr} et {there.fr} ne sont pas limitrophes (§3.3).",
            f"{here.en} and {there.en} do not border (§3.3).",
        )
    )


def _of_territory(kind: str, first: int) -> Range:
    return Range(
        kind,
        first,
        TERRITORIES,
        lambda n: {"territory": TERRITORY[n].id},
        lambda s: territory_index(s.get("territory")),
    )


def _of_country(kind: str, first: int) -> Range:
    return Range(
        kind, first, COUNTRIES, lambda n: {"country": COUNTRY[n].id}, lambda s: country_index(s.get("country"))
    )


def _single(kind: str, first: int) -> Range:
    return Range(kind, first, 1, lambda _: {}, lambda _: 0)


RANGES = (
    _of_country("choose", CHOOSE),
    _of_territory("place", PLACE),
    _of_territory("nothing", DO_NOTHING),
    _of_territory("develop", DEVELOP_AT),
    Range(
        "explore",
        EXPLORE,
        len(WAYS),
        lambda n: {"from": TERRITORY[WAYS[n][0]].id, "to": TERRITORY[WAYS[n][1]].id},
        _way_index,
    ),
    _single("no-landing", STAY_AT_SEA),
    _of_territory("land", LAND),
    _of_country("alliance", ALLY),
    _of_country("war", FIGHT),
    _single("ready", READY),
    _single("unready", UNREADY),
)
BY_TYPE = {range_.type: range_ for range_ in RANGES}


@cache
def range_of(action: int) -> Range:
    """The range that holds an action."""
    for range_ in RANGES:
        if range_.first <= action < range_.first + range_.count:
            return range_
    raise BadInput(Text(f"L'action {action} n'existe pas.", f"There is no action {action}."))


def decode(action: int) -> Structure:
    """An action's structured form."""
    range_ = range_of(action)
    return {"type": range_.type, **range_.name(action - range_.first)}


def encode(structure: Structure) -> int:
    """The action meant by a structure."""
    kind = structure.get("type")
    if not isinstance(kind, str) or kind not in BY_TYPE:
        possible = ", ".join(BY_TYPE)
        raise BadInput(
            Text(
                f"Type d'action inconnu\u00a0: {kind!r}\u00a0; possibles\u00a0: {possible}.",
                f"Unknown action type {kind!r}; possible: {possible}.",
            )
        )
    range_ = BY_TYPE[kind]
    return range_.first + range_.index(structure)


def is_secret(action: int) -> bool:
    """Whether it writes on a sheet: others do not even learn that it happened (§2.4)."""
    return DO_NOTHING <= action < READY


def line_of(action: int) -> int:
    """The line of the sheet that an action writes: territories, then the boat, then countries; -1 if none."""
    if DO_NOTHING <= action < EXPLORE:
        return (action - DO_NOTHING) % TERRITORIES
    if EXPLORE <= action < STAY_AT_SEA:
        return WAYS[action - EXPLORE][0]
    if STAY_AT_SEA <= action < ALLY:
        return TERRITORIES
    if ALLY <= action < READY:
        return TERRITORIES + 1 + (action - ALLY) % COUNTRIES
    return -1


def peaceful_variant(action: int) -> int:
    """Alliance where an action says war; any other line as it is."""
    return action - FIGHT + ALLY if FIGHT <= action < READY else action


_FORMS = {
    "choose": "take {country}",
    "place": "place {territory}",
    "nothing": "{territory} -",
    "develop": "{territory} D",
    "explore": "{from}>{to}",
    "no-landing": "boat -",
    "land": "boat>{territory}",
    "alliance": "{country} A",
    "war": "{country} G",
    "ready": "ready",
    "unready": "unready",
}


def notation(action: int) -> str:
    """An action as people write it."""
    structure = decode(action)
    return _FORMS[structure["type"]].format(**structure)


_ACTIONS = {notation(action).lower(): action for action in range(ACTION_COUNT)}


def parse(text: str) -> int:
    """The action meant by a notation; case and outer blanks do not matter."""
    key = " ".join(str(text).lower().split())
    if key in _ACTIONS:
        return _ACTIONS[key]
    forms = ", ".join(_FORMS.values())
    raise BadInput(
        Text(
            f"Notation inconnue\u00a0: {text!r}\u00a0; formes\u00a0: {forms}.",
            f"Unknown notation {text!r}; forms: {forms}.",
        )
    )
