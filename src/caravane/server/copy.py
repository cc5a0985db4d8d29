"""Backup and restore. A backup is one SQLite file, whatever the server runs on: so it is also how one moves house."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.errors import BadInput
from caravane.server.config import async_url
from caravane.server.database import connect, metadata
from caravane.server.migrate import migrate
from caravane.text import Text

AT_ONCE = 2000  # rows


def check_new(file: Path) -> None:
    """A backup never overwrites."""
    if file.exists():
        raise BadInput(Text(f"{file} existe déjà.", f"{file} exists already."))


def check_there(file: Path) -> None:
    """There must be something to restore."""
    if not file.is_file():
        raise BadInput(Text(f"{file} n’existe pas.", f"{file} does not exist."))


async def backup(database_url: str, file: Path) -> int:
    """Copy a database while its server runs; all of it from one moment. The number of rows."""
    check_new(file)
    source = connect(database_url)
    try:
        if async_url(database_url).startswith("sqlite"):
            async with source.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.execute(sa.text("VACUUM INTO :file"), {"file": str(file)})
            return await _count(file)
        target = _file_engine(file)
        try:
            return await _copy(source, target)
        finally:
            await target.dispose()
    finally:
        await source.dispose()


async def restore(file: Path, database_url: str) -> int:
    """Fill an empty database from a backup. The number of rows."""
    check_there(file)
    target = connect(database_url)
    source = _file_engine(file)
    try:
        await migrate(source)  # a backup of an older version
        await migrate(target)
        async with target.connect() as connection:
            for table in metadata.sorted_tables:
                if await connection.scalar(sa.select(sa.func.count()).select_from(table)):
                    raise BadInput(
                        Text(
                            "La base de données n’est pas vide ; restaurez dans une base neuve.",
                            "The database is not empty; restore into a new one.",
                        )
                    )
        return await _copy(source, target)
    finally:
        await source.dispose()
        await target.dispose()


def _file_engine(file: Path) -> AsyncEngine:
    return connect(f"sqlite:///{file}")


async def _count(file: Path) -> int:
    engine = _file_engine(file)
    async with engine.connect() as connection:
        rows = [
            await connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in metadata.sorted_tables
        ]
    await engine.dispose()
    return sum(count or 0 for count in rows)


async def _copy(source: AsyncEngine, target: AsyncEngine) -> int:
    await migrate(target)
    rows = 0
    async with source.connect() as reading, target.begin() as writing:
        if source.dialect.name == "postgresql":
            await reading.execution_options(isolation_level="REPEATABLE READ")
        for table in metadata.sorted_tables:
            rows += await _copy_table(reading, writing, table)
    return rows


async def _copy_table(reading: AsyncConnection, writing: AsyncConnection, table: sa.Table) -> int:
    copied = 0
    stream = await reading.stream(sa.select(table).execution_options(yield_per=AT_ONCE))
    async for part in stream.mappings().partitions(AT_ONCE):
        await writing.execute(sa.insert(table), [dict(row) for row in part])
        copied += len(part)
    return copied
