"""A view as JSON: ids and numbers, everything a client draws that is not in map.json."""

from caravane.game import Structure
from caravane.games.africa1880.board import (
    COLONIES,
    COUNTRIES,
    COUNTRY,
    MADAGASCAR,
    MAP,
    PRESENCES,
    SQUARES,
    TERRITORIES,
    TERRITORY,
    TURNS,
    YEARS,
    neighbours,
)
from caravane.games.africa1880.options import OPTIONS
from caravane.games.africa1880.report import report
from caravane.games.africa1880.rules import points
from caravane.games.africa1880.state import (
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    MAX_STROKES,
    NO_LANDING,
    NOBODY,
    NOTHING,
    UNWRITTEN,
    WAR,
    WRITING,
    Stage,
    State,
    fields,
)
from caravane.games.africa1880.warnings import is_landing_missing, missing_orders, missing_relations, warnings
from caravane.games.africa1880.writing import may_explore, may_land

RELATIONS = (None, "alliance", "war")  # by code; None: nothing written


def describe(record: State, seat: int) -> Structure:
    """The position as one seat (or a spectator) sees it."""
    view = fields(record)
    turn = int(view.turn)
    return {
        "stage": Stage(int(view.stage)).name.lower(),
        "turn": turn,
        "year": YEARS[turn] if turn < TURNS else None,
        "years": [{"year": year, "status": _status(view, nth)} for nth, year in enumerate(YEARS)],
        "options": _options(view),
        "seats": [_seat(view, record, other) for other in range(int(view.africa1880))],
        "countries": [COUNTRY[country].id for country in played(view)],
        "free_countries": [COUNTRY[c].id for c in range(COUNTRIES) if int(view.seat_of[c]) == NOBODY],
        "sea_links": MAP["sea_links"][MADAGASCAR[int(view.madagascar)]],
        "territories": [_territory(view, territory) for territory in range(TERRITORIES)],
        "colonies": {"built": int(view.colony.sum()), "figures": COLONIES},
        "embassies": _embassies(view),
        "sheet": _sheet(view, record, seat),
        "past": [_past(view, nth) for nth in range(turn)],
        "report": [fact.what for fact in report(record)] if turn else [],
    }


def played(view: State) -> list[int]:
    """The countries at the table, in their order."""
    return [country for country in range(COUNTRIES) if int(view.seat_of[country]) != NOBODY]


def _status(view: State, nth: int) -> str:
    turn = int(view.turn)
    if nth == turn and int(view.stage) == WRITING:
        return "now"
    return "past" if nth < turn else "later"


def _options(view: State) -> Structure:
    stored = (
        view.countries,
        view.first_empty,
        view.historical,
        view.landing_bounces,
        view.shortage_by_target,
        view.madagascar,
    )
    return {option.name: option.choices[int(code)] for option, code in zip(OPTIONS, stored, strict=True)}


def _seat(view: State, record: State, seat: int) -> Structure:
    country = int(view.country[seat])
    known = country != NOBODY
    return {
        "seat": seat,
        "country": COUNTRY[country].id if known else None,
        "ready": bool(view.ready[seat]),
        "points": int(points(record, seat)),
        "presences": int(view.present[country].sum()) if known else 0,
        "stock": PRESENCES - int(view.present[country].sum()) if known else None,
    }


def _territory(view: State, territory: int) -> Structure:
    present = [COUNTRY[c].id for c in range(COUNTRIES) if view.present[c, territory]]
    return {
        "id": TERRITORY[territory].id,
        "squares": int(SQUARES[territory]),
        "developed": int(view.developed[territory]),
        "presences": present,
        "colony": bool(view.colony[territory]),
        "shared": bool(view.colony[territory]) and len(present) > 1,
    }


def _embassies(view: State) -> Structure:
    """What was declared in the last turn played: in each embassy, by each other country."""
    turn = int(view.turn) - 1
    if turn < 0:
        return {"year": None, "declared": {}}
    declared = {
        COUNTRY[home].id: {
            COUNTRY[c].id: "war" if int(view.past_relation[turn, c, home]) == WAR else "alliance"
            for c in played(view)
            if c != home
        }
        for home in played(view)
    }
    return {"year": YEARS[turn], "declared": declared}


def order_structure(code: int) -> str | None:
    """A presence's line: None if empty, "nothing", "develop", or the territory to explore."""
    if code in (UNWRITTEN, NOTHING, DEVELOP):
        return (None, "nothing", "develop")[code]
    return TERRITORY[code - EXPLORE_TO].id


def landing_structure(code: int) -> str | None:
    """The boat line: None if empty, "nothing", or the coast."""
    if code in (UNWRITTEN, NO_LANDING):
        return (None, "nothing")[code]
    return TERRITORY[code - LAND_AT].id


def _sheet(view: State, record: State, seat: int) -> Structure | None:
    """The seat's own sheet of this turn: every line there is, written or not."""
    country = int(view.country[seat]) if 0 <= seat < int(view.africa1880) else NOBODY
    if int(view.stage) != WRITING or country == NOBODY:
        return None
    places = [t for t in range(TERRITORIES) if view.present[country, t]]
    coasts = [TERRITORY[t].id for t in range(TERRITORIES) if may_land(record, t)]
    others = [other for other in played(view) if other != country]
    missing = len(missing_orders(record, country)) + len(missing_relations(record, country))
    lines = len(places) + len(others) + bool(coasts)
    return {
        "country": COUNTRY[country].id,
        "year": YEARS[int(view.turn)],
        "ready": bool(view.ready[seat]),
        "lines": lines,
        "written": lines - missing - int(is_landing_missing(record, country)),
        "presence_lines": len(places),
        "presence_written": len(places) - len(missing_orders(record, country)),
        "changes_left": MAX_STROKES - int(view.strokes[country]),
        "orders": [
            {
                "territory": TERRITORY[t].id,
                "order": order_structure(int(view.order[country, t])),
                "targets": [TERRITORY[u].id for u in neighbours(t, int(view.madagascar)) if may_explore(record, t, u)],
            }
            for t in places
        ],
        "landing": {"order": landing_structure(int(view.landing[country])), "coasts": coasts},
        "relations": [
            {"country": COUNTRY[other].id, "relation": RELATIONS[int(view.relation[country, other])]}
            for other in others
        ],
        "warnings": [
            {"status": line.status, "rule": line.rule, "action": line.action} for line in warnings(record, seat)
        ],
    }


def _past(view: State, turn: int) -> Structure:
    """Every sheet of a turn that was played, as it was written."""
    sheets = {
        COUNTRY[c].id: {
            "orders": {
                TERRITORY[t].id: order_structure(int(code)) for t, code in enumerate(view.past_order[turn, c]) if code
            },
            "landing": landing_structure(int(view.past_landing[turn, c])),
            "relations": {
                COUNTRY[other].id: RELATIONS[int(view.past_relation[turn, c, other])]
                for other in played(view)
                if other != c
            },
        }
        for c in played(view)
    }
    return {"year": YEARS[turn], "sheets": sheets}
