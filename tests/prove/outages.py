"""What a server stands on goes away for a while: the database, the channel, the disk, a process. Nothing is lost."""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from websockets.exceptions import WebSocketException

from tests.prove.figures import Figure
from tests.server import databases
from tests.server.client import Json, Line, Player, Refusal, allow
from tests.server.processes import serving

_CUT = (OSError, EOFError, WebSocketException)
PATIENCE = 60.0  # seconds in which everything must be well again


class Pair:
    """One person at both seats of a table of pistes; `lines` may lead to different servers."""

    def __init__(self, table: str, lines: list[Line]) -> None:
        self.table, self.lines, self.done = table, lines, 0

    async def move(self) -> Json:
        """The next move, by whoever is to move; counted when it is acknowledged."""
        seat = self.done % 2
        line = self.lines[seat]
        async with asyncio.timeout(PATIENCE):
            legal = await self._legal(line, seat)
            while not legal:  # the other's server has not told yet
                await asyncio.sleep(0.02)
                legal = await self._legal(line, seat)
        answer = await line.act(self.table, seat, legal[self.done % len(legal)]["action"])
        self.done += 1
        return answer

    async def _legal(self, line: Line, seat: int) -> list[Json]:
        await line.watch(self.table, seat, since=len(line.entries[self.table]))
        position = line.positions[self.table]
        assert position is not None
        legal: list[Json] = position["legal"] if seat in position["to_move"] else []
        return legal

    async def check(self) -> None:
        """Everybody sees exactly the moves that were acknowledged, as soon as the servers have told each other."""
        for seat in range(len(self.lines)):
            async with asyncio.timeout(PATIENCE):
                seen = await self._seen(seat)
                while seen < self.done:
                    await asyncio.sleep(0.1)
                    seen = await self._seen(seat)
            assert seen == self.done

    async def _seen(self, seat: int) -> int:
        await self.lines[seat].watch(self.table, seat)
        return sum(entry["type"] == "moved" for entry in self.lines[seat].entries[self.table])


async def sit(*bases: str) -> Pair:
    """Somebody at each seat, through these servers."""
    first, second = await Player(bases[0]).come(), await Player(bases[-1]).come()
    table = (await first.open("pistes", "me", "open"))["id"]
    await second.post(f"/api/tables/{table}/join", {})
    lines = [await first.connect(), await second.connect()]
    for seat, line in enumerate(lines):
        await line.watch(table, seat)
    return Pair(table, lines)


async def go(pair: Pair) -> None:
    """Everybody leaves."""
    for line in pair.lines:
        await line.close()
        await line.player.close()


async def until_it_goes_on(pair: Pair) -> float:
    """Try to move until a move is acknowledged; how many seconds that took."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        try:
            await pair.move()
        except Refusal as refusal:
            allow(refusal, "not-stored", "stale", "stopping", "illegal-action")
            await asyncio.sleep(0.2)
        else:
            return time.monotonic() - began
    raise AssertionError("the game does not go on")


async def refused_while_away(pair: Pair, seconds: float) -> int:
    """Try to move while something is away: refused or carried out, but always answered; how many were refused."""
    refused, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            async with asyncio.timeout(PATIENCE):
                await pair.move()
        except Refusal as refusal:
            allow(refusal, "not-stored", "stale")
            refused += 1
        await asyncio.sleep(0.05)
    return refused


async def database_gone(seconds: float) -> Figure:
    """PostgreSQL loses power and comes back."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        database = databases.Postgresql(Path(folder))
        database.start()
        try:
            async with serving("--database-url", database.url) as server:
                pair = await sit(server.base)
                for _ in range(6):
                    await pair.move()
                database.stop()
                refused = await refused_while_away(pair, seconds)
                assert (await pair.lines[0].player.http.get("/health")).status_code == 503
                database.start()
                back = await until_it_goes_on(pair)
                await pair.check()
                await go(pair)
        finally:
            database.stop()
    assert refused
    return Figure(f"PostgreSQL gone for {seconds:g} s: {refused} moves refused, none lost, play after {back:.1f} s")


