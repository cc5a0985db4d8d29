"""The table as text, for terminals and playthroughs."""

from typing import Any

from caravane.games.africa.board import (
    CAMP,
    EMPTY,
    FACE_DOWN,
    GEMS,
    GOLD,
    GOOD,
    GOODS,
    HEXES,
    IS_CITY,
    MONUMENTS,
    PLACES,
    TILES,
    tile_of,
)
from caravane.games.africa.box import BOX, LETTERS
from caravane.games.africa.facts import SEAT_NAMES
from caravane.games.africa.scoring import points, symbols
from caravane.games.africa.state import Decision
from caravane.games.africa.views import face_down
from caravane.text import Language, Text, in_points

CELL = 4
SIGNS = {EMPTY: ".", FACE_DOWN: "##", CAMP: "/\\"}


def sign(view: Any, place: int) -> str:
    """Two letters for what lies on a hex; `o` marks a city that is empty."""
    code = int(view.ground[place])
    if code == EMPTY and IS_CITY[place]:
        return "o"
    if code in SIGNS:
        return SIGNS[code]
    name = tile_of(code).id
    return name[:2] if not name[-1].isdigit() else name[1:2] + name[-1]


def cell(view: Any, place: int) -> str:
    """A hex: what lies there, then who stands there."""
    here = [str(seat) for seat in range(int(view.africa)) if int(view.at[seat]) == place]
    return (sign(view, place) + "".join(here)).ljust(CELL)


DECISIONS = (
    Text("distribution", "deal"),
    Text("départ", "city"),
    Text("marche", "walk"),
    Text("saut", "jump"),
    Text("action", "act"),
    Text("animal ou nomade trouvé", "settle"),
    Text("animal ou nomade à poser", "relocate"),
    Text("échange", "exchange"),
    Text("fin", "over"),
)


def draw(view: Any, language: Language) -> str:
    """Board, seats and what is asked; face-down tiles stay ##."""
    lines = ["   " + "".join(str(column + 1).ljust(CELL) for column in range(1 + max(last for _, last in BOX.rows)))]
    rows: dict[int, dict[int, int]] = {}
    for place in range(HEXES):
        row, column = PLACES[place]
        rows.setdefault(row, {})[column] = place
    for row, places in rows.items():
        indent = " " * (CELL // 2 * (row % 2) + CELL * min(places))
        lines.append((f"{LETTERS[row]}  {indent}" + "".join(cell(view, place) for place in places.values())).rstrip())
    lines += [draw_seat(view, seat).of(language) for seat in range(int(view.africa))]
    opened = TILES - int(face_down(view))
    monuments, half = f"{view.monuments}/{MONUMENTS}", f"{int(view.half) + 1}/2"
    decision = DECISIONS[int(view.decision)]
    asked = Text(
        f"tuiles {opened}/{TILES} monuments {monuments} place {view.on_turn}\u00a0: {decision.fr} {half}",
        f"tile {opened}/{TILES} monument {monuments} seat {view.on_turn}: {decision.en} {half}",
    )
    lines.append(asked.of(language))
    return "\n".join(lines)


def draw_seat(view: Any, seat: int) -> Text:
    """A seat's line."""
    goods = [
        f"{tile_of(GOOD + good).id} {int(view.goods[seat, good])}" for good in range(GOODS) if view.goods[seat, good]
    ]
    # Without a viewer, hidden treasure (§6.4) and none look alike.
    is_hidden = view.hides_treasure and view.decision != Decision.OVER and not view.treasure[seat].any()
    gold, gems = ("?", "?") if is_hidden else (int(symbols(view, seat, metal)) for metal in (GOLD, GEMS))
    camps = int(view.camps[seat])
    name, score = SEAT_NAMES[seat], in_points(int(points(view, seat)))
    return Text(
        " ".join([f"{seat} {name.fr}\u00a0: {score.fr}, or {gold} gemmes {gems} camps {camps}", *goods]),
        " ".join([f"{seat} {name.en}: {score.en}, gold {gold} gems {gems} camps {camps}", *goods]),
    )
