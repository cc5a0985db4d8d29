"""The hall: finds tables, carries out what was decided, stores it, and tells those who watch.

A command runs under its table's lock: decide on what is in memory, store, and only then change memory and tell.
When another process was faster, the log says so; the table is read again and the command decided anew.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from caravane.chance import new_secret
from caravane.game import load
from caravane.server import database as db
from caravane.server import decisions, facts, heartbeat, messages, negotiation, sight, wire
from caravane.server.bus import Bus, News
from caravane.server.draft import Draft
from caravane.server.log import Batch, Conflict, LogWriter
from caravane.server.minds import Minds
from caravane.server.people import People, new_id
from caravane.server.problems import Refused
from caravane.server.rates import Rates
from caravane.server.room import Room, Watcher
from caravane.server.storing import LOOK_AGAIN_MS, batch_of, sitters_after
from caravane.server.table import LiveTable, Sitter, read_saved

log = structlog.get_logger()

CACHED = 2000  # tables kept in memory
SNAPSHOT_EVERY = 64  # facts
SWEEP_SECONDS = 5.0
HINTS_PER_MINUTE, HINTS_AT_ONCE = 10, 4  # of one person; each costs a process about a second
ATTEMPTS = 5

Decide = Callable[[LiveTable], Draft]
Then = Callable[[LiveTable | None, int | None, Exception | None], None]


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Hall:
    """All tables, as this process knows them."""

    def __init__(
        self,
        engine: AsyncEngine,
        people: People,
        minds: Minds,
        channels_url: str = "",
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self._engine = engine
        self.people = people
        self.minds = minds
        self.now = now
        self.writer = LogWriter(engine)
        self.bus = Bus(channels_url, new_id(), self._hear)
        self.rooms: dict[str, Room] = {}
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._talked: dict[str, set[negotiation.Job]] = {}  # by table: what bots said or tried to say
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self.sessions: set[object] = set()
        self.stopping = False
        self.moves = 0
        self.hint_rates = Rates(HINTS_PER_MINUTE, at_once=HINTS_AT_ONCE)

    @property
    def tables_in_memory(self) -> int:
        """How many."""
        return len(self._tables)

    @property
    def bots_thinking(self) -> int:
        """At how many tables."""
        return len(self._thinking)

    async def start(self) -> None:
        """Open the hall; tables that waited for a clock or a bot are looked after."""
        self.writer.start()
        await self.bus.start()
        await self._make_up(await heartbeat.come_back(self._engine, self.now()))
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Refuse new commands, finish what was begun, tell everybody."""
        self.stopping = True
        for room in self.rooms.values():
            room.send_all(messages.Stopping())
        tasks = [*self._thinking.values(), *self._errands, *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for alarm in self._alarms.values():
            alarm.cancel()
        with contextlib.suppress(OSError, sa.exc.SQLAlchemyError):
            await heartbeat.beat(self._engine, self.now())
        await self.writer.stop()
        await self.bus.stop()

    # --- finding tables -----------------------------------------------------------------------------------

    def _lock(self, table: str) -> asyncio.Lock:
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        return lock

    async def get(self, table: str) -> LiveTable:
        """A table by id."""
        found = self._tables.get(table)
        if found is not None:
            self._tables.move_to_end(table)
            return found
        async with self._lock(table):
            return await self._get(table)

    async def _get(self, table: str) -> LiveTable:
        found = self._tables.get(table)
        if found is None:
            found = await self._load(table)
            self._keep(found)
        return found

    def _keep(self, table: LiveTable) -> None:
        self._tables[table.id] = table
        while len(self._tables) > CACHED:
            oldest = next(iter(self._tables))
            if oldest in self.rooms:  # somebody watches it
                self._tables.move_to_end(oldest)
                continue
            del self._tables[oldest]
            self._locks.pop(oldest, None)
            self._talked.pop(oldest, None)

    def forget(self, table: str) -> None:
        """Read it from the log the next time."""
        self._tables.pop(table, None)

    async def _load(self, identity: str) -> LiveTable:
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(db.tables).where(db.tables.c.id == identity))).mappings().first()
            if row is None:
                raise Refused("unknown-table")
            newest = (
                sa.select(db.snapshots)
                .where(db.snapshots.c.table == identity)
                .order_by(db.snapshots.c.sequence.desc())
                .limit(1)
            )
            snapshot = (await connection.execute(newest)).mappings().first()
            query = sa.select(db.events.c.at, db.events.c.body).where(db.events.c.table == identity)
            rows = (await connection.execute(query.order_by(db.events.c.sequence))).all()
        table = LiveTable(
            id=row["id"],
            game=load(row["game"]),
            terms=msgspec.json.decode(row["terms"], type=facts.Terms),
            visibility=row["visibility"],
            secret=row["secret"],
            opened_at=row["opened_at"],
            seats=[Sitter() for _ in range(row["seats"])],
        )
        saved = read_saved(snapshot["body"]) if snapshot else None
        covered = snapshot["sequence"] if snapshot and saved else 0
        for at, body in rows[:covered]:
            table.note(facts.decode(body), at)
        if saved:
            table.restore(saved)
        for at, body in rows[covered:]:
            table.fold(facts.decode(body), at)
        await self.people.know(table.people())
        return table

    async def select(self, query: sa.Select[Any]) -> list[str]:
        """Ids of tables."""
        async with self._engine.connect() as connection:
            return [str(row[0]) for row in (await connection.execute(query)).all()]

    async def database_answers(self) -> bool:
        """Whether the database is there."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.select(1))
        except (OSError, sa.exc.SQLAlchemyError):
            return False
        return True

    async def _refresh(self, table: LiveTable) -> None:
        """Read what other processes added, and tell those who watch here."""
        query = (
            sa.select(db.events.c.at, db.events.c.body)
            .where(db.events.c.table == table.id, db.events.c.sequence > table.sequence)
            .order_by(db.events.c.sequence)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        news = [(facts.decode(body), at) for at, body in rows]
        await self.people.know({person for fact, _ in news if (person := getattr(fact, "person", None)) is not None})
        # From here on nothing waits: who begins to watch has either seen the news or is told.
        first = table.sequence
        for fact, at in news:
            table.fold(fact, at)
        if news:
            self._tell_watchers(table, first)
            self._set_alarm(table)

    # --- carrying out -------------------------------------------------------------------------------------

    async def run(self, identity: str, decide: Decide, request: str | None = None) -> tuple[LiveTable, int | None]:
        """Decide, store, tell; gives the table and the index of the last fact that the request caused.

        A request that was carried out before is not decided again.
        """
        if self.stopping:
            raise Refused("stopping")
        async with self._lock(identity):
            table = await self._get(identity)
            for _ in range(ATTEMPTS):
                if request is not None and request in table.requests:
                    return table, table.requests[request]
                draft = decide(table)
                if not draft.facts:
                    return table, None
                try:
                    await self._commit(table, draft)
                except Conflict:
                    await self._refresh(table)
                    continue
                index = table.requests.get(request) if request is not None else table.sequence - 1
                return table, index
        raise Refused("stale")

    def run_now(self, identity: str, decide: Decide, request: str, then: Then) -> bool:
        """Do as `run` does, without a task that waits: `then` is called with what `run` gives, or with the error.

        False, and nothing happened, where there is more to wait for than the disk: take `run` then.
        """
        table, lock = self._tables.get(identity), self._lock(identity)
        if table is None or self.stopping or self.bus.is_shared or request in table.requests or not take(lock):
            return False
        try:
            draft, now = decide(table), self.now()
            batch = batch_of(table, draft, now)
        except Exception:
            lock.release()
            raise

        def stored(error: Exception | None) -> None:
            try:
                if error is None:
                    self._enter(table, draft, now)
            except Exception as broken:  # noqa: BLE001  # whoever asked is told
                error = broken
            finally:
                lock.release()
            if isinstance(error, Conflict):
                self._errand(self._run_then(identity, decide, request, then))
            else:
                then(table, table.requests.get(request), error)

        self.writer.put(batch, stored)
        return True

    async def _run_then(self, identity: str, decide: Decide, request: str, then: Then) -> None:
        try:
            table, index = await self.run(identity, decide, request)
        except Exception as error:  # noqa: BLE001  # whoever asked is told
            then(None, None, error)
        else:
            then(table, index, None)

    async def _commit(self, table: LiveTable, draft: Draft) -> None:
        now = self.now()
        await self.writer.append(batch_of(table, draft, now))
        self._enter(table, draft, now)
        if self.bus.is_shared:
            await self.bus.tell(table=table.id)

    def _enter(self, table: LiveTable, draft: Draft, now: int) -> None:
        """What was drafted is durable now: it happened."""
        first = table.sequence
        for fact, reached in zip(draft.facts, draft.reached, strict=True):
            table.fold(fact, now, reached)
            self.moves += isinstance(fact, facts.Acted)
        if first // SNAPSHOT_EVERY != table.sequence // SNAPSHOT_EVERY and table.state is not None:
            self._errand(self._snapshot(table))
        self._tell_watchers(table, first)
        self._attend(table)

    async def _snapshot(self, table: LiveTable) -> None:
        row = {"table": table.id, "sequence": table.sequence, "body": msgspec.msgpack.encode(table.save())}
        with contextlib.suppress(Conflict):  # a cache: whoever was first is right
            await self.writer.append(Batch(events=[], snapshot=row))

    def _errand(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

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
        now = self.now()
        opening: list[facts.AnyFact] = [facts.Opened(by=terms.owner), *seats]
        count = len(opening) - 1
        table = LiveTable(
            id=new_id(),
            game=load(game),
            terms=terms,
            visibility=visibility,
            secret=new_secret().hex(),
            opened_at=now,
            seats=[Sitter() for _ in range(count)],
        )
        times = [now] * len(opening)
        for fact, at in more:
            opening.append(fact)
            times.append(at)
        for fact, at in zip(opening, times, strict=True):
            table.fold(fact, at)
        await self.people.know(table.people())
        row = {
            "id": table.id,
            "game": game,
            "seats": count,
            "terms": msgspec.json.encode(terms).decode(),
            "visibility": visibility,
            "secret": table.secret,
            "status": table.status,
            "opened_at": now,
            "ended_at": table.ended_at,
            "wake_at": now if table.status == "running" else None,
        }
        events = [
            {"table": table.id, "sequence": number, "at": at, "body": facts.encode(fact)}
            for number, (fact, at) in enumerate(zip(opening, times, strict=True), 1)
        ]
        await self.writer.append(Batch(events=events, new_table=row, sitters=sitters_after(table, opening)))
        self._keep(table)
        await self.run(table.id, decisions.start_when_full)
        self._attend(table)
        return table

    # --- those who watch ----------------------------------------------------------------------------------

    def watch(self, table: LiveTable, watcher: Watcher) -> None:
        """From now on the watcher is told."""
        room = self.rooms.setdefault(table.id, Room())
        room.add(watcher)
        self._presence_changed(table, room)

    def unwatch(self, table: str, watcher: Watcher) -> None:
        """No more."""
        room = self.rooms.get(table)
        if room is None:
            return
        room.remove(watcher)
        if (found := self._tables.get(table)) is not None:
            self._presence_changed(found, room)
        if room.is_empty:
            self.rooms.pop(table, None)

    def connected(self, table: str) -> frozenset[int]:
        """The seats with somebody at the other end."""
        room = self.rooms.get(table)
        return room.connected() if room else frozenset()

    def _presence_changed(self, table: LiveTable, room: Room) -> None:
        if not room.presence_changed():
            return
        self._tell_table(table)
        if self.bus.is_shared:
            self._errand(self.bus.tell(table=table.id, connected=sorted(room.here())))

    def _tell_table(self, table: LiveTable) -> None:
        room = self.rooms.get(table.id)
        if room is None:
            return
        for person, watchers in room.by_person().items():
            shown = sight.table_facts(table, person, self.people.name, room.connected())
            room.send(watchers, messages.TableChanged(table=shown))

    def _tell_watchers(self, table: LiveTable, first: int) -> None:
        """Send each watcher what it may know of the facts from index `first` on."""
        room = self.rooms.get(table.id)
        if room is None:
            return
        kinds = {type(fact) for fact in table.log[first:]}
        moved = not kinds.isdisjoint(_MOVES)
        now = self.now()
        told: dict[int, sight.Told] = {}
        for viewer, watchers in room.by_viewer().items():
            like = sight.told_like(table, viewer)
            if like not in told:
                told[like] = sight.tell(table, viewer, first, self.people.name)
            sequence, entries = told[like]
            if entries is None:
                continue  # what it may not know of does not exist for it
            room.send(
                watchers,
                messages.Update(
                    table=table.id,
                    seat=viewer,
                    sequence=sequence,
                    entries=entries,
                    position=sight.position(table, viewer, now) if moved else None,
                ),
            )
        if not kinds.isdisjoint(_TABLE_FACTS):
            self._tell_table(table)

    async def _hear(self, news: News) -> None:
        """Another process says that something changed."""
        if news.person is not None:
            self.people.forget(news.person)
            await self.people.get(news.person)
        if news.table is None or news.table not in self._tables:
            return
        async with self._lock(news.table):
            table = self._tables[news.table]
            if news.connected is not None:
                room = self.rooms.get(news.table)
                if room is not None:
                    room.elsewhere[news.origin] = frozenset(news.connected)
                    self._presence_changed(table, room)
                return
            await self._refresh(table)

    # --- clocks and bots ----------------------------------------------------------------------------------

    def _attend(self, table: LiveTable) -> None:
        """See to it that clocks and bots go on."""
        self._set_alarm(table)
        if table.is_over:
            self._talked.pop(table.id, None)
        if table.id not in self._thinking and not self.stopping and self._bots_have_work(table):
            self._thinking[table.id] = asyncio.create_task(self._let_bots_play(table.id))

    def _bots_have_work(self, table: LiveTable) -> bool:
        return table.has_bots and (bool(_bots_to_move(table)) or self._next_word(table) is not None)

    def _next_word(self, table: LiveTable) -> negotiation.Job | None:
        """What a bot has to say, if it was not tried before."""
        tried = self._talked.get(table.id, set())
        return next((job for job in negotiation.jobs(table) if job not in tried), None)

    async def _let_bots_play(self, identity: str) -> None:
        try:
            while True:
                table = await self.get(identity)
                job = self._next_word(table)
                if job is not None:
                    self._talked.setdefault(identity, set()).add(job)
                    await negotiation.carry_out(self, table, job)
                elif seats := _bots_to_move(table):
                    await self._let_bot_play(table, seats[0])
                else:
                    return
        finally:
            # Here and not when the task is done: whoever acts between the two would find nobody at work.
            self._thinking.pop(identity, None)

    async def _let_bot_play(self, table: LiveTable, seat: int) -> None:
        identity = table.id
        room = self.rooms.get(identity)
        if room is not None:
            warming = not self.minds.is_warm(table.game.id)
            room.send_all(messages.Thinking(table=identity, seat=seat, warming=warming))
        view = table.view(seat)
        legal = table.legal(seat)
        level = table.seats[seat].level or decisions.STAND_IN_LEVEL
        memory, resolve = negotiation.memory(table, seat), negotiation.resolve(table, seat)
        action = await self.minds.choose(table.game, view.tobytes(), seat, level, legal, memory, resolve)
        # Others may have acted meanwhile; the choice stands if it is still legal.
        try:
            await self.run(identity, lambda found: _bot_draft(found, seat, action))
        except Refused:
            await asyncio.sleep(0.05)

    def _set_alarm(self, table: LiveTable) -> None:
        if not table.clocks.ticks:
            return
        alarm = self._alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        deadline = table.clocks.deadline() if table.status == "running" else None
        if deadline is None or self.stopping:
            return
        delay = max(0.0, (deadline - self.now()) / 1000) + 0.01
        if delay < 3600:  # later ones are found by the sweeper
            loop = asyncio.get_running_loop()
            self._alarms[table.id] = loop.call_later(delay, lambda: self._errand(self.ring(table.id)))

    async def ring(self, table: str) -> None:
        """A clock may be over."""
        with contextlib.suppress(Refused):
            await self.run(table, lambda found: decisions.time_is_over(found, self.now()))

    async def _sweep(self) -> None:
        """Find tables that nobody looks after: after a restart, or when another process died."""
        while True:
            try:
                await heartbeat.beat(self._engine, self.now())
                await self.look_after()
            except Exception:  # the database may be away for a moment
                log.exception("hall.sweep")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _make_up(self, away: int) -> None:
        """Give the time back for which no server was there."""
        if not away:
            return
        log.info("hall.was_away", ms=away)
        clocked = db.tables.c.terms.not_like('%"clock":{"type":"none"}%')
        for identity in await self.select(sa.select(db.tables.c.id).where(db.tables.c.status == "running", clocked)):
            await self.run(identity, lambda table: decisions.wait(table, self.now(), away))

    async def look_after(self) -> None:
        """Attend to every table whose time to be looked at has come."""
        now = self.now()
        query = sa.select(db.tables.c.id).where(db.tables.c.status == "running", db.tables.c.wake_at < now).limit(200)
        async with self._engine.connect() as connection:
            found = (await connection.scalars(query)).all()
        for identity in found:
            table = await self.get(identity)
            if self.bus.is_shared:
                async with self._lock(identity):
                    await self._refresh(table)
            await self.ring(identity)
            self._attend(table)
            await self._wake_later(table)

    async def _wake_later(self, table: LiveTable) -> None:
        deadline = table.clocks.deadline() if table.status == "running" else None
        soon = self.now() + LOOK_AGAIN_MS
        wake = soon if self._bots_have_work(table) else (max(soon, deadline) if deadline is not None else None)
        async with db.writing(self._engine) as connection:
            await connection.execute(sa.update(db.tables).where(db.tables.c.id == table.id).values(wake_at=wake))


_MOVES = {
    facts.Started, facts.Acted, facts.Undone, facts.Ended, facts.Aborted, facts.Replaced, facts.Returned,
    facts.PhaseBegan, facts.SeatReady, facts.Resigned,
}  # fmt: skip
_TABLE_FACTS = {
    facts.SeatSet, facts.Started, facts.Replaced, facts.Returned, facts.Resigned, facts.Ended, facts.Aborted,
    facts.Rematched,
}  # fmt: skip


def _bots_to_move(table: LiveTable) -> list[int]:
    return [seat for seat in table.to_move if table.seats[seat].is_bot] if negotiation.may_write(table) else []


def _bot_draft(table: LiveTable, seat: int, action: int) -> Draft:
    if seat not in _bots_to_move(table):
        return Draft(table)
    if action not in table.legal(seat):
        return Draft(table)
    return decisions.bot_act(table, seat, action)


def take(lock: asyncio.Lock) -> bool:
    """Acquire a lock if there is nothing to wait for."""
    if lock.locked():
        return False
    acquiring = lock.acquire()
    try:
        acquiring.send(None)
    except StopIteration:
        return True
    acquiring.close()  # it was promised to somebody who waited
    return False