async def channel_gone(seconds: float) -> Figure:
    """Redis loses power and comes back while two servers serve one table."""
    with tempfile.TemporaryDirectory(prefix="crv") as one, tempfile.TemporaryDirectory(prefix="crv") as two:
        channel = databases.Redis(Path(two))
        channel.start()
        try:
            with databases.postgresql(Path(one)) as database:
                common = ("--database-url", database, "--channels-url", channel.url)
                async with serving(*common) as north, serving(*common) as south:
                    pair = await sit(north.base, south.base)
                    for _ in range(6):
                        await pair.move()
                    await pair.check()  # both know where the game stands
                    channel.stop()
                    await until_it_goes_on(pair)  # the log is the truth: a move needs no channel
                    await asyncio.sleep(seconds)
                    channel.start()
                    news = await _until_news_comes(pair)
                    await pair.check()
                    done = pair.done
                    await go(pair)
        finally:
            channel.stop()
    return Figure(f"Redis gone for {seconds:g} s: {done} moves through two servers, none lost, news after {news:.1f} s")


async def _until_news_comes(pair: Pair) -> float:
    """Until a move through one server is told by the other without being asked."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        await until_it_goes_on(pair)
        other = pair.lines[pair.done % 2]
        try:
            async with asyncio.timeout(3):
                while [entry["type"] for entry in other.entries[pair.table]].count("moved") < pair.done:
                    await other.receive()
        except TimeoutError:
            continue
        return time.monotonic() - began
    raise AssertionError("no news comes through the channel")


async def disk_full(limit: int) -> Figure:
    """The disk is full at some moment: what was acknowledged is there afterwards."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        database = f"sqlite:///{folder}/tables.db"
        async with serving("--database-url", database, through=_small_files(limit)) as server:
            pair = await sit(server.base)
            refused = await _move_until_health_says_so(pair)
            await go(pair)
        async with serving("--database-url", database) as server:
            again = await _come_back(server.base, pair)
            await again.check()
            await until_it_goes_on(again)
            await go(again)
    return Figure(
        f"disk full after {pair.done} moves ({limit // 1024} kB): {refused} refused, none lost, play goes on afterwards"
    )


def _small_files(limit: int) -> tuple[str, ...]:
    """No file of the process may grow longer; to the server it is a full disk. A shell counts in blocks of 512."""
    return ("sh", "-c", f'ulimit -f {limit // 512}; exec "$@"', "sh")


async def _move_until_health_says_so(pair: Pair) -> int:
    """Move on and on; how many moves were refused until `/health` said that nothing can be stored."""
    refused = 0
    while True:
        try:
            await pair.move()
        except Refusal as refusal:
            allow(refusal, "not-stored")
            refused += 1
            if (await pair.lines[0].player.http.get("/health")).status_code == 503:
                return refused
            await asyncio.sleep(0.2)
            assert refused < 100, "the server says that it is well"


async def _come_back(base: str, pair: Pair) -> Pair:
    lines: list[Line] = []
    for seat, line in enumerate(pair.lines):
        lines.append(await line.player.back(base).connect())
        await lines[-1].watch(pair.table, seat)
    again = Pair(pair.table, lines)
    again.done = pair.done
    return again


@contextmanager
def both_databases() -> Iterator[tuple[str, str]]:
    """A PostgreSQL and a Redis: their addresses."""
    with (
        tempfile.TemporaryDirectory(prefix="crv") as one,
        tempfile.TemporaryDirectory(prefix="crv") as two,
        databases.postgresql(Path(one)) as database,
        databases.redis(Path(two)) as channel,
    ):
        yield database, channel


async def worker_killed(times: int) -> Figure:
    """One of the processes of a server is killed in the middle of play, and again; others go on, a new one comes."""
    with both_databases() as (database, channel):
        common = ("--database-url", database, "--channels-url", channel, "--workers", "2")
        async with serving(*common) as server:
            pair = await sit(server.base)
            for _ in range(times):
                await pair.move()
                _kill_one(server.process.pid)
                await _reconnected(pair, until_it_goes_on)
            await _reconnected(pair, lambda found: found.check())
            done = pair.done
            await go(pair)
    return Figure(f"{times} times one of two processes killed: {done} moves, none lost")


