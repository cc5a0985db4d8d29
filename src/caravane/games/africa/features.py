"""What a network is given of Africa; the board has no symmetry, but goods are alike, and so are animals."""

from typing import Any

import numpy as np

from caravane.blocks import Block, Look, Symmetry, amount, each, seat
from caravane.games.africa.actions import ACTION_COUNT, SWAP_ONE
from caravane.games.africa.board import (
    ANIMAL,
    ANIMALS,
    CAMP_SUPPLY,
    CAMPS_EACH,
    CODES,
    GOOD,
    GOODS,
    HEXES,
    MONUMENTS,
    tile_of,
)
from caravane.games.africa.state import SOURCES

TURNED_BY = ""
LEFT_OUT = {
    "africa": "the same in all positions of an environment",
    "hides_treasure": "the same in all positions of an environment",
    "exchange": "the same in all positions of an environment",
    "equal_turns": "the same in all positions of an environment",
    "ending": "told when the game is over",
}
MOST_OF_A_KIND = 5  # goods, and gold or gems
MANY_TURNS, MANY_POINTS = 400, 50

BLOCKS = (
    Block("decision", "what is asked, one-hot", each(0, 8)),
    Block("half", "the second walk and action of the turn", amount(1)),
    Block("has_acted", "something was opened, moved or built in this turn", amount(1)),
    Block("on_turn", "whose turn: own, next, …", seat),
    Block("starter", "who began: own, next, …", seat),
    Block("monuments", "found, of eleven", amount(MONUMENTS)),
    Block("idle_turns", "turns in a row without progress, of 15", amount(15)),
    Block("turns", f"completed, of {MANY_TURNS}", amount(MANY_TURNS)),
    Block("subject", "the hex of what is being placed, one-hot", each(0, HEXES - 1)),
    Block("found_good", "the good that may be exchanged, one-hot", each(GOOD, GOOD + GOODS - 1)),
    Block("at", "the hex of each explorer, one-hot; own first", each(0, HEXES - 1), rows=Look.around),
    Block(
        "camps",
        f"in front of each seat, of {CAMPS_EACH + CAMP_SUPPLY}; own first",
        amount(CAMPS_EACH + CAMP_SUPPLY),
        rows=Look.around,
    ),
    Block("ground", "what lies on each hex: empty, face down, camp, then each kind of tile", each(0, CODES - 1)),
    Block("goods", "of each kind, of five; own first", amount(MOST_OF_A_KIND), rows=Look.around),
    Block(
        "treasure",
        "gold 1, 2, gems 1, 2, of five; own first, 0 for what is hidden",
        amount(MOST_OF_A_KIND),
        rows=Look.around,
    ),
    Block(
        "earned", f"points by where they came from, of {MANY_POINTS}; own first", amount(MANY_POINTS), rows=Look.around
    ),
)


def _exchanged(count: int, first: int, second: int) -> list[int]:
    """0, 1, …, count - 1 with two exchanged."""
    order = list(range(count))
    order[first], order[second] = second, first
    return order


def _alike(first: int) -> Symmetry:
    """Two neighbouring kinds, both goods or both animals, exchanged."""
    second = first + 1
    is_good = first < ANIMAL
    good = first - GOOD
    actions = list(range(ACTION_COUNT))
    tails = {"ground": _exchanged(CODES, first, second), "earned": _exchanged(SOURCES, first, second)}
    if is_good:
        pair = _exchanged(GOODS, good, good + 1)
        tails |= {"goods": pair, "found_good": pair}
        for action in range(SWAP_ONE, ACTION_COUNT):
            place = action - SWAP_ONE
            actions[action] = SWAP_ONE + place - place % GOODS + pair[place % GOODS]

    def image_of(state: Any) -> Any:
        image = state.copy()
        codes = np.array(_exchanged(CODES, first, second), np.int8)
        for name in ("ground", "hidden"):
            image[name][...] = codes[state[name]]
        image.found_good = codes[int(state.found_good)]
        image.earned[...] = state.earned[:, tails["earned"]]
        if is_good:
            image.goods[...] = state.goods[:, tails["goods"]]
        return image

    names = " and ".join(tile_of(code).id for code in (first, second))
    return Symmetry(
        names.replace(" and ", "-"),
        f"{names} exchanged: of each there are as many, and they count alike",
        np.array(actions),
        tails,
        image_of,
    )


_PAIRS = [*range(GOOD, GOOD + GOODS - 1), *range(ANIMAL, ANIMAL + ANIMALS - 1)]
SYMMETRIES = tuple(_alike(first) for first in _PAIRS)
