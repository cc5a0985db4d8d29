"""What is stored of tables, as SQL that SQLite and PostgreSQL both understand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

Statement = tuple[str, Sequence[Mapping[str, Any]]]  # and the rows to carry it out with

INSERT_TABLES = (
    "INSERT INTO tables (id, game, seats, terms, visibility, secret, status, opened_at, ended_at, wake_at, owner)"
    " VALUES (:id, :game, :seats, :terms, :visibility, :secret, :status, :opened_at, :ended_at, :wake_at, :owner)"
)
INSERT_SNAPSHOTS = 'INSERT INTO snapshots ("table", sequence, body) VALUES (:table, :sequence, :body)'
DELETE_SNAPSHOTS = 'DELETE FROM snapshots WHERE "table" = :table'
INSERT_SITTERS = 'INSERT INTO sitters ("table", seat, person) VALUES (:table, :seat, :person)'
DELETE_SITTERS = 'DELETE FROM sitters WHERE "table" = :table'
UPDATES = {
    "status": "UPDATE tables SET status = :status WHERE id = :id",
    "ended_at": "UPDATE tables SET ended_at = :ended_at WHERE id = :id",
    "wake_at": "UPDATE tables SET wake_at = :wake_at WHERE id = :id",
}
INSERT_EVENTS = 'INSERT INTO events ("table", sequence, at, body) VALUES '
EVENTS_AT_ONCE = 200


@dataclass(slots=True)
class Batch:
    """What is stored together or not at all."""

    events: list[dict[str, Any]]
    snapshot: dict[str, Any] | None = None
    new_table: dict[str, Any] | None = None
    changes: dict[str, Any] | None = None  # of the table's row; needs "id"
    sitters: list[dict[str, Any]] | None = None  # all of them, if they changed
    is_quiet: bool = False  # nobody may notice it, not even by what is counted


def statements(batches: Sequence[Batch]) -> Iterator[Statement]:
    """All that some batches store, in an order that foreign keys allow."""
    if tables := [batch.new_table for batch in batches if batch.new_table]:
        yield INSERT_TABLES, tables
    events = [event for batch in batches for event in batch.events]
    for start in range(0, len(events), EVENTS_AT_ONCE):
        some = events[start : start + EVENTS_AT_ONCE]
        row = {f"{name}{number}": value for number, event in enumerate(some) for name, value in event.items()}
        yield _insert_events(len(some)), [row]
    if snapshots := [batch.snapshot for batch in batches if batch.snapshot]:
        yield INSERT_SNAPSHOTS, snapshots
    for batch in batches:
        if batch.sitters is not None:
            yield DELETE_SITTERS, [{"table": batch.events[0]["table"]}]
            if batch.sitters:
                yield INSERT_SITTERS, batch.sitters
        changes = batch.changes or {}
        for name in changes:
            if name != "id":
                yield UPDATES[name], [{name: changes[name], "id": changes["id"]}]


def probe(row: dict[str, Any]) -> list[Statement]:
    """Something that needs room, and nothing of it stays."""
    return [(INSERT_SNAPSHOTS, [row]), (DELETE_SNAPSHOTS, [{"table": row["table"]}])]


@cache
def _insert_events(count: int) -> str:
    """One statement for many events: each statement of a thread waits for the interpreter, up to 5 ms if it is busy."""
    rows = [f"(:table{number}, :sequence{number}, :at{number}, :body{number})" for number in range(count)]
    return INSERT_EVENTS + ", ".join(rows)
