"""Nobody waits for the compiler: who is ready answers, a simpler bot moves meanwhile, and everybody is told the truth."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from caravane.game import load
from caravane.play import start
from caravane.server.bots.pool import BotPool
from caravane.server.bots.preload import make_ready
from caravane.server.bots.process import BotProcess, Lost
from caravane.server.bots.program import Question
from tests.server.client import Line
from tests.server.conftest import House, Serve, far_bots

# A strong process that gets ready as a test says; it thinks with plain rules, so that no test waits for the compiler.
PREPARES = """
import os, time
from pathlib import Path
from caravane.server.bots import program
folder = Path({folder!r})
def prepare(game):
    {body}
program.warm_up = prepare
program.main()
"""
ALL_BUT_PISTES_TAKE_LONG = "time.sleep(0 if game == 'pistes' else 600)"
FAILS_ONCE = """first = folder / game
    if not first.exists():
        first.touch()
        raise OSError('no room')"""
WAITS = """while not (folder / 'go').exists():
        time.sleep(0.05)"""
PISTES_FAILS = "assert game != 'pistes'"
PISTES_DIES = "os._exit(1) if game == 'pistes' else None"
AFRICANA_COMES_BEFORE = "time.sleep(600 if game == 'africana' else 0)"
AFRICA_IS_NOT_KEPT = """time.sleep(600 if game == 'africa' and (folder / game).exists() else 0)
    (folder / game).touch()"""

# It takes a while to start, thinks exactly as long as it is told, and is sure of one action.
PUNCTUAL = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    time.sleep({start} if asked["warm"] else asked["seconds"])
    print('{{"action": {action}}}', flush=True)
"""


def use(monkeypatch: pytest.MonkeyPatch, script: str, *, plain: bool = False) -> None:
    """Let the bots of one kind run something else."""
    start_mind = BotProcess._start

    async def start_other(self: BotProcess) -> asyncio.subprocess.Process:
        if self._plain != plain:
            return await start_mind(self)
        pipe, environment = asyncio.subprocess.PIPE, os.environ | {"NUMBA_DISABLE_JIT": "1"}
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stdin=pipe, stdout=pipe, env=environment
        )

    monkeypatch.setattr(BotProcess, "_start", start_other)


def preparing(body: str, folder: Path = Path()) -> str:
    return PREPARES.format(body=body, folder=str(folder))


@asynccontextmanager
async def started(*games: str, processes: int = 1, seconds: float = 0.1) -> AsyncIterator[BotPool]:
    """BotPool that warm up for some games."""
    pool = BotPool(processes=processes, seconds=seconds, limit=10)
    pool.start(list(games))
    try:
        yield pool
    finally:
        await pool.stop()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what must come soon."""
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110  # what it waits for happens in other processes
            await asyncio.sleep(0.02)


async def choose(pool: BotPool, game: str) -> float:
    """Let a beginner move; how long it took."""
    play, begun = start(game, seed=1), time.monotonic()
    choice = await pool.choose(play.game, play.save(), play.to_move[0], 1, play.legal())
    assert choice in play.legal()
    return time.monotonic() - begun


async def play_until_a_bot_moved(house: House, game: str) -> tuple[Line, float]:
    """What the page heard of it, and how long the bot took."""
    ann = await house.player()
    table = (await ann.open(game, "me", "bot3"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    entries, begun = line.entries[table], time.monotonic()
    while not any(entry["type"] == "moved" and entry["by_bot"] for entry in entries):
        position = await line.until(table, lambda found: found["to_move"])
        known = len(entries)
        if position["to_move"] == [0]:
            begun = time.monotonic()
            await line.act(table, 0, position["legal"][0]["action"])
        while len(entries) == known:
            await line.receive(60)
    return line, time.monotonic() - begun


def told_warming(line: Line) -> set[bool]:
    return {message["warming"] for message in line.others if message["type"] == "thinking"}


async def test_a_bot_that_is_ready_does_not_wait_while_another_game_is_compiled(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, preparing(ALL_BUT_PISTES_TAKE_LONG))
    monkeypatch.setattr("caravane.server.bots.pool.SIMPLE_LIMIT", 60.0)
    make_ready(load("pistes"))  # in this process, which would have to compile while the time is taken
    house = await serve(bot_processes=1, first_game="pistes")
    pool = house.service.bots
    await until(lambda: pool.is_warm("pistes"))
    line, seconds = await play_until_a_bot_moved(house, "pistes")
    assert told_warming(line) == {False}
    assert seconds < 10, "bot_timeout"
    line, _ = await play_until_a_bot_moved(house, "africana")
    assert told_warming(line) == {True}
    assert pool.status == "warming"
    assert (await house.people[0].get("/health"))["bots"] == "warming"
    assert pool.lost == 0, "no choice was a blind one"


async def test_nobody_waits_for_a_strong_mind_that_compiles_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where there is no room on the disk, what another process compiled is not found."""
    use(monkeypatch, preparing(AFRICA_IS_NOT_KEPT, tmp_path))
    async with started("pistes", "africa") as pool:
        await until(lambda: (tmp_path / "africa").exists() and pool._ours[0].has_loaded("pistes"))
        await until(lambda: not pool.is_warm("pistes"))
        assert await choose(pool, "pistes") < 3
        assert pool.lost == 0


