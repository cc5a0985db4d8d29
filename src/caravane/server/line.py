"""The socket's bytes: a shorter way through uvicorn for the frames that nearly all messages are.

One whole text frame in, some text frames out, without the layers between; messages of one moment share a write.
Everything else (handshake, pings, fragments, errors, the end) is the library's, as before.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the one in C where there is one
from websockets.protocol import State

EXTENSION = "caravane.line"
WAITING = 16  # messages of one client that may wait; then it is not read from any more

_TEXT = 0x81  # a whole message
_CONTROLS = (0x88, 0x89, 0x8A)
_MASKED = 0x80


class Line(WebSocketsSansIOProtocol):
    """Uvicorn's socket with a short cut for ordinary messages; the application finds it in its scope."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_quick = True  # until something unusual comes; from then on the library reads everything
        self._soon: list[bytes] = []
        self.ear: Callable[[bytes], bool] | None = None  # asked first, if nothing waits: does it take this message?

    def handle_connect(self, event: Any) -> None:
        """Show the application the way to this line."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = {**self.scope.get("extensions", {}), EXTENSION: self}
            self.scope["extensions"] = extensions

    def data_received(self, data: bytes) -> None:
        """Take whole text messages out; leave the rest to the library."""
        if not (self._is_quick and self.handshake_complete):
            super().data_received(data)
            return
        start = 0
        while start < len(data):
            head, stop = _frame(data, start, self.config.ws_max_size)
            if stop == 0:
                self._is_quick = False
                super().data_received(data[start:])
                return
            if data[start] != _TEXT or self.close_sent or not self._take(data[head:stop]):
                super().data_received(data[start:stop])
            start = stop

    def _take(self, masked: bytes) -> bool:
        """Hand a message on, if it is text."""
        message = apply_mask(masked[4:], masked[:4])
        if self.ear is not None and self.queue.empty() and self.ear(message):
            return True
        try:
            text = message.decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_soon(self, message: bytes) -> bool:
        """Send a message with others of the same moment; false if the reader is slow or gone."""
        if not self.writable.is_set():
            return False
        if not self._soon:
            self.loop.call_soon(self._flush)
        self._soon += (_header(len(message)), message)
        return True

    async def send_texts(self, messages: list[bytes]) -> None:
        """Send messages in one go; waits while the reader is slow."""
        await self.writable.wait()
        for message in messages:
            self._soon += (_header(len(message)), message)
        self._flush()

    def _flush(self) -> None:
        parts, self._soon = self._soon, []
        if parts and self.conn.state is State.OPEN and not self.disconnected:
            self.transport.writelines(parts)


def line_of(scope: Any) -> Line | None:
    """The line of a socket, where the server is ours."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    return found if isinstance(found, Line) else None


def _frame(data: bytes, start: int, most: int) -> tuple[int, int]:
    """Where the mask and the end of an ordinary, whole frame are; the end is 0 if it is none."""
    if len(data) - start < 6 or data[start] not in (_TEXT, *_CONTROLS) or not data[start + 1] & _MASKED:
        return 0, 0
    size, head = data[start + 1] & 0x7F, start + 2
    if size == 126:
        size, head = int.from_bytes(data[start + 2 : start + 4], "big"), start + 4
    elif size == 127:  # larger than anything we take
        return 0, 0
    stop = head + 4 + size
    if size > most or stop > len(data):
        return 0, 0
    return head, stop


def _header(size: int) -> bytes:
    if size < 126:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
