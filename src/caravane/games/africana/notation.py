"""Actions as text: `Leopoldville with grey`, `join B6`, `buy north left`; and the table as text for terminals."""

from caravane.errors import BadInput
from caravane.games.africana.actions import ACTION_COUNT, decode
from caravane.games.africana.board import COLOUR_PRICE, PLACE_IDS, PLACE_NAMES
from caravane.text import Text


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
