"""Actions as short text that needs no language: `tangier`, `>f6`, `>>`, `>>f6`, `?f6`, `^f6`, `=f6`, `+`, `+$`, `-`, `=`,
`2:mask`, `2:mask*`."""

from caravane.errors import BadInput
from caravane.games.africa.actions import (
    COLLECT,
    DECLINE,
    JUMP,
    JUMP_TO,
    KEEP,
    LIFT,
    OPEN,
    PLACE,
    STUDY,
    WALK,
    decode,
    encode,
)
from caravane.games.africa.board import HEX_BY_NAME, HEX_NAMES, HEXES
from caravane.text import Text

# Longer signs first: `>>f6` is no walk.
AT_A_HEX = ((">>", JUMP_TO), (">", WALK), ("?", OPEN), ("^", LIFT), ("=", PLACE))
ALONE = {">>": JUMP, "+": STUDY, "+$": COLLECT, "-": DECLINE, "=": KEEP}
_SIGNS = {number: sign for sign, number in ALONE.items()}


def notation(action: int) -> str:
    """The text of an action."""
    if action in _SIGNS:
        return _SIGNS[action]
    for sign, first in AT_A_HEX:
        if first <= action < first + HEXES:
            return sign + HEX_NAMES[action - first]
    structure = decode(action)
    if structure["type"] == "city":
        return str(structure["city"])
    return f"{structure['with']}:{structure['good']}{'*' if structure['all'] else ''}"


def parse(text: str) -> int:
    """The action a text means; BadInput if it means none."""
    text = text.strip()
    if text in ALONE:
        return ALONE[text]
    for sign, first in AT_A_HEX:
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
