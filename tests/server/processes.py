"""Servers in processes of their own, as in production."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.server.databases import free_port

# A test is one address, and often one person, for a whole crowd.
UNLIMITED = [
    f"CARAVANE_{name}"
    for name in (
        "REQUESTS_PER_MINUTE", "COMMANDS_PER_SECOND", "TABLES_PER_HOUR", "TABLES_PER_HOUR_PER_ADDRESS",
        "UNFINISHED_TABLES", "SOCKETS_PER_PERSON", "SOCKETS_PER_ADDRESS", "MESSAGES_PER_MINUTE",
        "ANONYMOUS_SOCKETS_PER_ADDRESS", "WATCHED_TABLES_PER_PERSON", "CONNECTIONS_PER_ADDRESS",
        "GUESTS_PER_HOUR_PER_ADDRESS", "COMMANDS_PER_SECOND_PER_ADDRESS", "PROCESSOR_SHARE",
    )
]  # fmt: skip


def group_of(leader: int) -> list[int]:
    """The processes that a server began, itself included, as far as they live."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            state, _, group = place.read_text().rpartition(") ")[2].split()[:3]
            if int(group) == leader and state != "Z":
                found.append(int(place.parent.name))
    return found


@dataclass
class Process:
    """A `caravane serve`."""

    base: str
    process: asyncio.subprocess.Process

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it; the exit code."""
        if self.process.returncode is None:
            self.process.send_signal(how)
        return await self.process.wait()

    async def end_all(self) -> None:
        """Nothing that the server began outlives it, whatever became of the server."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        await self.until_all_gone()

    async def until_all_gone(self) -> None:
        """Wait until nothing of it lives any more."""
        for _ in range(3000):
            if not (left := group_of(self.process.pid)):
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{left} live on")


@asynccontextmanager
async def serving(*arguments: str, through: tuple[str, ...] = (), **environment: str) -> AsyncIterator[Process]:
    """Run a server until the end of the block; `through` is a command that prepares its process and becomes it."""
    port = free_port()
    settings = {"CARAVANE_BOT_PROCESSES": "0", "NUMBA_DISABLE_JIT": "1", **dict.fromkeys(UNLIMITED, "0")}
    command = [*through, sys.executable, "-m", "caravane", "serve", "--port", str(port), *arguments]
    process = await asyncio.create_subprocess_exec(
        *command, env=os.environ | settings | environment, start_new_session=True
    )
    server = Process(f"http://127.0.0.1:{port}", process)
    try:
        await _until_healthy(server)
        yield server
    finally:
        await server.end_all()


async def _until_healthy(server: Process) -> None:
    async with httpx.AsyncClient() as client:
        for _ in range(600):
            assert server.process.returncode is None, "the server did not start"
            try:
                if (await client.get(server.base + "/health")).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)
    raise AssertionError("the server is not healthy")
