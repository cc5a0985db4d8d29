"""A view for clients: ids and numbers, everything a client draws that is not in map.json."""

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec.structs import replace

from caravane.fields import read
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
    Bytes,
)
from caravane.games.africa1880.facts import OPTIONS
from caravane.games.africa1880.report import report
from caravane.games.africa1880.scoring import points
from caravane.games.africa1880.state import (
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    MAX_STROKES,
    NO_LANDING,
    NOBODY,
    NOTHING,
    SEATS,
    STATE,
    UNWRITTEN,
    WRITING,
    Stage,
    State,
)
from caravane.games.africa1880.view_types import (
    Colonies,
    Embassies,
    Landing,
    OrderLine,
    Past,
    PastSheet,
    Relation,
    RelationLine,
    Seat,
    Sheet,
    Territory,
    View,
    Warned,
    Year,
)
from caravane.games.africa1880.warnings import is_landing_missing, missing_orders, missing_relations, warnings
from caravane.games.africa1880.writing import colonies, landing_places, targets
from caravane.kernel import kernel

RELATIONS: tuple[Relation | None, ...] = (None, "alliance", "war")  # by code; None: nothing written
DECLARED: tuple[Relation, ...] = ("alliance", "alliance", "war")  # nothing written counts as alliance (§3.6)
SEA_LINKS: list[list[Any]] = [[tuple(link) for link in MAP["sea_links"][value]] for value in MADAGASCAR]
STAGES: list[Any] = [stage.name.lower() for stage in Stage]


@kernel
def count_points(view: State, out: Any) -> None:
    """Write each seat's points into out[seat]."""
    for seat in range(int(view.africa1880)):
        out[seat] = points(view, seat)


@kernel
def list_targets(view: State, out: Any) -> None:
    """Write into out[territory] where a presence there may explore, and last where one may land, as sets."""
    built = colonies(view)
    for territory in range(TERRITORIES):
        out[territory] = targets(view, territory, built)
    out[TERRITORIES] = landing_places(view)


def describe(view: Any, seat: int) -> View:
    """What everybody is shown of the position. While sheets are written nothing of it changes but who is ready."""
    still, ready = view.copy(), view.ready.tolist()
    still.ready[:] = 0
    shown = _before_anybody_is_ready(still.tobytes())
    if not any(ready):
        return shown
    return replace(shown, seats=[replace(each, ready=bool(ready[each.seat])) for each in shown.seats])


def describe_private(public: View, view: Any, seat: int) -> View:
    """The same with the seat's own sheet."""
    if public.stage != STAGES[WRITING] or public.seats[seat].country is None:
        return public
    return replace(public, sheet=_sheet(view, read(view), seat))


@lru_cache(maxsize=64)
def _before_anybody_is_ready(view: bytes) -> View:
    record = np.frombuffer(view, STATE).copy()[0]
    fields = read(record)
    turn, at_table = fields.turn, played(fields)
    return View(
        stage=STAGES[fields.stage],
        turn=turn,
        year=YEARS[turn] if turn < TURNS else None,
        years=[Year(year, _status(fields, nth)) for nth, year in enumerate(YEARS)],
        options=_options(fields),
        seats=_seats(record, fields),
        countries=_countries(at_table),
        free_countries=[COUNTRY[c].id for c in range(COUNTRIES) if c not in at_table],
        sea_links=SEA_LINKS[fields.madagascar],
        territories=_territories(fields.present, fields.developed.tolist(), fields.colony.tolist()),
        colonies=Colonies(int(fields.colony.sum()), COLONIES),
        embassies=_embassies(fields, at_table),
        sheet=None,
        past=[_past_of(fields, nth, at_table) for nth in range(turn)],
        report=[fact.what for fact in report(record)] if turn else [],
    )


def played(view: State) -> list[int]:
    """The countries at the table, in their order."""
    return [country for country, seat in enumerate(view.seat_of.tolist()) if seat != NOBODY]


def _countries(countries: list[int]) -> list[str]:
    return [COUNTRY[country].id for country in countries]


def _status(fields: Any, nth: int) -> Any:
    if nth == fields.turn and fields.stage == WRITING:
        return "now"
    return "past" if nth < fields.turn else "later"


def _options(fields: Any) -> dict[str, Any]:
    stored = (
        fields.countries,
        fields.first_empty,
        fields.historical,
        fields.landing_bounces,
        fields.shortage_by_target,
        fields.madagascar,
    )
    return {option.name: option.choices[code] for option, code in zip(OPTIONS, stored, strict=True)}


