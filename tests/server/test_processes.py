"""Several server processes, and servers that are stopped or killed in the middle of a game."""

import asyncio
import signal
import tempfile
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server import databases
from tests.server.client import Line, Player
from tests.server.conftest import new_database
from tests.server.processes import group_of, serving


@pytest.fixture(scope="module")
def redis_server() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="crv") as folder, databases.redis(Path(folder)) as url:
        yield url


async def play_in_turn(table: str, lines: list[Line], moves: int) -> None:
    """Each plays when the news of the other's move has come."""
    for move in range(moves):
        seat = move % 2
        position = await lines[seat].until(table, lambda now, seat=seat: now["to_move"] == [seat])
        await lines[seat].act(table, seat, position["legal"][move % len(position["legal"])]["action"])


@pytest.mark.database
@pytest.mark.parametrize("kind", ["redis", "postgresql"])
async def test_two_processes_serve_the_two_seats_of_one_table(
    kind: str, postgresql_server: str, redis_server: str
) -> None:
    database = await new_database(postgresql_server)
    channels = redis_server if kind == "redis" else database
    common = ("--database-url", database, "--channels-url", channels)
    async with serving(*common) as north, serving(*common) as south:
        ann, bea = await Player(north.base).come(), await Player(south.base).come()
        table = (await ann.open("pistes", "me", "open"))["id"]
        await bea.post(f"/api/tables/{table}/join", {})
        lines = [await ann.connect(), await bea.connect()]
        for seat, line in enumerate(lines):
            await line.watch(table, seat)
        await play_in_turn(table, lines, 12)
        shown = await lines[0].until(table, lambda now: now["to_move"] == [0])
        assert shown["view"]["ply"] == 12
        seats = (await ann.get(f"/api/tables/{table}"))["seats"]
        assert [seat["connected"] for seat in seats] == [True, True]
        await _race(table, lines)
        for line in lines:
            await line.close()
            await line.player.close()


async def _race(table: str, lines: list[Line]) -> None:
    """Both seats write at the same moment, through different processes: both are kept, in one order for all."""
    says = [line.ask("say", table=table, text=f"from {seat}", seat=seat) for seat, line in enumerate(lines)]
    await asyncio.gather(*says)
    for line in lines:
        while [entry["type"] for entry in line.entries[table]].count("said") < 2:
            await line.receive()
    assert lines[0].entries[table] == lines[1].entries[table]


@pytest.mark.database
async def test_processes_go_with_the_one_that_began_them(tmp_path: Path, redis_server: str) -> None:
    """However it ended: one that lives on would hold the port and the database, and nobody would look after it."""
    common = ("--database-url", f"sqlite:///{tmp_path / 'tables.db'}", "--channels-url", redis_server)
    async with serving(*common, "--workers", "2") as server:
        assert len(group_of(server.process.pid)) > 2
        await server.end(signal.SIGKILL)
        await server.until_all_gone()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_no_acknowledged_move_is_lost(tmp_path: Path, how: signal.Signals) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with serving("--database-url", database) as server:
        ann = await Player(server.base).come()
        table = (await ann.open("pistes", "me", "me"))["id"]
        line = await ann.connect()
        await line.watch(table, 0)
        acknowledged = await _play_until_cut(line, table, server.end(how))
    async with serving("--database-url", database) as server:
        shown = await ann.http.get(f"{server.base}/api/tables/{table}/snapshot")
        moved = [entry for entry in shown.json()["entries"] if entry["type"] == "moved"]
        assert len(moved) >= acknowledged > 0
    await ann.close()


async def _play_until_cut(line: Line, table: str, cut: Coroutine[Any, Any, int]) -> int:
    """Move as fast as possible; after some moves the server goes. How many moves were acknowledged."""
    done = 0
    ending: asyncio.Task[int] | None = None
    try:
        while True:
            seat = done % 2
            await line.watch(table, seat, since=len(line.entries[table]))
            position = line.positions[table]
            assert position is not None
            await line.act(table, seat, position["legal"][0]["action"])
            done += 1
            if done == 8:
                ending = asyncio.create_task(cut)
    except Exception:  # noqa: BLE001  # the connection is gone, or the server said that it stops
        assert ending is not None
        await ending
        return done
