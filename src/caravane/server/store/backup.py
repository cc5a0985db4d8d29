"""Backup and restore. A backup is one SQLite file, whatever the server runs on: so it is also how one moves house."""

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.errors import BadInput
from caravane.server.config import async_url
from caravane.server.problems import Refused
from caravane.server.store.database import connect, events, metadata, sitters, snapshots, tables, writing
from caravane.server.store.loading import DamagedTable, read_table
from caravane.server.store.migrate import migrate
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


async def restore_table(file: Path, database_url: str, table: str) -> int:
    """Put one damaged or lost table back as a backup has it, while the server runs. The number of rows.

    A table that can be read is left alone: its newest moves are worth more than the backup's.
    """
    check_there(file)
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.db"  # bringing it to the newest form must not change the backup
        await asyncio.to_thread(shutil.copyfile, file, copied)
        source, target = _file_engine(copied), connect(database_url)
        try:
            await migrate(source)
            await migrate(target)
            await _check_restorable(source, target, table)
            async with source.connect() as reading, writing(target) as connection:
                return await _replace_table(reading, connection, table)
        finally:
            await source.dispose()
            await target.dispose()


async def _check_restorable(source: AsyncEngine, target: AsyncEngine, table: str) -> None:
    fault = await _fault(source, table)
    if fault == "unknown":
        raise BadInput(
            Text(f"Cette sauvegarde ne contient pas la table {table}.", f"This backup does not hold table {table}.")
        )
    if fault:
        raise BadInput(
            Text(
                f"La table {table} est abîmée dans cette sauvegarde aussi ({fault}) ; prenez-en une plus ancienne.",
                f"Table {table} is damaged in this backup too ({fault}); take an older one.",
            )
        )
    if not await _fault(target, table):
        raise BadInput(
            Text(
                f"La table {table} se lit ; il n’y a rien à rétablir.",
                f"Table {table} can be read; there is nothing to restore.",
            )
        )


async def _fault(engine: AsyncEngine, table: str) -> str:
    """What is wrong with a table: nothing, `unknown`, or why it cannot be read."""
    try:
        async with engine.connect() as connection:
            await read_table(connection, table)
    except DamagedTable as error:
        return error.why
    except Refused:
        return "unknown"
    return ""


async def _replace_table(reading: AsyncConnection, connection: AsyncConnection, table: str) -> int:
    rows = 0
    for part, named in ((tables, "id"), (sitters, "table"), (events, "table"), (snapshots, "table")):
        await connection.execute(sa.delete(part).where(part.c[named] == table))
        found = (await reading.execute(sa.select(part).where(part.c[named] == table))).mappings().all()
        if found:
            await connection.execute(sa.insert(part), [dict(row) for row in found])
        rows += len(found)
    return rows


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
    async with source.connect() as reading, target.begin() as filling:
        if source.dialect.name == "postgresql":
            await reading.execution_options(isolation_level="REPEATABLE READ")
        for table in metadata.sorted_tables:
            rows += await _copy_table(reading, filling, table)
    return rows


async def _copy_table(reading: AsyncConnection, filling: AsyncConnection, table: sa.Table) -> int:
    copied = 0
    stream = await reading.stream(sa.select(table).execution_options(yield_per=AT_ONCE))
    async for part in stream.mappings().partitions(AT_ONCE):
        await filling.execute(sa.insert(table), [dict(row) for row in part])
        copied += len(part)
    return copied
