"""Ordinary frames, which are read by hand, and what the library puts together: all are answered alike, in order."""

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import cast

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State
from websockets.server import ServerProtocol

from caravane.server.live.connection import MOST_UNSENT, TOO_SLOW, Connection
from tests.server.conftest import House

TEXT, CONTINUATION, CLOSE, PING, FINAL = 0x1, 0x0, 0x8, 0x9, 0x80


def frame(opcode: int, data: bytes) -> bytes:
    """A masked frame as a client sends it."""
    mask = os.urandom(4)
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([opcode]) + size + mask + apply_mask(data, mask)


def ping(name: str, more: str = "") -> bytes:
    return json.dumps({"type": "ping", "request": name} | ({"more": more} if more else {})).encode()


class Wire:
    """A socket by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def read(self) -> tuple[int, bytes]:
        async with asyncio.timeout(20):
            opcode, size = await self.reader.readexactly(2)
            length = struct.unpack("!H", await self.reader.readexactly(2))[0] if size == 126 else size
            return opcode & 0x0F, await self.reader.readexactly(length)

    async def answers(self, count: int) -> list[str]:
        return [json.loads((await self.read())[1])["request"] for _ in range(count)]


@pytest.fixture
async def wire(house: House) -> AsyncIterator[Wire]:
    host, port = house.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = ("GET /api/socket HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade")
    key = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
    writer.write("\r\n".join([*head, *key, "", ""]).encode())
    await reader.readuntil(b"\r\n\r\n")
    found = Wire(reader, writer)
    assert json.loads((await found.read())[1])["type"] == "welcome"
    yield found
    writer.close()
    await writer.wait_closed()


async def test_many_commands_in_one_packet_are_answered_in_order(wire: Wire) -> None:
    names = [str(number) for number in range(40)]
    wire.writer.write(b"".join(frame(FINAL | TEXT, ping(name)) for name in names))
    assert await wire.answers(40) == names


async def test_a_command_in_pieces_is_one_command(wire: Wire) -> None:
    wire.writer.write(frame(FINAL | TEXT, ping("first")))
    text = ping("in pieces")
    wire.writer.write(frame(TEXT, text[:9]) + frame(CONTINUATION, text[9:20]))
    wire.writer.write(frame(FINAL | CONTINUATION, text[20:]) + frame(FINAL | TEXT, ping("last")))
    assert await wire.answers(3) == ["first", "in pieces", "last"]


async def test_a_frame_cut_anywhere_is_put_together(wire: Wire) -> None:
    whole = frame(FINAL | TEXT, ping("long", "x" * 300)) + frame(FINAL | TEXT, ping("next"))
    for byte in whole:
        wire.writer.write(bytes([byte]))
        await asyncio.sleep(0)
    assert json.loads((await wire.read())[1])["code"] == "malformed"
    assert await wire.answers(1) == ["next"]


async def test_the_library_answers_pings_and_the_end(wire: Wire) -> None:
    wire.writer.write(frame(FINAL | PING, b"there?") + frame(FINAL | TEXT, ping("yes")))
    found = sorted([await wire.read(), await wire.read()], key=lambda each: -each[0])
    assert found[0] == (0xA, b"there?")
    assert json.loads(found[1][1])["request"] == "yes"
    wire.writer.write(frame(FINAL | CLOSE, struct.pack("!H", 1000)))
    assert (await wire.read())[0] == CLOSE


async def test_text_that_is_none_ends_the_line(wire: Wire) -> None:
    wire.writer.write(frame(FINAL | TEXT, b"\xff\xfe"))
    assert (await wire.read())[0] == CLOSE


async def test_a_reader_that_falls_behind_is_cut_off_at_once_whether_it_ever_reads_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[bytes] = []
    cut: list[int] = []
    connection = Connection(uvicorn.Config(app=lambda: None, log_config=None), ServerState(), {})
    connection.transport = cast(asyncio.Transport, SimpleNamespace(writelines=sent.extend))
    connection.conn = cast(ServerProtocol, SimpleNamespace(state=State.OPEN))
    monkeypatch.setattr(connection, "cut_off", lambda code, reason: cut.append(code))
    connection.listen(lambda message: None)
    for _ in range(2 * MOST_UNSENT):  # as long as the reader reads, there may be any number
        connection.send_text(b"a")
    await asyncio.sleep(0)
    assert len(sent) == 2 * 2 * MOST_UNSENT
    connection.pause_writing()
    for _ in range(MOST_UNSENT):
        connection.send_text(b"b")
    connection.resume_writing()
    assert not cut
    connection.pause_writing()
    sent.clear()
    for _ in range(MOST_UNSENT + 1):
        connection.send_text(b"c")
    assert not sent
    assert cut == [TOO_SLOW]