def _kill_one(parent: int) -> None:
    """The newest child of a process dies."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    serving_now = [
        int(child) for child in children if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    os.kill(serving_now[-1], signal.SIGKILL)


async def _reconnected(pair: Pair, work: Callable[[Pair], Awaitable[object]]) -> None:
    """Do something, with new sockets where one was cut off."""
    for _ in range(100):
        try:
            await work(pair)
        except _CUT:
            await asyncio.sleep(0.2)
            for seat, line in enumerate(pair.lines):
                try:
                    await line.close()  # the process at its other end may have lived on
                    pair.lines[seat] = await line.player.connect()
                    await pair.lines[seat].watch(pair.table, seat)
                    moved = [entry for entry in pair.lines[seat].entries[pair.table] if entry["type"] == "moved"]
                    pair.done = max(pair.done, len(moved))
                except _CUT:
                    break
        else:
            return
    raise AssertionError("the server does not come back")


async def far_bots_killed(times: int) -> Figure:
    """The bots' worker elsewhere is killed, and again: a simple bot moves instead, and a new worker is found."""
    with (
        tempfile.TemporaryDirectory(prefix="crv") as one,
        tempfile.TemporaryDirectory(prefix="crv") as two,
        databases.redis(Path(two)) as queue,
    ):
        common = ("--database-url", f"sqlite:///{one}/tables.db", "--workers-url", queue)
        async with serving(*common, CARAVANE_BOT_TIMEOUT="4") as server:
            player = await Player(server.base).come()
            opponent, longest = Opponent(player, await player.connect()), 0.0
            for _ in range(times):
                async with _worker(queue):
                    await opponent.until_strong()
                longest = max(longest, await opponent.move())
            moves = opponent.moves
            await opponent.line.close()
            await player.close()
    return Figure(
        f"{times} times the bots' worker killed: {moves} moves of bots, the one after a kill took at most {longest:.0f} s"
    )


@asynccontextmanager
async def _worker(queue: str) -> AsyncIterator[None]:
    """A `caravane worker` that is killed at the end of the block."""
    command = [sys.executable, "-m", "caravane", "worker", "--workers-url", queue]
    plain = {"NUMBA_DISABLE_JIT": "1", "CARAVANE_BOT_PROCESSES": "0"}
    process = await asyncio.create_subprocess_exec(*command, env=os.environ | plain)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


class Opponent:
    """A bot that is played against, table after table."""

    def __init__(self, player: Player, line: Line) -> None:
        self.player, self.line, self.table, self.moves = player, line, "", 0

    async def move(self) -> float:
        """A move of the person and the bot's answer; how many seconds that took."""
        if not self.table:
            self.table = (await self.player.open("pistes", "me", "bot1"))["id"]
            await self.line.watch(self.table, 0)
        began = time.monotonic()
        position = await self.line.until(self.table, _is_mine, PATIENCE)
        if not position["over"]:
            await self.line.act(self.table, 0, position["legal"][0]["action"])
            position = await self.line.until(self.table, _is_mine, PATIENCE)
            self.moves += 1
        if position["over"]:
            self.table = ""
        return time.monotonic() - began

    async def until_strong(self) -> None:
        """Play until the worker answers: bots are there, and no thought was lost."""
        for _ in range(100):
            before = await self._lost()
            await self.move()
            if (await self.player.get("/health"))["bots"] != "unavailable" and await self._lost() == before:
                return
            await asyncio.sleep(0.5)
        raise AssertionError("the new worker is not found")

    async def _lost(self) -> str:
        lines = str(await self.player.get("/metrics")).splitlines()
        return next(line for line in lines if line.startswith("caravane_bots_failed_total"))


def _is_mine(position: Json) -> bool:
    return position["over"] or 0 in position["to_move"]


async def _all_said(pair: Pair, seat: int, count: int) -> list[Json]:
    """The history as one seat has it, once all news has come."""
    line = pair.lines[seat]
    async with asyncio.timeout(PATIENCE):
        while sum(entry["type"] == "said" for entry in line.entries[pair.table]) < count:
            await line.receive(PATIENCE)
    return line.entries[pair.table]


async def two_writers(rounds: int) -> Figure:
    """Two servers write one table at the same moments: all is kept, in one order for all."""
    with both_databases() as (database, channel):
        common = ("--database-url", database, "--channels-url", channel)
        async with serving(*common) as north, serving(*common) as south:
            pair = await sit(north.base, south.base)
            for number in range(rounds):
                await asyncio.gather(
                    *(
                        line.ask("say", table=pair.table, seat=seat, text=f"{number} from {seat}")
                        for seat, line in enumerate(pair.lines)
                    )
                )
            told = [await _all_said(pair, seat, 2 * rounds) for seat in (0, 1)]
            await go(pair)
    said = [entry["text"] for entry in told[0] if entry["type"] == "said"]
    assert told[0] == told[1]
    assert sorted(said) == sorted(f"{number} from {seat}" for number in range(rounds) for seat in (0, 1))
    return Figure(f"{2 * rounds} writes at the same moments through two servers: all kept, in one order")
