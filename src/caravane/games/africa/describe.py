"""A view as JSON for clients: ids and numbers, no sentences."""

from typing import Any

from caravane.game import Structure
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
    GOOD,
    GOODS,
    HEX_NAMES,
    HEXES,
    MONUMENT,
    MONUMENTS,
    PLACES,
    SHOWN_GROUPS,
    TILES,
    TREASURE,
    group_of,
    tile_of,
)
from caravane.games.africa.box import BOX
from caravane.games.africa.preview import previews
from caravane.games.africa.rules import HALVES, IDLE_ROUNDS, to_move
from caravane.games.africa.scoring import goods_points, points, symbols
from caravane.games.africa.sheet import score_sheet
from caravane.games.africa.state import ENDINGS, NOWHERE, Decision
from caravane.games.africa.view import face_down, sees_treasure, unseen

LIES = {EMPTY: "empty", FACE_DOWN: "down", CAMP: "camp"}
EXCHANGES = ("both", "all-of-a-kind")


def describe(view: Any, seat: int) -> Structure:
    """Everything a screen needs to show the table as the viewer sees it."""
    is_asked = bool(int(to_move(view)) >> seat & 1) if seat >= 0 else False
    return {
        "seats": [describe_seat(view, seat, other) for other in range(int(view.africa))],
        "hexes": [describe_hex(view, place) for place in range(HEXES)],
        "cities": [describe_city(view, city) for city in range(len(BOX.cities))],
        "hidden": count_hidden(view),
        "tiles": {"opened": TILES - int(face_down(view)), "all": TILES},
        "monuments": {"found": int(view.monuments), "all": MONUMENTS},
        "camps_left": CAMP_SUPPLY - min(int(view.monuments), MONUMENTS - 1),
        "starter": int(view.starter),
        "on_turn": int(view.on_turn),
        "turns": int(view.turns),
        "idle": {"turns": int(view.idle_turns), "limit": IDLE_ROUNDS * int(view.africa)},
        "decision": describe_decision(view),
        "previews": previews(view, seat) if is_asked else [],
        "ending": ENDINGS[view.ending - 1] if view.ending else "",
        "options": {
            "hidden_treasure": bool(view.hides_treasure),
            "exchange": EXCHANGES[view.exchange],
            "equal_turns": bool(view.equal_turns),
        },
    }


def describe_hex(view: Any, place: int) -> Structure:
    """A hex: where it is and what lies there."""
    row, column = PLACES[place]
    code = int(view.ground[place])
    shown: Structure = {"hex": HEX_NAMES[place], "row": row, "column": column, "lies": LIES.get(code, "up")}
    if code >= MONUMENT:
        shown |= {"kind": tile_of(code).id, "group": group_of(code)}
    return shown


def describe_city(view: Any, city: int) -> Structure:
    """A start city and who stands on it."""
    place = int(CITY_HEX[city])
    here = [seat for seat in range(int(view.africa)) if int(view.at[seat]) == place]
    name = BOX.cities[city].name
    return {
        "id": BOX.cities[city].id,
        "hex": HEX_NAMES[place],
        "name": {"fr": name.fr, "en": name.en},
        "seat": here[0] if here else None,
    }


def describe_seat(view: Any, viewer: int, seat: int) -> Structure:
    """A seat: score, explorer and what lies before it; null where the viewer may not know (§6.4)."""
    place = int(view.at[seat])
    is_known = bool(sees_treasure(view, viewer, seat))
    treasure = {tile_of(TREASURE + kind).id: int(view.treasure[seat, kind]) for kind in range(CODES - TREASURE)}
    return {
        "seat": seat,
        "points": int(points(view, seat)),
        "hex": HEX_NAMES[place] if place != NOWHERE else None,
        "camps": int(view.camps[seat]),
        "goods": {tile_of(GOOD + good).id: int(view.goods[seat, good]) for good in range(GOODS)},
        "goods_points": int(goods_points(view, seat)),
        "gold": int(symbols(view, seat, GOLD)) if is_known else None,
        "gems": int(symbols(view, seat, GEMS)) if is_known else None,
        "treasure": treasure if is_known else None,
        "sheet": [{"key": item.key, "points": item.points} for item in score_sheet(view, seat)],
    }


def count_hidden(view: Any) -> Structure:
    """How many tiles of each group still lie face down: what is not in sight, treasure by difference (§6.4)."""
    left = dict.fromkeys(SHOWN_GROUPS, 0)
    for code in range(MONUMENT, TREASURE):
        left[group_of(code)] += int(unseen(view, code))
    left["treasure"] = int(face_down(view)) - sum(left.values())
    every = dict.fromkeys(SHOWN_GROUPS, 0)
    for code in range(MONUMENT, CODES):
        every[group_of(code)] += int(COUNT[code])
    return {group: {"down": left[group], "all": every[group]} for group in SHOWN_GROUPS}


def describe_decision(view: Any) -> Structure:
    """What is being decided, by whom, about what."""
    decision = Decision(int(view.decision))
    asked: Structure = {"type": decision.name.lower(), "half": int(view.half), "halves": HALVES}
    if view.subject != NOWHERE:
        subject = int(view.subject)
        asked |= {"hex": HEX_NAMES[subject], "kind": tile_of(int(view.ground[subject])).id}
    if view.found_good:
        asked["kind"] = tile_of(int(view.found_good)).id
    return asked
