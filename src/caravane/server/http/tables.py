"""HTTP, part 2: tables, their positions, their past."""

from functools import partial
from typing import Annotated

import sqlalchemy as sa
from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, RawBody

from caravane.record import bad_line
from caravane.server import wire
from caravane.server.accounts.people import Person
from caravane.server.bots import hints
from caravane.server.http.dependencies import ThePerson, TheService, Visitor
from caravane.server.live import opening, records, replay, table_card, viewing
from caravane.server.live.service import TableService
from caravane.server.live.viewing import choose_viewer, make_snapshot, read_entries
from caravane.server.problems import Refused, bilingual
from caravane.server.store import database as db
from caravane.server.store.loading import DamagedTable
from caravane.server.store.snapshots import look_off_loop
from caravane.server.tables import decisions, joining
from caravane.server.tables.checks import check_seat
from caravane.server.tables.visibility import OPEN
from caravane.server.wire import history
from caravane.server.wire.inputs import holds_nul

LISTED = 60
OF_ONE_OWNER = 6  # public tables in a list
MOST_FRAMES = 200
COST_OF_FRAME = 5  # facts
MOST_SEATS = 16
NDJSON = "application/x-ndjson"

Seat = Annotated[int | None, QueryParameter(name="seat", ge=OPEN, le=15, required=False)]


@get("/api/tables", summary="Tables: mine, open, running or over", tags=["tables"])
async def list_tables(
    service: TheService, visitor: Visitor, which: FromQuery[wire.TableList] = "open", game: FromQuery[str | None] = None
) -> list[wire.Table]:
    query = sa.select(db.tables.c.id)
    if which == "mine":
        if visitor is None:
            return []
        mine = sa.select(db.sitters.c.table).where(db.sitters.c.person == visitor.id)
        query = query.where(db.tables.c.id.in_(mine) | (db.tables.c.owner == visitor.id)).order_by(_urgency(visitor))
    else:
        query = query.where(db.tables.c.id.in_(_public(which, game)))
    if game is not None:
        query = query.where(db.tables.c.game == game)
    found = await service.loader.select(query.order_by(db.tables.c.opened_at.desc()).limit(LISTED))
    shown = [await _listed(service, identity, visitor) for identity in found]
    if which == "mine":
        shown.sort(key=lambda table: (not table.my_turn, table.status != "running", -(table.moved_at or 0)))
    return shown


def _urgency(person: Person) -> sa.Case[int]:
    """Games that go on first, then tables of one's own: however often others invite somebody, these are not hidden."""
    return sa.case((db.tables.c.status == "running", 0), (db.tables.c.owner == person.id, 1), else_=2)


def _public(which: wire.TableList, game: str | None) -> sa.Select[tuple[str]]:
    """Public tables, of one owner the newest few: nobody fills the list."""
    newest = sa.func.row_number().over(partition_by=db.tables.c.owner, order_by=db.tables.c.opened_at.desc())
    is_meant = [db.tables.c.status == which, db.tables.c.visibility == "public"]
    if game is not None:
        is_meant.append(db.tables.c.game == game)
    counted = sa.select(db.tables.c.id, newest.label("number")).where(*is_meant).subquery()
    return sa.select(counted.c.id).where(counted.c.number <= OF_ONE_OWNER)


async def _listed(service: TableService, identity: str, visitor: Person | None) -> wire.Table:
    """A table in a list; one that cannot be read must not hide the others."""
    try:
        return viewing.show(service, await service.get(identity), visitor)
    except DamagedTable as error:
        return table_card.damaged_facts(identity, error.row)


@post("/api/tables", summary="Open a table; it starts when nobody is missing", tags=["tables"])
async def open_table(data: JSONBody[wire.OpenTable], service: TheService, person: ThePerson) -> wire.Table:
    return viewing.show(service, await opening.open_table(service, person, data), person)


