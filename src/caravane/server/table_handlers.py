"""HTTP, part 2: tables, their positions, their past."""

from typing import Annotated

import sqlalchemy as sa
from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, RawBody

from caravane.game import SPECTATOR
from caravane.server import database as db
from caravane.server import decisions, hints, history, opening, past, records, sight, wire
from caravane.server.given import TheHall, ThePerson, Visitor
from caravane.server.hall import Hall
from caravane.server.people import Person
from caravane.server.problems import Refused, bilingual
from caravane.server.table import OPEN, LiveTable

LISTED = 60
MOST_FRAMES = 200
NDJSON = "application/x-ndjson"

Seat = Annotated[int | None, QueryParameter(name="seat", ge=OPEN, le=15, required=False)]


def show(hall: Hall, table: LiveTable, person: Person | None) -> wire.Table:
    """A table as somebody is shown it."""
    return sight.table_facts(table, person.id if person else None, hall.people.name, hall.connected(table.id))


def choose_viewer(table: LiveTable, person: Person | None, seat: int | None) -> int:
    """From where somebody may look: own seats, as a spectator, and after the end from everywhere."""
    mine = table.seats_of(person.id if person else None)
    if seat is None:
        return mine[0] if mine else SPECTATOR
    if seat >= len(table.seats):
        raise Refused("not-found")
    if seat == SPECTATOR or seat in mine or table.is_over:
        return seat
    raise Refused("not-your-seat")


@get("/api/tables", summary="Tables: mine, open, running or over", tags=["tables"])
async def list_tables(
    hall: TheHall, visitor: Visitor, which: FromQuery[wire.TableList] = "open", game: FromQuery[str | None] = None
) -> list[wire.Table]:
    query = sa.select(db.tables.c.id)
    if which == "mine":
        if visitor is None:
            return []
        mine = sa.select(db.sitters.c.table).where(db.sitters.c.person == visitor.id)
        query = query.where(db.tables.c.id.in_(mine) | (db.tables.c.terms.contains(f'"owner":"{visitor.id}"')))
    else:
        query = query.where(db.tables.c.status == which, db.tables.c.visibility == "public")
    if game is not None:
        query = query.where(db.tables.c.game == game)
    found = await hall.select(query.order_by(db.tables.c.opened_at.desc()).limit(LISTED))
    shown = [show(hall, await hall.get(identity), visitor) for identity in found]
    if which == "mine":
        shown.sort(key=lambda table: (not table.my_turn, table.status != "running", -(table.moved_at or 0)))
    return shown


@post("/api/tables", summary="Open a table; it starts when nobody is missing", tags=["tables"])
async def open_table(data: JSONBody[wire.OpenTable], hall: TheHall, person: ThePerson) -> wire.Table:
    return show(hall, await opening.open_table(hall, person, data), person)


@get("/api/tables/{table:str}", summary="A table's facts", tags=["tables"])
async def get_table(table: FromPath[str], hall: TheHall, visitor: Visitor) -> wire.Table:
    return show(hall, await hall.get(table), visitor)


@post("/api/tables/{table:str}/join", status_code=200, summary="Sit down", tags=["tables"])
async def join(table: FromPath[str], data: JSONBody[wire.Join], hall: TheHall, person: ThePerson) -> wire.Table:
    await hall.run(
        table,
        lambda found: decisions.take_seat(found, person.id, data.seat, data.entropy, is_program=person.is_program),
    )
    found, _ = await hall.run(table, decisions.start_when_full)
    return show(hall, found, person)


@post("/api/tables/{table:str}/leave", status_code=200, summary="Stand up before the start", tags=["tables"])
async def leave(table: FromPath[str], hall: TheHall, person: ThePerson) -> wire.Table:
    found, _ = await hall.run(table, lambda found: decisions.leave(found, person.id))
    return show(hall, found, person)


@put("/api/tables/{table:str}/seats/{seat:int}", summary="Say who may sit here (owner)", tags=["tables"])
async def set_seat(
    table: FromPath[str], seat: FromPath[int], data: JSONBody[wire.SetSeat], hall: TheHall, person: ThePerson
) -> wire.Table:
    fact = await opening.seat_fact(hall, person, seat, data.choice)
    await hall.run(table, lambda found: decisions.set_seat(found, person.id, fact))
    found, _ = await hall.run(table, decisions.start_when_full)
    return show(hall, found, person)


@post("/api/tables/{table:str}/abort", status_code=200, summary="Close the table without a result", tags=["tables"])
async def abort(table: FromPath[str], hall: TheHall, person: ThePerson) -> wire.Table:
    found, _ = await hall.run(table, lambda found: decisions.abort(found, person.id))
    return show(hall, found, person)


@post("/api/tables/{table:str}/rematch", status_code=200, summary="Go on at another table", tags=["tables"])
async def rematch(table: FromPath[str], hall: TheHall, person: ThePerson) -> wire.Table:
    return show(hall, await opening.rematch(hall, person, await hall.get(table)), person)


