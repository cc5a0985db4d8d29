"""The socket: commands in, answers and news out."""

import asyncio
import time
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State

from caravane import __version__
from caravane.errors import CaravaneError
from caravane.game import SPECTATOR
from caravane.server import decisions, messages, sight
from caravane.server.door import find_person, is_foreign, language_of
from caravane.server.draft import Draft
from caravane.server.given import TheHall
from caravane.server.hall import Decide, Hall
from caravane.server.line import Line, line_of
from caravane.server.people import Person, new_id
from caravane.server.problems import Refused, bilingual
from caravane.server.rates import Bucket, bucket
from caravane.server.room import Outbox, Watcher
from caravane.server.table import LiveTable
from caravane.server.table_handlers import choose_viewer, make_snapshot
from caravane.text import Language, Text

log = structlog.get_logger()

LARGEST = 64 * 1024
TABLES_AT_ONCE = 200
FOREIGN, TOO_SLOW, GOING_AWAY = 4403, 4408, 1012  # close codes
_decoder: msgspec.json.Decoder[messages.ToServer] = msgspec.json.Decoder(messages.ToServer)
_act_decoder = msgspec.json.Decoder(messages.Act)

Socket = WebSocket[Any, Any, State]


class Session:
    """One socket."""

    def __init__(self, hall: Hall, person: Person | None, language: Language, limit: Bucket, line: Line | None) -> None:
        self.hall = hall
        self.person = person
        self.language = language
        self.outbox = Outbox(line)
        self._limit = limit
        # Commands are carried out one after the other: one in a task, or one whose action is being stored.
        self._is_hearing = False
        self._is_free = asyncio.Event()
        self._is_free.set()
        self._watching: dict[str, Watcher] = {}

    @property
    def _who(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def _is_program(self) -> bool:
        return self.person is not None and self.person.is_program

    def close(self) -> None:
        """Watch nothing any more."""
        for table, watcher in self._watching.items():
            self.hall.unwatch(table, watcher)
        self._watching.clear()

    async def hear(self, data: str | bytes) -> None:
        """Carry out one command and answer it."""
        self._is_hearing = True
        try:
            await self._is_free.wait()
            await self._hear(data)
        finally:
            self._is_hearing = False

    def hear_now(self, data: bytes) -> bool:
        """Carry out an action, what nearly all commands are, without a task; false: `hear` it."""
        if self._is_hearing or not self._is_free.is_set():
            return False
        try:
            command = _act_decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        if self._limit.take(time.monotonic()):
            return False
        self._is_free.clear()
        is_taken = True
        try:
            request, decide = self._stored(command.request), self._decide(command)
            is_taken = self.hall.run_now(command.table, decide, request, lambda *result: self._acted(command, *result))
        except Exception as error:  # noqa: BLE001  # the socket lives on
            self._acted(command, None, None, error)
        if not is_taken:
            self._is_free.set()
        return is_taken

    def _acted(
        self, command: messages.Act, table: LiveTable | None, index: int | None, error: Exception | None
    ) -> None:
        self._is_free.set()
        if error is not None:
            self.outbox.put_message(self._failed(command.request, error))
        elif table is not None:
            self.outbox.put_message(_done(command.request, table, command.seat, index))

    async def _hear(self, data: str | bytes) -> None:
        request: str | None = None
        try:
            if len(data) > LARGEST:
                raise Refused("too-large")
            command = _decode(data)
            request = command.request
            if self._limit.take(time.monotonic()):
                raise Refused("too-many")
            self.outbox.put_message(await self._obey(command))
        except Exception as error:  # noqa: BLE001  # the socket lives on, and so does everybody else's
            self.outbox.put_message(self._failed(request, error))

    def _failed(self, request: str | None, error: Exception) -> messages.Failed:
        if not isinstance(error, CaravaneError):
            log.error("socket.broken", exc_info=error)
            error = Refused("broken")
        return messages.Failed(
            request=request,
            code=error.code,
            sentence=error.sentence(self.language),
            text=bilingual(error.text),
            rule=error.rule,
        )

    async def _obey(self, command: messages.ToServer) -> messages.ToClient:
        match command:
            case messages.Ping():
                return messages.Pong(request=command.request, now=self.hall.now())
            case messages.Watch():
                return await self._watch(command)
            case messages.Unwatch(table=table):
                if (watcher := self._watching.pop(table, None)) is not None:
                    self.hall.unwatch(table, watcher)
                return messages.Done(request=command.request)
            case messages.Sheet():
                return await self._sheet(command)
            case messages.Say():
                return await self._say(command)
            case _:
                return await self._run(command, command.seat, self._decide(command))

    async def _watch(self, command: messages.Watch) -> messages.Watching:
        table = await self.hall.get(command.table)
        viewer = choose_viewer(table, self.person, SPECTATOR if command.seat is None else command.seat)
        old = self._watching.pop(table.id, None)
        if len(self._watching) >= TABLES_AT_ONCE:
            raise Refused("too-many")
        watcher = Watcher(self._who, viewer, self.outbox)
        # From here to the return nothing waits, so no news falls between the snapshot and what follows.
        self._watching[table.id] = watcher
        self.hall.watch(table, watcher)
        if old is not None:
            self.hall.unwatch(table.id, old)
        snapshot = make_snapshot(self.hall, table, self.person, viewer, command.since or 0)
        return messages.Watching(request=command.request, snapshot=snapshot)

    def _decide(self, command: Any) -> Decide:
        who, request, seat = self._who, self._stored(command.request), command.seat
        match command:
            case messages.Act(action=action, sequence=sequence):
                now = self.hall.now()
                return lambda table: decisions.act(
                    table, who, seat, action, sequence, request, now, is_program=self._is_program
                )
            case messages.Undo():
                return lambda table: decisions.undo(table, who, seat, request)
            case messages.AnswerUndo(agree=agree):
                return lambda table: decisions.answer_undo(table, who, seat, agree, request)
            case messages.Resign():
                return lambda table: decisions.resign(table, who, seat, request)
            case messages.TakeBack():
                return lambda table: decisions.take_back(table, who, seat, request)
            case messages.Propose(to=to, terms=terms):
                name = new_id(8)
                return lambda table: decisions.propose(table, who, seat, to, terms, name, request)
            case messages.AnswerProposal(proposal=name, answer=answer):
                return lambda table: decisions.answer_proposal(table, who, seat, name, answer, request)
            case messages.Ready():
                return lambda table: decisions.ready(table, who, seat, request)
        raise Refused("malformed")

    def _stored(self, request: str) -> str:
        # With the person in it, nobody's requests can be mistaken for another's.
        return f"{self._who}:{request}"

    async def _run(self, command: Any, viewer: int, decide: Decide) -> messages.Done:
        table, index = await self.hall.run(command.table, decide, self._stored(command.request))
        return _done(command.request, table, viewer, index)

    async def _say(self, command: messages.Say) -> messages.Done:
        person = self.person
        if person is None:
            raise Refused("unknown-visitor")
        request = self._stored(command.request)
        await self.hall.people.get(person.id)
        viewer = SPECTATOR if command.seat is None else command.seat
        return await self._run(
            command,
            viewer,
            lambda table: decisions.say(table, person.id, command.seat, command.among, command.text, request),
        )

    async def _sheet(self, command: messages.Sheet) -> messages.SheetRead:
        table = await self.hall.get(command.table)
        decisions.check_seat(table, self._who, command.seat)
        decisions.check_running(table)
        reading = decisions.read_sheet(table, command.seat, command.sheet)
        sequence = None
        if command.write:
            request = self._stored(command.request)
            who, seat, now = self._who, command.seat, self.hall.now()

            def decide(found: LiveTable) -> Draft:
                # Read where it is written: the turn may have been played in the meantime.
                nonlocal reading
                reading = decisions.read_sheet(found, seat, command.sheet)
                return decisions.sheet(
                    found, who, seat, reading.actions, command.sequence, request, now, is_program=self._is_program
                )

            sequence = (await self._run(command, seat, decide)).sequence
        shown = [sight.sheet_line(table.game, line) for line in reading.lines]
        return messages.SheetRead(request=command.request, lines=shown, sequence=sequence)


def _done(request: str, table: LiveTable, viewer: int, index: int | None) -> messages.Done:
    sequence = table.sequence_for(viewer, index) if index is not None and viewer < len(table.seats) else None
    return messages.Done(request=request, sequence=sequence)


def _decode(data: str | bytes) -> messages.ToServer:
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(
            "malformed",
            Text(f"Le message ne se lit pas : {error}.", f"The message cannot be read: {error}."),
        ) from error


@websocket("/api/socket")
async def socket(socket: Socket, hall: TheHall) -> None:
    """Talk until one of the two has gone."""
    settings = socket.app.state.settings
    if is_foreign(socket, settings.origins):
        await socket.close(code=FOREIGN)
        return
    try:
        person = await find_person(socket, hall.people)
    except Refused:
        await socket.close(code=FOREIGN, reason="unauthorized")
        return
    await socket.accept()
    language = person.language if person else language_of(socket)
    limit = bucket(settings.commands_per_second, max(100, 2 * settings.commands_per_second))
    session = Session(hall, person, language, limit, line_of(socket.scope))
    session.outbox.put_message(
        messages.Welcome(person=person.id if person else "", version=__version__, now=hall.now())
    )
    speaker = asyncio.create_task(_speak(socket, session.outbox))
    hall.sessions.add(session)
    try:
        await _listen(socket, session)
    finally:
        hall.sessions.discard(session)
        session.close()
        speaker.cancel()
        await asyncio.gather(speaker, return_exceptions=True)


async def _listen(socket: Socket, session: Session) -> None:
    line = line_of(socket.scope)
    receive: Any = line.receive if line else socket.receive
    if line is not None:
        line.ear = session.hear_now
    while True:
        event: Any = await receive()
        if event["type"] == "websocket.disconnect":
            return
        text = event.get("text")
        await session.hear(event.get("bytes") or b"" if text is None else text)


async def _speak(socket: Socket, outbox: Outbox) -> None:
    line = line_of(socket.scope)
    while True:
        waiting = await outbox.take()
        if line is not None:
            await line.send_texts(waiting)
        else:
            for data in waiting:
                await socket.send({"type": "websocket.send", "text": data.decode(), "bytes": None})
        if outbox.overflowed:
            await socket.close(code=TOO_SLOW, reason="too slow: connect again and watch from where you were")
            return
