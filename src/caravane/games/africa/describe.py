"""A view for clients: ids and numbers, no sentences."""

from functools import cache
from typing import Any

import numpy as np
from msgspec.structs import replace

from caravane.fields import read
from caravane.games.africa.board import (
    CAMP,
    CAMP_SUPPLY,
    CITY_HEX,
    CODES,
    COUNT,
    EMPTY,
    FACE_DOWN,
    GEMS,
    GOLD,
    HEX_NAMES,
    HEXES,
    IDLE_ROUNDS,
    MONUMENT,
    MONUMENTS,
    PLACES,
    SEATS,
    SHOWN_GROUPS,
    TILES,
    TREASURE,
    group_of,
    tile_of,
)
from caravane.games.africa.box import BOX
from caravane.games.africa.facts import EXCHANGES
from caravane.games.africa.preview import at_once, previews
from caravane.games.africa.rules import HALVES, to_move
from caravane.games.africa.scoring import goods_points, points, score_sheet, symbols
from caravane.games.africa.state import ENDINGS, NOWHERE, Decision, State
from caravane.games.africa.view_types import (
    Asked,
    City,
    Count,
    Found,
    Goods,
    Hex,
    Hidden,
    Idle,
    Lies,
    Name,
    Opened,
    Options,
    ScoreLine,
    Seat,
    View,
)
from caravane.games.africa.views import sees_treasure, treasure_is_open, unseen
from caravane.kernel import kernel

LIES: dict[int, Lies] = {EMPTY: "empty", FACE_DOWN: "down", CAMP: "camp"}
DECISIONS: list[Any] = [decision.name.lower() for decision in Decision]
_EXCHANGES: tuple[Any, ...] = EXCHANGES
_ENDINGS: tuple[Any, ...] = ("", *ENDINGS)
KINDS_OF_TREASURE = [tile_of(code).id for code in range(TREASURE, CODES)]

POINTS, GOODS_POINTS, NUGGETS, STONES, IS_KNOWN, FIGURES = range(6)  # of a seat; see `count_seats`


@kernel
def count_seats(view: State, viewer: int, out: Any) -> None:
    """Write the figures of each seat into out[seat, figure]."""
    for seat in range(int(view.africa)):
        out[seat, POINTS] = points(view, seat)
        out[seat, GOODS_POINTS] = goods_points(view, seat)
        out[seat, NUGGETS] = symbols(view, seat, GOLD)
        out[seat, STONES] = symbols(view, seat, GEMS)
        out[seat, IS_KNOWN] = int(sees_treasure(view, viewer, seat))


@kernel
def count_unseen(view: State, out: Any) -> None:
    """Write into out[code] how many tiles of each kind but treasure still lie face down."""
    for code in range(MONUMENT, TREASURE):
        out[code] = unseen(view, code)


def describe(view: Any, seat: int) -> View:
    """What everybody is shown of the table."""
    fields = read(view)
    ground = fields.ground.tobytes()
    seats, monuments, at = fields.africa, fields.monuments, fields.at[: fields.africa].tolist()
    down = ground.count(FACE_DOWN)
    return View(
        seats=describe_seats(view, fields, seat),
        hexes=[shown[code] for shown, code in zip(_hexes(), ground, strict=True)],
        cities=[_city(city, at.index(place) if place in at else None) for city, place in enumerate(CITY_HEX.tolist())],
        hidden=count_hidden(view, down),
        tiles=Opened(TILES - down, TILES),
        monuments=Found(monuments, MONUMENTS),
        camps_left=CAMP_SUPPLY - min(monuments, MONUMENTS - 1),
        starter=fields.starter,
        on_turn=fields.on_turn,
        turns=fields.turns,
        idle=Idle(fields.idle_turns, IDLE_ROUNDS * seats),
        decision=describe_decision(fields),
        previews=[],
        at_once=[],
        ending=_ENDINGS[fields.ending],
        options=Options(bool(fields.hides_treasure), _EXCHANGES[fields.exchange], bool(fields.equal_turns)),
    )