async def test_what_somebody_plays_is_compiled_next(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, preparing(AFRICANA_COMES_BEFORE))
    async with started("africa", "africana", "pistes") as pool:
        await choose(pool, "pistes")
        await until(lambda: pool.is_warm("pistes"))
        assert not pool.is_warm("africana")


async def test_all_is_ready_and_whoever_compiled_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, preparing("pass"))
    async with started("africa", "pistes", processes=2) as pool:
        assert pool.status == "warming"
        await until(lambda: pool.status == "ready" and not pool._compiler.is_running)
        await choose(pool, "pistes")
        assert pool.lost == 0


@pytest.mark.database
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # SAQ's way of talking to Redis
async def test_a_worker_elsewhere_says_whether_a_strong_mind_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch, preparing(WAITS, tmp_path))
    async with far_bots(processes=1) as pool:
        assert pool.is_warm("pistes"), "nothing else is known yet"
        await choose(pool, "pistes")
        assert not pool.is_warm("pistes")
        (tmp_path / "go").touch()
        async with asyncio.timeout(60):
            while not pool.is_warm("pistes"):
                await choose(pool, "pistes")
        assert pool.lost == 0


async def test_a_strong_mind_that_was_lost_comes_back_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, preparing("pass"))
    async with started("pistes") as pool:
        await until(lambda: pool.status == "ready")
        process = pool._ours[0]._process
        assert process is not None
        process.kill()
        assert await choose(pool, "pistes") < 3
        await until(lambda: pool._ours[0]._process not in (process, None) and pool.is_warm("pistes"))


async def test_a_game_that_could_not_be_compiled_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch, preparing(FAILS_ONCE, tmp_path))
    monkeypatch.setattr("caravane.server.bots.pool.PAUSES", (0.2, 0.2, 0.2))
    async with started("pistes", "africa") as pool:
        await until(lambda: pool.status != "warming")
        assert pool.status == "ready"
        assert pool.is_warm("pistes")
        assert pool.is_warm("africa")


@pytest.mark.parametrize("fault", [PISTES_FAILS, PISTES_DIES])
async def test_a_game_that_never_compiles_is_not_called_ready(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, preparing(fault))
    monkeypatch.setattr("caravane.server.bots.pool.PAUSES", (0.2, 0.2, 0.2))
    async with started("pistes", "africa") as pool:
        await until(lambda: pool.is_warm("africa"))
        await until(lambda: pool.status != "warming")
        assert pool.status == "unavailable"
        assert not pool.is_warm("pistes")
        await choose(pool, "pistes")


def think(seconds: float) -> Question:
    return Question(game="pistes", view=b"", seat=0, level=1, word=0, seconds=seconds)


async def test_who_waits_in_vain_for_a_busy_mind_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, PUNCTUAL.format(start=0, action=7), plain=True)
    process = BotProcess(plain=True)
    await process.prepare("pistes", 60)
    first = asyncio.create_task(process.ask(think(2), 60))
    await asyncio.sleep(0.1)
    with pytest.raises(Lost, match="busy"):
        await process.ask(think(2), 1)
    assert (await first).action == 7
    assert process.has_loaded("pistes"), "its process was left alone"
    await process.stop()


async def test_what_is_waited_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, PUNCTUAL.format(start=0, action=7), plain=True)
    process = BotProcess(plain=True)
    await process.prepare("pistes", 60)
    begun = time.monotonic()
    first = asyncio.create_task(process.ask(think(1), 60))
    await asyncio.sleep(0.1)
    assert (await process.ask(think(60), 4)).action == 7, "it thinks for no more than is left"
    assert (await first).action == 7
    assert time.monotonic() - begun < 5
    await process.stop()


@pytest.mark.parametrize("start_takes", [0.0, 1.2, 1.9])
async def test_the_simple_bot_has_time_for_its_thought_or_is_not_asked(
    start_takes: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal = start("pistes", seed=1).legal()
    use(monkeypatch, PUNCTUAL.format(start=start_takes, action=legal[0]), plain=True)
    pool = BotPool(processes=0, seconds=1.0, limit=10)
    assert await choose(pool, "pistes") < 3
    assert pool._simple.is_running, "it was not given up while it thought"
    assert pool.lost == 0
    await pool.stop()


async def test_many_who_ask_the_simple_bot_at_once_have_a_move_within_three_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    legal = start("pistes", seed=1).legal()
    use(monkeypatch, PUNCTUAL.format(start=0, action=legal[0]), plain=True)
    pool = BotPool(processes=0, seconds=0.8, limit=10)
    await pool._wake()
    process = pool._simple._process
    assert max(await asyncio.gather(*(choose(pool, "pistes") for _ in range(6)))) < 3
    assert pool._simple._process is process, "nobody ended it"
    await pool.stop()
