"""`/health` tells what was tried: writing, the channel, the bots."""

import asyncio
import resource
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from caravane.server.bots.pool import BotPool
from caravane.server.bots.worker import FarProcess
from caravane.server.config import Settings
from caravane.server.live import news
from caravane.server.ops import health
from caravane.server.store.sqlite import SqliteStore
from tests.server import databases
from tests.server.client import Player, Refusal
from tests.server.conftest import House, Serve, new_database, run_house
from tests.server.processes import serving


@asynccontextmanager
async def _sqlite_house(folder: Path) -> AsyncIterator[House]:
    url = f"sqlite:///{folder / 'caravane.db'}"
    house = await run_house(Settings(database_url=url, bot_processes=0, requests_per_minute=0))
    try:
        yield house
    finally:
        await house.stop()


async def ask(base: str) -> tuple[int, Any]:
    async with httpx.AsyncClient(timeout=30) as client:
        answer = await client.get(base + "/health")
        return answer.status_code, answer.json()


async def until(base: str, status: int) -> Any:
    for _ in range(100):
        code, body = await ask(base)
        if code == status:
            return body
        await asyncio.sleep(0.1)
    raise AssertionError(f"{code}: {body}")


async def test_all_is_well(house: House) -> None:
    code, body = await ask(house.base)
    assert code == 200
    assert (body["status"], body["writing"], body["channel"], body["wrong"]) == ("ok", True, "none", [])
    assert body["bots"] == "unavailable", "there are none here, and none were asked for"


async def test_a_lock_that_somebody_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.3)
    async with _sqlite_house(tmp_path) as house:
        ann = await house.player()
        other = sqlite3.connect(tmp_path / "caravane.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        try:
            code, body = await ask(house.base)
            assert (code, body["status"], body["wrong"]) == (503, "failing", ["writing"])
            assert (await ask(house.base))[0] == 503, "and again at once, without another try"
        finally:
            other.execute("ROLLBACK")
            other.close()
        assert (await until(house.base, 200))["wrong"] == []
        await ann.open("pistes", "me", "me")


async def test_many_who_ask_cause_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _sqlite_house(tmp_path) as house:
        tries = 0
        probe = house.service.writer.probe

        async def count() -> None:
            nonlocal tries
            tries += 1
            await probe()

        monkeypatch.setattr(house.service.writer, "probe", count)
        monkeypatch.setattr(health, "FRESH_SECONDS", 600.0)
        answers = await asyncio.gather(*(ask(house.base) for _ in range(20)))
        assert {code for code, _ in answers} == {200}
        assert tries == 1


async def test_a_full_disk_is_told_and_nothing_is_lost_when_there_is_room_again(tmp_path: Path) -> None:
    """A limit on the size of files, as a full disk, for a server in a process of its own."""
    file = tmp_path / "tables.db"
    async with serving("--database-url", f"sqlite:///{file}") as server:
        ann = await Player(server.base).come()
        table = (await ann.open("pistes", "me", "me"))["id"]
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
        assert (await until(server.base, 503))["wrong"] == ["writing"]
        with pytest.raises(Refusal, match="not-stored"):
            await ann.open("pistes", "me", "me")
        assert (await ann.get(f"/api/tables/{table}"))["status"] == "running", "reading goes on"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        await until(server.base, 200)
        await ann.open("pistes", "me", "me")
        await ann.close()


async def test_a_full_database_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    async with _sqlite_house(tmp_path) as house:
        await (await house.player()).open("pistes", "me", "me")
        store = house.service.writer._store
        assert isinstance(store, SqliteStore)

        def limit(most: int) -> int:
            assert store._connection is not None
            pages: int = store._connection.execute(f"PRAGMA max_page_count={most}").fetchone()[0]
            return pages

        await asyncio.get_running_loop().run_in_executor(store._thread, limit, 1)
        assert (await ask(house.base))[1]["wrong"] == ["writing"]
        await asyncio.get_running_loop().run_in_executor(store._thread, limit, 1_000_000)
        assert (await ask(house.base))[0] == 200


async def test_workers_that_are_not_there_are_told(serve: Serve) -> None:
    house = await serve()
    house.service.bots = BotPool(processes=0, seconds=0.1, limit=0.1, far=FarProcess("redis://127.0.0.1:1/0"))
    code, body = await ask(house.base)
    assert (code, body["status"], body["bots"], body["wrong"]) == (200, "degraded", "unavailable", ["bots"])


@pytest.mark.database
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_a_channel_that_is_gone_is_told_and_found_again(
    postgresql_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves go on without it, and what could not be heard is read when it is back."""
    monkeypatch.setattr(news, "ECHO_SECONDS", 0.2)
    monkeypatch.setattr(news, "LOST_SECONDS", 1.0)
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        port = databases.free_port()
        with databases.redis(Path(folder), port) as channels:
            database = await new_database(postgresql_server)
            settings = Settings(database_url=database, channels_url=channels, bot_processes=0, requests_per_minute=0)
            north, south = await run_house(settings), await run_house(settings)
            ann = await north.player()
            table = (await ann.open("pistes", "me", "me"))["id"]
            line = await north.line(ann)
            await line.watch(table, 0)
            bea = await south.player()
            far = await south.line(bea)
            await far.watch(table)
        assert (await until(north.base, 503))["wrong"] == ["channel"]
        position = line.positions[table]
        assert position is not None
        await line.act(table, 0, position["legal"][0]["action"])
        with databases.redis(Path(folder), port):
            await until(north.base, 200)
            await until(south.base, 200)
            await far.until(table, lambda now: now["to_move"] == [1])
            await north.stop()
            await south.stop()
