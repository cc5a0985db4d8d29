"""Action ids: one flat space of named ranges, and their structured form."""

from typing import Any

from caravane.errors import BadInput
from caravane.game import Structure
from caravane.games.africa.board import (
    CITIES,
    CITY_BY_ID,
    CODE_BY_ID,
    GOOD,
    GOODS,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES,
    SEATS,
    tile_of,
)
from caravane.games.africa.box import BOX
from caravane.text import Text

CITY = 0  # + city: begin there
WALK = CITY + CITIES  # + hex: walk there; the own hex is zero steps
JUMP = WALK + HEXES  # spend the turn on a jump
JUMP_TO = JUMP + 1  # + hex
OPEN = JUMP_TO + HEXES  # + hex of a face-down tile
LIFT = OPEN + HEXES  # + hex of a face-up animal or nomad
PLACE = LIFT + HEXES  # + hex where it goes; a found one may stay on its own
STUDY = PLACE + HEXES  # camp for points
COLLECT = STUDY + 1  # camp for gold and gems
DECLINE = COLLECT + 1  # no action in this half
KEEP = DECLINE + 1  # no exchange
SWAP_ONE = KEEP + 1  # + seat * GOODS + kind: one of that kind for the good just found
SWAP_ALL = SWAP_ONE + SEATS * GOODS  # + seat * GOODS + kind: all of that kind (two or more)
ACTION_COUNT = SWAP_ALL + SEATS * GOODS
MAX_LEGAL = HEXES

AT_A_HEX = {"walk": WALK, "jump_to": JUMP_TO, "open": OPEN, "lift": LIFT, "place": PLACE}
ALONE = {"jump": JUMP, "study": STUDY, "collect": COLLECT, "decline": DECLINE, "keep": KEEP}


def decode(action: int) -> Structure:
    """The structured form: `{"type": "place", "hex": "f6"}`."""
    for name, number in ALONE.items():
        if action == number:
            return {"type": name}
    for name, first in AT_A_HEX.items():
        if first <= action < first + HEXES:
            return {"type": name, "hex": HEX_NAMES[action - first]}
    if CITY <= action < CITY + CITIES:
        return {"type": "city", "city": BOX.cities[action - CITY].id}
    if not SWAP_ONE <= action < ACTION_COUNT:
        raise BadInput(
            Text(
                f"L’action {action} n’existe pas ; elles vont de 0 à {ACTION_COUNT - 1}.",
                f"There is no action {action}; they go from 0 to {ACTION_COUNT - 1}.",
            )
        )
    takes_all = action >= SWAP_ALL
    seat, good = divmod(action - (SWAP_ALL if takes_all else SWAP_ONE), GOODS)
    return {"type": "swap", "with": seat, "good": tile_of(GOOD + good).id, "all": takes_all}


def encode(structure: Structure) -> int:
    """The action id of a structured form; BadInput says what is wrong with it."""
    given = structure.get("type")
    kind = given if isinstance(given, str) else ""  # a list or an object cannot be looked up
    if kind in ALONE:
        _only(structure, "type")
        return ALONE[kind]
    if kind in AT_A_HEX:
        _only(structure, "type", "hex")
        return AT_A_HEX[kind] + _index("hex", structure, HEX_BY_NAME)
    if kind == "city":
        _only(structure, "type", "city")
        return CITY + _index("city", structure, CITY_BY_ID)
    if kind == "swap":
        return _encode_swap(structure)
    possible = ", ".join([*ALONE, *AT_A_HEX, "city", "swap"])
    raise BadInput(
        Text(
            f"Type d’action inconnu : {kind!r} ; types : {possible}.",
            f"Unknown action type {kind!r}; types: {possible}.",
        )
    )


def _encode_swap(structure: Structure) -> int:
    _only(structure, "type", "with", "good", "all")
    kinds = {name: code - GOOD for name, code in CODE_BY_ID.items() if GOOD <= code < GOOD + GOODS}
    good = _index("good", structure, kinds)
    seat, takes_all = structure.get("with"), structure.get("all")
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < SEATS:
        raise BadInput(
            Text(
                f"with : une place de 0 à {SEATS - 1}, pas {seat!r}.",
                f"with: a seat from 0 to {SEATS - 1}, not {seat!r}.",
            )
        )
    if not isinstance(takes_all, bool):
        raise BadInput(Text(f"all : true ou false, pas {takes_all!r}.", f"all: true or false, not {takes_all!r}."))
    return (SWAP_ALL if takes_all else SWAP_ONE) + seat * GOODS + good


def _only(structure: Structure, *names: str) -> None:
    unknown = [name for name in structure if name not in names]
    if unknown:
        raise BadInput(
            Text(
                f"Champ inconnu : {unknown[0]!r} ; champs : {', '.join(names)}.",
                f"Unknown field {unknown[0]!r}; fields: {', '.join(names)}.",
            )
        )


def _index(name: str, structure: Structure, known: dict[str, int]) -> int:
    value: Any = structure.get(name)
    if isinstance(value, str) and value in known:
        return known[value]
    some = ", ".join(list(known)[:5]) + ("…" if len(known) > 5 else "")
    raise BadInput(
        Text(
            f"{name} : {value!r} n’existe pas ; possible : {some}.", f"{name}: there is no {value!r}; possible: {some}."
        )
    )


# Longer signs first: `>>f6` is no walk.
HEX_SIGNS = ((">>", JUMP_TO), (">", WALK), ("?", OPEN), ("^", LIFT), ("=", PLACE))
LONE_SIGNS = {">>": JUMP, "+": STUDY, "+$": COLLECT, "-": DECLINE, "=": KEEP}
_SIGNS = {number: sign for sign, number in LONE_SIGNS.items()}


def notation(action: int) -> str:
    """The text of an action."""
    if action in _SIGNS:
        return _SIGNS[action]
    for sign, first in HEX_SIGNS:
        if first <= action < first + HEXES:
            return sign + HEX_NAMES[action - first]
    structure = decode(action)
    if structure["type"] == "city":
        return str(structure["city"])
    return f"{structure['with']}:{structure['good']}{'*' if structure['all'] else ''}"


def parse(text: str) -> int:
    """The action a text means; BadInput if it means none."""
    text = text.strip()
    if text in LONE_SIGNS:
        return LONE_SIGNS[text]
    for sign, first in HEX_SIGNS:
        if text.startswith(sign) and text[len(sign) :] in HEX_BY_NAME:
            return first + HEX_BY_NAME[text[len(sign) :]]
    try:
        return _parse_words(text)
    except BadInput as error:
        raise BadInput(
            Text(
                f"{text!r} n’est pas une action ; par exemple >f6 (avancer), ?f6 (découvrir), =f6 (poser), - (renoncer).",
                f"{text!r} is no action; for example >f6 (walk), ?f6 (turn over), =f6 (set down), - (decline).",
            )
        ) from error


def _parse_words(text: str) -> int:
    seat, colon, good = text.partition(":")
    if not colon:
        return encode({"type": "city", "city": text})
    number = int(seat) if seat.isascii() and seat.isdigit() and str(int(seat)) == seat else -1
    return encode({"type": "swap", "with": number, "good": good.removesuffix("*"), "all": good.endswith("*")})


def is_final(action: int) -> bool:
    """A tile that was turned over stays so (§3.1), even one that everybody could work out."""
    return OPEN <= action < LIFT
