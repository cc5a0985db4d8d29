"""Servers in processes of their own, as in production."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from tests.server.databases import free_port

# A test is one address, and often one person, for a whole crowd.
UNLIMITED = [
    f"CARAVANE_{name}"
    for name in (
        "REQUESTS_PER_MINUTE", "COMMANDS_PER_SECOND", "TABLES_PER_HOUR", "TABLES_PER_HOUR_PER_ADDRESS",
        "UNFINISHED_TABLES", "SOCKETS_PER_PERSON", "SOCKETS_PER_ADDRESS", "MESSAGES_PER_MINUTE",
        "ANONYMOUS_SOCKETS_PER_ADDRESS", "WATCHED_TABLES_PER_PERSON", "CONNECTIONS_PER_ADDRESS",
        "GUESTS_PER_HOUR_PER_ADDRESS",
    )
]  # fmt: skip


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


@asynccontextmanager
async def serving(*arguments: str, through: tuple[str, ...] = (), **environment: str) -> AsyncIterator[Process]:
    """Run a server until the end of the block; `through` is a command that prepares its process and becomes it."""
    port = free_port()
    settings = {"CARAVANE_BOT_PROCESSES": "0", "NUMBA_DISABLE_JIT": "1", **dict.fromkeys(UNLIMITED, "0")}
    command = [*through, sys.executable, "-m", "caravane", "serve", "--port", str(port), *arguments]
    process = await asyncio.create_subprocess_exec(*command, env=os.environ | settings | environment)
    server = Process(f"http://127.0.0.1:{port}", process)
    try:
        await _until_healthy(server)
        yield server
    finally:
        await server.end(signal.SIGKILL)


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
