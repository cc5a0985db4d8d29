"""One table that cannot be read is fenced: it is named, everything else goes on, and a backup brings it back."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from caravane.cli.doctor import _database
from caravane.errors import BadInput
from caravane.server.http.page_bootstrap import CLIENT
from caravane.server.store import database as db
from caravane.server.store import loading
from caravane.server.store.backup import backup, restore_table
from caravane.server.store.database import connect
from tests.server.client import Refusal
from tests.server.conftest import House, Serve

CLOCK = {"type": "live", "time_ms": 60_000, "increment_ms": 0}
LAST = 4  # the sequence of a table's first action: opened, two seats, started, acted


def fact(body: bytes) -> Any:
    return sa.update(db.events).where(db.events.c.sequence == LAST + 1).values(body=body)


DAMAGES = {
    "no JSON": fact(b"{nonsense"),
    "an unknown fact": fact(b'{"t":"flew"}'),
    "a fact of another shape": fact(b'{"t":"acted","seat":"x"}'),
    "an illegal action": fact(b'{"t":"acted","seat":1,"action":999999}'),
    "a seat that is not there": fact(b'{"t":"acted","seat":7,"action":0}'),
    "a fact is missing": sa.delete(db.events).where(db.events.c.sequence == 2),
    "no facts at all": sa.delete(db.events),
    "an unknown game": sa.update(db.tables).values(game="chess"),
    "terms that are none": sa.update(db.tables).values(terms="{"),
}


async def played(house: House) -> str:
    """A table with one action."""
    ann = await house.player()
    table: str = (await ann.open("pistes", "me", "me", clock=CLOCK, visibility="public"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    position = line.positions[table]
    assert position is not None
    await line.act(table, 0, position["legal"][0]["action"])
    return table


async def damage(url: str, table: str, how: Any) -> None:
    engine = connect(url)
    column = db.tables.c.id if how.table is db.tables else db.events.c.table
    async with engine.begin() as connection:
        assert (await connection.execute(how.where(column == table))).rowcount
        await connection.execute(sa.delete(db.snapshots).where(db.snapshots.c.table == table))
    await engine.dispose()


async def test_damaged_tables_stop_neither_the_start_nor_the_others(serve: Serve, database_url: str) -> None:
    house = await serve()
    good, bad = await played(house), [await played(house) for _ in DAMAGES]
    await house.stop()
    for table, how in zip(bad, DAMAGES.values(), strict=True):
        await damage(database_url, table, how)
    again = await serve()
    with capture_logs() as logs:
        bea = await again.player()
        line = await again.line(bea)
        listed = {table["id"]: table["status"] for table in await bea.get("/api/tables", which="running")}
        assert listed == {good: "running"} | dict.fromkeys(bad, "damaged")
        await again.service.scheduler.look_after()
        for table in bad:
            with pytest.raises(Refusal, match="damaged-table") as refusal:
                await bea.get(f"/api/tables/{table}")
            assert "backup" in refusal.value.body["text"]["en"]
            with pytest.raises(Refusal, match="damaged-table"):
                await line.watch(table)
            with pytest.raises(Refusal, match="damaged-table"):
                await line.ask("resign", table=table, seat=0)
            page = await bea.http.get(f"/t/{table}")
            assert page.headers["content-type"].startswith("text/html"), "the page itself says what is wrong"
            assert page.status_code == (503 if (CLIENT / "index.html").is_file() else 200)
        await line.watch(good)
    named = [entry["table"] for entry in logs if entry["event"] == "table.damaged"]
    assert sorted(named) == sorted(bad), "each once"
    assert (await bea.get("/health"))["status"] == "ok"
    assert again.service.cache.in_use == 1, "nothing is kept of what cannot be read"


async def test_those_who_play_there_find_it_in_their_list(serve: Serve, database_url: str) -> None:
    house = await serve()
    bad = await played(house)
    await damage(database_url, bad, DAMAGES["no JSON"])
    house.service.forget(bad)
    [mine] = await house.people[0].get("/api/tables", which="mine")
    assert (mine["id"], mine["status"], mine["game"]) == (bad, "damaged", "pistes")


async def test_they_are_found_by_the_doctor_and_restored_one_by_one_while_the_server_runs(
    serve: Serve, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "AGAIN_SECONDS", 0.0)
    house = await serve()
    good, bad = await played(house), [await played(house) for _ in DAMAGES]
    ann = house.people[0]
    before = [await ann.get(f"/api/tables/{table}/snapshot") for table in bad]
    await backup(database_url, tmp_path / "saved.db")
    await house.lines[0].ask("say", table=good, text="after the backup", seat=0)
    for line in house.lines[1:]:
        await line.close()
    for table, how in zip(bad, DAMAGES.values(), strict=True):
        house.service.forget(table)
        await damage(database_url, table, how)
    assert await _broken(database_url) == sorted(f"table {table}" for table in bad)
    with pytest.raises(Refusal, match="damaged-table"):
        await ann.get(f"/api/tables/{bad[0]}")
    with pytest.raises(BadInput, match="nothing to restore"):
        await restore_table(tmp_path / "saved.db", database_url, good)
    with pytest.raises(BadInput, match="does not hold"):
        await restore_table(tmp_path / "saved.db", database_url, "nowhere")
    for table, shown in zip(bad, before, strict=True):
        assert await restore_table(tmp_path / "saved.db", database_url, table) > LAST
        after = await ann.get(f"/api/tables/{table}/snapshot")
        assert after["entries"] == shown["entries"]
        assert after["position"]["view"] == shown["position"]["view"]
    assert await _broken(database_url) == []
    said = [entry.get("text") for entry in (await ann.get(f"/api/tables/{good}/snapshot"))["entries"]]
    assert "after the backup" in said, "the other table kept what is younger than the backup"


async def _broken(url: str) -> list[str]:
    return sorted(check.name for check in await asyncio.to_thread(_database, url) if check.verdict == "broken")


async def test_a_backup_with_the_same_damage_is_refused(serve: Serve, database_url: str, tmp_path: Path) -> None:
    house = await serve()
    bad = await played(house)
    await damage(database_url, bad, DAMAGES["no JSON"])
    await backup(database_url, tmp_path / "saved.db")
    with pytest.raises(BadInput, match="older"):
        await restore_table(tmp_path / "saved.db", database_url, bad)


async def test_what_another_process_stored_badly_is_noticed_when_it_is_read(serve: Serve, database_url: str) -> None:
    house = await serve()
    bad = await played(house)
    engine = connect(database_url)
    async with engine.begin() as connection:
        row = {"table": bad, "sequence": LAST + 2, "at": 0, "body": json.dumps({"t": "flew"}).encode()}
        await connection.execute(sa.insert(db.events), row)
    await engine.dispose()
    with pytest.raises(Refusal, match="damaged-table"):
        await house.lines[0].ask("say", table=bad, text="hello", seat=0)
    assert (await (await house.player()).get("/health"))["status"] == "ok"


def test_the_doctor_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no database"):
        _database(f"sqlite:///{tmp_path / 'none.db'}")
    assert not (tmp_path / "none.db").exists()
