"""What is kept in memory ends: eviction comes to an end, what is watched stays, unknown ids leave nothing."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from caravane.server.accounts import people
from caravane.server.accounts.rates import REMEMBERED, Rates
from caravane.server.live.table_cache import FACT_BYTES, MOST_IDLE_BYTES, TableCache
from tests.server.client import Refusal
from tests.server.conftest import House

FEW = 3


def table(name: str) -> Any:
    return weighing(name, 0)


def weighing(name: str, facts: int) -> Any:
    return SimpleNamespace(id=name, sequence=facts, game=SimpleNamespace(state=SimpleNamespace(itemsize=1)))


def test_the_table_that_was_used_longest_ago_goes() -> None:
    gone: list[str] = []
    cache = TableCache(2, gone.append)
    for name in "ab":
        cache.keep(table(name))
    assert cache.get("a") is not None
    cache.keep(table("c"))
    assert (gone, len(cache)) == (["b"], 2)


def test_long_tables_go_before_they_fill_the_memory() -> None:
    """By what they take, not only by how many there are: an imported record may have thousands of moves."""
    long = MOST_IDLE_BYTES // FACT_BYTES * 2 // 5
    cache = TableCache()
    for name in "abcd":
        cache.keep(weighing(name, long))
    assert [name for name in "abcd" if name in cache] == ["c", "d"]
    cache.hold("c")
    cache.keep(weighing("e", 10 * long))
    assert [name for name in "acde" if name in cache] == ["c"], "one that is too long alone is not kept at all"
    cache.drop("c")
    for number in range(50):
        cache.keep(weighing(str(number), 1))
    assert len(cache) == 51
    assert cache.forget_idle() == []
    assert cache._idle_bytes == 0


def test_tables_in_use_stay_however_many_there_are() -> None:
    cache = TableCache(FEW)
    names = [str(number) for number in range(10 * FEW)]
    for name in names:
        cache.hold(name)
        cache.keep(table(name))
    assert all(name in cache for name in names)
    for name in names:
        cache.drop(name)
    assert len(cache) == FEW
    assert cache.in_use == 0


async def test_a_table_is_kept_while_somebody_waits_for_its_turn() -> None:
    cache = TableCache(0)
    async with cache.locked("a"):
        cache.keep(table("a"))
        waiting = asyncio.create_task(_look(cache))
        await asyncio.sleep(0)
    assert await waiting
    assert "a" not in cache
    assert cache.in_use == 0


async def _look(cache: TableCache) -> bool:
    async with cache.locked("a"):
        return "a" in cache


async def test_more_tables_are_watched_than_memory_was_meant_for(house: House) -> None:
    """The loop that made room never ended once every table was watched."""
    house.service.cache._most_idle = FEW
    ann = await house.player()
    line = await house.line(ann)
    tables = [(await ann.open("pistes", "me", "me"))["id"] for _ in range(3 * FEW)]
    for one in tables:
        await line.watch(one, 0)
    found = [await house.service.get(one) for one in tables]
    others = [(await ann.open("pistes", "me", "me"))["id"] for _ in range(2 * FEW)]
    assert [await house.service.get(one) for one in tables] == found, "what is watched stays the same object"
    assert house.service.tables_in_memory == len(tables) + FEW
    assert (await ann.get(f"/api/tables/{others[0]}"))["status"] == "running"
    await line.close()
    for _ in range(1000):
        if not house.service.broadcaster.by_table:
            break
        await asyncio.sleep(0.01)
    assert house.service.tables_in_memory == FEW
    assert house.service.cache.in_use == 0


async def test_an_unknown_id_leaves_nothing_in_memory(house: House) -> None:
    ann = await house.player()
    line = await house.line(ann)
    for number in range(20):
        with pytest.raises(Refusal, match="unknown-table"):
            await ann.get(f"/api/tables/nowhere{number}")
        with pytest.raises(Refusal, match="unknown-table"):
            await line.watch(f"nowhere{number}")
        with pytest.raises(Refusal, match="unknown-table"):
            await line.ask("resign", table=f"nowhere{number}", seat=0)
    service = house.service
    assert service.cache.in_use == len(service.cache) == 0
    kept = (
        service.broadcaster.by_table,
        service.scheduler._tried,
        service.scheduler._alarms,
        service.scheduler._thinking,
    )
    assert not any(kept)


async def test_an_alarm_that_rang_is_forgotten(house: House) -> None:
    ann = await house.player()
    clock = {"type": "live", "time_ms": 60_000, "increment_ms": 0}
    one = (await ann.open("pistes", "me", "me", clock=clock))["id"]
    [(name, alarm)] = house.service.scheduler._alarms.items()
    assert name == one
    alarm.cancel()
    house.service.scheduler._ring(one)
    assert not house.service.scheduler._alarms


async def test_names_are_read_again_when_others_have_taken_their_place(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "REMEMBERED", FEW)
    ann = await house.player()
    one = (await ann.open("pistes", "me", "me"))["id"]
    shown = [seat["name"] for seat in (await ann.get(f"/api/tables/{one}"))["seats"]]
    for _ in range(2 * FEW):
        other = await house.player()
    assert len(house.service.people._known) == FEW
    assert house.service.people.name(ann.id) is None
    assert [seat["name"] for seat in (await other.get(f"/api/tables/{one}"))["seats"]] == shown


def test_rates_remember_only_so_many() -> None:
    rates = Rates(60)
    for number in range(REMEMBERED + 50):
        rates.take(str(number))
    assert len(rates._buckets) == REMEMBERED
