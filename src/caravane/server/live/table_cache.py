"""Tables in memory. What somebody watches or works at stays; of the rest, those used last. Nothing else is kept.

Whoever changes a table takes a turn at it: one after the other, in the order in which they came.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from caravane.course import RECENT
from caravane.server.tables.table import LiveTable

MOST_IDLE = 2000  # tables that nobody uses and that are kept all the same
MOST_IDLE_BYTES = 256 << 20  # of them: a table may be a hundred times as long as another
FACT_BYTES = 1200  # that a fact takes in memory, as measured in all games


Leave = Callable[[], None]
Turn = Callable[[Leave], None]  # begins what changes a table, and sees to it that `leave` is called once it has done


def weight(table: LiveTable) -> int:
    """About how many bytes a table takes: its log, and the states that are kept for taking back."""
    kept: int = RECENT * table.game.state.itemsize
    return table.sequence * FACT_BYTES + kept


@dataclass(slots=True)
class Hold:
    """Those who use a table, and those of them who wait for their turn to change it."""

    count: int = 0
    waiting: deque[Turn] = field(default_factory=deque)
    is_taken: bool = False
    is_passing_on: bool = False


class TableCache:
    """Tables by id, with a queue for each that is in use. An id that names no table leaves nothing here."""

    def __init__(self, most_idle: int = MOST_IDLE, when_gone: Callable[[str], object] = lambda table: None) -> None:
        self._most_idle = most_idle
        self._when_gone = when_gone
        self._tables: dict[str, LiveTable] = {}
        self._idle: OrderedDict[str, int] = OrderedDict()  # the one used last stands last; by weight
        self._idle_bytes = 0
        self._holds: dict[str, Hold] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, table: str) -> bool:
        return table in self._tables

    @property
    def in_use(self) -> int:
        """How many ids somebody holds."""
        return len(self._holds)

    def get(self, table: str) -> LiveTable | None:
        """A table, if it is in memory."""
        if table in self._idle:
            self._idle.move_to_end(table)
        return self._tables.get(table)

    def keep(self, table: LiveTable) -> None:
        """Remember a table; the idle one that was not used for longest may have to go."""
        self._tables[table.id] = table
        if table.id not in self._holds:
            self._rest(table.id)

    def forget(self, table: str) -> None:
        """Read it from the log the next time."""
        self._wake(table)
        if self._tables.pop(table, None) is not None:
            self._when_gone(table)

    def forget_idle(self) -> list[str]:
        """Forget all that nobody uses; the ids of those that somebody does."""
        for table in list(self._idle):
            self.forget(table)
        return list(self._tables)

    def hold(self, table: str) -> Hold:
        """Keep a table in memory, if it is there or comes, until `drop` is called as often."""
        found = self._holds.get(table)
        if found is None:
            found = self._holds[table] = Hold()
            self._wake(table)
        found.count += 1
        return found

    def drop(self, table: str) -> None:
        """Give back a table that was held; the last to do so lets it be unloaded."""
        found = self._holds[table]
        found.count -= 1
        if not found.count:
            del self._holds[table]
            if table in self._tables:
                self._rest(table)

    def in_turn(self, table: str, turn: Turn) -> None:
        """Begin `turn` as soon as nobody else changes the table: now, if nobody does."""
        hold = self.hold(table)
        hold.waiting.append(turn)
        self._pass_on(table, hold)

    @asynccontextmanager
    async def locked(self, table: str) -> AsyncIterator[None]:
        """Be the only one who changes a table."""
        mine: asyncio.Future[Leave] = asyncio.get_running_loop().create_future()
        self.in_turn(table, lambda leave: leave() if mine.cancelled() else mine.set_result(leave))
        try:
            await mine
            yield
        finally:
            if not mine.cancelled():
                mine.result()()

    def _pass_on(self, table: str, hold: Hold) -> None:
        # A loop: what leaves at once would otherwise begin the next from within itself.
        if hold.is_passing_on:
            return
        hold.is_passing_on = True
        try:
            while hold.waiting and not hold.is_taken:
                hold.is_taken = True
                hold.waiting.popleft()(partial(self._leave, table, hold))
        finally:
            hold.is_passing_on = False

    def _leave(self, table: str, hold: Hold) -> None:
        hold.is_taken = False
        self._pass_on(table, hold)
        self.drop(table)

    def _rest(self, table: str) -> None:
        self._wake(table)
        self._idle[table] = weight(self._tables[table])
        self._idle_bytes += self._idle[table]
        while self._idle and (len(self._idle) > self._most_idle or self._idle_bytes > MOST_IDLE_BYTES):
            self.forget(next(iter(self._idle)))

    def _wake(self, table: str) -> None:
        self._idle_bytes -= self._idle.pop(table, 0)
