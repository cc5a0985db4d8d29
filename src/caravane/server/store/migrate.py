"""Bring a database to the newest form."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

FOLDER = Path(__file__).parent / "migrations"
NEWEST = max(path.name.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))


async def migrate(engine: AsyncEngine) -> None:
    """Run what is missing; several processes may try at once."""
    if await _version(engine) == NEWEST:
        return  # the usual case, without the second that importing Alembic takes
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(719371)")
        await connection.run_sync(_upgrade)


async def _version(engine: AsyncEngine) -> str | None:
    try:
        async with engine.connect() as connection:
            return str(await connection.scalar(sa.text("SELECT version_num FROM alembic_version")))
    except sa.exc.DBAPIError:
        return None  # an empty database


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
