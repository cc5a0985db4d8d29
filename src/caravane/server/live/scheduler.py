"""Sees to it that clocks and bots go on, whoever else sleeps."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from caravane.errors import CaravaneError
from caravane.server.bots import negotiation
from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.server.store.loading import DamagedTable
from caravane.server.store.log_batch import LOOK_AGAIN_MS
from caravane.server.tables import decisions
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

if TYPE_CHECKING:
    from caravane.server.live.service import TableService

log = structlog.get_logger()

AT_ONCE = 200  # tables that are looked after in one go
LOOK_AT_DAMAGED_MS = 3_600_000


class Scheduler:
    """The clocks and bots of all tables in this process."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._tried: dict[str, set[negotiation.Job]] = {}  # by table: what bots said or tried to say
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._is_stopping = False

    @property
    def bots_thinking(self) -> int:
        """At how many tables a bot is at work."""
        return len(self._thinking)

    async def stop(self) -> None:
        """End the tasks of bots and the alarms of clocks, and start no more."""
        self._is_stopping = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        for alarm in self._alarms.values():
            alarm.cancel()

    def forget(self, table: str) -> None:
        """A table is in memory no more."""
        self._tried.pop(table, None)

    def schedule(self, table: LiveTable) -> None:
        """Set the table's alarm anew, and let its bots go on."""
        self.set_alarm(table)
        if table.is_over:
            self._tried.pop(table.id, None)
        if table.id not in self._thinking and not self._is_stopping and self._bots_have_work(table):
            self._thinking[table.id] = asyncio.create_task(self._let_bots_play(table.id))

    # --- bots ---------------------------------------------------------------------------------------------

    def _bots_have_work(self, table: LiveTable) -> bool:
        return table.has_bots and (bool(_bots_to_move(table)) or self._next_message(table) is not None)

    def _next_message(self, table: LiveTable) -> negotiation.Job | None:
        """What a bot has to say, if it was not tried before."""
        tried = self._tried.get(table.id, set())
        return next((job for job in negotiation.jobs(table) if job not in tried), None)

    async def _let_bots_play(self, identity: str) -> None:
        try:
            while True:
                table = await self._service.get(identity)
                job = self._next_message(table)
                if job is not None:
                    self._tried.setdefault(identity, set()).add(job)
                    await self._let_bot_talk(table, job)
                elif seats := _bots_to_move(table):
                    await self._let_bot_play(table, seats[0])
                else:
                    return
        finally:
            # Here and not when the task is done: whoever acts between the two would find nobody at work.
            self._thinking.pop(identity, None)

    async def _let_bot_talk(self, table: LiveTable, job: negotiation.Job) -> None:
        with contextlib.suppress(CaravaneError):  # the game went on meanwhile
            said = await negotiation.think_of(self._service.bots, self._service.people, table, job)
            if said is not None:
                await self._service.run(table.id, *said)

    async def _let_bot_play(self, table: LiveTable, seat: int) -> None:
        bots = self._service.bots
        self._service.broadcaster.tell_thinking(table, seat, is_warming=not bots.is_warm(table.game.id))
        view = table.view(seat)
        legal = table.legal(seat)
        level = table.seats[seat].level or decisions.STAND_IN_LEVEL
        memory, resolve = negotiation.memory(table, seat), negotiation.resolve(table, seat)
        action = await bots.choose(
            table.game, view.tobytes(), seat, level, legal, memory, resolve, owner=table.terms.owner
        )
        # Others may have acted meanwhile; the choice stands if it is still legal.
        try:
            await self._service.run(table.id, lambda found: _bot_draft(found, seat, action))
        except Refused:
            await asyncio.sleep(0.05)

    # --- clocks -------------------------------------------------------------------------------------------

    def set_alarm(self, table: LiveTable) -> None:
        """Look at the table's clocks when the first of them may be over."""
        if not table.clocks.ticks:
            return
        alarm = self._alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = table.clocks.deadline() if table.status == "running" else None
        if deadline is None or self._is_stopping:
            return
        delay = max(0.0, (deadline - self._service.now()) / 1000) + 0.01
        if delay < 3600:  # later ones are found by `look_after`
            self._alarms[table.id] = asyncio.get_running_loop().call_later(delay, self._ring, table.id)

    def _ring(self, table: str) -> None:
        del self._alarms[table]  # and with it the last that this process keeps of an idle table
        self._service.tasks.spawn(self.check_clock(table))

    async def check_clock(self, table: str) -> None:
        """Decide what a clock that is over brings about, if one is."""
        with contextlib.suppress(Refused):
            await self._service.run(table, lambda found: decisions.time_is_over(found, self._service.now()))

    # --- tables that nobody looks at ----------------------------------------------------------------------

    async def look_after(self) -> None:
        """Attend to tables that nobody looks after, as after a restart or when another process died.

        Those that wait longest come first, some at a time.
        """
        is_due = (db.tables.c.status == "running", db.tables.c.wake_at < self._service.now())
        query = sa.select(db.tables.c.id).where(*is_due).order_by(db.tables.c.wake_at).limit(AT_ONCE)
        found = await self._service.loader.select(query)
        later = [{"identity": identity, "wake": await self._look_after(identity)} for identity in found]
        if later:
            change = sa.update(db.tables).where(db.tables.c.id == sa.bindparam("identity"))
            async with db.writing(self._service.engine) as connection:
                await connection.execute(change.values(wake_at=sa.bindparam("wake")), later)

    async def _look_after(self, identity: str) -> int | None:
        """Let clocks and bots of a table go on; when it should be looked at again."""
        try:
            table = await self._service.get(identity)
            if self._service.bus.is_shared:
                await self._service.refresh(identity)
            await self.check_clock(identity)
        except DamagedTable:
            return self._service.now() + LOOK_AT_DAMAGED_MS
        self.schedule(table)
        deadline = table.clocks.deadline() if table.status == "running" else None
        soon = self._service.now() + LOOK_AGAIN_MS
        return soon if self._bots_have_work(table) else (max(soon, deadline) if deadline is not None else None)


async def keep_doing(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do something again and again, as long as the server runs."""
    while True:
        try:
            await work()
        except (OSError, sa.exc.DBAPIError) as error:  # the database is away for a moment
            log.warning("server.task_failed", work=work.__name__, why=f"{type(error).__name__}: {error}"[:200])
        except Exception:
            log.exception("server.task_failed", work=work.__name__)
        await asyncio.sleep(seconds)


def _bots_to_move(table: LiveTable) -> list[int]:
    return [seat for seat in table.to_move if table.seats[seat].is_bot] if negotiation.may_write(table) else []


def _bot_draft(table: LiveTable, seat: int, action: int) -> Draft:
    if seat not in _bots_to_move(table):
        return Draft(table)
    if action not in table.legal(seat):
        return Draft(table)
    return decisions.bot_act(table, seat, action)
