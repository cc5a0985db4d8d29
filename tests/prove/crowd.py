"""Many tables for a long time: no message is lost, and memory stays where it is."""

import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from caravane.course import RECENT
from caravane.game import load
from caravane.server.live.table_cache import MOST_IDLE, MOST_IDLE_BYTES
from tests.prove.figures import Figure
from tests.server.client import Json, Line, Player
from tests.server.processes import serving

GROUP = 20  # tables of two people
MOVES = 30  # after which, at most, a table is given up and another opened: old ones must not stay in memory
GROWTH = 1.10  # of memory, at most, once the server holds as many tables as it ever will
ENOUGH = 9  # measurements
# Closed tables that the server keeps, at most: by number, or by what the states of a short game take.
KEPT = min(MOST_IDLE, MOST_IDLE_BYTES // (RECENT * load("pistes").state.itemsize))
MOVES_OF_ALL = 5000  # tables by the seconds between two moves of a group: some 250 moves a second of a thousand


@dataclass
class Group:
    """Two people who play many tables with each other, at most one move of each socket at a time."""

    base: str
    tables: int
    luck: random.Random
    lines: list[Line] = field(default_factory=list)
    moved: dict[str, int] = field(default_factory=dict)  # acknowledged, by table
    most: dict[str, int] = field(default_factory=dict)  # moves after which it is given up, not all at once
    acknowledged: int = 0
    closed: int = 0

    async def come(self) -> "Group":
        """Both arrive and sit down at all tables."""
        people = [_patient(Player(self.base)) for _ in range(2)]
        for player in people:
            await player.come()
        # Whatever comes is taken in while the other one plays: who does not read is cut off. The server asks whether
        # they are still there; this process, which is a hundred people, does not ask back with a stopwatch.
        self.lines = [await player.connect(max_queue=None, ping_interval=None) for player in people]
        for _ in range(self.tables):
            await self._open()
        return self

    async def _open(self) -> None:
        first, second = (line.player for line in self.lines)
        table = (await first.open("pistes", "me", "open"))["id"]
        await second.post(f"/api/tables/{table}/join", {})
        for seat, line in enumerate(self.lines):
            await line.watch(table, seat)
        self.moved[table] = 0
        self.most[table] = self.luck.randint(MOVES // 3, MOVES)

    async def play(self, over: asyncio.Event, pause: float) -> None:
        """Move on at all tables until the time is over."""
        while not over.is_set():
            for table in list(self.moved):
                await self._move(table)
                await asyncio.sleep(pause)
                if over.is_set():
                    return

    async def _move(self, table: str) -> None:
        seat = self.moved[table] % 2
        line = self.lines[seat]
        position = await line.until(table, lambda now: now["over"] or seat in now["to_move"])
        if position["over"] or self.moved[table] >= self.most[table]:
            await self._close(table, is_over=position["over"])
            return
        chosen: Json = self.luck.choice(position["legal"])
        await line.act(table, seat, chosen["action"])
        self.moved[table] += 1
        self.acknowledged += 1

    async def _close(self, table: str, *, is_over: bool) -> None:
        if not is_over:
            await self.lines[0].ask("resign", table=table, seat=0)
        await self.check(table)
        for line in self.lines:
            await line.ask("unwatch", table=table)
            del line.entries[table], line.positions[table]
            line.raw.clear()
        del self.moved[table], self.most[table]
        self.closed += 1
        await self._open()

    async def check(self, table: str) -> None:
        """Both were told everything, in the same order, without having asked twice; Line has found no gap."""
        for line in self.lines:
            while sum(entry["type"] == "moved" for entry in line.entries[table]) < self.moved[table]:
                await line.receive()
        told = [[entry for entry in line.entries[table] if entry["type"] == "moved"] for line in self.lines]
        assert told[0] == told[1]
        assert len(told[0]) == self.moved[table]

    async def leave(self) -> None:
        """All is compared, and both go."""
        for table in self.moved:
            await self.check(table)
        for line in self.lines:
            await line.close()
            await line.player.close()


def _patient(player: Player) -> Player:
    """A connection for each request: one that is kept may be closed by the server at the moment it is used again."""
    player.http = httpx.AsyncClient(base_url=player.base, timeout=120, limits=httpx.Limits(max_keepalive_connections=0))
    return player


def memory_of(process: int) -> float:
    """What a process holds, in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("the process is gone")


async def crowd(tables: int, seconds: float, *, plain: bool = True) -> Figure:
    """So many tables for so long; all sit down first, then all play, each table a move every few seconds."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        database = f"sqlite:///{folder}/tables.db"
        async with serving("--database-url", database, NUMBA_DISABLE_JIT=str(int(plain))) as server:
            over = asyncio.Event()
            groups = [
                await Group(server.base, min(GROUP, tables), random.Random(number)).come()
                for number in range(max(1, tables // GROUP))
            ]
            playing = [asyncio.create_task(group.play(over, tables / MOVES_OF_ALL)) for group in groups]
            memory = await _watch_memory(server.process.pid, groups, time.monotonic() + seconds)
            over.set()
            await asyncio.gather(*playing)
            for group in groups:
                await group.leave()
    moves, closed = sum(group.acknowledged for group in groups), sum(group.closed for group in groups)
    text, is_flat = growth(memory)
    assert moves > 0
    assert is_flat, memory
    return Figure(
        f"{tables:,} tables for {seconds:g} s: {moves:,} moves, {closed:,} tables closed and replaced, no message lost; "
        f"{text}"
    )


async def _watch_memory(process: int, groups: list[Group], end: float) -> list[tuple[int, float]]:
    """From time to time: how many tables were closed, and the memory of the server."""
    seen, pause = [], max(0.05, (end - time.monotonic()) / 40)
    while time.monotonic() < end:
        seen.append((sum(group.closed for group in groups), memory_of(process)))
        await asyncio.sleep(pause)
    return seen


def growth(seen: list[tuple[int, float]]) -> tuple[str, bool]:
    """How memory went once the server kept as many closed tables as it ever will, and whether it stayed there."""
    full = [memory for closed, memory in seen if closed >= KEPT]
    last = seen[-1][1]
    if len(full) < ENOUGH:
        return f"memory {last:.0f} MB, too short to say more: {KEPT:,} closed tables are kept", True
    third = len(full) // 3
    early, late = statistics.median(full[:third]), statistics.median(full[-third:])
    return (
        f"memory {early:.0f} MB once {KEPT:,} closed tables were kept, at the end {late:.0f} MB",
        late < early * GROWTH,
    )
