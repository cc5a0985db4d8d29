"""Action ids: one flat space of named ranges, with the structured form of each.

| range | what | count |
|---|---|---|
| DRAW, END | draw two cards; end the action (or pass) | 2 |
| TURN + book * 2 + side | turn a page onto that side | 4 |
| BUY + book * 2 + side | buy the top card of that side | 4 |
| STEP + place * CARDS + card | enter a place by spending a card | 242 |
| JOIN, COMPLETE + expedition | | 2 x 34 |
| FINISH + adventure | complete an adventure | 30 |
| DISCARD_CARD + card | | 11 |
| DROP_ADVENTURE + adventure | | 30 |
"""

from collections.abc import Sequence
from typing import Any

from caravane.errors import BadInput
from caravane.game import Structure
from caravane.games.africana.board import (
    ADVENTURE_IDS,
    ADVENTURES,
    CARD_IDS,
    CARDS,
    COLOUR_PRICE,
    DEGREE,
    EXPEDITION_IDS,
    FITS,
    PLACE_IDS,
    PLACE_NAMES,
    PLACES,
)
from caravane.games.africana.box import EXPEDITIONS, HALVES, SPACES
from caravane.text import Text

LEFT, RIGHT = range(2)
SIDES = ("left", "right")

DRAW = 0
END = 1
TURN = 2
BUY = TURN + 4
STEP = BUY + 4
JOIN = STEP + PLACES * CARDS
COMPLETE = JOIN + EXPEDITIONS
FINISH = COMPLETE + EXPEDITIONS
DISCARD_CARD = FINISH + ADVENTURES
DROP_ADVENTURE = DISCARD_CARD + CARDS
ACTION_COUNT = DROP_ADVENTURE + ADVENTURES
# Each card on each way out of a place; draw, end, two turns, two purchases; each space, to join or to complete; and
# open adventures.
MAX_LEGAL = int(DEGREE.max()) * CARDS + 6 + SPACES + ADVENTURES


def decode(action: int) -> Structure:
    """The structured form of an action."""
    if action in (DRAW, END):
        return {"type": "draw" if action == DRAW else "end"}
    if TURN <= action < BUY:
        return {"type": "turn", "book": HALVES[(action - TURN) // 2], "side": SIDES[(action - TURN) % 2]}
    if BUY <= action < STEP:
        return {"type": "buy", "book": HALVES[(action - BUY) // 2], "side": SIDES[(action - BUY) % 2]}
    if STEP <= action < JOIN:
        place, card = divmod(action - STEP, CARDS)
        return {"type": "step", "to": PLACE_IDS[place], "card": CARD_IDS[card], "silver": step_price(place, card)}
    if JOIN <= action < COMPLETE:
        return {"type": "join", "expedition": EXPEDITION_IDS[action - JOIN]}
    if COMPLETE <= action < FINISH:
        return {"type": "complete", "expedition": EXPEDITION_IDS[action - COMPLETE]}
    if FINISH <= action < DISCARD_CARD:
        return {"type": "finish", "adventure": ADVENTURE_IDS[action - FINISH]}
    if DISCARD_CARD <= action < DROP_ADVENTURE:
        return {"type": "discard", "card": CARD_IDS[action - DISCARD_CARD]}
    if DROP_ADVENTURE <= action < ACTION_COUNT:
        return {"type": "drop", "adventure": ADVENTURE_IDS[action - DROP_ADVENTURE]}
    raise BadInput(Text(f"L'action {action} n'existe pas.", f"There is no action {action}."))


def encode(structure: Structure) -> int:
    """The action of a structured form."""
    kind = structure.get("type")
    if kind == "draw":
        return DRAW
    if kind == "end":
        return END
    if kind == "turn":
        return TURN + 2 * _which(structure, "book", HALVES) + _which(structure, "side", SIDES)
    if kind == "buy":
        return BUY + 2 * _which(structure, "book", HALVES) + _which(structure, "side", SIDES)
    if kind == "step":
        return _encode_step(structure)
    if kind == "join":
        return JOIN + _which(structure, "expedition", EXPEDITION_IDS)
    if kind == "complete":
        return COMPLETE + _which(structure, "expedition", EXPEDITION_IDS)
    if kind == "finish":
        return FINISH + _which(structure, "adventure", ADVENTURE_IDS)
    if kind == "discard":
        return DISCARD_CARD + _which(structure, "card", CARD_IDS)
    if kind == "drop":
        return DROP_ADVENTURE + _which(structure, "adventure", ADVENTURE_IDS)
    possible = "draw, end, turn, buy, step, join, complete, finish, discard, drop"
    raise BadInput(
        Text(
            f"Type d'action inconnu : {kind!r} ; types : {possible}.",
            f"Unknown action type {kind!r}; types: {possible}.",
        )
    )


def is_final(action: int) -> bool:
    """Whether a page is lifted, by turning or buying it: announced before, so never taken back (§4.6)."""
    return TURN <= action < STEP


def step_price(place: int, card: int) -> int:
    """What entering the place with this card costs in silver: a card that does not fit changes its colour (§5.5)."""
    return 0 if FITS[place, card] else COLOUR_PRICE


def _encode_step(structure: Structure) -> int:
    place, card = _which(structure, "to", PLACE_IDS), _which(structure, "card", CARD_IDS)
    price = step_price(place, card)
    if structure.get("silver", price) != price:
        raise BadInput(
            Text(
                f"Cette étape coûte {price} d'argent, pas {structure['silver']!r}.",
                f"This step costs {price} silver, not {structure['silver']!r}.",
            )
        )
    return STEP + place * CARDS + card


def _which(structure: Structure, key: str, ids: Sequence[str]) -> int:
    value: Any = structure.get(key)
    if isinstance(value, str) and value in ids:
        return ids.index(value)
    possible = ", ".join(ids)
    raise BadInput(
        Text(
            f"{key} ne peut pas être {value!r} ; possibles : {possible}.",
            f"{key} cannot be {value!r}; possible: {possible}.",
        )
    )


def notation(action: int) -> str:
    """The action in words of the board, as short as it stays clear."""
    what = decode(action)
    if what["type"] == "step":
        price = f" for {what['silver']}" if what["silver"] else ""
        return f"{PLACE_NAMES[PLACE_IDS.index(what['to'])].en} with {what['card']}{price}"
    return " ".join(what.values())


_ACTIONS = {notation(action).lower(): action for action in range(ACTION_COUNT)}


def parse(text: str) -> int:
    """The action that the text names."""
    wanted = " ".join(text.lower().split())
    if wanted in _ACTIONS:
        return _ACTIONS[wanted]
    paid = f"{wanted} for {COLOUR_PRICE}"
    if paid in _ACTIONS:  # never pay for somebody who did not say so
        full = notation(_ACTIONS[paid])
        raise BadInput(
            Text(
                f"Ce lieu ne montre pas ce symbole ; pour changer la couleur, écrivez : {full}.",
                f"This place does not show that symbol; to change the colour, write: {full}.",
            )
        )
    raise BadInput(
        Text(
            f"{text!r} n'est pas une action ; par exemple : draw, end, Lagos with grey, join A1, complete A1, finish N3, "
            "turn north left, buy north right, discard grey, drop N3.",
            f"{text!r} is no action; for example: draw, end, Lagos with grey, join A1, complete A1, finish N3, "
            "turn north left, buy north right, discard grey, drop N3.",
        )
    )