def describe_private(public: View, view: Any, seat: int) -> View:
    """The same with what the seat alone knows: its gold and gems (§6.4), and what its actions would bring."""
    is_asked = int(to_move(view)) >> seat & 1
    seats = public.seats if treasure_is_open(view) else describe_seats(view, read(view), seat)
    if seats is public.seats and not is_asked:
        return public
    if not is_asked:
        return replace(public, seats=seats)
    return replace(public, seats=seats, previews=previews(view, seat), at_once=at_once(view, seat))


def describe_seats(view: Any, fields: Any, viewer: int) -> list[Seat]:
    """The seats as the viewer may know them."""
    figures = np.zeros((SEATS, FIGURES), np.int64)
    count_seats(view, viewer, figures)
    at, camps, goods, treasure = (
        values.tolist() for values in (fields.at, fields.camps, fields.goods, fields.treasure)
    )
    return [
        Seat(
            seat=seat,
            points=mine[POINTS],
            hex=HEX_NAMES[at[seat]] if at[seat] != NOWHERE else None,
            camps=camps[seat],
            goods=Goods(*goods[seat]),
            goods_points=mine[GOODS_POINTS],
            gold=mine[NUGGETS] if mine[IS_KNOWN] else None,
            gems=mine[STONES] if mine[IS_KNOWN] else None,
            treasure=dict(zip(KINDS_OF_TREASURE, treasure[seat], strict=True)) if mine[IS_KNOWN] else None,
            sheet=[ScoreLine(item.key, item.points) for item in score_sheet(view, seat)],
        )
        for seat, mine in enumerate(figures[: fields.africa].tolist())
    ]


@cache
def _hexes() -> list[list[Hex]]:
    """Every hex with everything that may lie there: [hex][code]."""
    return [[_hex(place, code) for code in range(CODES)] for place in range(HEXES)]


def _hex(place: int, code: int) -> Hex:
    row, column = PLACES[place]
    lying = Hex(HEX_NAMES[place], row, column, LIES.get(code, "up"))
    return replace(lying, kind=tile_of(code).id, group=group_of(code)) if code >= MONUMENT else lying


@cache
def _city(city: int, seat: int | None) -> City:
    facts = BOX.cities[city]
    return City(facts.id, facts.hex, Name(facts.name.fr, facts.name.en), seat)


def count_hidden(view: Any, down: int) -> Hidden:
    """How many tiles of each group still lie face down: what is not in sight, treasure by difference (§6.4)."""
    unseen_by_code = np.zeros(CODES, np.int64)
    count_unseen(view, unseen_by_code)
    left = dict.fromkeys(SHOWN_GROUPS, 0)
    for group, count in zip(_GROUPS[MONUMENT:TREASURE], unseen_by_code[MONUMENT:TREASURE].tolist(), strict=True):
        left[group] += count
    left["treasure"] = down - sum(left.values())
    return Hidden(**{group: Count(left[group], _ALL[group]) for group in SHOWN_GROUPS})


_GROUPS = [""] * MONUMENT + [group_of(code) for code in range(MONUMENT, CODES)]  # by code
_ALL = {
    group: sum(int(COUNT[code]) for code in range(MONUMENT, CODES) if _GROUPS[code] == group) for group in SHOWN_GROUPS
}


def describe_decision(fields: Any) -> Asked:
    """What is being decided, about what."""
    asked = Asked(DECISIONS[fields.decision], fields.half, HALVES)
    if fields.subject != NOWHERE:
        kind = tile_of(int(fields.ground[fields.subject])).id
        asked = replace(asked, hex=HEX_NAMES[fields.subject], kind=kind)
    return replace(asked, kind=tile_of(fields.found_good).id) if fields.found_good else asked
