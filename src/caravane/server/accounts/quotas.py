"""What one person, or one address, may have at a time: tables, bots, sockets, watches, words. See docs/hosting.md."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.server.accounts.rates import Rates
from caravane.server.config import Settings
from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.server.tables.table import LiveTable
from caravane.text import Text

COMMANDS_AT_ONCE = 100
FRAMES, FRAMES_AT_ONCE = 4, 1000  # of a socket for each command that is allowed; at once

asking_address: ContextVar[str] = ContextVar("asking_address", default="")  # from where the present request comes


class Tally:
    """How many of something each name has; with `most` 0 as many as it likes. Names that have none are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, name: str, count: int = 1) -> bool:
        """One more, or what counts for several, unless there are too many already."""
        if self._most and self._counts[name] >= self._most:
            return False
        self._counts[name] += count
        return True

    def remove(self, name: str, count: int = 1) -> None:
        """Count so many less; a name at zero is forgotten."""
        self._counts[name] -= count
        if self._counts[name] <= 0:
            del self._counts[name]


class Quotas:
    """All of them, for one process."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        self._settings = settings
        self._engine = engine
        self._opened = _per_hour(settings.tables_per_hour)
        self._opened_from = _per_hour(settings.tables_per_hour_per_address)
        self._opening: Counter[str] = Counter()
        self._words = Rates(settings.messages_per_minute, at_once=settings.messages_per_minute)
        self._words_of_watchers = Rates(
            settings.spectator_messages_per_minute, at_once=max(1.0, settings.spectator_messages_per_minute / 2)
        )
        per_second, from_address = settings.commands_per_second, settings.commands_per_second_per_address
        self.commands = Rates(60 * per_second, at_once=max(COMMANDS_AT_ONCE, 2 * per_second))
        self.commands_from = Rates(60 * from_address, at_once=max(10 * COMMANDS_AT_ONCE, 2 * from_address))
        # Frames of whatever kind: pings and scraps cost time too.
        self.frames = Rates(FRAMES * 60 * per_second, at_once=FRAMES_AT_ONCE)
        self.frames_from = Rates(FRAMES * 60 * from_address, at_once=10 * FRAMES_AT_ONCE)
        self.sockets = Tally(settings.sockets_per_person)
        self.sockets_from = Tally(settings.sockets_per_address)
        self.strangers_from = Tally(settings.anonymous_sockets_per_address)
        self.watches = Tally(settings.watched_tables_per_person)

    @contextmanager
    def opening(self, person: str) -> Iterator[None]:
        """A table is being opened: until it is stored it counts here."""
        self._opening[person] += 1
        try:
            yield
        finally:
            self._opening[person] -= 1
            if not self._opening[person]:
                del self._opening[person]

    async def check_opening(self, table: LiveTable) -> None:
        """Whether somebody may open one more table; called while it is `opening`. A finished one is held by nobody."""
        person = table.terms.owner
        if not table.is_over:
            await self._check_held(table, person)
        self._check_rate(person)

    async def _check_held(self, table: LiveTable, person: str) -> None:
        others = self._opening[person] - 1
        held, of_bots = await self._held(person)
        most = self._settings.unfinished_tables
        if most and held + others >= most:
            raise Refused(
                "too-many-held",
                Text(
                    f"Vous avez déjà {held} tables non finies ; finissez-en ou fermez-en une avant d’en ouvrir une autre.",
                    f"You have {held} unfinished tables already; finish or close one before you open another.",
                ),
            )
        if all(sitter.kind == "bot" for sitter in table.seats):
            self._check_bot_tables(of_bots + others)

    async def check_bot_tables(self, person: str) -> None:
        """Whether somebody may have one more table at which only bots play; called while it is `opening`."""
        self._check_bot_tables((await self._held(person))[1] + self._opening[person] - 1)

    def _check_bot_tables(self, count: int) -> None:
        if 0 < self._settings.bot_only_tables <= count:
            raise Refused("too-many-bots")

    def _check_rate(self, person: str) -> None:
        waits = [self._opened.take(person)]
        if address := asking_address.get():
            waits.append(self._opened_from.take(address))
        if any(waits):
            minutes = int(max(waits) / 60) + 1
            raise Refused(
                "too-many-tables",
                Text(
                    f"Vous avez ouvert beaucoup de tables en peu de temps ; la prochaine dans {minutes} min.",
                    f"You have opened many tables in a short time; the next one in {minutes} min.",
                ),
            )

    async def _held(self, person: str) -> tuple[int, int]:
        """Unfinished tables of somebody, and those of them at which only bots sit."""
        mine = (db.tables.c.owner == person, db.tables.c.status.in_(("open", "running")))
        nobody = ~sa.exists().where(db.sitters.c.table == db.tables.c.id)
        count = sa.select(sa.func.count()).select_from(db.tables)
        async with self._engine.connect() as connection:
            held = await connection.scalar(count.where(*mine)) or 0
            of_bots = await connection.scalar(count.where(*mine, db.tables.c.status == "running", nobody)) or 0
        return held, of_bots

    def check_words(self, person: str, *, is_watcher: bool) -> None:
        """Whether somebody may write to the table now; those who only watch less often."""
        wait = (self._words_of_watchers if is_watcher else self._words).take(person)
        if wait:
            seconds = int(wait) + 1
            raise Refused(
                "too-talkative",
                Text(
                    f"Vous écrivez vite ; attendez {seconds} s avant le prochain message.",
                    f"You write fast; wait {seconds} s before the next message.",
                ),
            )


def _per_hour(count: int) -> Rates:
    """At most so many in any hour: half of them at once, and the other half as the hour goes by."""
    return Rates(count / 2 / 60, at_once=max(1.0, count / 2))
