"""A table from the database. One that cannot be read is fenced: it is named, and nobody else notices."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.server.store.snapshots import off_loop, rebuild
from caravane.server.tables.table import LiveTable

log = structlog.get_logger()

AGAIN_SECONDS = 10.0  # a damaged table is not read more often: it may have been restored meanwhile
REMEMBERED = 1000
_AWAY = (OSError, TimeoutError, sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)  # no damage
# Those that every version of the database has: what is damaged may be looked for in an old one.
_COLUMNS = [
    db.tables.c[name] for name in ("id", "game", "seats", "terms", "visibility", "secret", "opened_at", "ended_at")
]


class DamagedTable(Refused):
    """What is stored of a table makes no sense; `row` is what its row says."""

    def __init__(self, table: str, why: str, row: dict[str, Any]) -> None:
        super().__init__("damaged-table")
        self.table = table
        self.why = why
        self.row = row


class TableReader:
    """Reads tables for the server."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._damaged: OrderedDict[str, tuple[float, DamagedTable]] = OrderedDict()

    @property
    def damaged(self) -> int:
        """How many tables were found damaged."""
        return len(self._damaged)

    async def load(self, table: str) -> LiveTable:
        """A table by id; raises Refused if there is none, DamagedTable if it cannot be read."""
        known = self._damaged.get(table)
        if known is not None and time.monotonic() < known[0]:
            raise DamagedTable(table, known[1].why, known[1].row)
        try:
            async with self._engine.connect() as connection:
                found = await read_table(connection, table)
        except DamagedTable as error:
            self.fence(error)
            raise
        self._damaged.pop(table, None)
        return found

    def fence(self, error: DamagedTable) -> None:
        """Name a table that is damaged, once, and leave it alone for a while."""
        if error.table not in self._damaged:
            log.error("table.damaged", table=error.table, why=error.why)
        self._damaged[error.table] = (time.monotonic() + AGAIN_SECONDS, error)
        self._damaged.move_to_end(error.table)
        while len(self._damaged) > REMEMBERED:
            self._damaged.popitem(last=False)


async def read_table(connection: AsyncConnection, identity: str) -> LiveTable:
    """What replaying a table's log gives; raises Refused if there is none, DamagedTable if that is impossible."""
    query = sa.select(*_COLUMNS).where(db.tables.c.id == identity)
    row: dict[str, Any] = {}
    try:
        found = (await connection.execute(query)).mappings().first()
        if found is None:
            raise Refused("unknown-table")
        row = dict(found)
        return await _replay(connection, row)
    except (Refused, *_AWAY):
        raise
    except Exception as error:
        raise DamagedTable(identity, f"{type(error).__name__}: {error}"[:300], row) from error


async def _replay(connection: AsyncConnection, row: dict[str, Any]) -> LiveTable:
    identity = row["id"]
    newest = (
        sa.select(db.snapshots)
        .where(db.snapshots.c.table == identity)
        .order_by(db.snapshots.c.sequence.desc())
        .limit(1)
    )
    snapshot = (await connection.execute(newest)).mappings().first()
    query = sa.select(db.events.c.sequence, db.events.c.at, db.events.c.body).where(db.events.c.table == identity)
    rows = (await connection.execute(query.order_by(db.events.c.sequence))).all()
    if [one.sequence for one in rows] != list(range(1, len(rows) + 1)) or not rows:
        raise ValueError("facts are missing in its log")
    if snapshot is not None and snapshot["sequence"] > len(rows):
        raise ValueError("the newest facts of its log are missing")
    return await off_loop(len(rows), lambda: _rebuild(row, snapshot, rows))


def _rebuild(row: dict[str, Any], snapshot: Any, rows: Sequence[Any]) -> LiveTable:
    """A snapshot is a cache: where it leads nowhere, the whole log is replayed."""
    try:
        return rebuild(row, snapshot, rows)
    except Exception:
        if snapshot is None:
            raise
        return rebuild(row, None, rows)
