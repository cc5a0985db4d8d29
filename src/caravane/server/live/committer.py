"""The one way in which a table changes: decide on what is in memory, store, and only then change memory and tell.

Commands to one table are carried out one after the other, in the order in which they came; what many tables decide
at one moment is stored in one transaction. When another process was faster, the log says so: the table is read again
and the command decided anew.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from caravane.course import Course
from caravane.server.live.downtime import Downtime
from caravane.server.live.loader import TableLoader
from caravane.server.live.table_cache import Leave, TableCache
from caravane.server.live.tasks import Tasks
from caravane.server.problems import Refused
from caravane.server.store import snapshots
from caravane.server.store.log import Conflict, LogWriter
from caravane.server.store.log_batch import batch_of
from caravane.server.store.snapshots import off_loop
from caravane.server.tables import decisions, facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable

ATTEMPTS = 5  # to be faster than other processes

Decide = Callable[[LiveTable], Draft]  # pure: a table and what is asked in, facts or a refusal out
Then = Callable[[LiveTable | None, int | None, Exception | None], None]  # the table, the index of its last fact
Committed = Callable[[LiveTable, Draft, int], None]
CaughtUp = Callable[[LiveTable, int], None]


@dataclass(slots=True)
class Command:
    """What is to be decided at a table. A request that was carried out before is not decided again."""

    table: str
    decide: Decide
    request: str | None
    then: Then
    attempts: int = ATTEMPTS


class Committer:
    """Decides, stores, and says what is durable: `committed` to whoever changes memory, `then` to whoever asked."""

    def __init__(
        self,
        cache: TableCache,
        loader: TableLoader,
        writer: LogWriter,
        downtime: Downtime,
        tasks: Tasks,
        *,
        committed: Committed,
        caught_up: CaughtUp,
    ) -> None:
        self._cache = cache
        self._loader = loader
        self._writer = writer
        self._downtime = downtime
        self._tasks = tasks
        self._committed = committed
        self._caught_up = caught_up
        self.is_stopping = False

    def submit(self, table: str, decide: Decide, request: str | None, then: Then) -> None:
        """Carry out a command when its turn comes: at once, unless the table is storing or not in memory."""
        self._cache.in_turn(table, partial(self._begin, Command(table, decide, request, then)))

    def _begin(self, command: Command, leave: Leave) -> None:
        table = self._cache.get(command.table)
        if self.is_stopping:
            _finish(command, leave, error=Refused("stopping"))
        elif table is None or self._downtime.must_ask:
            self._tasks.spawn(self._begin_after(self._load(command.table), command, leave))
        elif command.request is not None and command.request in table.requests:
            _finish(command, leave, table, table.requests[command.request])
        else:
            self._commit(table, command, leave)

    async def _begin_after(self, work: Awaitable[None], command: Command, leave: Leave) -> None:
        try:
            await work
        except asyncio.CancelledError:
            _finish(command, leave, error=Refused("stopping"))
            raise
        except Exception as error:  # noqa: BLE001  # whoever asked is told
            _finish(command, leave, error=error)
        else:
            self._begin(command, leave)

    async def _load(self, table: str) -> None:
        await self._downtime.ask()
        await self._loader.load(table)

    def _commit(self, table: LiveTable, command: Command, leave: Leave) -> None:
        try:
            draft, is_for_clocks = self._decide(table, command)
            now = self._downtime.tick()
            batch = batch_of(table, draft, now)
        except Exception as error:  # noqa: BLE001  # whoever asked is told
            _finish(command, leave, error=error)
            return
        if not draft.facts:
            _finish(command, leave, table)
            return
        if (past := _long_past(table, draft)) is not None:
            self._tasks.spawn(self._begin_after(past, command, leave))
            return

        def stored(error: Exception | None) -> None:
            """What was decided is durable now: it happened."""
            if isinstance(error, Conflict):
                self._tasks.spawn(self._begin_after(self._catch_up(table, command), command, leave))
                return
            if error is None:
                try:
                    self._committed(table, draft, now)
                except Exception as broken:  # noqa: BLE001  # whoever asked is told
                    error = broken
            if error is None and is_for_clocks:
                self._begin(command, leave)
                return
            last = table.requests.get(command.request) if command.request is not None else table.sequence - 1
            _finish(command, leave, table, last, error)

        self._writer.put(batch, stored)

    def _decide(self, table: LiveTable, command: Command) -> tuple[Draft, bool]:
        """What was asked; or what clocks are owed, which comes first: all is decided by clocks that are right."""
        owed = self._downtime.owed(table)
        if not owed:
            draft = command.decide(table)
            owed = self._downtime.owed(table)
            if not owed:  # else the machine slept at this very moment
                return draft, False
        return decisions.wait(table, self._downtime.tick(), owed), True

    async def _catch_up(self, table: LiveTable, command: Command) -> None:
        command.attempts -= 1
        if not command.attempts:
            raise Refused("stale")
        self._caught_up(table, await self._loader.refresh(table))


def _long_past(table: LiveTable, draft: Draft) -> Awaitable[None] | None:
    """Finding what is taken back to, off the loop, where a table that was loaded replays much for it; then ask again."""
    course = table.course
    for fact in draft.facts:
        if isinstance(fact, facts.Undone) and course is not None and fact.kept < course.done:
            distance = course.distance_to(fact.kept)
            if distance > snapshots.LONG:
                return off_loop(distance, partial(_find, course, fact.kept))
    return None


def _find(course: Course, kept: int) -> None:
    course.state_after(kept)


def _finish(
    command: Command,
    leave: Leave,
    table: LiveTable | None = None,
    index: int | None = None,
    error: Exception | None = None,
) -> None:
    try:
        command.then(table, index, error)
    finally:
        leave()
