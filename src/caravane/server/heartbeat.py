"""When some server of this house was last alive: what is not charged to clocks when none was."""

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import database as db

NAME = "alive_at"
A_MOMENT_MS = 10_000  # twice the time between two beats: nobody was away


async def beat(engine: AsyncEngine, now: int) -> None:
    """Say that somebody is alive."""
    async with db.writing(engine) as connection:
        await connection.execute(sa.update(db.house).where(db.house.c.name == NAME).values(value=str(now)))


async def come_back(engine: AsyncEngine, now: int) -> int:
    """The milliseconds for which nobody was there; told to one of several processes that start together."""
    async with engine.connect() as connection:
        last = await connection.scalar(sa.select(db.house.c.value).where(db.house.c.name == NAME))
    try:
        async with db.writing(engine) as connection:
            if last is None:
                await connection.execute(sa.insert(db.house).values(name=NAME, value=str(now)))
                return 0
            mine = db.house.c.value == last
            query = sa.update(db.house).where(db.house.c.name == NAME, mine).values(value=str(now))
            first = (await connection.execute(query)).rowcount == 1
    except IntegrityError:  # another was quicker
        return 0
    away = now - int(last)
    return away if first and away >= A_MOMENT_MS else 0
