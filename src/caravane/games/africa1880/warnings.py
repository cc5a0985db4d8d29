"""What is said while a sheet is being written: lines still empty, orders that would have no effect (§3.9).

Only the writer's own sheet and the public board are read, so nothing is said about what others may do.
"""

from caravane.game import Line
from caravane.games.africa1880.actions import ALLY, LAND, STAY_AT_SEA, decode
from caravane.games.africa1880.board import (
    COUNTRIES,
    COUNTRY,
    COUNTRY_INDEX,
    SQUARES,
    TERRITORIES,
    TERRITORY,
    TERRITORY_INDEX,
)
from caravane.games.africa1880.drawing import order_action
from caravane.games.africa1880.report import expeditions
from caravane.games.africa1880.report_lines import NO_EFFECT, Expedition
from caravane.games.africa1880.state import DEVELOP, EXPLORE_TO, LAND_AT, NOBODY, UNWRITTEN, WRITING, State
from caravane.games.africa1880.writing import landing_places
from caravane.text import Text


def sheet_line(action: int) -> tuple[str, int]:
    """The line of the sheet that an order stands on: a territory's, the boat's or a country's."""
    structure = decode(action)
    if action >= ALLY:
        return "country", COUNTRY_INDEX[structure["country"]]
    if action >= STAY_AT_SEA:
        return "boat", 0
    return "territory", TERRITORY_INDEX[structure.get("territory") or structure["from"]]


def on_line(action: int) -> Text:
    """What an order on a line of the sheet would do, in words."""
    structure = decode(action)
    kind = structure["type"]
    if kind in ("alliance", "war"):
        name = COUNTRY[sheet_line(action)[1]].name
        fr, en = ("alliance", "alliance") if kind == "alliance" else ("guerre", "war")
        return Text(f"{name.fr}\u00a0: {fr}.", f"{name.en}: {en}.")
    if kind == "no-landing":
        return Text("Pas de débarquement.", "No landing.")
    if kind == "land":
        name = TERRITORY[action - LAND].name
        return Text(f"Débarquement\u00a0: {name.fr}.", f"Landing: {name.en}.")
    name = TERRITORY[sheet_line(action)[1]].name
    if kind == "explore":
        to = next(t.name for t in TERRITORY if t.id == structure["to"])
        return Text(f"{name.fr}\u00a0: explorer {to.fr}.", f"{name.en}: explore {to.en}.")
    fr, en = ("développer", "develop") if kind == "develop" else ("ne rien faire", "do nothing")
    return Text(f"{name.fr}\u00a0: {fr}.", f"{name.en}: {en}.")


def warnings(view: State, seat: int) -> list[Line]:
    """Empty lines, then orders of this sheet that would have no effect whatever others do."""
    country = int(view.country[seat]) if seat >= 0 else NOBODY
    if int(view.stage) != WRITING or country == NOBODY:
        return []
    return [*_missing(view, country), *_developments(view, country), *_expeditions(view, country)]


def _missing(view: State, country: int) -> list[Line]:
    lines = []
    for territory in missing_orders(view, country):
        name = TERRITORY[territory].name
        text = Text(f"{name.fr}\u00a0: rien d’écrit, ne rien faire.", f"{name.en}: nothing written, do nothing.")
        lines.append(Line(0, "", "missing", text, "3.2"))
    if is_landing_missing(view, country):
        text = Text("Bateau\u00a0: rien d’écrit, pas de débarquement.", "Boat: nothing written, no landing.")
        lines.append(Line(0, "", "missing", text, "3.2"))
    for other in missing_relations(view, country):
        name = COUNTRY[other].name
        text = Text(f"{name.fr}\u00a0: rien d’écrit, alliance.", f"{name.en}: nothing written, alliance.")
        lines.append(Line(0, "", "missing", text, "3.6"))
    return lines


def missing_orders(view: State, country: int) -> list[int]:
    """Presences without an order."""
    present, orders = view.present[country].tolist(), view.order[country].tolist()
    return [t for t in range(TERRITORIES) if present[t] and orders[t] == UNWRITTEN]


def is_landing_missing(view: State, country: int) -> bool:
    """Whether the boat line is empty though there is a coast to land on (§3.5)."""
    return bool(view.landing[country] == UNWRITTEN and landing_places(view))


def missing_relations(view: State, country: int) -> list[int]:
    """Countries to which nothing is declared."""
    seats, relations = view.seat_of.tolist(), view.relation[country].tolist()
    return [
        other
        for other in range(COUNTRIES)
        if other != country and seats[other] != NOBODY and relations[other] == UNWRITTEN
    ]


def _developments(view: State, country: int) -> list[Line]:
    lines = []
    orders, developed = view.order[country].tolist(), view.developed.tolist()
    for territory in range(TERRITORIES):
        if orders[territory] == DEVELOP and developed[territory] >= SQUARES[territory]:
            name = TERRITORY[territory].name
            text = Text(
                f"{name.fr}\u00a0: plus de case à développer, sans effet.",
                f"{name.en}: no square left, without effect.",
            )
            lines.append(Line(0, "", "no-effect", text, "4.2", order_action(territory, DEVELOP)))
    return lines


def _expeditions(view: State, country: int) -> list[Line]:
    present = {t for t, standing in enumerate(view.present[country].tolist()) if standing}
    orders = {t: code for t, code in enumerate(view.order[country].tolist()) if t in present}
    landing = int(view.landing[country]) - LAND_AT if view.landing[country] >= LAND_AT else NOBODY
    sent = expeditions(present, orders, landing, country, bool(view.shortage_by_target))
    return [_expedition(expedition) for expedition in sent if expedition.rule]


def _expedition(expedition: Expedition) -> Line:
    if expedition.here == NOBODY:
        action = LAND + expedition.there
    else:
        action = order_action(expedition.here, EXPLORE_TO + expedition.there)
    order, why = on_line(action), NO_EFFECT[expedition.rule]
    text = Text(f"{order.fr[:-1]}, sans effet\u00a0: {why.fr}.", f"{order.en[:-1]}, without effect: {why.en}.")
    return Line(0, "", "no-effect", text, expedition.rule, action)