def _seats(record: Any, fields: Any) -> list[Seat]:
    totals = np.zeros(SEATS, np.int64)
    count_points(record, totals)
    standing = fields.present.sum(axis=1).tolist()
    return [
        Seat(seat, None, False, mine, 0, None)
        if country == NOBODY
        else Seat(seat, COUNTRY[country].id, False, mine, standing[country], PRESENCES - standing[country])
        for seat, (country, mine) in enumerate(
            zip(fields.country[: fields.africa1880].tolist(), totals.tolist(), strict=False)
        )
    ]


def _territories(present: Bytes, developed: list[int], colony: list[int]) -> list[Territory]:
    standing = present.T.tolist()
    shown = []
    for territory, facts in enumerate(TERRITORY):
        who = [COUNTRY[country].id for country, stands in enumerate(standing[territory]) if stands]
        is_colony = bool(colony[territory])
        shown.append(
            Territory(
                facts.id, int(SQUARES[territory]), developed[territory], who, is_colony, is_colony and len(who) > 1
            )
        )
    return shown


def _embassies(fields: Any, at_table: list[int]) -> Embassies:
    """What was declared in the last turn played: in each embassy, by each other country."""
    turn = fields.turn - 1
    if turn < 0:
        return Embassies(None, {})
    relation = fields.past_relation[turn].tolist()
    declared = {
        COUNTRY[home].id: {COUNTRY[c].id: DECLARED[relation[c][home]] for c in at_table if c != home}
        for home in at_table
    }
    return Embassies(YEARS[turn], declared)


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


@lru_cache(maxsize=10_000)
def _ids_of(places: int) -> list[str]:
    """The territories of a set."""
    return [TERRITORY[territory].id for territory in range(TERRITORIES) if places >> territory & 1]


def _sheet(view: Any, fields: Any, seat: int) -> Sheet:
    """The seat's own sheet of this turn: every line there is, written or not."""
    country = int(fields.country[seat])
    sets = np.empty(TERRITORIES + 1, np.int64)
    list_targets(view, sets)
    where_to = sets.tolist()
    coasts = _ids_of(where_to[TERRITORIES])
    places = [t for t, stands in enumerate(fields.present[country].tolist()) if stands]
    others = [other for other in played(fields) if other != country]
    without_order = len(missing_orders(fields, country))
    missing = without_order + len(missing_relations(fields, country)) + is_landing_missing(view, country)
    lines = len(places) + len(others) + bool(coasts)
    orders, relation = fields.order[country].tolist(), fields.relation[country].tolist()
    return Sheet(
        country=COUNTRY[country].id,
        year=YEARS[fields.turn],
        ready=bool(fields.ready[seat]),
        lines=lines,
        written=lines - missing,
        presence_lines=len(places),
        presence_written=len(places) - without_order,
        changes_left=MAX_STROKES - int(fields.strokes[country]),
        orders=[OrderLine(TERRITORY[t].id, order_structure(orders[t]), _ids_of(where_to[t])) for t in places],
        landing=Landing(landing_structure(int(fields.landing[country])), coasts),
        relations=[RelationLine(COUNTRY[other].id, RELATIONS[relation[other]]) for other in others],
        warnings=[Warned(line.status, line.rule, line.action) for line in warnings(view, seat)],
    )


def _past_of(fields: Any, turn: int, at_table: list[int]) -> Past:
    """Every sheet of a turn that was played, as it was written."""
    orders, landings, relations = fields.past_order[turn], fields.past_landing[turn], fields.past_relation[turn]
    return _past(turn, tuple(at_table), orders.tobytes(), landings.tobytes(), relations.tobytes())


@lru_cache(maxsize=500)  # a turn that was played stays as it is
def _past(turn: int, at_table: tuple[int, ...], orders: bytes, landings: bytes, relations: bytes) -> Past:
    sheets = {
        COUNTRY[c].id: PastSheet(
            {
                TERRITORY[t].id: order_structure(code)
                for t, code in enumerate(orders[c * TERRITORIES : (c + 1) * TERRITORIES])
                if code
            },
            landing_structure(landings[c]),
            {COUNTRY[other].id: RELATIONS[relations[c * COUNTRIES + other]] for other in at_table if other != c},
        )
        for c in at_table
    }
    return Past(YEARS[turn], sheets)
