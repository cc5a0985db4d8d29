"""When no server was there, or none could write: such time is charged to nobody's clock.

The absences are kept, not the tables gone through: each table is given its time back when somebody next looks at it.
That is right as long as nothing happens at a table before it was: then its last fact is younger than every absence
that was settled, and older than those that were not.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from caravane.server.store import database as db
from caravane.server.tables.table import LiveTable

log = structlog.get_logger()

NAME = "alive_at"
PULSE_SECONDS = 0.25  # how often this process looks at the time
ASLEEP_MS = 2_000  # between two looks: the process or its machine was stopped
BEAT_SECONDS = 5.0  # how often it writes that it is alive
RESTART_MS = 1_000  # from the last beat to the next start
SHARED_MS = 10_000  # where others may be alive: twice the time between two beats
REMEMBERED = 4_096  # absences; whoever has not looked at a table for longer has lost more than time


@dataclass(frozen=True, slots=True)
class Absence:
    """From when to when, in milliseconds since 1970."""

    began: int
    ended: int


class Downtime:
    """Knows all absences of this house. `tick` is called often; `pulse` is the time that tells it of a gap."""

    def __init__(
        self, engine: AsyncEngine, now: Callable[[], int], pulse: Callable[[], int], *, is_shared: bool
    ) -> None:
        self._engine = engine
        self._now = now
        self._pulse = pulse
        self._is_shared = is_shared
        self._known: list[Absence] = []
        self._unwritten: list[Absence] = []
        self._seen = self._beaten = (now(), pulse())
        self._beating = asyncio.Lock()
        self._noticed = 0
        self.must_ask = False  # this process slept: did the others?

    @property
    def count(self) -> int:
        """How many absences were noticed."""
        return self._noticed

    async def start(self) -> None:
        """Find out how long nobody was there."""
        await self._come_back(SHARED_MS if self._is_shared else RESTART_MS)
        self._seen = self._beaten = (self._now(), self._pulse())

    def tick(self) -> int:
        """The time now; if there is a gap since the last call, this process did not run."""
        now, pulse = self._now(), self._pulse()
        before, last = self._seen
        self._seen = (now, pulse)
        if pulse - last >= ASLEEP_MS:
            if self._is_shared:
                self.must_ask = True
            else:
                self._note(before, now)
        return now

    async def ask(self) -> None:
        """After this process slept among others: were they there?"""
        if self.must_ask:
            await self._come_back(SHARED_MS)
            self.must_ask = False

    async def beat(self) -> None:
        """Write that somebody is alive, and what was noted. If it comes late, nobody could write meanwhile."""
        async with self._beating:
            await self._beat()

    async def _beat(self) -> None:
        async with db.writing(self._engine) as connection:
            unwritten = list(self._unwritten)
            if unwritten:
                await _insert(connection, unwritten)
            now = self._now()
            await connection.execute(sa.update(db.house).where(db.house.c.name == NAME).values(value=str(now)))
        del self._unwritten[: len(unwritten)]
        (before, last), pulse = self._beaten, self._pulse()
        if pulse - last >= 2_000 * BEAT_SECONDS and not self._is_shared:
            self._note(before, now)
        self._beaten = (now, pulse)

    def owed(self, table: LiveTable) -> int:
        """The milliseconds for which a table's clocks ran while nobody was there, and that it was not given back."""
        if not table.clocks.running:
            return 0
        self.tick()
        if not self._known:
            return 0
        last, total = table.times[-1], 0
        for absence in reversed(self._known):
            if absence.ended <= last:
                break
            total += absence.ended - max(absence.began, last)
        return total

    def _note(self, began: int, ended: int) -> None:
        known = self._known
        began = max(began, known[-1].ended) if known else began
        if ended <= began:
            return
        log.info("server.was_away", ms=ended - began)
        absence = Absence(began, ended)
        known.append(absence)
        self._noticed += 1
        self._unwritten.append(absence)
        self._beaten = (ended, self._pulse())
        del known[:-REMEMBERED]

    async def _come_back(self, moment: int) -> None:
        """Of several processes that come back together, one writes the absence down, and all read it."""
        now = self._now()
        async with self._engine.connect() as connection:
            last = await connection.scalar(sa.select(db.house.c.value).where(db.house.c.name == NAME))
        try:
            async with db.writing(self._engine) as connection:
                if last is None:
                    await connection.execute(sa.insert(db.house).values(name=NAME, value=str(now)))
                else:
                    mine = sa.update(db.house).where(db.house.c.name == NAME, db.house.c.value == last)
                    is_first = (await connection.execute(mine.values(value=str(now)))).rowcount == 1
                    if is_first and now - int(last) >= moment:
                        log.info("server.was_away", ms=now - int(last))
                        await _insert(connection, [Absence(int(last), now)])
        except IntegrityError:  # another was quicker
            pass
        await self._read()

    async def _read(self) -> None:
        newest = sa.select(db.absences).order_by(db.absences.c.ended_at.desc()).limit(REMEMBERED)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(newest)).all()
        self._known = [*(Absence(row.began_at, row.ended_at) for row in reversed(rows)), *self._unwritten]


async def _insert(connection: AsyncConnection, absences: list[Absence]) -> None:
    """Store absences; those that a beat stored without learning of it are there already."""
    since = db.absences.c.ended_at >= absences[0].ended
    there = set((await connection.scalars(sa.select(db.absences.c.ended_at).where(since))).all())
    rows = [{"began_at": one.began, "ended_at": one.ended} for one in absences if one.ended not in there]
    if rows:
        await connection.execute(sa.insert(db.absences), rows)
    oldest = sa.select(db.absences.c.ended_at).order_by(db.absences.c.ended_at.desc()).limit(1).offset(REMEMBERED)
    await connection.execute(sa.delete(db.absences).where(db.absences.c.ended_at <= oldest.scalar_subquery()))
