"""From where somebody may look at a table, and the table as it is shown from there."""

from dataclasses import dataclass
from typing import Any

import msgspec

from caravane.game import SPECTATOR
from caravane.server import wire
from caravane.server.accounts.people import Person
from caravane.server.live import projection, table_card
from caravane.server.live.service import TableService
from caravane.server.problems import Refused
from caravane.server.store.snapshots import LONG, look_off_loop
from caravane.server.tables.table import LiveTable
from caravane.server.tables.visibility import OPEN, OUTSIDE
from caravane.server.wire import history


def show(service: TableService, table: LiveTable, person: Person | None) -> wire.Table:
    """A table as somebody is shown it."""
    return table_card.table_facts(
        table, person.id if person else None, service.people, service.broadcaster.connected(table.id)
    )


def choose_viewer(table: LiveTable, person: Person | None, seat: int | None) -> int:
    """From where somebody may look: own seats, as a spectator, and after the end from everywhere.

    What others said in private stays theirs, unless the table said otherwise when it was opened.
    """
    mine = table.seats_of(person.id if person else None)
    if seat is None:
        return mine[0] if mine else SPECTATOR
    if seat >= len(table.seats):
        raise Refused("not-found")
    if seat == SPECTATOR or seat in mine:
        return seat
    if not table.is_over:
        raise Refused("not-your-seat")
    return seat if seat == OPEN or hears_rooms(table, played=bool(mine)) else OUTSIDE + seat


def hears_rooms(table: LiveTable, *, played: bool) -> bool:
    """Whether private rooms are open after the end to one who played, or to everybody."""
    if table.game.orders is None:
        return True  # there are none
    return table.terms.rooms == "all" or (table.terms.rooms == "players" and played)


@dataclass(frozen=True, slots=True)
class Read:
    """Entries of a history as JSON, and how many."""

    count: int = 0
    json: bytes = b"[]"


NOTHING = Read()


async def read_entries(service: TableService, table: LiveTable, viewer: int, since: int) -> Read:
    """What a viewer has not seen of a long history; of a short one nothing, `make_snapshot` reads it itself."""
    last = table.last_sequence(viewer)
    if last - since <= LONG:
        return NOTHING

    def read() -> Read:
        entries = projection.entries(table, viewer, since, service.people.name, last)
        return Read(len(entries), msgspec.json.encode(entries))

    return await look_off_loop(last - since, read)


def make_snapshot(
    service: TableService,
    table: LiveTable,
    person: Person | None,
    viewer: int,
    since: int,
    read: Read = NOTHING,
) -> history.Snapshot:
    """A table as one viewer may know it; `read` are its entries after `since` that were read before."""
    last = table.last_sequence(viewer)
    first = since + read.count if since <= last else 0
    rest = projection.entries(table, viewer, first, service.people.name)
    return history.Snapshot(
        table=show(service, table, person),
        seat=projection.wire_seat(viewer),
        sequence=last,
        entries=_joined(read, rest) if read.count else rest,
        position=projection.position(table, viewer, service.now()),
    )


def _joined(read: Read, rest: list[history.LogEntry]) -> Any:
    """Entries that were written down before, with those that came meanwhile."""
    if not rest:
        return msgspec.Raw(read.json)
    return msgspec.Raw(read.json[:-1] + b"," + msgspec.json.encode(rest)[1:])
