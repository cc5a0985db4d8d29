"""Bots think elsewhere; one that crashes, hangs or answers nonsense loses its think, never the table."""

import asyncio
import sys

import pytest

from caravane.game import load
from caravane.play import start
from caravane.server.bots.pool import BotPool
from caravane.server.bots.process import BotProcess
from caravane.server.tables import facts
from tests.server.conftest import House, Serve

BROKEN = {
    "dies": "raise SystemExit(3)",
    "hangs": "import time; time.sleep(60)",
    "babbles": "input(); print('what?')",
    "cheats": "while input(): print('{\"action\": 999999}', flush=True)",
    "raises": 'input(); print(\'{"error": "oh"}\')',
}


@pytest.mark.parametrize("fault", BROKEN)
async def test_a_broken_bot_is_replaced(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def start_broken(self: BotProcess) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(sys.executable, "-c", BROKEN[fault], stdin=pipe, stdout=pipe)

    monkeypatch.setattr(BotProcess, "_start", start_broken)
    monkeypatch.setattr("caravane.server.bots.pool.SIMPLE_LIMIT", 0.5)
    monkeypatch.setattr("caravane.server.bots.pool.START_LIMIT", 0.2)
    pool = BotPool(processes=0, seconds=0.1, limit=1.0)
    play = start("pistes", seed=1)
    legal = play.legal()
    choice = await pool.choose(load("pistes"), play.save(), 0, 1, legal)
    await pool.stop()
    assert choice in legal
    assert pool.lost == 1


async def test_a_move_comes_although_the_process_of_the_bot_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravane.server.bots.pool.START_LIMIT", 60.0)
    pool = BotPool(processes=0, seconds=0.1, limit=60)
    play = start("pistes", seed=1)
    with monkeypatch.context() as patched:
        patched.setattr("caravane.server.bots.pool.SIMPLE_LIMIT", 0.01)  # nothing is imported so quickly
        assert await pool.choose(play.game, play.save(), 0, 1, play.legal()) in play.legal()
    monkeypatch.setattr("caravane.server.bots.pool.SIMPLE_LIMIT", 60.0)
    assert await pool.advise(play.game, play.save(), 0) is not None, "the process went on"
    assert pool.lost == 0
    await pool.stop()


async def test_a_simpler_bot_moves_while_the_rules_are_being_compiled(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_mind = BotProcess._start

    async def start_slowly(self: BotProcess) -> asyncio.subprocess.Process:
        if self._plain:
            return await start_mind(self)
        pipe = asyncio.subprocess.PIPE  # one that never has its kernels ready
        return await asyncio.create_subprocess_exec(sys.executable, "-c", BROKEN["hangs"], stdin=pipe, stdout=pipe)

    monkeypatch.setattr(BotProcess, "_start", start_slowly)
    monkeypatch.setattr("caravane.server.bots.pool.SIMPLE_LIMIT", 60.0)
    house = await serve(bot_processes=1)
    ann = await house.player()
    table = (await ann.open("pistes", "me", "bot3"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    position = await line.until(table, lambda found: found["to_move"] == [0])
    await line.act(table, 0, position["legal"][0]["action"])
    await line.until(table, lambda found: found["to_move"] == [0])
    assert [entry["by_bot"] for entry in line.entries[table] if entry["type"] == "moved"] == [False, True]
    assert [message["warming"] for message in line.others if message["type"] == "thinking"] == [True]
    assert house.service.bots.status == "warming"
    assert house.service.bots.lost == 0, "it was a bot's choice, not a blind one"


async def test_nobody_counts_the_orders_that_a_bot_writes(quick_house: House) -> None:
    """Each of them is a thought of its own, but it is said only once that the bot thinks."""
    ann, eve = await quick_house.player(), await quick_house.player()
    options = {"start": "historical", "countries": "seats"}
    table = (await ann.open("africa1880", "me", "bot1", "bot1", options=options))["id"]
    line, watcher = await quick_house.line(ann), await quick_house.line(eve)
    await line.watch(table, 0)
    await watcher.watch(table)
    await line.until(table, lambda now: 0 in now["to_move"])
    before = len(watcher.others)
    await line.act(table, 0, {"type": "ready"})
    await watcher.until(table, lambda now: len(now["to_move"]) == 3 and len(watcher.others) > before)
    told = [message["seat"] for message in watcher.others[before:] if message["type"] == "thinking"]
    orders = [
        fact for fact in (await quick_house.service.get(table)).log if isinstance(fact, facts.Acted) and fact.secret
    ]
    assert len(orders) > 2
    assert told == sorted(set(told)) == [1, 2]
