"""A real server for each test that asks for one: uvicorn, sockets, a database file."""

import asyncio
import itertools
import random
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import uvicorn

from caravane.game import Game
from caravane.server.accounts.rates import Allowance
from caravane.server.app import build
from caravane.server.bots.pool import BotPool
from caravane.server.bots.process import BotProcess
from caravane.server.bots.program import Answer, Deal, Question
from caravane.server.bots.worker import FarProcess, make_worker
from caravane.server.config import Settings
from caravane.server.live.service import TableService, wall_clock
from caravane.server.serve import configure
from tests.server import databases
from tests.server.client import Line, Player


@dataclass
class House:
    """A running server and the people who came."""

    base: str
    service: TableService
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


# A test is one address; the tests of limits set their own.
UNCOUNTED = {"requests_per_minute": 0, "processor_share": 0}
Serve = Callable[..., Awaitable[House]]


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One PostgreSQL for all tests."""
    # Short, because the path of its socket must be.
    with tempfile.TemporaryDirectory(prefix="crv") as folder, databases.postgresql(Path(folder)) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database: every test of the server runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'caravane.db'}"
    server: str = request.getfixturevalue("postgresql_server")
    return await new_database(server)


async def new_database(server: str) -> str:
    """An empty database on a PostgreSQL server."""
    name = f"t{next(_numbers)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return server.rsplit("/", 1)[0] + "/" + name


_numbers = itertools.count(1)


@pytest.fixture
async def serve(database_url: str) -> AsyncIterator[Serve]:
    """Starts servers; without settings on an empty database, and without processes for bots."""
    houses: list[House] = []

    async def start(
        now: Callable[[], int] | None = None,
        first_game: str | None = None,
        pulse: Callable[[], int] | None = None,
        **settings: Any,
    ) -> House:
        given = Settings(**{"database_url": database_url, "bot_processes": 0, **UNCOUNTED, **settings})
        house = await run_house(given, now, first_game, pulse)
        houses.append(house)
        return house

    yield start
    for house in houses:
        if not house.task.done():
            await house.stop()


async def run_house(
    settings: Settings,
    now: Callable[[], int] | None = None,
    first_game: str | None = None,
    pulse: Callable[[], int] | None = None,
) -> House:
    """A server in this process, on a free port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = build(settings, now or wall_clock, first_game, pulse)
    server = uvicorn.Server(configure(app, settings))
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.005)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    return House(base, app.state.service, server, task, [], [])


@pytest.fixture
async def house(serve: Serve) -> House:
    """One server."""
    return await serve()


def listen(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """What the bots' processes are asked from now on."""
    heard: list[Question] = []
    ask = BotProcess.ask

    async def ask_and_note(self: BotProcess, question: Question, limit: float) -> Answer:
        heard.append(question)
        return await ask(self, question, limit)

    monkeypatch.setattr(BotProcess, "ask", ask_and_note)
    return heard


class Hasty:
    """Bots that need no process: whole games in tests are about the server."""

    status = "ready"
    is_missing = False

    def __init__(self) -> None:
        self._luck = random.Random(1)
        self.allowance = Allowance(0.0)

    async def look(self) -> None:
        pass

    def is_warm(self, game: str) -> bool:
        return True

    async def choose(
        self,
        game: Game,
        view: bytes,
        seat: int,
        level: int,
        legal: list[int],
        memory: Sequence[Deal] = (),
        resolve: int = 0,
        owner: str = "",
    ) -> int:
        if game.orders is not None and game.orders.ready in legal and self._luck.random() < 0.1:
            return game.orders.ready
        return self._luck.choice(legal)

    async def talk(self, question: Question, owner: str = "") -> Answer:
        return Answer(accepts=self._luck.random() < 0.5, text="…")

    async def stop(self) -> None:
        pass


@pytest.fixture
async def quick_house(serve: Serve) -> House:
    """One server whose bots play anything at once."""
    house = await serve(commands_per_second=0)
    house.service.bots = Hasty()  # type: ignore[assignment]
    return house


@asynccontextmanager
async def far_bots(processes: int = 0) -> AsyncIterator[BotPool]:
    """BotPool that ask a worker, which has strong bots in so many processes."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder, databases.redis(Path(folder)) as url:
        worker = make_worker(url, processes=processes, seconds=0.1, limit=60)
        await worker.queue.connect()
        work = asyncio.create_task(worker.start())
        pool = BotPool(processes=0, seconds=0.1, limit=60, far=FarProcess(url))
        yield pool
        await pool.stop()
        await worker.stop()
        await asyncio.gather(work, return_exceptions=True)
        await worker.queue.disconnect()
