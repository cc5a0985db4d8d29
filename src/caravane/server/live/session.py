"""One socket of somebody: commands in, answers and news out."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from time import thread_time
from typing import Any

import msgspec
import structlog

from caravane.errors import CaravaneError
from caravane.game import SPECTATOR
from caravane.server.accounts.people import Person
from caravane.server.accounts.rates import Bucket
from caravane.server.effort import Metered, current
from caravane.server.live import projection
from caravane.server.live.commands import Asker, SheetDecision, decision
from caravane.server.live.committer import Decide
from caravane.server.live.connection import Connection
from caravane.server.live.patches import Sent
from caravane.server.live.service import TableService
from caravane.server.live.subscribers import Watcher
from caravane.server.live.tasks import Tasks
from caravane.server.live.viewing import choose_viewer, make_snapshot, read_entries
from caravane.server.problems import Refused, problem
from caravane.server.store.snapshots import LONG
from caravane.server.tables import talking
from caravane.server.tables.checks import check_seat
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable
from caravane.server.wire import messages
from caravane.server.wire.complaints import complaint
from caravane.server.wire.inputs import LARGEST, check_json
from caravane.text import Language

log = structlog.get_logger()

TABLES_AT_ONCE = 200
MOST_WAITING = 16  # commands of one socket; then it is not read from any more
_decoder: msgspec.json.Decoder[messages.ToServer] = msgspec.json.Decoder(messages.ToServer)
_encoder = msgspec.json.Encoder()

Answer = Callable[[LiveTable, int | None], messages.ToClient]  # from a table and the index of its last fact


class Session:
    """Carries out the commands of one socket, one after the other, and answers each."""

    def __init__(
        self,
        service: TableService,
        connection: Connection,
        person: Person | None,
        language: Language,
        limits: Iterable[Bucket] = (),
        counted: str = "",
    ) -> None:
        self.service = service
        self.person = person
        self._connection = connection
        self._language: Language = language
        self._limits = tuple(limits)
        self._effort = current.get()
        self._counted = counted  # who or where has this watch or that
        self._who = person.id if person else None
        self._may_play = person is None or person.credential is None or person.credential.allows("play")
        self._waiting: deque[bytes] = deque()
        self._is_busy = False  # one command is being carried out
        self._is_going_on = False
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._watching: dict[str, Watcher] = {}
        self._tasks = Tasks()
        self.hang_up: Callable[[], None] = lambda: None
        self.has_ended = False

    def end(self) -> None:
        """What this socket was opened with is void: it is told nothing more and obeyed no more."""
        if not self.has_ended:
            self.has_ended = True
            self.close()
            self.hang_up()

    async def finish(self) -> None:
        """Carry out what came before the socket was closed; then watch nothing any more."""
        await self._is_idle.wait()
        self.close()

    def close(self) -> None:
        """Watch nothing any more."""
        for table in list(self._watching):
            self._unwatch(table)

    def send(self, message: messages.ToClient) -> None:
        """Send something over this socket."""
        self._connection.send_text(_encoder.encode(message))

    # --- one command after the other ----------------------------------------------------------------------

    def on_message(self, data: bytes) -> None:
        """A command came: it is carried out when those before it are answered."""
        self._waiting.append(data)
        self._is_idle.clear()
        if len(self._waiting) >= MOST_WAITING:
            self._connection.pause()
        self._go_on()

    def _go_on(self) -> None:
        if self._is_going_on:  # what is answered at once is followed by the next in this loop
            return
        self._is_going_on = True
        began = thread_time()
        while self._waiting and not self._is_busy:
            self._is_busy = True
            self._carry_out(self._waiting.popleft())
        self._is_going_on = False
        if self._effort is not None:
            self._effort.spend(thread_time() - began)
        if len(self._waiting) < MOST_WAITING:
            self._connection.resume()
        if not self._is_busy:
            self._is_idle.set()

    def _carry_out(self, data: bytes) -> None:
        request: str | None = None
        try:
            if len(data) > LARGEST:
                raise Refused("too-large")
            if self.has_ended:
                raise Refused("unauthorized")
            command = _decode(data)
            request = command.request
            self._check_limits()
            self._obey(command)
        except Exception as error:  # noqa: BLE001  # the socket lives on, and so does everybody else's
            self._fail(request, error)

    def _check_limits(self) -> None:
        """Not too many commands of this person, or of this address, over all sockets; and not too much work."""
        now = time.monotonic()
        if any(limit.take(now) for limit in self._limits):
            raise Refused("too-many")
        if self._effort is not None:
            self._effort.check()

    def _answer(self, message: messages.ToClient) -> None:
        self.send(message)
        self._is_busy = False
        self._go_on()

    def _fail(self, request: str | None, error: Exception) -> None:
        if not isinstance(error, CaravaneError):
            log.error("socket.failed", exc_info=error)
            error = Refused("broken")
        told = problem(error, self._language)
        self._answer(
            messages.Failed(
                request=request,
                code=told.code,
                sentence=told.sentence,
                text=told.text,
                rule=told.rule,
                remedy=told.remedy,
            )
        )

    def _obey(self, command: messages.ToServer) -> None:
        match command:
            case messages.Ping():
                self._answer(messages.Pong(request=command.request, now=self.service.now()))
            case messages.Watch():
                self._wait_for(command.request, self._watch(command))
            case messages.Unwatch(table=table):
                self._unwatch(table)
                self._answer(messages.Done(request=command.request))
            case messages.Sheet():
                self._read_sheet(command)
            case messages.Say():
                self._wait_for(command.request, self._say(command))
            case _:
                self._check_may_play()
                by = self._asker(command.request)
                answer = partial(self._done, command.request, command.seat)
                self._submit(command.table, command.request, decision(command, by), by.request, answer)

    def _wait_for(self, request: str, work: Coroutine[Any, Any, None]) -> None:
        """Carry out what has to wait for the database before anything can be decided."""

        async def wait() -> None:
            try:
                await (work if self._effort is None else Metered(work, self._effort))
            except Exception as error:  # noqa: BLE001  # as in `_carry_out`
                self._fail(request, error)

        self._tasks.spawn(wait())

    # --- what is decided at a table -----------------------------------------------------------------------

    def _asker(self, request: str) -> Asker:
        is_program = self.person is not None and self.person.is_program
        # With the person in it, nobody's requests can be mistaken for another's.
        return Asker(self._who, f"{self._who}:{request}", self.service.now(), is_program)

    def _check_may_play(self) -> None:
        if not self._may_play:
            raise Refused("scope")

    def _submit(self, table: str, name: str, decide: Decide, request: str | None, answer: Answer) -> None:
        """Have something decided and stored, then answer the command of this name."""

        def decide_if_known(table: LiveTable) -> Draft:
            if self.has_ended:  # while it waited for its turn
                raise Refused("unauthorized")
            return decide(table)

        def then(table: LiveTable | None, index: int | None, error: Exception | None) -> None:
            try:
                if error is not None or table is None:
                    raise error or Refused("broken")
                message = answer(table, index)
            except Exception as why:  # noqa: BLE001  # as in `_carry_out`
                self._fail(name, why)
            else:
                self._answer(message)

        self.service.submit(table, decide_if_known, request, then)

    def _read_sheet(self, command: messages.Sheet) -> None:
        if command.write:
            self._check_may_play()
        by = self._asker(command.request)
        decide = SheetDecision(command, by)

        def answer(table: LiveTable, index: int | None) -> messages.SheetRead:
            lines = [projection.sheet_line(table.game, line) for line in decide.reading(table).lines]
            sequence = self._done(command.request, command.seat, table, index).sequence
            return messages.SheetRead(request=command.request, lines=lines, sequence=sequence)

        self._submit(command.table, command.request, decide, by.request if command.write else None, answer)

    async def _say(self, command: messages.Say) -> None:
        person = self.person
        if person is None:
            raise Refused("unknown-visitor")
        self._check_may_play()
        if command.seat is None and command.table not in self._watching:
            raise Refused("not-watching")
        self.service.quotas.check_words(person.id, is_watcher=command.seat is None)
        await self.service.people.get(person.id)  # whose name is shown
        request = self._asker(command.request).request
        self._submit(
            command.table,
            command.request,
            lambda table: talking.say(table, person.id, command.seat, command.among, command.text, request),
            request,
            partial(self._done, command.request, SPECTATOR if command.seat is None else command.seat),
        )

    def _done(self, request: str, viewer: int, table: LiveTable, index: int | None) -> messages.Done:
        """That it was done, with the sequence that it has for the viewer."""
        # A request that is repeated is not decided again, so whose seat it names was not asked yet.
        if viewer != SPECTATOR:
            check_seat(table, self._who, viewer)
        return messages.Done(request=request, sequence=table.sequence_for(viewer, index) if index is not None else None)

    # --- watching -----------------------------------------------------------------------------------------

    async def _watch(self, command: messages.Watch) -> None:
        self.service.cache.hold(command.table)  # so that it is the same table all along
        try:
            await self._begin_to_watch(command)
        finally:
            self.service.cache.drop(command.table)

    async def _begin_to_watch(self, command: messages.Watch) -> None:
        table = await self.service.get(command.table)
        viewer = choose_viewer(table, self.person, SPECTATOR if command.seat is None else command.seat)
        since = command.since or 0
        read = await read_entries(self.service, table, viewer, since)
        if self.has_ended:
            raise Refused("unauthorized")
        # From here on nothing waits, so no news falls between the snapshot and what follows.
        old = self._watching.get(table.id)
        counts = old.counts if old is not None else self._count_watch(table)
        watcher = Watcher(self._who, viewer, self._connection, command.patches, counts=counts)
        self._watching[table.id] = watcher
        self.service.broadcaster.watch(table, watcher)
        if old is not None:
            self.service.broadcaster.unwatch(table.id, old)
        snapshot = make_snapshot(self.service, table, self.person, viewer, since, read)
        if command.patches and snapshot.position is not None:
            watcher.sent = Sent(snapshot.sequence, snapshot.position)
        self._answer(messages.Watching(request=command.request, snapshot=snapshot))

    def _count_watch(self, table: LiveTable) -> int:
        """What is watched stays in memory, so a long table counts for several."""
        counts = 1 + table.sequence // LONG
        if len(self._watching) >= TABLES_AT_ONCE or not self.service.quotas.watches.add(self._counted, counts):
            raise Refused("too-many-watched")
        return counts

    def _unwatch(self, table: str) -> None:
        if (watcher := self._watching.pop(table, None)) is not None:
            self.service.broadcaster.unwatch(table, watcher)
            self.service.quotas.watches.remove(self._counted, watcher.counts)


def _decode(data: bytes) -> messages.ToServer:
    check_json(data)
    try:
        return _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise Refused("malformed", complaint(str(error))) from error