@get("/api/tables/{table:str}/snapshot", summary="Where things stand, as one viewer may know it", tags=["positions"])
async def snapshot(
    table: FromPath[str],
    hall: TheHall,
    visitor: Visitor,
    viewer: Seat = None,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
) -> history.Snapshot:
    found = await hall.get(table)
    return make_snapshot(hall, found, visitor, choose_viewer(found, visitor, viewer), since)


def make_snapshot(hall: Hall, table: LiveTable, person: Person | None, viewer: int, since: int) -> history.Snapshot:
    """A table as one viewer may know it."""
    last = table.last_sequence(viewer)
    return history.Snapshot(
        table=show(hall, table, person),
        seat=viewer,
        sequence=last,
        entries=sight.entries(table, viewer, since if since <= last else 0, hall.people.name),
        position=sight.position(table, viewer, hall.now()),
    )


@get("/api/tables/{table:str}/frames", summary="Positions of the past", tags=["positions"])
async def frames(
    table: FromPath[str],
    hall: TheHall,
    visitor: Visitor,
    viewer: Seat = None,
    start: Annotated[int, QueryParameter(ge=1)] = 1,
    stop: Annotated[int, QueryParameter(ge=1)] = 1 + MOST_FRAMES,
    step: Annotated[int, QueryParameter(ge=1)] = 1,
) -> list[wire.Frame]:
    found = await hall.get(table)
    seat = choose_viewer(found, visitor, viewer)
    return past.frames(found, seat, start, min(stop, start + MOST_FRAMES * step), step)


@get("/api/tables/{table:str}/promises", summary="What each seat can promise this turn", tags=["positions"])
async def promises(
    table: FromPath[str], hall: TheHall, visitor: Visitor, viewer: Seat = None
) -> list[wire.SeatPromises]:
    found = await hall.get(table)
    orders = found.game.orders
    if orders is None:
        raise Refused("no-negotiation")
    if found.state is None:
        return []
    view = found.view(choose_viewer(found, visitor, viewer))
    return [
        wire.SeatPromises(
            seat=seat,
            promises=[
                wire.Promise(promise=promise, text=bilingual(orders.promise_text(promise)))
                for promise in orders.promises(view, seat)
            ],
        )
        for seat in range(len(found.seats))
    ]


@post(
    "/api/tables/{table:str}/actions", status_code=200, summary="Act, for scripts without a socket", tags=["positions"]
)
async def act(table: FromPath[str], data: JSONBody[wire.NewAction], hall: TheHall, person: ThePerson) -> wire.Acted:
    request = f"{person.id}:{data.request}"
    now = hall.now()
    found, index = await hall.run(
        table,
        lambda found: decisions.act(
            found, person.id, data.seat, data.action, data.sequence, request, now, is_program=person.is_program
        ),
        request,
    )
    assert index is not None
    return wire.Acted(sequence=found.sequence_for(data.seat, index))


@post(
    "/api/tables/{table:str}/hint",
    status_code=200,
    summary="What would you do, and why? From what the seat knows",
    tags=["positions"],
)
async def hint(table: FromPath[str], data: JSONBody[wire.AskHint], hall: TheHall, person: ThePerson) -> wire.Hint:
    return await hints.give_hint(hall, await hall.get(table), person, data.seat)


@get(
    "/api/tables/{table:str}/record",
    summary="The record: own view while running, everything after the end",
    tags=["records"],
    media_type=NDJSON,
)
async def get_record(table: FromPath[str], hall: TheHall, visitor: Visitor, viewer: Seat = None) -> Response[str]:
    found = await hall.get(table)
    seat = choose_viewer(found, visitor, viewer)
    if found.is_over and found.state is not None:
        text = records.write(found, hall.people.name)
    else:
        text = records.history(found, seat, hall.people.name)
    name = f'attachment; filename="{found.game.id}-{found.id}.jsonl"'
    return Response(text, media_type=NDJSON, headers={"Content-Disposition": name})


@post("/api/records", summary="Import a record to replay it", tags=["records"], request_max_body_size=records.LARGEST)
async def import_record(body: RawBody, hall: TheHall, person: ThePerson) -> wire.Table:
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Refused("bad-record") from error
    return show(hall, await records.read(hall, person, text), person)


@post("/api/tables/{table:str}/branch", summary="Play on from a position of a finished table", tags=["records"])
async def branch(table: FromPath[str], data: JSONBody[wire.Branch], hall: TheHall, person: ThePerson) -> wire.Table:
    return show(hall, await records.branch(hall, person, await hall.get(table), data), person)


HANDLERS = [
    list_tables, open_table, get_table, join, leave, set_seat, abort, rematch, snapshot, frames, promises, act,
    hint, get_record, import_record, branch,
]  # fmt: skip
