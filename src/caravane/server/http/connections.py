"""HTTP connections that dawdle are closed: half-open requests, bodies that never end, answers that nobody reads."""

import asyncio
import copyreg
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from caravane.server.accounts.networks import network_of
from caravane.server.accounts.quotas import Tally

UNREAD_SECONDS = 60.0  # in which nothing of an answer is read
LONGEST_HEAD = 64 * 1024  # bytes of a head that has not ended; what is answered has shorter ones
LONGEST_MESSAGE = 16 << 20  # bytes of a whole request, with all that surrounds its body
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HttpLine(HttpToolsProtocol):
    """Uvicorn's protocol with time limits, and so many connections of one address."""

    head_seconds = 10.0
    body_seconds = 60.0
    connections_from = Tally(0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limit: asyncio.TimerHandle | None = None  # for what is being read
        self._unread: asyncio.TimerHandle | None = None
        self._address: str | None = None
        self._is_head = False  # whether the head of a request is being read
        self._read = 0  # bytes of the request that is being read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        address = network_of(self.client[0]) if self.client else "unknown"
        if not self.connections_from.add(address):
            transport.abort()
            return
        self._address = address
        self._allow(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Whatever begins a request, even an empty line, must become one in time."""
        if self._limit is None and self._is_idle():
            self._allow(self.head_seconds)
        self._read += len(data)
        super().data_received(data)
        if self._read > (LONGEST_HEAD if self._is_head else LONGEST_MESSAGE):
            self._give_up(_TOO_LONG)

    def on_message_begin(self) -> None:
        """A new head begins."""
        self._is_head, self._read = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is there; now the body."""
        self._is_head = False
        self._allow(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All is there: from here on it is the server's turn."""
        self._read = 0
        self._stop_limit()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The socket has limits of its own."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again, so it is no longer given up."""
        super().resume_writing()
        self._stop_unread()

    def _allow(self, seconds: float) -> None:
        self._stop_limit()
        if seconds > 0:
            self._limit = self.loop.call_later(seconds, self._give_up)

    def _give_up(self, why: bytes = _TOO_SLOW) -> None:
        self._limit = None
        if self.transport.is_closing():
            return
        if self._is_idle() or not self.cycle.response_started:
            self.transport.write(why)
        self.transport.close()

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _stop_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _leave(self) -> None:
        self._stop_limit()
        self._stop_unread()
        if self._address is not None:
            self.connections_from.remove(self._address)
            self._address = None


class _Limited(type):
    """A class that was made of limits; other processes of a server are sent those and make it anew."""

    made_of: tuple[float, float, int]


def http_line(head_seconds: float, body_seconds: float, of_address: int) -> type[HttpLine]:
    """The protocol with these limits."""
    limits = {
        "head_seconds": head_seconds,
        "body_seconds": body_seconds,
        "connections_from": Tally(of_address),
        "made_of": (head_seconds, body_seconds, of_address),
    }
    made: Any = _Limited("LimitedHttpLine", (HttpLine,), limits)
    return cast("type[HttpLine]", made)


def _send(made: Any) -> Any:
    return http_line, made.made_of


copyreg.pickle(_Limited, _send)
