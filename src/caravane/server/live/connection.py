"""The bytes of a socket, on top of uvicorn's protocol.

Nearly all messages are one whole text frame, and those are read and written here, without the layers between;
messages of one moment share a write. Handshake, pings, fragments, errors and the end are the library's. Whoever put a
message together, it goes the same way: to `on_message`.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the one in C where there is one
from websockets.protocol import State

from caravane.server.accounts.rates import Bucket, bucket

EXTENSION = "caravane.connection"
MOST_UNSENT = 256  # messages that may wait for one reader before it is cut off
MOST_BYTES = 4 << 20  # of them, if there is more than one
FRAMES, FRAMES_AT_ONCE = 200, 1000  # a second, until it is known whose socket it is and with whom it shares them
SLICE = 4096  # bytes that the library reads in one go, so that it is stopped in time
GRACE = 5.0  # seconds in which one who is cut off may read why
TOO_MANY, TOO_SLOW = 4429, 4408  # close codes

_TEXT = 0x81  # a whole message
_CONTROLS = (0x88, 0x89, 0x8A)
_MASKED = 0x80


class Connection(WebSocketsSansIOProtocol):
    """One socket; the application finds it in its scope. A reader that falls behind is cut off: nobody waits for it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._is_quick = True  # until something unusual comes; from then on the library reads everything
        self._early: deque[bytes] = deque()  # what came before somebody listened
        self._on_message: Callable[[bytes], None] | None = None
        self._unsent: list[bytes] = []  # messages, each after its header
        self._bytes = 0  # of them
        self._is_cut_off = False
        self.limits: list[Bucket] = [bucket(FRAMES, FRAMES_AT_ONCE)]

    def handle_connect(self, event: Any) -> None:
        """Show the application the way to this connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = {**self.scope.get("extensions", {}), EXTENSION: self}
            self.scope["extensions"] = extensions

    # --- reading ------------------------------------------------------------------------------------------

    def listen(self, on_message: Callable[[bytes], None]) -> None:
        """From now on hand over each message."""
        self._on_message = on_message
        while self._early:
            on_message(self._early.popleft())
        self.resume()

    def pause(self) -> None:
        """Read nothing more for a while: whoever sends too fast waits."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read from the socket again."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Take whole text messages out; leave the rest to the library."""
        if not (self._is_quick and self.handshake_complete):
            self._leave_to_library(data)
            return
        start = 0
        while start < len(data) and self._may_send(1):
            head, stop = _frame(data, start, self.config.ws_max_size)
            if stop == 0:
                self._is_quick = False
                self._leave_to_library(data[start:])
                return
            message = apply_mask(data[head + 4 : stop], data[head : head + 4]) if data[start] == _TEXT else None
            if message is None or self.close_sent or not _is_text(message):
                super().data_received(data[start:stop])
            else:
                self._deliver(message)
            start = stop

    def _leave_to_library(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            super().data_received(data[start : start + SLICE])
            if self._is_cut_off or self.conn.parser_exc is not None:
                return

    def handle_events(self) -> None:
        """What the library read counts like the rest."""
        if self._may_send(len(self.conn.events)):
            super().handle_events()

    def _may_send(self, frames: int) -> bool:
        """Whether so many more frames are welcome; who sends too many is cut off."""
        now = time.monotonic()
        if any(limit.take(now, frames) for limit in self.limits):
            self.cut_off(TOO_MANY, "too many frames")
        return not self._is_cut_off

    def cut_off(self, code: int, reason: str) -> None:
        """Hear no more and hang up; what was sent, and why, may still be read for a moment."""
        if self._is_cut_off or self.disconnected:
            return
        self._is_cut_off = True
        self._unsent, self._bytes = [], 0
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        self.loop.call_later(GRACE, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Hand over what the library put together; it ends the connection where text is none."""
        data = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not _is_text(data):
            super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.close_sent:
            self._deliver(data)

    def _deliver(self, message: bytes) -> None:
        if self._on_message is not None:
            self._on_message(message)
        else:
            self._early.append(message)
            self.pause()

    # --- writing ------------------------------------------------------------------------------------------

    def send_text(self, message: bytes) -> None:
        """Send a message with others of the same moment, or when the reader has read what came before."""
        if self._is_cut_off:
            return
        if not self.writable.is_set() and (
            len(self._unsent) >= 2 * MOST_UNSENT or (self._unsent and self._bytes + len(message) > MOST_BYTES)
        ):
            self.cut_off(TOO_SLOW, "too slow: connect again and watch from where you were")
            return
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent += (_header(len(message)), message)
        self._bytes += len(message)

    def resume_writing(self) -> None:
        """The reader has read: send what waits."""
        super().resume_writing()
        self._flush()

    def _flush(self) -> None:
        if not self.writable.is_set():
            return
        parts, self._unsent, self._bytes = self._unsent, [], 0
        if parts and self.conn.state is State.OPEN and not self.disconnected:
            self.transport.writelines(parts)


def connection_of(scope: Any) -> Connection:
    """The connection of a socket; there is one where `serve.configure` set the server up."""
    found = (scope.get("extensions") or {}).get(EXTENSION)
    assert isinstance(found, Connection)
    return found


def _is_text(message: bytes) -> bool:
    if message.isascii():
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


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
