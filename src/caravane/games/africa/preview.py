"""What each legal action would bring and why, computed from a view: for screens and for people who cannot see one."""

from typing import Any

import numpy as np
from msgspec.structs import asdict, replace

from caravane.games.africa.actions import (
    ACTION_COUNT,
    COLLECT,
    DECLINE,
    LIFT,
    MAX_LEGAL,
    OPEN,
    PLACE,
    STUDY,
    SWAP_ALL,
    SWAP_ONE,
    decode,
    notation,
)
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
from caravane.games.africa.queries import company, is_relocatable, is_treasure
from caravane.games.africa.rules import legal_actions
from caravane.games.africa.state import Decision, State
from caravane.games.africa.view_types import Act, Aim, Preview
from caravane.kernel import Actions, kernel

NEIGHBOURS: list[list[int]] = [near[:count] for near, count in zip(NEAR.tolist(), NEAR_COUNT.tolist(), strict=True)]


@kernel
def better_places(view: State, subject: int, out: Actions) -> int:
    """Write the empty hexes that are strictly better for the animal or nomad on `subject` (§4.5); how many."""
    here = company(view, subject, subject)
    count = 0
    for place in range(HEXES):
        if int(view.ground[place]) == EMPTY and company(view, subject, place) > here:
            out[count] = place
            count += 1
    return count


def neighbours(place: int) -> list[int]:
    """The hexes next to one, in board order."""
    return NEIGHBOURS[place]


class Tile:
    """An animal or nomad that goes elsewhere: what counts for it there (§4.4)."""

    def __init__(self, view: Any, subject: int) -> None:
        ground = bytearray(view.ground.tobytes())
        self.code = ground[subject]
        ground[subject] = EMPTY  # it leaves: one of its kind less, one empty hex more
        self.ground, self.wanted = ground, EMPTY if self.code == NOMADS else self.code
        self.here = len(self.reasons(subject))

    def reasons(self, place: int) -> list[str]:
        """The hexes that count for it if it goes to `place`."""
        ground, wanted = self.ground, self.wanted
        return [HEX_NAMES[near] for near in NEIGHBOURS[place] if ground[near] == wanted]

    def relocated(self, place: int) -> Aim:
        """Points for taking it to `place`, and the hexes that make them (§4.2, §4.3)."""
        because = self.reasons(place)
        return Aim(HEX_NAMES[place], len(because) - self.here, because)

    def settled(self, place: int) -> Aim:
        """The same for one that was just found (§3.9)."""
        because = self.reasons(place)
        return Aim(HEX_NAMES[place], len(because) + (self.code != NOMADS), because)


def relocations(view: Any, subject: int) -> list[Aim]:
    """Where a lifted tile could go, best first."""
    out = np.empty(HEXES, np.int32)
    better = out[: better_places(view, subject, out)].tolist()
    return sorted(map(Tile(view, subject).relocated, better), key=lambda aim: -aim.points)


def studied(view: Any, place: int) -> list[int]:
    """The hexes that a camp for points would count (§5.2)."""
    ground = view.ground.tobytes()
    return [near for near in NEIGHBOURS[place] if ground[near] == MONUMENT or is_relocatable(ground[near])]


def collected(view: Any, place: int) -> list[int]:
    """The hexes whose gold and gems a camp would take (§5.3)."""
    ground = view.ground.tobytes()
    return [near for near in NEIGHBOURS[place] if is_treasure(ground[near])]


def count_symbols(view: Any, places: list[int]) -> tuple[int, int]:
    """Nuggets and gems on some hexes."""
    kinds = [int(view.ground[place]) - TREASURE for place in places]
    return sum(int(SYMBOLS[GOLD, kind]) for kind in kinds), sum(int(SYMBOLS[GEMS, kind]) for kind in kinds)


def preview(view: Any, seat: int, action: int) -> Preview:
    """What is known beforehand about a legal action: its text, points if they are certain, and why."""
    known = Preview(notation(action))
    if LIFT <= action < PLACE:
        places = relocations(view, action - LIFT)
        kind = tile_of(int(view.ground[action - LIFT])).id
        return replace(known, hex=HEX_NAMES[action - LIFT], points=places[0].points, targets=places, kind=kind)
    if OPEN <= action < LIFT:
        return replace(known, hex=HEX_NAMES[action - OPEN])
    if action == STUDY:
        here = int(view.at[seat])
        because = [HEX_NAMES[near] for near in studied(view, here)]
        return replace(known, hex=HEX_NAMES[here], points=len(because), because=because)
    if action == COLLECT:
        here = int(view.at[seat])
        taken = collected(view, here)
        gold, gems = count_symbols(view, taken)
        because = [HEX_NAMES[near] for near in taken]
        return replace(known, hex=HEX_NAMES[here], points=0, gold=gold, gems=gems, because=because)
    if SWAP_ONE <= action < ACTION_COUNT:
        number = 1 if action < SWAP_ALL else int(view.goods[divmod(action - SWAP_ALL, view.goods.shape[1])])
        return replace(
            known, goods_points=int(exchange_gain(view, seat, action)), number=number
        )  # §8.1, if it ended now
    return known


def placing(tile: Tile, subject: int, action: int, is_found: bool) -> Preview:
    """What taking the tile on `subject` elsewhere would bring."""
    place = action - PLACE
    aim = tile.settled(place) if is_found else tile.relocated(place)
    return Preview(notation(action), aim.hex, aim.points, aim.because, stays=place == subject)


def previews(view: Any, seat: int) -> list[Preview]:
    """A preview for each legal action of the seat, in their order."""
    out = np.empty(HEXES + 20, np.int32)
    actions = out[: legal_actions(view, seat, out)].tolist()
    decision = int(view.decision)
    if decision not in (Decision.SETTLE, Decision.RELOCATE):
        return [preview(view, seat, action) for action in actions]
    subject = int(view.subject)
    tile, is_found = Tile(view, subject), decision == Decision.SETTLE
    return [placing(tile, subject, action, is_found) for action in actions]


def at_once(view: Any, seat: int) -> list[Act]:
    """What the seat could do if it stayed where it is (§2.4 zero steps): the acts with their previews, before a walk."""
    if int(view.decision) != Decision.WALK:
        return []
    stayed = view.copy()
    stayed.decision = Decision.ACT
    out = np.empty(MAX_LEGAL, np.int32)
    acts = out[: legal_actions(stayed, seat, out)].tolist()
    return [Act(**asdict(preview(stayed, seat, action)), does=decode(action)) for action in acts if action != DECLINE]
