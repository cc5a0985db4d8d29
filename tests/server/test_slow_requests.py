"""Requests that never end, and answers that nobody reads, do not hold a connection for ever."""

import asyncio

import pytest

from caravane.server.http.connections import HttpLine
from tests.server.conftest import House, Serve


async def dial(house: House) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = house.base.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


@pytest.mark.parametrize(
    "half",
    [b"", b"GET /health HT", b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"\r\n\r\n"],
    ids=["nothing", "a line", "a header", "empty lines"],
)
async def test_a_head_that_never_comes(serve: Serve, half: bytes) -> None:
    house = await serve(head_seconds=0.3)
    reader, writer = await dial(house)
    writer.write(half)
    async with asyncio.timeout(20):
        assert (await reader.read()).split(b"\r\n")[0] in (b"HTTP/1.1 408 Request Timeout", b"")
    writer.close()


async def test_a_body_that_never_comes(serve: Serve) -> None:
    house = await serve(body_seconds=0.3)
    reader, writer = await dial(house)
    writer.write(
        b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    )
    async with asyncio.timeout(20):
        assert b" 408 " in (await reader.read()).split(b"\r\n")[0]
    writer.close()


async def test_a_header_a_second_does_not_help(serve: Serve) -> None:
    house = await serve(head_seconds=0.5)
    reader, writer = await dial(house)
    writer.write(b"GET /health HTTP/1.1\r\n")
    reading = asyncio.create_task(reader.read())
    async with asyncio.timeout(20):
        while not reading.done():
            writer.write(b"X-A: b\r\n")
            await asyncio.wait([reading], timeout=0.1)
    await asyncio.gather(reading, return_exceptions=True)
    writer.close()


async def test_ordinary_requests_and_sockets_outlive_the_limits(serve: Serve) -> None:
    house = await serve(head_seconds=0.3, body_seconds=0.3)
    ann = await house.player()
    line = await house.line(ann)
    table = (await ann.open("pistes", "me", "me"))["id"]
    await asyncio.sleep(0.8)
    await line.watch(table, 0)
    assert (await ann.get(f"/api/tables/{table}"))["status"] == "running"


async def test_connections_of_an_address(serve: Serve) -> None:
    house = await serve(connections_per_address=3)
    open_ones = [await dial(house) for _ in range(3)]
    await asyncio.sleep(0.1)
    reader, writer = await dial(house)
    async with asyncio.timeout(20):
        assert await _is_cut(reader)
    writer.close()
    for _, one in open_ones:
        one.close()
    for _ in range(200):
        if not len(house.server.config.http_protocol_class.connections_from):  # type: ignore[attr-defined]
            break
        await asyncio.sleep(0.01)
    ann = await house.player()
    await ann.open("pistes", "me", "me")


async def _is_cut(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionResetError:
        return True


async def test_an_answer_that_nobody_reads(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.server.http.connections.UNREAD_SECONDS", 0.3)
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    _, writer = await dial(house)
    path = f"/api/tables/{table}/frames".encode()
    for _ in range(2000):  # more answers than the system keeps for a reader
        writer.write(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n")
    connections = house.server.server_state.connections
    await asyncio.sleep(0.1)
    async with asyncio.timeout(120):
        while any(isinstance(one, HttpLine) and one.transport.get_write_buffer_size() for one in connections):
            await asyncio.sleep(0.1)
            assert (await ann.get(f"/api/tables/{table}"))["status"] == "running", "others are served meanwhile"
    writer.close()
