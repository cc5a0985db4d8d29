"""Tasks that go on beside whoever began them: kept until they are done, so that none is lost or outlives the server."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Those of one part of the server."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that nobody waits for."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def stop(self) -> None:
        """Call off what is not done."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
