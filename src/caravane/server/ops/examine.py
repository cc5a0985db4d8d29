"""Look through a database for tables that cannot be read, and for damage of the file itself."""

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import make_url

from caravane.errors import BadInput
from caravane.server.config import async_url
from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.server.store.database import connect
from caravane.server.store.loading import DamagedTable, read_table
from caravane.text import Text

Damage = tuple[str, str]  # a table's id (empty: the database itself), and why


async def examine(
    database_url: str, seen: Callable[[int, int], None] = lambda done, total: None
) -> tuple[int, list[Damage]]:
    """Read every table, changing nothing: how many there are, and what is damaged. `seen` is told how far it is."""
    check_there(database_url)
    engine = connect(database_url)
    damage: list[Damage] = []
    try:
        async with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                said = (await connection.execute(sa.text("PRAGMA quick_check(5)"))).scalars().all()
                damage += [("", str(line)) for line in said if line != "ok"]
            found = list((await connection.scalars(sa.select(db.tables.c.id).order_by(db.tables.c.opened_at))).all())
        for done, table in enumerate(found, 1):
            try:
                async with engine.connect() as connection:
                    await read_table(connection, table)
            except DamagedTable as error:
                damage.append((table, error.why))
            except Refused:
                pass  # it was removed meanwhile
            seen(done, len(found))
    finally:
        await engine.dispose()
    return len(found), damage


def check_there(database_url: str) -> None:
    """SQLite would make a new file where there is none."""
    file = make_url(async_url(database_url)).database or ""
    if async_url(database_url).startswith("sqlite") and not Path(file).is_file():
        raise BadInput(Text(f"Il n’y a pas de base de données {file}.", f"There is no database {file}."))
