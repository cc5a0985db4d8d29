"""A server that is killed again and again in the middle of play loses nothing that it acknowledged, and doubles nothing."""

import asyncio
import random
import signal
from dataclasses import dataclass, field

from websockets.exceptions import ConnectionClosed

from tests.prove.figures import Figure
from tests.server.client import Json, Line, Player, Refusal, allow
from tests.server.processes import Process, serving

MOVES = 12  # at most between two kills
LONG = 120  # moves after which another table is opened


@dataclass
class Table:
    """A table, what was acknowledged at it, and what was sent last."""

    id: str
    done: list[str] = field(default_factory=list)  # notation of the acknowledged moves
    sent: tuple[str, int, Json, int] | None = None  # request, seat, action, sequence: no answer came


class Killer:
    """Somebody who plays both seats while the server dies under her."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.person: Player | None = None
        self.table: Table | None = None
        self.acknowledged = self.found_in_flight = 0

    async def round(self, server: Process) -> None:
        """Check what the last server left, play, and be cut off."""
        player = self.person = await self._come(server)
        line = await player.connect()
        try:
            table = await self._table(player, line)
            await self._repeat(line, table)
            await self._check(line, table)
            killing = asyncio.create_task(self._kill(server))
            await self._play(line, table)
            await killing
        finally:
            await line.close()

    async def _come(self, server: Process) -> Player:
        if self.person is None:
            return await Player(server.base).come()
        player = self.person.back(server.base)
        await self.person.close()
        return player

    async def _table(self, player: Player, line: Line) -> Table:
        if self.table is None or len(self.table.done) > LONG:
            self.table = Table((await player.open("pistes", "me", "me"))["id"])
        await line.watch(self.table.id, 0)
        return self.table

    async def _repeat(self, line: Line, table: Table) -> None:
        """Send again what was not answered: carried out or not before, it counts once."""
        if table.sent is None:
            return
        request, seat, action, sequence = table.sent
        before = len(moves(line, table))
        self.found_in_flight += before > len(table.done)
        await line.ask("act", request=request, table=table.id, seat=seat, action=action, sequence=sequence)
        await line.watch(table.id, 0)
        table.done.append(moves(line, table)[-1])
        table.sent = None

    async def _check(self, line: Line, table: Table) -> None:
        """All that was acknowledged is there once, in order, and nothing else."""
        assert moves(line, table) == table.done, (len(moves(line, table)), len(table.done))

    async def _kill(self, server: Process) -> None:
        await asyncio.sleep(self.luck.random() * 0.15)
        await server.end(signal.SIGKILL)

    async def _play(self, line: Line, table: Table) -> None:
        try:
            while True:
                seat = len(table.done) % 2
                await line.watch(table.id, seat, since=len(line.entries[table.id]))
                position = line.positions[table.id]
                assert position is not None
                if position["over"]:
                    self.table = None
                    await line.socket.wait_closed()
                    return
                await self._move(line, table, seat, self.luck.choice(position["legal"]))
        except (ConnectionClosed, OSError):
            return

    async def _move(self, line: Line, table: Table, seat: int, chosen: Json) -> None:
        request = line.player.request() + f"-{self.acknowledged}"
        sequence = len(line.entries[table.id])
        table.sent = request, seat, chosen["action"], sequence
        try:
            await line.act(table.id, seat, chosen["action"], request=request)
        except Refusal as refusal:
            allow(refusal, "stopping")
            return
        table.sent = None
        table.done.append(chosen["notation"])
        self.acknowledged += 1


def moves(line: Line, table: Table) -> list[str]:
    """The moves of a table, in notation."""
    return [entry["notation"] for entry in line.entries[table.id] if entry["type"] == "moved"]


async def kill_again_and_again(database: str, times: int, seed: int = 1) -> Figure:
    """So many kills in the middle of play."""
    killer = Killer(seed)
    for _ in range(times):
        async with serving("--database-url", database) as server:
            await killer.round(server)
    async with serving("--database-url", database) as server:
        player = await killer._come(server)
        line = await player.connect()
        table = await killer._table(player, line)
        await killer._repeat(line, table)
        await killer._check(line, table)
        await line.close()
        await player.close()
    assert killer.acknowledged > 0
    return Figure(
        f"{times} kills, {killer.acknowledged:,} acknowledged moves: none lost, none doubled; "
        f"{killer.found_in_flight} had been stored without being acknowledged"
    )