@get("/api/tables/{table:str}", summary="A table's facts", tags=["tables"])
async def get_table(table: FromPath[str], service: TheService, visitor: Visitor) -> wire.Table:
    return viewing.show(service, await service.get(table), visitor)


@post("/api/tables/{table:str}/join", status_code=200, summary="Sit down", tags=["tables"])
async def join(table: FromPath[str], data: JSONBody[wire.Join], service: TheService, person: ThePerson) -> wire.Table:
    label = await opening.seat_label(service, person, data.name)
    await service.run(
        table,
        lambda found: joining.take_seat(
            found, person.id, data.seat, data.entropy, label=label, is_program=person.is_program
        ),
    )
    found, _ = await service.run(table, joining.start_when_full)
    return viewing.show(service, found, person)


@post(
    "/api/tables/{table:str}/entropy", status_code=200, summary="Add my part of the chance (before the start)",
    tags=["tables"],
)  # fmt: skip
async def add_entropy(
    table: FromPath[str], data: JSONBody[wire.AddEntropy], service: TheService, person: ThePerson
) -> wire.Table:
    await service.run(table, lambda found: joining.add_entropy(found, person.id, data.entropy))
    found, _ = await service.run(table, joining.start_when_full)
    return viewing.show(service, found, person)


@post("/api/tables/{table:str}/leave", status_code=200, summary="Stand up before the start", tags=["tables"])
async def leave(table: FromPath[str], service: TheService, person: ThePerson) -> wire.Table:
    found, _ = await service.run(table, lambda found: joining.leave(found, person.id))
    return viewing.show(service, found, person)


@put("/api/tables/{table:str}/seats/{seat:int}", summary="Say who may sit here (owner)", tags=["tables"])
async def set_seat(
    table: FromPath[str], seat: FromPath[int], data: JSONBody[wire.SetSeat], service: TheService, person: ThePerson
) -> wire.Table:
    if not 0 <= seat < MOST_SEATS:
        raise Refused("not-found")
    return viewing.show(service, await opening.set_seat(service, person, table, seat, data.choice), person)


@post("/api/tables/{table:str}/abort", status_code=200, summary="Close the table without a result", tags=["tables"])
async def abort(table: FromPath[str], service: TheService, person: ThePerson) -> wire.Table:
    found, _ = await service.run(table, lambda found: decisions.abort(found, person.id))
    return viewing.show(service, found, person)


@post("/api/tables/{table:str}/rematch", status_code=200, summary="Go on at another table", tags=["tables"])
async def rematch(
    table: FromPath[str], service: TheService, person: ThePerson, adds_entropy: FromQuery[bool] = False
) -> wire.Table:
    found = await opening.rematch(service, person, await service.get(table), adds_entropy=adds_entropy)
    return viewing.show(service, found, person)


@get("/api/tables/{table:str}/snapshot", summary="Where things stand, as one viewer may know it", tags=["positions"])
async def snapshot(
    table: FromPath[str],
    service: TheService,
    visitor: Visitor,
    viewer: Seat = None,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
) -> history.Snapshot:
    found = await service.get(table)
    seat = choose_viewer(found, visitor, viewer)
    return make_snapshot(service, found, visitor, seat, since, await read_entries(service, found, seat, since))


@get("/api/tables/{table:str}/frames", summary="Positions of the past", tags=["positions"])
async def frames(
    table: FromPath[str],
    service: TheService,
    visitor: Visitor,
    viewer: Seat = None,
    start: Annotated[int, QueryParameter(ge=1)] = 1,
    stop: Annotated[int, QueryParameter(ge=1)] = 1 + MOST_FRAMES,
    step: Annotated[int, QueryParameter(ge=1)] = 1,
) -> list[wire.Frame]:
    found = await service.get(table)
    seat = choose_viewer(found, visitor, viewer)
    wanted = replay.choose(found, seat, start, min(stop, start + MOST_FRAMES * step), step)
    # A position takes as long to make as several facts to carry out.
    return await look_off_loop(found.sequence + COST_OF_FRAME * len(wanted.sequences), lambda: replay.show(wanted))


