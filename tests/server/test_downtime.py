"""Time in which the server did not run is charged to nobody: stopped, suspended, restarted, or unable to write."""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from caravane.server import app
from caravane.server.config import Settings
from caravane.server.live.downtime import REMEMBERED, Downtime
from caravane.server.live.scheduler import Scheduler
from caravane.server.store import database as db
from caravane.server.store.database import connect
from caravane.server.store.loading import TableReader
from caravane.server.store.migrate import migrate
from tests.server.client import Line, Player
from tests.server.conftest import House, Serve, run_house
from tests.server.processes import serving
from tests.server.test_clocks import LIVE, Watch, clock, first, two_people

HOUR = 3_600_000
SHORT = {"type": "live", "time_ms": 10_000, "increment_ms": 0}
MANY = 10_000


async def test_an_hour_of_sleep_costs_nobody_anything(serve: Serve) -> None:
    watch = Watch()
    house = await serve(now=watch, pulse=watch)
    table, one, two = await two_people(house, clock=LIVE)
    watch.now += 1_500
    house.service.now()
    watch.now += HOUR  # the lid was closed
    await one.act(table, 0, first(one, table))
    assert clock(one, table) == [(63_500, False), (60_000, True)]
    watch.now += HOUR
    await house.service.scheduler.check_clock(table)
    assert (await two.player.get(f"/api/tables/{table}"))["status"] == "running"
    await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, first(two, table))
    assert clock(two, table) == [(63_500, True), (65_000, False)]


async def test_who_looks_on_is_told_the_right_clocks_after_a_sleep(serve: Serve) -> None:
    watch = Watch()
    house = await serve(now=watch, pulse=watch)
    table, one, _ = await two_people(house, clock=LIVE)
    watch.now += HOUR
    while (message := await one.receive())["type"] != "clocks":
        pass
    assert [seat["left_ms"] for seat in message["clocks"]["seats"]] == [60_000, 60_000]
    ann = one.player
    shown = (await ann.get(f"/api/tables/{table}/snapshot"))["position"]["clocks"]["seats"]
    assert shown[0] == {"left_ms": 60_000, "runs": True}


async def test_several_absences_are_given_back_to_a_table_that_nobody_touched(serve: Serve) -> None:
    watch = Watch()
    house = await serve(now=watch)
    table, *_ = await two_people(house, clock=LIVE)
    watch.now += 10_000
    await house.stop()
    for _ in range(3):
        watch.now += HOUR
        house = await serve(now=watch)
        await asyncio.sleep(0)
        watch.now += 5_000
        await house.stop()
    watch.now += 3_000  # a quick restart counts as well
    house = await serve(now=watch)
    found = await house.service.get(table)
    read = found.clocks.on_the_wire(watch.now)
    assert read is not None
    assert read.seats[0].left_ms == 60_000 - 10_000 - 3 * 5_000
    assert house.service.downtime.owed(found) == 0


async def test_time_in_which_nothing_could_be_written_is_given_back(serve: Serve) -> None:
    watch = Watch()
    house = await serve(now=watch, pulse=watch)
    table, one, _ = await two_people(house, clock=LIVE)
    downtime = house.service.downtime
    await downtime.beat()
    for _ in range(20):  # the process runs, but no beat reaches the disk
        watch.now += 1_000
        downtime.tick()
    await downtime.beat()
    await one.act(table, 0, first(one, table))
    assert clock(one, table)[0] == (65_000, False)


async def test_a_server_that_is_stopped_for_longer_than_a_clock_loses_nobodys_game(tmp_path: Path) -> None:
    """SIGSTOP and SIGCONT, as a suspended machine does it."""
    async with serving("--database-url", f"sqlite:///{tmp_path / 'tables.db'}") as server:
        ann = await Player(server.base).come()
        table = (await ann.open("pistes", "me", "me", clock=SHORT, on_timeout="lose"))["id"]
        line = await ann.connect()
        await line.watch(table, 0)
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(12)
        server.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(1)
        shown = await ann.get(f"/api/tables/{table}/snapshot")
        assert shown["table"]["status"] == "running"
        assert shown["position"]["clocks"]["seats"][0]["left_ms"] > 2_000
        await line.act(table, 0, first(line, table))
        await _close(line)


async def _close(line: Line) -> None:
    await line.close()
    await line.player.close()


