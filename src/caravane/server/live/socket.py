"""The socket `/api/socket`: who may open one, and from its beginning to its end."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency

from caravane import __version__
from caravane.server.accounts.identity import address_of, find_person, is_foreign, language_of
from caravane.server.accounts.people import Person
from caravane.server.live.connection import TOO_MANY, connection_of
from caravane.server.live.service import TableService
from caravane.server.live.session import Session
from caravane.server.problems import Refused, bilingual
from caravane.server.wire import messages
from caravane.text import Language

FOREIGN, LOGGED_OUT = 4403, 4401  # close codes; the connection has more

Socket = WebSocket[Any, Any, State]


@websocket("/api/socket")
async def socket(socket: Socket, service: NamedDependency[TableService]) -> None:
    """Talk until one of the two has gone."""
    settings = socket.app.state.settings
    if is_foreign(socket, settings.origins):
        await socket.close(code=FOREIGN)
        return
    try:
        person = await find_person(socket, service.people, "read")
    except Refused as error:
        await socket.close(code=FOREIGN, reason=error.code)
        return
    await socket.accept()
    language = person.language if person else language_of(socket)
    with _counted(service, person, address_of(socket, settings)) as is_welcome:
        if is_welcome:
            await _serve(socket, service, person, language)
        else:
            await _turn_away(socket, language)


@contextmanager
def _counted(service: TableService, person: Person | None, address: str) -> Iterator[bool]:
    """Whether there may be one more socket of this person, or of a stranger, and of this address."""
    quotas, taken = service.quotas, []
    wanted = [(quotas.sockets_from, address)]
    wanted.append((quotas.sockets, person.id) if person else (quotas.strangers_from, address))
    try:
        for tally, name in wanted:
            if not tally.add(name):
                yield False
                return
            taken.append((tally, name))
        yield True
    finally:
        for tally, name in taken:
            tally.remove(name)


async def _turn_away(socket: Socket, language: Language) -> None:
    error = Refused("too-many-sockets")
    failed = messages.Failed(
        request=None, code=error.code, sentence=error.sentence(language), text=bilingual(error.text)
    )
    await socket.send({"type": "websocket.send", "text": msgspec.json.encode(failed).decode(), "bytes": None})
    await socket.close(code=TOO_MANY, reason=error.code)


async def _serve(socket: Socket, service: TableService, person: Person | None, language: Language) -> None:
    settings = socket.app.state.settings
    address = address_of(socket, settings)
    counted = person.id if person else f"@{address}"  # strangers of an address are one
    connection = connection_of(socket.scope)
    # All sockets of one person share these, and all of an address.
    quotas = service.quotas
    connection.limits = [quotas.frames.of(counted), quotas.frames_from.of(address)]
    commands = (quotas.commands.of(counted), quotas.commands_from.of(address))
    session = Session(service, connection, person, language, commands, counted)
    session.send(messages.Welcome(person=person.id if person else "", version=__version__, now=service.now()))
    service.sessions.add(session)
    try:
        async with _ending_with(service, session, socket):
            connection.listen(session.on_message)
            await _until_gone(socket)
            await session.finish()
    finally:
        service.sessions.discard(session)
        session.close()


async def _until_gone(socket: Socket) -> None:
    """Messages go to the session, so all that comes this way is the end."""
    while True:
        event: Any = await socket.receive()
        if event["type"] == "websocket.disconnect":
            return


@asynccontextmanager
async def _ending_with(service: TableService, session: Session, socket: Socket) -> AsyncIterator[None]:
    """While the block runs, the socket is closed as soon as what it was opened with is void."""
    person = session.person
    if person is None or person.credential is None:
        yield
        return
    service.people.sockets.add(person.id, person.credential, session)
    closing: list[asyncio.Task[None]] = []
    session.hang_up = lambda: closing.append(asyncio.create_task(socket.close(code=LOGGED_OUT, reason="logged out")))
    try:
        if not await service.people.still_holds(person):  # it ended between the question and the entry in the list
            session.end()
        yield
    finally:
        service.people.sockets.remove(person.id, session)
        await asyncio.gather(*closing, return_exceptions=True)
