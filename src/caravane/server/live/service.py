"""All tables, as this process knows them: find one, carry out what is asked of it, watch it.

Each duty has its own file: `loader` finds tables, `committer` decides and stores, `broadcaster` tells those who watch,
`scheduler` lets clocks and bots go on. Here they are put together.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable
from functools import partial

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server import wire
from caravane.server.accounts.people import People, new_id
from caravane.server.accounts.quotas import Quotas
from caravane.server.accounts.rates import Rates
from caravane.server.bots.pool import BotPool
from caravane.server.config import Settings
from caravane.server.live.broadcaster import Broadcaster
from caravane.server.live.committer import Committer, Decide
from caravane.server.live.downtime import BEAT_SECONDS, PULSE_SECONDS, Downtime
from caravane.server.live.loader import TableLoader
from caravane.server.live.news import Bus, News
from caravane.server.live.scheduler import Scheduler, keep_doing
from caravane.server.live.table_cache import TableCache
from caravane.server.live.tasks import Tasks
from caravane.server.problems import Refused
from caravane.server.store.log import Conflict, LogWriter
from caravane.server.store.snapshots import batch_of_new, new_table, off_loop, snapshot_row
from caravane.server.store.statements import Batch
from caravane.server.tables import facts, joining
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

SNAPSHOT_EVERY = 64  # facts
SWEEP_SECONDS = 5.0
HINTS_PER_MINUTE, HINTS_AT_ONCE = 10, 4  # of one person; each costs a process about a second

Outcome = tuple[LiveTable, int | None]  # a table, and the index of the last fact that a command caused


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class TableService:
    """All tables of one process."""

    def __init__(
        self,
        engine: AsyncEngine,
        people: People,
        bots: BotPool,
        settings: Settings,
        now: Callable[[], int] = wall_clock,
        pulse: Callable[[], int] = wall_clock,
    ) -> None:
        self.engine = engine
        self.people = people
        self.bots = bots
        self.tasks = Tasks()
        self._repeated = Tasks()  # what goes on as long as the server runs
        self.writer = LogWriter(engine)
        self.quotas = Quotas(settings, engine)
        self.hint_rates = Rates(HINTS_PER_MINUTE, at_once=HINTS_AT_ONCE)
        self.bus = Bus(settings.channels_url, new_id(), self._hear, self._catch_up)
        self.downtime = Downtime(engine, now, pulse, is_shared=self.bus.is_shared)
        self.now = self.downtime.tick  # whoever asks for the time notices that there was a gap
        self.scheduler = Scheduler(self)
        self.cache = TableCache(when_gone=self.scheduler.forget)
        self.loader = TableLoader(engine, people, self.cache)
        self.broadcaster = Broadcaster(people, self.cache, self.bus, self.downtime)
        self._committer = Committer(
            self.cache,
            self.loader,
            self.writer,
            self.downtime,
            self.tasks,
            committed=self.apply_committed,
            caught_up=self._caught_up,
        )
        self.submit = self._committer.submit
        people.tell_ended = lambda person, keys: self.bus.tell(person=person, ended=keys or [])
        self._absences = 0
        self.sessions: set[object] = set()
        self.moves = 0

    @property
    def stopping(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._committer.is_stopping

    @property
    def tables_in_memory(self) -> int:
        """How many tables this process keeps."""
        return len(self.cache)

    async def start(self) -> None:
        """Begin; tables that waited for a clock or a bot are looked after, one after the other."""
        self.writer.start()
        await self.bus.start()
        await self.downtime.start()
        self._repeated.spawn(keep_doing(self.scheduler.look_after, SWEEP_SECONDS))
        self._repeated.spawn(keep_doing(self.downtime.beat, BEAT_SECONDS))
        self._repeated.spawn(keep_doing(self._feel_pulse, PULSE_SECONDS))
        self._repeated.spawn(keep_doing(self.people.check_sockets, SWEEP_SECONDS))

    async def stop(self) -> None:
        """Refuse new commands, finish what was begun, tell everybody."""
        self._committer.is_stopping = True
        self.broadcaster.tell_stopping()
        await asyncio.gather(self.scheduler.stop(), self.tasks.stop(), self._repeated.stop())
        with contextlib.suppress(OSError, sa.exc.SQLAlchemyError):
            await self.downtime.beat()
        await self.writer.stop()
        await self.bus.stop()

    # --- finding tables -----------------------------------------------------------------------------------

    async def get(self, table: str) -> LiveTable:
        """A table by id, with its clocks set right."""
        found = self.cache.get(table)
        if found is not None:
            await self.people.know({sitter.person for sitter in found.seats if sitter.person is not None})
        else:
            async with self.cache.locked(table):
                found = await self.loader.load(table)
        if self.downtime.must_ask or self.downtime.owed(found):
            await self._refund_downtime(table)
        return found

    async def _refund_downtime(self, table: str) -> None:
        with contextlib.suppress(Refused, OSError, sa.exc.SQLAlchemyError, sqlite3.Error):  # later, then
            await self.run(table, Draft)

    def forget(self, table: str) -> None:
        """Read it from the log the next time."""
        self.cache.forget(table)

    # --- carrying out -------------------------------------------------------------------------------------

    async def run(self, table: str, decide: Decide, request: str | None = None) -> Outcome:
        """`submit`, for whoever can wait: the table, and the index of the last fact that the request caused."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def settle(found: LiveTable | None, index: int | None, error: Exception | None) -> None:
            if done.done():  # nobody waits any more
                return
            if error is not None or found is None:
                done.set_exception(error or Refused("broken"))
            else:
                done.set_result((found, index))

        self.submit(table, decide, request, settle)
        return await done

    def apply_committed(self, table: LiveTable, draft: Draft, now: int) -> None:
        """Apply what is durable now, and tell everybody."""
        first = table.sequence
        try:
            for fact, reached in zip(draft.facts, draft.reached, strict=True):
                table.apply(fact, now, reached)
        except Exception:
            self.cache.forget(table.id)  # the log is right; memory is not
            raise
        for fact in draft.facts:
            self.moves += isinstance(fact, facts.Acted) and not fact.secret
        if first // SNAPSHOT_EVERY != table.sequence // SNAPSHOT_EVERY and table.state is not None:
            self.tasks.spawn(self._snapshot(table))
        self.broadcaster.tell(table, first)
        self.bus.tell(table=table.id)
        self.scheduler.schedule(table)

    async def _snapshot(self, table: LiveTable) -> None:
        row = snapshot_row(table)
        with contextlib.suppress(Conflict):  # a cache: whoever was first is right
            await self.writer.append(Batch(events=[], snapshot=row, is_quiet=True))

    async def open(
        self,
        *,
        game: str,
        terms: facts.Terms,
        visibility: wire.Visibility,
        seats: Iterable[facts.SeatSet],
        more: Iterable[tuple[facts.AnyFact, int]] = (),
    ) -> LiveTable:
        """A new table; it starts when nobody is missing. `more` are facts of a record that goes on from there."""
        going_on = list(more)
        make = partial(
            new_table, new_id(), self.now(), game=game, terms=terms, visibility=visibility, seats=seats, more=going_on
        )
        return await self.add(await off_loop(len(going_on), make))

    async def add(self, table: LiveTable) -> LiveTable:
        """Store a table that nobody knows yet, if its owner may have one more, and look after it."""
        if table.has_bots and not table.is_over:
            self.check_bots_rested(table.terms.owner)
        with self.quotas.opening(table.terms.owner):
            await self.quotas.check_opening(table)
            await self.people.know(table.people())
            await self.writer.append(await off_loop(table.sequence, lambda: batch_of_new(table)))
        self.cache.keep(table)
        await self.run(table.id, joining.start_when_full)
        self.scheduler.schedule(table)
        return table

    def check_bots_rested(self, person: str) -> None:
        """Whether somebody's bots may still think this hour."""
        if self.bots.allowance.wait(person):
            raise Refused("bots-are-tired")

    # --- other processes, and time that nobody noticed ----------------------------------------------------

    async def refresh(self, table: str) -> None:
        """Read what other processes stored, and tell those who watch here."""
        async with self.cache.locked(table):
            found = await self.loader.load(table)
            self._caught_up(found, await self.loader.refresh(found))

    def _caught_up(self, table: LiveTable, first: int) -> None:
        if first < table.sequence:
            self.broadcaster.tell(table, first)
            self.scheduler.set_alarm(table)

    async def _hear(self, news: News) -> None:
        """Another process says that something changed."""
        if news.person is not None:
            if news.ended is not None:
                self.people.sockets.end(news.person, news.ended or None)
            self.people.forget(news.person)
            await self.people.get(news.person)
        if news.table is None or news.table not in self.cache:
            return
        if news.connected is None:
            await self.refresh(news.table)
            return
        async with self.cache.locked(news.table):
            table = await self.loader.load(news.table)
            self.broadcaster.connected_elsewhere(table, news.origin, frozenset(news.connected))

    async def _catch_up(self) -> None:
        """What others did may have gone unheard: the log is the truth."""
        for table in self.cache.forget_idle():
            await self.refresh(table)

    async def _feel_pulse(self) -> None:
        """Notice that this process was stopped, and set the clocks right that somebody looks at."""
        self.downtime.tick()
        if self.downtime.must_ask or self.downtime.count != self._absences:
            self._absences = self.downtime.count
            for table in list(self.broadcaster.by_table):
                await self._refund_downtime(table)