async def test_of_processes_that_share_a_database_none_gives_back_what_another_served(serve: Serve) -> None:
    watch = Watch()
    house = await serve(now=watch)
    engine = house.service.engine
    other = Downtime(engine, watch, watch, is_shared=True)
    await other.start()
    for _ in range(3):
        watch.now += 9_000
        await house.service.downtime.beat()
    other.tick()
    assert other.must_ask
    await other.ask()
    assert not other._known
    watch.now += HOUR
    other.tick()
    await other.ask()
    assert [absence.ended - absence.began for absence in other._known] == [HOUR]


async def test_absences_do_not_pile_up(serve: Serve) -> None:
    house = await serve()
    downtime = house.service.downtime
    for number in range(REMEMBERED + 10):
        downtime._note(2 * number, 2 * number + 1)
    await downtime.beat()
    async with house.service.engine.connect() as connection:
        stored = await connection.scalar(sa.select(sa.func.count()).select_from(db.absences))
    assert (len(downtime._known), stored) == (REMEMBERED, REMEMBERED)


async def test_ten_thousand_clocked_tables_do_not_hold_up_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No table is read before the server answers; each is settled when somebody looks at it."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'many.db'}", bot_processes=0, requests_per_minute=0)
    watch = Watch()
    house = await run_house(settings, watch)
    table, *_ = await two_people(house, clock=LIVE)
    await house.stop()
    names = await _multiply(settings.database_url, table)
    watch.now += HOUR
    loaded: list[str] = []
    load = TableReader.load

    async def load_and_count(self: TableReader, name: str) -> Any:
        loaded.append(name)
        return await load(self, name)

    monkeypatch.setattr(TableReader, "load", load_and_count)
    monkeypatch.setattr(Scheduler, "look_after", asyncio.Event().wait)  # what goes on beside, in batches
    with statements() as said:
        again = await run_house(settings, watch)
        ann = Player(again.base)
        assert (await ann.get("/health"))["status"] == "ok"
    again.people.append(await ann.come())
    assert loaded == [], "no table is read before the server answers"
    assert not [one for one in said if "tables" in one or "events" in one], "nor is anything asked about them all"
    assert 0 < len(said) < 40, "as many as in an empty house"
    for name in names[:: MANY // 5]:
        shown = (await ann.get(f"/api/tables/{name}/snapshot"))["position"]["clocks"]["seats"]
        assert shown[0] == {"left_ms": 60_000, "runs": True}
    await again.stop()


async def test_nobody_waits_for_the_rules_to_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = threading.Event()
    (tmp_path / "warm").touch()
    monkeypatch.setattr(app, "is_plain", lambda: False)
    monkeypatch.setattr(app, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(app, "_make_rules_ready", lambda: loaded.wait(300))
    house = await run_house(Settings(database_url=f"sqlite:///{tmp_path / 'one.db'}", bot_processes=0))
    try:
        assert (await (await house.player()).get("/health"))["status"] == "ok"
        assert not loaded.is_set()
    finally:
        loaded.set()
        await house.stop()


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is said to databases meanwhile."""
    said: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        said.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


async def _multiply(url: str, table: str) -> list[str]:
    """The same table, many times over."""
    engine = connect(url)
    await migrate(engine)
    names = [f"copy{number}" for number in range(MANY)]
    async with engine.begin() as connection:
        for part, named in ((db.tables, "id"), (db.events, "table"), (db.sitters, "table")):
            rows = [dict(row) for row in (await connection.execute(sa.select(part))).mappings()]
            rows = [row for row in rows if row[named] == table]
            for start in range(0, MANY, 1000):
                some = [row | {named: name} for name in names[start : start + 1000] for row in rows]
                await connection.execute(sa.insert(part), some)
    await engine.dispose()
    return names


async def test_what_waits_is_looked_after_in_batches(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    house: House = await serve(now=watch)
    tables = [(await two_people(house, clock=LIVE, on_timeout="lose"))[0] for _ in range(4)]
    watch.now += 61_000
    begun, writing = 0, db.writing

    def count(engine: Any) -> Any:
        nonlocal begun
        begun += 1
        return writing(engine)

    monkeypatch.setattr(db, "writing", count)
    await house.service.scheduler.look_after()
    assert [(await house.service.get(table)).status for table in tables] == ["over"] * 4
    assert begun <= 3, "one for all that is looked at again, beside a beat or two"
