"""What each legal action would bring and why, computed from a view: for screens and for people who cannot see one."""

from typing import Any

import numpy as np

from caravane.game import Structure
from caravane.games.africa.actions import ACTIONS, COLLECT, LIFT, OPEN, PLACE, STUDY, SWAP_ALL, SWAP_ONE
from caravane.games.africa.board import (
    EMPTY,
    GEMS,
    GOLD,
    HEX_NAMES,
    HEXES,
    MONUMENT,
    NEAR,
    NEAR_COUNT,
    NOMADS,
    SYMBOLS,
    TREASURE,
    tile_of,
)
from caravane.games.africa.evaluation import exchange_gain
from caravane.games.africa.notation import notation
from caravane.games.africa.position import company, is_relocatable, is_treasure
from caravane.games.africa.rules import legal_actions
from caravane.games.africa.state import Decision


def neighbours(place: int) -> list[int]:
    """The hexes next to one, in board order."""
    return [int(NEAR[place, i]) for i in range(NEAR_COUNT[place])]


def reasons(view: Any, subject: int, place: int) -> list[int]:
    """The hexes that count for the animal or nomad on `subject` if it goes to `place` (§4.4)."""
    code = int(view.ground[subject])
    if code == NOMADS:
        return [near for near in neighbours(place) if int(view.ground[near]) == EMPTY or near == subject]
    return [near for near in neighbours(place) if int(view.ground[near]) == code and near != subject]


def placing(view: Any, subject: int, place: int, is_found: bool) -> Structure:
    """Points for taking the tile on `subject` to `place`, and the hexes that make them."""
    because = reasons(view, subject, place)
    points = len(because)
    if not is_found:
        points -= int(company(view, subject, subject))  # §4.2, §4.3
    elif int(view.ground[subject]) != NOMADS:
        points += 1  # §3.9
    return {"hex": HEX_NAMES[place], "points": points, "because": [HEX_NAMES[near] for near in because]}


def relocations(view: Any, subject: int) -> list[Structure]:
    """Where a lifted tile could go, best first."""
    here = int(company(view, subject, subject))
    better = [
        place
        for place in range(HEXES)
        if int(view.ground[place]) == EMPTY and int(company(view, subject, place)) > here
    ]
    return sorted((placing(view, subject, place, is_found=False) for place in better), key=lambda p: -int(p["points"]))


def studied(view: Any, place: int) -> list[int]:
    """The hexes that a camp for points would count (§5.2)."""
    codes = [(near, int(view.ground[near])) for near in neighbours(place)]
    return [near for near, code in codes if code == MONUMENT or is_relocatable(code)]


def collected(view: Any, place: int) -> list[int]:
    """The hexes whose gold and gems a camp would take (§5.3)."""
    return [near for near in neighbours(place) if is_treasure(int(view.ground[near]))]


def count_symbols(view: Any, places: list[int]) -> tuple[int, int]:
    """Nuggets and gems on some hexes."""
    kinds = [int(view.ground[place]) - TREASURE for place in places]
    return sum(int(SYMBOLS[GOLD, kind]) for kind in kinds), sum(int(SYMBOLS[GEMS, kind]) for kind in kinds)


def preview(view: Any, seat: int, action: int) -> Structure:
    """What is known beforehand about a legal action: its text, points if they are certain, and why."""
    known: Structure = {"action": notation(action)}
    here = int(view.at[seat])
    if PLACE <= action < STUDY:
        subject = int(view.subject)
        known |= placing(view, subject, action - PLACE, is_found=int(view.decision) == Decision.SETTLE)
        known["stays"] = action - PLACE == subject
    elif LIFT <= action < PLACE:
        places = relocations(view, action - LIFT)
        known |= {"hex": HEX_NAMES[action - LIFT], "points": places[0]["points"], "targets": places}
        known["kind"] = tile_of(int(view.ground[action - LIFT])).id
    elif OPEN <= action < LIFT:
        known["hex"] = HEX_NAMES[action - OPEN]
    elif action == STUDY:
        counted = studied(view, here)
        known |= {"hex": HEX_NAMES[here], "points": len(counted), "because": [HEX_NAMES[near] for near in counted]}
    elif action == COLLECT:
        taken = collected(view, here)
        gold, gems = count_symbols(view, taken)
        known |= {"hex": HEX_NAMES[here], "points": 0, "gold": gold, "gems": gems}
        known["because"] = [HEX_NAMES[near] for near in taken]
    elif SWAP_ONE <= action < ACTIONS:
        known["goods_points"] = int(exchange_gain(view, seat, action))  # §8.1, if the game ended now
        known["number"] = 1 if action < SWAP_ALL else int(view.goods[divmod(action - SWAP_ALL, view.goods.shape[1])])
    return known


def previews(view: Any, seat: int) -> list[Structure]:
    """A preview for each legal action of the seat, in their order."""
    out = np.empty(HEXES + 20, np.int32)
    return [preview(view, seat, int(action)) for action in out[: legal_actions(view, seat, out)]]
