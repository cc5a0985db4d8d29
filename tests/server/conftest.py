"""A real server for each test that asks for one: uvicorn, sockets, a database file."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from caravane.server.app import build
from caravane.server.config import Settings
from caravane.server.hall import Hall, wall_clock
from caravane.server.serve import configure
from tests.server.client import Line, Player


@dataclass
class House:
    """A running server and the people who came."""

    base: str
    hall: Hall
    server: uvicorn.Server
    task: asyncio.Task[None]
    people: list[Player]
    lines: list[Line]

    async def player(self, **headers: str) -> Player:
        """A new guest."""
        self.people.append(await Player(self.base, **headers).come())
        return self.people[-1]

    async def line(self, player: Player) -> Line:
        """Her socket."""
        self.lines.append(await player.connect())
        return self.lines[-1]

    async def stop(self) -> None:
        """Everybody goes, then the server."""
        for line in self.lines:
            await line.close()
        for player in self.people:
            await player.close()
        self.server.should_exit = True
        await self.task


Serve = Callable[..., Awaitable[House]]


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    """Starts servers; without settings on a SQLite file of this test, and without processes for bots."""
    houses: list[House] = []

    async def start(now: Callable[[], int] | None = None, **settings: Any) -> House:
        url = f"sqlite+aiosqlite:///{tmp_path / 'caravane.db'}"
        given = Settings(**{"database_url": url, "bot_processes": 0, "rate_per_minute": 0, **settings})
        house = await run_house(given, now)
        houses.append(house)
        return house

    yield start
    for house in houses:
        if not house.task.done():
            await house.stop()


async def run_house(settings: Settings, now: Callable[[], int] | None = None) -> House:
    """A server in this process, on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = build(settings, now or wall_clock)
    server = uvicorn.Server(configure(app, settings))
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.005)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    return House(base, app.state.hall, server, task, [], [])


@pytest.fixture
async def house(serve: Serve) -> House:
    """One server."""
    return await serve()
