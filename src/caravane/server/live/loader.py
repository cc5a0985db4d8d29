"""Tables as this process knows them: from memory or the database, and what other processes added since."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server.accounts.people import People
from caravane.server.live.table_cache import TableCache
from caravane.server.store import database as db
from caravane.server.store.loading import DamagedTable, TableReader
from caravane.server.tables import facts
from caravane.server.tables.table import LiveTable


class TableLoader:
    """Brings tables into memory, with the names of the people at them. Whoever asks has the table's turn."""

    def __init__(self, engine: AsyncEngine, people: People, cache: TableCache) -> None:
        self._engine = engine
        self._people = people
        self._cache = cache
        self._reader = TableReader(engine)

    @property
    def damaged(self) -> int:
        """How many tables were found damaged."""
        return self._reader.damaged

    async def load(self, table: str) -> LiveTable:
        """A table by id; raises Refused if there is none, DamagedTable if it cannot be read."""
        found = self._cache.get(table)
        if found is None:
            found = await self._reader.load(table)
            await self._people.know(found.people())
            self._cache.keep(found)
        return found

    async def refresh(self, table: LiveTable) -> int:
        """Apply what other processes stored; the index of the first fact that is new, if there is one."""
        query = (
            sa.select(db.events.c.at, db.events.c.body)
            .where(db.events.c.table == table.id, db.events.c.sequence > table.sequence)
            .order_by(db.events.c.sequence)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        try:
            news = [(facts.decode(body), at) for at, body in rows]
        except msgspec.MsgspecError as error:
            raise self._damaged(table, error) from error
        await self._people.know({person for fact, _ in news if (person := getattr(fact, "person", None)) is not None})
        # From here on nothing waits: who begins to watch has either seen the news or is told.
        first = table.sequence
        try:
            for fact, at in news:
                table.apply(fact, at)
        except Exception as error:
            raise self._damaged(table, error) from error
        return first

    def _damaged(self, table: LiveTable, error: Exception) -> DamagedTable:
        """A table that cannot go on from what others stored: it is read anew, or fenced, the next time."""
        self._cache.forget(table.id)
        return DamagedTable(table.id, f"{type(error).__name__}: {error}", {"game": table.game.id})

    async def select(self, query: sa.Select[Any]) -> list[str]:
        """The ids of tables that a query finds, its first column."""
        async with self._engine.connect() as connection:
            return [str(row[0]) for row in (await connection.execute(query)).all()]