@get(
    "/api/tables/{table:str}/position",
    summary="A position as text: what I know, everything after the end",
    tags=["positions"],
)
async def position_text(
    table: FromPath[str],
    service: TheService,
    visitor: Visitor,
    viewer: Seat = None,
    sequence: Annotated[int | None, QueryParameter(ge=1, required=False)] = None,
) -> wire.PositionText:
    found = await service.get(table)
    seat = choose_viewer(found, visitor, viewer)
    text = await look_off_loop(found.sequence, lambda: replay.write_position(found, seat, sequence))
    return wire.PositionText(position=text)


@get("/api/tables/{table:str}/promises", summary="What each seat can promise this turn", tags=["positions"])
async def promises(
    table: FromPath[str], service: TheService, visitor: Visitor, viewer: Seat = None
) -> list[wire.SeatPromises]:
    found = await service.get(table)
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
async def act(
    table: FromPath[str], data: JSONBody[wire.NewAction], service: TheService, person: ThePerson
) -> wire.Acted:
    request = f"{person.id}:{data.request}"
    now = service.now()
    found, index = await service.run(
        table,
        lambda found: decisions.act(
            found, person.id, data.seat, data.action, data.sequence, request, now, is_program=person.is_program
        ),
        request,
    )
    check_seat(found, person.id, data.seat)  # a request that is repeated is not decided again
    assert index is not None
    return wire.Acted(sequence=found.sequence_for(data.seat, index))


@post(
    "/api/tables/{table:str}/hint",
    status_code=200,
    summary="What would you do, and why? From what the seat knows",
    tags=["positions"],
)
async def hint(table: FromPath[str], data: JSONBody[wire.AskHint], service: TheService, person: ThePerson) -> wire.Hint:
    return await hints.give_hint(service.bots, service.hint_rates, await service.get(table), person, data.seat)


@get(
    "/api/tables/{table:str}/record",
    summary="The record: own view while running, everything after the end",
    tags=["records"],
    media_type=NDJSON,
)
async def get_record(table: FromPath[str], service: TheService, visitor: Visitor, viewer: Seat = None) -> Response[str]:
    found = await service.get(table)
    seat = choose_viewer(found, visitor, viewer)
    is_whole = found.is_over and found.state is not None
    names = service.people.name
    write = partial(records.write, found, names) if is_whole else partial(records.history, found, seat, names)
    text = await look_off_loop(found.sequence, write)
    name = f'attachment; filename="{found.game.id}-{found.id}.jsonl"'
    return Response(text, media_type=NDJSON, headers={"Content-Disposition": name})


@post("/api/records", summary="Import a record to replay it", tags=["records"], request_max_body_size=records.LARGEST)
async def import_record(body: RawBody, service: TheService, person: ThePerson) -> wire.Table:
    return viewing.show(service, await records.read(service, person, _as_text(body)), person)


def _as_text(body: bytes) -> str:
    """A file as text; of one that is none, the first line that cannot be read."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        raise bad_line(line, "ce n’est pas du texte (UTF-8)", "this is not text (UTF-8)") from error
    if holds_nul(body):
        line = next(number for number, part in enumerate(body.split(b"\n"), start=1) if holds_nul(part))
        raise bad_line(line, "un texte contient un caractère nul", "a text holds a null character")
    return text


@post("/api/tables/{table:str}/branch", summary="Play on from a position of a finished table", tags=["records"])
async def branch(
    table: FromPath[str], data: JSONBody[wire.Branch], service: TheService, person: ThePerson
) -> wire.Table:
    return viewing.show(service, await records.branch(service, person, await service.get(table), data), person)


HANDLERS = [
    list_tables, open_table, get_table, join, add_entropy, leave, set_seat, abort, rematch, snapshot, frames,
    position_text, promises, act,
    hint, get_record, import_record, branch,
]  # fmt: skip
